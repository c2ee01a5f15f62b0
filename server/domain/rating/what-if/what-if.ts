import { setImmediate } from 'node:timers/promises';
import { defineCommand, defineWork, issue, type WorkCall } from '../../../modules/module.ts';
import { priceOrder, totals, type OrderRow, type OrderRows } from '../trial/orders.ts';
import { loadWithSql, type PriceRows, type ServiceRow, type VersionRow } from '../snapshot/load-sql.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import { contentsOf } from '../snapshot/snapshots.ts';
import { reachOf, type Reach } from './reach.ts';
import { Tally, type Way } from './tally.ts';
import {
  countOrdersSql,
  keepWhatIfSql,
  pageOfOrdersSql,
  termsOfAllSql,
  whatIfSql,
  withoutPercentSql,
  type WhatIfRow,
} from './what-if-sql.ts';

const pageSize = 1000;
/** Orders that are priced before others get their turn. */
const together = 100;

/** Orders the pricing of a period both ways; answers the job. */
export const runWhatIf = defineCommand({
  path: 'WhatIf/run',
  body: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', pattern: '^[0-9]{1,18}$' } },
    examples: [{ id: '5001' }],
  },
  answer: { type: 'object', required: ['job'], properties: { job: { type: 'string' } } },
  needs: { entity: 'what-if', code: 'edit' },
  perMinute: 10,
  async run({ body, list, read, order, refuse }) {
    const [found] = await list('what-if', { id: String(body['id']) }, 1);
    if (!found) refuse(issue('reference.missing', 'id'));
    const [strange] = await read(withoutPercentSql, [body['id']]);
    if (strange) refuse(issue('rating.levelWithoutPercent', 'levels', strange));
    return { job: await order('rating.what-if', { id: body['id'], entity: 'what-if' }) };
  },
});

type TermsOfAll = Pick<OrderRows, 'shipFroms' | 'customers'>;

/**
 * Prices the orders of a period by the prices of now and by what is tried, and keeps the comparison with the record. Reads
 * prices once, so that both ways are of one moment; a second run starts from the beginning.
 */
export const whatIf = defineWork('rating.what-if', async (call) => {
  const id = String(call.request['id']);
  const [asked] = await call.read<WhatIfRow>(whatIfSql, [call.tenant, id]);
  if (!asked) return { orders: 0 };
  const { before, after, reach } = await bothWays(call, asked);
  const [terms] = (await call.read<TermsOfAll>(termsOfAllSql, [])) as [TermsOfAll];
  const rows = { ...terms, state: '', orders: [] };
  const period = [asked.from, asked.to, asked.customer, asked.channel];
  const [{ count: total = 0 } = {}] = await call.report<{ count: number }>(countOrdersSql, period);
  const tally = new Tally();
  let done = 0;
  for await (const page of pages(call, period)) {
    for (const [at, order] of page.entries()) {
      if (at % together === 0) await setImmediate();
      priceBothWays(order, asked, { rows, before, after, reach }, tally);
    }
    done += page.length;
    await call.progress({ done, total: Math.max(total, done) });
    call.signal.throwIfAborted();
  }
  const names = new Map([
    ...rows.customers.map(({ id: key, name }) => [key, name] as const),
    ...[...before.services.values()].map(({ channel, channelName }) => [channel, channelName] as const),
  ]);
  return keep(call, id, done, { tally, names, version: asked.version });
});

/** Each page is read while the one before it is priced. */
async function* pages(call: WorkCall, period: readonly unknown[]): AsyncGenerator<readonly OrderRow[]> {
  const read = async (last: string) => await call.report<OrderRow>(pageOfOrdersSql, [...period, last, pageSize]);
  let page = await read('0');
  while (page.length > 0) {
    const last = page.length < pageSize ? undefined : page.at(-1)?.id;
    const next = last === undefined ? null : read(last);
    // On an early end the prefetched page is discarded.
    next?.catch(() => undefined);
    yield page;
    page = next ? await next : [];
  }
}

function priceBothWays(
  order: OrderRow,
  asked: WhatIfRow,
  on: { readonly rows: OrderRows; readonly before: Snapshot; readonly after: Snapshot; readonly reach: Reach },
  tally: Tally,
): void {
  const { rows, before, after, reach } = on;
  const service = before.services.get(order.service ?? '');
  const now: Way = service ? totals(priceOrder(order, service, rows, before)) : { sale: null, cost: null };
  const then = service ? wayAfter(order, service, now, { rows, after, reach }) : now;
  const instead = asked.instead.find(({ service }) => service === order.service);
  // Another account or channel carries it, and the customer pays what they paid.
  const carried = instead ? costBy(order, instead.by, rows, after) : then.cost;
  const cost = now.cost && carried ? carried : null;
  tally.add({
    ...{ id: order.id, orderNo: order.orderNo, customer: order.customer, channel: order.channel ?? '' },
    before: { sale: now.sale, cost: cost && now.cost },
    after: { sale: then.sale, cost },
  });
}

