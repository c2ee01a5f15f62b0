import { at, list, text } from '../../wire/read.ts';
import type { Place, TokenForm } from '../../wire/tokens.ts';
import {
  done,
  failed,
  type Confirmed,
  type ScopeCheck,
  type ShopAccount,
  type ShopOrder,
  type ShopPage,
  type StoreApi,
  type StoreFailure,
  type StoreResult,
} from '../store.ts';
import { refusedAs, retryAfter, type StoreReply, type StoreSettings } from '../wire/client.ts';
import { readOrder, readPackages } from './orders.ts';
import { readOldOrder, type OldItems } from './orders-v0.ts';

/** The hosts that Amazon publishes, by region. */
const hosts = {
  na: 'https://sellingpartnerapi-na.amazon.com',
  eu: 'https://sellingpartnerapi-eu.amazon.com',
  fe: 'https://sellingpartnerapi-fe.amazon.com',
} as const;
const tokenHost = 'https://api.amazon.com/auth/o2/token';

/** Documented rate limits; answers name higher ones that a seller has. */
const usages = {
  search: { perSecond: 0.0056, burst: 20 },
  order: { perSecond: 0.5, burst: 30 },
  searchV0: { perSecond: 0.0167, burst: 20 },
  itemsV0: { perSecond: 0.5, burst: 30 },
  restricted: { perSecond: 1, burst: 10 },
  confirm: { perSecond: 2, burst: 10 },
} as const;
type Operation = keyof typeof usages;

const included = ['RECIPIENT', 'FULFILLMENT', 'PROCEEDS', 'CANCELLATION', 'PACKAGES'];
const perPage = 100;
/** Prefix of page tokens of the older API, which the newer one does not accept. */
const oldPage = 'v0:';
/** Milliseconds for which a shop without the newer API uses the older one. */
const remembered = 86_400_000;
const orderNo = /^\d{3}-\d{7}-\d{7}$/;

interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** A restricted data token, for names and addresses. */
  readonly restricted?: string;
}

