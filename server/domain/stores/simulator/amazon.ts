import { iso, type Asked, type StoreDesk, type Told } from './answer.ts';
import type { SimOrder, SimShop } from './world.ts';

const usages: Readonly<Record<string, { burst: number; perSecond: number }>> = {
  search: { burst: 20, perSecond: 0.0056 },
  order: { burst: 30, perSecond: 0.5 },
  searchV0: { burst: 20, perSecond: 0.0167 },
  orderV0: { burst: 30, perSecond: 0.5 },
  itemsV0: { burst: 30, perSecond: 0.5 },
  restricted: { burst: 10, perSecond: 1 },
  confirm: { burst: 10, perSecond: 2 },
};

const routes: readonly (readonly [string, string, RegExp])[] = [
  ['search', 'GET', /^\/orders\/2026-01-01\/orders$/],
  ['order', 'GET', /^\/orders\/2026-01-01\/orders\/([^/]+)$/],
  ['searchV0', 'GET', /^\/orders\/v0\/orders$/],
  ['orderV0', 'GET', /^\/orders\/v0\/orders\/([^/]+)$/],
  ['itemsV0', 'GET', /^\/orders\/v0\/orders\/([^/]+)\/orderItems$/],
  ['restricted', 'POST', /^\/tokens\/2021-03-01\/restrictedDataToken$/],
  ['confirm', 'POST', /^\/orders\/v0\/orders\/([^/]+)\/shipmentConfirmation$/],
];

const refusal = (status: number, code: string, message: string) => ({ status, body: { errors: [{ code, message }] } });
const hour = 3_600;

/** Simulates the Selling Partner API and its token server. */
export function answerAmazon(desk: StoreDesk, { method, path, query, headers, body, text }: Asked): Told {
  const { world } = desk;
  if (path === '/auth/o2/token') {
    const form = new URLSearchParams(text);
    const shop = world.shops.find(
      (each) =>
        each.platform === 'amazon' &&
        each.token === form.get('refresh_token') &&
        each.clientId === form.get('client_id') &&
        each.clientSecret === form.get('client_secret'),
    );
    const token = { access_token: `Atza|${shop?.name}`, token_type: 'bearer', expires_in: hour };
    const told = shop ? { status: 200, body: token } : { status: 400, body: { error: 'invalid_grant' } };
    return { ...told, call: 'token', shop: shop?.name ?? null };
  }
  const route = routes.find(([, verb, pattern]) => verb === method && pattern.test(path));
  const token = headers['x-amz-access-token'] ?? '';
  const shop = world.shops.find((each) => each.platform === 'amazon' && token.endsWith(`|${each.name}`));
  const call = route?.[0] ?? 'unknown';
  const end = (told: Pick<Told, 'status' | 'body' | 'headers'>): Told => ({ ...told, call, shop: shop?.name ?? null });
  if (!shop) return end(refusal(403, 'Unauthorized', 'Access to requested resource is denied.'));
  if (!route) return end(refusal(404, 'NotFound', 'The resource does not exist.'));
  const usage = usages[call] ?? { burst: 1, perSecond: 1 };
  const allowed = { burst: usage.burst * desk.ease, perSecond: usage.perSecond * desk.ease };
  const wait = Number.isFinite(desk.ease) ? desk.meter.take(`${shop.name} ${call}`, allowed, desk.now()) : null;
  if (wait !== null) {
    const told = refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
    return end({ ...told, headers: { 'retry-after': String(Math.ceil(wait)) } });
  }
  const open = route[2].exec(path)?.[1] ?? '';
  return end(handle(desk, shop, { call, query, body, no: open, released: token.startsWith('Atzr-rdt|') }));
}

interface Wish {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly no: string;
  readonly released: boolean;
}

