import { cellText, type PriceSheet, type SheetRow } from './sheet.ts';

/** A cell beside the same weight and zone of another sheet. */
export interface Compared {
  /** What stood there; '' where nothing was offered. */
  readonly before: string;
  /** In percent of what stood there, to one place; null where the two cannot be compared. */
  readonly percent: number | null;
}

/** The row of a sheet that reaches a weight in a zone. */
export function rowFor({ rows }: PriceSheet, to: string, zone: string): SheetRow | undefined {
  const weight = Number(to);
  const reached = rows.find((row) => Number(row.to) >= weight);
  const own = rows.filter((row) => reached !== undefined && Number(row.to) === Number(reached.to));
  return own.find((row) => Object.hasOwn(row.prices, zone));
}

/** How a cell differs from the other sheet; null where it does not. */
export function compareCell(other: PriceSheet, row: SheetRow, zone: string): Compared | null {
  const found = rowFor(other, row.to, zone);
  const column = { kind: 'zone', zone } as const;
  const [now, before] = [cellText(row, column), found ? cellText(found, column) : ''];
  const alike =
    !found || (found.mode === row.mode && cellText(found, { kind: 'fee' }) === cellText(row, { kind: 'fee' }));
  if (same(now, before) && alike) return null;
  const [one, two] = [firstOf(now), firstOf(before)];
  const isComparable = alike && one !== null && two !== null && two > 0;
  return { before, percent: isComparable ? Math.round(((one - two) / two) * 1_000) / 10 : null };
}

const firstOf = (text: string): number | null => (/^\d/.test(text) ? Number.parseFloat(text) : null);
const same = (one: string, other: string): boolean =>
  one === other ||
  (one !== '' && other !== '' && one.split(' + ').every((part, at) => Number(part) === Number(other.split(' + ')[at])));

/** Weights and zones that the other sheet has and this one no longer. */
export function goneFrom(other: PriceSheet, sheet: PriceSheet): { zones: string[]; weights: string[] } {
  const weights = new Set(sheet.rows.map(({ to }) => Number(to)));
  return {
    zones: other.zones.filter((zone) => !sheet.zones.includes(zone)),
    weights: [...new Set(other.rows.map(({ to }) => to))].filter((to) => !weights.has(Number(to))),
  };
}

/** How much a sheet differs from another: cells up, down and otherwise, and the mean of what can be compared. */
export function summaryOf(
  other: PriceSheet,
  sheet: PriceSheet,
): { up: number; down: number; more: number; mean: number | null } {
  const found = sheet.rows.flatMap((row) => sheet.zones.flatMap((zone) => compareCell(other, row, zone) ?? []));
  const percents = found.flatMap(({ percent }) => percent ?? []);
  const sum = percents.reduce((total, each) => total + each, 0);
  return {
    up: percents.filter((each) => each > 0).length,
    down: percents.filter((each) => each < 0).length,
    more: found.length - percents.length,
    mean: percents.length > 0 ? Math.round((sum / percents.length) * 10) / 10 : null,
  };
}
