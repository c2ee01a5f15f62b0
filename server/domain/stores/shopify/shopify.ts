import { at, list, text } from '../../wire/read.ts';
import {
  done,
  failed,
  type Confirmed,
  type ScopeCheck,
  type ShopAccount,
  type ShopPage,
  type StoreApi,
  type StoreFailure,
  type StoreResult,
} from '../store.ts';
import { refusedAs, retryAfter, type StoreSettings } from '../wire/client.ts';
import { readOrder } from './orders.ts';
import { fulfil, openLines, oneOrder, probes, pullOrders } from './queries.ts';

/** The Admin API version of the queries. */
export const version = '2026-01';
const usage = { burst: 2_000, perSecond: 100 };
const perPage = 100;
const shopName = /^[a-z0-9][a-z0-9-]*$/;

/** Maximum cost of each query; the answer reports the remaining budget. */
const costs: Readonly<Record<string, number>> = { PullOrders: 400, OneOrder: 100, OpenLines: 60, Fulfil: 10 };

export function shopify({ client, bases, now }: StoreSettings): StoreApi {
  const ask = async (
    shop: ShopAccount,
    query: { readonly name: string; readonly text: string },
    variables: Readonly<Record<string, unknown>>,
  ): Promise<StoreResult<unknown>> => {
    const name = shop.sellerId.toLowerCase().replace(/\.myshopify\.com$/, '');
    if (!shop.token || !shopName.test(name))
      return failed('credentials', 'stores.noCredentials', 'The shop has no credentials.');
    const base =
      bases.shopify === null ? `https://${name}.myshopify.com` : `${bases.shopify.replace(/\/+$/, '')}/${name}`;
    const secrets = [shop.token, shop.clientSecret];
    const cost = costs[query.name] ?? 10;
    const call = { operation: 'graphql', usage, cost, secrets };
    const reply = await client.ask(
      shop,
      { base, guarded: false },
      {
        ...{ method: 'POST', path: `/admin/api/${version}/graphql.json`, ...call },
        headers: { 'x-shopify-access-token': shop.token },
        body: { operationName: query.name, query: query.text, variables },
      },
    );
    if (!reply.ok) return reply;
    const bucket = client.bucketOf(shop, call);
    if (reply.status === 429) {
      const retryAt = retryAfter(reply.headers, now(), 2);
      bucket.closeUntil(retryAt.getTime());
      return failed('limited', 'http.429', 'Too many requests.', retryAt);
    }
    if (reply.status === 401 || reply.status === 403 || reply.status === 404)
      return failed('credentials', `http.${reply.status}`, 'The platform does not let this shop in.');
    if (reply.status >= 400 || reply.body === undefined)
      return failed('unavailable', 'stores.notUnderstood', 'The answer was not understood.', soon(now()));
    const status = at(reply.body, 'extensions', 'cost', 'throttleStatus');
    const left = Number(text(at(status, 'currentlyAvailable')) ?? Number.NaN);
    const restore = Number(text(at(status, 'restoreRate')) ?? Number.NaN);
    bucket.tell({
      ...(Number.isFinite(left) ? { left } : {}),
      ...(Number.isFinite(restore) ? { perSecond: restore } : {}),
    });
    const refusal = refusalIn(reply.body, secrets, now());
    return refusal ?? done(at(reply.body, 'data'));
  };

  const one: StoreApi['one'] = async (shop, { id }) => {
    const reply = await ask(shop, oneOrder, { id });
    if (!reply.ok) return reply;
    const order = at(reply.value, 'node');
    return done(order === null || order === undefined ? null : readOrder(order));
  };

  return {
    codes: ['shopify'],
    async check(shop) {
      const scopes: ScopeCheck[] = [];
      for (const { scope, query } of probes) {
        const reply = await ask(shop, query, {});
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
    },
    async pull(shop, { from, to }, page) {
      const search = `updated_at:>='${from}' AND updated_at:<='${to}'`;
      const reply = await ask(shop, pullOrders, { search, first: perPage, after: page });
      if (!reply.ok) return page !== null && reply.kind === 'refused' ? { ...reply, kind: 'expired' } : reply;
      const orders = at(reply.value, 'orders');
      const found = [...list(at(orders, 'nodes'))];
      for (const [place, each] of found.entries()) {
        // A long order is truncated: request it separately.
        if (at(each, 'lineItems', 'pageInfo', 'hasNextPage') !== true) continue;
        const whole = await ask(shop, oneOrder, { id: text(at(each, 'id')) });
        if (!whole.ok) return whole;
        found[place] = at(whole.value, 'node');
      }
      const more = at(orders, 'pageInfo', 'hasNextPage') === true;
      return done<ShopPage>({
        orders: found.map(readOrder),
        next: more ? text(at(orders, 'pageInfo', 'endCursor')) : null,
      });
    },
    one,
    async confirm(shop, parcel) {
      const open = await ask(shop, openLines, { id: parcel.order.id });
      if (!open.ok) return open;
      const wanted = new Map(parcel.items.map(({ id, quantity }) => [id, quantity]));
      const lines = list(at(open.value, 'node', 'fulfillmentOrders', 'nodes')).flatMap((order) => {
        if (!['OPEN', 'IN_PROGRESS'].includes(text(at(order, 'status')) ?? '')) return [];
        const items = list(at(order, 'lineItems', 'nodes')).flatMap((line) => {
          const item = text(at(line, 'lineItem', 'id')) ?? '';
          const quantity = Math.min(wanted.get(item) ?? 0, Number(text(at(line, 'remainingQuantity')) ?? 0));
          if (quantity <= 0) return [];
          wanted.set(item, (wanted.get(item) ?? 0) - quantity);
          return [{ id: text(at(line, 'id')), quantity }];
        });
        return items.length > 0
          ? [{ fulfillmentOrderId: text(at(order, 'id')), fulfillmentOrderLineItems: items }]
          : [];
      });
      const there = list(at(open.value, 'node', 'fulfillments')).flatMap((each) =>
        list(at(each, 'trackingInfo')).flatMap((info) => text(at(info, 'number')) ?? []),
      );
      if (lines.length === 0 || there.includes(parcel.trackingNo))
        return done<Confirmed>({ kind: 'already', trackingNos: there });
      const reply = await ask(shop, fulfil, {
        fulfillment: {
          ...{ lineItemsByFulfillmentOrder: lines, notifyCustomer: true },
          trackingInfo: { company: companies[parcel.carrier] ?? parcel.carrier, number: parcel.trackingNo },
        },
      });
      if (!reply.ok) return reply;
      const [wrong] = list(at(reply.value, 'fulfillmentCreate', 'userErrors'));
      if (wrong === undefined) return done<Confirmed>({ kind: 'done' });
      return refusedAs('refused', 'userError', text(at(wrong, 'message')) ?? '', [shop.token]);
    },
    consentPage: () => null,
  };
}

/** Carrier names for which Shopify links tracking pages. */
const companies: Readonly<Record<string, string>> = { UPS: 'UPS', FEDEX: 'FedEx', USPS: 'USPS', DHL: 'DHL Express' };

const soon = (now: Date): Date => new Date(now.getTime() + 30_000);

function refusalIn(body: unknown, secrets: readonly string[], now: Date): StoreFailure | null {
  const [first] = list(at(body, 'errors'));
  if (first === undefined) return null;
  const code = text(at(first, 'extensions', 'code')) ?? 'error';
  const words = text(at(first, 'message')) ?? (typeof first === 'string' ? first : '');
  if (code === 'THROTTLED') return refusedAs('limited', code, words, secrets, new Date(now.getTime() + 5_000));
  return refusedAs(code === 'ACCESS_DENIED' ? 'credentials' : 'refused', code, words, secrets);
}
