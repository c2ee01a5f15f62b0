import { rowQuery } from '../../../server/modules/row-query.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../server/domain/demo/random.ts';
import { remind } from '../../../server/domain/receivables/ageing/remind.ts';
import { payCommissions } from '../../../server/domain/receivables/sales/commission.ts';
import { added, reasons, state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { password } from '../../support/test-app.ts';

type Row = Readonly<Record<string, unknown>>;

const bills = process.env['NIGHT'] === '1' ? 200 : 25;
const buckets = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const;

let desk: PlacingDesk;
let tenant: string;
beforeAll(async () => {
  desk = await openPlacingDesk();
  tenant = desk.world.homes.north.tenant;
  await config(`payment = 'postpaid'`);
}, 120_000);
afterAll(() => desk?.close());

const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
  (await desk.world.owner.query<Row>(text, values)).rows;
const config = (set: string) => query(`UPDATE customer_config SET ${set} WHERE customer = $1`, [desk.customer]);
const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);

async function newBill(number: string): Promise<string> {
  const [row] = await query(
    `INSERT INTO member_bill (tenant_id, id, status, number, customer, currency, "periodFrom", "periodTo", "settleState", "settledAmount")
       VALUES ($1, lading.new_id(), 'generated', $2, $3, 'USD', '2026-01-01', '2026-01-07', 'unsettled', 0) RETURNING id::text`,
    [tenant, number, desk.customer],
  );
  return String(row?.['id']);
}
const push = (bill: string, due: number, on: string, dueDate: string) =>
  query(
    `UPDATE member_bill SET status = 'pushed', due = $2, "dueDate" = $3, "pushedAt" = $4::date + time '18:00', "settledAmount" = 0 WHERE id = $1`,
    [bill, due / 100, dueDate, on],
  );
/** What has just been noted of a bill happened on another day. */
const dated = (bill: string, on: string) =>
  query(
    `UPDATE receivables.entry SET at = $2::date + time '18:00' WHERE bill = $1 AND at > now() - interval '1 hour'`,
    [bill, on],
  );
const settle = (bill: string, amount: number, key: string) =>
  query(
    `WITH s AS (INSERT INTO sale.settlement (tenant_id, bill, amount, op_key) VALUES ($1, $2, $3::numeric / 100, $4))
     UPDATE member_bill SET "settledAmount" = "settledAmount" + $3::numeric / 100,
            "settleState" = CASE WHEN "settledAmount" + $3::numeric / 100 = due THEN 'settled' ELSE 'partly' END WHERE id = $2`,
    [tenant, bill, amount, key],
  );

