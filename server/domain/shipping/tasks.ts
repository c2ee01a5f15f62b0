import { defineSchedule, type ScheduleCall } from '../../modules/module.ts';
import { followBatch } from './batches.ts';
import { drain } from './drain.ts';
import { goOnWithFunds } from './funds.ts';
import type { Placer } from './place-order.ts';
import { voidOrder } from './void-job.ts';

type Rows = readonly Readonly<Record<string, string>>[];
const asked = async ({ query }: ScheduleCall, text: string): Promise<Rows> =>
  (await query(text, [])) as unknown as Rows;

/** Placings that are due and not leased: their worker is gone, or their pause is over. */
const dueSql = `SELECT DISTINCT tenant_id::text AS tenant FROM shipping.placing
  WHERE state <> 'ended' AND next_at <= now() AND coalesce(leased_until, '-infinity') < now()`;
const waitingSql = `SELECT DISTINCT tenant_id::text AS tenant, customer::text AS customer FROM "order" WHERE status = 'waitingForFunds'`;
const failedSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM "order" WHERE status = 'failed' AND "nextTryAt" <= now() ORDER BY id LIMIT 500`;
const voidsSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM "order"
  WHERE status = 'refunding' AND "voidResult" = 'asked' AND "updatedAt" < now() - interval '10 minutes' ORDER BY id LIMIT 200`;
const batchesSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM order_batch
  WHERE status = 'running' AND "updatedAt" < now() - interval '30 seconds' ORDER BY id LIMIT 200`;

/**
 * Finds what would otherwise stand still: placings whose node died, orders whose money has come by some other way, orders that
 * failed because a carrier was away, voids without an answer, batches that stopped counting. Answers how many it was about.
 */
export const sweep = (on: Placer) =>
  defineSchedule('shipping-sweep', '* * * * *', async (call) => {
    const { services: deps } = call;
    if (!deps) return 0;
    let many = 0;
    for (const { tenant = '', id = '' } of await asked(call, failedSql)) {
      const issues = await deps.act({ tenant, entity: 'order', id }, 'retry');
      if (issues.length > 0)
        await deps.query(
          `UPDATE "order" SET "nextTryAt" = NULL WHERE tenant_id = $1 AND id = $2 AND status = 'failed'`,
          [...[tenant, id]],
        );
      many += 1;
    }
    // Side by side: a tenant whose carrier is slow holds up no other.
    const due = await asked(call, dueSql);
    const drained = await Promise.all(due.map(({ tenant = '' }) => drain(on, deps, tenant)));
    many += drained.reduce((sum, each) => sum + each, 0);
    for (const { tenant = '', customer = '' } of await asked(call, waitingSql))
      many += await goOnWithFunds(deps, tenant, customer);
    for (const { tenant = '', id = '' } of await asked(call, voidsSql)) {
      await voidOrder(on.carriers, deps, tenant, id).catch((error: unknown) =>
        deps.report(tenant, 'placing', (error as Error).message),
      );
      many += 1;
    }
    for (const { tenant = '', id = '' } of await asked(call, batchesSql)) await followBatch(deps, tenant, id, true);
    return many;
  });
