import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, reasons } from '../support/money.ts';
import { picture } from '../support/pictures.ts';
import { openDesk, type Charge, type Desk, type Row } from '../support/sold-bills.ts';

let desk: Desk;
let acme: string;
beforeAll(async () => {
  desk = await openDesk();
  acme = desk.sample('customer/acme');
  await desk.settings(acme, { billProcessing: 'atCost', ignoreBelow: '0' });
  await desk.query('DELETE FROM measure_difference WHERE tenant_id = $1', [desk.tenant]);
  await desk.query('DELETE FROM measure_agreement WHERE tenant_id = $1', [desk.tenant]);
}, 120_000);
afterAll(() => desk?.close());

const usual: Charge[] = [
  { side: 'sale', category: 'transport', amount: '15.00', box: 1 },
  { side: 'sale', category: 'fuel', amount: '3.00', box: 1 },
  { side: 'cost', category: 'transport', amount: '10.00', box: 1 },
  { side: 'cost', category: 'fuel', amount: '2.00', box: 1 },
];
const fuel = { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' };
const box = {
  ...{ sku: 'MUG-12', unitType: '0', weight: 4, length: 12, width: 10, height: 8, weightTolerance: 1 },
  ...{ sizeTolerance: 0.5, validFrom: '2026-01-01' },
};

const photoOf = async (who: Desk['finance']) =>
  (await who.send('sysFileInfo/upload', 'box.png', await picture('png'))).body.data;
const codesOf = ({ body }: Awaited<ReturnType<Desk['finance']['post']>>) => body.issues?.map(({ code }) => code);
const differences = (tracking: string): Promise<Row[]> =>
  desk.query(`SELECT * FROM measure_difference WHERE tenant_id = $1 AND "trackingNo" = $2 ORDER BY id`, [
    desk.tenant,
    tracking,
  ]);
const claims = async (tracking: string): Promise<string[]> =>
  (
    await desk.query(`SELECT * FROM carrier_claim WHERE tenant_id = $1 AND "trackingNo" = $2 ORDER BY id`, [
      desk.tenant,
      tracking,
    ])
  ).map((row) => ['type', 'category', 'predicted', 'billed', 'amount', 'status'].map((name) => row[name]).join(' '));
const told = async (order: string): Promise<string[]> =>
  (
    await desk.query(`SELECT * FROM member_bill_line WHERE tenant_id = $1 AND "order" = $2 ORDER BY id, category`, [
      desk.tenant,
      order,
    ])
  ).map((row) => [row['category'], row['old'], row['new'], row['difference'], row['reason'], row['cost']].join(' '));

let at = 0;
/** An order of one package as agreed, billed for another weight: 20.00 and 4.00 of fuel instead of 10.00 and 2.00. */
async function billed(billedWeight: string, more: { weight?: string; shipDate?: string } = {}) {
  at += 1;
  const tracking = `1ZA1B23404${String(at).padStart(8, '0')}`;
  const { order } = await desk.order({
    ...{ customer: acme, tracking: [tracking], charges: usual, shipDate: more.shipDate ?? '2026-03-02' },
    box: [more.weight ?? '4', '12', '10', '8'],
  });
  const measure = { entered: '4', billed: billedWeight };
  await desk.bill(`00000000M${String(at).padStart(4, '0')}`, [
    { tracking, net: '20.00', ...measure },
    { tracking, net: '4.00', ...fuel, ...measure },
  ]);
  await desk.run('2020-01-01');
  return { tracking, order };
}

describe('an agreement', () => {
  it('needs photos, and the side that did not propose it', async () => {
    const { member, finance } = desk;
    const body = { ...box, customer: acme };
    expect(reasons(await member.post('MeasureAgreement/add', body))).toEqual(['photos required']);
    const id = added(await member.post('MeasureAgreement/add', { ...body, photos: [await photoOf(member)] }));
    expect(codesOf(await member.post('MeasureAgreement/agree', { id }))).toEqual(['ownProposal']);
    expect((await finance.post('MeasureAgreement/agree', { id })).body).toMatchObject({ success: true });
    const lamp = { ...body, sku: 'LAMP-1', weight: 40, photos: [await photoOf(finance)] };
    const other = added(await finance.post('MeasureAgreement/add', lamp));
    expect(codesOf(await finance.post('MeasureAgreement/agree', { id: other }))).toEqual(['ownProposal']);
    expect((await member.post('MeasureAgreement/agree', { id: other })).body).toMatchObject({ success: true });
    const rows = await desk.query(
      `SELECT sku, status, "proposedBy" FROM measure_agreement WHERE tenant_id = $1 AND customer = $2 ORDER BY id`,
      [desk.tenant, acme],
    );
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual(['MUG-12 agreed customer', 'LAMP-1 agreed staff']);
  });
});

describe('a carrier’s measure of an agreed box', () => {
  it('within the tolerance is claimed and held, and charged only by decision', async () => {
    const { tracking, order } = await billed('5');
    expect(await told(order)).toEqual(['fuel 3.00 3.00 0.00 agreed 4.00', 'transport 15.00 15.00 0.00 agreed 20.00']);
    const [held] = (await differences(tracking)) as [Row];
    expect(held).toMatchObject({ status: 'held', amount: '6.00', claimed: '12.00', billedWeight: '5.0000' });
    expect(await claims(tracking)).toEqual(['weight  12.00 24.00 12.00 open']);
    const raised = await desk.finance.post('CarrierClaim/raise', { bill: held['carrierBill'] });
    expect(raised.body.data).toEqual({ raised: 0, corrected: 0, removed: 0 });
    expect((await desk.member.post('MeasureDifference/charge', { id: held['id'], note: 'x' })).status).toBe(403);
    const charge = { id: held['id'], note: 'Carrier proved it' };
    expect((await desk.finance.post('MeasureDifference/charge', charge)).body).toMatchObject({ success: true });
    expect((await desk.finance.post('MeasureDifference/charge', charge)).body.success).toBe(false);
    expect((await told(order)).slice(2).toSorted()).toEqual([
      'fuel 3.00 4.00 1.00 fuel 0.00',
      'transport 15.00 20.00 5.00 weight 0.00',
    ]);
    await desk.run('2020-01-01');
    expect(await told(order)).toHaveLength(4);
    await desk.proven();
  });

  it('beyond the tolerance is charged as ever', async () => {
    const { tracking, order } = await billed('6');
    expect(await told(order)).toEqual(['fuel 3.00 4.00 1.00 fuel 4.00', 'transport 15.00 20.00 5.00 weight 20.00']);
    expect(await differences(tracking)).toEqual([]);
    expect(await claims(tracking)).toEqual([]);
  });

  it('of another box than the agreed one, or before the agreement, is charged as ever', async () => {
    const other = await billed('5', { weight: '2' });
    const before = await billed('5', { shipDate: '2025-12-31' });
    for (const { tracking, order } of [other, before]) {
      expect(await differences(tracking)).toEqual([]);
      expect((await told(order)).at(-1)).toBe('transport 15.00 20.00 5.00 weight 20.00');
    }
  });

  it('that is not charged stays so, and a credit of the carrier gives nothing back that was never charged', async () => {
    const { tracking, order } = await billed('5');
    const [held] = (await differences(tracking)) as [Row];
    expect((await desk.finance.post('MeasureDifference/forgo', { id: held['id'] })).body).toMatchObject({
      success: true,
    });
    await desk.bill('00000000M0101', [
      { tracking, net: '9.00', chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge', date: '2026-03-14' },
    ]);
    await desk.run('2020-01-01');
    expect((await differences(tracking)).map(({ status }) => status)).toEqual(['notCharged']);
    expect((await claims(tracking)).length).toBe(1);
    await desk.bill('00000000M0102', [{ tracking, net: '-10.00', kind: 'ADJ', date: '2026-03-21' }]);
    await desk.run('2020-01-01');
    const charged = await desk.query(
      `SELECT category, sum(difference)::text AS sum FROM member_bill_line WHERE tenant_id = $1 AND "order" = $2 GROUP BY 1 ORDER BY 1`,
      [desk.tenant, order],
    );
    // The transport's target fell to 10.00 at cost, from the 15.00 that were charged.
    expect(charged).toEqual([
      { category: 'fuel', sum: '0.00' },
      { category: 'residential', sum: '9.00' },
      { category: 'transport', sum: '-5.00' },
    ]);
    await desk.proven();
  });

  it('is held once whatever comes later, and what was charged is given back when the carrier credits it', async () => {
    const { tracking, order } = await billed('5');
    await desk.bill('00000000M0111', [
      { tracking, net: '9.00', chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge', date: '2026-03-14' },
    ]);
    await desk.run('2020-01-01');
    const [first, second] = (await differences(tracking)) as [Row, Row];
    expect([first, second].map((row) => [row['status'], row['amount']].join(' '))).toEqual([
      'replaced 6.00',
      'held 6.00',
    ]);
    expect(second['claim']).toBe(first['claim']);
    expect((await desk.finance.post('MeasureDifference/charge', { id: second['id'], note: 'x' })).body).toMatchObject({
      success: true,
    });
    await desk.bill('00000000M0112', [{ tracking, net: '-10.00', kind: 'ADJ', date: '2026-03-21' }]);
    await desk.run('2020-01-01');
    expect((await told(order)).at(-1)).toBe('transport 20.00 10.00 -10.00 credit -10.00');
    expect(await differences(tracking)).toHaveLength(2);
    await desk.proven();
  });

  it('adds up in the report of what agreements have saved', async () => {
    const period = { from: '2026-01-01', to: '2026-06-30' };
    const { groups } = (await desk.finance.post('MeasureDifference/savings', period)).body.data as { groups: Row[] };
    expect(groups).toMatchObject([
      { sku: 'MUG-12', currency: 'USD', packages: 3, saved: 6, held: 0, charged: 12, claimed: 36, credited: 20 },
    ]);
    expect((await desk.member.post('MeasureDifference/savings', period)).status).toBe(403);
  });

  it('is no longer held after the end of the agreement', async () => {
    const [agreement] = await desk.query(
      `SELECT id FROM measure_agreement WHERE tenant_id = $1 AND customer = $2 AND sku = 'MUG-12'`,
      [desk.tenant, acme],
    );
    const end = { id: agreement?.['id'], endNote: 'New box' };
    expect((await desk.member.post('MeasureAgreement/end', end)).body).toMatchObject({ success: true });
    await desk.query(`UPDATE measure_agreement SET "endedOn" = '2026-03-03' WHERE id = $1`, [agreement?.['id']]);
    const late = await billed('5', { shipDate: '2026-03-04' });
    expect(await differences(late.tracking)).toEqual([]);
    const early = await billed('5', { shipDate: '2026-03-03' });
    expect(await differences(early.tracking)).toHaveLength(1);
  });
});
