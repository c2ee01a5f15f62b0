import { iso, type Asked, type StoreDesk, type Told } from './answer.ts';
import type { SimOrder, SimShop } from './world.ts';

const bucket = { burst: 2_000, perSecond: 100 };
const costs: Readonly<Record<string, number>> = { PullOrders: 400, OneOrder: 100, OpenLines: 60, Fulfil: 10 };

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
  const cost = costs[operationName] ?? 10;
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
  const scope = scopes[operationName];
  if (scope && !shop.scopes.has(scope)) return wrong('ACCESS_DENIED', `Access denied. Required access: \`${scope}\`.`);
  const data = handle(desk, shop, operationName, variables);
  return data === null ? wrong('undefinedField', 'The operation is not known here.') : end(200, { data, extensions });
}

const scopes: Readonly<Record<string, string>> = {
  ProbeOrders: 'read_orders',
  ProbeFulfilments: 'read_merchant_managed_fulfillment_orders',
  PullOrders: 'read_orders',
  OneOrder: 'read_orders',
  OpenLines: 'read_merchant_managed_fulfillment_orders',
  Fulfil: 'write_merchant_managed_fulfillment_orders',
};

const gid = (kind: string, id: string | number): string => `gid://shopify/${kind}/${id}`;

function handle(desk: StoreDesk, shop: SimShop, name: string, variables: Record<string, unknown>): object | null {
  const { world } = desk;
  const seesHolds = shop.scopes.has('read_merchant_managed_fulfillment_orders');
  const found = shop.orders.find(({ seq }) => gid('Order', seq) === variables['id']);
  switch (name) {
    case 'ProbeOrders':
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
      const nodes = page.orders.map((each) => orderOf(each, 20, seesHolds));
      return { orders: { pageInfo: { hasNextPage: page.next !== null, endCursor: page.next }, nodes } };
    }
    case 'OneOrder':
      return { node: found ? orderOf(found, 250, seesHolds) : null };
    case 'OpenLines':
      return { node: found ? linesOf(found) : null };
    case 'Fulfil':
      return fulfil(desk, shop, variables['fulfillment'] as Fulfilment);
    default:
      return null;
  }
}

const statusOf = ({ state, items }: SimOrder): string => {
  if (state === 'cancelled') return 'CANCELLED';
  if (state === 'onHold' || state === 'pending') return 'ON_HOLD';
  if (state === 'scheduled') return 'SCHEDULED';
  return items.every(({ quantity, fulfilled }) => fulfilled >= quantity) ? 'CLOSED' : 'OPEN';
};

function orderOf(order: SimOrder, most: number, seesHolds: boolean): object {
  const { seq, no, placedAt, changedAt, state, to, items } = order;
  const total = items.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0).toFixed(2);
  const method = state === 'platformShips' ? 'PICK_UP' : 'SHIPPING';
  const hold = state === 'onHold' ? [{ reason: 'HIGH_RISK_OF_FRAUD' }] : [];
  const fulfilment = {
    ...{ id: gid('FulfillmentOrder', seq), status: statusOf(order), requestStatus: 'UNSUBMITTED', fulfillAt: null },
    ...{ fulfillmentHolds: hold, deliveryMethod: { methodType: method } },
  };
  return {
    ...{ id: gid('Order', seq), name: no, createdAt: iso(placedAt), updatedAt: iso(changedAt), email: to.email },
    cancelledAt: state === 'cancelled' ? iso(changedAt) : null,
    displayFulfillmentStatus: 'UNFULFILLED',
    currentTotalPriceSet: { shopMoney: { amount: total, currencyCode: 'USD' } },
    shippingAddress: {
      ...{ name: to.name, company: null, address1: to.line1, address2: to.line2, city: to.city },
      ...{ provinceCode: to.state, zip: to.zip, countryCodeV2: to.country, phone: to.phone },
    },
    // Without the scope the list is silently empty.
    fulfillmentOrders: { nodes: seesHolds ? [fulfilment] : [] },
    lineItems: {
      pageInfo: { hasNextPage: items.length > most },
      nodes: items.slice(0, most).map((item) => ({
        ...{ id: gid('LineItem', item.id), sku: item.sku, name: item.title, requiresShipping: true },
        ...{ currentQuantity: item.quantity, unfulfilledQuantity: item.quantity - item.fulfilled },
        originalUnitPriceSet: { shopMoney: { amount: item.price } },
        variant: { inventoryItem: { measurement: { weight: { unit: 'GRAMS', value: item.grams ?? 0 } } } },
      })),
    },
  };
}

function linesOf(order: SimOrder): object {
  const nodes = order.items.map(({ id, quantity, fulfilled }) => ({
    ...{ id: gid('FulfillmentOrderLineItem', id), remainingQuantity: quantity - fulfilled },
    lineItem: { id: gid('LineItem', id) },
  }));
  return {
    fulfillments: order.packages.map(({ key, number }) => ({ id: key, status: 'SUCCESS', trackingInfo: [{ number }] })),
    fulfillmentOrders: {
      nodes: [{ id: gid('FulfillmentOrder', order.seq), status: statusOf(order), lineItems: { nodes } }],
    },
  };
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
  const [first] = wish.lineItemsByFulfillmentOrder;
  const order = shop.orders.find(({ seq }) => gid('FulfillmentOrder', seq) === first?.fulfillmentOrderId);
  if (!first || !order || order.state === 'cancelled') return wrong('Fulfillment order does not exist.');
  const items = first.fulfillmentOrderLineItems.map(({ id, quantity }) => ({
    id: id.split('/').at(-1) ?? '',
    quantity,
  }));
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
