import type { ModuleParts } from '../kit/index.ts';
import { apiDocs } from './api-docs/module.ts';
import { billing } from './billing/module.ts';
import { boards } from './boards/module.ts';
import { bulkOrder } from './bulk-order/module.ts';
import { consolidation } from './consolidation/module.ts';
import { freight } from './freight/module.ts';
import { help } from './help/module.ts';
import { health } from './health/module.ts';
import { labels } from './labels/module.ts';
import { members } from './members/module.ts';
import { orderEntry } from './order-entry/module.ts';
import { orderRules } from './order-rules/module.ts';
import { plans } from './plans/module.ts';
import { printing } from './printing/module.ts';
import { rating } from './rating/module.ts';
import { receivables } from './receivables/module.ts';
import { returns } from './returns/module.ts';
import { sale } from './sale/module.ts';
import { shipping } from './shipping/module.ts';
import { tracking } from './tracking/module.ts';
import { warehouse } from './warehouse/module.ts';

/** The modules of the business in the browser: one line each. */
export const modules: readonly ModuleParts[] = Object.freeze([
  apiDocs,
  billing,
  boards,
  bulkOrder,
  consolidation,
  freight,
  health,
  help,
  labels,
  members,
  orderEntry,
  orderRules,
  plans,
  printing,
  rating,
  receivables,
  returns,
  sale,
  shipping,
  tracking,
  warehouse,
]);
