import type { ServerModule } from '../../modules/module.ts';
import { fbaEffects } from './effects.ts';
import { fbaStatements } from './fba-sql.ts';

/** Deliveries into warehouses of Amazon: prices per customer and warehouse, and bills of shipments. */
export const fba: ServerModule = { handlers: fbaEffects, ddl: fbaStatements };
