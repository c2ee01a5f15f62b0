import type { ServerModule } from '../../modules/module.ts';
import { charge } from './charge.ts';
import { returnCommands, returnStationCalls } from './commands.ts';
import { returnEffects } from './effects.ts';
import { oneReturn, returnLabel } from './labels.ts';
import { resend } from './resend.ts';
import { returnStatements } from './returns-sql.ts';
import { expire } from './tasks.ts';

/** Parcels that come back: taken in, claimed, sent again, put to stock or destroyed. */
export const returns: ServerModule = {
  handlers: [...returnEffects, oneReturn, charge],
  commands: [...returnCommands, resend, returnLabel],
  stationCalls: returnStationCalls,
  schedules: [expire],
  ddl: returnStatements,
};
