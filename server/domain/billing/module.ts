import type { ServerModule } from '../../modules/module.ts';
import { startingBasics } from './basics.ts';
import { creditStatements } from './claims-sql.ts';
import { claimForm, expireClaims, raiseClaims } from './claims.ts';
import { classifyStatements } from './classify-sql.ts';
import { applyBasics, previewBasic, reclassify, unknownCharges } from './classify.ts';
import { compareBill } from './compare.ts';
import { importBills, uploadBills } from './import-bills.ts';
import { lockStatements } from './lock-sql.ts';
import { matchStatements } from './match-sql.ts';
import { countStatements, stageStatements } from './stage-sql.ts';
import {
  actualSurcharges,
  agreedSavings,
  billedOf,
  expected,
  imports,
  profitWatch,
  unmatchedQueue,
} from './reports.ts';
import { steps } from './steps.ts';
import { takeStatements } from './take-sql.ts';
import { compareTables, readTables, runCompare, tableStatements, uploadTables } from './tables.ts';

export const billing: ServerModule = {
  handlers: steps,
  commands: [
    compareBill,
    raiseClaims,
    expected,
    profitWatch,
    agreedSavings,
    unmatchedQueue,
    actualSurcharges,
    billedOf,
    imports,
    previewBasic,
    unknownCharges,
    applyBasics,
    compareTables,
  ],
  downloads: [claimForm],
  schedules: [expireClaims, reclassify],
  startingRecords: [startingBasics],
  works: [importBills, readTables, runCompare],
  uploads: [uploadBills, uploadTables],
  ddl: [
    ...stageStatements,
    ...countStatements,
    ...takeStatements,
    ...matchStatements,
    ...creditStatements,
    ...classifyStatements,
    ...tableStatements,
    ...lockStatements,
  ],
};
