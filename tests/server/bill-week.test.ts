import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BillDesk } from '../support/bill-desk.ts';
import { makeBillWeek, payableFor, type BillWeek } from '../support/bill-week.ts';
import { openDesk, type Desk, type Row } from '../support/sold-bills.ts';

/*
 * A week of bills from the files to the report: every case that carriers' bills have, assigned, classified, locked, sold in all
 * modes, pushed, disputed, adjusted and settled. The ledger is proven after each step.
 */

/** `NIGHT=1` takes as many orders as a tenant has in a week. */
const orders = process.env['NIGHT'] === '1' ? 1_200 : 60;

let desk: Desk;
let bills: BillDesk;
const modes = ['reprice', 'factor', 'atCost', 'reportOnly'] as const;
let customers: [string, string];
beforeAll(async () => {
  desk = await openDesk();
  bills = new BillDesk(desk.world, desk.finance);
  customers = [desk.sample('customer/acme'), desk.sample('customer/harbor')];
}, 120_000);
afterAll(() => desk?.close());

const post = async (path: string, body: object, who = desk.finance): Promise<Record<string, unknown>> => {
  const answer = await who.post(path, body);
  expect(answer.body.success ? [] : [path, answer.body.message, answer.body.issues]).toEqual([]);
  return answer.body.data as Record<string, unknown>;
};
const one = async (text: string, values: unknown[] = []): Promise<Row> =>
  (await desk.query(text, [desk.tenant, ...values]))[0] as Row;
let week: BillWeek;
const second = '0000WEEK00002';

