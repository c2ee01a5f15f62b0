import { at, list, text } from '../../wire/read.ts';
import {
  done,
  type Confirmed,
  type ShopAccount,
  type ShopParcel,
  type StoreFailure,
  type StoreResult,
} from '../store.ts';
import { refusedAs } from '../wire/client.ts';
import type { ShopifyClient } from './client.ts';
import { correct, doneLines, fulfil, moreLines, openLines, type Query } from './queries.ts';

const perPage = 100;

interface Line {
  readonly id: string | null;
  readonly item: string;
  readonly left: number;
}
/** A fulfilment order: what one location has to ship. */
interface OpenOrder {
  readonly id: string;
  readonly location: string;
  readonly lines: Line[];
}
interface Fulfilled {
  readonly id: string;
  readonly numbers: readonly string[];
}

const linesIn = (lineItems: unknown): Line[] =>
  list(at(lineItems, 'nodes')).map((line) => ({
    id: text(at(line, 'id')),
    item: text(at(line, 'lineItem', 'id')) ?? '',
    left: Number(text(at(line, 'remainingQuantity')) ?? 0),
  }));
const nextOf = (connection: unknown): string | null =>
  at(connection, 'pageInfo', 'hasNextPage') === true ? text(at(connection, 'pageInfo', 'endCursor')) : null;

/** The pages of a connection of a node from a cursor on. */
async function pagesOf(
  client: ShopifyClient,
  shop: ShopAccount,
  { query, id, name, after }: { query: Query; id: string; name: string; after: string | null },
): Promise<StoreResult<unknown[]>> {
  const pages: unknown[] = [];
  for (let next = after, first = true; first || next !== null; first = false) {
    const size = { variable: 'first', most: perPage };
    const page = await client.askSized(shop, query, { variables: { id, after: next }, size });
    if (!page.ok) return page;
    pages.push(at(page.value, 'node', name));
    next = nextOf(at(page.value, 'node', name));
  }
  return done(pages);
}

/** What of an order is still to be fulfilled, and what has been. */
async function openOf(
  client: ShopifyClient,
  shop: ShopAccount,
  id: string,
): Promise<StoreResult<{ orders: OpenOrder[]; fulfilled: Fulfilled[] }>> {
  const orders: OpenOrder[] = [];
  let fulfilled: Fulfilled[] = [];
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const size = { variable: 'first', most: 10 };
    const reply = await client.askSized(shop, openLines, { variables: { id, after }, size });
    if (!reply.ok) return reply;
    const order = at(reply.value, 'node');
    fulfilled = list(at(order, 'fulfillments')).filter(isValid).map(fulfilledOf);
    for (const each of list(at(order, 'fulfillmentOrders', 'nodes'))) {
      if (!['OPEN', 'IN_PROGRESS'].includes(text(at(each, 'status')) ?? '')) continue;
      const fulfilmentOrder = text(at(each, 'id')) ?? '';
      const lines = linesIn(at(each, 'lineItems'));
      const next = nextOf(at(each, 'lineItems'));
      if (next !== null) {
        const of = { query: moreLines, id: fulfilmentOrder, name: 'lineItems', after: next };
        const more = await pagesOf(client, shop, of);
        if (!more.ok) return more;
        lines.push(...more.value.flatMap(linesIn));
      }
      orders.push({ id: fulfilmentOrder, location: text(at(each, 'assignedLocation', 'location', 'id')) ?? '', lines });
    }
    after = nextOf(at(order, 'fulfillmentOrders'));
  }
  return done({ orders, fulfilled });
}

const isValid = (fulfilment: unknown): boolean =>
  !['CANCELLED', 'ERROR', 'FAILURE'].includes(text(at(fulfilment, 'status')) ?? '');
const fulfilledOf = (fulfilment: unknown): Fulfilled => ({
  id: text(at(fulfilment, 'id')) ?? '',
  numbers: list(at(fulfilment, 'trackingInfo')).flatMap((info) => text(at(info, 'number')) ?? []),
});

/** The items of a parcel without those that the platform already has under its number. */
async function wantedOf(
  client: ShopifyClient,
  shop: ShopAccount,
  { parcel, fulfilled }: { parcel: ShopParcel; fulfilled: readonly Fulfilled[] },
): Promise<StoreResult<Map<string, number>>> {
  const wanted = new Map(parcel.items.map(({ id, quantity }) => [id, quantity]));
  for (const { id, numbers } of fulfilled) {
    if (!numbers.includes(parcel.trackingNo)) continue;
    const pages = await pagesOf(client, shop, { query: doneLines, id, name: 'fulfillmentLineItems', after: null });
    if (!pages.ok) return pages;
    for (const line of pages.value.flatMap((page) => list(at(page, 'nodes')))) {
      const item = text(at(line, 'lineItem', 'id')) ?? '';
      const left = (wanted.get(item) ?? 0) - Number(text(at(line, 'quantity')) ?? 0);
      wanted.set(item, Math.max(left, 0));
    }
  }
  return done(wanted);
}

