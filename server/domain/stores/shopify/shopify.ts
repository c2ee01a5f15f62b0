import { at, list, text } from '../../wire/read.ts';
import { done, type ScopeCheck, type ShopAccount, type ShopPage, type StoreApi, type StoreResult } from '../store.ts';
import type { StoreSettings } from '../wire/client.ts';
import { createShopifyClient, type ShopifyClient } from './client.ts';
import { confirm } from './confirm.ts';
import { readOrder } from './orders.ts';
import { oneOrder, probes, pullOrders } from './queries.ts';

const perPage = 100;
/** Lines of an order that a page of orders brings along; longer orders are requested separately. */
const linesPerOrder = 20;
const linesPerPage = 100;
/** Pages of lines of one order; more lines than that are reported as too many. */
const linePages = 40;

export function shopify(on: StoreSettings): StoreApi {
  const client = createShopifyClient(on);
  return {
    codes: ['shopify'],
    check: (shop) => check(client, shop),
    async pull(shop, { from, to }, page) {
      const search = `updated_at:>='${from}' AND updated_at:<='${to}'`;
      const reply = await client.askSized(shop, pullOrders, {
        ...{ variables: { search, lines: linesPerOrder, after: page }, partial: true },
        size: { variable: 'first', most: perPage },
      });
      if (!reply.ok) return page !== null && reply.kind === 'refused' ? { ...reply, kind: 'expired' } : reply;
      const orders = at(reply.value, 'orders');
      const found = [...list(at(orders, 'nodes'))];
      for (const [place, each] of found.entries()) {
        // A long order is truncated: request it separately.
        if (at(each, 'lineItems', 'pageInfo', 'hasNextPage') !== true) continue;
        const whole = await wholeOrder(client, shop, text(at(each, 'id')) ?? '');
        if (!whole.ok) return whole;
        if (whole.value !== null) found[place] = whole.value;
      }
      const more = at(orders, 'pageInfo', 'hasNextPage') === true;
      return done<ShopPage>({
        orders: found.map(readOrder),
        next: more ? text(at(orders, 'pageInfo', 'endCursor')) : null,
      });
    },
    async one(shop, { id }) {
      const order = await wholeOrder(client, shop, id);
      return order.ok ? done(order.value === null ? null : readOrder(order.value)) : order;
    },
    confirm: (shop, parcel) => confirm(client, shop, parcel),
    consentPage: () => null,
  };
}

async function check(client: ShopifyClient, shop: ShopAccount): ReturnType<StoreApi['check']> {
  const scopes: ScopeCheck[] = [];
  for (const { scope, query } of probes) {
    const reply = await client.ask(shop, query);
    if (!reply.ok && (reply.code.startsWith('stores.') || reply.code.startsWith('http.'))) return reply;
    if (reply.ok) {
      // Write scopes are not tested, but looked up among the granted ones.
      const granted = list(at(reply.value, 'currentAppInstallation', 'accessScopes')).map((each) =>
        text(at(each, 'handle')),
      );
      const missing = granted.length > 0 && !granted.includes(scope);
      scopes.push({ scope, state: missing ? 'missing' : 'ok', text: null });
    } else scopes.push({ scope, state: reply.kind === 'credentials' ? 'missing' : 'failed', text: reply.text });
  }
  return done(scopes);
}

/** An order with all of its lines; null: unknown to the platform. */
async function wholeOrder(client: ShopifyClient, shop: ShopAccount, id: string): Promise<StoreResult<unknown>> {
  let order: Record<string, unknown> | null = null;
  const nodes: unknown[] = [];
  for (let after: string | null = null, page = 0; page < linePages; page += 1) {
    const reply = await client.askSized(shop, oneOrder, {
      ...{ variables: { id, after }, partial: true },
      size: { variable: 'lines', most: linesPerPage },
    });
    if (!reply.ok) return reply;
    const found = at(reply.value, 'node');
    if (typeof found !== 'object' || found === null) return done(null);
    nodes.push(...list(at(found, 'lineItems', 'nodes')));
    order = { ...found, lineItems: { ...(at(found, 'lineItems') as object), nodes } };
    if (at(found, 'lineItems', 'pageInfo', 'hasNextPage') !== true) break;
    after = text(at(found, 'lineItems', 'pageInfo', 'endCursor'));
  }
  return done(order);
}