function handle(
  desk: StoreDesk,
  shop: SimShop,
  { call, query, body, no, released }: Wish,
): Pick<Told, 'status' | 'body'> {
  const { world } = desk;
  const may = (scope: string) => shop.scopes.has(scope);
  const denied = refusal(403, 'Unauthorized', 'The application has no role for this operation.');
  const order = shop.orders.find((each) => each.no === no);
  const missing = refusal(404, 'NotFound', 'The order does not exist.');
  const data = (query.get('includedData') ?? '').split(',');
  const recipient = data.includes('RECIPIENT') && may('recipient') && (released || !shop.guarded);
  switch (call) {
    case 'search': {
      if (!shop.newer || !may('orders')) return denied;
      const page = pageOf(
        desk,
        shop,
        query,
        'lastUpdatedAfter',
        'lastUpdatedBefore',
        'paginationToken',
        'maxResultsPerPage',
      );
      if (page === null) return refusal(400, 'InvalidInput', 'The pagination token is not valid.');
      const pagination = page.next === null ? {} : { pagination: { nextToken: page.next } };
      return { status: 200, body: { orders: page.orders.map((each) => orderOf(each, recipient)), ...pagination } };
    }
    case 'order':
      if (!shop.newer || !may('orders')) return denied;
      return order ? { status: 200, body: { order: orderOf(order, recipient) } } : missing;
    case 'restricted':
      return may('restrictedData')
        ? { status: 200, body: { restrictedDataToken: `Atzr-rdt|${shop.name}`, expiresIn: hour } }
        : denied;
    case 'searchV0': {
      if (!may('orders')) return denied;
      const page = pageOf(desk, shop, query, 'LastUpdatedAfter', 'LastUpdatedBefore', 'NextToken', 'MaxResultsPerPage');
      if (page === null) return refusal(400, 'InvalidInput', 'The token is not valid.');
      const next = page.next === null ? {} : { NextToken: page.next };
      return {
        status: 200,
        body: { payload: { Orders: page.orders.map((each) => oldOrderOf(each, released)), ...next } },
      };
    }
    case 'orderV0':
      return order ? { status: 200, body: { payload: oldOrderOf(order, released) } } : missing;
    case 'itemsV0':
      return order
        ? { status: 200, body: { payload: { AmazonOrderId: no, OrderItems: order.items.map(oldItemOf) } } }
        : missing;
    default:
      if (!may('confirmShipment')) return denied;
      return order ? confirm(desk, order, body, world) : refusal(400, 'InvalidInput', 'Invalid Input');
  }
}

function pageOf(
  { world, now }: StoreDesk,
  shop: SimShop,
  query: URLSearchParams,
  ...[after, before, token, size]: readonly [string, string, string, string]
) {
  const given = query.get(token);
  // A page token contains its window.
  const [from, to, key] = given?.split('~') ?? [query.get(after) ?? '', query.get(before) ?? iso(now()), null];
  if (given !== null && !/^[^~]+~[^~]+~\d+\.\d+$/.test(given)) return null;
  const most = Number(query.get(size) ?? '100');
  const page = world.page(shop, Date.parse(from ?? ''), Date.parse(to ?? ''), key ?? null, most);
  return { orders: page.orders, next: page.next === null ? null : `${from}~${to}~${page.next}` };
}

const statusOf = ({ state, items }: SimOrder): string => {
  if (state === 'cancelled') return 'CANCELLED';
  if (state === 'pending') return 'PENDING';
  if (items.every(({ quantity, fulfilled }) => fulfilled >= quantity)) return 'SHIPPED';
  return items.some(({ fulfilled }) => fulfilled > 0) ? 'PARTIALLY_SHIPPED' : 'UNSHIPPED';
};

const totalOf = ({ items }: SimOrder): string =>
  items.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0).toFixed(2);

