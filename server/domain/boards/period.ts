export const periods = ['today', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** Days, inclusive. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export const dayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

const text = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
const parts = (day: string): [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month - 1, date];
};
export const shift = (day: string, days: number): string => {
  const [year, month, date] = parts(day);
  return text(year, month, date + days);
};
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The period of a day, up to that day; weeks begin on Monday. */
export function spanOf(period: Period, day: string): Span {
  const [year, month, date] = parts(day);
  const weekday = (new Date(Date.UTC(year, month, date)).getUTCDay() + 6) % 7;
  const from = {
    ...{ today: day, week: text(year, month, date - weekday), month: text(year, month, 1), year: text(year, 0, 1) },
  }[period];
  return { from, to: day };
}

/** The same days of the previous period. 31 March compares with all of February. */
export function spanBefore(period: Period, day: string): Span {
  const { from } = spanOf(period, day);
  const last = shift(from, -1);
  const before = spanOf(period, last).from;
  const to = period === 'year' ? sameDay(day) : shift(before, daysBetween(from, day));
  return { from: before, to: to < last ? to : last };
}

/** A year earlier; 29 February compares with the 28th. */
function sameDay(day: string): string {
  const [year, month, date] = parts(day);
  const last = new Date(Date.UTC(year - 1, month + 1, 0)).getUTCDate();
  return text(year - 1, month, Math.min(date, last));
}
