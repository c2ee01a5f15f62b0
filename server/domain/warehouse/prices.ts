import {
  defineCommand,
  defineEffect,
  defineExternalCall,
  issue,
  type CommandCall,
  type EffectCall,
} from '../../modules/module.ts';
import { count, type Counted } from './count.ts';
import { dayIn, monthBefore } from './days.ts';
import { centsText } from './exact.ts';
import { factsSql, pairsSql, priceSql, type Facts, type Period, type PriceRow } from './facts.ts';
import { periodIssue } from './period.ts';

const lastSql = `SELECT id::text, "versionNo" AS version FROM warehouse_price WHERE code = $1 ORDER BY "versionNo" DESC LIMIT 1`;

/** A profile becomes the next version of its code, on every way in, so that no number is given twice. */
const numberVersion = defineEffect('warehouse.number-version', async ({ tenant, record, transaction }) => {
  const code = String(record['code']);
  const key = `warehouse-price ${tenant} ${code}`;
  await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const [last] = await transaction.query(lastSql, [code]);
  const versionNo = Number(last?.['version'] ?? 0) + 1;
  return { patch: { versionNo, label: `${code} v${versionNo}`, previous: last?.['id'] ?? null } };
});

/** What a copy takes over: the terms, and not what has become of the version. */
const terms = ['code', 'name', 'currency', 'from', 'freeDays', 'countFirstDay', 'countLastDay', 'notes'] as const;

async function addCopy({ record, add }: EffectCall, changes: Readonly<Record<string, unknown>>): Promise<void> {
  if (!add) throw new Error('a copy is an action of its own');
  const rows = record['fees'] as readonly Readonly<Record<string, unknown>>[];
  const fees = rows.map(({ fee, basis, fromDay, price, note }) => ({ fee, basis, fromDay, price, note }));
  const values = Object.fromEntries(terms.map((name) => [name, record[name]]));
  await add({ ...values, fees, ...changes });
}

/** A draft with everything that this version holds, from another day on. What is active is never edited. */
const newVersion = defineEffect('warehouse.new-version', (call) => addCopy(call, { from: call.input['from'] }));

/** The same as another profile. */
const copy = defineEffect('warehouse.copy', async (call) => {
  const { code, name } = call.input;
  if (code === call.record['code']) return { issues: [issue('warehouse.sameCode', 'code')] };
  return addCopy(call, { code, name });
});

/** Who has another version of a code on a day. $1 tenant, $2 day, $3 code, $4 the version. */
const othersSql = `SELECT x.* FROM (
    SELECT DISTINCT ON (a.customer, a.warehouse) a.customer::text, a.warehouse::text, a."from" = $2::date AS "isSameDay", a.price, c.name, p.code
      FROM warehouse_price_assignment a JOIN warehouse_price p ON p.tenant_id = a.tenant_id AND p.id = a.price
      JOIN customer c ON c.tenant_id = a.tenant_id AND c.id = a.customer
     WHERE a.tenant_id = $1 AND a."from" <= $2::date AND p.status <> 'draft' ORDER BY a.customer, a.warehouse, a."from" DESC) x
   WHERE x.code = $3 AND x.price <> $4 ORDER BY x.customer, x.warehouse`;

/** Assigns the version to every customer with another version of its code on that day. Running it again changes nothing. */
const moveCustomers = defineExternalCall('warehouse.move-customers', async ({ services, tenant, id, input, add }) => {
  const since = String(input['since']);
  const [found] = await services.query(priceSql, [tenant, id]);
  const others = await services.query(othersSql, [tenant, since, found?.['code'], id]);
  for (const { customer, warehouse, name, isSameDay } of others) {
    const params = { customer: name, since };
    if (isSameDay === true) return { issues: [issue('warehouse.sameDay', '', params)] };
    const issues = await add('warehouse-price-assignment', { customer, warehouse, price: id, from: since });
    if (issues.length > 0) return { issues };
  }
  return undefined;
});

export const priceHandlers = [numberVersion, newVersion, copy, moveCustomers];

/** Customers with any version of a profile within a period. $1 tenant, $2 code, $3 last day. */
const usersSql = `SELECT DISTINCT a.customer::text FROM warehouse_price_assignment a JOIN warehouse_price p ON p.tenant_id = a.tenant_id AND p.id = a.price
  WHERE a.tenant_id = $1 AND p.code = $2 AND a."from" <= $3::date`;
const namesSql = `SELECT c.id::text, c.name FROM customer c WHERE c.tenant_id = $1 AND c.id = ANY ($2::bigint[])`;

