import { dayBefore, type Dated } from '../kernel/dated.ts';
import { exact, percentScale, sideScale, weightScale } from '../kernel/exact.ts';
import type { FuelWeek } from '../kernel/fuel.ts';
import type { FixedRate, Limits } from '../kernel/prices.ts';
import type { Unit } from '../kernel/parcel.ts';
import type { WeightRule, WeightStep } from '../kernel/weight.ts';
import type { FixedRow, FuelRow, ServiceRow, VersionRow, WeightRuleRow } from './load-sql.ts';

export const unitOf = (unitType: string): Unit => (unitType === '1' ? 'kgCm' : 'lbIn');

/** A figure of the database in parts of `scale`. What the columns hold always fits. */
export function figure(text: string | number, scale: number): number {
  const found = exact(text, scale);
  if (found === null) throw new Error(`no figure in parts of ${scale}: ${text}`);
  return found;
}
const maybe = (text: string | null, scale: number): number | undefined =>
  text === null ? undefined : figure(text, scale);

/** The object without undefined keys: to the kernel a missing key means no limit. */
type Said<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
export function said<T extends object>(values: T): Said<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Said<T>;
}

const earlier = (one: string | null, other: string | null): string | null =>
  one === null ? other : other === null || one < other ? one : other;

/**
 * When each version counts: a new version of a code takes over from its first day on, and one that was taken back counts up to
 * the day before. So an old day is priced as it was, and no day by two versions of the same.
 */
export function datesOf<T extends VersionRow>(rows: readonly T[]): Map<T, Dated> {
  const dates = new Map<T, Dated>();
  const byCode = new Map<string, T[]>();
  for (const row of rows) {
    // Taken back before its first day it never counted, and ends nothing.
    if (row.retired !== null && row.retired <= row.from) dates.set(row, { from: row.from, to: dayBefore(row.from) });
    else byCode.set(row.code, [...(byCode.get(row.code) ?? []), row]);
  }
  for (const versions of byCode.values()) {
    const inOrder = versions.toSorted((one, other) =>
      one.from === other.from ? one.version - other.version : one.from < other.from ? -1 : 1,
    );
    for (const [at, row] of inOrder.entries()) {
      const next = inOrder[at + 1];
      const ends = earlier(next ? dayBefore(next.from) : null, row.retired === null ? null : dayBefore(row.retired));
      dates.set(row, { from: row.from, to: earlier(row.to, ends) });
    }
  }
  return dates;
}

/** UPS and FedEx rounded sides to the nearest unit up to this day, and round every fraction up since. */
const lastNearest = '2025-08-17';
const firstUp = '2025-08-18';
const steps: Readonly<Record<string, WeightStep>> = {
  whole: { step: weightScale },
  // Services in kilograms bill half ones below 20 kg and whole ones above.
  half: { step: weightScale / 2, above: { weight: 20 * weightScale, step: weightScale } },
  none: { step: 0 },
};

/** The weight rules of a side of a service; one that has none has the carriers' own, with its divisor and rounding. */
export function weightRules(
  { weightRules: lines, dimDivisor, weightRounding }: ServiceRow,
  side: 'cost' | 'sale',
): WeightRule[] {
  if (lines && lines.length > 0) return lines.filter((line) => (line.side ?? side) === side).map(weightRule);
  const rounding = steps[weightRounding] ?? { step: weightScale };
  const rule = { divisor: dimDivisor, basis: 'greater', pieces: 'each', rounding, minimum: rounding.step } as const;
  return [
    { ...rule, from: '0000-01-01', to: lastNearest, sides: 'nearest' },
    { ...rule, from: firstUp, to: null, sides: 'up' },
  ];
}

function weightRule(row: WeightRuleRow): WeightRule {
  const { divisorAboveVolume, divisorAbove, freeVolume, stepAboveWeight, stepAbove } = row;
  return {
    ...{ from: row.from, to: row.to, divisor: row.divisor },
    sides: row.sides as WeightRule['sides'],
    ...(divisorAboveVolume === null || divisorAbove === null
      ? {}
      : { divisorAbove: { volume: divisorAboveVolume, divisor: divisorAbove } }),
    ...(freeVolume === null ? {} : { freeVolume }),
    basis:
      row.basis === 'excess'
        ? { excess: figure(row.excessPercent ?? '0', percentScale) }
        : row.basis === 'volume'
          ? 'volume'
          : 'greater',
    pieces: row.pieces as WeightRule['pieces'],
    rounding: {
      step: figure(row.step ?? '0', weightScale),
      ...(stepAboveWeight === null || stepAbove === null
        ? {}
        : { above: { weight: figure(stepAboveWeight, weightScale), step: figure(stepAbove, weightScale) } }),
    },
    minimum: figure(row.minimum ?? '0', weightScale),
  };
}

export function limitsOf({ maxWeight, maxLength, maxGirth, maxBoxes }: ServiceRow): Limits[] {
  const limits = said({
    weight: maybe(maxWeight, weightScale),
    longest: maybe(maxLength, sideScale),
    lengthPlusGirth: maybe(maxGirth, sideScale),
    boxes: maxBoxes ?? undefined,
  });
  return [{ from: '0000-01-01', to: null, ...limits }];
}

export function fixedRate(row: FixedRow, dates: Dated): FixedRate {
  const { length, width, height } = row;
  const sides = length === null || width === null || height === null ? null : ([length, width, height] as const);
  return {
    ...dates,
    ...{ id: row.code, version: row.version },
    amount: figure(row.amount, 100),
    weight: figure(row.maxWeight, weightScale),
    ...(sides ? { sides: sides.map((side) => figure(side, sideScale)) as [number, number, number] } : {}),
  };
}

export const fuelWeek = ({ from, to, percent }: FuelRow): FuelWeek => ({
  ...{ from, to, percent: figure(percent, percentScale) },
});
