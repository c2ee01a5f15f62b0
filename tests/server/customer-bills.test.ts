import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSilence } from '../../server/domain/customer-bills/bills/tasks.ts';
import { orderFactsSql } from '../../server/domain/customer-bills/sale/sale-sql.ts';
import { addPriceList, parcel } from '../support/pricing.ts';
import { giveLogo } from '../support/tenant-logo.ts';
import { openDesk, type Charge, type Desk, type OrderOf, type Row } from '../support/sold-bills.ts';

let desk: Desk;
let acme: string;
beforeAll(async () => {
  desk = await openDesk();
  acme = desk.sample('customer/acme');
}, 120_000);
afterAll(() => desk?.close());

const usual: Charge[] = [
  { side: 'sale', category: 'transport', amount: '15.00', box: 1 },
  { side: 'sale', category: 'fuel', amount: '3.00', box: 1 },
  { side: 'cost', category: 'transport', amount: '10.00', box: 1 },
  { side: 'cost', category: 'fuel', amount: '2.00', box: 1 },
];
const rowsOf = (order: string): Promise<Row[]> =>
  desk.query(`SELECT * FROM member_bill_line WHERE tenant_id = $1 AND "order" = $2 ORDER BY id, category`, [
    desk.tenant,
    order,
  ]);
const told = (rows: readonly Row[]) =>
  rows.map((row) => [row['category'], row['old'], row['new'], row['difference'], row['reason'], row['cost']].join(' '));
const billsOf = (customer: string): Promise<Row[]> =>
  desk.query(
    `SELECT * FROM member_bill WHERE tenant_id = $1 AND customer = $2 AND number NOT LIKE 'SAMPLE%' ORDER BY id`,
    [desk.tenant, customer],
  );

