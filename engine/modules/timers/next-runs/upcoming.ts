import { CronExpressionParser } from 'cron-parser';
import { fieldTypes } from '../../../core/index.ts';

/** The next moments of a schedule in a zone; none while it is not complete. */
export function upcoming(cron: string, timeZone: string, { from, count }: { from: Date; count: number }): Date[] {
  if (!fieldTypes.cron.parse(cron, { type: 'cron' }).ok) return [];
  try {
    const parsed = CronExpressionParser.parse(cron.trim(), { currentDate: from, tz: timeZone });
    return parsed.take(count).map((moment) => moment.toDate());
  } catch {
    return [];
  }
}
