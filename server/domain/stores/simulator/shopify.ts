import { iso, type Asked, type StoreDesk, type Told } from './answer.ts';
import type { SimItem, SimOrder, SimShop } from './world.ts';

const bucket = { burst: 2_000, perSecond: 100 };

/** The worst case of a query: objects count one, and connections their page times what is in it. */
function costOf(name: string, variables: Record<string, unknown>): number {
  const [first, lines] = [Number(variables['first'] ?? 1), Number(variables['lines'] ?? 1)];
  const order = 28 + lines * 7;
  if (name === 'PullOrders') return 2 + first * order;
  if (name === 'OneOrder') return order;
  if (name === 'OpenLines') return 277 + first * 106;
  return name === 'MoreLines' || name === 'DoneLines' ? 3 + first * 2 : 10;
}

/** Simulates the GraphQL Admin API for the operations in use, by name. */
export function answerShopify(desk: StoreDesk, { path, headers, body }: Asked): Told {
  const [, name = ''] = /^\/([^/]+)\/admin\/api\/[0-9-]+\/graphql\.json$/.exec(path) ?? [];
  const shop = desk.world.shops.find((each) => each.platform === 'shopify' && each.name === name);
  const { operationName = 'unknown', variables = {} } = (body ?? {}) as {
    operationName?: string;
    variables?: Record<string, unknown>;
  };
  const end = (status: number, told: unknown): Told => ({ status, body: told, call: operationName, shop: name });
  if (!shop) return end(404, { errors: 'Not Found' });
  if (headers['x-shopify-access-token'] !== shop.token)
    return end(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
  const asked = costOf(operationName, variables);
  const cost = Math.min(asked, 400);
  const allowed = { burst: bucket.burst * desk.ease, perSecond: bucket.perSecond * desk.ease };
  const wait = Number.isFinite(desk.ease) ? desk.meter.take(`${name} graphql`, allowed, desk.now(), cost) : null;
  const left = Number.isFinite(desk.ease) ? desk.meter.leftOf(`${name} graphql`) : bucket.burst;
  const extensions = {
    cost: {
      ...{ requestedQueryCost: cost, actualQueryCost: cost },
      throttleStatus: { maximumAvailable: bucket.burst, currentlyAvailable: left, restoreRate: allowed.perSecond },
    },
  };
  if (!Number.isFinite(desk.ease)) extensions.cost.throttleStatus.restoreRate = bucket.perSecond;
  const wrong = (code: string, message: string) =>
    end(200, { errors: [{ message, extensions: { code } }], extensions });
  if (wait !== null) return wrong('THROTTLED', 'Throttled');
  if (asked > shop.maxCost)
    return wrong(
      'MAX_COST_EXCEEDED',
      `Query cost is ${asked}, which exceeds the single query max cost limit (${shop.maxCost}).`,
    );
  const scope = scopes[operationName];
  if (scope && !shop.scopes.has(scope)) return wrong('ACCESS_DENIED', `Access denied. Required access: \`${scope}\`.`);
  const data = handle(desk, shop, operationName, variables);
  const released = shop.scopes.has('protected customer data') || !['PullOrders', 'OneOrder'].includes(operationName);
  // Buyers' data without a permission is null, with an error per field.
  if (data !== null && !released) {
    const denied = { message: 'This app is not approved to access this field.', extensions: { code: 'ACCESS_DENIED' } };
    return end(200, {
      data: withoutBuyers(data),
      errors: [{ ...denied, path: ['orders', 'nodes', 0, 'shippingAddress'] }],
      extensions,
    });
  }
  return data === null ? wrong('undefinedField', 'The operation is not known here.') : end(200, { data, extensions });
}

const scopes: Readonly<Record<string, string>> = {
  ProbeOrders: 'read_orders',
  ProbeAddresses: 'protected customer data',
  ProbeFulfilments: 'read_merchant_managed_fulfillment_orders',
  PullOrders: 'read_orders',
  OneOrder: 'read_orders',
  OpenLines: 'read_merchant_managed_fulfillment_orders',
  MoreLines: 'read_merchant_managed_fulfillment_orders',
  DoneLines: 'read_orders',
  Fulfil: 'write_merchant_managed_fulfillment_orders',
  Correct: 'write_merchant_managed_fulfillment_orders',
};

const withoutBuyers = (data: object): unknown =>
  JSON.parse(JSON.stringify(data), (name, value: unknown) =>
    ['shippingAddress', 'email'].includes(name) ? null : value,
  );

const gid = (kind: string, id: string | number): string => `gid://shopify/${kind}/${id}`;

function handle(desk: StoreDesk, shop: SimShop, name: string, variables: Record<string, unknown>): object | null {
  const { world } = desk;
  const seesHolds = shop.scopes.has('read_merchant_managed_fulfillment_orders');
  const found = shop.orders.find(({ seq }) => gid('Order', seq) === variables['id']);
  switch (name) {
    case 'ProbeOrders':
    case 'ProbeAddresses':
      return { orders: { nodes: [] } };
    case 'ProbeFulfilments':
      return { fulfillmentOrders: { nodes: [] } };
    case 'ProbeScopes':
      return { currentAppInstallation: { accessScopes: [...shop.scopes].map((handle) => ({ handle })) } };
    case 'PullOrders': {
      const [, from = '', to = ''] =
        /updated_at:>='([^']+)' AND updated_at:<='([^']+)'/.exec(String(variables['search'])) ?? [];
      const after = typeof variables['after'] === 'string' ? variables['after'] : null;
      const page = world.page(shop, Date.parse(from), Date.parse(to), after, Number(variables['first']));
      const nodes = page.orders.map((each) => orderOf(each, pageOf(variables), seesHolds));
      return { orders: { pageInfo: { hasNextPage: page.next !== null, endCursor: page.next }, nodes } };
    }
    case 'OneOrder':
      return { node: found ? orderOf(found, pageOf(variables), seesHolds) : null };
    case 'OpenLines':
      return { node: found ? openOf(shop, found) : null };
    case 'MoreLines':
      return { node: moreOf(shop, variables) };
    case 'DoneLines':
      return { node: doneOf(shop, variables) };
    case 'Fulfil':
      return fulfil(desk, shop, variables['fulfillment'] as Fulfilment);
    case 'Correct':
      return correct(desk, shop, {
        ...(variables['trackingInfoInput'] as Omit<Tracking, 'fulfillmentId'>),
        fulfillmentId: String(variables['fulfillmentId']),
      });
    default:
      return null;
  }
}

interface Page {
  readonly first: number;
  readonly from: number;
}
/** A page of lines; the cursor is the place of its first. */
const pageOf = (variables: Record<string, unknown>, name = 'lines'): Page => ({
  first: Number(variables[name] ?? 50),
  from: name === 'lines' && variables['id'] === undefined ? 0 : Number(variables['after'] ?? 0),
});
const connection = <T>(all: readonly T[], { first, from }: Page, show: (each: T) => object): object => ({
  pageInfo: { hasNextPage: all.length > from + first, endCursor: String(from + first) },
  nodes: all.slice(from, from + first).map(show),
});

const statusOf = ({ state, items }: SimOrder): string => {
  if (state === 'cancelled') return 'CANCELLED';
  if (state === 'onHold' || state === 'pending') return 'ON_HOLD';
  if (state === 'scheduled') return 'SCHEDULED';
  return items.every(({ quantity, fulfilled }) => fulfilled >= quantity) ? 'CLOSED' : 'OPEN';
};

function orderOf(order: SimOrder, page: Page, seesHolds: boolean): object {
  const { seq, no, placedAt, changedAt, state, to, items } = order;
  const total = items.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0).toFixed(2);
  const method = state === 'platformShips' ? 'PICK_UP' : 'SHIPPING';
  const fulfilment = {
    ...{ id: gid('FulfillmentOrder', seq), status: statusOf(order), deliveryMethod: { methodType: method } },
  };
  return {
    ...{ id: gid('Order', seq), name: no, createdAt: iso(placedAt), updatedAt: iso(changedAt), email: to.email },
    cancelledAt: state === 'cancelled' ? iso(changedAt) : null,
    currentTotalPriceSet: { shopMoney: { amount: total, currencyCode: 'USD' } },
    shippingAddress: {
      ...{ name: to.name, company: null, address1: to.line1, address2: to.line2, city: to.city },
      ...{ provinceCode: to.state, zip: to.zip, countryCodeV2: to.country, phone: to.phone },
    },
    // Without the scope the list is silently empty.
    fulfillmentOrders: { nodes: seesHolds ? [fulfilment] : [] },
    lineItems: connection(items, page, (item) => ({
      ...{ id: gid('LineItem', item.id), sku: item.sku, name: item.title, requiresShipping: true },
      ...{ currentQuantity: item.quantity, unfulfilledQuantity: item.quantity - item.fulfilled },
      originalUnitPriceSet: { shopMoney: { amount: item.price } },
      variant: { inventoryItem: { measurement: { weight: { unit: 'GRAMS', value: item.grams ?? 0 } } } },
    })),
  };
}

