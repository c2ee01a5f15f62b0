import { claimWindows, usualWindow } from '../billing/claim-windows.ts';
import { claimSql } from '../billing/claims-sql.ts';
import charges from '../billing/data/charges.json' with { type: 'json' };
import { deliverSql } from '../billing/basics.ts';
import { analyzeSql, unstageSql } from '../billing/stage-sql.ts';
import { fileClaimsSql, lockedBillsSql, matchBillsSql, stageBillsSql, takeBillsSql, weeks } from './bills-sql.ts';

/** `name`: a statement that is run often is planned once. */

interface Bill {
  readonly id: string;
  readonly day: string;
  readonly currency: string;
}

interface Moment {
  readonly record: Readonly<Record<string, unknown>>;
  readonly at: string;
}

export interface BillStory {
  readonly tenant: string;
  readonly timeZone: string;
  /** `yyyy-mm-dd`. */
  readonly today: string;
  readonly finance: string;
  /** Runs a step of these records, each at its time. */
  happen(entity: string, step: string, records: readonly Moment[]): Promise<void>;
}

const stage = 'demo:bills';

/** Carrier bills of a year: matched, mostly locked, with claims; the newest still open. */
type Query = <Row = Record<string, unknown>>(
  text: string,
  values: readonly unknown[],
  name?: string,
) => Promise<readonly Row[]>;

export async function tellBills(query: Query, { tenant, timeZone, today, finance, happen }: BillStory): Promise<void> {
  await query(deliverSql, [tenant, JSON.stringify(charges)]);
  await query(stageBillsSql, [tenant, stage, today, weeks]);
  const bills = await query<Bill>(takeBillsSql, [tenant, stage, finance]);
  await query(unstageSql, [tenant, stage]);
  // Otherwise the planner takes the year of lines for a handful, and each bill is matched by reading all of them again.
  await query(analyzeSql, []);
  await query(matchBillsSql, [tenant, bills.map(({ id }) => id)]);
  const open = (bill: Bill): boolean => Date.parse(today) - Date.parse(bill.day) < 10 * 86_400_000;
  // File a week's claims before later bills are locked, which credit some of them.
  for (const day of new Set(bills.filter((bill) => !open(bill)).map((bill) => bill.day))) {
    const own = bills.filter((bill) => bill.day === day);
    const at = `${new Date(Date.parse(day) + 3 * 86_400_000).toISOString().slice(0, 10)} 10:20:00`;
    await happen(
      'carrier-bill',
      'lock',
      own.map(({ id, currency }) => ({ record: { id, currency }, at })),
    );
    const ids = own.map(({ id }) => id);
    await query(lockedBillsSql, [tenant, ids, finance, ids.map(() => at), timeZone]);
    for (const id of ids)
      await query(claimSql, [tenant, id, finance, JSON.stringify(claimWindows), usualWindow, true], 'demo-raise');
    await query(fileClaimsSql, [tenant, ids, today]);
  }
}
