import { exact, mulDiv, weightScale } from '../kernel/exact.ts';
import type { Cell, PriceTable, ServiceList } from '../price-tables.ts';

/** What a new version is about: the part of a price list in which it shows. */
export type Kind = 'rateTable' | 'fixedRate' | 'surcharge';

/** One price of a customer that differs between two days. Null: not offered. */
export interface Change {
  readonly where:
    | { readonly kind: PriceTable['kind']; readonly zone: string; readonly to: string; readonly above: boolean }
    | {
        readonly kind: 'fixed' | 'surcharge';
        readonly rule: string;
        readonly weight?: string;
        readonly category?: string;
      };
  readonly before: string | null;
  readonly after: string | null;
  /** Hundredths of a percent, where both are one figure. */
  readonly percent: number | null;
}

/** The prices of one kind that differ; a service that has no list has no prices. Pure. */
export function changesBetween(before: ServiceList | null, after: ServiceList | null, kind: Kind): Change[] {
  switch (kind) {
    case 'rateTable':
      return (['table', 'multiweight'] as const).flatMap((each) =>
        tableChanges(each, tableOf(before, each), tableOf(after, each)),
      );
    case 'fixedRate':
      return named('fixed', fixedOf(before), fixedOf(after));
    case 'surcharge':
      return named('surcharge', surchargesOf(before), surchargesOf(after));
  }
}

const tableOf = (list: ServiceList | null, kind: PriceTable['kind']): PriceTable | null =>
  list?.tables.find((table) => table.kind === kind) ?? null;

/** Zones of both, and a row for each end of a band of either: the price of a band is that of the first row it fits in. */
function tableChanges(kind: PriceTable['kind'], before: PriceTable | null, after: PriceTable | null): Change[] {
  const zones = [...new Set([...(before?.zones ?? []), ...(after?.zones ?? [])])];
  const ends = [...new Set([...endsOf(before), ...endsOf(after)])].toSorted((one, other) => parts(one) - parts(other));
  const last = ends.at(-1);
  const rows = [
    ...ends.map((to) => ({ to, above: false })),
    ...(last !== undefined && (hasAbove(before) || hasAbove(after)) ? [{ to: last, above: true }] : []),
  ];
  return rows.flatMap((row) =>
    zones.flatMap((zone) => {
      const [was, is] = [cellAt(before, zone, row), cellAt(after, zone, row)];
      return was?.text === is?.text ? [] : [change({ kind, zone, ...row }, was, is)];
    }),
  );
}

const parts = (weight: string): number => exact(weight, weightScale) ?? 0;
const endsOf = (table: PriceTable | null): string[] =>
  table?.rows.flatMap(({ to, above }) => (above ? [] : [to])) ?? [];
const hasAbove = (table: PriceTable | null): boolean => table?.rows.some(({ above }) => above) ?? false;

function cellAt(table: PriceTable | null, zone: string, { to, above }: { to: string; above: boolean }): Cell | null {
  const column = table?.zones.indexOf(zone) ?? -1;
  if (!table || column < 0) return null;
  const fits = above ? undefined : table.rows.find((row) => !row.above && parts(row.to) >= parts(to));
  const row = fits ?? table.rows.find((each) => each.above);
  return row?.cells[column] ?? null;
}

interface Named extends Cell {
  readonly rule: string;
  readonly weight?: string;
  readonly category?: string;
}

const fixedOf = (list: ServiceList | null): ReadonlyMap<string, Named> =>
  new Map(
    list?.fixed.map(({ rule, weight, amount }) => [
      `${rule} ${weight}`,
      { rule, weight, amount, text: amount.toFixed(2) },
    ]) ?? [],
  );
const surchargesOf = (list: ServiceList | null): ReadonlyMap<string, Named> =>
  new Map(
    list?.surcharges.map(({ rule, category, text }) => [
      rule,
      { rule, category, text, amount: /^\d+\.\d\d$/.test(text) ? Number(text) : null },
    ]) ?? [],
  );

function named(
  kind: 'fixed' | 'surcharge',
  before: ReadonlyMap<string, Named>,
  after: ReadonlyMap<string, Named>,
): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    if (was?.text === is?.text) return [];
    const { text: _text, amount: _amount, ...of } = (is ?? was) as Named;
    return [change({ kind, ...of }, was, is)];
  });
}

const change = (where: Change['where'], was: Cell | null, is: Cell | null): Change => ({
  where,
  ...{ before: was?.text ?? null, after: is?.text ?? null },
  percent: percentOf(was?.amount ?? null, is?.amount ?? null),
});

function percentOf(before: number | null, after: number | null): number | null {
  const [was, is] = [minor(before), minor(after)];
  if (was === null || is === null || was === 0) return null;
  return is < was ? -mulDiv(was - is, 10_000, was) : mulDiv(is - was, 10_000, was);
}

const minor = (amount: number | null): number | null => (amount === null ? null : exact(String(amount), 100));
