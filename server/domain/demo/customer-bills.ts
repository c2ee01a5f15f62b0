import type { RowQuery } from '../../modules/module.ts';
import type { BillStory } from './bills.ts';
import {
  billsToPushSql,
  chargedRowsSql,
  disputableSql,
  disputedSql,
  generateSql,
  nowSql,
  paidSql,
  paidWhenSql,
  pushedBillsSql,
  sellSql,
  termsSql,
} from './customer-bills-sql.ts';

/**
 * Customer bills for the carrier bills: pushed weekly, mostly paid, some late, one charge disputed, and the last period
 * not pushed yet.
 */
export async function tellCustomerBills(
  query: RowQuery,
  story: BillStory & { readonly comment: string },
): Promise<void> {
  const { tenant, timeZone, today, finance, happen } = story;
  await query(termsSql, [tenant]);
  await query(sellSql, [tenant, today]);
  await query(generateSql, [tenant, today, finance]);
  const now = String((await query(nowSql, [timeZone]))[0]?.['now']);
  const bills = await query(billsToPushSql, [tenant, today, now]);
  await happen(
    'member-bill',
    'push',
    bills.map(({ at, ...record }) => ({ record: { ...record, pushCount: 0 }, at: String(at) })),
  );
  const ids = bills.map(({ id }) => id);
  await query(pushedBillsSql, [tenant, ids, finance, timeZone, bills.map(({ at }) => at)]);
  await query(chargedRowsSql, [tenant, ids, today, timeZone]);
  await query(paidSql, [tenant, ids, today, timeZone, finance]);
  await query(paidWhenSql, [tenant]);
  const [row] = await query(disputableSql, [tenant, today]);
  if (!row) return;
  await happen('member-bill-line', 'dispute', [{ record: row, at: now }]);
  await query(disputedSql, [tenant, row['id'], now, timeZone, story.comment]);
}
