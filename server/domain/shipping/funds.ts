import { defineJob, type SystemServices } from '../../modules/module.ts';

/** An order is taken up this often in one run at most: more than any customer has waiting. */
const maxAtOnce = 3_000;

const oldestSql = `SELECT id::text AS id FROM "order" WHERE tenant_id = $1 AND customer = $2 AND status = 'waitingForFunds'
  ORDER BY "submittedAt", id LIMIT 1`;

/**
 * Orders of a customer that wait for money go on, the oldest first, as long as it reaches; none overtakes an older one. Each
 * takes its money in a step of its own, so that several of us take no more than there is. Answers how many go on.
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

/** Money has come to the customer of a record. */
export const fundWaiting = defineJob('shipping.fund-waiting', async ({ services: deps, tenant, record }) => {
  if (record['customer']) await goOnWithFunds(deps, tenant, String(record['customer']));
});
