import type { DataMigration } from '../store/data-migrations.ts';
import { defaultsOfNewFields } from './0001-defaults-of-new-fields.ts';

/** Every data migration in the order of their numbers: one file `NNNN-name.ts` and one line each. */
export const migrations: readonly DataMigration[] = [defaultsOfNewFields];
