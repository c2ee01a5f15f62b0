import type { ServerModule } from '../../modules/module.ts';
import { billHandlers, makeBills, runBills } from './bills.ts';
import { warehouseChecks } from './checks.ts';
import { billDocument } from './document.ts';
import { previewPrice, priceHandlers } from './prices.ts';
import { fillRecords, warehouseStatements, takeOver } from './returns.ts';

/** What customers keep in warehouses, by which prices, and what they are billed for it. */
export const warehouse: ServerModule = {
  handlers: [...priceHandlers, ...billHandlers],
  checks: warehouseChecks,
  fillers: [fillRecords],
  commands: [runBills, previewPrice, takeOver],
  works: [makeBills],
  downloads: [billDocument],
  ddl: warehouseStatements,
};
