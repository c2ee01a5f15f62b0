import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';
import { hosts, type Person } from '../support/test-app.ts';

/* Packages of known days and places, and what the boards say of them. */

let world: World;
let finance: Person;
let clerk: Person;
let member: Person;
let tenant = '';
const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.owner.query(text, values)).rows as T[];
const day = '2026-03-31';

beforeAll(async () => {
  world = await openWorld();
  const person = (name: string) => world.person(`north ${name}`).person;
  [finance, clerk, member] = [person('finance'), person('clerk'), person('member')];
  tenant = world.homes.north.tenant;
  await sql('DELETE FROM measure_difference');
  await sql('DELETE FROM carrier_claim');
  await sql('DELETE FROM track_case');
  await sql('DELETE FROM track_alert');
  await sql('UPDATE package SET status = $1', ['voided']);
  await sql(
    `UPDATE package SET "createdAt" = '2025-01-01', "shipDate" = '2025-01-01', "firstScanAt" = '2025-01-01', "deliveredAt" = NULL`,
  );
  await sql(`UPDATE "order" SET "orderedAt" = "orderedAt" - interval '3 years' WHERE "orderedAt" IS NOT NULL`);
  await sql(`UPDATE carrier_bill SET "billDate" = '2024-01-01' WHERE status <> 'locked'`);
}, 120_000);
afterAll(() => world?.close());

const columnsOf = async (table: string) =>
  (
    await sql<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = quote_ident($1)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    )
  ).map(({ name }) => name);

/** A row like one that is there, with what differs. Answers its id. */
async function like(table: string, id: string, over: Record<string, string>): Promise<string> {
  const columns = await columnsOf(table);
  const of = { id: 'lading.new_id()', ...over };
  const [row] = await sql<{ id: string }>(
    `INSERT INTO "${table}" (${columns.join(', ')})
       SELECT ${columns.map((name) => (of as Record<string, string>)[name.replaceAll('"', '')] ?? name).join(', ')} FROM "${table}" WHERE id = $1 RETURNING id::text`,
    [id],
  );
  return row?.id ?? '';
}
const sample = (name: string) => world.homes.north.samples.get(name) ?? '';

let made = 0;
interface Way {
  state?: string;
  zip?: string;
  /** Days of March. */
  shipped: number;
  delivered?: number;
  promised?: number;
  status?: string;
  scanned?: boolean;
}
/** An order with one package that was sent at noon of a day. */
async function send({
  state = 'CA',
  zip = '90012',
  shipped,
  delivered,
  promised,
  status = 'labelled',
  scanned = true,
}: Way) {
  made += 1;
  const at = (of: number) => `'2026-03-${String(of).padStart(2, '0')} 17:00Z'`;
  const order = await like('order', sample('order/shipped'), {
    ...{ orderNo: `'SENT-${made}'`, status: `'shipped'`, orderedAt: at(shipped), shipToState: `'${state}'` },
    ...{
      shipToPostalCode: `'${zip}'`,
      shipToCountry: `'US'`,
      predictedSale: '20',
      predictedCost: '15',
      currency: `'USD'`,
    },
    ...{ boxCount: '1', totalWeight_g: '4536' },
  });
  const box = await like('package', sample('package/refunding'), {
    ...{ order, seq: String(made + 10), trackingNo: `'T${made}'`, status: `'${status}'`, createdAt: at(shipped) },
    ...{ shipDate: `'2026-03-${shipped}'`, firstScanAt: scanned ? at(shipped) : 'NULL' },
    trackingStatus: delivered ? `'delivered'` : `'in_transit'`,
    deliveredAt: delivered ? at(delivered) : 'NULL',
    estimatedAt: promised ? at(promised) : 'NULL',
  });
  return { order, box };
}

