import { rowQuery } from '../../server/modules/row-query.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, hold } from '../../server/domain/ledger/holds.ts';
import { postAll, type Leg } from '../../server/domain/ledger/posting.ts';
import { shareDistribution } from '../../server/domain/members/sub-customers.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { moneyOf, reasons, type Money } from '../support/money.ts';
import { hosts, password, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* A customer with distribution, and customers of its own: their way in, their prices, their money. */

type Row = Record<string, unknown>;
let world: World;
let money: Money;
let parent: Person;
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows as Row[];
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
const tenant = () => world.homes.north.tenant;

/** Statements in a transaction of the tenant, as a step of a record runs them. */
async function inTenant<T>(run: (on: Parameters<typeof postAll>[0]) => Promise<T>): Promise<T> {
  const client = await world.owner.connect();
  try {
    await client.query(
      `BEGIN; SELECT set_config('lading.tenant', '${tenant()}', true), set_config('lading.member', '', true)`,
    );
    const done = await run({ query: rowQuery(async (text, values) => (await client.query(text, [...values])).rows) });
    await client.query('COMMIT');
    return done;
  } finally {
    client.release();
  }
}

async function signInAs(account: string, customer: string): Promise<Person> {
  const [role] = await sql(`SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'member'`, [tenant()]);
  const of = { org: sample('org/operations'), adminType: '4', customer, roles: [role?.['id']] };
  await insertOrFail(world.test.node.context, world.homes.north.actor, 'account', [
    { input: { account, password, name: account, ...of } },
  ]);
  return world.test.signIn(hosts.north, account, true);
}

const second = { code: 'JD0002', name: 'Second hand', contact: 'Ann', email: 'ann@second.example', percent: 7.5 };
const subs = async () => data<{ subs: Row[] }>(await parent.post('Members/subCustomers', {})).subs;
const one = async (code = 'JD0002') => (await subs()).find((each) => each['code'] === code) ?? {};
let jieda = '';

beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  jieda = sample('customer/jieda');
  parent = await signInAs('jieda-head', jieda);
  const about = { currency: 'USD', ref: { entity: 'customer-config', id: sample('customer-config/jieda') } };
  const funded = { key: 'test:fund', kind: 'adjustment', amount: '50000', ...about } as const;
  const legs = [
    { ...funded, debit: { kind: 'bankClearing' }, credit: { kind: 'available', customer: jieda } },
  ] as const;
  await inTenant((on) => postAll(on, legs));
}, 120_000);
afterAll(() => world?.close());