describe('what customers with terms owe', () => {
  it(`is exact at any past date for ${bills} bills that were pushed, recalled, pushed again and paid in parts`, async () => {
    const random = createRandom('ageing');
    const happened: { at: number; bill: string; amount: number; due: number | null }[] = [];
    const roll = (below: number) => Math.floor(random.next() * below);
    for (let n = 0; n < bills; n += 1) {
      const bill = await newBill(`AGE-${n}`);
      let at = roll(200);
      for (let turn = 0; ; turn += 1) {
        const due = 100 + roll(100_000);
        const until = at + roll(40);
        await push(bill, due, dayOf(at), dayOf(until));
        happened.push({ at, bill, amount: due, due: until });
        if (turn > 1 || random.chance(0.7)) {
          let left = due;
          while (left > 0 && random.chance(0.6)) {
            at += roll(60);
            const part = random.chance(0.4) ? left : 1 + roll(left);
            await settle(bill, part, `age:${n}:${turn}:${left}`);
            await dated(bill, dayOf(at));
            happened.push({ at, bill, amount: -part, due: null });
            left -= part;
          }
          break;
        }
        at += roll(20);
        await query(`UPDATE member_bill SET status = 'generated', due = NULL, "dueDate" = NULL WHERE id = $1`, [bill]);
        await dated(bill, dayOf(at));
        happened.push({ at, bill, amount: -due, due: null });
        at += 1 + roll(10);
      }
    }
    for (const day of [0, 50, 100, 150, 200, 230, 290]) {
      const owed = new Map<string, { amount: number; due: number }>();
      for (const { at, bill, amount, due } of happened) {
        if (at > day) continue;
        const known = owed.get(bill) ?? { amount: 0, due: 0 };
        owed.set(bill, { amount: known.amount + amount, due: due ?? known.due });
      }
      const right = Object.fromEntries(buckets.map((name) => [name, 0]));
      for (const { amount, due } of owed.values()) {
        const late = day - due;
        const name = late <= 0 ? 'notDue' : late <= 30 ? 'to30' : late <= 60 ? 'to60' : late <= 90 ? 'to90' : 'over90';
        right[name]! += amount;
      }
      const { body } = await desk.money.finance.post('Receivables/ageing', {
        date: dayOf(day),
        customer: desk.customer,
      });
      const [found] = (body.data as { currencies: { totals: Record<string, string> }[] }).currencies;
      const told = Object.fromEntries(
        buckets.map((name) => [name, Math.round(Number(found?.totals[name] ?? 0) * 100)]),
      );
      expect([day, told]).toEqual([day, right]);
    }
    // Nothing but what the journal says: the bills themselves come to the same.
    expect(
      await query(
        `SELECT b.id FROM member_bill b LEFT JOIN (SELECT bill, sum(amount) FROM receivables.entry GROUP BY 1) e ON e.bill = b.id
          WHERE b.number LIKE 'AGE-%' AND coalesce(e.sum, 0) <> CASE WHEN b.status = 'pushed' THEN b.due - b."settledAmount" ELSE 0 END`,
      ),
    ).toEqual([]);
    expect((await desk.harbor.post('Receivables/ageing', {})).status).toBe(403);
    expect(
      (await desk.world.person('south finance').person.post('Receivables/ageing', { customer: desk.customer })).body
        .data,
    ).toEqual({
      currencies: [],
    });
    // Paid, so that the tests that follow meet no bill of these.
    const open = await query(
      `SELECT id::text, round((due - "settledAmount") * 100)::integer AS left FROM member_bill WHERE number LIKE 'AGE-%' AND status = 'pushed' AND due > "settledAmount"`,
    );
    for (const { id, left } of open) await settle(String(id), Number(left), `age:end:${String(id)}`);
  }, 120_000);

  it('is reminded of by stages, each once for a bill, in the language of the customer', async () => {
    await config(`language = 'zh-CN'`);
    const bill = await newBill('REMIND-1');
    await push(bill, 12_345, '2026-03-01', '2026-03-10');
    const { services } = desk.world.test.node.context;
    if (!services) throw new Error('a node that serves has services');
    const clock = (day: string) => remind({ query: services.query, services } as never, new Date(`${day}T20:00:00Z`));
    const stages = async () =>
      (await query('SELECT stage FROM receivables.reminded WHERE bill = $1 ORDER BY stage', [bill])).map(
        ({ stage }) => stage,
      );
    await clock('2026-03-05');
    expect(await stages()).toEqual([]);
    for (const day of ['2026-03-07', '2026-03-07', '2026-03-08']) await clock(day);
    expect(await stages()).toEqual([-3]);
    // Days on which nobody asked are passed over: the latest stage alone is told.
    await Promise.all([clock('2026-03-18'), clock('2026-03-18')]);
    expect(await stages()).toEqual([-3, 7]);
    const notices = await query(
      `SELECT title FROM notice WHERE tenant_id = $1 AND title LIKE '%REMIND-1%' ORDER BY id`,
      [tenant],
    );
    expect(notices.map(({ title }) => title)).toEqual([
      '账单 REMIND-1 将于 2026-03-10 到期',
      '账单 REMIND-1 已逾期 8 天',
    ]);
    const mails = await query(`SELECT title FROM mail WHERE tenant_id = $1 AND title LIKE '%REMIND-1%' ORDER BY id`, [
      tenant,
    ]);
    expect(mails.length === 0 || mails.length === 2).toBe(true);
    await settle(bill, 12_345, 'remind:1');
    await clock('2026-05-01');
    expect(await stages()).toEqual([-3, 7]);
  });

  it('stops placing, holds it, or marks it by the days overdue', async () => {
    const bill = await newBill('LATE-1');
    await push(bill, 10_000, '2026-09-01', '2026-09-10');
    await desk.recharge(500);
    await config(`"overdueBlockDays" = 30, "overdueWarnDays" = 5, "riskAction" = 'block'`);
    const id = await desk.draft(10);
    const refused = await desk.harbor.post('Order/submit', { id });
    expect(reasons(refused)).toEqual([' receivables.overdue']);
    const before = await desk.purse();
    await config(`"riskAction" = 'hold'`);
    expect(await desk.submit(id)).toBe('held');
    expect(await desk.purse()).toEqual(before);
    expect((await desk.detail(id))['overdueDays']).toBeGreaterThan(30);
    await config(`"overdueBlockDays" = 365, "riskAction" = 'block'`);
    const marked = await desk.draft(10);
    expect(await desk.submit(marked)).toBe('placing');
    expect((await desk.detail(marked))['overdueDays']).toBeGreaterThan(5);
    await settle(bill, 10_000, 'late:1');
    const free = await desk.draft(10);
    expect(await desk.submit(free)).toBe('placing');
    expect((await desk.detail(free))['overdueDays'] ?? null).toBeNull();
    await desk.run();
    await desk.verify();
  });
});

