import { dayOf } from './wire.ts';

/** The day after so many working days; weekends do not count. */
export function workingDay(from: string, days: number): string {
  let at = Date.parse(`${from}T12:00:00Z`);
  for (let left = days; left > 0;) {
    at += 86_400_000;
    if (new Date(at).getUTCDay() % 6 !== 0) left -= 1;
  }
  return dayOf(at);
}

/** `Monday` */
export const weekday = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
