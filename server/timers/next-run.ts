import { CronExpressionParser } from 'cron-parser';

/** A timer's schedule: cron in its tenant's zone, or an interval in seconds. */
export interface Schedule {
  timerType: string;
  cron: string | null;
  interval: number | null;
  timeZone: string;
}

/** The next due time after `from`; null for a schedule that never matches. */
export function nextRun({ timerType, cron, interval, timeZone }: Schedule, from: Date): Date | null {
  if (timerType === '0') return interval ? new Date(from.getTime() + interval * 1000) : null;
  if (!cron) return null;
  try {
    return CronExpressionParser.parse(cron, { currentDate: from, tz: timeZone }).next().toDate();
  } catch {
    return null;
  }
}