describe('a week of bills', () => {
  it('is read with every case, and only what is ours', async () => {
    week = await makeBillWeek(desk, { customers, orders });
    const found = (await bills.upload(week.files)) as {
      invoices: readonly { number: string; sum: number; amount: number; unknown: readonly object[] }[];
      refused: readonly object[];
    };
    expect(found.refused).toMatchObject([
      { code: 'billing.otherAccount', message: expect.stringContaining('ZZ9999') as string },
    ]);
    expect(found.invoices.map(({ number, sum }) => [number, sum.toFixed(2)]).toSorted()).toEqual([
      [week.ups.number, week.ups.amount],
      [week.fedex.number, week.fedex.amount],
    ]);
    expect(found.invoices.flatMap(({ unknown }) => unknown)).toEqual([{ ...week.unknown, count: 1, sum: 1.25 }]);
    expect(await bills.bill(week.ups.number)).toMatchObject({
      unmatchedCount: '3',
      accountSum: '14.00',
      differs: false,
      unknownCount: '1',
    });
    const [oldest] = (await bills.lines(week.ups.number)).filter(({ trackingNo }) => trackingNo === week.tracking(0));
    expect(oldest).toMatchObject({ order: week.made.get(week.tracking(0)) });
    await desk.proven();
  });

  it('has its unmatched lines assigned and its unknown charge classified', async () => {
    const queued = (await bills.lines(week.ups.number)).filter(({ matchState }) => matchState === 'unmatched');
    expect(queued).toHaveLength(3);
    for (const [at, { id }] of queued.entries())
      await post('CarrierBillLine/assign', { ids: [id], toOrder: week.made.get(week.tracking(at * 3)) });
    const entry = { carrierCode: 'UPS', code: week.unknown.code, category: 'peak', match: 'exact', saleMode: 'cost' };
    expect(
      await post('BillBasic/preview', { carrierCode: 'UPS', code: week.unknown.code, category: 'peak' }),
    ).toMatchObject({
      count: 1,
    });
    await post('BillBasic/add', entry);
    await post('BillBasic/apply', { carrierCode: 'UPS' });
    await desk.world.test.runJobs();
    expect(await bills.bill(week.ups.number)).toMatchObject({
      unmatchedCount: '0',
      unmatchedSum: '0.00',
      unknownCount: '0',
    });
    await desk.proven();
    const compared = await post('CarrierBill/compare', { bill: (await bills.bill(week.ups.number))['id'] });
    const types = (compared['types'] as readonly { type: string; count: number }[]).map(({ type }) => type);
    for (const type of ['weight', 'residential', 'addressCorrection']) expect(types).toContain(type);
  });

  it('is locked, and the carriers are owed what their bills say', async () => {
    for (const number of [week.ups.number, week.fedex.number]) {
      const { id, sum } = await bills.bill(number);
      await post('CarrierBill/lock', { id });
      expect(await payableFor(desk, [number])).toBe(sum);
      await desk.proven();
    }
  });

  it('is sold in every mode, with the older week adjusted in two legs and a credit', async () => {
    for (const [at, mode] of modes.entries()) {
      for (const customer of customers)
        await desk.settings(customer, { billProcessing: mode, billFactor: '1.25', ignoreBelow: '0' });
      // The first week is sold by the first mode; each leg of the second week by one of the others.
      if (at === 0) {
        await desk.run('2020-01-01');
        await desk.proven();
        continue;
      }
      const part = week.changes.filter((_, index) => index % 3 === at - 1);
      const number = `${second}${at}`;
      await desk.bill(number, part);
      expect(await payableFor(desk, [number])).toBe((await bills.bill(number))['sum']);
      await desk.run('2020-01-01');
      await desk.proven();
    }
    const [sold] = await desk.query(
      `SELECT sum(r.cost) AS cost, (SELECT sum(b."matchedSum") FROM carrier_bill b WHERE b.tenant_id = $1 AND b.number = ANY ($2::text[])) AS matched
         FROM member_bill_line r JOIN carrier_bill b ON b.tenant_id = r.tenant_id AND b.id = r."carrierBill" WHERE r.tenant_id = $1 AND b.number = ANY ($2::text[])`,
      [desk.tenant, [week.ups.number, week.fedex.number, ...[1, 2, 3].map((at) => `${second}${at}`)]],
    );
    expect(sold?.['cost']).toBe(sold?.['matched']);
    const used = await desk.query(
      `SELECT DISTINCT mode FROM member_bill_line WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) AND mode IS NOT NULL ORDER BY 1`,
      [desk.tenant, [...week.made.values()]],
    );
    expect(used.map(({ mode }) => mode)).toEqual(['cost', 'factor', 'report', 'rerate']);
  });

  it('is pushed, disputed, adjusted, settled and reported', async () => {
    await desk.run();
    const generated = await desk.query(
      `SELECT id::text, customer::text FROM member_bill WHERE tenant_id = $1 AND status = 'generated' AND customer = ANY ($2::bigint[]) AND number NOT LIKE 'SAMPLE%'`,
      [desk.tenant, customers],
    );
    expect(new Set(generated.map(({ customer }) => customer)).size).toBe(2);
    for (const { id } of generated) {
      await post('MemberBill/push', { id });
      await desk.proven();
    }
    await desk.world.test.runJobs();
    const charged = await one(
      `SELECT id FROM member_bill_line WHERE tenant_id = $1 AND customer = $2 AND status = 'charged' AND difference > 0 AND "order" = ANY ($3::bigint[]) ORDER BY id LIMIT 1`,
      [customers[0], [...week.made.values()]],
    );
    await post('MemberBillLine/dispute', { id: charged['id'], disputeComment: 'It weighs 4 lb' }, desk.member);
    await desk.proven();
    await post('MemberBillLine/waive', { id: charged['id'], answer: 'You are right' });
    await desk.proven();
    const adjustment = { customer: customers[0], kind: 'adjustment', amount: -5, description: 'For the trouble' };
    const { id } = await post('MemberBillAdjustment/add', adjustment);
    await post('MemberBillAdjustment/approve', { id });
    await desk.run();
    for (const bill of await desk.query(
      `SELECT id::text FROM member_bill WHERE tenant_id = $1 AND status = 'generated' AND customer = $2 AND number NOT LIKE 'SAMPLE%'`,
      [desk.tenant, customers[0]],
    ))
      await post('MemberBill/push', { id: bill['id'] });
    await desk.proven();
    const unsettled = await one(
      `SELECT id, status, "settleState", due FROM member_bill WHERE tenant_id = $1 AND customer = $2 AND status = 'pushed' AND number NOT LIKE 'SAMPLE%' ORDER BY due DESC LIMIT 1`,
      [customers[1]],
    );
    if (unsettled['settleState'] === 'unsettled') {
      await desk.settings(customers[1] ?? '', { payment: 'prepaid' });
      await post('MemberBill/settle', { id: unsettled['id'] });
    }
    await desk.proven();
    const { made: reports } = await post('WeeklyReport/run', { day: '2026-03-04' });
    expect(Number(reports)).toBeGreaterThan(0);
    const report = await one(
      `SELECT cost FROM weekly_report WHERE tenant_id = $1 AND customer IS NULL AND "weekFrom" = '2026-03-02' AND title NOT LIKE '%极速%' ORDER BY "versionNo" DESC LIMIT 1`,
    );
    const sold = await one(
      `SELECT sum(cost) AS cost FROM member_bill_line WHERE tenant_id = $1 AND "billedOn" BETWEEN '2026-03-02' AND '2026-03-08'`,
    );
    expect(report['cost']).toBe(sold['cost']);
    await desk.proven();
  });
});
