import { createBounded } from '../../../outbound/bounded.ts';
import { at, list, text } from '../../wire/read.ts';
import {
  done,
  type Confirmed,
  type ScopeCheck,
  type ShopAccount,
  type ShopPage,
  type StoreApi,
  type StoreFailure,
} from '../store.ts';
import type { StoreReply, StoreSettings } from '../wire/client.ts';
import { createAmazonClient, type AmazonClient } from './client.ts';
import { oldPage, olderApi } from './older.ts';
import { orderNo, readOrder, readPackages } from './orders.ts';
import { expiredPage } from './pages.ts';

const ordersPath = '/orders/2026-01-01/orders';
const included = ['RECIPIENT', 'FULFILLMENT', 'PROCEEDS', 'CANCELLATION', 'PACKAGES'];
const perPage = 100;
/** Milliseconds for which is remembered what a shop's newer API offers. */
const remembered = 86_400_000;

/** What a shop has shown: whether it lacks the newer API, and whether addresses there need a restricted token. */
interface Habits {
  olderUntil: number;
  restricted: boolean;
  askedUntil: number;
}

export function amazon(on: StoreSettings): StoreApi {
  const client = createAmazonClient(on);
  const older = olderApi(client);
  const habits = createBounded<Habits>(5_000, () => ({ olderUntil: 0, restricted: false, askedUntil: 0 }));
  const habitsOf = (shop: ShopAccount) => habits.of(`${shop.tenant}/${shop.id}`);
  const now = () => on.now().getTime();

  const search = (shop: ShopAccount, query: Record<string, string>, restricted: boolean) =>
    client.ask(shop, 'search', {
      path: `${ordersPath}?${new URLSearchParams(query)}`,
      ...(restricted ? { restrictedTo: ordersPath } : {}),
    });

  /** A page of the newer API; where it leaves addresses out, a restricted token is tried once a day. */
  const searchPage = async (shop: ShopAccount, query: Record<string, string>): Promise<StoreReply | StoreFailure> => {
    const habit = habitsOf(shop);
    const reply = await search(shop, query, habit.restricted);
    if (!reply.ok || habit.restricted || habit.askedUntil > now() || !hidesAddresses(reply, on.now())) return reply;
    habit.askedUntil = now() + remembered;
    const token = await client.restrictedToken(shop, ordersPath);
    if (!token.ok) return reply;
    const again = await search(shop, query, true);
    habit.restricted = again.ok && !hidesAddresses(again, on.now());
    return habit.restricted ? again : reply;
  };

  const one: StoreApi['one'] = async (shop, order) => {
    if (!orderNo.test(order.no)) return done(null);
    const habit = habitsOf(shop);
    if (habit.olderUntil > now()) return older.one(shop, order);
    const query = new URLSearchParams({ includedData: included.join(',') });
    const path = `${ordersPath}/${order.no}`;
    const reply = await client.ask(shop, 'order', {
      path: `${path}?${query}`,
      ...(habit.restricted ? { restrictedTo: path } : {}),
    });
    if (reply.ok) return done(readOrder(at(reply.body, 'order'), on.now()));
    if (!isMissingApi(reply)) return reply;
    const old = await older.one(shop, order);
    return old.ok || reply.code === 'http.404' ? old : reply;
  };

  return {
    codes: ['amazon'],
    check: (shop) => check(client, shop, on.now()),
    async pull(shop, window, page) {
      const habit = habitsOf(shop);
      if (page?.startsWith(oldPage) || (page === null && habit.olderUntil > now()))
        return older.pull(shop, window, page);
      const reply = await searchPage(shop, pageQuery(shop, window, page));
      if (reply.ok) {
        const orders = list(at(reply.body, 'orders')).map((each) => readOrder(each, on.now()));
        return done<ShopPage>({ orders, next: text(at(reply.body, 'pagination', 'nextToken')) });
      }
      // The application may lack access to the newer API, or the region may not have it.
      if (page !== null || !isMissingApi(reply)) return expiredPage(reply, page);
      const old = await older.pull(shop, window, null);
      if (old.ok) habit.olderUntil = now() + remembered;
      return old.ok || old.kind !== 'credentials' ? old : reply;
    },
    one,
    confirm: (shop, parcel) => confirm(client, shop, parcel),
    consentPage,
  };
}

