import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeServices, dropServices, type ServiceLine } from '../../server/domain/customer-bills/service-lines.ts';
import { openDesk, type Desk } from '../support/sold-bills.ts';

let desk: Desk;
let acme: string;
beforeAll(async () => {
  desk = await openDesk();
  acme = desk.sample('customer/acme');
}, 120_000);
afterAll(() => desk?.close());

/** As a step of a member of staff runs it. */
async function step<T>(run: (on: Parameters<typeof chargeServices>[0]) => Promise<T>): Promise<T> {
  const client = await desk.world.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `SELECT set_config('lading.tenant', $1, true), set_config('lading.member', '', true), set_config('role', 'lading_app', true)`,
      [desk.tenant],
    );
    const done = await run({ query: async (text, values) => (await client.query(text, [...(values ?? [])])).rows });
    await client.query('COMMIT');
    return done;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
const line = (more: Partial<ServiceLine>): ServiceLine => ({
  ...{
    entity: 'test-source',
    id: '1',
    part: 'freight',
    customer: acme,
    category: 'freight',
    amount: '80.25',
    cost: '60.00',
  },
  ...{ currency: 'USD', day: '2026-01-07', trackingNo: 'PRO 123', note: 'Two pallets', person: null, ...more },
});
const rows = () =>
  desk.query(
    `SELECT "sourcePart" || ' ' || new || ' ' || status AS row FROM member_bill_line WHERE "sourceEntity" = 'test-source' ORDER BY "sourcePart"`,
  );

describe('a charge for what is no parcel', () => {
  it('is there once, follows its source until a bill has it, and is posted with that bill', async () => {
    const two = [line({}), line({ part: 'liftgate', amount: '15.00' })];
    expect(await step((on) => chargeServices(on, two))).toEqual([]);
    expect(await step((on) => chargeServices(on, two))).toEqual([]);
    expect(await step((on) => chargeServices(on, [line({ amount: '90.00' })]))).toEqual([]);
    expect((await rows()).map(({ row }) => row)).toEqual(['freight 90.00 open', 'liftgate 15.00 open']);
    expect(await step((on) => dropServices(on, 'test-source', '1'))).toEqual([]);
    expect(await rows()).toEqual([]);
    expect(await step((on) => chargeServices(on, two))).toEqual([]);

    await desk.run('2026-12-31');
    const [bill] = await desk.query(
      `SELECT b.id::text, b.difference FROM member_bill b JOIN member_bill_line l ON l."memberBill" = b.id WHERE l."sourceEntity" = 'test-source' LIMIT 1`,
    );
    expect(bill?.['difference']).toBe('95.25');
    const [late] = await step((on) => chargeServices(on, [line({ amount: '1.00' })]));
    expect(late?.code).toBe('sale.onBill');
    expect((await step((on) => dropServices(on, 'test-source', '1')))[0]?.code).toBe('sale.onBill');

    const pushed = await desk.finance.post('MemberBill/push', { id: bill?.['id'] });
    expect(pushed.body.issues ?? []).toEqual([]);
    expect((await rows()).map(({ row }) => row)).toEqual(['freight 80.25 charged', 'liftgate 15.00 charged']);
    await desk.proven();
    const shown = await desk.member.get('MemberBillLine/list', { memberBill: String(bill?.['id']) });
    expect(JSON.stringify(shown.body.data)).toContain('Two pallets');
    for (const each of shown.body.data as object[]) expect(each).not.toHaveProperty('cost');
  });

  it('belongs to a customer of the tenant', async () => {
    const other = desk.world.homes.south.samples.get('customer/acme');
    const refused = await step((on) => chargeServices(on, [line({ id: '2', customer: String(other) })]));
    expect(refused[0]?.code).toBe('sale.noCustomer');
  });
});