/** Orders unaffected by the tried prices keep their result. */
function wayAfter(
  order: OrderRow,
  service: ServiceRow,
  now: Way,
  { rows, after, reach }: { readonly rows: OrderRows; readonly after: Snapshot; readonly reach: Reach },
): Way {
  const moved = reach(service);
  if (moved === 'nothing') return now;
  if (moved === 'both') return totals(priceOrder(order, service, rows, after));
  const { sale } = totals(priceOrder(order, service, rows, after, { withSale: true, withCost: false }));
  return { sale, cost: now.cost };
}

function costBy(order: OrderRow, by: string, rows: OrderRows, snapshot: Snapshot): Way['cost'] {
  const service = snapshot.services.get(by);
  if (!service) return null;
  const { cost } = priceOrder(order, service, rows, snapshot);
  return cost && 'total' in cost ? cost : null;
}

/** The prices of now, and those with the drafts in the place of what they replace, from the first day of the period on. */
async function bothWays(
  call: WorkCall,
  asked: WhatIfRow,
): Promise<{ before: Snapshot; after: Snapshot; reach: Reach }> {
  const [rows] = (await call.read<PriceRows>(loadWithSql, [[], asked.drafts])) as [PriceRows];
  const contents = contentsOf(rows);
  const drafts = new Set(asked.drafts);
  const without = <T extends VersionRow>(all: readonly T[]): T[] => all.filter(({ id }) => !drafts.has(id));
  const replaced = <T extends VersionRow>(all: readonly T[]): T[] => {
    const tried = all.filter(({ id }) => drafts.has(id));
    const codes = new Set(tried.map(({ code }) => code));
    const from = '0000-01-01';
    return [
      ...all.filter(({ id, code }) => !drafts.has(id) && !codes.has(code)),
      ...tried.map((each) => ({ ...each, from, to: null })),
    ];
  };
  const versions = (pick: typeof without): Pick<PriceRows, (typeof kinds)[number]> => ({
    tables: pick(rows.tables),
    fixed: pick(rows.fixed),
    charts: pick(rows.charts),
    areas: pick(rows.areas),
    surcharges: pick(rows.surcharges),
  });
  const { fuelPercent } = asked;
  const fuel = fuelPercent === null ? rows.fuel : rows.fuel.map((week) => ({ ...week, percent: fuelPercent }));
  const levels = rows.levels.map((each) => ({
    ...each,
    ...asked.levels.find(({ channel, level }) => channel === each.channel && level === each.level),
  }));
  return {
    before: new Snapshot({ ...rows, ...versions(without) }, contents),
    after: new Snapshot({ ...rows, ...versions(replaced), levels, fuel }, contents),
    reach: reachOf(rows, {
      ...{ drafts, channels: new Set(asked.levels.map(({ channel }) => channel)), withFuel: fuelPercent !== null },
    }),
  };
}

const kinds = ['tables', 'fixed', 'charts', 'areas', 'surcharges'] as const;

async function keep(
  call: WorkCall,
  id: string,
  orders: number,
  of: { readonly tally: Tally; readonly names: ReadonlyMap<string, string>; readonly version: number },
) {
  const { tally, names, version } = of;
  const sums = tally.result();
  const used = [...sums.customer, ...sums.channel].map(({ key }) => key);
  const named = [...used, ...sums.losers.flatMap(({ customer, channel }) => [customer, channel])];
  const result = { ...sums, version, names: Object.fromEntries(named.map((key) => [key, names.get(key) ?? ''])) };
  // The currency of most orders heads the list; the tables have all of them.
  const [most] = result.totals.toSorted((one, other) => other.orders - one.orders);
  const kept = {
    ...{ orders, priced: tally.priced, currency: most?.currency ?? null, result },
    ...{ marginBefore: most?.before.margin ?? null, marginAfter: most?.after.margin ?? null },
  };
  await call.services.query(keepWhatIfSql, [call.tenant, id, JSON.stringify(kept)]);
  return { orders, priced: tally.priced };
}