function orderOf(order: SimOrder, recipient: boolean): object {
  const { no, placedAt, changedAt, state, to, items, packages } = order;
  const address = {
    ...{ name: to.name, addressLine1: to.line1, addressLine2: to.line2, city: to.city, stateOrRegion: to.state },
    ...{ postalCode: to.zip, countryCode: to.country, phone: to.phone, addressType: 'RESIDENTIAL' },
  };
  const money = { amount: totalOf(order), currencyCode: 'USD' };
  return {
    ...{ orderId: no, createdTime: iso(placedAt), lastUpdatedTime: iso(changedAt) },
    programs: state === 'platformLabel' ? ['AMAZON_EASY_SHIP'] : [],
    salesChannel: { channelName: 'AMAZON', marketplaceId: 'ATVPDKIKX0DER', marketplaceName: 'Amazon.com' },
    recipient: { deliveryAddress: recipient ? address : { city: to.city, stateOrRegion: to.state } },
    proceeds: { grandTotal: money },
    fulfillment: {
      ...{ fulfillmentStatus: statusOf(order), fulfilledBy: state === 'platformShips' ? 'AMAZON' : 'MERCHANT' },
      fulfillmentServiceLevel: 'STANDARD',
      shipByWindow: { earliestDateTime: iso(placedAt), latestDateTime: iso(placedAt + 2 * 86_400_000) },
      ...(state === 'scheduled' ? { labelPrintingWindow: { earliestDateTime: iso(placedAt + 30 * 86_400_000) } } : {}),
    },
    orderItems: items.map(({ id, sku, title, quantity, fulfilled, price }) => ({
      ...{ orderItemId: id, quantityOrdered: quantity },
      product: {
        asin: 'B08N5WRWNW',
        title,
        sellerSku: sku,
        price: { unitPrice: { amount: price, currencyCode: 'USD' } },
      },
      fulfillment: { quantityFulfilled: fulfilled, quantityUnfulfilled: Math.max(quantity - fulfilled, 0) },
    })),
    packages: packages.map((each) => ({
      ...{ packageReferenceId: each.key, carrier: each.carrier, trackingNumber: each.number },
      packageItems: each.items.map(({ id, quantity }) => ({ orderItemId: id, quantity })),
    })),
  };
}

function oldOrderOf(order: SimOrder, released: boolean): object {
  const { no, placedAt, changedAt, state, to } = order;
  const status = {
    CANCELLED: 'Canceled',
    PENDING: 'Pending',
    SHIPPED: 'Shipped',
    PARTIALLY_SHIPPED: 'PartiallyShipped',
  };
  const open = { City: to.city, StateOrRegion: to.state, PostalCode: to.zip, CountryCode: to.country };
  return {
    ...{ AmazonOrderId: no, PurchaseDate: iso(placedAt), LastUpdateDate: iso(changedAt) },
    OrderStatus: (status as Readonly<Record<string, string>>)[statusOf(order)] ?? 'Unshipped',
    FulfillmentChannel: state === 'platformShips' ? 'AFN' : 'MFN',
    OrderTotal: { Amount: totalOf(order), CurrencyCode: 'USD' },
    ...(state === 'platformLabel' ? { EasyShipShipmentStatus: 'PendingSchedule' } : {}),
    ShippingAddress: released ? { Name: to.name, AddressLine1: to.line1, ...open, Phone: to.phone } : open,
  };
}

const oldItemOf = ({ id, sku, title, quantity, fulfilled, price }: SimOrder['items'][number]): object => ({
  ...{ ASIN: 'B08N5WRWNW', OrderItemId: id, SellerSKU: sku, Title: title, QuantityOrdered: quantity },
  ...{ QuantityShipped: fulfilled, ItemPrice: { CurrencyCode: 'USD', Amount: (Number(price) * quantity).toFixed(2) } },
});

interface Confirmation {
  readonly packageDetail?: {
    readonly packageReferenceId?: string;
    readonly carrierCode?: string;
    readonly trackingNumber?: string;
    readonly shipDate?: string;
    readonly orderItems?: readonly { orderItemId: string; quantity: number }[];
  };
  readonly marketplaceId?: string;
}

function confirm(
  desk: StoreDesk,
  order: SimOrder,
  body: unknown,
  world: StoreDesk['world'],
): Pick<Told, 'status' | 'body'> {
  const { packageDetail: parcel, marketplaceId } = body as Confirmation;
  const items = parcel?.orderItems ?? [];
  if (
    !marketplaceId ||
    !parcel?.packageReferenceId ||
    !parcel.carrierCode ||
    !parcel.trackingNumber ||
    !parcel.shipDate ||
    items.length === 0
  )
    return refusal(400, 'InvalidInput', 'Invalid Input');
  const left = (id: string) => {
    const item = order.items.find((each) => each.id === id);
    return item ? item.quantity - item.fulfilled : 0;
  };
  if (order.state === 'cancelled' || items.some(({ orderItemId, quantity }) => quantity > left(orderItemId)))
    return refusal(400, 'PackageToUpdateNotFound', 'PackageToUpdateNotFound or order already fulfilled');
  const told = items.map(({ orderItemId: id, quantity }) => ({ id, quantity }));
  const { packageReferenceId: key, trackingNumber: number, carrierCode: carrier } = parcel;
  world.fulfil(order, { key, number, carrier, items: told }, desk.now());
  return { status: 204, body: {} };
}
