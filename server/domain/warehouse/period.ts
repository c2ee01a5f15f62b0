import { issue, type Issue } from '../../modules/module.ts';
import { dayNumber } from './days.ts';
import type { Period } from './facts.ts';

const maxDays = 366;

/** Why a period cannot be counted, or null. With `today`, it must be over. */
export function periodIssue({ from, to }: Period, today: string | null): Issue | null {
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days < 1) return issue('warehouse.period', 'to');
  if (days > maxDays) return issue('warehouse.longPeriod', 'to', { max: maxDays });
  return today !== null && to >= today ? issue('warehouse.periodRuns', 'to') : null;
}
