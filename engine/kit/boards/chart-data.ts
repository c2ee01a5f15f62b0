import type { Field, Period } from '../../core/index.ts';
import type { ShownBlock, WireRecord } from '../data/data-client.ts';
import { measureKey, topOf } from './block-query.ts';
import { othersColour, valueColour } from './chart-colours.ts';
import { spanText, spansOf } from './period.ts';

/** One line or layer of a chart. */
export interface Series {
  /** Its key in every point, independent of its label. */
  key: string;
  /** The value that identifies the series; undefined for a single series. */
  value?: unknown;
  label: string;
  colour: string;
}

export interface Point {
  /** The time interval, or the group's value; undefined for all others together. */
  at: unknown;
  label: string;
  colour: string;
  /** By the key of the series. Null for what has not happened yet. */
  values: Readonly<Record<string, number | null>>;
}

export interface ChartData {
  series: readonly Series[];
  points: readonly Point[];
  /** Whether there are more values than are shown. */
  more: boolean;
  /** Whether there is nothing to draw. */
  empty: boolean;
}

type Row = Record<string, unknown>;
type Label = (field: Field, row: WireRecord) => string;

/** Along time: every piece of the period, records or not; pieces to come have no value at all. */
export function timeData({
  block,
  rows,
  at,
  words,
}: {
  block: ShownBlock;
  rows: readonly Row[];
  at: { period: Period; day: string; culture: string; now: string };
  words: { series: Field | null; label: Label; own: string };
}): ChartData {
  const key = measureKey(block);
  const byValue = new Map<string, { value: unknown; label: string; total: number }>();
  for (const row of rows) {
    const value = block.series ? (row[block.series] ?? null) : undefined;
    const known = byValue.get(String(value));
    const label = words.series ? words.label(words.series, row as WireRecord) : words.own;
    byValue.set(String(value), { value, label, total: (known?.total ?? 0) + Math.abs(numberOf(row[key])) });
  }
  const options = words.series?.meta.options ?? [];
  const ordered = [...byValue].toSorted(
    ([, one], [, other]) =>
      options.indexOf(String(one.value)) - options.indexOf(String(other.value)) || other.total - one.total,
  );
  const series = ordered.map(([, { value, label }], index) => ({
    key: `v${index}`,
    value,
    label,
    colour: valueColour(words.series, value, index),
  }));
  const keyOf = new Map(ordered.map(([name], index) => [name, `v${index}`]));
  const cells = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const span = String(row[block.time ?? '']);
    const name = keyOf.get(String(block.series ? (row[block.series] ?? null) : undefined)) ?? 'v0';
    cells.set(span, { ...cells.get(span), [name]: numberOf(row[key]) });
  }
  const points = spansOf(at.period, at.day).map((span) => ({
    at: span,
    label: spanText(at.period, span, at.culture),
    colour: '',
    values: Object.fromEntries(
      series.map((one) => [one.key, cells.get(span)?.[one.key] ?? (span > at.now ? null : 0)]),
    ),
  }));
  return { series, points, more: false, empty: rows.length === 0 };
}

/** By the values of a field, the largest first. */
export function groupData(
  block: ShownBlock,
  rows: readonly Row[],
  words: { group: Field | null; label: Label; own: string; others: string },
): ChartData {
  // Each of a few choices is shown: no state hides among the others.
  const top = Math.max(topOf(block), block.kind === 'pie' ? (words.group?.meta.options ?? []).length : 0);
  const key = measureKey(block);
  const rest = block.kind === 'pie' ? rows.slice(top) : [];
  const others = rest.reduce((sum, row) => sum + numberOf(row[key]), 0);
  const points = rows.slice(0, top).map((row, index) => ({
    at: row[block.group ?? ''] ?? null,
    label: words.group ? words.label(words.group, row as WireRecord) : '',
    colour: valueColour(words.group, row[block.group ?? ''], index),
    values: { v0: numberOf(row[key]) },
  }));
  return {
    series: [{ key: 'v0', label: words.own, colour: valueColour(null, undefined, 0) }],
    points:
      rest.length > 0
        ? [...points, { at: undefined, label: words.others, colour: othersColour, values: { v0: others } }]
        : points,
    more: rest.length === 0 && rows.length > top,
    empty: rows.length === 0,
  };
}

/** The whole of one series, for shares. */
export const totalOf = ({ points }: ChartData): number =>
  points.reduce((sum, { values }) => sum + (values['v0'] ?? 0), 0);

const numberOf = (value: unknown): number => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) ? number : 0;
};
