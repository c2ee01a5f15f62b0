import { CronExpressionParser } from 'cron-parser';

/** When a timer runs: by cron in the zone of its tenant, or every so many seconds. */
export interface Schedule {
  timerType: string;
  cron: string | null;
  interval: number | null;
  timeZone: string;
}

/** The next moment after `from` at which a timer is due; null for a schedule that never comes. */
export function nextRun({ timerType, cron, interval, timeZone }: Schedule, from: Date): Date | null {
  if (timerType === '0') return interval ? new Date(from.getTime() + interval * 1000) : null;
  if (!cron) return null;
  try {
    return CronExpressionParser.parse(cron, { currentDate: from, tz: timeZone }).next().toDate();
  } catch {
    return null;
  }
}
