import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveSteps, moveTenant, stayHere, type MoveStep } from '../../../server/cells/move-tenant.ts';
import { findings, openOtherCell, type OtherCell } from '../../support/cells.ts';
import { added, moneyOf, state } from '../../support/money.ts';
import { hosts, personOf, secretKey } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

const claim = {
  entity: 'insurance-claim',
  path: 'InsuranceClaim',
  title: 'reason',
  fields: { reason: { type: 'text', required: true, maxLength: 40, unique: true } },
  list: { columns: ['reason'], filters: ['reason'], search: ['reason'], sort: '-createdAt' },
  form: { basic: [['reason']] },
  access: { clerk: { codes: ['read', 'add'] } },
};
const words = { name: 'Claim', plural: 'Claims', fields: { reason: 'Reason' } };
const address = 'https://north.other.example';

describe('a tenant that moves to another installation', () => {
  let world: World;
  let other: OtherCell;
  let tenant = '';
  let found: string[] = [];
  let program = '';
  let pending = '';
  let fileId = '';
  const cells = () => ({
    code: 'north',
    from: { databaseUrl: world.test.databaseUrl, files: world.test.files, secretKeys: [secretKey] as [string] },
    to: { databaseUrl: other.test.databaseUrl, files: other.test.files, secretKeys: [secretKey] as [string] },
  });
  const move = (until?: MoveStep) =>
    moveTenant({
      ...{ ...cells(), address, notice: 0 },
      onStep: (step) => {
        if (step === until) throw new Error(`killed before ${step}`);
      },
    });
  /** Everywhere the tenant has rows, at both: tables and their number. */
  const orders = async (at: World | OtherCell) => {
    const { rows } = await at.owner.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM "order" WHERE tenant_id = $1',
      [tenant],
    );
    return rows[0]?.n ?? 0;
  };
  /** A node notices within a second. */
  const expectStatus = async (at: World | OtherCell, of: MoveStep | 'stop', status: number) => {
    const person = personOf(at.test.app, hosts.north, world.person('north clerk').person.token);
    const asked = async () => `${of}: ${(await person.get('Order/page')).status}`;
    await expect.poll(asked, { timeout: 10_000 }).toBe(`${of}: ${status}`);
  };

  beforeAll(async () => {
    [world, other] = await Promise.all([openWorld(), openOtherCell()]);
    await world.owner.query('DROP SCHEMA test CASCADE');
    ({ tenant } = world.homes.north);
    const { admin, finance, clerk, member } = moneyOf(world);
    const fine = async (asked: Promise<{ body: { success: boolean; data: unknown } }>) => {
      const { body } = await asked;
      if (!body.success) throw new Error(JSON.stringify(body));
      return body.data as never;
    };
    // A designed entity with a record, and a designed field of a delivered one.
    const document = { meta: claim, texts: { 'en-US': words, 'zh-CN': { ...words, name: '理赔', plural: '理赔' } } };
    await fine(admin.post('schema/create', { document }));
    const { draft } = (await fine(admin.get('schema/insurance-claim'))) as { draft: { stamp: number } };
    await fine(
      admin.post('schema/insurance-claim/publish', { stamp: draft.stamp, reason: 'because', acceptProblems: true }),
    );
    await fine(clerk.post('InsuranceClaim/add', { reason: 'soaked' }));
    fileId = await fine(clerk.send('sysFileInfo/upload', 'slip.txt', 'kept for years'));
    // Money: a wallet with funds, a recharge under review, an open hold, a program's key.
    const slip = async (person: typeof admin) =>
      (await person.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
    const recharge = async () => {
      const form = { amount: 900, method: 'wire', paidOn: '2025-06-02', bankReference: 'WT 1' };
      const id = added(await finance.post('TenantRecharge/add', { ...form, attachment: await slip(finance) }));
      expect(state(await finance.post('TenantRecharge/submit', { id }))).toBe('pending');
      return id;
    };
    const platform = world.person('platform superAdmin').person;
    const passed = await recharge();
    await fine(platform.post('TenantRechargeAdmin/pass', { id: passed, postedAmount: 885.5 }));
    pending = await recharge();
    const customer = world.homes.north.samples.get('customer/acme') ?? '';
    const form = { customer, amount: 500, method: 'wire', paidOn: '2025-06-02' };
    const paid = added(await member.post('Recharge/add', { ...form, attachment: await slip(member) }));
    await fine(member.post('Recharge/submit', { id: paid }));
    await fine(finance.post('Recharge/pass', { id: paid, postedAmount: 500 }));
    const withdrawal = { customer, amount: 120, method: 'wire', payee: 'Acme', accountNo: '1' };
    added(await member.post('Withdrawal/add', withdrawal));
    const scopes = ['rates:read', 'orders:read'];
    const key = added(await member.post('ApiKey/add', { customer, name: 'Shop', scopes, perMinute: 100 }));
    ({ key: program } = (await fine(member.post('ApiKey/generate', { id: key }))) as { key: string });
    await fine(admin.post('Customer/export', {}));
    found = await findings(world.owner);
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    await other?.close();
  });

  it('is whole in exactly one of them, wherever the move was killed', async () => {
    const whole = await orders(world);
    expect(whole).toBeGreaterThan(0);
    for (const until of moveSteps) {
      await expect(move(until)).rejects.toThrow(`killed before ${until}`);
      const left = until === 'open' || until === 'done';
      // At the other installation rows may wait that nobody is served yet.
      expect([until, await orders(world)]).toEqual([until, left ? 0 : whole]);
      const noticed = until === 'close' ? 200 : 503;
      await expectStatus(world, until, left ? 421 : noticed);
      const known = until === 'close' || until === 'copy' ? 401 : 503;
      await expectStatus(other, until, until === 'done' ? 200 : known);
      for (const at of [world, other]) {
        const now = await findings(at.owner);
        expect([until, now.filter((each) => !found.includes(each))]).toEqual([until, []]);
      }
      if (until !== 'hand-over') continue;
      await stayHere(cells());
      expect([await orders(world), await orders(other)]).toEqual([whole, 0]);
      await expectStatus(world, 'stop', 200);
    }
    expect(await orders(other)).toBe(whole);
    await move();
  }, 120_000);

  it('has its money, designs, files, jobs and keys there, and is referred to from the old address', async () => {
    const here = (name: string) => personOf(other.test.app, hosts.north, world.person(`north ${name}`).person.token);
    expect((await here('clerk').get('InsuranceClaim/page', {})).body.data).toMatchObject({
      rows: [{ reason: 'soaked' }],
    });
    expect((await here('clerk').post('InsuranceClaim/add', { reason: 'lost' })).body.success).toBe(true);
    expect((await here('clerk').post('InsuranceClaim/add', { reason: 'lost' })).body.success).toBe(false);
    const { rows } = await other.owner.query<{ name: string }>('SELECT "objectName" AS name FROM file WHERE id = $1', [
      fileId,
    ]);
    expect(await text(await other.test.files.read(rows[0]?.name ?? ''))).toBe('kept for years');
    const wallet = await other.owner.query<{ balance: string }>(
      `SELECT balance::numeric(14, 2)::text AS balance FROM ledger_account WHERE kind = 'tenantWallet' AND tenant = $1`,
      [tenant],
    );
    expect(wallet.rows).toEqual([{ balance: '885.50' }]);
    const closed = await world.owner.query<{ balance: string }>(
      `SELECT balance::numeric(14, 2)::text AS balance FROM ledger_account WHERE kind = 'tenantWallet' AND tenant = $1`,
      [tenant],
    );
    expect(closed.rows).toEqual([{ balance: '0.00' }]);
    // The recharge under review is passed by the platform there.
    const platform = await other.test.signIn(hosts.platform, 'superAdmin');
    expect(state(await platform.post('TenantRechargeAdmin/pass', { id: pending, postedAmount: 100 }))).toBe('passed');
    expect((await personOf(other.test.app, hosts.north, program, false).get('Order/page', {})).status).toBe(200);
    const jobs = await other.owner.query(
      `SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'tenant' = $1 AND run_at < now() + interval '1 day'`,
      [tenant],
    );
    expect(jobs.rowCount).toBeGreaterThan(0);
    for (const at of [world, other])
      expect((await findings(at.owner)).filter((each) => !found.includes(each))).toEqual([]);

    const gone = await personOf(world.test.app, hosts.north, world.person('north admin').person.token).get(
      'Order/page',
    );
    expect([gone.status, gone.body.code, gone.body.data, gone.raw.headers['location']]).toEqual([
      421,
      421,
      { address },
      address,
    ]);
    expect(gone.body.message).toContain(address);
    const signIn = await world.test.app.inject({
      ...{
        method: 'POST',
        url: '/api/login',
        headers: { host: hosts.north },
        payload: { account: 'admin', password: 'x' },
      },
    });
    expect(signIn.statusCode).toBe(421);
    expect((await world.person('south admin').person.get('Order/page')).status).toBe(200);
    await expect(stayHere(cells())).rejects.toThrow('has left');
  }, 60_000);
});