interface Span {
  placed: number;
  costPerPackage: string | null;
  salePerPound: string | null;
  labels: { made: number; voided: number };
  handed: { handed: number; neverScanned: number };
  weighed: { weighed: number; byDimension: number };
  claims: object | null;
  passedOn: { billed: number; days: number | null };
  charges: { category: string; amount: string; orders: number }[];
  channels: { delivered: number; promised: number; onTime: number; days: number; promisedDays: number }[];
}
interface Board {
  side: string;
  unscanned: number;
  stuck: Record<string, number>;
  alerts: { kind: string; count: number }[];
  now: Span;
  before: Span;
}
const figures = async (who: Person, body: object): Promise<Board> =>
  (await who.post('Operations/figures', body)).body.data as unknown as Board;
const rows = async (who: Person, body: object) =>
  ((await who.post('Operations/rows', body)).body.data as { rows: { trackingNo: string; value: string }[] }).rows;

describe('the operations board', () => {
  it('shows what was sent, what arrived in time and how long it took, beside the previous month', async () => {
    await send({ shipped: 10, delivered: 12, promised: 12 });
    const late = await send({ shipped: 10, delivered: 15, promised: 12 });
    await send({ shipped: 20, delivered: 24, state: 'NY', zip: '10001' });
    await send({ shipped: 11, status: 'voided' });
    await send({ shipped: 12, scanned: false });
    const { now, before, side, unscanned } = await figures(finance, { period: 'month', day });
    expect(side).toBe('cost');
    expect(now).toMatchObject({ placed: 5, costPerPackage: '15.0000', salePerPound: '2.0000' });
    expect(now.labels).toEqual({ made: 5, voided: 1 });
    expect(now.handed).toEqual({ handed: 4, neverScanned: 1 });
    expect(unscanned).toBe(1);
    expect(now.channels).toMatchObject([{ delivered: 3, promised: 2, onTime: 1, days: 3.7, promisedDays: 2 }]);
    expect(before).toMatchObject({ placed: 0, costPerPackage: null, labels: { made: 0, voided: 0 }, channels: [] });
    expect(await rows(finance, { period: 'month', day, of: 'late' })).toMatchObject([{ value: '3' }]);
    expect((await rows(finance, { period: 'month', day, of: 'late' }))[0]).toMatchObject({ package: late.box });
    for (const of of ['delivered', 'voided', 'neverScanned'])
      expect((await rows(finance, { period: 'month', day, of })).length, of).toBe(of === 'delivered' ? 3 : 1);
  }, 30_000);

  it('counts surcharges by kind, what dimension is billed, and what stands still', async () => {
    const { order } = await send({ shipped: 13 });
    for (const [side, category, amount] of [
      ['cost', 'transport', '12.00'],
      ['cost', 'fuel', '2.25'],
      ['sale', 'fuel', '3.00'],
    ])
      await sql(
        `INSERT INTO order_charge (tenant_id, id, "order", customer, side, phase, category, currency, amount, at)
           SELECT tenant_id, lading.new_id(), id, customer, $2, 'predicted', $3, 'USD', $4, now() FROM "order" WHERE id = $1`,
        [order, side, category, amount],
      );
    await sql(
      `INSERT INTO "order__boxes" (tenant_id, parent_id, id, seq, owner_id, weight, weight_g, quantity)
         SELECT tenant_id, id, lading.new_id(), 0, customer, 2.5, 1134, 2 FROM "order" WHERE id = $1`,
      [order],
    );
    await sql(
      `INSERT INTO trial_result (tenant_id, id, "order", customer, channel, service, available, "billableWeight", "billableWeight_g", "unitType", "expiresAt", fingerprint)
         SELECT tenant_id, lading.new_id(), id, customer, channel, service, true, 9, 4082, '0', now(), 'x' FROM "order" WHERE id = $1`,
      [order],
    );
    const { now } = await figures(finance, { period: 'month', day });
    expect(now.charges).toEqual([
      { category: 'transport', amount: '12.00', orders: 1 },
      { category: 'fuel', amount: '2.25', orders: 1 },
    ]);
    expect(now.weighed).toEqual({ weighed: 1, byDimension: 1 });
    expect(await rows(finance, { period: 'month', day, of: 'byDimension' })).toMatchObject([{ value: '9.0 / 6' }]);
    expect(await rows(finance, { period: 'month', day, of: 'surcharge', key: 'fuel' })).toMatchObject([
      { value: '2.25' },
    ]);
    await sql(
      `UPDATE "order" SET status = 'placing', "placingSince" = now() - interval '20 minutes' WHERE "orderNo" = 'SENT-1'`,
    );
    const { stuck } = await figures(finance, { period: 'month', day });
    const [truth] = await sql<{ failed: number; held: number }>(
      `SELECT count(*) FILTER (WHERE status = 'failed')::integer AS failed, count(*) FILTER (WHERE status = 'held')::integer AS held
         FROM "order" WHERE tenant_id = $1`,
      [tenant],
    );
    expect(stuck).toMatchObject({ ...truth });
    expect(stuck['placingLong']).toBe((await rows(finance, { period: 'month', day, of: 'placingLong' })).length);
    expect(stuck['placingLong']).toBeGreaterThan(0);
    await sql(`UPDATE "order" SET status = 'shipped' WHERE "orderNo" = 'SENT-1'`);
  }, 30_000);

  it('sets what claims have won beside what they asked for', async () => {
    const { now } = await figures(finance, { period: 'month', day });
    expect(now.claims).toEqual({ filed: 0, asked: '0.00', won: 0, credited: '0.00' });
    for (const [status, credited, trackingNo] of [
      ['filed', null, 'C-1'],
      ['credited', '3.50', 'C-2'],
    ])
      await sql(
        `INSERT INTO carrier_claim (tenant_id, id, "trackingNo", bill, "carrierCode", account, type, category, currency, predicted, billed, amount, "claimUntil",
             status, "filedOn", credited)
           SELECT b.tenant_id, lading.new_id(), $4, b.id, 'UPS', b.account, 'price', $1::text, 'USD', 1, 6, 5, '2026-12-31', $1::text, '2026-03-15', $2
             FROM carrier_bill b WHERE b.tenant_id = $3 LIMIT 1`,
        [status, credited, tenant, trackingNo],
      );
    expect((await figures(finance, { period: 'month', day })).now.claims).toEqual({
      ...{ filed: 2, asked: '10.00', won: 1, credited: '3.50' },
    });
    expect((await figures(clerk, { period: 'month', day })).now.claims).toBeNull();
  });

  it('counts the days from a carrier’s bill to that of the customer, once a parcel', async () => {
    const asked = { period: 'month', day };
    expect((await figures(finance, asked)).now.passedOn).toEqual({ billed: 0, days: null });
    const [bill] = await sql<{ id: string }>(
      `INSERT INTO member_bill (tenant_id, id, number, customer, currency, "periodFrom", "periodTo", status, "pushedAt")
         SELECT tenant_id, lading.new_id(), 'PASSED-ON', customer, 'USD', '2026-03-01', '2026-03-31', 'pushed', '2026-03-20 17:00Z'
           FROM "order" WHERE "orderNo" = 'SENT-1' RETURNING id::text`,
    );
    const line = (order: string, category: string, billedOn: string, kind = 'carrier') =>
      sql(
        `INSERT INTO member_bill_line (tenant_id, id, "memberBill", customer, "order", package, "trackingNo", kind, category, currency, difference,
             reason, status, "billedOn")
           SELECT o.tenant_id, lading.new_id(), $1, o.customer, o.id, p.id, p."trackingNo", $5, $3, 'USD', 1, 'other', 'charged', $4
             FROM "order" o JOIN package p ON p."order" = o.id WHERE o."orderNo" = $2`,
        [bill?.id, order, category, billedOn, kind],
      );
    await line('SENT-1', 'fuel', '2026-03-10');
    await line('SENT-1', 'transport', '2026-03-12');
    await line('SENT-2', 'transport', '2026-03-15');
    await line('SENT-3', 'adjustment', '2026-03-01', 'adjustment');
    expect((await figures(finance, asked)).now.passedOn).toEqual({ billed: 2, days: 7.5 });
    expect((await figures(finance, { period: 'month', day: '2026-04-30' })).before.passedOn).toEqual({
      ...{ billed: 2, days: 7.5 },
    });
    expect((await rows(finance, { ...asked, of: 'passedOn' })).map(({ value }) => value)).toEqual(['10', '5']);
    await sql(`UPDATE member_bill SET status = 'cancelled' WHERE id = $1`, [bill?.id]);
    expect((await figures(finance, asked)).now.passedOn.billed).toBe(0);
  });

  it('hides costs from a clerk and everything from members', async () => {
    const seen = await figures(clerk, { period: 'month', day });
    expect(seen.side).toBe('sale');
    expect(seen.now.costPerPackage).toBeNull();
    expect((await clerk.post('Operations/rows', { period: 'month', day, of: 'corrected' })).status).toBe(403);
    for (const path of ['Operations/figures', 'Monitor/figures', 'Map/places'])
      expect((await member.post(path, path === 'Monitor/figures' ? {} : { period: 'month' })).body.success).toBe(false);
  });
});

