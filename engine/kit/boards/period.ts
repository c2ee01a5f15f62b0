import type { Period } from '../../core/index.ts';

/** Days in wire form, both included. */
export interface Span {
  from: string;
  to: string;
}

/** The day that it is in a time zone. */
export const dayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** The present time interval in a time zone, as the server's key. */
export function momentIn(timeZone: string, now: Date, unit: 'hour' | 'day' | 'month'): string {
  const day = dayIn(timeZone, now);
  if (unit !== 'hour') return day;
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now);
  return `${day} ${hour}:00:00`;
}

/** The whole period that contains a day; weeks begin on Monday. */
export function spanOf(period: Period, day: string): Span {
  const at = new Date(`${day}T00:00:00Z`);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const monday = date - ((at.getUTCDay() + 6) % 7);
  switch (period) {
    case 'today':
      return { from: day, to: day };
    case 'week':
      return { from: text(year, month, monday), to: text(year, month, monday + 6) };
    case 'month':
      return { from: text(year, month, 1), to: text(year, month + 1, 0) };
    case 'year':
      return { from: text(year, 0, 1), to: text(year, 11, 31) };
  }
}

/** The same part of the period before: from its beginning to the day that answers to `day`, so that like meets like. */
export function spanBefore(period: Period, day: string): Span {
  const { from } = spanOf(period, day);
  const before = spanOf(period, shift(from, -1));
  const elapsed = daysBetween(from, day);
  const to = shift(before.from, elapsed);
  return { from: before.from, to: to < before.to ? to : before.to };
}

/** How a period is cut. */
export const unitOf = (period: Period): 'hour' | 'day' | 'month' =>
  period === 'today' ? 'hour' : period === 'year' ? 'month' : 'day';

/** Every piece of a period by the key that the server gives it, so that a piece without records is seen as zero. */
export function spansOf(period: Period, day: string): string[] {
  const { from, to } = spanOf(period, day);
  if (period === 'today')
    return Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, '0')}:00:00`);
  if (period === 'year') return Array.from({ length: 12 }, (_, month) => text(Number(day.slice(0, 4)), month, 1));
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => shift(from, at));
}

/** The days of one piece, for the list behind it. */
export function rangeOfSpan(period: Period, span: string): Span {
  const day = span.slice(0, 10);
  return period === 'year' ? spanOf('month', day) : { from: day, to: day };
}

/** The label of an interval: an hour, a day, a month. */
export function spanText(period: Period, span: string, culture: string): string {
  if (period === 'today') return span.slice(11, 16);
  const at = new Date(`${span.slice(0, 10)}T00:00:00Z`);
  const style: Intl.DateTimeFormatOptions =
    period === 'year'
      ? { month: 'short' }
      : period === 'week'
        ? { weekday: 'short', day: 'numeric' }
        : { month: 'numeric', day: 'numeric' };
  return new Intl.DateTimeFormat(culture, { ...style, timeZone: 'UTC' }).format(at);
}

const text = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

const shift = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  return text(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days);
};

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
