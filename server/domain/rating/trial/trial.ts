import { defineCommand, issue, type CommandCall, type Issue, type JsonSchema } from '../../../modules/module.ts';
import { keptLine, money, weight } from '../explain.ts';
import { mulDiv } from '../kernel/exact.ts';
import type { Price } from '../kernel/rate.ts';
import { isPrice } from '../price-service.ts';
import { cheapestFirst, seesCost, wireQuote, type Quote } from '../quote.ts';
import { quoteAnswer } from '../quote-schema.ts';
import { unitOf } from '../snapshot/compile.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { snapshotsOf } from '../snapshot/snapshots.ts';
import { differs, pickDraft, pickRow, takePicks } from './pick-drafts.ts';
import { pickAnswer, readRules, wirePick, type QuoteOffer } from '../rate-rules.ts';
import type { Picked } from '../pick.ts';
import { priceOrder, servicesOf, totals, unopened, type OrderRow, type OrderRows, type PricedOrder } from './orders.ts';
import { keepPicksSql, keepTrialsSql, ordersSql, recalculateSql } from './trial-sql.ts';

/** Most orders of one trial. */
export const mostTried = 40;
/** How often orders are priced again because of what their rules take. */
const mostRounds = 3;

const body: JsonSchema = {
  type: 'object',
  required: ['ids'],
  properties: {
    ids: { type: 'array', minItems: 1, maxItems: mostTried, items: { type: 'string', pattern: '^[0-9]{1,18}$' } },
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
  readonly pick?: object;
  readonly version?: number;
}

/** Prices drafts on every channel of their customers and stores the results for a day. A draft with a rate rule takes its pick. */
export const trial = defineCommand({
  path: 'Order/trial',
  body,
  answer: results({
    quotes: (quoteAnswer['properties'] as Record<string, JsonSchema>)['quotes'] ?? {},
    version: {
      type: 'integer',
      description: 'Of the order, which changes where its rate rule took another service or its price has risen.',
    },
    pick: { ...pickAnswer, description: 'What the rate rule of the order took, where it names one.' },
  }),
  needs: { entity: 'order', code: 'submit' },
  perMinute: 60,
  async run(call) {
    const left = new Map<string, readonly Issue[]>();
    for (let round = 1; ; round += 1) {
      const opened = await open(call, ({ status }) => status === 'draft' || status === 'failed');
      const tries = await tryEach(call, opened, left);
      const moved = tries.flatMap(({ order, pick }) =>
        pick && differs(order, pick) ? [[order.id, pick] as const] : [],
      );
      if (moved.length === 0 || round === mostRounds) return keepTries(call, opened, tries, left);
      // A pick may change the origin and the ship date, so the order is priced again.
      for (const [id, issues] of await takePicks(call, opened.rows, new Map(moved))) left.set(id, issues);
    }
  },
});

interface Try {
  readonly order: OrderRow;
  readonly priced: readonly PricedOrder[];
  readonly quotes: readonly Quote[];
  readonly pick: Picked<QuoteOffer> | null;
}

/** Prices each draft on the channels of its customer, and asks its rate rule. */
async function tryEach(
  call: CommandCall,
  { rows, snapshot }: Opened,
  left: Map<string, readonly Issue[]>,
): Promise<Try[]> {
  const rules = await readRules(call, [...new Set(rows.orders.flatMap(({ rateRule }) => rateRule ?? []))]);
  const cost = seesCost(call);
  return rows.orders.map((order) => {
    const priced = servicesOf(order, rows, snapshot).map((service) => priceOrder(order, service, rows, snapshot));
    const sight = { sale: true, cost, lines: showsLines(call, order, rows) };
    const quotes = priced
      .map((each) => ({ ...wireQuote(each, snapshot, sight, call), shipDate: each.shipDate }))
      .toSorted(cheapestFirst);
    const closed = unopened(order, rows);
    if (closed) left.set(order.id, [closed]);
    const asked = left.has(order.id) ? null : pickDraft(order, quotes, rules, call.currency);
    if (asked && 'issues' in asked) left.set(order.id, asked.issues);
    return { order, priced, quotes, pick: asked && 'found' in asked ? asked.found : null };
  });
}

async function keepTries(
  call: CommandCall,
  { rows, snapshot, refused }: Opened,
  tries: readonly Try[],
  left: ReadonlyMap<string, readonly Issue[]>,
) {
  const kept = tries.flatMap(({ order, priced }) => priced.map((each) => resultRow(call, order, each, snapshot)));
  const orders = rows.orders.map(({ id }) => id);
  const priced =
    orders.length > 0
      ? await call.services.query(keepTrialsSql, [call.tenant, orders, JSON.stringify(kept), call.actor.id])
      : [];
  const versions = new Map(priced.map((row) => [String(row['id']), Number(row['version'])]));
  const picks = tries.flatMap(({ order, pick }) => (pick && !differs(order, pick) ? [pickRow(order, pick)] : []));
  if (picks.length > 0) await call.services.query(keepPicksSql, [call.tenant, JSON.stringify(picks)]);
  const done = tries.map(({ order: { id, version = 0 }, quotes, pick }): Result => {
    const issues = left.get(id);
    if (issues) return { ...refusal(call, id, ...issues), quotes };
    const now = { id, ok: true, quotes, version: versions.get(id) ?? version };
    return pick ? { ...now, pick: wirePick(call, pick) } : now;
  });
  return { results: inAskedOrder(call, [...done, ...refused]) };
}

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

interface Opened {
  readonly rows: OrderRows;
  readonly snapshot: Snapshot;
  readonly refused: readonly Result[];
}

/** The orders that the person may read and that stand where this is done, with the prices of the very moment. */
async function open(call: CommandCall, fits: (order: OrderRow) => boolean): Promise<Opened> {
  const asked = [...new Set(call.body['ids'] as string[])];
  const listed = await call.list('order', { 'id.in': asked.join(',') }, mostTried);
  const readable = listed.map((row) => String(row['id']));
  for (let tries = 0; tries < 5; tries++) {
    const [rows] = (await call.read<OrderRows>(ordersSql, [readable])) as [OrderRows];
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

const refusal = (call: CommandCall, id: string, ...found: readonly Issue[]): Result => ({
  ...{ id, ok: false },
  issues: found.map((each) => ({ ...each, message: call.explain(each) })),
});

const inAskedOrder = ({ body: { ids } }: CommandCall, found: readonly Result[]): Result[] =>
  [...new Set(ids as string[])].flatMap((id) => found.filter((each) => each.id === id));

const showsLines = ({ actor }: CommandCall, order: OrderRow, { customers }: OrderRows): boolean =>
  actor.member === null || customers.find(({ id }) => id === order.customer)?.showValuationDetail === true;

const wire = (call: CommandCall, line: Price['lines'][number], price: Price, priced: PricedOrder, snapshot: Snapshot) =>
  keptLine(line, price, { unit: unitOf(priced.service.unitType), snapshot, words: call }, call.services.say);

function resultRow(call: CommandCall, order: OrderRow, priced: PricedOrder, snapshot: Snapshot): object {
  const { service, days, shipDate } = priced;
  const { sale, cost } = totals(priced);
  const lines = (price: Price | null) => price?.lines.map((line) => wire(call, line, price, priced, snapshot)) ?? null;
  return {
    ...{ id: call.services.newId(), order: order.id, customer: order.customer, fingerprint: order.fingerprint },
    ...{ channel: service.channel, service: service.id, available: sale !== null, days, shipDate },
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
