import { defineSchedule, type ScheduleCall } from '../../../modules/module.ts';
import { acceptSql, unansweredSql } from './bill-sql.ts';

/**
 * Deadlines: accepts charges that were not disputed in time, and decides unanswered disputes for the customer; once
 * each. `now` null: the database's clock.
 */
export async function endSilence({ query, services: deps }: ScheduleCall, now: Date | null = null): Promise<number> {
  const [accepted] = await query(acceptSql, [now]);
  let many = Number(accepted?.['many'] ?? 0);
  if (!deps) return many;
  for (const { tenant, id } of await query(unansweredSql, [now])) {
    const of = { tenant: String(tenant), entity: 'member-bill-line', id: String(id) };
    const issues = await deps.act(of, 'waive');
    if (issues.length === 0) many += 1;
    else deps.report(of.tenant, 'member-bill-silence', `${of.id}: ${issues.map(({ code }) => code).join(', ')}`);
  }
  return many;
}

export const silence = defineSchedule('member-bill-silence', '20 * * * *', (call) => endSilence(call));
