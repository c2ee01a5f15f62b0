import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spanBefore, spanOf } from '../../server/domain/boards/period.ts';
import { openWorld, type World } from '../support/world.ts';
import type { Person } from '../support/test-app.ts';

/* What the income dashboard says, held against the orders, charges and bills themselves. */

let world: World;
let admin: Person;
let finance: Person;
let clerk: Person;
let member: Person;
let tenant = '';
const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.owner.query(text, values)).rows as T[];
beforeAll(async () => {
  world = await openWorld();
  const person = (name: string) => world.person(`north ${name}`).person;
  [admin, finance, clerk, member] = [person('admin'), person('finance'), person('clerk'), person('member')];
  tenant = world.homes.north.tenant;
  await multiply(400);
}, 120_000);
afterAll(() => world?.close());

/** Orders of many days, channels, customers and prices, from one that is there. */
async function multiply(many: number): Promise<void> {
  const columns = await sql<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = '"order"'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  const over: Record<string, string> = {
    id: 'lading.new_id()',
    org_id: `CASE WHEN g % 4 = 0 THEN (SELECT id FROM org WHERE tenant_id = s.tenant_id AND name LIKE 'Lakeside%') ELSE s.org_id END`,
    '"orderNo"': `'BOARD-' || g`,
    customer: `(SELECT array_agg(id ORDER BY id) FROM customer WHERE tenant_id = s.tenant_id)[1 + g % 2]`,
    channel: `(SELECT array_agg(id ORDER BY id) FROM channel WHERE tenant_id = s.tenant_id)[1 + g % 3]`,
    status: `(ARRAY['ordered', 'shipped', 'delivered', 'refunded', 'cancelled', 'refunding'])[1 + g % 6]`,
    '"orderedAt"': `timestamptz '2026-03-31 12:00Z' - interval '1 hour' * (g * 37 % 9000)`,
    '"predictedSale"': `(g * 7919 % 100000) / 100.0`,
    '"predictedCost"': `(g * 104729 % 90000) / 100.0`,
    currency: `CASE WHEN g % 11 = 0 THEN 'CNY' WHEN g % 7 = 0 THEN NULL ELSE 'USD' END`,
  };
  await sql(
    `INSERT INTO "order" (${columns.map(({ name }) => name).join(', ')})
       SELECT ${columns.map(({ name }) => over[name] ?? `s.${name}`).join(', ')}
         FROM (SELECT * FROM "order" WHERE tenant_id = $1 AND status = 'shipped' ORDER BY id LIMIT 1) s, generate_series(1, $2) g`,
    [tenant, many],
  );
}

const counts = `o."orderedAt" IS NOT NULL AND o.status IN ('ordered', 'shipped', 'delivered', 'refunding', 'refundRejected')`;

/** The orders themselves, without anything that is kept of them. */
const plain = (dim: string, at: string) => `
  SELECT ${dim} AS key, count(*)::integer AS orders, sum(coalesce(o."predictedSale", 0))::numeric(18, 2)::text AS sale,
         sum(coalesce(o."predictedCost", 0))::numeric(18, 2)::text AS cost
    FROM "order" o JOIN tenant t ON t.id = o.tenant_id
   WHERE o.tenant_id = $1 AND ${counts} AND coalesce(o.currency, t.currency) = 'USD'
     AND (o."orderedAt" AT TIME ZONE t."timeZone")::date BETWEEN $2::date AND $3::date ${at}
   GROUP BY 1 ORDER BY 1`;

interface Figures {
  orders: number;
  sale: string;
  cost: string | null;
  margin: string | null;
  billed: number;
  billedCost: string | null;
  actualCost: string | null;
  invoiced: number;
  actualSale: string;
}
interface Income {
  currencies: string[];
  seesCost: boolean;
  span: { from: string; to: string };
  total: { now: Figures; before: Figures };
  groups: { dim: string; key: string; name: string | null; now: Figures; before: Figures }[];
  series: { at: string; sale: string; cost: string | null; orders: number }[];
}
const figures = async (who: Person, body: object): Promise<Income> =>
  (await who.post('Income/figures', body)).body.data as Income;
