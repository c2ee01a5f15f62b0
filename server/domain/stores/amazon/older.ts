import { createBounded } from '../../../outbound/bounded.ts';
import { at, list, text } from '../../wire/read.ts';
import { done, type ShopAccount, type ShopOrder, type ShopPage, type StoreApi, type StoreResult } from '../store.ts';
import type { AmazonClient } from './client.ts';
import { orderNo } from './orders.ts';
import { readOldOrder, type OldItems } from './orders-v0.ts';
import { expiredPage } from './pages.ts';

/** Prefix of page tokens of the older API, which the newer one does not accept. */
export const oldPage = 'v0:';
const ordersPath = '/orders/v0/orders';
/** Smaller than the newer API's: the items of each order are requested before the page is stored. */
const perPage = '20';

/** `orders/v0`: items need a call per order, and addresses a restricted token. */
export function olderApi({ ask }: AmazonClient): Pick<StoreApi, 'pull' | 'one'> {
  /** Items of a page that a rate limit interrupted, so that its next attempt continues. */
  const active = createBounded(1_000, () => new Map<string, OldItems>());

  const itemsOf = async (shop: ShopAccount, no: string): Promise<StoreResult<OldItems>> => {
    const items: unknown[] = [];
    let next: string | null = null;
    for (let page = 0; page < 20; page += 1) {
      const query: string = next === null ? '' : `?NextToken=${encodeURIComponent(next)}`;
      const reply = await ask(shop, 'itemsV0', { path: `${ordersPath}/${no}/orderItems${query}` });
      if (!reply.ok) return reply;
      items.push(...list(at(reply.body, 'payload', 'OrderItems')));
      next = text(at(reply.body, 'payload', 'NextToken'));
      if (next === null) return done(items);
    }
    return done(items);
  };

  const pull: StoreApi['pull'] = async (shop, window, page) => {
    const query = {
      ...(page === null
        ? { LastUpdatedAfter: window.from, LastUpdatedBefore: window.to }
        : { NextToken: page.slice(oldPage.length) }),
      ...{ MarketplaceIds: shop.marketplace, MaxResultsPerPage: perPage },
    };
    const path = `${ordersPath}?${new URLSearchParams(query)}`;
    const reply = await ask(shop, 'searchV0', { path, restrictedTo: ordersPath });
    if (!reply.ok) return expiredPage(reply, page);
    const known = active.of(`${shop.tenant}/${shop.id}`);
    const orders: ShopOrder[] = [];
    for (const each of list(at(reply.body, 'payload', 'Orders'))) {
      const no = text(at(each, 'AmazonOrderId')) ?? '';
      const key = `${no} ${text(at(each, 'LastUpdateDate')) ?? ''}`;
      const cached = known.get(key);
      const items = cached ? done(cached) : orderNo.test(no) ? await itemsOf(shop, no) : done<OldItems>([]);
      if (!items.ok && items.kind !== 'refused') return items;
      if (items.ok) known.set(key, items.value);
      orders.push(readOldOrder(each, items.ok ? items.value : null));
    }
    known.clear();
    const next = text(at(reply.body, 'payload', 'NextToken'));
    return done<ShopPage>({ orders, next: next === null ? null : `${oldPage}${next}` });
  };

  const one: StoreApi['one'] = async (shop, { no }) => {
    const path = `${ordersPath}/${no}`;
    const reply = await ask(shop, 'orderV0', { path, restrictedTo: path });
    if (!reply.ok) return reply.code === 'http.404' ? done(null) : reply;
    const items = await itemsOf(shop, no);
    if (!items.ok && items.kind !== 'refused') return items;
    return done(readOldOrder(at(reply.body, 'payload'), items.ok ? items.value : null));
  };
  return { pull, one };
}
