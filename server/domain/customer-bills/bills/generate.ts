import { defineCommand, defineWork } from '../../../modules/module.ts';
import { sellLocked } from '../sale/sell.ts';

/** Customers with unbilled rows. $1 tenant, $2 ids or null for all. */
const waitingSql = `SELECT DISTINCT r.customer::text AS id FROM member_bill_line r
  WHERE r.tenant_id = $1 AND r.status = 'open' AND r."memberBill" IS NULL AND ($2::bigint[] IS NULL OR r.customer = ANY ($2::bigint[])) ORDER BY 1`;
const todaySql = `SELECT (now() AT TIME ZONE "timeZone")::date::text AS today FROM tenant WHERE id = $1`;
const generateSql = `SELECT sale.generate($1, $2, $3::date, $4) AS made`;

const id = { type: 'string', pattern: '^[0-9]{1,18}$' };

/** Orders a job that sells all locked lines and bills all ended periods; answers the job. */
export const runBills = defineCommand({
  path: 'MemberBill/run',
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      customers: { type: 'array', maxItems: 2000, items: id },
      until: { type: 'string', format: 'date' },
    },
    examples: [{ until: '2026-04-01' }],
  },
  answer: { type: 'object', required: ['job'], properties: { job: { type: 'string' } } },
  needs: { entity: 'member-bill', code: 'push' },
  perMinute: 60,
  async run({ body, order }) {
    return { job: await order('customer-bills.run', { ...body, entity: 'member-bill' }) };
  },
});

/**
 * Sells locked lines and creates the bills, one transaction per customer, so that it can resume after a stop. `until`:
 * only periods that ended before this day; today by default.
 */
export const generateBills = defineWork('customer-bills.run', async (call) => {
  const { services, tenant, request, actor, progress, signal } = call;
  if (!call.can('member-bill', 'push')) call.forbid();
  const sold = await sellLocked(call);
  const customers = (request['customers'] as readonly string[] | undefined) ?? null;
  const [now] = await services.query(todaySql, [tenant]);
  const until = (request['until'] as string | undefined) ?? String(now?.['today']);
  const waiting = await services.query(waitingSql, [tenant, customers]);
  let bills = 0;
  for (const [at, each] of waiting.entries()) {
    const [made] = await services.query(generateSql, [tenant, String(each['id']), until, actor.id]);
    bills += Number(made?.['made'] ?? 0);
    if (at % 20 === 0) await progress({ done: at + 1, total: waiting.length });
    signal.throwIfAborted();
  }
  return { sold, customers: waiting.length, bills };
});
