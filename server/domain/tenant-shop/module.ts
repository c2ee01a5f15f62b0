import type { ServerModule } from '../../modules/module.ts';
import { shopCommands } from './commands.ts';
import { shopEffects, takeOffer } from './effects.ts';
import { tenantShopStatements } from './statements.ts';
import { plans } from './tasks.ts';

/** What the platform sells to its tenants, and what that lets them do. */
export const tenantShop: ServerModule = {
  handlers: shopEffects,
  fillers: [takeOffer],
  commands: shopCommands,
  schedules: [plans],
  ddl: tenantShopStatements,
};
