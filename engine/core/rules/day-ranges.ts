/** Ranges of days that move with the calendar: a filter keeps the name, and the days are counted when it is asked. */
export const dayRanges = ['today', 'days7', 'days30', 'month', 'lastMonth'] as const;

export type DayRange = (typeof dayRanges)[number];

export const isDayRange = (text: unknown): text is DayRange => dayRanges.some((range) => range === text);

/** The first and the last day of a range, as `YYYY-MM-DD`; `today` likewise. */
export function daysOfRange(range: DayRange, today: string): readonly [string, string] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const dayAt = (...at: [number, number, number]) => new Date(Date.UTC(...at)).toISOString().slice(0, 10);
  switch (range) {
    case 'today':
      return [today, today];
    case 'days7':
      return [dayAt(year, month - 1, day - 6), today];
    case 'days30':
      return [dayAt(year, month - 1, day - 29), today];
    case 'month':
      return [dayAt(year, month - 1, 1), today];
    case 'lastMonth':
      return [dayAt(year, month - 2, 1), dayAt(year, month - 1, 0)];
  }
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A query with days in place of the names of ranges: `due.between=days7` is `due.between=2026-01-25,2026-01-31`. */
export function withDays(query: Query, today: string): Query {
  const days = (value: string) => (isDayRange(value) ? daysOfRange(value, today).join(',') : value);
  const named = Object.entries(query).flatMap(([key, value]) =>
    key.endsWith('.between') && [value].flat().some(isDayRange)
      ? [[key, Array.isArray(value) ? value.map(days) : days(value ?? '')] as const]
      : [],
  );
  return named.length === 0 ? query : { ...query, ...Object.fromEntries(named) };
}