describe('who sells to a customer', () => {
  it('gets a percent of the margin of locked bills, corrected by what comes later, and reads the own customers alone', async () => {
    const { admin, finance } = desk.money;
    const [role] = await query(`SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'sales'`, [tenant]);
    const [org] = await query(`SELECT org::text AS id FROM account WHERE tenant_id = $1 AND account = 'finance'`, [
      tenant,
    ]);
    const seller = added(
      await admin.post('sysUser/add', {
        account: 'seller',
        password,
        name: 'Sam Seller',
        org: org?.['id'],
        roles: [role?.['id']],
        adminType: '3',
      }),
    );
    const [own] = await query('SELECT id::text FROM customer_config WHERE customer = $1', [desk.customer]);
    const sold = { id: own?.['id'], salesperson: seller, salesFrom: '2026-02-10' };
    expect(reasons(await finance.post('MemberConfig/edit', { ...sold, salesFrom: '2199-01-01' }))).toEqual([
      'salesFrom salesLater',
    ]);
    expect(reasons(await finance.post('MemberConfig/edit', sold))).toEqual([]);
    await config(`"commissionBase" = 'margin', "commissionPercent" = 4.5`);
    const final = (month: string, margin: number) =>
      query(
        `INSERT INTO final_bill (tenant_id, id, status, number, customer, currency, month, amount, margin) VALUES ($1, lading.new_id(), 'locked', $2, $3, 'USD', $4, 900, $5)`,
        [tenant, `FB ${month} ${margin}`, desk.customer, month, margin],
      );
    const told = () =>
      query(
        `SELECT month::text, kind, status, basis::text, amount::text, id::text FROM commission WHERE customer = $1 ORDER BY id`,
        [desk.customer],
      );
    const pay = (day: string) =>
      payCommissions({ query: rowQuery((text, values) => query(text, [...values])) }, new Date(`${day}T12:00:00Z`));
    // In January nobody had sold to the customer yet.
    await final('2026-01-01', 500);
    await final('2026-02-01', 333.33);
    await pay('2026-02-20');
    await pay('2026-02-20');
    expect(await told()).toMatchObject([
      { month: '2026-02-01', kind: 'commission', basis: '333.33', amount: '15.00', status: 'open' },
    ]);
    const id = String((await told())[0]?.['id']);
    const person = await desk.world.test.signIn('north.localhost', 'seller');
    const read = (await person.get('Commission/page', {})).body.data as { rows: { id: string }[] };
    expect(read.rows.map((row) => row.id)).toEqual([id]);
    const customers = (await person.get('MemberConfig/page', {})).body.data as { rows: { id: string }[] };
    expect(customers.rows.map((row) => row.id)).toEqual([own?.['id']]);
    expect((await person.post('Commission/settle', { id })).status).toBe(403);
    expect(state(await finance.post('Commission/settle', { id }))).toBe('settled');
    // What comes later is a correction at the percent of then; what was settled stands.
    await query(`UPDATE final_bill SET margin = 233.33 WHERE customer = $1 AND month = '2026-02-01'`, [desk.customer]);
    await config(`"commissionPercent" = 10`);
    await pay('2026-03-05');
    await pay('2026-03-05');
    expect(await told()).toMatchObject([
      { kind: 'commission', basis: '333.33', amount: '15.00', status: 'settled' },
      { kind: 'correction', basis: '-100.00', amount: '-10.00', status: 'open' },
    ]);
  });
});
