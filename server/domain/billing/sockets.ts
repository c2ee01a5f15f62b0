import type { Wing } from '../../sockets/socket.ts';
import { compareBill } from './compare.ts';
import { importBills, uploadBills } from './import-bills.ts';
import { lockStatements } from './lock-sql.ts';
import { matchStatements } from './match-sql.ts';
import { stageStatements, takeStatements } from './stage-sql.ts';
import { steps } from './steps.ts';

export const billing: Wing = {
  sockets: steps,
  commands: [compareBill],
  works: [importBills],
  uploads: [uploadBills],
  statements: [...stageStatements, ...takeStatements, ...matchStatements, ...lockStatements],
};
