/** Days as whole numbers since 1970, so that no zone and no clock change can shift them. */
export const dayNumber = (iso: string): number => Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / 86_400_000;
export const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The calendar day at a moment in a time zone. */
export const dayIn = (timeZone: string, at = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

/** The calendar month before that of a day. */
export function monthBefore(iso: string): { readonly from: string; readonly to: string } {
  const to = dayNumber(`${iso.slice(0, 7)}-01`) - 1;
  return { from: `${isoDay(to).slice(0, 7)}-01`, to: isoDay(to) };
}

export interface DayRule {
  /** So many of the first counted days of a stay are free. */
  readonly freeDays: number;
  readonly countFirstDay: boolean;
  readonly countLastDay: boolean;
}

/** The first day of a stay, and the last one; null while it lasts. */
export interface Stay {
  readonly arrived: number;
  readonly left: number | null;
}

/**
 * Which counted day of a stay a day is, from 1; 0 for days that do not count. A day that is both the first and the last
 * counts only if both do.
 */
export function ageOn(day: number, { arrived, left }: Stay, rule: DayRule): number {
  if (day < arrived || (left !== null && day > left)) return 0;
  if (day === arrived && !rule.countFirstDay) return 0;
  if (day === left && !rule.countLastDay) return 0;
  return day - arrived + (rule.countFirstDay ? 1 : 0);
}

/** Whether what leaves on `left` is still charged on `day`. */
export const isStored = (day: number, left: number, rule: DayRule): boolean =>
  rule.countLastDay ? day <= left : day < left;
