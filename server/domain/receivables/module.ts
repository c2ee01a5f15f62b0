import type { ServerModule } from '../../modules/module.ts';
import { ageing, ageingFile } from './ageing/ageing.ts';
import { entryStatements } from './ageing/entries-sql.ts';
import { remindOfBills } from './ageing/remind.ts';
import { commissionOfBill, commissions, salespeople } from './sales/commission.ts';
import { commissionStatements } from './sales/commission-sql.ts';
import { salespeopleStatements } from './sales/salespeople-sql.ts';
import { statementFile, statementSummary } from './statement/statement.ts';

/** Receivables: ageing, reminders, statements and commissions. Its triggers are on the tables of customer bills. */
export const receivables: ServerModule = {
  handlers: [commissionOfBill],
  commands: [statementSummary, ageing],
  downloads: [statementFile, ageingFile],
  schedules: [remindOfBills, commissions, salespeople],
  ddl: [...entryStatements, ...salespeopleStatements, ...commissionStatements],
};