async function fileOf(who: Desk['member'], body: object) {
  const raw = await desk.world.test.app.inject({
    ...{ method: 'POST', url: '/api/MemberBill/document?culture=zh-CN', payload: JSON.stringify(body) },
    headers: { host: 'north.localhost', authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
  });
  return { raw };
}

describe('lines of a locked bill', () => {
  it('are sold at cost, once, with what was charged before', async () => {
    await desk.settings(acme, { billProcessing: 'atCost' });
    const { order } = await desk.order({ customer: acme, tracking: ['1ZA1B2340300100018'], charges: usual });
    await desk.bill('00000000S0001', [
      { tracking: '1ZA1B2340300100018', net: '14.00', entered: '4', billed: '9' },
      { tracking: '1ZA1B2340300100018', net: '2.80', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
      { tracking: '1ZA1B2340300100018', net: '5.65', chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge' },
    ]);
    expect(await desk.run('2020-01-01')).toMatchObject({ sold: 3, bills: 0 });
    expect(await desk.run('2020-01-01')).toMatchObject({ sold: 0, bills: 0 });
    expect(told(await rowsOf(order)).toSorted()).toEqual([
      'fuel 3.00 2.80 -0.20 fuel 2.80',
      'residential 0.00 5.65 5.65 residential 5.65',
      'transport 15.00 14.00 -1.00 weight 14.00',
    ]);
    await desk.proven();
  });
});

describe('a customer bill', () => {
  it('is made of rows on none, pushed once, recalled, cancelled, and made again', async () => {
    expect(await desk.run()).toMatchObject({ bills: 1 });
    const [bill] = (await billsOf(acme)) as [Row];
    expect(bill).toMatchObject({
      status: 'generated',
      difference: '4.45',
      predicted: '18.00',
      actual: '22.45',
      cost: '22.45',
      lineCount: '3',
    });
    const id = bill['id'];
    const pushed = await Promise.all([
      desk.finance.post('MemberBill/push', { id }),
      desk.finance.post('MemberBill/push', { id }),
    ]);
    expect(
      pushed.map(({ body }) => [body.success, body.issues?.map(({ code }) => code)]).filter(([ok]) => ok),
    ).toHaveLength(1);
    await desk.proven();
    const recalled = await desk.finance.post('MemberBill/recall', { id, recallReason: 'wrong rate' });
    expect(recalled.body).toMatchObject({ success: true });
    const cancelled = await desk.finance.post('MemberBill/cancel', { id });
    expect(cancelled.body).toMatchObject({ success: true });
    await desk.proven();
    expect(await desk.run()).toMatchObject({ bills: 1 });
    const again = (await billsOf(acme)).at(-1) as Row;
    expect(again).toMatchObject({ status: 'generated', difference: '4.45', lineCount: '3' });
    expect((await desk.finance.post('MemberBill/push', { id: again['id'] })).body).toMatchObject({ success: true });
    await desk.world.test.runJobs();
    await desk.proven();
  });
});

describe('sale modes', () => {
  it('give credits the markup of their charge, and sell again what comes later', async () => {
    await desk.settings(acme, { billProcessing: 'factor', billFactor: '1.25' });
    const { order } = await desk.order({ customer: acme, tracking: ['1ZA1B2340300200017'], charges: usual });
    await desk.bill('00000000S0010', [{ tracking: '1ZA1B2340300200017', net: '20.00', entered: '4', billed: '4' }]);
    await desk.run('2020-01-01');
    // 20.00 at 1.25 is 25.00, fuel was expected and did not come.
    expect(told(await rowsOf(order)).toSorted()).toEqual([
      'fuel 3.00 0.00 -3.00 notBilled 0.00',
      'transport 15.00 25.00 10.00 price 20.00',
    ]);
    await desk.bill('00000000S0011', [{ tracking: '1ZA1B2340300200017', net: '-8.00', kind: 'ADJ' }]);
    await desk.run('2020-01-01');
    expect(told(await rowsOf(order)).at(-1)).toBe('transport 25.00 15.00 -10.00 credit -8.00');
    await desk.proven();
  });

  it('adjust what was charged at placing until the bill of the charge is here', async () => {
    await desk.settings(acme, { billProcessing: 'atCost' });
    const [tracking, dearer] = ['1ZA1B2340300200026', '1ZA1B2340300200035'];
    const { order } = await desk.order({ customer: acme, tracking: [tracking], charges: usual });
    const { order: other } = await desk.order({ customer: acme, tracking: [dearer], charges: usual });
    await desk.bill('00000000S0013', [
      { tracking, net: '-4.00', kind: 'ADJ' },
      { tracking: dearer, net: '-10.00', kind: 'ADJ' },
      { tracking: dearer, net: '13.00', kind: 'ADJ', entered: '4', billed: '9' },
    ]);
    await desk.run('2020-01-01');
    expect(told(await rowsOf(order))).toEqual(['transport 15.00 11.00 -4.00 credit -4.00']);
    expect(told(await rowsOf(other))).toEqual(['transport 15.00 18.00 3.00 weight 3.00']);
    await desk.bill(
      '00000000S0012',
      [tracking, dearer].flatMap((each) => [
        { tracking: each, net: '10.00', entered: '4', billed: '4' },
        { tracking: each, net: '2.00', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
      ]),
    );
    await desk.run('2020-01-01');
    const sums = async (of: string) =>
      (await rowsOf(of)).reduce((sum, { difference }) => sum + Math.round(Number(difference) * 100), 0);
    // Placed for 18.00; at cost it is 10.00 and 2.00 less 4.00, and more by 3.00.
    expect([await sums(order), await sums(other)]).toEqual([-1_000, -300]);
    await desk.proven();
  });

  it('report alone, leave small differences, and follow the category before the customer', async () => {
    await desk.settings(acme, { billProcessing: 'reportOnly', ignoreBelow: '0' });
    const [config] = await desk.query('SELECT id FROM customer_config WHERE tenant_id = $1 AND customer = $2', [
      desk.tenant,
      acme,
    ]);
    await desk.query(
      `INSERT INTO "customer_config__saleModes" (tenant_id, parent_id, id, seq, owner_id, category, mode, "ignoreBelow")
         VALUES ($1, $2, lading.new_id(), 1, $3, 'fuel', 'cost', 0.5), ($1, $2, lading.new_id(), 2, $3, 'residential', 'cost', NULL)`,
      [desk.tenant, config?.['id'], acme],
    );
    const { order } = await desk.order({ customer: acme, tracking: ['1ZA1B2340300300016'], charges: usual });
    await desk.bill('00000000S0020', [
      { tracking: '1ZA1B2340300300016', net: '99.00', entered: '4', billed: '40' },
      { tracking: '1ZA1B2340300300016', net: '3.49', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
      { tracking: '1ZA1B2340300300016', net: '5.65', chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge' },
    ]);
    await desk.run('2020-01-01');
    expect(told(await rowsOf(order)).toSorted()).toEqual([
      'fuel 3.00 3.00 0.00 same 3.49',
      'residential 0.00 5.65 5.65 residential 5.65',
      'transport 15.00 15.00 0.00 same 99.00',
    ]);
    await desk.query('DELETE FROM "customer_config__saleModes" WHERE tenant_id = $1', [desk.tenant]);
    await desk.proven();
  });

  it('price again by the price list what the carrier measured, and give credits back in full', async () => {
    await desk.settings(acme, { billProcessing: 'reprice' });
    const list = await addPriceList(desk.world);
    const quoted = async (weight: number, type: string): Promise<Record<string, string>> => {
      const { to, boxes, ...rest } = parcel;
      const asked = {
        ...rest,
        customer: acme,
        channels: [list.id('channel/a')],
        to: { ...to, type },
        boxes: [{ ...boxes[0], weight }],
      };
      const { body } = await desk.finance.post('Rate/quote', asked);
      const [quote] = (body.data as { quotes: { sale: { lines: { category: string; amount: number }[] } }[] }).quotes;
      return Object.fromEntries(quote?.sale.lines.map(({ category, amount }) => [category, amount.toFixed(2)]) ?? []);
    };
    const [ordered, measured] = [await quoted(4, 'commercial'), await quoted(9, 'residential')];
    expect(measured['transport']).not.toBe(ordered['transport']);
    const tracking = '1ZA1B2340300600013';
    const placed = (number: string): OrderOf => ({
      ...{ customer: acme, tracking: [number], shipDate: parcel.shipDate },
      charges: [
        ...Object.entries(ordered).map(([category, amount]) => ({ side: 'sale' as const, category, amount, box: 1 })),
        { side: 'cost', category: 'transport', amount: '12.00', box: 1 },
        { side: 'cost', category: 'fuel', amount: '2.43', box: 1 },
      ],
      values: {
        ...{ channel: list.id('channel/a'), service: list.id('channel-service/a'), senderMode: 'own', unitType: '0' },
        ...{
          shipFromPostalCode: '91761',
          shipFromCountry: 'US',
          shipToPostalCode: '10001',
          shipToCountry: 'US',
          shipToType: 'commercial',
        },
      },
    });
    const { order } = await desk.order(placed(tracking));
    await desk.bill('00000000S0025', [
      { tracking, net: '16.00', entered: '4', billed: '9', shipDate: parcel.shipDate },
      { tracking, net: '4.05', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge', shipDate: parcel.shipDate },
      {
        tracking,
        net: '4.00',
        chargeClass: 'ACC',
        code: 'RES',
        text: 'Residential Surcharge',
        shipDate: parcel.shipDate,
      },
      {
        tracking,
        net: '22.00',
        chargeClass: 'ACC',
        code: 'ADC',
        text: 'Address Correction',
        shipDate: parcel.shipDate,
      },
    ]);
    await desk.run('2020-01-01');
    const rows = Object.fromEntries((await rowsOf(order)).map((row) => [row['category'], row]));
    for (const category of ['transport', 'fuel', 'residential'])
      expect(rows[category]).toMatchObject({
        mode: 'rerate',
        old: ordered[category] ?? '0.00',
        new: measured[category],
      });
    expect(rows['transport']).toMatchObject({ reason: 'weight', enteredWeight: '4.0000', billedWeight: '9.0000' });
    // The price list has no such charge: the basic file passes it on.
    expect(rows['addressCorrection']).toMatchObject({ mode: 'cost', new: '22.00' });
    await desk.bill('00000000S0026', [
      { tracking, net: '-16.00', kind: 'ADJ', shipDate: parcel.shipDate },
      {
        tracking,
        net: '-4.05',
        kind: 'ADJ',
        chargeClass: 'FSC',
        code: 'FSC',
        text: 'Fuel Surcharge',
        shipDate: parcel.shipDate,
      },
    ]);
    await desk.run('2020-01-01');
    const back = (await rowsOf(order)).slice(4);
    expect(told(back).toSorted()).toEqual([
      `fuel ${measured['fuel']} 0.00 -${measured['fuel']} credit -4.05`,
      `transport ${measured['transport']} 0.00 -${measured['transport']} credit -16.00`,
    ]);
    // A bill that credits a quarter of its own charge, and one that reverses its charge and charges again.
    const [partly, recharged] = ['1ZA1B2340300600022', '1ZA1B2340300600031'];
    const { order: lowered } = await desk.order(placed(partly));
    const { order: again } = await desk.order(placed(recharged));
    const heavier = { entered: '4', billed: '9', shipDate: parcel.shipDate };
    await desk.bill('00000000S0027', [
      { tracking: partly, net: '16.00', ...heavier },
      { tracking: partly, net: '-4.00', kind: 'ADJ', detail: 'CADJ', shipDate: parcel.shipDate },
      { tracking: recharged, net: '12.00', entered: '4', billed: '4', shipDate: parcel.shipDate },
      { tracking: recharged, net: '-12.00', kind: 'ADJ', detail: 'RADJ', shipDate: parcel.shipDate },
      { tracking: recharged, net: '16.00', kind: 'ADJ', detail: 'RADJ', ...heavier },
    ]);
    await desk.run('2020-01-01');
    const transport = async (of: string) => (await rowsOf(of)).find(({ category }) => category === 'transport');
    const cents = Math.round(Number(measured['transport']) * 100);
    expect(await transport(lowered)).toMatchObject({
      ...{ reason: 'credit', new: ((cents - Math.round(cents / 4)) / 100).toFixed(2), cost: '12.00' },
    });
    expect(await transport(again)).toMatchObject({ reason: 'weight', new: measured['transport'], cost: '16.00' });
    await desk.proven();
  });

  it('come to the same whatever the order in which bills come', async () => {
    await desk.settings(acme, { billProcessing: 'factor', billFactor: '1.1737', ignoreBelow: '1.50' });
    const parts = (number: string, suffix: string) =>
      [
        [`00000000S003${suffix}A`, [{ tracking: number, net: '13.37', entered: '4', billed: '4' }]],
        [
          `00000000S003${suffix}B`,
          [
            { tracking: number, net: '-13.37', kind: 'ADJ' },
            { tracking: number, net: '17.11', kind: 'ADJ', billed: '9' },
          ],
        ],
        [`00000000S003${suffix}C`, [{ tracking: number, net: '-5.55', kind: 'ADJ' }]],
      ] as const;
    const sums: unknown[] = [];
    for (const [at, turn] of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ].entries()) {
      const tracking = `1ZA1B234030040${at}015`;
      const { order } = await desk.order({ customer: acme, tracking: [tracking], charges: usual });
      for (const part of turn) {
        const [number, charges] = parts(tracking, String(at))[part] ?? ['', []];
        await desk.bill(number, charges);
        await desk.run('2020-01-01');
      }
      sums.push(
        await desk.query(
          'SELECT category, sum(difference), sum(cost) AS cost FROM member_bill_line WHERE tenant_id = $1 AND "order" = $2 GROUP BY 1 ORDER BY 1',
          [desk.tenant, order],
        ),
      );
    }
    // 17.11 less 5.55 at 1.1737 is 13.57; 15.00 was charged.
    expect(sums[0]).toEqual([
      { category: 'fuel', sum: '-3.00', cost: '0.00' },
      { category: 'transport', sum: '0.00', cost: '11.56' },
    ]);
    expect(sums[1]).toEqual(sums[0]);
    expect(sums[2]).toEqual(sums[0]);
    await desk.settings(acme, { ignoreBelow: '0' });
    await desk.proven();
  });
});

describe('a charge that is pushed', () => {
  const pushAll = async (): Promise<void> => {
    await desk.run();
    for (const bill of await billsOf(acme))
      if (bill['status'] === 'generated')
        expect((await desk.finance.post('MemberBill/push', { id: bill['id'] })).body).toMatchObject({ success: true });
    await desk.world.test.runJobs();
  };
  const balance = async (kind: string): Promise<number> =>
    Number(
      (
        await desk.query(
          `SELECT coalesce(sum(balance), 0) AS sum FROM ledger_account WHERE tenant_id = $1 AND kind = $2 AND customer = $3 AND currency = 'USD'`,
          [desk.tenant, kind, acme],
        )
      )[0]?.['sum'],
    );
  const after = async (days: number): Promise<Date> => {
    const [row] = await desk.query(`SELECT now() + make_interval(days => $1) AS at`, [days]);
    return row?.['at'] as Date;
  };
  const clock = async (days: number): Promise<number> => {
    const { services } = desk.world.test.node.context;
    if (!services) throw new Error('no house');
    return endSilence(
      { query: services.query, services: { ...services, report: (...told) => expect(told).toEqual([]) } },
      await after(days),
    );
  };
  const charged = () =>
    desk.query(
      `SELECT * FROM member_bill_line WHERE tenant_id = $1 AND customer = $2 AND status = 'charged' AND difference > 0 ORDER BY id`,
      [desk.tenant, acme],
    );
  const rowOf = async (id: unknown): Promise<Row> =>
    (await desk.query('SELECT * FROM member_bill_line WHERE tenant_id = $1 AND id = $2', [desk.tenant, id]))[0] as Row;

  it('is held apart while it is disputed, and ends once, whichever side is silent', async () => {
    await desk.settings(acme, { billProcessing: 'atCost' });
    const numbers = [0, 1, 2, 3].map((at) => `1ZA1B234030050${at}014`);
    for (const tracking of numbers) await desk.order({ customer: acme, tracking: [tracking], charges: usual });
    await desk.bill(
      '00000000S0040',
      numbers.map((tracking) => ({ tracking, net: '25.00', entered: '4', billed: '9' })),
    );
    await pushAll();
    await desk.proven();
    const rows = (await charged()).filter(({ trackingNo }) => numbers.includes(String(trackingNo)));
    expect(rows).toHaveLength(4);
    const [kept, waived, unanswered, silent] = rows as [Row, Row, Row, Row];
    const [available, frozen] = [await balance('available'), await balance('frozen')];
    for (const { id } of [kept, waived, unanswered])
      expect(
        (await desk.member.post('MemberBillLine/dispute', { id, disputeComment: 'It weighs 4 lb' })).body,
      ).toMatchObject({ success: true });
    expect([await balance('available'), await balance('frozen')]).toEqual([available, frozen + 30]);
    await desk.proven();
    const again = await desk.member.post('MemberBillLine/dispute', { id: kept['id'], disputeComment: 'Again' });
    expect(again.body.success).toBe(false);
    const outsider = await desk.world
      .person('north sibling')
      .person.post('MemberBillLine/dispute', { id: silent['id'], disputeComment: 'Mine' });
    expect(outsider.body.success).toBe(false);
    expect(
      (await desk.finance.post('MemberBillLine/keepCharge', { id: kept['id'], answer: 'Photo of the scale' })).body,
    ).toMatchObject({ success: true });
    expect(
      (await desk.finance.post('MemberBillLine/waive', { id: waived['id'], answer: 'You are right' })).body,
    ).toMatchObject({ success: true });
    expect([await balance('available'), await balance('frozen')]).toEqual([available + 10, frozen + 10]);
    const bill = { id: kept['memberBill'], recallReason: 'too late' };
    expect((await desk.finance.post('MemberBill/recall', bill)).body).toMatchObject({
      issues: [{ code: 'sale.decidedAlready' }],
    });
    await clock(7);
    expect([(await rowOf(silent['id']))['status'], (await rowOf(unanswered['id']))['status']]).toEqual([
      'charged',
      'disputed',
    ]);
    await clock(9);
    await clock(9);
    expect(await rowOf(silent['id'])).toMatchObject({ status: 'accepted', decision: 'automatic' });
    expect(await rowOf(unanswered['id'])).toMatchObject({ status: 'waived', decision: 'automatic' });
    expect([await balance('available'), await balance('frozen')]).toEqual([available + 20, frozen]);
    const late = await desk.member.post('MemberBillLine/dispute', { id: silent['id'], disputeComment: 'Too late' });
    expect(late.body.success).toBe(false);
    await desk.proven();
  });

  it('never tells a member of cost', async () => {
    const lines = await desk.member.get('MemberBillLine/page', { pageSize: '100' });
    const bills = await desk.member.get('MemberBill/page', { pageSize: '100' });
    const told = JSON.stringify([lines.body.data, bills.body.data]);
    expect(told).toContain('1ZA1B2340300500014');
    for (const secret of ['"cost"', '"margin"', '"mode"', '"factor"', '"basis"', '"carrierBill"'])
      expect(told).not.toContain(secret);
  });

  it('is explained line by line, on the page, in files and by number', async () => {
    const [row] = await desk.query(
      `SELECT r."memberBill" AS bill, o."orderNo" AS number, r."order" FROM member_bill_line r JOIN "order" o ON o.id = r."order"
        WHERE r.tenant_id = $1 AND r."trackingNo" = '1ZA1B2340300500014' LIMIT 1`,
      [desk.tenant],
    );
    const rows = async (who: Desk['member']) =>
      ((await who.post('MemberBill/rows', { bill: row?.['bill'] })).body.data as { rows: { explanation: string }[] })
        .rows;
    const [mine, theirs] = [await rows(desk.member), await rows(desk.finance)];
    expect(mine.map(({ explanation }) => explanation)).toContain(
      'Billed weight 9 lb instead of 4: 25 instead of 15 USD.',
    );
    expect(theirs.map(({ explanation }) => explanation)).toContain(
      'Billed weight 9 lb instead of 4: 25 instead of 15 USD. At cost.',
    );
    const files = async (): Promise<Buffer[]> =>
      Promise.all(
        ['xlsx', 'pdf'].map(async (format) => {
          const { raw } = await fileOf(desk.member, { bill: row?.['bill'], format });
          const begin = raw.rawPayload.subarray(0, 2).toString();
          expect([raw.statusCode, begin]).toEqual([200, format === 'pdf' ? '%P' : 'PK']);
          return raw.rawPayload;
        }),
      );
    const pictured = (of: readonly Buffer[]) =>
      of.map((bytes) => bytes.includes('xl/media/') || bytes.includes('/Subtype /Image'));
    expect(pictured(await files())).toEqual([false, false]);
    for (const type of ['png', 'webp'] as const) {
      await giveLogo(desk, { type });
      expect(pictured(await files())).toEqual([true, true]);
    }
    const fees = async (numbers: string) =>
      (await desk.member.get('MemberBillLine/fees', { numbers })).body as unknown as {
        success: boolean;
        data: { fees: Row[] };
      };
    const byTracking = await fees('1ZA1B2340300500014');
    expect(byTracking.data.fees).toMatchObject([
      { category: 'fuel' },
      { category: 'transport', old: 15, new: 25, difference: 10 },
    ]);
    expect((await fees(String(row?.['number']))).data.fees).toEqual(
      byTracking.data.fees.map((each) => ({ ...each, orderNo: row?.['number'] })),
    );
    expect(JSON.stringify(byTracking)).not.toContain('cost');
    expect((await fees(Array.from({ length: 501 }, (_, at) => `X${at}`).join(','))).success).toBe(false);
  });

  it('is adjusted by two people above a limit, and settled from what has come', async () => {
    const made = await desk.finance.post('MemberBillAdjustment/add', {
      customer: acme,
      kind: 'adjustment',
      amount: 150,
      description: 'Lost pallet',
      trackingNo: '1ZA1B2340300500014',
    });
    const { id } = made.body.data as { id: string };
    expect((await desk.finance.post('MemberBillAdjustment/approve', { id })).body).toMatchObject({
      issues: [{ code: 'sale.secondPerson' }],
    });
    const admin = desk.world.person('north admin').person;
    expect((await admin.post('MemberBillAdjustment/approve', { id })).body).toMatchObject({ success: true });
    await pushAll();
    const bill = (await billsOf(acme)).at(-1) as Row;
    expect(bill).toMatchObject({ status: 'pushed', difference: '150.00', due: '150.00', settleState: 'unsettled' });
    await desk.settings(acme, { payment: 'postpaid' });
    const settle = (values: object) => desk.finance.post('MemberBill/settle', { id: bill['id'], ...values });
    expect((await settle({})).body).toMatchObject({ issues: [{ code: 'sale.needsRecharge' }] });
    const [recharge] = await desk.query(
      `SELECT id, "postedAmount" FROM recharge WHERE tenant_id = $1 AND customer = $2 AND status = 'passed' AND currency = 'USD' LIMIT 1`,
      [desk.tenant, acme],
    );
    if (recharge) {
      expect((await settle({ recharge: recharge['id'], amount: 60 })).body).toMatchObject({ success: true });
      expect((await settle({ recharge: recharge['id'], amount: 91 })).body).toMatchObject({
        issues: [{ code: 'sale.overDue' }],
      });
      const both = await Promise.all([settle({ recharge: recharge['id'] }), settle({ recharge: recharge['id'] })]);
      expect(both.filter(({ body }) => body.success)).toHaveLength(1);
    }
    await desk.settings(acme, { payment: 'prepaid' });
    await desk.proven();
  });

  it('stands in weekly reports by version, and in a final bill', async () => {
    const made = async () =>
      (await desk.finance.post('WeeklyReport/run', { day: '2026-03-04' })).body.data as { made: number };
    const first = await made();
    expect(first.made).toBeGreaterThan(0);
    expect(await made()).toEqual(first);
    const [report] = await desk.query(
      `SELECT * FROM weekly_report WHERE tenant_id = $1 AND customer IS NULL AND "weekFrom" = '2026-03-02' AND title NOT LIKE '%极速%' ORDER BY "versionNo" DESC LIMIT 1`,
      [desk.tenant],
    );
    const [sums] = await desk.query(
      `SELECT sum(cost) AS cost FROM member_bill_line WHERE tenant_id = $1 AND "billedOn" BETWEEN '2026-03-02' AND '2026-03-08'`,
      [desk.tenant],
    );
    expect(report?.['cost']).toBe(sums?.['cost']);
    // A bill of the month that is not pushed stands in the way.
    const sample = { id: desk.sample('member-bill/waiting') };
    expect((await desk.finance.post('MemberBill/cancel', sample)).body).toMatchObject({ success: true });
    await pushAll();
    expect((await desk.finance.post('FinalBill/run', { day: '2026-03-31' })).body).toMatchObject({ success: true });
    const [final] = await desk.query(
      `SELECT * FROM final_bill WHERE tenant_id = $1 AND customer = $2 AND month = '2026-03-01'`,
      [desk.tenant, acme],
    );
    const { body: locked } = await desk.finance.post('FinalBill/lock', { id: final?.['id'] });
    expect(locked.success ? [] : [locked.message, locked.issues]).toEqual([]);
    await desk.proven();
  });
});

describe('the day that puts a charge into a period', () => {
  const rowsOn = (customer: string) =>
    desk.query(
      `SELECT r.id::text, r.status, r.difference, b.id::text AS bill, b."periodFrom"::text AS "from", b."periodTo"::text AS "to", b.status AS state
         FROM member_bill_line r LEFT JOIN member_bill b ON b.tenant_id = r.tenant_id AND b.id = r."memberBill"
        WHERE r.tenant_id = $1 AND r.customer = $2 AND r.note = 'period' ORDER BY r.id`,
      [desk.tenant, customer],
    );
  const generate = (customer: string) =>
    desk.query(`SELECT sale.generate($1, $2, '2026-11-01'::date, $3)`, [
      desk.tenant,
      customer,
      desk.sample('account/finance') || null,
    ]);
  const cancel = async (customer: string) => {
    const bills = [...new Set((await rowsOn(customer)).flatMap(({ bill }) => (bill ? [String(bill)] : [])))];
    for (const id of bills)
      expect((await desk.finance.post('MemberBill/cancel', { id })).body).toMatchObject({ success: true });
  };
  const charge = (
    customer: string,
    order: string | null,
    shipped: string,
    billed: string | null,
    difference: string,
    kind = 'carrier',
  ) =>
    desk.query(
      `INSERT INTO member_bill_line (tenant_id, id, status, kind, customer, "order", category, currency, old, new, difference, reason, "shipDate", "billedOn", note)
         VALUES ($1, lading.new_id(), 'open', $7, $2, $3, 'transport', 'USD', 0, $4, $4, 'price', $5, $6, 'period')`,
      [desk.tenant, customer, order, difference, shipped, billed, kind],
    );
  const settingsOf = async (customer: string): Promise<string> =>
    String(
      (
        await desk.query(`SELECT id::text FROM customer_config WHERE tenant_id = $1 AND customer = $2`, [
          desk.tenant,
          customer,
        ])
      )[0]?.['id'],
    );
  const freshCustomer = async (): Promise<string> => {
    const [row] = await desk.query(
      `SELECT f.customer::text AS id FROM customer_config f WHERE f.tenant_id = $1
          AND NOT EXISTS (SELECT FROM member_bill b WHERE b.tenant_id = $1 AND b.customer = f.customer)
          AND NOT EXISTS (SELECT FROM member_bill_line r WHERE r.tenant_id = $1 AND r.customer = f.customer) LIMIT 1`,
      [desk.tenant],
    );
    return String(row?.['id']);
  };

  it('is as set for an order made on 30 July and delivered on 2 August, in the tenant’s zone', async () => {
    const customer = await freshCustomer();
    await desk.settings(customer, { accountingPeriod: 'month', accountingStart: '2026-01-01' });
    // In Los Angeles it is still 30 July, and 2 August.
    const { order } = await desk.order({
      ...{ customer, tracking: ['1ZA1B2340300800011'], charges: usual, shipDate: '2026-07-31' },
      values: { orderedAt: '2026-07-31T05:30:00Z', deliveredAt: '2026-08-03T05:30:00Z' },
    });
    await charge(customer, order, '2026-07-31', '2026-09-07', '4.00');
    const months: Record<string, unknown> = {};
    for (const periodDate of ['ordered', 'shipped', 'delivered', 'billed']) {
      await desk.settings(customer, { periodDate });
      await generate(customer);
      months[periodDate] = (await rowsOn(customer))[0]?.['from'];
      await cancel(customer);
    }
    expect(months).toEqual({
      ordered: '2026-07-01',
      shipped: '2026-07-01',
      delivered: '2026-08-01',
      billed: '2026-09-01',
    });
  });

  it('may be another for each kind of charge, and follows the settings of the moment', async () => {
    const customer = await freshCustomer();
    await desk.settings(customer, { accountingPeriod: 'month', accountingStart: '2026-01-01', periodDate: 'shipped' });
    const { order } = await desk.order({
      ...{ customer, tracking: ['1ZA1B2340300800022'], charges: usual, shipDate: '2026-07-31' },
      values: { orderedAt: '2026-07-31T05:30:00Z', deliveredAt: '2026-08-03T05:30:00Z' },
    });
    await charge(customer, order, '2026-07-31', '2026-09-07', '4.00');
    await charge(customer, order, '2026-07-31', '2026-10-05', '1.00');
    await charge(customer, order, '2026-07-31', null, '-2.00', 'adjustment');
    await charge(customer, null, '2026-07-31', '2026-09-08', '7.00', 'service');
    const id = await settingsOf(customer);
    const months = async (days: Readonly<Record<string, string>>) => {
      const periodDates = Object.entries(days).map(([of, day]) => ({ charge: of, day }));
      expect((await desk.finance.post('MemberConfig/edit', { id, periodDates })).body).toMatchObject({ success: true });
      await generate(customer);
      const rows = await rowsOn(customer);
      await cancel(customer);
      return rows.map(({ difference, from }) => `${String(difference)} ${String(from)}`);
    };
    const all = { shipment: 'ordered', later: 'billed', adjustment: 'delivered', service: 'billed' };
    expect(await months(all)).toEqual(['4.00 2026-07-01', '1.00 2026-10-01', '-2.00 2026-08-01', '7.00 2026-09-01']);
    expect(await months({ shipment: 'delivered' })).toEqual([
      ...['4.00 2026-08-01', '1.00 2026-07-01', '-2.00 2026-07-01', '7.00 2026-07-01'],
    ]);
    const twice = ['ordered', 'billed'].map((day) => ({ charge: 'later', day }));
    expect((await desk.finance.post('MemberConfig/edit', { id, periodDates: twice })).body).toMatchObject({
      success: false,
      issues: [{ code: 'dayTwice' }],
    });
  });

  it('is of the tenant’s zone where only the time of a record is known', async () => {
    const customer = await freshCustomer();
    // Sunday, 31 May in New York.
    const late = '2026-06-01T02:30:00Z';
    await charge(customer, null, '2026-05-31', null, '-2.00', 'adjustment');
    await desk.query(
      `UPDATE member_bill_line SET "createdAt" = $3, "shipDate" = NULL WHERE tenant_id = $1 AND customer = $2 AND note = 'period'`,
      [desk.tenant, customer, late],
    );
    expect((await desk.finance.post('WeeklyReport/run', { day: '2026-05-31' })).body).toMatchObject({ success: true });
    const reports = await desk.query(
      `SELECT "weekFrom"::text AS "from", sale FROM weekly_report WHERE tenant_id = $1 AND customer = $2`,
      [desk.tenant, customer],
    );
    expect(reports).toEqual([{ from: '2026-05-25', sale: '-2.00' }]);
    await desk.settings(customer, { accountingPeriod: 'month', accountingStart: '2026-01-01', periodDate: 'billed' });
    await generate(customer);
    expect((await rowsOn(customer)).map(({ from }) => from)).toEqual(['2026-05-01']);
    const { order } = await desk.order({
      ...{ customer, tracking: ['1ZA1B2340300800033'], charges: usual },
      values: { shipDate: null, createdAt: late },
    });
    const [facts] = await desk.query(orderFactsSql, [desk.tenant, '0', [order]]);
    expect(facts).toMatchObject({ order, shipDate: '2026-05-31' });
  });

  it('neither drops nor doubles a line when it is changed between bills', async () => {
    const customer = await freshCustomer();
    const settings = await settingsOf(customer);
    const kinds = ['carrier', 'service', 'adjustment'];
    let state = 7;
    const roll = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const day = () => `2026-0${3 + roll(6)}-${10 + roll(18)}`;
    for (let turn = 0; turn < 12; turn += 1) {
      for (let n = roll(5); n >= 0; n -= 1)
        await charge(customer, null, day(), day(), `${1 + roll(90)}.25`, kinds[roll(3)]);
      await desk.query(`DELETE FROM "customer_config__periodDates" WHERE tenant_id = $1 AND parent_id = $2`, [
        ...[desk.tenant, settings],
      ]);
      for (const [seq, kind] of ['shipment', 'service', 'adjustment'].entries())
        if (roll(2) === 0)
          await desk.query(
            `INSERT INTO "customer_config__periodDates" (tenant_id, parent_id, id, seq, charge, day) VALUES ($1, $2, lading.new_id(), $3, $4, $5)`,
            [desk.tenant, settings, seq + 1, kind, ['ordered', 'shipped', 'delivered', 'billed'][roll(4)]],
          );
      await desk.settings(customer, {
        periodDate: ['ordered', 'shipped', 'delivered', 'billed'][roll(4)],
        accountingPeriod: ['week', 'halfMonth', 'month'][roll(3)],
      });
      await generate(customer);
      const rows = await rowsOn(customer);
      // All periods are over: every line is on one bill that lives, and each bill is the sum of its lines.
      expect([turn, rows.filter(({ bill, state: of }) => !bill || of === 'cancelled')]).toEqual([turn, []]);
      const bills = await desk.query(
        `SELECT b.id, b.difference, b."lineCount" FROM member_bill b WHERE b.tenant_id = $1 AND b.customer = $2 AND b.status <> 'cancelled'`,
        [desk.tenant, customer],
      );
      for (const { id, difference, lineCount } of bills) {
        const own = rows.filter(({ bill }) => bill === id);
        expect([own.length, own.reduce((sum, row) => sum + Math.round(Number(row['difference']) * 100), 0)]).toEqual([
          Number(lineCount),
          Math.round(Number(difference) * 100),
        ]);
      }
      if (roll(3) === 0) await cancel(customer);
    }
  });
});

describe('the margin of a bill', () => {
  it('counts what was earned before it only where the charge is billed first', async () => {
    await desk.settings(acme, { billProcessing: 'factor', billFactor: '1.25' });
    const { order } = await desk.order({ customer: acme, tracking: ['1ZA1B2340300210010'], charges: usual });
    const line = { tracking: '1ZA1B2340300210010' };
    await desk.bill('00000000S0030', [{ ...line, net: '20.00', entered: '4', billed: '4' }]);
    await desk.run('2100-01-01');
    const first = (await billsOf(acme)).at(-1);
    // 25.00 for transport, and the fuel that was not billed is given back.
    expect(first).toMatchObject({ cost: '20.00', actual: '25.00', margin: '5.00' });
    await desk.bill('00000000S0031', [{ ...line, net: '4.00', kind: 'ADJ', date: '2026-03-21' }]);
    await desk.run('2100-01-01');
    expect((await billsOf(acme)).at(-1)).toMatchObject({
      predicted: '25.00',
      actual: '30.00',
      difference: '5.00',
      cost: '4.00',
      margin: '1.00',
    });
    const { rows } = (await desk.finance.post('CarrierBill/profit', { from: '2026-03-02', to: '2026-03-02' })).body
      .data as { rows: readonly { order: string }[] };
    expect(rows.filter((each) => each.order === order)).toEqual([]);
    await desk.proven();
  });
});

it('show a charge category by its name in the reader’s language, and are found by it', async () => {
  const { order } = await desk.order({ customer: acme, tracking: ['1ZA1B2340311110016'], charges: usual });
  const own = await desk.finance.post('ChargeCategory/add', { code: 'glassFee', name: 'Glass packing', kind: 'fee' });
  expect(own.body.success).toBe(true);
  for (const category of ['transport', 'glassFee', 'serviceFailure', 'neverHeardOf'])
    await desk.query(
      `INSERT INTO member_bill_line (tenant_id, id, status, kind, customer, "order", category, currency, difference, reason)
         VALUES ($1, lading.new_id(), 'charged', 'carrier', $2, $3, $4, 'USD', 1, 'other')`,
      [desk.tenant, acme, order, category],
    );
  const named = async (who: Desk['member'], culture: string, query: Record<string, string> = {}) => {
    const answer = await who.get('MemberBillLine/page', { culture, order, sort: 'category', pageSize: '20', ...query });
    return (answer.body.data as { rows: Row[] }).rows.map(
      (row) => `${String(row['category'])} ${String(row['$category'])}`,
    );
  };
  const inChinese = [
    'glassFee Glass packing',
    'neverHeardOf neverHeardOf',
    'serviceFailure 服务失败',
    'transport 运费',
  ];
  const inEnglish = [...inChinese.slice(0, 2), 'serviceFailure Service failure', 'transport Transport'];
  for (const who of [desk.finance, desk.member]) {
    expect(await named(who, 'zh-CN')).toEqual(inChinese);
    expect(await named(who, 'en-US')).toEqual(inEnglish);
  }
  for (const [filter, culture, found] of [
    [{ category: '运费' }, 'zh-CN', inChinese.slice(3)],
    [{ 'category.contains': '服务' }, 'zh-CN', inChinese.slice(2, 3)],
    [{ 'category.in': 'Transport,glassFee' }, 'en-US', [inEnglish[0], inEnglish[3]]],
    [{ 'category.startsWith': 'Glass p' }, 'en-US', inEnglish.slice(0, 1)],
    [{ 'category.ne': '运费' }, 'zh-CN', inChinese.slice(0, 3)],
    [{ 'category.empty': '' }, 'zh-CN', []],
  ] as const)
    expect(await named(desk.member, culture, { ...filter })).toEqual(found);
  const groups = await desk.finance.get('MemberBillLine/aggregate', { culture: 'zh-CN', order, group: 'category' });
  expect((groups.body.data as Row[]).map((row) => row['$category']).sort()).toContain('Glass packing');
  const file = await desk.member.raw('MemberBillLine/export', { culture: 'zh-CN', order });
  const cells = (await readXlsx(file.rawPayload)).sheets[0]?.rows.flat() ?? [];
  expect(cells).toEqual(expect.arrayContaining(['运费', '服务失败', 'Glass packing', 'neverHeardOf']));
  for (const code of ['transport', 'serviceFailure', 'glassFee']) expect(cells).not.toContain(code);
});

it('is imported by the name of its charge category as by its code, and so as it was exported', async () => {
  const { finance } = desk;
  const own = { code: 'cageFee', name: '笼箱费', kind: 'fee' };
  expect((await finance.post('ChargeCategory/add', own)).body.success).toBe(true);
  const basic = { carrierCode: 'QX', match: 'exact', saleMode: 'cost', claimRule: 'none' };
  for (const [code, category] of [
    ['A1', 'transport'],
    ['A2', 'cageFee'],
    ['A3', 'neverHeardOf'],
  ])
    expect((await finance.post('BillBasic/add', { ...basic, code, category })).body.success).toBe(true);
  const rows = async (carrierCode: string) =>
    (
      (await finance.get('BillBasic/page', { carrierCode, culture: 'zh-CN', sort: 'code', pageSize: '20' })).body
        .data as { rows: Row[] }
    ).rows;
  expect((await rows('QX')).map((row) => row['$category'])).toEqual(['运费', '笼箱费', 'neverHeardOf']);
  const file = await finance.raw('BillBasic/export', { culture: 'zh-CN', carrierCode: 'QX' });
  const exported = (await readXlsx(file.rawPayload)).sheets[0]?.rows.map((cells) => cells.map(String)) ?? [];
  expect(exported.flat()).toEqual(expect.arrayContaining(['运费', '笼箱费', 'neverHeardOf']));
  // What was exported, for another carrier, and English names and codes beside.
  const heading = ['carrierCode', 'code', 'category'];
  const table = [
    ['QY', 'A1', '运费'],
    ['QY', 'A2', '笼箱费'],
    ['QY', 'A3', 'neverHeardOf'],
    ['QY', 'A4', 'Transport'],
    ['QY', 'A5', 'cageFee'],
    ['QY', 'A6', '没有的费用'],
  ];
  const csv = [heading, ...table].map((row) => row.join(',')).join('\n');
  const sent = await finance.send('BillBasic/import', 'basics.csv', csv);
  await desk.world.test.runJobs();
  const job = await finance.get('job', { id: (sent.body.data as { job: string }).job });
  expect((job.body.data as { result: unknown }).result).toMatchObject({ added: 5, refused: 1 });
  expect((await rows('QY')).map((row) => row['category'])).toEqual([
    'transport',
    'cageFee',
    'neverHeardOf',
    'transport',
    'cageFee',
  ]);
  const adjusted = { customer: acme, kind: 'adjustment', amount: 1.5, category: 'cageFee', description: 'Cage' };
  const added = await finance.post('MemberBillAdjustment/add', adjusted);
  const { id } = added.body.data as { id: string };
  const detail = await finance.get('MemberBillAdjustment/detail', { id, culture: 'zh-CN' });
  expect(detail.body.data).toMatchObject({ category: 'cageFee', $category: '笼箱费' });
});
