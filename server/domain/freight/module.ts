import type { ServerModule } from '../../modules/module.ts';
import { freightDocuments } from './documents.ts';
import { orderEffects } from './effects.ts';
import { freightStatements } from './freight-sql.ts';
import { mainBillHandlers } from './main-bills.ts';

/** Less than truckload: density and class, prices by tables, main bills and what carriers bill for them. */
export const freight: ServerModule = {
  handlers: [...orderEffects, ...mainBillHandlers],
  downloads: freightDocuments,
  ddl: freightStatements,
};
