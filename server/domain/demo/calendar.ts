const dayLength = 86_400_000;

/** Days and moments counted back from midnight of one day, as the wire writes them. */
export interface Calendar {
  /** `YYYY-MM-DD`, so many days before. */
  day(daysAgo: number): string;
  /** `YYYY-MM-DD HH:mm:ss`: so many seconds into the day. */
  moment(daysAgo: number, seconds: number): string;
  /** 0 is Sunday. */
  weekday(daysAgo: number): number;
}

export function createCalendar(today: string): Calendar {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const at = (daysAgo: number, seconds: number) =>
    new Date(midnight - daysAgo * dayLength + Math.floor(seconds) * 1000);
  return {
    day: (daysAgo) => at(daysAgo, 0).toISOString().slice(0, 10),
    moment: (daysAgo, seconds) => at(daysAgo, seconds).toISOString().slice(0, 19).replace('T', ' '),
    weekday: (daysAgo) => at(daysAgo, 0).getUTCDay(),
  };
}

/** A moment some hours later, never past `limit`. */
export function later(moment: string, hours: number, limit: string): string {
  const reached = new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) + Math.floor(hours * 3600) * 1000);
  const text = reached.toISOString().slice(0, 19).replace('T', ' ');
  return text < limit ? text : limit;
}
