import type { ServerModule } from '../../modules/module.ts';
import { billStatements } from './bills/bill-sql.ts';
import { generateBills, runBills } from './bills/generate.ts';
import { billDocument, billRows, fees } from './bills/rows.ts';
import { serviceStatements } from './bills/service-sql.ts';
import { billSteps } from './bills/steps.ts';
import { silence } from './bills/tasks.ts';
import { told } from './bills/told.ts';
import { lockFinal, runFinals, runWeekly } from './reports/reports.ts';
import { reportStatements } from './reports/report-sql.ts';
import { saleStatements } from './sale/sale-sql.ts';

/** Customer bills: what customers owe for carrier charges. */
export const customerBills: ServerModule = {
  handlers: [...billSteps, told, lockFinal],
  commands: [runBills, billRows, runWeekly, runFinals],
  queries: [fees],
  downloads: [billDocument],
  works: [generateBills],
  schedules: [silence],
  ddl: [...saleStatements, ...billStatements, ...serviceStatements, ...reportStatements],
};
