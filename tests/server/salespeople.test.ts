import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markSold, payCommissions } from '../../server/domain/receivables/sales/commission.ts';
import { added, reasons } from '../support/money.ts';
import { openDesk, type Charge, type Desk } from '../support/sold-bills.ts';
import { password, type Person } from '../support/test-app.ts';

let desk: Desk;
let [harbor, config] = ['', ''];
const people: Record<string, string> = {};
const orders: Record<string, string> = {};

const charges: Charge[] = [
  { side: 'sale', category: 'transport', amount: '15.00', box: 1 },
  { side: 'cost', category: 'transport', amount: '10.00', box: 1 },
];
const on = { query: async (text: string, values: readonly unknown[] = []) => desk.query(text, [...values]) };
const edit = (values: object) => desk.finance.post('MemberConfig/edit', { id: config, ...values });
const nameOf = (id: unknown): string => Object.entries(people).find(([, each]) => each === id)?.[0] ?? 'nobody';
const sellers = async (text: string): Promise<string[]> =>
  (await desk.query(text, [desk.tenant, harbor])).map(({ salesperson }) => nameOf(salesperson));
const onBills = () =>
  sellers(
    `SELECT salesperson::text FROM member_bill WHERE tenant_id = $1 AND customer = $2 AND number LIKE 'SP-%' ORDER BY "periodTo"`,
  );
const ofCustomer = async () =>
  (await sellers('SELECT salesperson::text FROM customer WHERE tenant_id = $1 AND id = $2'))[0];
const onOrders = async () => {
  await markSold(on as never);
  return sellers(
    `SELECT salesperson::text FROM "order" WHERE tenant_id = $1 AND customer = $2 AND "orderNo" LIKE 'SP-%' ORDER BY "createdAt"`,
  );
};
const bill = (periodTo: string) =>
  desk.query(
    `INSERT INTO member_bill (tenant_id, id, status, number, customer, currency, "periodFrom", "periodTo", "settleState", "settledAmount")
       VALUES ($1, lading.new_id(), 'generated', 'SP-' || $3::date, $2, 'USD', $3::date - 6, $3, 'unsettled', 0)`,
    [desk.tenant, harbor, periodTo],
  );
async function order(name: string, customer: string, at: string): Promise<void> {
  const tracking = [`1ZA1B23403009${String(Object.keys(orders).length).padStart(5, '0')}`];
  const values = { orderNo: `SP-${name}`, createdAt: at, orderedAt: at };
  orders[name] = (await desk.order({ customer, tracking, charges, values })).order;
}
const known = (found: readonly { id: string }[]): string[] =>
  found.flatMap(({ id }) => Object.entries(orders).flatMap(([name, each]) => (each === id ? [name] : []))).toSorted();
const listed = async (who: Person, body: Record<string, string> = {}): Promise<string[]> =>
  known(((await who.get('Order/page', { pageSize: '100', ...body })).body.data as { rows: { id: string }[] }).rows);

beforeAll(async () => {
  desk = await openDesk();
  harbor = desk.sample('customer/harbor');
  const [own] = await desk.query('SELECT id::text FROM customer_config WHERE tenant_id = $1 AND customer = $2', [
    desk.tenant,
    harbor,
  ]);
  config = String(own?.['id']);
  const [role] = await desk.query(`SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'sales'`, [desk.tenant]);
  const [org] = await desk.query(`SELECT org::text AS id FROM account WHERE tenant_id = $1 AND account = 'finance'`, [
    desk.tenant,
  ]);
  const admin = desk.world.person('north admin').person;
  for (const account of ['anna', 'boris'])
    people[account] = added(
      await admin.post('sysUser/add', {
        account: `${account}sells`,
        password,
        name: account,
        org: org?.['id'],
        roles: [role?.['id']],
        adminType: '3',
      }),
    );
  await order('other', desk.sample('customer/acme'), '2026-02-12T12:00:00Z');
  await order('january', harbor, '2026-01-12T12:00:00Z');
  await order('february', harbor, '2026-02-12T12:00:00Z');
  await order('march', harbor, '2026-03-12T12:00:00Z');
}, 120_000);
afterAll(() => desk?.close());

