import type { Period } from './parts.tsx';

export interface Figures {
  orders: number;
  sale: string;
  cost: string | null;
  margin: string | null;
  billed: number;
  billedCost: string | null;
  actualCost: string | null;
  invoiced: number;
  invoicedSale: string;
  actualSale: string;
}

export const dims = ['channel', 'customer', 'level', 'zone'] as const;
export type Dim = (typeof dims)[number];

export interface Group {
  dim: Dim;
  key: string;
  name: string | null;
  now: Figures;
  before: Figures;
}

export interface Piece {
  at: string;
  sale: string;
  cost: string | null;
  orders: number;
}

export interface Income {
  currency: string;
  currencies: string[];
  seesCost: boolean;
  salespeople: { id: string; name: string }[];
  span: { from: string; to: string };
  spanBefore: { from: string; to: string };
  total: { now: Figures; before: Figures };
  groups: Group[];
  series: Piece[];
}

export interface IncomeOrder {
  id: string;
  orderNo: string;
  customerName: string;
  channel: string | null;
  level: string | null;
  zone: string | null;
  at: string;
  sale: string;
  cost: string | null;
  margin: string | null;
  actualCost: string | null;
  actualSale: string | null;
}

export interface Charge {
  id: string;
  side: string;
  phase: string;
  category: string;
  text: string | null;
  amount: number;
  currency: string;
}

/** Which orders are asked for. */
export interface Behind {
  dim?: Dim;
  key?: string;
  of?: 'billed' | 'invoiced';
}

/** A bar of the chart: a day, a month of a year, an hour of today. */
export interface Bar {
  at: string;
  sale: number;
  cost: number | null;
  orders: number;
}

/** What came, in the pieces that its period is cut into; months are summed in cents. */
export function barsOf(series: readonly Piece[], period: Period): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { at, sale, cost, orders } of series) {
    const piece = period === 'year' ? at.slice(0, 7) : period === 'today' ? at.slice(11, 16) : at;
    const bar = bars.get(piece) ?? { at: piece, sale: 0, cost: cost === null ? null : 0, orders: 0 };
    bar.sale = cents(bar.sale) / 100 + Number(sale);
    if (cost !== null) bar.cost = cents(bar.cost ?? 0) / 100 + Number(cost);
    bar.orders += orders;
    bars.set(piece, bar);
  }
  return [...bars.values()];
}

const cents = (amount: number): number => Math.round(amount * 100);
