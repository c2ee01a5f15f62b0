import type { SystemServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { CarrierAccount } from '../carriers/carrier.ts';
import { followBatch } from './batches.ts';
import type { Placer } from './keep-answer.ts';
import { placeOne } from './place-order.ts';
import { claim, letGo, type Placing } from './placings.ts';
import { loadOrders } from './ship-order.ts';

/**
 * Processes a tenant's due placings with many carrier calls in parallel; a sequential queue would wait for each. Drains
 * share the work across nodes.
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
    // Claim twice the parallel calls, to store results while others wait; the carrier's own semaphore limits the calls.
    const room = on.timing.parallel * 2 - running.size;
    // Claim several at once: each claim is a round trip.
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
