import { defineCommand, issue, type CommandCall, type Issue, type JsonSchema } from '../../../modules/module.ts';
import { money, weight, wireLine } from '../explain.ts';
import { mulDiv } from '../kernel/exact.ts';
import type { Price } from '../kernel/rate.ts';
import { isPrice, type Priced } from '../price-service.ts';
import { cheapestFirst, seesCost, wireQuote, type Quote } from '../quote.ts';
import { quoteAnswer } from '../quote-schema.ts';
import { unitOf } from '../snapshot/compile.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { snapshotsOf } from '../snapshot/snapshots.ts';
import { priceOrder, servicesOf, totals, type OrderRow, type OrderRows } from './orders.ts';
import { keepTrialsSql, ordersSql, recalculateSql } from './trial-sql.ts';

/** Most orders of one trial. */
const most = 40;

const body: JsonSchema = {
  type: 'object',
  required: ['ids'],
  properties: {
    ids: { type: 'array', minItems: 1, maxItems: most, items: { type: 'string', pattern: '^[0-9]{1,18}$' } },
  },
  examples: [{ ids: ['5001', '5002'] }],
};
const results = (more: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'ok'],
        properties: {
          id: { type: 'string' },
          ok: { type: 'boolean' },
          issues: { type: 'array', items: { type: 'object' } },
          ...more,
        },
      },
    },
  },
});

interface Result {
  readonly id: string;
  readonly ok: boolean;
  readonly issues?: readonly (Issue & { message: string })[];
  readonly quotes?: readonly Quote[];
}

/** Prices drafts on every channel of their customers, and keeps what came of it for a day. */
export const trial = defineCommand({
  path: 'Order/trial',
  body,
  answer: results({ quotes: (quoteAnswer['properties'] as Record<string, JsonSchema>)['quotes'] ?? {} }),
  needs: { entity: 'order', code: 'submit' },
  perMinute: 60,
  async run(call) {
    const { rows, snapshot, refused } = await open(call, ({ status }) => status === 'draft' || status === 'failed');
    const cost = seesCost(call);
    const kept: object[] = [];
    const done = rows.orders.map((order): Result => {
      const priced = servicesOf(order, rows, snapshot).map((service) => priceOrder(order, service, rows, snapshot));
      kept.push(...priced.map((each) => resultRow(call, order, each, snapshot)));
      const sight = { sale: true, cost, lines: showsLines(call, order, rows) };
      const quotes = priced.map((each) => wireQuote(each, snapshot, sight, call)).toSorted(cheapestFirst);
      return { id: order.id, ok: true, quotes };
    });
    const orders = rows.orders.map(({ id }) => id);
    if (orders.length > 0)
      await call.services.query(keepTrialsSql, [call.tenant, orders, JSON.stringify(kept), call.actor.id]);
    return { results: inAskedOrder(call, [...done, ...refused]) };
  },
});

/** Counts the predicted charges of placed orders again, by the prices that stand for their ship dates now. */
export const recalculate = defineCommand({
  path: 'Order/recalculate',
  body,
  answer: results({}),
  needs: { entity: 'order', code: 'place' },
  perMinute: 60,
  async run(call) {
    const { rows, snapshot, refused } = await open(call, ({ status }) => status !== 'draft');
    const done: Result[] = [];
    for (const order of rows.orders) {
      const service = snapshot.services.get(order.service ?? '');
      const priced = service && priceOrder(order, service, rows, snapshot);
      const { sale, cost } = priced ? totals(priced) : { sale: null, cost: null };
      if (!priced || !sale) {
        done.push(refusal(call, order.id, issue('rating.noPriceNow', 'service')));
        continue;
      }
      const lines = (price: Price | null) =>
        price?.lines.map((line) => wire(call, line, price, priced, snapshot)) ?? [];
      const found = { currency: sale.currency, sale: money(sale.total), cost: cost && money(cost.total) };
      const charges = { ...found, saleLines: lines(sale), costLines: lines(cost) };
      await call.services.query(recalculateSql, [call.tenant, order.id, JSON.stringify(charges)]);
      done.push({ id: order.id, ok: true });
    }
    return { results: inAskedOrder(call, [...done, ...refused]) };
  },
});

/** The orders that the person may read and that stand where this is done, with the prices of the very moment. */
async function open(
  call: CommandCall,
  fits: (order: OrderRow) => boolean,
): Promise<{ rows: OrderRows; snapshot: Snapshot; refused: Result[] }> {
  const asked = [...new Set(call.body['ids'] as string[])];
  const listed = await call.list('order', { 'id.in': asked.join(',') }, most);
  const readable = listed.map((row) => String(row['id']));
  for (let tries = 0; tries < 5; tries++) {
    const [row] = await call.read(ordersSql, [readable]);
    const rows = row as unknown as OrderRows;
    const snapshot = await snapshotsOf(call.services).of(call, rows.state);
    // Prices changed between the two: what the orders say of the state would not be that of the prices.
    if (snapshot.state !== rows.state) continue;
    const orders = rows.orders.filter(fits);
    const here = new Set(orders.map(({ id }) => id));
    const refused = asked.flatMap((id) => {
      if (here.has(id)) return [];
      return [refusal(call, id, issue(readable.includes(id) ? 'rating.wrongState' : 'reference.missing', ''))];
    });
    return { rows: { ...rows, orders }, snapshot, refused };
  }
  return call.refuse(issue('rating.pricesMove', ''));
}

const refusal = (call: CommandCall, id: string, found: Issue): Result => ({
  ...{ id, ok: false },
  issues: [{ ...found, message: call.explain(found) }],
});

const inAskedOrder = ({ body: { ids } }: CommandCall, found: readonly Result[]): Result[] =>
  [...new Set(ids as string[])].flatMap((id) => found.filter((each) => each.id === id));

const showsLines = ({ actor }: CommandCall, order: OrderRow, { customers }: OrderRows): boolean =>
  actor.member === null || customers.find(({ id }) => id === order.customer)?.showValuationDetail === true;

const wire = (call: CommandCall, line: Price['lines'][number], price: Price, priced: Priced, snapshot: Snapshot) =>
  wireLine(line, price, { unit: unitOf(priced.service.unitType), snapshot, words: call });

function resultRow(call: CommandCall, order: OrderRow, priced: Priced, snapshot: Snapshot): object {
  const { service, days } = priced;
  const { sale, cost } = totals(priced);
  const lines = (price: Price | null) => price?.lines.map((line) => wire(call, line, price, priced, snapshot)) ?? null;
  return {
    ...{ id: call.services.newId(), order: order.id, customer: order.customer, fingerprint: order.fingerprint },
    ...{ channel: service.channel, service: service.id, available: sale !== null, days },
    reason: isPrice(priced.sale) ? null : (priced.sale?.code ?? null),
    currency: sale?.currency ?? null,
    zone: sale?.zone ?? null,
    unitType: service.unitType,
    billableWeight: sale && weight(sale.billableWeight),
    billableWeight_g: sale && grams(sale.billableWeight, service.unitType),
    sale: sale && money(sale.total),
    // Without a price there is nothing to set a cost against.
    cost: sale && cost && money(cost.total),
    margin: sale && cost && money(sale.total - cost.total),
    saleLines: lines(sale),
    costLines: sale && lines(cost),
  };
}

const grams = (parts: number, unitType: string): number =>
  unitType === '1' ? mulDiv(parts, 1, 10) : mulDiv(parts, 45_359_237, 1_000_000_000);