interface PreviewRow {
  readonly customer: string;
  readonly name: string;
  readonly currency: string;
  readonly before: Charged;
  readonly after: bigint;
}

/** A sum with its currency, which is null for nothing. The sum is null where it is in more than one currency. */
interface Charged {
  readonly sum: bigint | null;
  readonly currency: string | null;
}

const chargedBy = ({ total, currency, isMixed }: Counted): Charged =>
  isMixed ? { sum: null, currency } : { sum: total, currency: total === 0n ? null : currency };

function together(one: Charged, other: Charged): Charged {
  const currency = one.currency ?? other.currency;
  const isOne = currency === (other.currency ?? currency);
  return { sum: isOne && one.sum !== null && other.sum !== null ? one.sum + other.sum : null, currency };
}

/** What changes; null where today's prices are in another currency, which cannot be compared. */
const changeOf = ({ before, after, currency }: PreviewRow): bigint | null =>
  before.sum === null || (before.currency ?? currency) !== currency ? null : after - before.sum;

/** What a version would have brought, by customer: all of their warehouses by what holds today, and by this version alone. */
async function previewRows(call: CommandCall, id: string, period: Period): Promise<PreviewRow[]> {
  const [found] = await call.read(priceSql, [call.tenant, id]);
  if (!found) return [];
  const only = found['price'] as PriceRow;
  const users = (await call.read(usersSql, [call.tenant, found['code'], period.to])).map(({ customer }) => customer);
  const asked = users.length > 0 ? users : null;
  const pairs = await call.read(pairsSql, [call.tenant, period.from, period.to, asked, null]);
  const [customers, warehouses] = [pairs.map(({ customer }) => customer), pairs.map(({ warehouse }) => warehouse)];
  const facts = await call.read<Facts>(factsSql, [call.tenant, period.from, period.to, customers, warehouses]);
  const names = new Map((await call.read(namesSql, [call.tenant, customers])).map((row) => [row['id'], row['name']]));
  const sums = new Map<string, PreviewRow>();
  for (const each of facts) {
    const [before, after] = [count({ ...each, late: [] }, period), count(each, period, only)];
    const known = sums.get(each.customer);
    sums.set(each.customer, {
      ...{ customer: each.customer, name: String(names.get(each.customer) ?? ''), currency: only.currency },
      before: known ? together(known.before, chargedBy(before)) : chargedBy(before),
      after: (known?.after ?? 0n) + after.total,
    });
  }
  const order = (row: PreviewRow): bigint => changeOf(row) ?? 0n;
  return [...sums.values()].toSorted((one, other) => Number(order(other) - order(one)));
}

const date = { type: 'string', format: 'date' };
const text = { type: 'string' };
const orNone = { type: ['string', 'null'] };

/** What a version would have brought in a period, by customer; the month before this one where none is named. */
export const previewPrice = defineCommand({
  path: 'WarehousePrice/preview',
  body: {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: { id: { type: 'string', pattern: '^[0-9]{1,18}$' }, from: date, to: date },
    examples: [{ id: '5001' }],
  },
  answer: {
    type: 'object',
    required: ['from', 'to', 'rows'],
    properties: {
      ...{ from: date, to: date },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ customer: text, name: text, currency: text, after: text, beforeCurrency: text },
            before: { ...orNone, description: 'Null: in more than one currency.' },
            change: { ...orNone, description: 'Null: not in the currency of `before`.' },
          },
        },
      },
    },
  },
  needs: { entity: 'warehouse-price', code: 'read' },
  perMinute: 60,
  async run(call) {
    const month = monthBefore(dayIn(call.timeZone));
    const period = { from: String(call.body['from'] ?? month.from), to: String(call.body['to'] ?? month.to) };
    const wrong = periodIssue(period, null);
    if (wrong) return call.refuse(wrong);
    const [seen] = await call.list('warehouse-price', { id: String(call.body['id']) }, 1);
    if (!seen) return call.refuse(issue('reference.missing', 'id'));
    const rows = await previewRows(call, String(call.body['id']), period);
    return {
      ...period,
      rows: rows.map((row) => {
        const { customer, name, currency, before, after } = row;
        const change = changeOf(row);
        return {
          ...{ customer, name, currency, after: centsText(after), change: change === null ? null : centsText(change) },
          before: before.sum === null ? null : centsText(before.sum),
          beforeCurrency: before.currency ?? currency,
        };
      }),
    };
  },
});