/** The items of an order at a location; they are divided in turn. */
const itemsAt = ({ locations }: SimShop, order: SimOrder, location: number): readonly SimItem[] =>
  order.items.filter((_, place) => place % locations === location);
const openLine = ({ id, quantity, fulfilled }: SimItem): object => ({
  ...{ id: gid('FulfillmentOrderLineItem', id), remainingQuantity: quantity - fulfilled },
  lineItem: { id: gid('LineItem', id) },
});

function openOf(shop: SimShop, order: SimOrder): object {
  const nodes = Array.from({ length: shop.locations }, (_, location) => ({
    ...{ id: gid('FulfillmentOrder', `${order.seq}-${location}`), status: statusOf(order) },
    assignedLocation: { location: { id: gid('Location', location) } },
    lineItems: connection(itemsAt(shop, order, location), { first: 50, from: 0 }, openLine),
  }));
  return {
    fulfillments: order.packages.map(({ key, number }) => ({ id: key, status: 'SUCCESS', trackingInfo: [{ number }] })),
    fulfillmentOrders: { pageInfo: { hasNextPage: false, endCursor: null }, nodes },
  };
}

/** The order and location of a fulfilment order. */
function placeOf(shop: SimShop, id: unknown): { order: SimOrder; location: number } | null {
  const [seq, location] = String(id).split('/').at(-1)?.split('-').map(Number) ?? [];
  const order = shop.orders.find((each) => each.seq === seq);
  return order && location !== undefined ? { order, location } : null;
}

