import { defineCommand, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import { spread, sumNames } from './income-sql.ts';
import { dayIn, periods, spanBefore, spanOf, type Period, type Span } from './period.ts';
import { salespeopleSql } from './reach.ts';

export const dims = ['channel', 'customer', 'level', 'zone'] as const;
/** Largest entries per kind; the others are summed as the rest. */
const most = 15;
const pageSize = 50;

const text: JsonSchema = { type: 'string' };
const maybe: JsonSchema = { type: ['string', 'null'] };
const count: JsonSchema = { type: 'integer' };
const span: JsonSchema = { type: 'object', properties: { from: text, to: text } };
const figures: JsonSchema = {
  type: 'object',
  description:
    'Sums as decimal texts; null where the reader may not see costs. Actual ones speak of the billed orders.',
  properties: {
    ...{ orders: count, sale: text, cost: maybe, margin: maybe, billed: count, billedCost: maybe, actualCost: maybe },
    ...{ invoiced: count, invoicedSale: text, actualSale: text },
  },
};

const period: JsonSchema = { enum: periods };
const sumOf = (name: string, when: string) => `coalesce(sum(d.${name}) FILTER (WHERE ${when}), 0)`;
const inSpan = (from: string, to: string) => `d.day BETWEEN ${from}::date AND ${to}::date`;
const money = (name: string, when: string) => `${sumOf(name, when)}::numeric(18, 2)::text`;

/** Sums over `boards` rows that match `when`, as an object. */
const figuresSql = (
  when: string,
): string => `json_build_object('orders', ${sumOf('orders', when)}, 'sale', ${money('sale', when)},
  'cost', ${money('cost', when)}, 'margin', (${sumOf('sale', when)} - ${sumOf('cost', when)})::numeric(18, 2)::text,
  'billed', ${sumOf('billed', when)}, 'billedCost', ${money('billed_cost', when)}, 'actualCost', ${money('actual_cost', when)},
  'invoiced', ${sumOf('invoiced', when)}, 'invoicedSale', ${money('invoiced_sale', when)}, 'actualSale', ${money('actual_sale', when)})`;

const reach = `d.tenant_id = lading.tenant() AND d.currency = $1 AND ($6::bigint[] IS NULL OR d.org_id = ANY ($6))`;
const both = `(${inSpan('$2', '$3')} OR ${inSpan('$4', '$5')})`;
const now = inSpan('$2', '$3');
/** Whether an order (the row `i`) belongs to the salesperson of a parameter. */
const soldBy = (person: string): string =>
  `EXISTS (SELECT FROM "order" s WHERE s.tenant_id = i.tenant_id AND s.id = i.order_id AND s.salesperson = ${person}::bigint)`;
/** The sums of all orders, or of those of one salesperson. */
const allSums = 'boards.income_day';
const sumsOf = (person: string): string =>
  `(${spread(
    `SELECT i.*, 1 AS sign FROM boards.income i WHERE i.tenant_id = lading.tenant() AND i.currency = $1 AND (${both.replaceAll('d.', 'i.')})
        AND ${soldBy(person)}`,
    '0',
  )})`;

/** Sums by key for the period and the previous one, in a single pass. */
const summed = (
  sums: string,
): string => `(SELECT d.dim, d.key, ${now} AS during, ${sumNames.map((name) => `sum(d.${name}) AS ${name}`).join(', ')}
    FROM ${sums} d WHERE ${reach} AND ${both} GROUP BY 1, 2, 3)`;

/** The display name of a key. */
const nameSql = (dim: string, key: string): string => `CASE ${dim}
    WHEN 'channel' THEN (SELECT c.name FROM channel c WHERE c.tenant_id = lading.tenant() AND c.id::text = ${key})
    WHEN 'customer' THEN (SELECT c.name FROM customer c WHERE c.tenant_id = lading.tenant() AND c.id = ${key}::bigint)
    WHEN 'level' THEN (SELECT l.name FROM level l WHERE l.tenant_id = lading.tenant() AND l.id::text = ${key})
    ELSE ${key} END`;

/** $1 currency, $2 to $5 the period and the one before, $6 organisations or null, $7 how many of each, $8 salesperson. */
const figuresOf = (sums: string): string => `WITH summed AS MATERIALIZED ${summed(sums)}
  SELECT
  (SELECT json_build_object('now', ${figuresSql('d.during')}, 'before', ${figuresSql('NOT d.during')}) FROM summed d WHERE d.dim = 'all') AS total,
  (SELECT coalesce(json_agg(json_build_object('dim', r.dim, 'key', r.key, 'name', ${nameSql('r.dim', 'r.key')}, 'now', r.now, 'before', r.before)
       ORDER BY r.dim, r.place), '[]')
     FROM (SELECT g.*, row_number() OVER (PARTITION BY g.dim ORDER BY g.sale DESC, g.key) AS place
             FROM (SELECT d.dim, d.key, ${sumOf('sale', 'd.during')} AS sale, ${figuresSql('d.during')} AS now, ${figuresSql('NOT d.during')} AS before
                     FROM summed d WHERE d.dim <> 'all'
                    GROUP BY d.dim, d.key HAVING ${sumOf('orders', 'd.during')} > 0) g) r
    WHERE r.place <= $7) AS groups,
  (SELECT coalesce(json_agg(json_build_object('at', s.day, 'sale', s.sale::numeric(18, 2)::text, 'cost', s.cost::numeric(18, 2)::text, 'orders', s.orders) ORDER BY s.day), '[]')
     FROM (SELECT d.day::text, sum(d.sale) AS sale, sum(d.cost) AS cost, sum(d.orders) AS orders
             FROM ${sums} d WHERE ${reach} AND d.dim = 'all' AND ${now} GROUP BY d.day) s) AS series`;

/** Hourly figures of a day. $1 currency, $2 day, $3 time zone, $4 organisations or null, $5 salesperson or null. */
const hoursOf = `SELECT to_char(i.at AT TIME ZONE $3, 'YYYY-MM-DD HH24:00') AS at, sum(i.sale)::numeric(18, 2)::text AS sale,
    sum(i.cost)::numeric(18, 2)::text AS cost, count(*)::integer AS orders
  FROM boards.income i WHERE i.tenant_id = lading.tenant() AND i.currency = $1 AND i.day = $2::date
   AND i.at >= ($2::date)::timestamp AT TIME ZONE $3 AND i.at < ($2::date + 1)::timestamp AT TIME ZONE $3
   AND ($4::bigint[] IS NULL OR i.org_id = ANY ($4)) AND ($5::bigint IS NULL OR ${soldBy('$5')}) GROUP BY 1 ORDER BY 1`;

type Figures = Record<string, unknown>;
interface Group {
  readonly now: Figures;
  readonly before: Figures;
}

interface IncomeRow {
  readonly total: Group;
  readonly groups: readonly Group[];
  readonly series: readonly Figures[];
}

const costs = ['cost', 'margin', 'billedCost', 'actualCost'];
const without = (row: Figures): Figures => ({ ...row, ...Object.fromEntries(costs.map((name) => [name, null])) });

/** Whether the reader sees the orders' cost. */
export const seesCost = ({ can }: Pick<CommandCall, 'can'>): boolean => can('order', 'read', 'predictedCost');

const dayOf = (body: CommandCall['body'], timeZone: string): string => {
  const day = body['day'];
  return typeof day === 'string' ? day : dayIn(timeZone, new Date());
};
const bodyOf = (more: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  ...{ type: 'object', required, additionalProperties: false },
  properties: {
    period,
    day: { ...text, format: 'date', description: 'The day that the period ends with; today where it is not said.' },
    currency: { ...text, pattern: '^[A-Z]{3}$' },
    salesperson: {
      ...text,
      pattern: '^[0-9]{1,18}$',
      description: 'Only orders made while this account sold to their customer.',
    },
    ...more,
  },
});

