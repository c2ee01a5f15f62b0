import type { Salesperson } from './parts.tsx';

export interface ChannelTimes {
  channel: string | null;
  name: string | null;
  delivered: number;
  promised: number;
  onTime: number;
  days: number | null;
  promisedDays: number | null;
}

export interface OperationsSpan {
  placed: number;
  salePerPackage: string | null;
  costPerPackage: string | null;
  salePerPound: string | null;
  costPerPound: string | null;
  labels: { made: number; voided: number };
  handed: { handed: number; neverScanned: number };
  corrections: { billed: number; corrected: number };
  weighed: { weighed: number; byDimension: number };
  claims: { filed: number; asked: string; won: number; credited: string } | null;
  passedOn: { billed: number; days: number | null };
  charges: { category: string; amount: string; orders: number }[];
  channels: ChannelTimes[];
}

export interface Standing {
  stuck: { placingLong: number; placing: number; waitingForFunds: number; held: number; failed: number };
  unscanned: number;
  alerts: { kind: string; count: number }[];
}

export interface Operations extends Standing {
  currency: string;
  side: 'cost' | 'sale';
  salespeople: Salesperson[];
  span: { from: string; to: string };
  now: OperationsSpan;
  before: OperationsSpan;
}

const behinds = [
  ...(['late', 'delivered', 'surcharge', 'byDimension', 'corrected', 'passedOn'] as const),
  ...(['voided', 'neverScanned', 'placingLong'] as const),
] as const;

/** Which rows are asked for; `key` is a channel or a category. */
export interface OperationsBehind {
  of: (typeof behinds)[number];
  key?: string;
}

export interface OperationsRow {
  order: string;
  orderNo: string;
  package: string | null;
  trackingNo: string | null;
  value: string | null;
  customer: string;
  channel: string | null;
}

/** Null where there is nothing to have a share of. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