const day = '2026-03-31';
const periods = ['today', 'week', 'month', 'year'] as const;

async function agrees(): Promise<boolean> {
  for (const period of periods) {
    const said = await figures(finance, { period, day });
    for (const [when, { from, to }] of [
      ['now', spanOf(period, day)],
      ['before', spanBefore(period, day)],
    ] as const) {
      const [all] = await sql<Figures>(plain(`''`, ''), [tenant, from, to]);
      expect([period, when, said.total[when].orders, said.total[when].sale, said.total[when].cost]).toEqual([
        ...[period, when, all?.orders ?? 0, all?.sale ?? '0.00', all?.cost ?? '0.00'],
      ]);
    }
    const { from, to } = spanOf(period, day);
    for (const dim of ['channel', 'customer'] as const) {
      const truth = await sql<Figures & { key: string }>(plain(`o.${dim}::text`, ''), [tenant, from, to]);
      const told = said.groups
        .filter((each) => each.dim === dim)
        .map(({ key, now }) => ({ key, orders: now.orders, sale: now.sale, cost: now.cost }));
      expect(told.sort((a, b) => (a.key < b.key ? -1 : 1))).toEqual(truth.sort((a, b) => (a.key < b.key ? -1 : 1)));
    }
    for (const dim of ['level', 'zone'])
      expect(
        said.groups.filter((each) => each.dim === dim).reduce((sum, { now }) => sum + now.orders, 0),
        `${period} ${dim}`,
      ).toBe(said.total.now.orders);
    expect(said.series.reduce((sum, { orders }) => sum + orders, 0)).toBe(said.total.now.orders);
  }
  return true;
}

