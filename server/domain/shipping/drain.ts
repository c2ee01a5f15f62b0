import type { SystemServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { CarrierAccount } from '../carriers/carrier.ts';
import { followBatch } from './batches.ts';
import { placeOne, type Placer } from './place-order.ts';
import { claim, letGo, type Placing } from './placings.ts';
import { loadOrders } from './ship-order.ts';

/**
 * Works off what is due in a tenant, many carriers' answers awaited at once: a queue that takes one job after the other would
 * wait for each of them. Several drains share the work, on one node and on several.
 */
export async function drain(on: Placer, services: SystemServices, tenant: string): Promise<number> {
  const opened = new Map<string, Promise<CarrierAccount | null>>();
  const accounts = (id: string) => {
    const known = opened.get(id) ?? loadAccount(services, tenant, id);
    opened.set(id, known);
    return known;
  };
  const running = new Set<Promise<void>>();
  const batches = new Set<string>();
  let done = 0;
  const one = async (placing: Placing, order: Awaited<ReturnType<typeof loadOrders>>) => {
    const found = order.get(placing.key);
    try {
      if (found?.status === 'placing') await placeOne(on, services, placing, found, accounts);
      else await letGo(services, placing, placing.state, 60_000);
    } catch (error) {
      services.report(tenant, 'placing', `${placing.key}: ${(error as Error).message}`);
    }
    if (found?.batch) {
      batches.add(found.batch);
      await followBatch(services, tenant, found.batch, false);
    }
  };
  for (;;) {
    // While some wait for their carrier, as many are written down: the carrier's own gate holds how many ask at once.
    const room = on.timing.parallel * 2 - running.size;
    // A few at a time: each claim is a round trip.
    const claimed = room * 4 >= on.timing.parallel ? await claim(services, tenant, room, on.timing) : [];
    done += claimed.length;
    if (claimed.length > 0) {
      const orders = await loadOrders(
        services,
        tenant,
        claimed.map(({ key }) => key),
      );
      for (const placing of claimed) {
        const work: Promise<void> = one(placing, orders).finally(() => running.delete(work));
        running.add(work);
      }
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  for (const batch of batches) await followBatch(services, tenant, batch, true);
  return done;
}
