import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fedexHead,
  fedexRow,
  textOf,
  upsRow,
  type FedexRow,
  type UpsCharge,
} from '../domain/billing/support/make-bills.ts';
import { BillDesk } from '../support/bill-desk.ts';
import { openDesk, type Charge, type Desk, type Row } from '../support/sold-bills.ts';

/*
 * A week of bills from the files to the report: every case that carriers' bills have, assigned, classified, locked, sold in all
 * modes, pushed, disputed, adjusted and settled. The ledger is proven after each step.
 */

/** `NIGHT=1` takes as many orders as a tenant has in a week. */
const orders = process.env['NIGHT'] === '1' ? 1_200 : 60;

let desk: Desk;
let bills: BillDesk;
const modes = ['reprice', 'factor', 'atCost', 'reportOnly'] as const;
let customers: string[];
beforeAll(async () => {
  desk = await openDesk();
  bills = new BillDesk(desk.world, desk.finance);
  const names = ['acme', 'harbor'];
  customers = names.map((name) => desk.sample(`customer/${name}`));
}, 120_000);
afterAll(() => desk?.close());

const ups = (at: number): string => `1ZA1B23403${String(at).padStart(8, '0')}`;
const fedex = (at: number): string => `7948${String(at).padStart(8, '0')}`;
const usual: Charge[] = [
  { side: 'sale', category: 'transport', amount: '15.00', box: 1 },
  { side: 'sale', category: 'fuel', amount: '3.00', box: 1 },
  { side: 'cost', category: 'transport', amount: '10.00', box: 1 },
  { side: 'cost', category: 'fuel', amount: '2.00', box: 1 },
];
const fuel = { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' };
const cents = (rows: readonly { net: string }[]): number =>
  rows.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0);
const money = (amount: number): string => (amount / 100).toFixed(2);
const post = async (path: string, body: object, who = desk.finance): Promise<Record<string, unknown>> => {
  const answer = await who.post(path, body);
  expect(answer.body.success ? [] : [path, answer.body.message, answer.body.issues]).toEqual([]);
  return answer.body.data as Record<string, unknown>;
};
const one = async (text: string, values: unknown[] = []): Promise<Row> =>
  (await desk.query(text, [desk.tenant, ...values]))[0] as Row;
/** What the carriers are owed for bills of this test. */
const payable = async (numbers: readonly string[]): Promise<unknown> =>
  (
    await one(
      `SELECT sum(CASE WHEN c.kind = 'carrierPayable' THEN t.amount WHEN d.kind = 'carrierPayable' THEN -t.amount ELSE 0 END) AS sum
         FROM ledger_transfer t JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
         JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
         JOIN carrier_bill b ON b.tenant_id = t.tenant_id AND b.id::text = t."refId" AND t."refEntity" = 'carrier-bill'
        WHERE t.tenant_id = $1 AND b.number = ANY ($2::text[])`,
      [numbers],
    )
  )['sum'];

const [first, second, third] = ['0000WEEK00001', '0000WEEK00002', '700000101'] as const;
const made = new Map<string, string>();

