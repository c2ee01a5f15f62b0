import {
  defineCommand,
  defineEffect,
  defineExternalCall,
  defineWork,
  issue,
  type Issue,
  type SystemServices,
  type WorkCall,
} from '../../modules/module.ts';
import { count, type Counted } from './count.ts';
import { dayIn } from './days.ts';
import { factsSql, lockSql, pairKey, pairsSql, type Facts, type Period } from './facts.ts';
import { periodIssue } from './period.ts';
import { pushEffects } from './push.ts';
import { explanationsOf } from './words.ts';

type Row = Readonly<Record<string, unknown>>;
const entity = 'warehouse-bill';

const overlapSql = `SELECT b."billNo" AS number FROM warehouse_bill b
  WHERE b.customer = $1 AND b.warehouse = $2 AND b.source = 'records' AND b.status <> 'cancelled' AND b.id <> $3
    AND b."periodFrom" <= $5::date AND b."periodTo" >= $4::date LIMIT 1`;

/** No day of a customer at a warehouse is counted for two bills. */
const oneBill = defineEffect('warehouse.one-bill', async ({ tenant, record, transaction }) => {
  if (record['source'] !== 'records') return {};
  const { customer, warehouse, id, periodFrom, periodTo } = record;
  const wrong = periodIssue({ from: String(periodFrom), to: String(periodTo) }, null);
  if (wrong) return { issues: [wrong] };
  await transaction.query(lockSql, [pairKey(tenant, customer, warehouse)]);
  const [other] = await transaction.query(overlapSql, [customer, warehouse, id ?? 0, periodFrom, periodTo]);
  return other ? { issues: [issue('warehouse.overlaps', 'periodFrom', { bill: other['number'] })] } : {};
});

const billSql = `SELECT b.customer::text, b.warehouse::text, b.source, b."periodFrom"::text AS "from", b."periodTo"::text AS "to"
  FROM warehouse_bill b WHERE b.tenant_id = $1 AND b.id = $2`;
const cultureSql = `SELECT "defaultLocale" AS culture FROM tenant WHERE id = $1`;

/** Writes the computed lines into a generated bill, explained in each language; the tenant's stands for what has only one. */
async function noteCount(
  services: SystemServices,
  { tenant, id, action }: { tenant: string; id: string; action: 'noteCount' | 'noteFirstCount' },
  counted: Counted,
): Promise<Issue[]> {
  if (counted.isMixed) return [issue('warehouse.twoCurrencies', '')];
  if (counted.currency === null) return [issue('warehouse.noPrice', '')];
  const [row] = await services.query(cultureSql, [tenant]);
  const lines = counted.lines.map((line) => {
    const explanations = explanationsOf(services.say, line);
    const { quantity: units, lateFrom: _from, lateTo: _to, ...facts } = line;
    return { ...facts, units, explained: explanations[String(row?.['culture'])], explanations };
  });
  const input = { currency: counted.currency, lines, proof: counted.proof };
  return [...(await services.act({ tenant, entity, id }, action, input))];
}

async function factsOf(services: SystemServices, tenant: string, period: Period, pairs: readonly Row[]) {
  const columns = ['customer', 'warehouse'].map((name) => pairs.map((pair) => pair[name]));
  return await services.query<Facts>(factsSql, [tenant, period.from, period.to, ...columns]);
}

/** Counts a bill that is made from records: when it is generated, and again where records or prices were put right. */
const countBill = defineExternalCall('warehouse.count', async ({ services, tenant, id }) => {
  const [bill] = await services.query(billSql, [tenant, id]);
  if (bill?.['source'] !== 'records') return {};
  const period = { from: String(bill['from']), to: String(bill['to']) };
  const [facts] = await factsOf(services, tenant, period, [bill]);
  return { issues: facts ? await noteCount(services, { tenant, id, action: 'noteCount' }, count(facts, period)) : [] };
});

export const billHandlers = [oneBill, ...pushEffects, countBill];

const id = { type: 'string', pattern: '^[0-9]{1,18}$' };
const date = { type: 'string', format: 'date' };

/** Orders a job that makes the bills of a period for one or all customers; answers the job. */
export const runBills = defineCommand({
  path: 'WarehouseBill/run',
  body: {
    type: 'object',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: { from: date, to: date, customers: { type: 'array', maxItems: 2000, items: id }, warehouse: id },
    examples: [{ from: '2026-03-01', to: '2026-03-31' }],
  },
  answer: { type: 'object', required: ['job'], properties: { job: { type: 'string' } } },
  needs: { entity, code: 'generate' },
  perMinute: 60,
  async run({ body, order, refuse, timeZone }) {
    const wrong = periodIssue({ from: String(body['from']), to: String(body['to']) }, dayIn(timeZone));
    if (wrong) refuse(wrong);
    return { job: await order('warehouse.bills', { ...body, entity }) };
  },
});

const together = 50;

/**
 * A bill for each customer and warehouse with anything to charge. One that is there already stays as it is; one that a
 * stop has left uncounted is counted.
 */
export const makeBills = defineWork('warehouse.bills', async (call) => {
  const { services, tenant, request, progress, signal } = call;
  if (!call.can(entity, 'generate')) call.forbid();
  const period = { from: String(request['from']), to: String(request['to']) };
  const asked = [request['customers'] ?? null, request['warehouse'] ?? null];
  const pairs = await services.query(pairsSql, [tenant, period.from, period.to, ...asked]);
  const sums = { bills: 0, already: 0, nothing: 0, unpriced: 0, refused: 0 };
  for (let at = 0; at < pairs.length; at += together) {
    for (const facts of await factsOf(services, tenant, period, pairs.slice(at, at + together)))
      sums[await billOf(call, facts, period)] += 1;
    await progress({ done: Math.min(at + together, pairs.length), total: pairs.length });
    signal.throwIfAborted();
  }
  return { ...sums, customers: pairs.length };
});

const uncountedSql = `SELECT b.id::text, b.status FROM warehouse_bill b
  WHERE b.tenant_id = $1 AND b.customer = $2 AND b.warehouse = $3 AND b."periodFrom" = $4::date AND b."periodTo" = $5::date
    AND b.source = 'records' AND b.status IN ('draft', 'generated') AND b."countedAt" IS NULL LIMIT 1`;

async function billOf(
  call: WorkCall,
  facts: Facts,
  period: Period,
): Promise<'bills' | 'already' | 'nothing' | 'unpriced' | 'refused'> {
  const { services, tenant } = call;
  const { customer, warehouse } = facts;
  const counted = count(facts, period);
  if (counted.currency === null) return 'unpriced';
  if (counted.lines.length === 0) return 'nothing';
  const [left] = await services.query(uncountedSql, [tenant, customer, warehouse, period.from, period.to]);
  let bill = left ? String(left['id']) : null;
  if (bill === null) {
    const of = { customer, warehouse, periodFrom: period.from, periodTo: period.to };
    const values = { ...of, source: 'records', currency: counted.currency };
    const [saved] = await call.save(entity, [{ key: `warehouse-bill-${services.newId()}`, values }]);
    if (saved?.ok) bill = saved.id;
    else return saved?.issues.some(({ code }) => code === 'warehouse.overlaps') ? 'already' : 'refused';
  }
  if (left?.['status'] !== 'generated') await services.act({ tenant, entity, id: bill }, 'generate');
  // Where two runs find the same bill, the one that counted it has made it.
  const issues = await noteCount(services, { tenant, id: bill, action: 'noteFirstCount' }, counted);
  if (issues.length === 0) return 'bills';
  return issues.some(({ code }) => code === 'countedBefore') ? 'already' : 'refused';
}