/** Revenue, cost and margin of a period and the previous one, by channel, customer, level and zone. */
export const income = defineCommand({
  path: 'Income/figures',
  needs: { entity: 'order', code: 'read' },
  perMinute: 120,
  body: { ...bodyOf({}, ['period']), examples: [{ period: 'month' }] },
  answer: {
    type: 'object',
    properties: {
      ...{ currency: text, currencies: { type: 'array', items: text }, seesCost: { type: 'boolean' } },
      salespeople: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
      ...{ span, spanBefore: span, total: { type: 'object', properties: { now: figures, before: figures } } },
      groups: {
        type: 'array',
        items: {
          type: 'object',
          properties: { dim: { enum: dims }, key: text, name: maybe, now: figures, before: figures },
        },
      },
      series: {
        type: 'array',
        items: { type: 'object', properties: { at: text, sale: text, cost: maybe, orders: count } },
      },
    },
  },
  async run(call) {
    const { body, report, timeZone } = call;
    const orgs = await call.organisations('order');
    const asked = body['period'] as Period;
    const day = dayOf(body, timeZone);
    const [during, earlier] = [spanOf(asked, day), spanBefore(asked, day)];
    const known = (
      await report(
        `SELECT DISTINCT d.currency FROM boards.income_day d WHERE d.tenant_id = lading.tenant() AND d.dim = 'all' AND d.orders > 0 ORDER BY 1`,
        [],
      )
    ).map((row) => String(row['currency']));
    const currency = typeof body['currency'] === 'string' ? body['currency'] : call.currency;
    const person = (body['salesperson'] as string | undefined) ?? null;
    const values = [currency, ...daysOf(during), ...daysOf(earlier), orgs, most];
    const [row] = await (person
      ? report<IncomeRow>(figuresOf(sumsOf('$8')), [...values, person])
      : report<IncomeRow>(figuresOf(allSums), values));
    const byHour = asked === 'today' ? await report(hoursOf, [currency, day, timeZone, orgs, person]) : null;
    const { total, groups, series } = row as IncomeRow;
    const sight = seesCost(call) ? (each: Figures) => each : without;
    const seen = (each: Group): Group => ({ ...each, now: sight(each.now), before: sight(each.before) });
    return {
      ...{ currency, currencies: [...new Set([call.currency, ...known])], seesCost: seesCost(call) },
      salespeople: await report(salespeopleSql, []),
      ...{ span: during, spanBefore: earlier, total: seen(total), groups: groups.map(seen) },
      series: (byHour ?? series).map((each) => (seesCost(call) ? each : { ...each, cost: null })),
    };
  },
});