describe('the income dashboard', () => {
  it('says what the orders say, in every period and by everything', async () => {
    expect(await agrees()).toBe(true);
    const { currencies, total } = await figures(finance, { period: 'year', day });
    expect(currencies).toEqual(['USD', 'CNY']);
    expect(total.now.orders).toBeGreaterThan(50);
  }, 30_000);

  it('stays exact while orders change, go back, are removed and move to another day, and after sums are gathered', async () => {
    const about = `tenant_id = ${tenant} AND "orderNo" LIKE 'BOARD-%'`;
    await sql(`UPDATE "order" SET status = 'refunded' WHERE ${about} AND "orderNo" LIKE '%3'`);
    await sql(`UPDATE "order" SET "predictedSale" = "predictedSale" + 0.01 WHERE ${about} AND "orderNo" LIKE '%5'`);
    expect(await agrees()).toBe(true);
    await sql('SELECT boards.gather_income()');
    await sql(`UPDATE "order" SET status = 'ordered' WHERE ${about} AND "orderNo" LIKE '%33'`);
    await sql(`DELETE FROM "order" WHERE ${about} AND "orderNo" LIKE '%6'`);
    await sql(`UPDATE "order" SET channel = NULL WHERE ${about} AND "orderNo" = 'BOARD-1'`);
    await sql(
      `UPDATE "order" SET currency = 'USD', "orderedAt" = "orderedAt" + interval '13 hours' WHERE ${about} AND "orderNo" LIKE '%2'`,
    );
    expect(await agreesWithoutChannel()).toBe(true);
    await sql('SELECT boards.gather_income()');
    expect(await agreesWithoutChannel()).toBe(true);
  }, 30_000);

  it('has the days of the tenant, also of one that moves', async () => {
    const [before] = await sql<{ zone: string }>('SELECT "timeZone" AS zone FROM tenant WHERE id = $1', [tenant]);
    await sql(`UPDATE tenant SET "timeZone" = 'Asia/Kathmandu' WHERE id = $1`, [tenant]);
    expect(await agreesWithoutChannel()).toBe(true);
    await sql('UPDATE tenant SET "timeZone" = $2 WHERE id = $1', [tenant, before?.zone]);
    expect(await agreesWithoutChannel()).toBe(true);
  }, 30_000);

  it('sets what was billed beside what was predicted of the same orders, once a bill is locked', async () => {
    const orders = await sql<{ id: string; cost: string; sale: string }>(
      `SELECT o.id::text, o."predictedCost"::text AS cost, o."predictedSale"::text AS sale FROM "order" o WHERE o.tenant_id = $1 AND ${counts}
         AND o.currency = 'USD' AND o."orderedAt" BETWEEN '2026-03-02' AND '2026-03-30' ORDER BY o.id LIMIT 3`,
      [tenant],
    );
    const first = await figures(finance, { period: 'month', day });
    expect(first.total.now.billed).toBe(0);
    const [bill] = await sql<{ id: string }>(
      `INSERT INTO carrier_bill (tenant_id, id, number, "plainNumber", "carrierCode", account, "billDate", currency, status)
         SELECT $1, lading.new_id(), 'B1', 'B1', 'UPS', (SELECT min(id) FROM express_account WHERE tenant_id = $1), '2026-03-31', 'USD', 'matched' RETURNING id::text`,
      [tenant],
    );
    for (const [at, { id }] of orders.entries())
      for (const net of ['10.01', '-0.55'])
        await sql(
          `INSERT INTO carrier_bill_line (tenant_id, id, bill, line, currency, net, "matchState", "matchReason", "order", customer)
             VALUES ($1, lading.new_id(), $2, $3, 'USD', $4, 'matched', 'tracking', $5, (SELECT customer FROM "order" WHERE id = $5))`,
          [tenant, bill?.id, at + 1, net, id],
        );
    expect((await figures(finance, { period: 'month', day })).total.now.billed).toBe(0);
    await sql(`UPDATE carrier_bill SET status = 'locked' WHERE id = $1`, [bill?.id]);
    // What the customer is charged later, and one charge that is waived again.
    for (const [difference, status] of [
      ['2.34', 'billed'],
      ['-0.30', 'open'],
      ['9.00', 'disputed'],
    ])
      await sql(
        `INSERT INTO member_bill_line (tenant_id, id, status, kind, customer, "order", category, currency, old, new, difference, reason)
           SELECT $1, lading.new_id(), $4, 'carrier', customer, id, 'transport', 'USD', 0, $3, $3, 'weight' FROM "order" WHERE id = $2`,
        [tenant, orders[0]?.id, difference, status],
      );
    await sql(`UPDATE member_bill_line SET status = 'waived' WHERE "order" = $1 AND status = 'disputed'`, [
      orders[0]?.id,
    ]);
    const later = (Math.round(Number(orders[0]?.sale) * 100) + 204) / 100;
    const { total } = await figures(finance, { period: 'month', day });
    const predicted = orders.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0);
    expect(total.now).toMatchObject({ billed: 3, actualCost: '28.38', billedCost: (predicted / 100).toFixed(2) });
    expect(total.now).toMatchObject({ invoiced: 1, actualSale: later.toFixed(2) });
    const billed = await finance.post('Income/orders', { period: 'month', day, of: 'billed' });
    expect((billed.body.data as { rows: { id: string }[] }).rows.map(({ id }) => id).sort()).toEqual(
      orders.map(({ id }) => id).sort(),
    );
    // An order that stops counting takes what was billed of it along, and brings it back.
    await sql(`UPDATE "order" SET status = 'cancelled' WHERE id = $1`, [orders[0]?.id]);
    expect((await figures(finance, { period: 'month', day })).total.now.billed).toBe(2);
    await sql(`UPDATE "order" SET status = 'ordered' WHERE id = $1`, [orders[0]?.id]);
    expect((await figures(finance, { period: 'month', day })).total.now).toMatchObject({
      billed: 3,
      actualCost: '28.38',
    });
  }, 30_000);

  it('shows one salesperson’s customers alone, in figures and in the orders behind them', async () => {
    const whole = await figures(finance, { period: 'month', day });
    const customers = whole.groups.filter(({ dim }) => dim === 'customer');
    const [mine] = customers;
    const person = (
      await sql<{ id: string }>(`SELECT min(id)::text AS id FROM account WHERE tenant_id = $1`, [tenant])
    )[0]?.id;
    await sql(
      `UPDATE customer_config SET salesperson = $3, "salesFrom" = '2026-01-01' WHERE tenant_id = $1 AND customer = $2`,
      [...[tenant, mine?.key, person]],
    );
    await sql(`SELECT receivables.mark_sold()`, []);
    const asked = { period: 'month', day, salesperson: person };
    const theirs = await figures(finance, asked);
    expect(customers.length).toBeGreaterThan(1);
    expect(theirs.total).toEqual({ now: mine?.now, before: mine?.before });
    expect(theirs.groups.filter(({ dim }) => dim === 'customer')).toEqual([mine]);
    const { rows } = (await finance.post('Income/orders', asked)).body.data as { rows: { customer: string }[] };
    expect([...new Set(rows.map(({ customer }) => customer))]).toEqual([mine?.key]);
    // Another person from the same day on takes them over.
    await sql(
      `UPDATE customer_config SET salesperson = (SELECT max(id) FROM account WHERE tenant_id = $1), "salesFrom" = '2025-12-31'
        WHERE tenant_id = $1 AND customer = $2`,
      [tenant, mine?.key],
    );
    await sql(`SELECT receivables.mark_sold()`, []);
    expect((await figures(finance, asked)).total.now).toMatchObject({ orders: 0, sale: '0.00' });
  });

  it('leads from each figure to the orders behind it', async () => {
    const { groups } = await figures(finance, { period: 'month', day });
    for (const { dim, key, now } of groups.filter(({ now }) => now.orders < 50)) {
      const { rows, more } = (await finance.post('Income/orders', { period: 'month', day, dim, key })).body.data as {
        rows: { sale: string }[];
        more: boolean;
      };
      const cents = rows.reduce((sum, { sale }) => sum + Math.round(Number(sale) * 100), 0);
      expect([dim, key, rows.length, cents, more]).toEqual([
        dim,
        key,
        now.orders,
        Math.round(Number(now.sale) * 100),
        false,
      ]);
    }
  });

  it('shows cost and margin to who may see them, a branch its own orders, and members nothing', async () => {
    expect((await figures(admin, { period: 'year', day })).total.now.cost).not.toBeNull();
    const seen = await figures(clerk, { period: 'year', day });
    expect(seen.seesCost).toBe(false);
    expect(JSON.stringify(seen)).not.toMatch(/"(cost|margin|billedCost|actualCost)":"/);
    const rows = (await clerk.post('Income/orders', { period: 'year', day })).body.data as object;
    expect(JSON.stringify(rows)).not.toMatch(/"(cost|margin|actualCost)":"/);
    const [branch] = await sql<{ orders: number }>(
      `SELECT count(*)::integer AS orders FROM "order" o WHERE o.tenant_id = $1 AND ${counts} AND coalesce(o.currency, 'USD') = 'USD'
         AND o.org_id IN (SELECT id FROM org WHERE id = $2 OR parent = $2) AND (o."orderedAt" AT TIME ZONE (SELECT "timeZone" FROM tenant WHERE id = $1))::date >= '2026-01-01'`,
      [tenant, world.person('north clerk').org],
    );
    expect(seen.total.now.orders).toBe(branch?.orders);
    expect(branch?.orders).toBeLessThan((await figures(admin, { period: 'year', day })).total.now.orders);
    expect((await member.post('Income/figures', { period: 'year' })).body.success).toBe(false);
    expect((await member.post('Income/orders', { period: 'year' })).body.success).toBe(false);
    const south = await figures(world.person('south finance').person, { period: 'year', day });
    expect(south.total.now.orders).toBe(0);
  });
});

/** The channel of one order is none by now, which has no key of its own in SQL. */
async function agreesWithoutChannel(): Promise<boolean> {
  await sql(
    `UPDATE "order" SET channel = (SELECT min(id) FROM channel WHERE tenant_id = $1) WHERE "orderNo" = 'BOARD-1'`,
    [tenant],
  );
  const same = await agrees();
  await sql(`UPDATE "order" SET channel = NULL WHERE "orderNo" = 'BOARD-1'`);
  return same;
}