describe('the salesperson of a customer', () => {
  it('counts from a day: bills, orders and commissions before it stay as they are', async () => {
    expect(
      reasons(await edit({ salesperson: people['anna'], salesFrom: '2026-02-01', commissionPercent: 10 })),
    ).toEqual([]);
    for (const day of ['2026-01-25', '2026-02-22']) await bill(day);
    expect(await onBills()).toEqual(['nobody', 'anna']);
    expect(await onOrders()).toEqual(['nobody', 'anna', 'anna']);
    expect(reasons(await edit({ salesperson: people['boris'], salesFrom: '2026-03-01' }))).toEqual([]);
    await bill('2026-03-08');
    expect(await onBills()).toEqual(['nobody', 'anna', 'boris']);
    expect(await onOrders()).toEqual(['nobody', 'anna', 'boris']);
    expect(await ofCustomer()).toBe('boris');
    for (const month of ['2026-02-01', '2026-03-01'])
      await desk.query(
        `INSERT INTO final_bill (tenant_id, id, status, number, customer, currency, month, amount, margin)
           VALUES ($1, lading.new_id(), 'locked', 'SP ' || $3, $2, 'USD', $3::date, 900, 100)`,
        [desk.tenant, harbor, month],
      );
    await payCommissions(on as never, new Date('2026-03-20T12:00:00Z'));
    expect(
      await sellers('SELECT salesperson::text FROM commission WHERE tenant_id = $1 AND customer = $2 ORDER BY month'),
    ).toEqual(['anna', 'boris']);
  });

  it('moves with a day that is corrected', async () => {
    await edit({ salesFrom: '2026-02-15' });
    expect([await onBills(), await onOrders()]).toEqual([
      ['nobody', 'boris', 'boris'],
      ['nobody', 'anna', 'boris'],
    ]);
    await edit({ salesFrom: '2026-03-01' });
    expect([await onBills(), await onOrders()]).toEqual([
      ['nobody', 'anna', 'boris'],
      ['nobody', 'anna', 'boris'],
    ]);
  });

  it('shows in lists and boards what was sold while each sold, and salespeople see only that', async () => {
    expect(await listed(desk.finance)).toEqual(['february', 'january', 'march', 'other']);
    expect(await listed(desk.finance, { salesperson: String(people['anna']) })).toEqual(['february']);
    const [anna, boris] = [
      await desk.world.test.signIn('north.localhost', 'annasells'),
      await desk.world.test.signIn('north.localhost', 'borissells'),
    ];
    expect([await listed(anna), await listed(boris)]).toEqual([['february'], ['march']]);
    const customers = async (who: Person, body: Record<string, string> = {}) =>
      ((await who.get('Customer/page', body)).body.data as { rows: { id: string }[] }).rows.map(({ id }) => id);
    expect([await customers(anna), await customers(boris)]).toEqual([[], [harbor]]);
    expect(await customers(desk.finance, { salesperson: String(people['boris']) })).toEqual([harbor]);
    for (const path of ['Income/figures', 'Operations/figures'])
      expect((await anna.post(path, { period: 'year' })).status).toBe(403);

    const made = async (body: object) => {
      const { now, salespeople, claims } = (await desk.finance.post('Operations/figures', { period: 'year', ...body }))
        .body.data as unknown as { now: { labels: { made: number } }; salespeople: { id: string }[]; claims: unknown };
      return { made: now.labels.made, people: salespeople.map(({ id }) => nameOf(id)), claims };
    };
    const everybody = await made({});
    expect(everybody.made).toBeGreaterThan(3);
    expect(everybody.people).toEqual(['anna', 'boris']);
    expect((await made({ salesperson: people['anna'] })).made).toBe(1);
    const behind = await desk.finance.post('Operations/rows', {
      period: 'year',
      of: 'neverScanned',
      salesperson: people['boris'],
    });
    expect((behind.body.data as { rows: { order: string }[] }).rows.map((row) => row.order)).toEqual([orders['march']]);
    const profit = await desk.finance.post('CarrierBill/profit', {
      from: '2026-01-01',
      to: '2026-12-31',
      salesperson: people['anna'],
    });
    expect(profit.body).toMatchObject({ success: true });
  });

  it('counts from today where only the person changes, and never before its day has come', async () => {
    await edit({ salesperson: people['anna'] });
    expect([await ofCustomer(), await onBills(), await onOrders()]).toEqual([
      ...['anna', ['nobody', 'anna', 'boris'], ['nobody', 'anna', 'boris']],
    ]);
    expect(reasons(await edit({ salesperson: people['boris'], salesFrom: '2199-01-01' }))).toEqual([
      'salesFrom salesLater',
    ]);
    await desk.query(`UPDATE customer_config SET salesperson = $2, "salesFrom" = '2199-01-01' WHERE id = $1`, [
      config,
      people['boris'],
    ]);
    await order('today', harbor, new Date().toISOString());
    expect([await ofCustomer(), (await onOrders()).at(-1)]).toEqual(['anna', 'anna']);
    // The day comes.
    await desk.query(
      `UPDATE receivables.sold_by SET since = current_date - 1, marks_from = current_date - 1 WHERE customer = $1 AND since > current_date`,
      [harbor],
    );
    await desk.query(
      `DELETE FROM receivables.sold_by WHERE customer = $1 AND salesperson = $2 AND since >= current_date - 1`,
      [harbor, people['anna']],
    );
    expect([(await onOrders()).at(-1), await ofCustomer()]).toEqual(['boris', 'boris']);
    // Without a salesperson, what was sold stays sold.
    expect(reasons(await edit({ salesperson: null, salesFrom: null }))).toEqual([]);
    expect([await ofCustomer(), await onBills()]).toEqual(['nobody', ['nobody', 'anna', 'boris']]);
  });
});