describe('a week of bills', () => {
  it('is read with every case, and only what is ours', async () => {
    for (let at = 0; at < orders; at += 1) {
      const tracking = at === 7 ? [ups(7), ups(9_000)] : at % 3 === 2 ? [fedex(at)] : [ups(at)];
      const customer = customers[at % 2] ?? '';
      const charges = tracking.flatMap((_, box) => usual.map((each) => ({ ...each, box: box + 1 })));
      const { order } = await desk.order({ customer, tracking, charges });
      for (const number of tracking) made.set(number, order);
      if (at % 3 !== 2 || at === 7) continue;
      for (const table of ['package', 'shipment'])
        await desk.query(
          `UPDATE ${table} SET "carrierCode" = 'FEDEX', account = $3 WHERE tenant_id = $1 AND "order" = $2`,
          [...[desk.tenant, order], desk.sample('express-account/fedex-main')],
        );
    }
    // Nine years ago the number of the first package was another customer's.
    await desk.order({ customer: customers[1] ?? '', tracking: [ups(0)], charges: [], shipDate: '2017-03-02' });
    const plain = Array.from({ length: orders }, (_, at) => at).filter((at) => at % 3 !== 2 || at === 7);
    const charges: UpsCharge[] = plain.flatMap((at) => [
      {
        tracking: ups(at),
        net: at === 1 ? '13.50' : '10.00',
        entered: '4',
        billed: at === 1 ? '9' : '4',
        lead: ups(at),
      },
      { tracking: ups(at), ...fuel, net: '2.00' },
    ]);
    charges.push(
      { tracking: ups(9_000), lead: ups(7), net: '6.00' },
      { tracking: ups(3), chargeClass: 'ACC', code: 'ADC', text: 'Address Correction Ground', net: '21.00' },
      { tracking: ups(4), chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge', net: '5.65' },
      { tracking: ups(6), chargeClass: 'ACC', code: 'QQQ', text: 'Peak balloon handling', net: '1.25' },
      {
        net: '14.00',
        kind: 'MIS',
        detail: 'SVCH',
        chargeClass: 'MSC',
        code: '',
        text: 'Weekly Service Charge',
        shipDate: '',
      },
      ...['1Z999AA10123456784', '1Z999AA10123456785', '1Z999AA10123456786'].map((tracking, at) => ({
        ...{ tracking, net: '8.00', reference: `QUILL-${at}` },
      })),
    );
    const theirs = upsRow({ number: '0000WEEK00009', account: '0000ZZ9999', net: '1.00', amount: '1.00' });
    const amount = money(cents(charges));
    const file = textOf([...charges.map((charge) => upsRow({ ...charge, number: first, amount })), theirs]);
    const rows: FedexRow[] = Array.from({ length: orders }, (_, at) => at)
      .filter((at) => at % 3 === 2 && at !== 7)
      .map((at) => ({
        ...{ tracking: fedex(at), transport: '12.00', net: '11.40', shipDate: '20260302', weight: '4' },
        charges: [
          ['Fuel Surcharge', '1.40'],
          ['Earned Discount', '-2.00'],
        ],
      }));
    rows.push({ master: fedex(2), net: '3.00', transport: '3.00', shipDate: '20260302' });
    rows.push({ tracking: fedex(5), net: '-4.00', shipDate: '', service: '', charges: [['Fuel Surcharge', '-4.00']] });
    const due = money(cents(rows));
    const other = textOf([fedexHead(), ...rows.map((row) => fedexRow({ ...row, number: third, amount: due }))]);
    const found = (await bills.upload({ 'ups.csv': file, 'fedex.csv': other })) as {
      invoices: readonly { number: string; sum: number; amount: number; unknown: readonly object[] }[];
      refused: readonly object[];
    };
    expect(found.refused).toMatchObject([
      { code: 'billing.otherAccount', message: expect.stringContaining('ZZ9999') as string },
    ]);
    expect(found.invoices.map(({ number, sum }) => [number, sum.toFixed(2)]).toSorted()).toEqual([
      [first, amount],
      [third, due],
    ]);
    expect(found.invoices.flatMap(({ unknown }) => unknown)).toEqual([
      { code: 'QQQ', text: 'Peak balloon handling', count: 1, sum: 1.25 },
    ]);
    expect(await bills.bill(first)).toMatchObject({
      unmatchedCount: '3',
      accountSum: '14.00',
      differs: false,
      unknownCount: '1',
    });
    const [oldest] = (await bills.lines(first)).filter(({ trackingNo }) => trackingNo === ups(0));
    expect(oldest).toMatchObject({ order: made.get(ups(0)) });
    await desk.proven();
  });

  it('has its unmatched lines assigned and its unknown charge classified', async () => {
    const queued = (await bills.lines(first)).filter(({ matchState }) => matchState === 'unmatched');
    expect(queued).toHaveLength(3);
    for (const [at, { id }] of queued.entries())
      await post('CarrierBillLine/assign', { ids: [id], toOrder: made.get(ups(at * 3)) });
    const entry = { carrierCode: 'UPS', code: 'QQQ', category: 'peak', match: 'exact', saleMode: 'cost' };
    expect(await post('BillBasic/preview', { carrierCode: 'UPS', code: 'QQQ', category: 'peak' })).toMatchObject({
      count: 1,
    });
    await post('BillBasic/add', entry);
    await post('BillBasic/apply', { carrierCode: 'UPS' });
    await desk.world.test.runJobs();
    expect(await bills.bill(first)).toMatchObject({ unmatchedCount: '0', unmatchedSum: '0.00', unknownCount: '0' });
    await desk.proven();
    const compared = await post('CarrierBill/compare', { bill: (await bills.bill(first))['id'] });
    const types = (compared['types'] as readonly { type: string; count: number }[]).map(({ type }) => type);
    for (const type of ['weight', 'residential', 'addressCorrection']) expect(types).toContain(type);
  });

  it('is locked, and the carriers are owed what their bills say', async () => {
    for (const number of [first, third]) {
      const { id, sum } = await bills.bill(number);
      await post('CarrierBill/lock', { id });
      expect(await payable([number])).toBe(sum);
      await desk.proven();
    }
  });

  it('is sold in every mode, with the older week adjusted in two legs and a credit', async () => {
    const legs: UpsCharge[] = [0, 1, 3, 4].flatMap((at) => [
      { tracking: ups(at), net: '-10.00', kind: 'ADJ', detail: 'RADJ' },
      { tracking: ups(at), net: '13.00', kind: 'ADJ', detail: 'RADJ', entered: '4', billed: '12' },
    ]);
    legs.push({ tracking: ups(6), net: '-10.00', kind: 'ADJ', detail: 'CADJ' });
    const changes: UpsCharge[] = legs.map((leg) => ({ ...leg, date: '2026-03-21' }));
    for (const [at, mode] of modes.entries()) {
      for (const customer of customers)
        await desk.settings(customer, { billProcessing: mode, billFactor: '1.25', ignoreBelow: '0' });
      // The first week is sold by the first mode; each leg of the second week by one of the others.
      if (at === 0) {
        await desk.run('2020-01-01');
        await desk.proven();
        continue;
      }
      const part = changes.filter((_, index) => index % 3 === at - 1);
      const number = `${second}${at}`;
      await desk.bill(number, part);
      expect(await payable([number])).toBe((await bills.bill(number))['sum']);
      await desk.run('2020-01-01');
      await desk.proven();
    }
    const [sold] = await desk.query(
      `SELECT sum(r.cost) AS cost, (SELECT sum(b."matchedSum") FROM carrier_bill b WHERE b.tenant_id = $1 AND b.number = ANY ($2::text[])) AS matched
         FROM member_bill_line r JOIN carrier_bill b ON b.tenant_id = r.tenant_id AND b.id = r."carrierBill" WHERE r.tenant_id = $1 AND b.number = ANY ($2::text[])`,
      [desk.tenant, [first, third, ...[1, 2, 3].map((at) => `${second}${at}`)]],
    );
    expect(sold?.['cost']).toBe(sold?.['matched']);
    const used = await desk.query(
      `SELECT DISTINCT mode FROM member_bill_line WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) AND mode IS NOT NULL ORDER BY 1`,
      [desk.tenant, [...made.values()]],
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
      [customers[0], [...made.values()]],
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
    const week = await one(
      `SELECT sum(cost) AS cost FROM member_bill_line WHERE tenant_id = $1 AND "billedOn" BETWEEN '2026-03-02' AND '2026-03-08'`,
    );
    expect(report['cost']).toBe(week['cost']);
    await desk.proven();
  });
});
