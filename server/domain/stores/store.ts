/** A shop with its credentials opened: for the call that needs it, and for no record, answer or log. */
export interface ShopAccount {
  readonly tenant: string;
  readonly id: string;
  readonly platform: Platform;
  /** The seller's id; of Shopify the name of the shop. */
  readonly sellerId: string;
  readonly region: Region;
  readonly marketplace: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The refresh token; of Shopify the access token of the app. */
  readonly token: string;
}
export type Region = 'na' | 'eu' | 'fe';
export type Platform = 'amazon' | 'shopify' | 'ebay' | 'walmart' | 'other';

/** A weight as the shop says it; null where it says none, which is not zero. */
export interface ShopWeight {
  readonly value: string;
  readonly unit: 'lb' | 'oz' | 'kg' | 'g';
}

export interface ShopItem {
  /** The platform's own id of the line, by which it is fulfilled. */
  readonly id: string;
  readonly sku: string | null;
  readonly title: string;
  /** Still to be shipped. */
  readonly quantity: number;
  readonly price: string | null;
  /** Of one piece. */
  readonly weight: ShopWeight | null;
}

export interface ShopAddress {
  readonly name: string | null;
  readonly company: string | null;
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly type: 'residential' | 'commercial' | 'unknown';
}

/** Why the platform does not let an order go yet. */
export type PlatformHold = 'notReady' | 'platformHold' | 'scheduled' | 'platformLabel' | 'platformShips';
/** What keeps an order from being used though it came. */
export type PullProblem = 'noAddress' | 'badNumber' | 'noItems' | 'tooManyItems' | 'itemsMissing';

export interface ShopOrder {
  /** The number that people know. */
  readonly no: string;
  /** The number that the API knows. */
  readonly id: string;
  readonly placedAt: string;
  readonly changedAt: string;
  readonly shipBy: string | null;
  readonly state: 'open' | 'shipped' | 'cancelled';
  readonly hold: PlatformHold | null;
  readonly problem: PullProblem | null;
  /** Null: the platform did not release it. */
  readonly to: ShopAddress | null;
  readonly items: readonly ShopItem[];
  readonly total: string | null;
  readonly currency: string | null;
}

/** A page of the orders that changed in a window, each boundary included. */
export interface ShopPage {
  readonly orders: readonly ShopOrder[];
  /** What the next page is asked with; null: this was the last one. */
  readonly next: string | null;
}

/** From and to as ISO times, five days apart at most. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** One parcel of an order. */
export interface ShopParcel {
  /** Our own, the same each time that it is told. */
  readonly key: string;
  readonly order: { readonly no: string; readonly id: string };
  readonly carrier: string;
  readonly service: string | null;
  readonly trackingNo: string;
  readonly shippedAt: string;
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
}

/** `already`: the platform has numbers for these items; whether ours is among them is for the caller to see. */
export type Confirmed =
  | { readonly kind: 'done' }
  | { readonly kind: 'already'; readonly trackingNos: readonly string[] };

/** `expired`: the page token has expired, the window starts over. */
export interface StoreFailure {
  readonly ok: false;
  readonly kind: 'refused' | 'credentials' | 'limited' | 'unavailable' | 'expired' | 'unsupported';
  readonly code: string;
  readonly text: string;
  readonly retryAt: Date | null;
}
export type StoreResult<T> = { readonly ok: true; readonly value: T } | StoreFailure;

/** What a shop was asked for to see whether it may: `missing` names what the platform must grant. */
export interface ScopeCheck {
  readonly scope: string;
  readonly state: 'ok' | 'missing' | 'failed';
  readonly text: string | null;
}

/** One platform. Everything that is asked here may be asked again. */
export interface StoreApi {
  readonly codes: readonly Platform[];
  /** One harmless call for each scope that is needed. */
  check(shop: ShopAccount): Promise<StoreResult<readonly ScopeCheck[]>>;
  pull(shop: ShopAccount, window: Window, page: string | null): Promise<StoreResult<ShopPage>>;
  /** One order as it is now; null: the platform has none of that number. */
  one(shop: ShopAccount, order: { readonly no: string; readonly id: string }): Promise<StoreResult<ShopOrder | null>>;
  confirm(shop: ShopAccount, parcel: ShopParcel): Promise<StoreResult<Confirmed>>;
  /** The page where the seller lets us in; null: credentials are typed in. */
  consentPage(app: { readonly applicationId: string; readonly redirect: string }, state: string): string | null;
}

/** Where the platforms are asked, where a setting says so. */
export interface StoreBases {
  readonly amazon: string | null;
  readonly amazonToken: string | null;
  readonly shopify: string | null;
}

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const failed = (
  kind: StoreFailure['kind'],
  code: string,
  text: string,
  retryAt: Date | null = null,
): StoreFailure => ({ ok: false, kind, code, text, retryAt });
