import type { Wing } from '../sockets/socket.ts';
import { addresses } from './addresses/sockets.ts';
import { billing } from './billing/sockets.ts';
import { boards } from './boards/sockets.ts';
import type { CarrierBases } from './carriers/carrier.ts';
import { createCarriers } from './carriers/carriers.ts';
import { customerBills } from './customer-bills/sockets.ts';
import { labels } from './labels/sockets.ts';
import { ledger } from './ledger/sockets.ts';
import { network } from './network/sockets.ts';
import { orders } from './orders/sockets.ts';
import { payments } from './payments/sockets.ts';
import { printing } from './printing/sockets.ts';
import { publicApi } from './public-api/sockets.ts';
import { rating } from './rating/sockets.ts';
import type { Timing } from './shipping/placings.ts';
import { robots } from './robots/sockets.ts';
import { shipping } from './shipping/sockets.ts';
import { tracking } from './tracking/sockets.ts';
import type { StoreBases } from './stores/store.ts';
import { stores } from './stores/sockets.ts';
import { createStores } from './stores/stores.ts';
import { createStripe, type StripeSettings } from './payments/stripe.ts';

/** What the wings need to know of where they run. */
export interface WingSettings {
  /** Null: payments online are not offered. */
  readonly stripe: StripeSettings | null;
  /** Where carriers are asked; absent: nobody is. */
  readonly apiBases?: CarrierBases;
  /** Where shops are asked; absent: none is. */
  readonly storeBases?: StoreBases;
  /** How long placing waits for whom; the usual times where it is not said. */
  readonly placing?: Partial<Timing>;
  /** Hosts of group robots beside those of their services. */
  readonly robotHosts?: readonly string[];
  /** The origin of a tenant's pages by its host name. */
  originOf(host: string): string;
}

/** The business wings, one line each. */
export function createWings({
  stripe,
  apiBases,
  storeBases,
  placing,
  robotHosts = [],
  originOf,
}: WingSettings): readonly Wing[] {
  const carriers = createCarriers({ bases: apiBases ?? null });
  return [
    addresses({ carriers }),
    labels({ carriers }),
    ledger,
    network({ carriers }),
    orders,
    printing(),
    publicApi,
    rating,
    robots({ hosts: robotHosts }),
    billing,
    boards,
    customerBills,
    shipping({ carriers, ...(placing ? { timing: placing } : {}) }),
    tracking({ carriers, originOf }),
    stores({ stores: createStores({ bases: storeBases ?? null }), tokenUrl: storeBases?.amazonToken ?? null }),
    payments({ gateway: stripe && createStripe(stripe), originOf }),
  ];
}

/** The wings of what serves nobody: scripts, benches. */
export const wings = createWings({ stripe: null, originOf: (host) => `https://${host}` });
