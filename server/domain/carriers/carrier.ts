export type LabelFormat = 'pdf' | 'png' | 'gif' | 'zpl' | 'epl';
export type LabelSize = '4x6' | '4x675' | '4x8' | '4x9' | 'letter';

export interface CarrierAccount {
  tenant: string;
  id: string;
  /** `UPS`, `FEDEX`; labels of other carriers are entered by hand. */
  carrier: string;
  number: string;
  environment: 'production' | 'test';
  currency: string;
  clientId: string;
  clientSecret: string;
  /** The account's own base address. */
  base: string | null;
}

export interface CarrierAddress {
  name: string;
  company: string | null;
  lines: readonly string[];
  city: string;
  state: string | null;
  postalCode: string;
  country: string;
  phone: string | null;
  email: string | null;
  /** Null: unknown. */
  residential: boolean | null;
}

export interface ShipPackage {
  seq: number;
  weight: string;
  length: string;
  width: string;
  height: string;
  declaredValue: string | null;
  signature: 'none' | 'indirect' | 'direct' | 'adult';
  /** Absent: a box of the sender's own; `irregular`: its own, a tube or of another shape. */
  packaging?: 'box' | 'irregular' | 'letter' | 'pak';
  references: readonly string[];
}

export interface CustomsItem {
  description: string;
  hsCode: string | null;
  originCountry: string;
  unitPrice: string;
  unitWeight: string | null;
  quantity: number;
  purpose: string;
}

export interface ShipOrder {
  /** Our own unique key; sent to the carrier as a reference. */
  key: string;
  /** The carrier's code. */
  service: string;
  shipDate: string;
  /** `0`: pounds and inches, `1`: kilograms and centimetres, as everywhere. */
  unitType: '0' | '1';
  currency: string;
  from: CarrierAddress;
  to: CarrierAddress;
  packages: readonly ShipPackage[];
  label: { format: LabelFormat; size: LabelSize };
  dutiesPayer: 'sender' | 'recipient';
  /** Whose account pays for transport instead of ours. */
  thirdParty?: { number: string; postalCode: string | null; country: string };
  customs: readonly CustomsItem[];
  /** A return label at our expense; the carrier charges it when it is used. */
  isReturn?: boolean;
}

export interface CarrierCharge {
  currency: string;
  total: string;
  lines: readonly { code: string; text: string; amount: string }[];
}

export interface ShippedPackage {
  seq: number;
  trackingNo: string;
  label: { format: LabelFormat; bytes: Buffer } | null;
}

export interface Shipped {
  leadTracking: string;
  packages: readonly ShippedPackage[];
  charge: CarrierCharge | null;
  /** As it came, without secrets and without the label's bytes. */
  reply: unknown;
  /** Valid numbers of further shipments under the same key: the carrier made the shipment more than once. */
  surplus?: readonly string[];
}

export interface TrackEvent {
  /** ISO, local time of the place. */
  at: string;
  /** `+hh:mm`. */
  offset: string | null;
  code: string;
  type: string;
  text: string;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
}

export interface Tracked {
  trackingNo: string;
  events: readonly TrackEvent[];
  estimatedAt: string | null;
  deliveredAt: string | null;
  signedBy: string | null;
}

/**
 * `refused`: the carrier said no, nothing happened. `unavailable`: it certainly did not happen, try later. `lost`: it may
 * have happened; look it up before anything else. Code and text are the carrier's own where it said any, without secrets.
 */
export type CarrierFailure = {
  ok: false;
  kind: 'refused' | 'credentials' | 'limited' | 'unavailable' | 'lost' | 'unsupported';
  code: string;
  text: string;
  retryAt: Date | null;
};
export type CarrierResult<T> = { ok: true; value: T } | CarrierFailure;

export interface CarrierApi {
  readonly code: string;
  rate(account: CarrierAccount, order: ShipOrder): Promise<CarrierResult<CarrierCharge>>;
  ship(account: CarrierAccount, order: ShipOrder): Promise<CarrierResult<Shipped>>;
  /** What was made under a key, after a lost answer; null: nothing was. */
  find(account: CarrierAccount, order: ShipOrder): Promise<CarrierResult<Shipped | null>>;
  /** Voids the whole shipment; voiding it again succeeds. */
  void(
    account: CarrierAccount,
    shipment: { leadTracking: string; trackingNos: readonly string[]; key: string },
  ): Promise<CarrierResult<{ voided: true }>>;
  track(
    account: CarrierAccount,
    trackingNos: readonly string[],
  ): Promise<CarrierResult<readonly (Tracked | { trackingNo: string; error: string })[]>>;
  validateAddress(
    account: CarrierAccount,
    address: CarrierAddress,
  ): Promise<
    CarrierResult<{
      state: 'verified' | 'corrected' | 'doubtful';
      residential: boolean | null;
      suggestions: readonly CarrierAddress[];
    }>
  >;
  transitTime(
    account: CarrierAccount,
    order: ShipOrder,
  ): Promise<CarrierResult<readonly { service: string; days: number | null; date: string | null }[]>>;
  proofOfDelivery(
    account: CarrierAccount,
    trackingNo: string,
  ): Promise<CarrierResult<{ format: LabelFormat; bytes: Buffer }>>;
  endOfDay(
    account: CarrierAccount,
    close: { shipDate: string; trackingNos: readonly string[] },
  ): Promise<CarrierResult<{ number: string | null; document: { format: LabelFormat; bytes: Buffer } | null }>>;
}

/** Base addresses that replace the carriers' own; null: their own. */
export interface CarrierBases {
  readonly ups: string | null;
  readonly fedex: string | null;
}
