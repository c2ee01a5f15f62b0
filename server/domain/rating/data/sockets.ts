import type { ServerModule } from '../../../modules/module.ts';
import { checkVersion } from './check-version.ts';
import { priceChecks } from './checks.ts';
import { fuelStatements } from './fuel-sql.ts';
import { endOlder, newVersion, numberVersion, reopenOlder, sameDay, secondLook } from './versions.ts';

/** What price data plugs into its flow. */
export const priceData: Required<Pick<ServerModule, 'handlers' | 'checks' | 'ddl'>> = {
  handlers: [numberVersion, newVersion, secondLook, sameDay, endOlder, reopenOlder, checkVersion],
  checks: priceChecks,
  ddl: fuelStatements,
};
