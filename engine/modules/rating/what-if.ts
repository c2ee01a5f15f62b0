import type { WireRecord } from '../../kit/index.ts';

/** What a comparison found, as the server keeps it with the record. */
export interface Sums {
  readonly sale: number;
  readonly cost: number;
  readonly margin: number;
}
export interface TallyRow {
  readonly key: string;
  readonly currency: string;
  readonly orders: number;
  readonly before: Sums;
  readonly after: Sums;
}
export interface Comparison {
  readonly totals: readonly TallyRow[];
  readonly customer: readonly TallyRow[];
  readonly channel: readonly TallyRow[];
  readonly zone: readonly TallyRow[];
  readonly weight: readonly TallyRow[];
  readonly losers: readonly {
    readonly id: string;
    readonly orderNo: string;
    readonly customer: string;
    readonly channel: string;
    readonly currency: string;
    readonly before: number;
    readonly after: number;
  }[];
  readonly lines: readonly {
    readonly side: 'sale' | 'cost';
    readonly category: string;
    readonly currency: string;
    readonly orders: number;
    readonly before: number;
    readonly after: number;
  }[];
  readonly withoutPrice: { readonly before: number; readonly after: number; readonly cost: number };
  readonly names: Readonly<Record<string, string>>;
  /** Of the record when it was run. */
  readonly version: number;
}

export const comparisonOf = (record: WireRecord): Comparison | null => {
  const result = record['result'];
  return typeof result === 'object' && result !== null && 'totals' in result ? (result as Comparison) : null;
};

/** The entities whose drafts can be tried, by the field that names them. */
export const triedPaths = {
  rateTables: 'RateTable',
  fixedRates: 'FixedRate',
  surcharges: 'Surcharge',
  zoneCharts: 'ZoneChart',
  areaLists: 'AreaList',
} as const;

/** The drafts of a record, by the path of their entity. */
export function triedIn(record: WireRecord): { path: string; ids: string[] }[] {
  return Object.entries(triedPaths).flatMap(([field, path]) => {
    const ids = record[field];
    return Array.isArray(ids) && ids.length > 0 ? [{ path, ids: ids.map(String) }] : [];
  });
}

export interface TriedLevel {
  readonly channel: string;
  readonly level: string;
  readonly percent: number;
}

/** The percents of levels that a record tries. */
export const levelsIn = (record: WireRecord): readonly TriedLevel[] =>
  Array.isArray(record['levels']) ? (record['levels'] as TriedLevel[]) : [];

/** Exact to the cent, whatever floats make of the difference. */
export const changeOf = (before: number, after: number): number =>
  (Math.round(after * 100) - Math.round(before * 100)) / 100;