describe('a customer of a customer', () => {
  it('is added by a parent with distribution, with its channels and a sign-in by mail', async () => {
    const wrong = await parent.post('Members/addSubCustomer', { ...second, code: 'XX0001' });
    expect(reasons(wrong)).toEqual(['code network.subCustomerNumber']);
    const { id } = data<{ id: string }>(await parent.post('Members/addSubCustomer', second));
    // The same again answers the same, and writes nothing.
    expect(data(await parent.post('Members/addSubCustomer', second))['id']).toBe(id);
    const channels = (customer: string) =>
      sql(
        `SELECT channel::text, level::text FROM customer_channel WHERE customer = $1 AND status = 'enabled' ORDER BY 1`,
        [customer],
      );
    expect(await channels(id)).toEqual(await channels(jieda));
    expect(await one()).toMatchObject({ id, percent: 7.5, balance: 0, people: 1, status: 'enabled' });
    expect(await sql(`SELECT "to" FROM mail WHERE template LIKE 'invitation:%'`)).toEqual([{ to: second.email }]);
    const other = world.person('north member').person;
    expect(data(await other.post('Members/subCustomers', {}))).toMatchObject({ distribution: false, subs: [] });
    expect(reasons(await other.post('Members/addSubCustomer', { ...second, code: 'JD0003' }))).toEqual([
      ' network.noDistribution',
    ]);
  });

  it('sees nothing of its parent, and its parent no other’s', async () => {
    const { id } = await one();
    const person = await signInAs('second-hand', String(id));
    const [settings] = data<{ rows: Row[] }>(await person.get('MemberConfig/page')).rows;
    const [own] = data<{ rows: Row[] }>(await person.get('Customer/page')).rows;
    for (const hidden of ['distributionPercent', 'parentCode', 'parent']) {
      expect(settings).not.toHaveProperty(hidden);
      expect(own).not.toHaveProperty(hidden);
    }
    expect(settings?.['discountPercent']).toBe(0);
    expect(data<{ rows: Row[] }>(await person.get('Customer/page', { id: jieda })).rows).toEqual([]);
    expect(data(await person.post('Members/subCustomers', {}))).toMatchObject({ distribution: false, subs: [] });
    for (const [call, more] of [
      ['changeSubCustomer', { percent: 1 }],
      ['allot', { version: 1, amount: 1 }],
      ['subStatement', {}],
    ] as const) {
      const strange = await parent.post(`Members/${call}`, { customer: sample('customer/acme'), ...more });
      expect([call, reasons(strange)]).toEqual([call, ['customer reference.missing']]);
      expect(reasons(await person.post(`Members/${call}`, { customer: id, ...more }))).toEqual([
        ' network.noDistribution',
      ]);
      const foreign = await world.person('south member').person.post(`Members/${call}`, { customer: id, ...more });
      expect(foreign.body.success).toBe(false);
    }
  });

  it('has money of its parent, which moves once and not beyond the limit', async () => {
    const { id, version } = await one();
    const give = (amount: number, seen: unknown, back = false) =>
      parent.post('Members/allot', { customer: id, version: seen, amount, back });
    const answers = await Promise.all([give(120.5, version), give(120.5, version)]);
    expect(answers.flatMap(({ body }) => body.issues?.map(({ message }) => message) ?? [])).toEqual([
      'Something has changed since the page was opened. Look again before money moves.',
    ]);
    expect(await money.balance('available', String(id))).toBe(12_050);
    const start = await money.balance('available', jieda);
    const next = (await one())['version'];
    expect((await give(9_000_000, next)).body.success).toBe(false);
    expect((await give(200, next, true)).body.success).toBe(false);
    expect(await money.balance('available', jieda)).toBe(start);
    data(await give(20.5, next, true));
    expect(await money.balance('available', String(id))).toBe(10_000);
    expect(await money.balance('available', jieda)).toBe(start + 2050);
    const { lines } = data<{ lines: Row[] }>(await parent.post('Members/subStatement', { customer: id }));
    expect(lines.map((line) => [line['moneyIn'], line['moneyOut'], line['balance']])).toEqual(
      [
        [null, 20.5, 100],
        [120.5, null, 120.5],
      ].map((row) => row.map((cell) => cell ?? (expect.toSatisfy((none) => none === null || none === 0) as unknown))),
    );
  });

  it('pays its parent what that adds, once, and takes it back with a refund', async () => {
    const { id } = await one();
    const [order] = await sql(
      `UPDATE "order" SET customer = $1 WHERE id = (SELECT id FROM "order" WHERE tenant_id = $2 AND status = 'ordered' ORDER BY id LIMIT 1)
       RETURNING id::text`,
      [id, tenant()],
    );
    const ref = { entity: 'order', id: String(order?.['id']) };
    await sql('DELETE FROM order_charge WHERE "order" = $1', [ref.id]);
    await sql(
      `INSERT INTO order_charge (tenant_id, id, version, "createdAt", "order", customer, side, phase, category, currency, amount, at, sight)
       SELECT $1, lading.new_id(), 1, now(), $2, $3, 'sale', 'predicted', c.category, 'USD', c.amount, now(), 'hidden'
         FROM (VALUES ('base', 40.00), ('distribution', 3.00)) c(category, amount)`,
      [tenant(), ref.id, id],
    );
    const before = await money.balance('available', jieda);
    const held = { key: 'test:hold', customer: String(id), amount: '43', currency: 'USD', ref };
    const settled = { hold: 'test:hold', key: 'test:capture', to: 'revenueShipping', ref } as const;
    expect(await inTenant(async (on) => [...(await hold(on, held)), ...(await capture(on, settled))])).toEqual([]);
    const { services } = world.test.node.context;
    if (!services) throw new Error('a node that serves has services');
    const share = () => shareDistribution(services);
    await Promise.all([share(), share()]);
    await share();
    expect(await money.balance('available', jieda)).toBe(before + 300);
    const back: Leg = {
      ...{ key: `order-refund:${ref.id}`, kind: 'refund', amount: '43', currency: 'USD', ref },
      ...{ debit: { kind: 'revenueShipping' }, credit: { kind: 'available', customer: String(id) } },
    };
    expect(await inTenant((on) => postAll(on, [back]))).toEqual([]);
    await Promise.all([share(), share()]);
    expect(await money.balance('available', jieda)).toBe(before);
    expect(await share()).toBe(0);
  });

  it('is stopped and let in again by its parent', async () => {
    const { id } = await one();
    data(await parent.post('Members/changeSubCustomer', { customer: id, enabled: false, percent: 9 }));
    expect(await one()).toMatchObject({ status: 'disabled', percent: 9 });
    data(await parent.post('Members/changeSubCustomer', { customer: id, enabled: true, channels: true }));
    expect(await one()).toMatchObject({ status: 'enabled' });
  });
});
