import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveTenant, type MoveStep } from '../../../server/cells/move-tenant.ts';
import { openOtherCell, type OtherCell } from '../../support/cells.ts';
import { added, moneyOf, reasons, state } from '../../support/money.ts';
import { hosts, secretKey, type Answer, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

const address = 'https://north.other.example';
const elsewhere = [' ledger.walletElsewhere'];

/* The people of the platform go on while a tenant is moved: what they book and write must not be lost or doubled. */
describe('the platform at work while a tenant moves', () => {
  let world: World;
  let other: OtherCell;
  let platform: Person;
  let tenant = '';
  let pending = '';
  let order = '';
  const wallets = async (at: World | OtherCell): Promise<string | undefined> => {
    const { rows } = await at.owner.query<{ balance: string }>(
      `SELECT balance::numeric(14, 2)::text AS balance FROM ledger_account WHERE kind = 'tenantWallet' AND tenant = $1`,
      [tenant],
    );
    return rows[0]?.balance;
  };
  const charge = (person: Person): Promise<Answer> =>
    person.post('sysTenant/charge', { id: tenant, amount: 100, reason: 'carrier accounts' });
  const record = 'SELECT FROM tenant WHERE id = $1 FOR NO KEY UPDATE';
  const wallet = `SELECT FROM ledger_account WHERE tenant = $1 AND kind = 'tenantWallet' FOR NO KEY UPDATE`;
  /** Locks the first row, and the second once the move waits for the first. Its own deadlock check comes last. */
  const act = async ([first, second]: readonly [string, string]) => {
    const client = new pg.Client(world.test.databaseUrl);
    await client.connect();
    await client.query(`SET deadlock_timeout = '40s'; BEGIN`);
    await client.query(first, [tenant]);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const rest = async () => {
      const waiting = async () =>
        (await world.owner.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0]?.pid]))
          .rowCount;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      await client.query(second, [tenant]);
      await client.query('COMMIT');
      await client.end();
    };
    return { done: rest() };
  };
  /** Looks for a deadlock only after the other one waits too, on a slow machine as well. */
  const patient = (url: string): string => {
    const address = new URL(url);
    address.searchParams.set('options', '-c deadlock_timeout=5s');
    return address.href;
  };
  const move = (meanwhile: Partial<Record<MoveStep, () => Promise<void>>>) =>
    moveTenant({
      ...{ code: 'north', address, notice: 0, onStep: async (step) => meanwhile[step]?.() },
      from: { databaseUrl: patient(world.test.databaseUrl), files: world.test.files, secretKeys: [secretKey] },
      to: { databaseUrl: other.test.databaseUrl, files: other.test.files, secretKeys: [secretKey] },
    });

  beforeAll(async () => {
    [world, other] = await Promise.all([openWorld(), openOtherCell()]);
    await world.owner.query('DROP SCHEMA test CASCADE');
    ({ tenant } = world.homes.north);
    platform = world.person('platform superAdmin').person;
    const { finance } = moneyOf(world);
    const recharge = async (): Promise<string> => {
      const slip = (await finance.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
      const form = { amount: 500, method: 'wire', paidOn: '2025-06-02', attachment: slip };
      const id = added(await finance.post('TenantRecharge/add', form));
      state(await finance.post('TenantRecharge/submit', { id }));
      return id;
    };
    await platform.post('TenantRechargeAdmin/pass', { id: await recharge(), postedAmount: 500 });
    pending = await recharge();
    const sets = [{ code: 'one', value: 'One', price: 30, days: 30, orders: 900, ordersPer: 'month', seats: 90 }];
    const sold = { code: 'small', name: 'Small', kind: 'addOn', currency: 'USD', sets, refundPeriod: 'any' };
    const goods = added(await platform.post('Goods/add', sold));
    state(await platform.post('Goods/sell', { id: goods }));
    const purchase = { key: 'purchase-1', goods, set: 'one', quantity: 1, begins: 'after', amount: '30.00' };
    const bought = await finance.post('TenantShop/buy', purchase);
    ({ order } = bought.body.data as { order: string });
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    await other?.close();
  });

  it('books nothing in its wallet, and its other changes arrive', async () => {
    expect(await wallets(world)).toBe('470.00');
    const refused: Answer[] = [];
    const acting: { done: Promise<void> }[] = [];
    let renamed = false;
    await move({
      'hand-over': async () => {
        refused.push(await charge(platform));
        refused.push(await platform.post('GoodsOrder/refund', { id: order }));
        if (renamed) {
          // Of two that wait for each other the move begins again; then it waits for an action that is first.
          acting.push(await act(acting.length === 0 ? [wallet, record] : [record, wallet]));
          return;
        }
        renamed = true;
        const { version } = (await platform.get('sysTenant/detail', { id: tenant })).body.data as { version: number };
        const edited = await platform.post('sysTenant/edit', { id: tenant, version, phone: '+1 555 0199' });
        expect(edited.body.issues ?? []).toEqual([]);
        expect(edited.body.success).toBe(true);
      },
    });
    await Promise.all(acting.map(({ done }) => done));
    expect(acting).toHaveLength(2);
    expect(refused.map(reasons)).toEqual(refused.map(() => elsewhere));
    expect([await wallets(world), await wallets(other)]).toEqual(['0.00', '470.00']);
    const { rows } = await other.owner.query('SELECT phone FROM tenant WHERE id = $1', [tenant]);
    expect(rows).toEqual([{ phone: '+1 555 0199' }]);
  }, 60_000);

  it('books nothing for it where it was', async () => {
    expect(reasons(await charge(platform))).toEqual(elsewhere);
    expect(reasons(await platform.post('GoodsOrder/refund', { id: order }))).toEqual(elsewhere);
    const passed = await platform.post('TenantRechargeAdmin/pass', { id: pending, postedAmount: 500 });
    expect([passed.body.success, reasons(passed)]).toEqual([false, elsewhere]);
    expect(await wallets(world)).toBe('0.00');
    const there = await other.test.signIn(hosts.platform, 'superAdmin');
    expect(state(await there.post('TenantRechargeAdmin/pass', { id: pending, postedAmount: 500 }))).toBe('passed');
    expect((await charge(there)).body.success).toBe(true);
    expect(await wallets(other)).toBe('870.00');
  }, 60_000);
});
