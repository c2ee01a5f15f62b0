import { defineSchedule, type ScheduleCall } from '../../modules/module.ts';
import { followedSql } from './batch-sql.ts';
import { followBatch } from './batches.ts';
import { drain } from './drain.ts';
import { goOnWithFunds } from './funds.ts';
import { replacementsSql, followReplacement } from './replace-label.ts';
import { lookForLate } from './late-labels.ts';
import type { Placer } from './keep-answer.ts';
import { noteRefusal } from './note-refusal.ts';
import { freeOfDead } from './placings.ts';
import { voidOrder } from './void-job.ts';

interface Row {
  readonly tenant: string;
  readonly id?: string;
  readonly customer?: string;
  readonly culture?: string;
}
const asked = async ({ query }: ScheduleCall, text: string): Promise<readonly Row[]> => await query<Row>(text, []);

/** Due placings without a lease: their worker died, or their pause is over. */
const dueSql = `SELECT DISTINCT tenant_id::text AS tenant FROM shipping.placing
  WHERE state <> 'ended' AND next_at <= now() AND coalesce(leased_until, '-infinity') < now()`;
const waitingSql = `SELECT DISTINCT tenant_id::text AS tenant, customer::text AS customer FROM "order" WHERE status = 'waitingForFunds'`;
const failedSql = `SELECT o.tenant_id::text AS tenant, o.id::text AS id, t."defaultLocale" AS culture FROM "order" o JOIN tenant t ON t.id = o.tenant_id
  WHERE o.status = 'failed' AND o."nextTryAt" <= now() ORDER BY o.id LIMIT 500`;
const voidsSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM "order"
  WHERE status = 'refunding' AND "voidResult" = 'asked' AND "updatedAt" < now() - interval '10 minutes' ORDER BY id LIMIT 200`;
const batchesSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM order_batch
  WHERE status = 'running' AND "updatedAt" < now() - interval '30 seconds' ORDER BY id LIMIT 200`;

/**
 * Recovers what would otherwise stay stuck: placings of dead nodes, orders whose money arrived in another way, orders
 * that failed while a carrier was away, unanswered voids, stalled batches. Answers how many.
 */
export const sweep = (on: Placer) =>
  defineSchedule('shipping-sweep', '* * * * *', async (call) => {
    const { services: deps } = call;
    if (!deps) return 0;
    let many = 0;
    // A failure in one tenant or kind of work does not stop the others.
    const each = async (text: string, work: (row: Row) => Promise<number | void>) => {
      for (const row of await asked(call, text)) {
        const done = await work(row).catch((error: unknown) =>
          deps.report(row.tenant, 'placing', (error as Error).message),
        );
        many += done ?? 1;
      }
    };
    await each(failedSql, async ({ tenant, id = '', culture }) => {
      const issues = await deps.act({ tenant, entity: 'order', id }, 'retry');
      if (issues.length === 0) return;
      const { explain } = await deps.asSystem(tenant, {}, culture);
      await noteRefusal(deps, { tenant, id }, { issues, explain });
    });
    await freeOfDead(deps);
    // In parallel: a tenant with a slow carrier does not delay others.
    const due = await asked(call, dueSql);
    const drained = await Promise.allSettled(due.map(({ tenant }) => drain(on, deps, tenant)));
    for (const [at, outcome] of drained.entries())
      if (outcome.status === 'fulfilled') many += outcome.value;
      else deps.report(due[at]?.tenant ?? '', 'placing', (outcome.reason as Error).message);
    await each(waitingSql, ({ tenant, customer = '' }) => goOnWithFunds(deps, tenant, customer));
    await each(voidsSql, ({ tenant, id = '' }) => voidOrder(on.carriers, deps, tenant, id));
    await each(replacementsSql, ({ tenant, id = '' }) => followReplacement(deps, tenant, id));
    many += await lookForLate(on, deps);
    for (const text of [batchesSql, followedSql])
      await each(text, ({ tenant, id = '' }) => followBatch(deps, tenant, id, true));
    return many;
  });