describe('the map', () => {
  it('counts packages by state, and within a state by the first three digits', async () => {
    const asked = { period: 'month', day, state: 'NY' };
    const { states, zips } = (await finance.post('Map/places', asked)).body.data as {
      states: { place: string; packages: number; delivered: number; late: number }[];
      zips: { place: string; packages: number }[];
    };
    expect(states).toMatchObject([
      { place: 'CA', packages: 4, delivered: 2, late: 1, open: 2 },
      { place: 'NY', packages: 1, delivered: 1, late: 0, days: 4 },
    ]);
    expect(zips).toMatchObject([{ place: '100', packages: 1 }]);
  });
});

describe('the wall screen', () => {
  it('shows today beside yesterday until this time', async () => {
    const told = (await finance.post('Monitor/figures', {})).body.data as { orders: { today: number } };
    expect(told.orders.today).toBe(0);
    await sql(`UPDATE "order" SET "orderedAt" = now() WHERE "orderNo" IN ('SENT-2', 'SENT-3')`);
    const again = (await finance.post('Monitor/figures', {})).body.data as {
      orders: { today: number };
      channels: { orders: number }[];
    };
    expect(again.orders.today).toBe(2);
    expect(again.channels).toMatchObject([{ orders: 2 }]);
  });

  const open = async (link: string, tenant: 'north' | 'south' = 'north') => {
    const answer = await world.test.app.inject({
      ...{ method: 'POST', url: '/api/Monitor/public', payload: { link } },
      headers: { host: hosts[tenant] },
    });
    return JSON.parse(answer.body) as { success: boolean; data: { name: string; orders: { today: number } } };
  };
  const linkOf = async (who: Person, display: string) =>
    (await who.post('Monitor/link', { display })).body as { success: boolean; data: { link: string } };

  it('is shown on a display without a sign-in, until the display is revoked', async () => {
    const admin = world.person('north admin').person;
    const display = String(
      ((await admin.post('BoardDisplay/add', { name: 'Hall', language: 'en-US' })).body.data as { id: string }).id,
    );
    const { data } = await linkOf(admin, display);
    const link = new URL(data.link, 'http://x').searchParams.get('t') ?? '';
    const shown = await open(link);
    expect(shown).toMatchObject({ success: true, data: { name: 'Hall', orders: { today: 2 } } });
    const seen = (await admin.get('BoardDisplay/detail', { id: display })).body.data as { lastSeenAt: string | null };
    expect(seen.lastSeenAt).not.toBeNull();
    // It opens nothing else: a link is no session, belongs to one tenant and one display, and cannot be guessed from another.
    const page = await world.test.app.inject({
      ...{ method: 'GET', url: '/api/Order/page' },
      headers: { host: hosts.north, authorization: `Bearer ${link}` },
    });
    expect(page.statusCode).toBe(401);
    expect((await open(link, 'south')).success).toBe(false);
    const [, signature] = link.split('.');
    expect((await open(`${BigInt(display) + 1n}.${signature}`)).success).toBe(false);
    // Who does not see displays gets no link.
    for (const who of [finance, clerk, member]) expect((await linkOf(who, display)).success).toBe(false);
    await admin.post('BoardDisplay/revoke', { id: display });
    expect((await open(link)).success).toBe(false);
    expect((await linkOf(admin, display)).success).toBe(false);
  });
});