const daysOf = ({ from, to }: Span): [string, string] => [from, to];

/** $1 currency, $2 from, $3 to, $4 organisations or null, $5 dimension, $6 key, $7 time zone, $8 page, $9 how many, $10 billed, invoiced or all, $11 salesperson or null. */
const ordersOf = `SELECT i.order_id::text AS id, o."orderNo", o.status, i.customer::text, c.name AS "customerName", h.name AS channel, l.name AS level, i.zone,
    i.at, i.sale::numeric(18, 2)::text AS sale, i.cost::numeric(18, 2)::text AS cost, (i.sale - i.cost)::numeric(18, 2)::text AS margin,
    i.actual_cost::numeric(18, 2)::text AS "actualCost", i.actual_sale::numeric(18, 2)::text AS "actualSale"
  FROM (SELECT i.* FROM boards.income i WHERE i.tenant_id = lading.tenant() AND i.currency = $1
      AND i.at >= ($2::date)::timestamp AT TIME ZONE $7 AND i.at < ($3::date + 1)::timestamp AT TIME ZONE $7
      AND ($4::bigint[] IS NULL OR i.org_id = ANY ($4))
      AND CASE $5 WHEN 'channel' THEN coalesce(i.channel::text, '') = $6 WHEN 'customer' THEN i.customer::text = $6
            WHEN 'level' THEN coalesce(i.level::text, '') = $6 WHEN 'zone' THEN coalesce(i.zone, '') = $6 ELSE true END
      AND ($11::bigint IS NULL OR ${soldBy('$11')})
      AND CASE $10 WHEN 'billed' THEN i.actual_cost IS NOT NULL WHEN 'invoiced' THEN i.actual_sale IS NOT NULL ELSE true END
    ORDER BY i.at DESC, i.order_id DESC OFFSET $8::integer * ($9::integer - 1) LIMIT $9::integer) i
  JOIN "order" o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
  JOIN customer c ON c.tenant_id = i.tenant_id AND c.id = i.customer
  LEFT JOIN channel h ON h.tenant_id = i.tenant_id AND h.id = i.channel
  LEFT JOIN level l ON l.tenant_id = i.tenant_id AND l.id = i.level
 ORDER BY i.at DESC, i.order_id DESC`;

/** The orders behind a figure, newest first; each leads to its lines. */
export const incomeOrders = defineCommand({
  path: 'Income/orders',
  needs: { entity: 'order', code: 'read' },
  perMinute: 120,
  body: bodyOf(
    {
      ...{ dim: { enum: dims }, key: { ...text, maxLength: 60 }, of: { enum: ['billed', 'invoiced'] } },
      page: { type: 'integer', minimum: 0, maximum: 1_000 },
    },
    ['period'],
  ),
  answer: {
    type: 'object',
    properties: {
      more: { type: 'boolean' },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ id: text, orderNo: text, status: text, customer: text, customerName: text, channel: maybe },
            ...{ level: maybe, zone: maybe, at: { type: 'string', format: 'date-time' }, sale: text, cost: maybe },
            ...{ margin: maybe, actualCost: maybe, actualSale: maybe },
          },
        },
      },
    },
  },
  async run(call) {
    const { body, timeZone } = call;
    const orgs = await call.organisations('order');
    const { from, to } = spanOf(body['period'] as Period, dayOf(body, timeZone));
    const currency = body['currency'] ?? call.currency;
    const page = Number(body['page'] ?? 0);
    const asked = [body['dim'] ?? '', body['key'] ?? '', timeZone, page, pageSize + 1, body['of'] ?? ''];
    const rows = await call.report(ordersOf, [currency, from, to, orgs, ...asked, body['salesperson'] ?? null]);
    const seen = rows
      .slice(0, pageSize)
      .map((row) => (seesCost(call) ? row : { ...row, cost: null, margin: null, actualCost: null }));
    return { rows: seen, more: rows.length > pageSize };
  },
});
