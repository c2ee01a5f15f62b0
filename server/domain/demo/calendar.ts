const dayLength = 86_400_000;

/** Days and times counted back from midnight, in wire format. */
export interface Calendar {
  /** `YYYY-MM-DD`, that many days ago. */
  day(daysAgo: number): string;
  /** `YYYY-MM-DD HH:mm:ss`, that many seconds into the day. */
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

/** A time some hours later; an earlier one if that would exceed `limit`. */
export function later(moment: string, hours: number, limit: string): string {
  const from = Date.parse(`${moment.replace(' ', 'T')}Z`);
  const left = (Date.parse(`${limit.replace(' ', 'T')}Z`) - from) / 3_600_000;
  const reached = new Date(from + Math.floor((hours < left ? hours : (left * hours) / (hours + left)) * 3600) * 1000);
  return reached.toISOString().slice(0, 19).replace('T', ' ');
}
