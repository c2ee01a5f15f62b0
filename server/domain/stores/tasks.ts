import { defineSchedule, type ActingServices } from '../../modules/module.ts';
import { sweepCancelled } from './cancel.ts';
import { forget } from './forget.ts';
import { sweepDrafts } from './make-drafts.ts';
import { pullShop } from './pull.ts';
import { pushParcels } from './push.ts';
import { reopenLoose } from './reopen.ts';
import type { Stores } from './stores.ts';

const dueSql = `SELECT s.tenant_id::text AS tenant, s.id::text AS shop FROM shop s
  LEFT JOIN stores.cursor c ON c.tenant_id = s.tenant_id AND c.shop = s.id
  WHERE s.status = 'connected' AND s.platform IN ('amazon', 'shopify') AND coalesce(c.next_at, '-infinity') <= now()
    AND coalesce(c.leased_until, '-infinity') < now()
  ORDER BY c.next_at NULLS FIRST LIMIT 500`;

/** Shops pulled in parallel on a node. */
const lanes = 6;

/** Pulls all due shops. */
export async function pullDue(stores: Stores, deps: ActingServices): Promise<number> {
  const due = [...(await deps.query<{ tenant: string; shop: string }>(dueSql, []))];
  let written = 0;
  const lane = async () => {
    for (let of = due.shift(); of; of = due.shift()) {
      try {
        // Added after the wait, since the lanes share the sum.
        const orders = await pullShop({ stores }, deps, of);
        written += orders;
      } catch (error) {
        deps.report(of.tenant, 'stores', `${of.shop}: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return written;
}

export const storeTasks = (stores: Stores) => [
  defineSchedule('store-pull', '* * * * *', ({ services }) =>
    services ? pullDue(stores, services) : Promise.resolve(0),
  ),
  defineSchedule('store-follow', '* * * * *', async ({ services }) => {
    if (!services) return 0;
    await sweepDrafts(services);
    await sweepCancelled(services);
    await reopenLoose(services);
    return pushParcels(stores, services);
  }),
  defineSchedule('store-forget', '20 3 * * *', ({ services }) =>
    services ? forget(services, stores.now()) : Promise.resolve(0),
  ),
];
