import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifySql } from '../../../server/domain/ledger/verify-sql.ts';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import type { Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
let platform: Person;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  platform = world.person('platform superAdmin').person;
});
afterAll(() => world?.close());

const slipOf = async (person: Person): Promise<string> =>
  (await person.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
const wish = async (person: Person, amount = 900) => ({
  ...{ amount, method: 'wire', paidOn: '2025-06-02', bankReference: 'WT 1' },
  attachment: await slipOf(person),
});
const submitted = async (person: Person = money.finance, amount?: number) => {
  const id = added(await person.post('TenantRecharge/add', await wish(person, amount)));
  expect(state(await person.post('TenantRecharge/submit', { id }))).toBe('pending');
  return id;
};
const detail = async (person: Person, path: string, id: string) =>
  (await person.get(`${path}/detail`, { id })).body.data as Record<string, unknown> | null;
const flow = async (person: Person) => {
  const { data } = (await person.get('TenantFlow/page', { pageSize: '100', sortField: 'id', sortOrder: 'ascend' }))
    .body;
  const { rows } = data as { rows: Record<string, unknown>[] };
  return rows.map((row) => [row['kind'], row['moneyIn'] ?? null, row['moneyOut'] ?? null, row['balanceAfter']]);
};
const wallet = async (tenant: string) => {
  const { rows } = await world.owner.query<{ balance: string }>(
    `SELECT balance::numeric(14, 2)::text AS balance FROM ledger_account WHERE kind = 'tenantWallet' AND tenant = $1 AND currency = 'USD'`,
    [tenant],
  );
  return rows[0]?.balance ?? null;
};

describe('the wallet of a tenant', () => {
  it('is recharged by staff with a slip, and credited by the platform with what has really come', async () => {
    const { attachment, ...bare } = await wish(money.finance);
    expect(attachment).toBeTruthy();
    expect(reasons(await money.finance.post('TenantRecharge/add', bare))).toEqual(['attachment required']);
    const before = await flow(money.finance);
    const id = await submitted();

    const review = await detail(platform, 'TenantRechargeAdmin', id);
    expect(review).toMatchObject({ status: 'pending', amount: 900, tenant: world.homes.north.tenant, currency: 'USD' });
    const opened = await platform.raw('sysFileInfo/download', { id: String(review?.['attachment']) });
    expect([opened.statusCode, opened.body]).toEqual([200, '%PDF-1.4\n%%EOF\n']);

    for (const postedAmount of [undefined, 0, -5])
      expect((await platform.post('TenantRechargeAdmin/pass', { id, postedAmount })).body.success).toBe(false);
    const passed = { id, postedAmount: 885.5, remarks: 'Bank fee' };
    expect(state(await platform.post('TenantRechargeAdmin/pass', passed))).toBe('passed');
    expect(await detail(money.finance, 'TenantRecharge', id)).toMatchObject({
      ...{ status: 'passed', postedAmount: 885.5, remarks: 'Bank fee' },
    });
    expect(await money.lines(id)).toEqual(['recharge bankClearing>tenantWallet 885.50']);
    expect(await wallet(world.homes.north.tenant)).toBe('885.50');
    expect((await platform.post('TenantRechargeAdmin/pass', passed)).body.success).toBe(false);

    const charge = { id: world.homes.north.tenant, amount: 99.5, reason: 'June' };
    expect((await platform.post('sysTenant/charge', { ...charge, amount: 886 })).body.issues).toMatchObject([
      { code: 'ledger.notEnough' },
    ]);
    expect((await platform.post('sysTenant/charge', charge)).body.success).toBe(true);
    expect(state(await platform.post('TenantRechargeAdmin/reverse', { id, reverseReason: 'Called back' }))).toBe(
      'reversed',
    );
    expect(await detail(money.finance, 'TenantRecharge', id)).toMatchObject({
      ...{ status: 'reversed', reverseReason: 'Called back' },
    });
    // What never came is taken back, also where it has been spent: the wallet then owes.
    expect((await flow(money.finance)).slice(before.length)).toEqual([
      ['recharge', 885.5, null, 885.5],
      ['tenantFee', null, 99.5, 786],
      ['reversal', null, 885.5, -99.5],
    ]);
    const { rows } = await world.owner.query<{ number: string }>(
      `SELECT DISTINCT reference AS number FROM tenant_flow WHERE tenant_id = $1 AND kind = 'reversal' AND note = 'Called back'`,
      [world.homes.north.tenant],
    );
    expect(rows).toEqual([{ number: review?.['rechargeNo'] }]);
  });

  it('is refused with remarks, or taken back by the tenant before anybody has looked', async () => {
    const id = await submitted();
    expect(reasons(await platform.post('TenantRechargeAdmin/refuse', { id }))).toEqual(['remarks required']);
    expect(reasons(await platform.post('TenantRechargeAdmin/refuse', { id, remarks: 'x'.repeat(201) }))).toHaveLength(
      1,
    );
    expect(state(await platform.post('TenantRechargeAdmin/refuse', { id, remarks: 'Other payee' }))).toBe('refused');
    expect(await detail(money.finance, 'TenantRecharge', id)).toMatchObject({
      ...{ status: 'refused', remarks: 'Other payee', postedAmount: null },
    });

    const other = await submitted();
    expect(state(await money.admin.post('TenantRecharge/withdraw', { id: other }))).toBe('draft');
    expect(await detail(platform, 'TenantRechargeAdmin', other)).toMatchObject({ status: 'withdrawn' });
    expect((await platform.post('TenantRechargeAdmin/pass', { id: other, postedAmount: 900 })).body.success).toBe(
      false,
    );
    expect((await money.finance.post('TenantRecharge/edit', { id: other, amount: 750 })).body.success).toBe(true);
    expect(state(await money.finance.post('TenantRecharge/submit', { id: other }))).toBe('pending');
    expect(await detail(platform, 'TenantRechargeAdmin', other)).toMatchObject({ status: 'pending', amount: 750 });
    expect(await money.lines(other)).toEqual([]);
  });

  it('is not reviewed by the person who asked for it, nor by others of the tenant', async () => {
    const id = await submitted();
    for (const path of ['TenantRechargeAdmin/pass', 'TenantRecharge/pass'])
      expect((await money.admin.post(path, { id, postedAmount: 900 })).body.success).toBe(false);
    const { account } = world.person('platform superAdmin');
    await world.owner.query('UPDATE tenant_recharge_review SET "createdBy" = $2 WHERE id = $1', [id, account]);
    expect((await platform.post('TenantRechargeAdmin/pass', { id, postedAmount: 900 })).body.issues).toMatchObject([
      { code: 'ownRecharge' },
    ]);
  });

  it('is each tenant’s own, and nothing for clerks and members', async () => {
    const south = world.person('south finance').person;
    const mine = await submitted(south, 40);
    expect(state(await platform.post('TenantRechargeAdmin/pass', { id: mine, postedAmount: 40 }))).toBe('passed');
    expect((await flow(south)).at(-1)).toEqual(['recharge', 40, null, 40]);
    expect((await flow(money.finance)).at(-1)).not.toEqual(['recharge', 40, null, 40]);
    expect(await detail(money.finance, 'TenantRecharge', mine)).toBeNull();
    for (const person of [money.clerk, money.member])
      for (const path of ['TenantFlow', 'TenantRecharge']) expect((await person.get(`${path}/page`)).status).toBe(403);
    expect((await money.finance.get('TenantRechargeAdmin/page')).status).toBe(403);
  });

  it('is never reopened, forged or decided by a tenant, whatever its own flow says', async () => {
    const id = await submitted(money.finance, 300);
    expect(state(await platform.post('TenantRechargeAdmin/pass', { id, postedAmount: 300 }))).toBe('passed');
    const before = await detail(platform, 'TenantRechargeAdmin', id);
    const finance = await world.test.node.actors.byToken(money.finance.token);
    if (!finance) throw new Error('finance is signed in');
    const again = (status: string) =>
      world.test.node.context.database
        .write(finance.entrance, (transaction) =>
          transaction.run({
            text: `UPDATE tenant_recharge SET status = $2, amount = 8888.88, "postedAmount" = 7777.77, remarks = 'forged' WHERE id = $1`,
            values: [id, status],
          }),
        )
        .then(
          () => 'done',
          (error: { details?: { issues?: { code: string }[] } }) => error.details?.issues?.[0]?.code,
        );
    for (const status of ['pending', 'draft', 'refused', 'reversed'])
      expect(await again(status)).toBe('wallet.reviewed');
    expect(await detail(platform, 'TenantRechargeAdmin', id)).toEqual(before);
    const draft = added(await money.finance.post('TenantRecharge/add', await wish(money.finance, 10)));
    await world.owner.query(`UPDATE tenant_recharge SET "postedAmount" = 99, remarks = 'forged' WHERE id = $1`, [
      draft,
    ]);
    await money.finance.post('TenantRecharge/submit', { id: draft });
    expect(await detail(platform, 'TenantRechargeAdmin', draft)).toMatchObject({
      ...{ status: 'pending', amount: 10, postedAmount: null, remarks: null },
    });
  });

  it('is kept in books that offer the platform nothing but to be read', async () => {
    for (const path of ['LedgerTransfer', 'LedgerAccount', 'TenantFlow']) {
      const { codes } = (await platform.get(`meta/${path}`)).body.data as { codes: string[] };
      expect([path, codes.toSorted()]).toEqual([path, ['export', 'read']]);
      const { rows } = (await platform.get(`${path}/page`)).body.data as { rows: { _can: string[] }[] };
      expect([path, rows.flatMap(({ _can }) => _can)]).toEqual([path, []]);
      for (const verb of ['add', 'delete'])
        expect((await platform.post(`${path}/${verb}`, {})).body.success).toBe(false);
    }
    const log = (await platform.get('meta/sysOpLog')).body.data as { codes: string[] };
    expect(log.codes).not.toContain('edit');
  });

  it('is proven with the rest of the ledger: a movement that tells something else is found', async () => {
    const found = async () => (await world.owner.query<{ check: string }>(verifySql)).rows.map(({ check }) => check);
    expect(await found()).not.toContain('flow');
    await world.owner.query(`UPDATE tenant_flow SET "moneyIn" = 41 WHERE "moneyIn" = 40`);
    expect(await found()).toContain('flow');
  });
});
