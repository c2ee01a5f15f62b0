import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellLowBalances } from '../../server/domain/members/balance.ts';
import { added, moneyOf, reasons, state, type Money } from '../support/money.ts';
import { openWorld, type World } from '../support/world.ts';
import type { Person } from '../support/test-app.ts';

let world: World;
let money: Money;
type Row = Record<string, unknown>;
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const tell = () => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('a node that serves has services');
  return tellLowBalances(services);
};
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  await sql('UPDATE customer_config SET "alertBalance" = NULL');
}, 120_000);
afterAll(() => world?.close());

/** Takes money of Acme's away. */
const deduct = async (amount: number) => {
  const of = { customer: money.customer('acme'), reason: 'other', trackingNo: 'T', description: 'Test' };
  const id = added(await money.finance.post('Deduction/add', { ...of, amount }));
  expect(state(await money.finance.post('Deduction/confirm', { id }))).toBe('confirmed');
};

describe('a threshold of the balance', () => {
  const threshold = async (amount: number) => {
    const [{ id } = { id: '' }] = await sql('SELECT id::text FROM customer_config WHERE customer = $1', [
      money.customer('acme'),
    ]);
    data(await money.member.post('MemberConfig/edit', { id, alertBalance: amount }));
  };
  const bell = async () =>
    (
      await sql(
        `SELECT e.payload FROM lading.event e JOIN account a ON a.id = e.account_id WHERE e.kind = 'message' AND a.account = 'member' AND a.tenant_id = $1`,
        [world.homes.north.tenant],
      )
    ).length;

  it('is reported once for each crossing, and not when it alone is raised', async () => {
    // A balance of its own to begin with.
    await sql(`UPDATE ledger_account SET balance = 1000 WHERE kind = 'available' AND customer = $1`, [
      money.customer('acme'),
    ]);
    await threshold(990);
    expect(await tell()).toBe(0);
    await deduct(20);
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    await deduct(5);
    expect(await tell()).toBe(0);
    expect(await bell()).toBe(1);
    const mails = await sql(`SELECT title, content FROM mail WHERE template LIKE 'balanceLow:%'`);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0])).toMatch(/975|980/);
    await threshold(2000);
    expect(await tell(), 'a raised threshold tells nobody').toBe(0);
    await threshold(970);
    expect(await tell()).toBe(0);
    await deduct(10);
    expect(await tell(), 'the next crossing').toBe(1);
    expect(await bell()).toBe(2);
  });

  it('shows staff who runs dry, and no member', async () => {
    await deduct(900);
    const { rows } = data<{ rows: Row[] }>(await money.admin.post('Members/runningDry', {}));
    expect(rows.map(({ customer }) => customer)).toContain(money.customer('acme'));
    const acme = rows.find(({ customer }) => customer === money.customer('acme'));
    expect(Number(acme?.['daily'])).toBeGreaterThan(0);
    expect((await money.member.post('Members/runningDry', {})).status).toBe(403);
  });
});

describe('a new member', () => {
  it('is admitted as a customer with the settings and channels of a template', async () => {
    const { samples } = world.homes.north;
    const account = samples.get('account/newcomer') ?? '';
    const named = `UPDATE config SET value = $1 WHERE code = 'NEWCOMER_TEMPLATE' AND tenant_id = $2`;
    await sql(named, ['GONE', world.homes.north.tenant]);
    expect(reasons(await money.admin.post('Onboarding/admit', { account, code: 'NEW-1' }))).toEqual([
      'template members.noTemplate',
    ]);
    expect(data(await money.admin.post('Onboarding/admission', { account }))).toMatchObject({
      usual: { named: 'GONE', id: null },
    });
    await sql(named, ['-', world.homes.north.tenant]);
    const template = money.customer('acme');
    expect((await money.member.post('Onboarding/admit', { account, code: 'NEW-1', template })).status).toBe(403);
    const { customer } = data<{ customer: string }>(
      await money.admin.post('Onboarding/admit', { account, code: 'NEW-1', template }),
    );
    const config = await sql(
      'SELECT "packageLimit", "riskAction" FROM customer_config WHERE customer = ANY ($1::bigint[]) ORDER BY customer = $2',
      [[template, customer], customer],
    );
    expect(config).toHaveLength(2);
    expect(config[0]).toEqual(config[1]);
    const channels = async (of: string) =>
      (await sql(`SELECT FROM customer_channel WHERE customer = $1 AND status = 'enabled'`, [of])).length;
    expect(await channels(customer)).toBe(await channels(template));
    expect(await sql('SELECT status, customer::text FROM account WHERE id = $1', [account])).toEqual([
      { status: '0', customer },
    ]);
    expect(reasons(await money.admin.post('Onboarding/admit', { account, code: 'NEW-2', template }))).toEqual([
      'account members.notWaiting',
    ]);
  });

  it('is admitted without a template too: with the usual settings, and the review leads on to channels', async () => {
    const waiting = `UPDATE account SET status = '3', customer = NULL, company = 'Plain Goods' WHERE account = 'sibling' AND tenant_id = $1
      RETURNING id::text`;
    const [row] = await sql(waiting, [world.homes.north.tenant]);
    const account = String(row?.['id']);
    expect(data(await money.admin.post('Onboarding/admission', { account }))).toEqual({ usual: null, customer: null });
    const { customer } = data<{ customer: string }>(
      await money.admin.post('Onboarding/admit', { account, code: 'PLAIN' }),
    );
    const config = await sql(
      'SELECT payment, "accountingStart"::text AS start FROM customer_config WHERE customer = $1',
      [customer],
    );
    expect(config).toEqual([{ payment: 'prepaid', start: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) }]);
    expect(data(await money.admin.post('Onboarding/admission', { account }))).toMatchObject({
      customer: { id: customer, name: 'Plain Goods', channels: 0 },
    });
    expect((await money.member.post('Onboarding/admission', { account })).status).toBe(403);
  });

  it('accepts the contract that counts, sees where to pay, and what is left to do', async () => {
    const { samples } = world.homes.north;
    const present = samples.get('contract/present') ?? '';
    const before = data(await money.member.post('Onboarding/progress', {}));
    expect(before).toMatchObject({
      contract: { id: present, accepted: false },
      steps: { channels: true },
      payTo: expect.any(String),
    });
    const old = samples.get('contract/first') ?? '';
    expect(reasons(await money.member.post('Onboarding/accept', { contract: old }))).toEqual([
      'contract members.otherContract',
    ]);
    data(await money.member.post('Onboarding/accept', { contract: present }));
    expect(data(await money.member.post('Onboarding/progress', {}))).toMatchObject({ contract: { accepted: true } });
    const [kept] = await sql(
      'SELECT contract::text, "contractBy"::text AS by, "contractAt" IS NOT NULL AS at FROM customer_config WHERE customer = $1',
      [money.customer('acme')],
    );
    expect(kept).toEqual({ contract: present, by: world.person('north member').account, at: true });
    expect((await money.admin.post('Onboarding/progress', {})).status).toBe(403);
  });
});
