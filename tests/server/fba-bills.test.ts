import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from '../../server/domain/fba/price.ts';
import { added, moneyOf, reasons, state, type Money } from '../support/money.ts';
import { openDesk, type Desk, type Row } from '../support/sold-bills.ts';
import type { Answer } from '../support/test-app.ts';

let desk: Desk;
let money: Money;
let acme: string;
const data = <T = Row>({ body }: Answer): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
beforeAll(async () => {
  desk = await openDesk();
  money = moneyOf(desk.world);
  acme = desk.sample('customer/acme');
}, 120_000);
afterAll(() => desk?.close());

const config = (more: object) =>
  money.finance.post('FbaCustomerConfig/add', {
    customer: acme,
    warehouseCode: 'SBD1',
    price: 1.25,
    from: '2026-01-01',
    ...more,
  });
let serial = 0;
const shipment = async (more: object = {}): Promise<string> =>
  added(
    await money.finance.post('FbaBill/add', {
      ...{ shipmentId: `FBA15TEST${(serial += 1)}`, customer: acme, warehouseCode: 'SBD1', shippedOn: '2026-02-03' },
      ...{ boxes: 4, weight: 100.5, cost: 70.25, ...more },
    }),
  );
const detail = async (id: string, who = money.finance) => data(await who.get('FbaBill/detail', { id }));

describe('a price for a warehouse', () => {
  it('counts alone on each of its days', async () => {
    added(await config({ to: '2026-06-30', minimum: 50 }));
    const next = added(await config({ from: '2026-07-01', basis: 'box', price: 9.5 }));
    expect(reasons(await config({ from: '2026-06-30', to: '2026-06-30' }))).toEqual(['from fba.overlap']);
    expect(reasons(await money.finance.post('FbaCustomerConfig/edit', { id: next, from: '2026-06-01' }))).toEqual([
      'from fba.overlap',
    ]);
    expect(reasons(await config({ warehouseCode: 'MEM1', to: '2025-01-01' }))).toEqual(['to endsEarlier']);
    const both = await Promise.all([config({ warehouseCode: 'RDU2' }), config({ warehouseCode: 'RDU2' })]);
    expect(both.map(({ body }) => body.success).toSorted()).toEqual([false, true]);
  });

  it('is multiplied exactly', () => {
    const kg = { basis: 'kg', price: '1.2555', minimum: '0' } as const;
    expect(priceOf(kg, { boxes: 1, kg: '100.5' })).toEqual({ quantity: '100.5', computed: '126.18', sale: '126.18' });
    expect(priceOf({ ...kg, minimum: '200' }, { boxes: 1, kg: '1' })).toMatchObject({
      computed: '1.26',
      sale: '200.00',
    });
    expect(priceOf({ basis: 'box', price: '9.5', minimum: '5' }, { boxes: 3, kg: '1' }).sale).toBe('28.50');
  });
});

describe('a bill of a shipment', () => {
  it('is priced by the day it was shipped, pushed, and posted with the bill of its customer', async () => {
    const ids = [await shipment(), await shipment({ shippedOn: '2026-07-05' }), await shipment({ weight: 5 })];
    const { results } = data<{ results: Row[] }>(
      await money.finance.post(
        'FbaBill/generate',
        ids.map((id) => ({ id })),
      ),
    );
    expect(results).toHaveLength(3);
    expect(await detail(ids[0] ?? '')).toMatchObject({
      ...{ status: 'generated', priceBasis: 'kg', billedQuantity: 100.5, price: 1.25, computed: 125.63, sale: 125.63 },
    });
    expect(await detail(ids[1] ?? '')).toMatchObject({ priceBasis: 'box', billedQuantity: 4, sale: 38 });
    expect(await detail(ids[2] ?? '')).toMatchObject({ computed: 6.25, minimum: 50, sale: 50 });
    data(
      await money.finance.post(
        'FbaBill/push',
        ids.map((id) => ({ id })),
      ),
    );
    const lines = await desk.query(
      `SELECT new || ' ' || cost || ' ' || status AS line, note FROM member_bill_line WHERE "sourceEntity" = 'fba-bill' ORDER BY id`,
    );
    expect(lines.map(({ line }) => line)).toEqual(['125.63 70.25 open', '38.00 70.25 open', '50.00 70.25 open']);
    expect(lines[0]?.['note']).toBe('FBA15TEST1 · SBD1 · 100.5 kg × 1.25');
    expect(state(await money.finance.post('FbaBill/cancel', { id: ids[1], cancelReason: 'twice' }))).toBe('cancelled');
    await desk.run('2026-12-31');
    expect(reasons(await money.finance.post('FbaBill/cancel', { id: ids[0], cancelReason: 'late' }))).toEqual([
      ' sale.onBill',
    ]);
    await desk.proven();
  });

  it('needs a price and is there once, unless it was cancelled', async () => {
    const id = await shipment({ warehouseCode: 'XYZ9', shipmentId: 'FBA15TWICE1' });
    expect(reasons(await money.finance.post('FbaBill/generate', { id }))).toEqual(['warehouseCode fba.noPrice']);
    const again = { customer: acme, warehouseCode: 'SBD1', shippedOn: '2026-02-03', boxes: 1, weight: 1 };
    const twice = await money.finance.post('FbaBill/add', { ...again, shipmentId: 'FBA15TWICE1' });
    expect(reasons(twice)).toEqual(['shipmentId fba.billed']);
    state(await money.finance.post('FbaBill/cancel', { id, cancelReason: 'wrong warehouse' }));
    added(await money.finance.post('FbaBill/add', { ...again, shipmentId: 'FBA15TWICE1' }));
  });

  it('is seen by its customer once it is pushed, never with its cost', async () => {
    const [hidden, shown] = [await shipment({ weight: 80 }), await shipment({ weight: 80, note: 'between us' })];
    for (const id of [hidden, shown]) data(await money.finance.post('FbaBill/generate', { id }));
    data(await money.finance.post('FbaBill/push', { id: shown }));
    expect((await money.member.get('FbaBill/detail', { id: hidden })).body.success).toBe(false);
    const seen = await detail(shown, money.member);
    expect(seen).toMatchObject({ sale: 100, price: 1.25, status: 'pushed' });
    for (const name of ['cost', 'costCurrency', 'note', 'pushedBy']) expect(seen).not.toHaveProperty(name);
    const sibling = desk.world.person('north sibling').person;
    expect((await sibling.get('FbaBill/detail', { id: shown })).body.success).toBe(false);
    expect((await desk.world.person('south finance').person.get('FbaBill/detail', { id: shown })).body.success).toBe(
      false,
    );
    expect(await detail(shown, money.clerk)).not.toHaveProperty('cost');
    expect((await money.clerk.post('FbaBill/push', { id: hidden })).status).toBe(403);
  });
});