const consentPage: StoreApi['consentPage'] = ({ applicationId, redirect }, state) =>
  `https://sellercentral.amazon.com/apps/authorize/consent?${new URLSearchParams({
    ...{ application_id: applicationId, state, redirect_uri: redirect },
  })}`;

const pageQuery = (...[shop, window, page]: Parameters<StoreApi['pull']>): Record<string, string> => ({
  ...(page === null ? {} : { paginationToken: page }),
  ...{ lastUpdatedAfter: window.from, lastUpdatedBefore: window.to, marketplaceIds: shop.marketplace },
  ...{ maxResultsPerPage: String(perPage), includedData: included.join(',') },
});

/** Refused as unknown or for want of a role, as opposed to a wrong token. */
const isMissingApi = (reply: StoreFailure): boolean =>
  reply.code === 'http.404' || (reply.kind === 'credentials' && !reply.code.startsWith('stores.'));

const hidesAddresses = (reply: StoreReply, now: Date): boolean =>
  list(at(reply.body, 'orders')).some((each) => readOrder(each, now).problem === 'noAddress');

async function check(client: AmazonClient, shop: ShopAccount, now: Date): ReturnType<StoreApi['check']> {
  const since = new Date(now.getTime() - 3_600_000).toISOString();
  const query = { lastUpdatedAfter: since, marketplaceIds: shop.marketplace, maxResultsPerPage: '1' };
  const search = (more: Record<string, string>) =>
    client.ask(shop, 'search', { path: `${ordersPath}?${new URLSearchParams({ ...query, ...more })}` });
  const scopes: ScopeCheck[] = [];
  const note = (scope: string, reply: { ok: true } | StoreFailure): void => {
    const missing = !reply.ok && reply.kind === 'credentials';
    // A refusal of the content means that access was granted.
    const state = reply.ok || reply.kind === 'refused' ? 'ok' : missing ? 'missing' : 'failed';
    scopes.push({ scope, state, text: reply.ok || state === 'ok' ? null : reply.text });
  };
  const orders = await search({});
  if (!orders.ok && orders.code.startsWith('stores.')) return orders;
  const old = orders.ok || !isMissingApi(orders) ? null : await oldSearch(client, shop, since);
  note('orders', old?.ok ? old : orders);
  // The older API has no such role: its addresses depend on the restricted token alone.
  if (!old?.ok) note('recipient', await search({ includedData: 'RECIPIENT' }));
  note('restrictedData', await client.restrictedToken(shop, '/orders/v0/orders'));
  // A non-existent order: a missing permission is reported before a missing order.
  note('confirmShipment', await client.ask(shop, 'confirm', { method: 'POST', ...nobodysParcel(shop) }));
  return done(scopes);
}

const oldSearch = (client: AmazonClient, shop: ShopAccount, since: string) =>
  client.ask(shop, 'searchV0', {
    path: `/orders/v0/orders?${new URLSearchParams({ LastUpdatedAfter: since, MarketplaceIds: shop.marketplace, MaxResultsPerPage: '1' })}`,
  });

const already = /PackageToUpdateNotFound|already (been )?(fulfilled|shipped)/i;

async function confirm(
  client: AmazonClient,
  shop: ShopAccount,
  parcel: Parameters<StoreApi['confirm']>[1],
): ReturnType<StoreApi['confirm']> {
  const reply = await client.ask(shop, 'confirm', {
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
  if (reply.kind !== 'refused' || !already.test(`${reply.code} ${reply.text}`)) return reply;
  // An earlier answer may have been lost: check the order's shipments. Only the newer API lists them.
  const there = await client.ask(shop, 'order', {
    path: `${ordersPath}/${parcel.order.no}?includedData=PACKAGES,FULFILLMENT`,
  });
  if (!there.ok) return isMissingApi(there) ? done<Confirmed>({ kind: 'already', trackingNos: [] }) : there;
  return done<Confirmed>({ kind: 'already', trackingNos: readPackages(at(there.body, 'order')) });
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
