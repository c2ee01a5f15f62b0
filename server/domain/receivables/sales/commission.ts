import { defineJob, defineSchedule, type ScheduleCall } from '../../../modules/module.ts';

const commissionSql = `SELECT receivables.commission($1, $2::date) AS made`;

/** The commissions of a month, as soon as a final bill of it is locked. */
export const commissionOfBill = defineJob('receivables.commission', async ({ services, tenant, record }) => {
  await services.query(commissionSql, [tenant, String(record['month'])]);
});

const tenantsSql = `SELECT DISTINCT f.tenant_id::text AS tenant FROM customer_config f WHERE f."commissionPercent" > 0`;

/** Commissions of this and the previous month from the current figures. Answers the number added or changed. */
export async function payCommissions({ query }: ScheduleCall, now: Date = new Date()): Promise<number> {
  let many = 0;
  const month = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10);
  for (const { tenant } of await query(tenantsSql, []))
    for (const back of [1, 0]) many += Number((await query(commissionSql, [tenant, month(back)]))[0]?.['made'] ?? 0);
  return many;
}

export const commissions = defineSchedule('receivable-commissions', '10 2 * * *', (call) => payCommissions(call));

/** Orders made since a salesperson's first day get their salesperson. Answers their number. */
export async function markSold({ query }: ScheduleCall): Promise<number> {
  return Number((await query('SELECT receivables.mark_sold() AS many', []))[0]?.['many'] ?? 0);
}

export const salespeople = defineSchedule('receivable-salespeople', '*/5 * * * *', markSold);