/**
 * Gives fulfilments that have a void number of the parcel its present one. Answers all fulfilments as they are then.
 */
async function corrected(
  client: ShopifyClient,
  shop: ShopAccount,
  { parcel, fulfilled }: { parcel: ShopParcel; fulfilled: readonly Fulfilled[] },
): Promise<StoreResult<Fulfilled[]>> {
  const { trackingNo, replaced } = parcel;
  const now: Fulfilled[] = [];
  for (const { id, numbers: before } of fulfilled) {
    const numbers = [...new Set(before.map((number) => (replaced.includes(number) ? trackingNo : number)))];
    now.push({ id, numbers });
    if (!before.some((number) => replaced.includes(number))) continue;
    const company = companies[parcel.carrier] ?? parcel.carrier;
    const trackingInfoInput = { company, ...(numbers.length === 1 ? { number: trackingNo } : { numbers }) };
    const variables = { fulfillmentId: id, trackingInfoInput, notifyCustomer: true };
    const failure = await change(client, shop, { query: correct, name: 'fulfillmentTrackingInfoUpdate', variables });
    if (failure) return failure;
  }
  return done(now);
}

/** Runs a mutation; answers why it failed. */
async function change(
  client: ShopifyClient,
  shop: ShopAccount,
  { query, name, variables }: { query: Query; name: string; variables: Readonly<Record<string, unknown>> },
): Promise<StoreFailure | null> {
  const reply = await client.ask(shop, query, { variables });
  if (!reply.ok) return reply;
  const [wrong] = list(at(reply.value, name, 'userErrors'));
  return wrong === undefined ? null : refusedAs('refused', 'userError', text(at(wrong, 'message')) ?? '', [shop.token]);
}

/**
 * Fulfils the items of a parcel, with one fulfilment per location, because the platform takes no more at once. Repeatable: what an
 * interrupted attempt fulfilled under the same number is not fulfilled again, and what was fulfilled under a number that
 * is void now gets the present one.
 */
export async function confirm(
  client: ShopifyClient,
  shop: ShopAccount,
  parcel: ShopParcel,
): Promise<StoreResult<Confirmed>> {
  const open = await openOf(client, shop, parcel.order.id);
  if (!open.ok) return open;
  const { orders } = open.value;
  const present = await corrected(client, shop, { parcel, fulfilled: open.value.fulfilled });
  if (!present.ok) return present;
  const fulfilled = present.value;
  const wanted = await wantedOf(client, shop, { parcel, fulfilled });
  if (!wanted.ok) return wanted;
  const places = new Map<string, object[]>();
  for (const { id, location, lines } of orders) {
    const items = lines.flatMap((line) => {
      const quantity = Math.min(wanted.value.get(line.item) ?? 0, line.left);
      if (quantity <= 0) return [];
      wanted.value.set(line.item, (wanted.value.get(line.item) ?? 0) - quantity);
      return [{ id: line.id, quantity }];
    });
    if (items.length > 0)
      places.set(location, [
        ...(places.get(location) ?? []),
        { fulfillmentOrderId: id, fulfillmentOrderLineItems: items },
      ]);
  }
  if (places.size === 0)
    return done<Confirmed>({ kind: 'already', trackingNos: fulfilled.flatMap(({ numbers }) => numbers) });
  for (const lineItemsByFulfillmentOrder of places.values()) {
    const trackingInfo = { company: companies[parcel.carrier] ?? parcel.carrier, number: parcel.trackingNo };
    const fulfillment = { lineItemsByFulfillmentOrder, notifyCustomer: true, trackingInfo };
    const failure = await change(client, shop, {
      query: fulfil,
      name: 'fulfillmentCreate',
      variables: { fulfillment },
    });
    if (failure) return failure;
  }
  return done<Confirmed>({ kind: 'done' });
}

/** Carrier names for which Shopify links tracking pages. */
const companies: Readonly<Record<string, string>> = { UPS: 'UPS', FEDEX: 'FedEx', USPS: 'USPS', DHL: 'DHL Express' };
