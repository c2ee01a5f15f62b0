/** A shop with its credentials decrypted; they must never reach a record, an answer or a log. */
export interface ShopAccount {
  readonly tenant: string;
  readonly id: string;
  readonly platform: Platform;
  /** The seller's id; for Shopify the shop's name. */
  readonly sellerId: string;
  readonly region: Region;
  readonly marketplace: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The refresh token; for Shopify the app's access token. */
  readonly token: string;
}
export type Region = 'na' | 'eu' | 'fe';
export type Platform = 'amazon' | 'shopify' | 'ebay' | 'walmart' | 'other';

/** A weight from the shop; null if unknown, as opposed to zero. */
export interface ShopWeight {
  readonly value: string;
  readonly unit: 'lb' | 'oz' | 'kg' | 'g';
}

export interface ShopItem {
  /** The platform's id of the line, for fulfilment. */
  readonly id: string;
  readonly sku: string | null;
  readonly title: string;
  /** Quantity still to be shipped. */
  readonly quantity: number;
  readonly price: string | null;
  /** Per piece. */
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

/** Why the platform does not release an order yet. */
export type PlatformHold = 'notReady' | 'platformHold' | 'scheduled' | 'platformLabel' | 'platformShips';
/** Why a pulled order cannot be used. */
export type PullProblem = 'noAddress' | 'badNumber' | 'noItems' | 'tooManyItems' | 'itemsMissing';

export interface ShopOrder {
  /** The number that people see. */
  readonly no: string;
  /** The API's id. */
  readonly id: string;
  readonly placedAt: string;
  readonly changedAt: string;
  readonly shipBy: string | null;
  readonly state: 'open' | 'shipped' | 'cancelled';
  readonly hold: PlatformHold | null;
  readonly problem: PullProblem | null;
  /** Null: not released by the platform. */
  readonly to: ShopAddress | null;
  readonly items: readonly ShopItem[];
  readonly total: string | null;
  readonly currency: string | null;
}

/** A page of the orders changed in a window, bounds included. */
export interface ShopPage {
  readonly orders: readonly ShopOrder[];
  /** The next page's token; null: last page. */
  readonly next: string | null;
}

/** ISO times, at most five days apart. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** One parcel of an order. */
export interface ShopParcel {
  /** Our own idempotency key. */
  readonly key: string;
  readonly order: { readonly no: string; readonly id: string };
  readonly carrier: string;
  readonly service: string | null;
  readonly trackingNo: string;
  /** Void numbers that this one replaces; the platform may have been told one of them. */
  readonly replaced: readonly string[];
  readonly shippedAt: string;
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
}

/** `already`: the platform has numbers for these items; the caller checks whether ours is among them. */
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

/** The result of testing a scope: `missing` names what the platform must grant. */
export interface ScopeCheck {
  readonly scope: string;
  readonly state: 'ok' | 'missing' | 'failed';
  readonly text: string | null;
}

/** The API of a platform. All calls are repeatable. */
export interface StoreApi {
  readonly codes: readonly Platform[];
  /** One harmless call per required scope. */
  check(shop: ShopAccount): Promise<StoreResult<readonly ScopeCheck[]>>;
  pull(shop: ShopAccount, window: Window, page: string | null): Promise<StoreResult<ShopPage>>;
  /** The present order; null: unknown to the platform. */
  one(shop: ShopAccount, order: { readonly no: string; readonly id: string }): Promise<StoreResult<ShopOrder | null>>;
  confirm(shop: ShopAccount, parcel: ShopParcel): Promise<StoreResult<Confirmed>>;
  /** The consent page for sellers; null: credentials are entered by hand. */
  consentPage(app: { readonly applicationId: string; readonly redirect: string }, state: string): string | null;
}

/** Base addresses of platforms, if configured. */
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