function moreOf(shop: SimShop, variables: Record<string, unknown>): object | null {
  const place = placeOf(shop, variables['id']);
  if (!place) return null;
  return { lineItems: connection(itemsAt(shop, place.order, place.location), pageOf(variables, 'first'), openLine) };
}

function doneOf(shop: SimShop, variables: Record<string, unknown>): object | null {
  const parcel = shop.orders.flatMap(({ packages }) => packages).find(({ key }) => key === variables['id']);
  if (!parcel) return null;
  const show = ({ id, quantity }: { id: string; quantity: number }) => ({
    quantity,
    lineItem: { id: gid('LineItem', id) },
  });
  return { fulfillmentLineItems: connection(parcel.items, pageOf(variables, 'first'), show) };
}

interface Fulfilment {
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string;
    readonly fulfillmentOrderLineItems: readonly { id: string; quantity: number }[];
  }[];
  readonly trackingInfo?: { readonly company?: string; readonly number?: string };
}

function fulfil(desk: StoreDesk, shop: SimShop, wish: Fulfilment): object {
  const wrong = (message: string) => ({
    fulfillmentCreate: { fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] },
  });
  const places = wish.lineItemsByFulfillmentOrder.map((each) => placeOf(shop, each.fulfillmentOrderId));
  const [first] = places;
  if (!first || first.order.state === 'cancelled') return wrong('Fulfillment order does not exist.');
  const { order } = first;
  if (places.some((place) => place?.order !== order || place.location !== first.location))
    return wrong('The fulfillment orders must be assigned to the same location.');
  const items = wish.lineItemsByFulfillmentOrder.flatMap(({ fulfillmentOrderLineItems }) =>
    fulfillmentOrderLineItems.map(({ id, quantity }) => ({ id: id.split('/').at(-1) ?? '', quantity })),
  );
  const over = items.some(({ id, quantity }) => {
    const item = order.items.find((each) => each.id === id);
    return !item || quantity > item.quantity - item.fulfilled;
  });
  if (over) return wrong('Invalid fulfillment order line item quantity requested.');
  const number = wish.trackingInfo?.number ?? '';
  const id = gid('Fulfillment', `${order.seq}${order.packages.length}`);
  desk.world.fulfil(order, { key: id, number, carrier: wish.trackingInfo?.company ?? '', items }, desk.now());
  return { fulfillmentCreate: { fulfillment: { id, status: 'SUCCESS', trackingInfo: [{ number }] }, userErrors: [] } };
}

interface Tracking {
  readonly fulfillmentId: string;
  readonly number?: string;
  readonly numbers?: readonly string[];
}

function correct(desk: StoreDesk, shop: SimShop, { fulfillmentId, ...given }: Tracking): object {
  const order = shop.orders.find(({ packages }) => packages.some(({ key }) => key === fulfillmentId));
  const parcel = order?.packages.find(({ key }) => key === fulfillmentId);
  const number = given.number ?? given.numbers?.[0];
  if (!order || !parcel || !number) {
    const userErrors = [{ field: ['fulfillmentId'], message: 'Fulfillment could not be found.' }];
    return { fulfillmentTrackingInfoUpdate: { fulfillment: null, userErrors } };
  }
  parcel.number = number;
  order.changedAt = desk.now();
  const fulfillment = { id: fulfillmentId, status: 'SUCCESS', trackingInfo: [{ number }] };
  return { fulfillmentTrackingInfoUpdate: { fulfillment, userErrors: [] } };
}
