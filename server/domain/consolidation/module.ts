import type { ServerModule } from '../../modules/module.ts';
import { charge, chargeAgain } from './charge.ts';
import { consolidationCommands } from './commands.ts';
import { consolidationStatements } from './consolidation-sql.ts';
import { consolidationDownloads } from './documents.ts';
import { consolidationEffects } from './effects.ts';
import { goodsFiller } from './goods-filler.ts';
import { scan } from './scan.ts';
import { numberCheck } from './number-check.ts';

/** Main bills: boxes of several customers that travel by air or sea together, their goods for customs, and what they cost. */
export const consolidation: ServerModule = {
  handlers: [...consolidationEffects, charge, chargeAgain],
  checks: [numberCheck],
  fillers: [goodsFiller],
  commands: [scan, ...consolidationCommands],
  downloads: consolidationDownloads,
  ddl: consolidationStatements,
};
