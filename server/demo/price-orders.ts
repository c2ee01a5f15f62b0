import { rowQuery } from '../modules/row-query.ts';
import { holdKey, moneyOf, needsOf, placedSql, type Need, type Paid, type Sums } from '../domain/demo/order-money.ts';
import { money, wireLine } from '../domain/rating/explain.ts';
import type { Price } from '../domain/rating/kernel/rate.ts';
import { unitOf } from '../domain/rating/snapshot/compile.ts';
import type { Snapshot } from '../domain/rating/snapshot/snapshot.ts';
import { Snapshots } from '../domain/rating/snapshot/snapshots.ts';
import { priceOrder, totals, type OrderRows } from '../domain/rating/trial/orders.ts';
import { keepPricesSql, ordersSql } from '../domain/rating/trial/trial-sql.ts';
import type { Node } from '../node.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import type { Happening } from './settle.ts';

/** Maximum priced orders per tenant, the newest first; benchmarks create more than anybody views. */
const most = 3_000;
const together = 200;

/**
 * Prices the placed orders by the tenant's tables, line by line, and posts holds, charges and refunds in chronological
 * order. Answers the balance that each customer needs, and when.
 */
export async function priceOrders(
  node: Node,
  actor: Actor,
  culture: Culture,
): Promise<{ happenings: Happening[]; needed: readonly Need[] }> {
  const read = rowQuery(
    async (text, values) => (await node.context.database.read(actor.entrance, { text, values: [...values] }))[0] ?? [],
  );
  const words = {
    say: (key: string, params: Readonly<Record<string, unknown>> = {}) =>
      node.texts.module(culture, key.split('.', 1)[0] ?? '', key, { ...params }),
    explain: (reason: Parameters<typeof node.texts.issue>[1]) => node.texts.issue(culture, reason),
  };
  const snapshots = new Snapshots();
  const placed = await read<Paid>(placedSql, [most]);
  const happenings: Happening[] = [];
  const spent: { order: Paid; sale: number }[] = [];
  for (let from = 0; from < placed.length; from += together) {
    const chunk = placed.slice(from, from + together);
    const [rows] = (await read<OrderRows>(ordersSql, [chunk.map(({ id }) => id)])) as [OrderRows];
    const snapshot = await snapshots.of({ tenant: actor.tenant, read }, rows.state);
    const prices = rows.orders.flatMap((order) => {
      const service = snapshot.services.get(order.service ?? '');
      const priced = service && priceOrder(order, service, rows, snapshot);
      const { sale, cost } = priced ? totals(priced) : { sale: null, cost: null };
      if (!priced || !sale) return [];
      const lines = (price: Price | null) => wireLines(price, snapshot, { unitType: priced.service.unitType, words });
      const sums: Sums = { currency: sale.currency, sale: money(sale.total), cost: cost && money(cost.total) };
      return [{ order: order.id, holdKey: holdKey(order.id), ...sums, saleLines: lines(sale), costLines: lines(cost) }];
    });
    await node.system.pool.query(keepPricesSql, [actor.tenant, JSON.stringify(prices)]);
    const byOrder = new Map(prices.map((each) => [each.order, each]));
    for (const order of chunk) {
      const sums = byOrder.get(order.id);
      if (!sums) continue;
      happenings.push(...moneyOf(order, sums));
      spent.push({ order, sale: sums.sale });
    }
  }
  return { happenings, needed: needsOf(spent) };
}

function wireLines(
  price: Price | null,
  snapshot: Snapshot,
  on: { readonly unitType: string; readonly words: Parameters<typeof wireLine>[2]['words'] },
) {
  const { unitType, words } = on;
  return price?.lines.map((line) => wireLine(line, price, { unit: unitOf(unitType), snapshot, words })) ?? [];
}