export function amazon({ client, bases, now }: StoreSettings): StoreApi {
  /** Shops without the newer API, with the time of the next attempt. */
  const older = new Map<string, number>();
  const tokenPlace: Place = { base: bases.amazonToken ?? tokenHost, guarded: false };
  const formOf = (shop: ShopAccount): TokenForm => ({
    path: '',
    headers: {},
    form: {
      ...{ grant_type: 'refresh_token', refresh_token: shop.token },
      ...{ client_id: shop.clientId, client_secret: shop.clientSecret },
    },
  });

  const ask = async (shop: ShopAccount, operation: Operation, wish: Ask): Promise<StoreReply | StoreFailure> => {
    if (!shop.clientId || !shop.clientSecret || !shop.token)
      return failed('credentials', 'stores.noCredentials', 'The shop has no credentials.');
    const form = formOf(shop);
    for (let renewed = false; ; renewed = true) {
      const token = await client.token(form, tokenPlace);
      if (!token.ok) return token;
      const secrets = [token.token, wish.restricted ?? '', shop.clientSecret, shop.token, shop.clientId];
      const place = { base: (bases.amazon ?? hosts[shop.region]).replace(/\/+$/, ''), guarded: false };
      const usage = usages[operation];
      const headers = { 'x-amz-access-token': wish.restricted ?? token.token };
      const { method = 'GET', path, body } = wish;
      const reply = await client.ask(shop, place, { method, path, headers, body, operation, usage, secrets });
      if (!reply.ok) return reply;
      if ([401, 403].includes(reply.status) && !renewed && /expired/i.test(JSON.stringify(reply.body ?? ''))) {
        await client.drop(form, tokenPlace, token.token);
        continue;
      }
      const bucket = client.bucketOf(shop, { usage, operation });
      const told = Number(reply.headers['x-amzn-ratelimit-limit']);
      if (Number.isFinite(told) && told > 0) bucket.tell({ perSecond: told });
      if (reply.status < 400) return reply;
      const [first] = list(at(reply.body, 'errors'));
      const code = text(at(first, 'code')) ?? `http.${reply.status}`;
      const words = text(at(first, 'message')) ?? `The platform answered ${reply.status}.`;
      if (reply.status === 429) {
        const retryAt = retryAfter(reply.headers, now(), 1 / usage.perSecond);
        bucket.closeUntil(retryAt.getTime());
        return refusedAs('limited', code, words, secrets, retryAt);
      }
      const kind = [401, 403].includes(reply.status) ? 'credentials' : 'refused';
      return refusedAs(kind, reply.status === 404 ? 'http.404' : code, words, secrets);
    }
  };

  const search = (shop: ShopAccount, query: Record<string, string>) =>
    ask(shop, 'search', { path: `/orders/2026-01-01/orders?${new URLSearchParams(query)}` });

  const restrictedToken = async (shop: ShopAccount): Promise<{ ok: true; token: string } | StoreFailure> => {
    const resource = { method: 'GET', path: '/orders/v0/orders', dataElements: ['buyerInfo', 'shippingAddress'] };
    const reply = await ask(shop, 'restricted', {
      ...{ method: 'POST', path: '/tokens/2021-03-01/restrictedDataToken', body: { restrictedResources: [resource] } },
    });
    if (!reply.ok) return reply;
    const token = text(at(reply.body, 'restrictedDataToken'));
    return token
      ? { ok: true, token }
      : failed('unavailable', 'stores.notUnderstood', 'The answer was not understood.');
  };

  const itemsOf = async (shop: ShopAccount, no: string): Promise<StoreResult<OldItems>> => {
    const items: unknown[] = [];
    let next: string | null = null;
    for (let page = 0; page < 20; page += 1) {
      const query: string = next === null ? '' : `?NextToken=${encodeURIComponent(next)}`;
      const reply = await ask(shop, 'itemsV0', { path: `/orders/v0/orders/${no}/orderItems${query}` });
      if (!reply.ok) return reply;
      items.push(...list(at(reply.body, 'payload', 'OrderItems')));
      next = text(at(reply.body, 'payload', 'NextToken'));
      if (next === null) return done(items);
    }
    return done(items);
  };

  /** The older API: items need a call per order, and addresses a restricted token. */
  const pullOld: StoreApi['pull'] = async (shop, window, page) => {
    const token = await restrictedToken(shop);
    if (!token.ok && token.kind !== 'credentials') return token;
    const query = {
      ...(page === null
        ? { LastUpdatedAfter: window.from, LastUpdatedBefore: window.to }
        : { NextToken: page.slice(oldPage.length) }),
      // Smaller pages: each order's items are requested before the page is stored.
      ...{ MarketplaceIds: shop.marketplace, MaxResultsPerPage: '20' },
    };
    const reply = await ask(shop, 'searchV0', {
      path: `/orders/v0/orders?${new URLSearchParams(query)}`,
      ...(token.ok ? { restricted: token.token } : {}),
    });
    if (!reply.ok) return expiredPage(reply, page);
    const orders: ShopOrder[] = [];
    for (const each of list(at(reply.body, 'payload', 'Orders'))) {
      const no = text(at(each, 'AmazonOrderId')) ?? '';
      const items = orderNo.test(no) ? await itemsOf(shop, no) : done<OldItems>([]);
      if (!items.ok && items.kind !== 'refused') return items;
      orders.push(readOldOrder(each, items.ok ? items.value : null));
    }
    const next = text(at(reply.body, 'payload', 'NextToken'));
    return done<ShopPage>({ orders, next: next === null ? null : `${oldPage}${next}` });
  };

  const one: StoreApi['one'] = async (shop, { no }) => {
    if (!orderNo.test(no)) return done(null);
    const query = new URLSearchParams({ includedData: included.join(',') });
    const reply = await ask(shop, 'order', { path: `/orders/2026-01-01/orders/${no}?${query}` });
    if (!reply.ok) return reply.code === 'http.404' ? done(null) : reply;
    return done(readOrder(at(reply.body, 'order'), now()));
  };

  return {
    codes: ['amazon'],
    async check(shop) {
      const since = new Date(now().getTime() - 3_600_000).toISOString();
      const query = { lastUpdatedAfter: since, marketplaceIds: shop.marketplace, maxResultsPerPage: '1' };
      const scopes: ScopeCheck[] = [];
      const note = (scope: string, reply: { ok: true } | StoreFailure): void => {
        const missing = !reply.ok && reply.kind === 'credentials';
        // A refusal of the content means that access was granted.
        const state = reply.ok || reply.kind === 'refused' ? 'ok' : missing ? 'missing' : 'failed';
        scopes.push({ scope, state, text: reply.ok || state === 'ok' ? null : reply.text });
      };
      const orders = await search(shop, query);
      if (!orders.ok && orders.code.startsWith('stores.')) return orders;
      note('orders', orders);
      note('recipient', await search(shop, { ...query, includedData: 'RECIPIENT' }));
      note('restrictedData', await restrictedToken(shop));
      // A non-existent order: a missing permission is reported before a missing order.
      note('confirmShipment', await ask(shop, 'confirm', { method: 'POST', ...nobodysParcel(shop) }));
      return done(scopes);
    },
    async pull(shop, window, page) {
      const key = `${shop.tenant}/${shop.id}`;
      if (page?.startsWith(oldPage) || (page === null && (older.get(key) ?? 0) > now().getTime()))
        return pullOld(shop, window, page);
      const reply = await search(shop, {
        ...(page === null ? {} : { paginationToken: page }),
        ...{ lastUpdatedAfter: window.from, lastUpdatedBefore: window.to, marketplaceIds: shop.marketplace },
        ...{ maxResultsPerPage: String(perPage), includedData: included.join(',') },
      });
      if (!reply.ok) {
        // The application may lack access to the newer API, or the region may not have it.
        if (page !== null || !(reply.code === 'http.404' || reply.kind === 'credentials'))
          return expiredPage(reply, page);
        if (reply.code.startsWith('stores.')) return reply;
        const old = await pullOld(shop, window, null);
        if (old.ok) older.set(key, now().getTime() + remembered);
        return old.ok || old.kind !== 'credentials' ? old : reply;
      }
      const orders = list(at(reply.body, 'orders')).map((each) => readOrder(each, now()));
      return done<ShopPage>({ orders, next: text(at(reply.body, 'pagination', 'nextToken')) });
    },
    one,
    async confirm(shop, parcel) {
      const reply = await ask(shop, 'confirm', {
        method: 'POST',
        path: `/orders/v0/orders/${parcel.order.no}/shipmentConfirmation`,
        body: {
          marketplaceId: shop.marketplace,
          packageDetail: {
            ...{ packageReferenceId: parcel.key, carrierCode: carrierCodes[parcel.carrier] ?? 'Other' },
            ...(carrierCodes[parcel.carrier] ? {} : { carrierName: parcel.carrier }),
            ...(parcel.service === null ? {} : { shippingMethod: parcel.service }),
            ...{ trackingNumber: parcel.trackingNo, shipDate: parcel.shippedAt },
            orderItems: parcel.items.map(({ id, quantity }) => ({ orderItemId: id, quantity })),
          },
        },
      });
      if (reply.ok) return done<Confirmed>({ kind: 'done' });
      if (
        reply.kind !== 'refused' ||
        !/PackageToUpdateNotFound|already (been )?(fulfilled|shipped)/i.test(`${reply.code} ${reply.text}`)
      )
        return reply;
      // An earlier answer may have been lost: check the order's shipments.
      const there = await ask(shop, 'order', {
        path: `/orders/2026-01-01/orders/${parcel.order.no}?includedData=PACKAGES,FULFILLMENT`,
      });
      if (!there.ok) return there;
      return done<Confirmed>({ kind: 'already', trackingNos: readPackages(at(there.body, 'order')) });
    },
    consentPage: ({ applicationId, redirect }, state) =>
      `https://sellercentral.amazon.com/apps/authorize/consent?${new URLSearchParams({
        ...{ application_id: applicationId, state, redirect_uri: redirect },
      })}`,
  };
}

/** Carrier names that confirmShipment accepts. */
const carrierCodes: Readonly<Record<string, string>> = { UPS: 'UPS', FEDEX: 'FedEx', USPS: 'USPS', DHL: 'DHL' };

const nobodysParcel = ({ marketplace }: ShopAccount) => ({
  path: '/orders/v0/orders/000-0000000-0000000/shipmentConfirmation',
  body: {
    marketplaceId: marketplace,
    packageDetail: {
      ...{ packageReferenceId: '1', carrierCode: 'Other', carrierName: 'None', trackingNumber: '0' },
      ...{ shipDate: '2026-01-01T00:00:00Z', orderItems: [{ orderItemId: '0', quantity: 1 }] },
    },
  },
});

/** An expired page token restarts the window. */
const expiredPage = (failure: StoreFailure, page: string | null): StoreFailure =>
  page !== null && failure.kind === 'refused' ? { ...failure, kind: 'expired' } : failure;
