import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf, upsRow, type UpsCharge } from '../domain/billing/support/make-bills.ts';
import { BillDesk, upsBill, type Rows } from '../support/bill-desk.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let finance: Person;
let desk: BillDesk;
beforeAll(async () => {
  world = await openWorld();
  finance = world.person('north finance').person;
  desk = new BillDesk(world, finance);
}, 120_000);
afterAll(() => world?.close());

interface Compared {
  readonly types: readonly { type: string; count: number; sum: number }[];
  readonly rows: readonly { type: string; tracking: string; claimUntil: string | null }[];
}
const compared = async (number: string): Promise<Compared> => {
  const answer = await finance.post('CarrierBill/compare', { bill: (await desk.bill(number))['id'] });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data as Compared;
};
const typeOf = async (number: string) => (await compared(number)).types;
const scanned = { firstScanAt: '2026-03-02 18:00:00' };
const plain = { net: '9.00', incentive: '-1.00' };
const surcharge = (code: string, text: string, net: string) => ({ net, chargeClass: 'ACC', code, text });

describe('a difference', () => {
  it('of the zone is told from one of the price and one of the weight', async () => {
    const number = '00000000E0001';
    const tracking = ['1ZA1B2340300000501', '1ZA1B2340300000502', '1ZA1B2340300000503'];
    for (const each of tracking) {
      const { order } = await desk.ship(each);
      await desk.predict(order, { transport: '8.00' }, '4 lb to zone 004: 8.00 USD');
    }
    const [zone, price, weight] = tracking;
    const charges = [
      { tracking: zone, net: '9.00', zone: '006', entered: '4.0', billed: '4.0' },
      { tracking: price, net: '8.50', zone: '004', entered: '4.0', billed: '4.0' },
      { tracking: weight, net: '8.25', zone: '004', entered: '4.0', billed: '5.0' },
    ];
    await desk.upload({ 'a.csv': upsBill(number, charges as never) });
    expect(await typeOf(number)).toEqual([
      { type: 'zone', count: 1, sum: 1 },
      { type: 'price', count: 1, sum: 0.5 },
      { type: 'weight', count: 1, sum: 0.25 },
    ]);
  });

  it('of an order with several packages is that of the packages on the bill', async () => {
    const fuel = { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge', net: '2.00' };
    const [one, other] = ['1ZA1B2340300000504', '1ZA1B2340300000505'];
    const { order } = await desk.ship(one);
    await desk.ship(other, { box: { order, seq: 2 } });
    await desk.predict(order, { transport: '19.99', fuel: '4.00' });
    const bills = [
      upsBill('00000000E0041', [
        { tracking: one, net: '10.00' },
        { tracking: one, ...fuel },
      ]),
      upsBill('00000000E0042', [
        { tracking: other, net: '11.00', date: '2026-03-14' },
        { tracking: other, ...fuel, date: '2026-03-14' },
      ]),
    ] as const;
    await desk.upload({ 'a.csv': bills[0] });
    expect(await typeOf('00000000E0041')).toEqual([]);
    await desk.upload({ 'b.csv': bills[1] });
    expect(await typeOf('00000000E0042')).toEqual([{ type: 'price', count: 1, sum: 1.01 }]);
    // What comes of a package again is all difference.
    const again = upsBill('00000000E0043', [{ tracking: one, net: '3.00', kind: 'ADJ', date: '2026-03-21' }]);
    await desk.upload({ 'c.csv': again });
    expect(await typeOf('00000000E0043')).toEqual([{ type: 'price', count: 1, sum: 3 }]);
  });

  it('of a void package is all that it is billed, and that package’s alone', async () => {
    const [gone, sent] = ['1ZA1B2340300000506', '1ZA1B2340300000507'];
    const { order } = await desk.ship(gone, { box: { status: 'voided' } });
    await desk.ship(sent, { box: { order, seq: 2 } });
    await desk.predict(order, { transport: '18.00' });
    await desk.upload({ 'a.csv': upsBill('00000000E0044', [{ tracking: gone, ...plain }]) });
    expect(await typeOf('00000000E0044')).toEqual([{ type: 'void', count: 1, sum: 9 }]);
    const { id: bill } = await desk.bill('00000000E0044');
    expect((await finance.post('CarrierClaim/raise', { bill })).body.data).toMatchObject({ raised: 1 });
    expect(
      await desk.query('SELECT type, predicted, billed, amount FROM carrier_claim WHERE bill = $1', [bill]),
    ).toEqual([{ type: 'void', predicted: '0.00', billed: '9.00', amount: '9.00' }]);
    const late = upsBill('00000000E0045', [{ tracking: sent, net: '10.00', date: '2026-03-14' }]);
    await desk.upload({ 'b.csv': late });
    expect(await typeOf('00000000E0045')).toEqual([{ type: 'price', count: 1, sum: 1 }]);
  });

  it('of a surcharge is one of the size, or one below its limit by what was ordered', async () => {
    const number = '00000000E0002';
    const long = await desk.ship('1ZA1B2340300000511', { box: { weight: 12, length: 50, width: 8, height: 8 } });
    const small = await desk.ship('1ZA1B2340300000512', { box: { weight: 12, length: 18, width: 8, height: 8 } });
    const metric = await desk.ship('1ZA1B2340300000513', {
      box: { unitType: '1', weight: 20, length: 100, width: 20, height: 20 },
    });
    for (const { order } of [long, small, metric]) await desk.predict(order, { transport: '9.00' });
    const charges = ['511', '512', '513'].flatMap((end) => [
      { tracking: `1ZA1B2340300000${end}`, ...plain },
      { tracking: `1ZA1B2340300000${end}`, ...surcharge('AHL', 'Additional Handling - Length', '20.00') },
    ]);
    await desk.upload({ 'a.csv': upsBill(number, charges) });
    expect(await typeOf(number)).toEqual([
      { type: 'belowTrigger', count: 2, sum: 40 },
      { type: 'dimension', count: 1, sum: 20 },
    ]);
  });

  it('of an option that nobody ordered is no difference of its price', async () => {
    const number = '00000000E0003';
    const none = await desk.ship('1ZA1B2340300000521', { over: { signatureOption: 'none' } });
    const signed = await desk.ship('1ZA1B2340300000522', { over: { signatureOption: 'adult' } });
    await desk.predict(none.order, { transport: '9.00' });
    await desk.predict(signed.order, { transport: '9.00', signature: '6.00' });
    const charges = ['521', '522'].flatMap((end) => [
      { tracking: `1ZA1B2340300000${end}`, ...plain },
      { tracking: `1ZA1B2340300000${end}`, ...surcharge('CSG', 'Delivery Confirmation Signature', '6.60') },
    ]);
    await desk.upload({ 'a.csv': upsBill(number, charges) });
    expect(await typeOf(number)).toEqual([
      { type: 'option', count: 1, sum: 6.6 },
      { type: 'signature', count: 1, sum: 0.6 },
    ]);
  });

  it('is a discount that was not given where most packages of the bill have one', async () => {
    const number = '00000000E0004';
    const charges = [];
    for (let at = 0; at < 6; at += 1) {
      const tracking = `1ZA1B234030000053${at}`;
      const { order } = await desk.ship(tracking);
      await desk.predict(order, { transport: '9.00' });
      charges.push({ tracking, ...(at === 5 ? { net: '10.00', incentive: '0' } : plain) });
    }
    await desk.upload({ 'a.csv': upsBill(number, charges) });
    expect(await typeOf(number)).toEqual([{ type: 'discount', count: 1, sum: 1 }]);
  });

  it('is a package that was never scanned, came late, or was billed before', async () => {
    const on = async (tracking: string, box: object) => {
      const { order } = await desk.ship(tracking, { box });
      await desk.predict(order, { transport: '9.00' });
    };
    await on('1ZA1B2340300000541', {});
    await on('1ZA1B2340300000542', {
      ...{ ...scanned, estimatedAt: '2026-03-04 12:00:00', deliveredAt: '2026-03-05 09:00:00' },
    });
    await on('1ZA1B2340300000543', scanned);
    const first = '00000000E0005';
    await desk.upload({
      'a.csv': upsBill(
        first,
        ['541', '542', '543'].map((end) => ({ tracking: `1ZA1B2340300000${end}`, ...plain })),
      ),
    });
    expect(await typeOf(first)).toEqual([
      { type: 'late', count: 1, sum: 9 },
      { type: 'neverScanned', count: 1, sum: 9 },
    ]);
    const until = (await compared(first)).rows.map(({ type, claimUntil }) => [type, claimUntil]);
    expect(until).toEqual([
      ['neverScanned', '2026-09-03'],
      ['late', '2026-03-22'],
    ]);
    const again = '00000000E0006';
    const later = { tracking: '1ZA1B2340300000543', net: '9.40', incentive: '-1.00', date: '2026-03-14' };
    await desk.upload({ 'b.csv': upsBill(again, [later]) });
    expect(await typeOf(again)).toContainEqual({ type: 'twoBills', count: 1, sum: 9.4 });
  });
});

describe('a charge', () => {
  it('that stands twice on one bill is billed twice, and claimed once', async () => {
    const number = '00000000E0061';
    const [twice, pair] = ['1ZA1B2340300000546', '1ZA1B2340300000547'];
    for (const each of [twice, pair]) {
      const { order } = await desk.ship(each, { box: scanned });
      await desk.predict(order, { transport: '9.00' });
    }
    const ordered = { ...plain, entered: '4.0', billed: '4.0' };
    // A charge, its reversal and the same charge again are no duplicate.
    const charges = [
      { tracking: twice, ...ordered },
      { tracking: twice, ...ordered },
      { tracking: pair, ...ordered },
      { tracking: pair, net: '-9.00', kind: 'ADJ' },
      { tracking: pair, ...ordered, kind: 'ADJ' },
    ];
    await desk.upload({ 'a.csv': upsBill(number, charges) });
    expect(await typeOf(number)).toEqual([
      { type: 'duplicate', count: 1, sum: 9 },
      { type: 'price', count: 1, sum: 9 },
    ]);
    const { id } = await desk.bill(number);
    expect((await finance.post('CarrierClaim/raise', { bill: id })).body.data).toMatchObject({ raised: 1 });
    expect(await desk.query('SELECT type, amount FROM carrier_claim WHERE bill = $1', [id])).toEqual([
      { type: 'duplicate', amount: '9.00' },
    ]);
  });

  it('in another currency than was predicted has no difference to claim', async () => {
    const number = '00000000E0062';
    const tracking = '1ZA1B2340300000548';
    const { order } = await desk.ship(tracking, { box: scanned });
    await desk.predict(order, { transport: '9.00', fuel: '2.00' });
    await desk.upload({ 'a.csv': upsBill(number, [{ tracking, net: '14.00', currency: 'CAD' }]) });
    const answer = (await compared(number)) as unknown as { categories: object[]; rows: object[] };
    expect(answer.categories).toEqual([{ category: 'transport', predicted: 0, actual: 14, lines: 1 }]);
    expect(answer.rows).toMatchObject([{ type: 'currency', difference: 14, claimUntil: null }]);
  });
});

describe('a claim', () => {
  it('is raised once, filed, written into the carrier’s form, and credited by a later bill', async () => {
    const { order } = await desk.ship('1ZA1B2340300000551', { box: scanned });
    await desk.predict(order, { transport: '9.00' });
    const number = '00000000E0007';
    const tracking = '1ZA1B2340300000551';
    await desk.upload({
      'a.csv': upsBill(number, [
        { tracking, ...plain, entered: '2', billed: '2' },
        { tracking, ...surcharge('RES', 'Residential Surcharge', '5.65') },
      ]),
    });
    const bill = (await desk.bill(number))['id'];
    expect((await finance.post('CarrierClaim/raise', { bill })).body.data).toMatchObject({ raised: 1 });
    expect((await finance.post('CarrierClaim/raise', { bill })).body.data).toMatchObject({ raised: 0 });
    const claims = () => desk.query('SELECT * FROM carrier_claim WHERE bill = $1', [bill]);
    const [claim] = await claims();
    expect(claim).toMatchObject({ status: 'open', type: 'residential', amount: '5.65' });
    // In March the claim was open; it is filed within its window.
    await desk.query(`UPDATE carrier_claim SET "claimUntil" = current_date WHERE id = $1`, [claim?.['id']]);
    const filed = await finance.post('CarrierClaim/file', { id: claim?.['id'], caseNo: 'UPS-1' });
    expect(filed.body).toMatchObject({ success: true });
    const form = await world.test.app.inject({
      ...{ method: 'POST', url: '/api/CarrierClaim/form', payload: { bill } },
      headers: { host: 'north.localhost', authorization: `Bearer ${finance.token}` },
    });
    expect(form.body.split('\r\n')[1]).toBe(
      `A1B234,${number},2026-03-07,${tracking},Not a residential address,Residential Surcharge,5.65,5.65,USD`,
    );
    const credit = '00000000E0008';
    await desk.upload({
      'b.csv': upsBill(credit, [
        { tracking, ...surcharge('RES', 'Residential Surcharge', '-5.00'), kind: 'ADJ', date: '2026-04-04' },
      ]),
    });
    const second = (await desk.bill(credit))['id'];
    expect((await finance.post('CarrierBill/lock', { id: second })).body).toMatchObject({ success: true });
    expect(await claims()).toMatchObject([{ status: 'credited', credited: '5.00', creditBill: second }]);
  });

  it('follows the lines of its bill until it is filed', async () => {
    const tracking = '1ZA1B2340300000552';
    const { order } = await desk.ship(tracking, { box: scanned });
    await desk.predict(order, { transport: '9.00' });
    const number = '00000000E0010';
    const residential = surcharge('RES', 'Residential Surcharge', '5.65');
    const fuel = { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' };
    const part = (charges: readonly UpsCharge[]) =>
      textOf(charges.map((charge) => upsRow({ number, amount: '20.65', ...charge })));
    await desk.upload({
      'a.csv': part([
        { tracking, ...plain, net: '11.00' },
        { tracking, ...residential },
        { tracking, ...fuel, net: '3.00' },
      ]),
    });
    const bill = (await desk.bill(number))['id'];
    const raise = async () => (await finance.post('CarrierClaim/raise', { bill })).body.data;
    expect(await raise()).toEqual({ raised: 3, corrected: 0, removed: 0 });
    const claims = async () =>
      (
        await desk.query('SELECT type, status, billed, amount FROM carrier_claim WHERE bill = $1 ORDER BY type', [bill])
      ).map((row) => Object.values(row).join(' '));
    expect(await claims()).toEqual(['fuel open 3.00 3.00', 'price open 11.00 2.00', 'residential open 5.65 5.65']);
    await desk.query(`UPDATE carrier_claim SET "claimUntil" = current_date WHERE bill = $1 AND type = 'fuel'`, [bill]);
    const [filed] = await desk.query(`SELECT id FROM carrier_claim WHERE bill = $1 AND type = 'fuel'`, [bill]);
    expect((await finance.post('CarrierClaim/file', { id: filed?.['id'], caseNo: 'UPS-2' })).body.success).toBe(true);
    await desk.upload({
      'b.csv': part([
        { tracking, ...plain, net: '-2.00', kind: 'ADJ' },
        { tracking, ...residential, net: '2.00' },
        { tracking, ...fuel, net: '1.00' },
      ]),
    });
    const stands = ['fuel filed 3.00 3.00', 'residential open 7.65 7.65'];
    expect(await claims()).toEqual(stands);
    expect(await raise()).toEqual({ raised: 0, corrected: 0, removed: 0 });
    await desk.query(`UPDATE carrier_claim SET amount = 1 WHERE bill = $1 AND type = 'residential'`, [bill]);
    expect(await raise()).toEqual({ raised: 0, corrected: 1, removed: 0 });
    expect(await claims()).toEqual(stands);
  });

  it('of a late package counts days in the company’s zone, as the comparison does', async () => {
    // In New York both are the 4th of March; in UTC the second is the 5th.
    const box = { ...scanned, estimatedAt: '2026-03-04 12:00:00-05', deliveredAt: '2026-03-04 20:30:00-05' };
    const { order } = await desk.ship('1ZA1B2340300000599', { box });
    await desk.predict(order, { transport: '9.00' });
    const number = '00000000E0031';
    await desk.upload({ 'a.csv': upsBill(number, [{ tracking: '1ZA1B2340300000599', ...plain }]) });
    expect(await typeOf(number)).toEqual([]);
    const bill = (await desk.bill(number))['id'];
    expect((await finance.post('CarrierClaim/raise', { bill })).body.data).toMatchObject({ raised: 0 });
  });

  it('of a late package goes by the day first promised, which the carrier’s estimate leaves behind', async () => {
    const box = { ...scanned, estimatedAt: '2026-03-06 17:00:00-05', deliveredAt: '2026-03-06 12:00:00-05' };
    const made = await desk.ship('1ZA1B2340300000598', { box });
    await desk.predict(made.order, { transport: '9.00' });
    await desk.query(`UPDATE tracking.work SET promised_at = '2026-03-04 17:00:00-05' WHERE package = $1`, [made.box]);
    const number = '00000000E0032';
    await desk.upload({ 'a.csv': upsBill(number, [{ tracking: '1ZA1B2340300000598', ...plain }]) });
    expect(await typeOf(number)).toEqual([{ type: 'late', count: 1, sum: 9 }]);
    const bill = (await desk.bill(number))['id'];
    expect((await finance.post('CarrierClaim/raise', { bill })).body.data).toMatchObject({ raised: 1 });
  });

  it('asks for no charge twice, and once for each package and reason, no matter who raises it', async () => {
    const claims = async (number: string) => {
      const bill = (await desk.bill(number))['id'];
      const raised = await Promise.all([1, 2].map(() => finance.post('CarrierClaim/raise', { bill })));
      expect(raised.map(({ status }) => status)).toEqual([200, 200]);
      const rows = await desk.query(
        'SELECT "trackingNo", type, category, billed, amount FROM carrier_claim WHERE bill = $1 ORDER BY "trackingNo", type',
        [bill],
      );
      return rows.map((row) => Object.values(row).join(' '));
    };
    const fuel = { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' };
    const seen = '1ZA1B2340300000571';
    const { order } = await desk.ship(seen, { box: scanned });
    await desk.predict(order, { transport: '9.00' });
    const charge = { tracking: seen, ...plain, net: '10.00' };
    await desk.upload({ 'a.csv': upsBill('00000000E0021', [charge]) });
    await desk.upload({ 'b.csv': upsBill('00000000E0022', [{ ...charge, date: '2026-03-14' }]) });
    // The first bill is right to charge it; the second one is all too much, and that once.
    expect(await claims('00000000E0021')).toEqual([`${seen} price transport 10.00 1.00`]);
    expect(await claims('00000000E0022')).toEqual([`${seen} duplicate transport 10.00 10.00`]);
    const [gone, idle] = ['1ZA1B2340300000572', '1ZA1B2340300000573'];
    await desk.ship(gone, { box: { ...scanned, status: 'voided' } });
    await desk.ship(idle);
    const charges = [gone, idle].flatMap((tracking) => [
      { tracking, ...plain },
      { tracking, ...fuel, net: '1.80' },
    ]);
    await desk.upload({ 'c.csv': upsBill('00000000E0023', charges) });
    expect(await claims('00000000E0023')).toEqual([
      `${gone} void  10.80 10.80`,
      `${idle} neverScanned transport 10.80 10.80`,
    ]);
  });

  it('expires after its last day, is gone with its bill, and is nobody else’s', async () => {
    const { order } = await desk.ship('1ZA1B2340300000561', { box: scanned });
    await desk.predict(order, { transport: '5.00' });
    const number = '00000000E0009';
    await desk.upload({ 'a.csv': upsBill(number, [{ tracking: '1ZA1B2340300000561', ...plain }]) });
    const bill = (await desk.bill(number))['id'];
    expect((await finance.post('CarrierClaim/raise', { bill })).body.data).toMatchObject({ raised: 1 });
    await desk.query(`UPDATE carrier_claim SET "claimUntil" = '2026-01-01' WHERE bill = $1`, [bill]);
    const [claim] = await desk.query('SELECT id FROM carrier_claim WHERE bill = $1', [bill]);
    const late = await finance.post('CarrierClaim/file', { id: claim?.['id'] });
    expect(late.body.issues).toMatchObject([{ code: 'tooLate' }]);
    const south = world.person('south finance').person;
    expect((await south.post('CarrierClaim/raise', { bill })).body.success).toBe(false);
    const member = world.person('north member').person;
    expect((await member.post('CarrierClaim/raise', { bill })).status).toBe(403);
    expect((await finance.post('CarrierBill/discard', { id: bill })).body).toMatchObject({ success: true });
    expect(await desk.query('SELECT id FROM carrier_claim WHERE bill = $1', [bill])).toEqual([]);
  });
});

describe('what is watched', () => {
  const period = { from: '2026-05-04', to: '2026-05-10' };
  const on = {
    shipDate: '2026-05-05',
    over: { shipDate: '2026-05-05', predictedCost: '9.00', predictedSale: '10.00', currency: 'USD' },
  };

  it('is what a carrier has not billed, by account and week', async () => {
    await desk.ship('1ZA1B2340300000571', on);
    // An order that was never priced in a currency is expected in that of its account.
    await desk.ship('1ZA1B2340300000572', { ...on, over: { ...on.over, currency: null } });
    await desk.upload({
      'a.csv': upsBill('00000000E0010', [
        { tracking: '1ZA1B2340300000571', ...plain, date: '2026-05-09', shipDate: '2026-05-05' },
      ]),
    });
    const { weeks, missing } = (await finance.post('CarrierBill/expected', period)).body.data as {
      weeks: Rows;
      missing: Rows;
    };
    expect(weeks).toMatchObject([
      {
        week: '2026-05-04',
        currency: 'USD',
        carrier: 'UPS',
        packages: 2,
        expected: 18,
        billed: 1,
        received: 9,
        missing: 1,
        missingSum: 9,
      },
    ]);
    expect(missing.map(({ tracking }) => tracking)).toEqual(['1ZA1B2340300000572']);
    const odd = await finance.post('CarrierBill/expected', { from: '2026-02-30', to: '2026-03-01' });
    expect(odd.body).toMatchObject({ success: false, issues: [{ code: 'billing.noDay' }] });
  });

  it('is what was sold below its cost, with the reason, and what surcharges really were', async () => {
    const { order } = await desk.ship('1ZA1B2340300000581', on);
    await desk.predict(order, { transport: '9.00' });
    const charge = { tracking: '1ZA1B2340300000581', date: '2026-05-09', shipDate: '2026-05-05' };
    await desk.upload({
      'a.csv': upsBill('00000000E0011', [
        { ...charge, ...plain },
        { ...charge, ...surcharge('RES', 'Residential Surcharge', '5.65') },
      ]),
    });
    const profit = (await finance.post('CarrierBill/profit', period)).body.data as { groups: Rows; rows: Rows };
    expect(profit.rows).toMatchObject([{ order, sale: 10, cost: 14.65, margin: -4.65, reason: 'residential' }]);
    expect(profit.groups).toMatchObject([
      { orders: 2, sale: 20, cost: 23.65, losing: 1, loss: 4.65, reason: 'residential' },
    ]);
    const nobody = { ...period, salesperson: desk.sample('account/finance') ?? '1' };
    expect((await finance.post('CarrierBill/profit', nobody)).body.data).toMatchObject({ groups: [], rows: [] });
    const channels = (await finance.post('CarrierBill/profit', { ...period, by: 'channel' })).body.data as {
      groups: Rows;
    };
    expect(channels.groups).toMatchObject([{ orders: 2, losing: 1 }]);
    const billed = { from: '2026-05-09', to: '2026-05-09' };
    const found = (await finance.post('CarrierBillLine/surcharges', billed)).body.data as { groups: Rows; rows: Rows };
    expect(found.groups).toMatchObject([{ category: 'residential', code: 'RES', lines: 1, packages: 1, cost: 5.65 }]);
    const about = await finance.post('CarrierBillLine/about', { numbers: ['1z a1b2340300000581'] });
    expect((about.body.data as { rows: Rows }).rows).toMatchObject([
      { net: 9 },
      { net: 5.65, category: 'residential' },
    ]);
    for (const path of ['CarrierBill/expected', 'CarrierBill/profit', 'CarrierBillLine/surcharges']) {
      expect((await world.person('north member').person.post(path, period)).status).toBe(403);
      const theirs = (await world.person('south finance').person.post(path, period)).body.data as {
        groups?: Rows;
        weeks?: Rows;
      };
      expect(theirs.groups ?? theirs.weeks).toEqual([]);
    }
  });

  it('is a queue of what nobody is found for, searched and assigned by package', async () => {
    const { order } = await desk.ship('1ZA1B2340300000591');
    await desk.upload({
      'a.csv': upsBill('00000000E0012', [
        { tracking: '1ZA1B2349900000591', net: '9.00', reference: 'HERON-77' },
        { tracking: '1ZA1B2349900000591', ...surcharge('RES', 'Residential Surcharge', '5.65') },
        { tracking: '1ZA1B2349900000592', net: '2.00' },
      ]),
    });
    const queue = async () =>
      (await finance.post('CarrierBillLine/queue', { search: 'E0012' })).body.data as { total: object; rows: Rows };
    const first = await queue();
    expect(first.total).toEqual({ lines: 3, packages: 2 });
    expect(first.rows).toMatchObject([{ tracking: '1ZA1B2349900000591', sum: 14.65 }, { sum: 2 }]);
    const ids = [first.rows[0]?.['id']];
    expect((await finance.post('CarrierBillLine/assign', { ids, toOrder: order })).body.success).toBe(true);
    expect((await queue()).total).toEqual({ lines: 1, packages: 1 });
    expect((await finance.post('CarrierBillLine/queue', { search: "%' OR 1=1 --" })).body.data).toMatchObject({
      rows: [],
    });
  });
});

describe('a charge that nobody knows', () => {
  it('is suggested a category, shown what that changes, and classified in every open bill', async () => {
    const number = '00000000E0013';
    const unknown = surcharge('QZD', 'Residential Night Drop', '4.00');
    await desk.upload({
      'a.csv': upsBill(number, [
        { tracking: '1ZA1B2349900000701', ...unknown },
        { ...plain, tracking: '1ZA1B2349900000701' },
      ]),
    });
    const listed = (await finance.post('BillBasic/unknown', {})).body.data as { unknown: Rows };
    expect(listed.unknown.find(({ code }) => code === 'QZD')).toMatchObject({
      count: 1,
      sum: 4,
      suggestions: ['residential'],
    });
    const entry = { carrierCode: 'UPS', code: 'QZD', category: 'residential', match: 'exact' };
    const preview = await finance.post('BillBasic/preview', entry);
    expect(preview.body.data).toEqual({
      count: 1,
      sums: [
        { category: 'residential', currency: 'USD', before: 0, after: 4, lines: 1 },
        { category: null, currency: 'USD', before: 4, after: 0, lines: 1 },
      ],
    });
    expect((await desk.lines(number)).map(({ category }) => category)).toEqual([null, 'transport']);
    expect((await finance.post('BillBasic/add', { ...entry, saleMode: 'cost', claimRule: 'none' })).body.success).toBe(
      true,
    );
    // The change itself is noted for the clock, whichever way it came.
    expect(await desk.query('SELECT carrier FROM billing.stale WHERE tenant_id = $1', [desk.tenant])).toContainEqual({
      carrier: 'UPS',
    });
    expect((await finance.post('BillBasic/apply', { carrierCode: 'UPS' })).body).toMatchObject({ success: true });
    expect((await desk.lines(number)).map(({ category }) => category)).toEqual(['residential', 'transport']);
    expect((await desk.bill(number))['unknownCount']).toBe('0');
    expect((await world.person('north clerk').person.post('BillBasic/preview', entry)).status).toBe(403);
  });
});
