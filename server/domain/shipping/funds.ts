import { defineJob, type SystemServices } from '../../modules/module.ts';

/** Maximum orders per run, more than any customer has waiting. */
const maxAtOnce = 3_000;

/** An order from before prices were demanded would stop those behind it. */
const oldestSql = `SELECT id::text AS id FROM "order" WHERE tenant_id = $1 AND customer = $2 AND status = 'waitingForFunds'
  AND "predictedSale" IS NOT NULL ORDER BY "submittedAt", id LIMIT 1`;

/**
 * Continues a customer's orders that wait for money, oldest first without overtaking, as long as the balance suffices.
 * Each takes its money in a step of its own, so concurrent runs cannot overspend. Answers how many continue.
 */
export async function goOnWithFunds(services: SystemServices, tenant: string, customer: string): Promise<number> {
  for (let done = 0; done < maxAtOnce;) {
    const [oldest] = await services.query(oldestSql, [tenant, customer]);
    if (!oldest) return done;
    const id = String(oldest['id']);
    const issues = await services.act({ tenant, entity: 'order', id }, 'fund');
    if (issues.length === 0) done += 1;
    // A concurrent request moved it: look for the next one.
    else if (issues.some(({ code }) => code !== 'state.wrong')) {
      const short = issues[0]?.params?.['short'];
      if (short !== undefined)
        await services.query(
          `UPDATE "order" SET "missingSum" = $3 WHERE tenant_id = $1 AND id = $2 AND status = 'waitingForFunds'`,
          [tenant, id, short],
        );
      return done;
    }
  }
  return maxAtOnce;
}

/** Runs when the customer of a record receives money. */
export const fundWaiting = defineJob('shipping.fund-waiting', async ({ services: deps, tenant, record }) => {
  if (record['customer']) await goOnWithFunds(deps, tenant, String(record['customer']));
});
