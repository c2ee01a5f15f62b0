import type { ServerModule } from '../modules/module.ts';
import { addresses } from './addresses/module.ts';
import { billing } from './billing/module.ts';
import { boards } from './boards/module.ts';
import type { CarrierBases } from './carriers/carrier.ts';
import { createCarriers } from './carriers/carriers.ts';
import { consolidation } from './consolidation/module.ts';
import { customerBills } from './customer-bills/module.ts';
import { fba } from './fba/module.ts';
import { freight } from './freight/module.ts';
import { health } from './health/module.ts';
import { labels } from './labels/module.ts';
import { ledger } from './ledger/module.ts';
import { members } from './members/module.ts';
import { network } from './network/module.ts';
import { orderRules } from './order-rules/module.ts';
import { orders } from './orders/module.ts';
import { payments } from './payments/module.ts';
import { printing } from './printing/module.ts';
import { publicApi } from './public-api/module.ts';
import { rating } from './rating/module.ts';
import { receivables } from './receivables/module.ts';
import type { Timing } from './shipping/placings.ts';
import { returns } from './returns/module.ts';
import { robots } from './robots/module.ts';
import { shipping } from './shipping/module.ts';
import { tenantShop } from './tenant-shop/module.ts';
import { tracking } from './tracking/module.ts';
import { warehouse } from './warehouse/module.ts';
import { webhooks } from './webhooks/module.ts';
import type { StoreBases } from './stores/store.ts';
import { stores } from './stores/module.ts';
import { createStores } from './stores/stores.ts';
import { createStripe, type StripeSettings } from './payments/stripe.ts';

/** What the modules need to know of where they run. */
export interface ModuleSettings {
  /** Null: payments online are not offered. */
  readonly stripe: StripeSettings | null;
  /** Where carriers are called; absent: no carrier is called. */
  readonly apiBases?: CarrierBases;
  /** Where shops are asked; absent: none is. */
  readonly storeBases?: StoreBases;
  /** How long placing waits for whom; the usual times where it is not said. */
  readonly placing?: Partial<Timing>;
  /** Hosts of group robots beside those of their services. */
  readonly robotHosts?: readonly string[];
  /** Hosts of webhooks beside those of the open internet. */
  readonly webhookHosts?: readonly string[];
  /** Where this node writes: of the disks that hold these, the fullest is watched. */
  readonly folders?: readonly string[];
  /** The origin of a tenant's pages by its host name. */
  originOf(host: string): string;
}

/** The business modules, one line each. */
export function createModules({
  stripe,
  apiBases,
  storeBases,
  placing,
  robotHosts = [],
  webhookHosts = [],
  folders = ['.'],
  originOf,
}: ModuleSettings): readonly ServerModule[] {
  const carriers = createCarriers({ bases: apiBases ?? null });
  return [
    addresses({ carriers }),
    freight,
    health({ originOf, folders }),
    labels({ carriers }),
    ledger,
    network({ carriers }),
    orders,
    orderRules,
    printing(),
    publicApi,
    rating,
    returns,
    robots({ hosts: robotHosts }),
    members({ originOf }),
    warehouse,
    webhooks({ hosts: webhookHosts }),
    billing,
    boards,
    consolidation,
    customerBills,
    fba,
    receivables,
    shipping({ carriers, ...(placing ? { timing: placing } : {}) }),
    tenantShop,
    tracking({ carriers, originOf }),
    stores({ stores: createStores({ bases: storeBases ?? null }), tokenUrl: storeBases?.amazonToken ?? null }),
    payments({ gateway: stripe && createStripe(stripe), originOf }),
  ];
}

/** Modules for processes that serve no requests: scripts and benches. */
export const modules = createModules({ stripe: null, originOf: (host) => `https://${host}` });
