import type { ActingServices } from '../../modules/module.ts';
import { shortened } from '../wire/read.ts';
import { takePageSql } from './sql.ts';
import type { ShopOrder } from './store.ts';
import { weightIn } from './weights.ts';

/** Changes of an order that is no longer open. */
export interface Ended {
  readonly id: string;
  readonly state: 'shipped' | 'cancelled';
  readonly before: string;
}

/** Lines of a store order; one with more is an error, because a part of it would be shipped as the whole. */
const maxItems = 250;
const cut = (text: string | null, most: number): string | null => (text === null ? null : shortened(text, most));

/** An order for the SQL statement. Texts are truncated to their columns, order numbers never. */
function rowOf(order: ShopOrder, unitType: string): object {
  const { to, items } = order;
  const problem = order.problem ?? (order.state === 'open' && items.length > maxItems ? 'tooManyItems' : null);
  const [line1 = null, line2 = null, line3 = null] = to?.lines ?? [];
  return {
    ...{
      no: order.no,
      platformId: order.id,
      placedAt: order.placedAt,
      changedAt: order.changedAt,
      shipBy: order.shipBy,
    },
    ...{ state: order.state, hold: order.hold, problem, total: order.total, currency: order.currency ?? 'USD' },
    ...{ name: cut(to?.name ?? null, 100), company: cut(to?.company ?? null, 100), city: cut(to?.city ?? null, 100) },
    ...{ line1: cut(line1, 200), line2: cut(line2, 200), line3: cut(line3, 200), region: cut(to?.state ?? null, 60) },
    ...{ postalCode: cut(to?.postalCode ?? null, 20), country: countryOf(to?.country ?? null) },
    ...{ phone: cut(to?.phone ?? null, 40), email: cut(to?.email ?? null, 200), toType: to?.type ?? 'unknown' },
    pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
    items: items.slice(0, maxItems).map((item, place) => {
      const weight = item.weight && weightIn(item.weight, unitType);
      return {
        ...{
          seq: place + 1,
          id: item.id,
          sku: cut(item.sku, 60),
          title: cut(item.title, 200),
          quantity: item.quantity,
        },
        ...{ price: item.price, weight: weight?.weight ?? null, grams: weight?.grams ?? null },
      };
    }),
  };
}

const countryOf = (country: string | null): string | null => (country && /^[A-Z]{2}$/.test(country) ? country : null);

/** Stores orders of a shop, with the cursor if given. */
export async function takePage(
  deps: ActingServices,
  of: { readonly tenant: string; readonly shop: string; readonly unitType: string },
  orders: readonly ShopOrder[],
  cursor: { readonly next: string | null; readonly to: string } | null,
): Promise<{ written: number; ended: readonly Ended[] }> {
  // The last of duplicate numbers in a page counts.
  const known = new Map(orders.filter(({ no }) => no !== '' && no.length <= 50).map((order) => [order.no, order]));
  const rows = [...known.values()].map((order) => rowOf(order, of.unitType));
  const end = cursor && cursor.next === null ? cursor.to : null;
  const [row] = await deps.query(takePageSql, [
    ...[of.tenant, of.shop, JSON.stringify(rows), cursor !== null, cursor?.next ?? null, end],
  ]);
  return { written: Number(row?.['written'] ?? 0), ended: (row?.['ended'] ?? []) as Ended[] };
}
