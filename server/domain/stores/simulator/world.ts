/** An order of a platform. Times in milliseconds. */
export interface SimOrder {
  readonly seq: number;
  readonly no: string;
  placedAt: number;
  changedAt: number;
  state: 'open' | 'pending' | 'onHold' | 'scheduled' | 'platformLabel' | 'platformShips' | 'cancelled';
  to: SimAddress;
  items: SimItem[];
  packages: SimPackage[];
}
export interface SimAddress {
  name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
}
export interface SimItem {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  fulfilled: number;
  readonly price: string;
  /** Grams per piece; null: unknown. */
  readonly grams: number | null;
}
export interface SimPackage {
  readonly key: string;
  number: string;
  readonly carrier: string;
  readonly items: readonly { id: string; quantity: number }[];
}

export interface SimShop {
  readonly platform: 'amazon' | 'shopify';
  /** The seller's id or the shop's name. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  /** Granted scopes; missing ones are refused or, as on the platform, answered empty. */
  readonly scopes: Set<string>;
  /** Whether Amazon's newer orders API has this shop. */
  newer: boolean;
  /** Whether Amazon's newer orders API leaves addresses out without a restricted token. */
  guarded: boolean;
  /** Locations among which Shopify divides the lines of an order. */
  locations: number;
  /** The cost above which Shopify refuses a query. */
  maxCost: number;
  readonly orders: SimOrder[];
}

export const allScopes = {
  amazon: ['orders', 'recipient', 'restrictedData', 'confirmShipment'],
  shopify: [
    'read_orders',
    'protected customer data',
    'read_merchant_managed_fulfillment_orders',
    'write_merchant_managed_fulfillment_orders',
  ],
} as const;

export interface ShopWish {
  readonly platform: SimShop['platform'];
  readonly name: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly token?: string;
  readonly scopes?: readonly string[];
  readonly newer?: boolean;
}

/** An order as a test or the demo describes it; other values are generated. */
export interface OrderWish {
  readonly at: Date;
  readonly state?: SimOrder['state'];
  readonly to?: Partial<SimAddress>;
  readonly items?: readonly { sku: string; title?: string; quantity?: number; price?: string; grams?: number | null }[];
}

const people = ['Ann Lee', 'Joe Park', 'Mia Cole', 'Sam Diaz', 'Eve Hart', 'Max Boyd', 'Ida West', 'Leo Ruiz'];
const places = [
  ['New York', 'NY', '10001'],
  ['Los Angeles', 'CA', '90012'],
  ['Chicago', 'IL', '60601'],
  ['Houston', 'TX', '77002'],
  ['Seattle', 'WA', '98101'],
  ['Miami', 'FL', '33101'],
] as const;

/** Credentials of the demo's application. */
export const knownStoreClient = {
  clientId: 'amzn1.application-oa2-client.simulated',
  clientSecret: 'simulated-client-secret',
};

export class StoreWorld {
  readonly shops: SimShop[] = [];
  #last = 0;

  shop({ platform, name, ...wish }: ShopWish): SimShop {
    const shop: SimShop = {
      ...{ platform, name, orders: [], newer: wish.newer ?? true, guarded: false },
      ...{ locations: 1, maxCost: Number.POSITIVE_INFINITY },
      clientId: wish.clientId ?? knownStoreClient.clientId,
      clientSecret: wish.clientSecret ?? knownStoreClient.clientSecret,
      token: wish.token ?? (platform === 'amazon' ? `Atzr|${name}` : `shpat_${name}`),
      scopes: new Set(wish.scopes ?? allScopes[platform]),
    };
    this.shops.push(shop);
    return shop;
  }

  order(shop: SimShop, { at, state = 'open', to = {}, items }: OrderWish): SimOrder {
    this.#last += 1;
    const seq = this.#last;
    const digits = String(seq).padStart(7, '0');
    const [city, region, zip] = places[seq % places.length] ?? places[0];
    const order: SimOrder = {
      ...{ seq, state, placedAt: at.getTime(), changedAt: at.getTime(), packages: [] },
      no: shop.platform === 'amazon' ? `${100 + (seq % 900)}-${digits}-${digits}` : `#${1000 + seq}`,
      to: {
        ...{
          name: people[seq % people.length] ?? 'Ann Lee',
          line1: `${seq} Main St`,
          line2: '',
          city,
          state: region,
          zip,
        },
        ...{ country: 'US', phone: '+1 212 555 0100', email: `buyer${seq}@example.com` },
        ...to,
      },
      items: (items ?? [{ sku: 'SKU-1' }]).map((item, place) => ({
        ...{ id: `${seq}${String(place + 1).padStart(2, '0')}`, sku: item.sku, title: item.title ?? item.sku },
        ...{ quantity: item.quantity ?? 1, fulfilled: 0, price: item.price ?? '19.99' },
        grams: item.grams === undefined ? 900 : item.grams,
      })),
    };
    shop.orders.push(order);
    return order;
  }

  /** A page of orders by key, so that concurrent changes shift no others. */
  page(shop: SimShop, from: number, to: number, after: string | null, most: number) {
    const [time = 0, seq = 0] = (after ?? '').split('.').map(Number);
    const found = shop.orders
      .filter(({ changedAt }) => changedAt >= from && changedAt <= to)
      .toSorted((one, other) => one.changedAt - other.changedAt || one.seq - other.seq)
      .filter((each) => after === null || each.changedAt > time || (each.changedAt === time && each.seq > seq));
    const orders = found.slice(0, most);
    const last = orders.at(-1);
    return { orders, next: found.length > most && last ? `${last.changedAt}.${last.seq}` : null };
  }

  fulfil(order: SimOrder, parcel: SimPackage, at: number): void {
    for (const { id, quantity } of parcel.items) {
      const item = order.items.find((each) => each.id === id);
      if (item) item.fulfilled += quantity;
    }
    order.packages.push(parcel);
    order.changedAt = at;
  }
}
