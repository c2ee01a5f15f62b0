import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stepAt, stepOfCode, totpCode } from '../../server/auth/totp.ts';
import { admit } from '../../server/realtime/authenticate.ts';
import { solvePuzzle } from '../support/captcha.ts';
import { hosts, openTestApp, password, type Person, type TestApp } from '../support/test-app.ts';

describe('a code of an authenticator app', () => {
  // RFC 6238, appendix B, the last six digits.
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at second %i is the one of the standard', (second, code) => {
    expect(totpCode(key, stepAt(new Date(second * 1000)))).toBe(code);
  });

  it('counts one step early and one step late, and no further', () => {
    const moment = new Date(1_234_567_890_000);
    const step = stepAt(moment);
    const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(key, totpCode(key, step + off), moment));
    expect(found).toEqual([null, step - 1, step, step + 1, null]);
    expect(stepOfCode(key, '28708', moment)).toBeNull();
  });
});

let test: TestApp;
let owner: pg.Pool;
let admin: Person;
let south: Person;
let org: string;
beforeAll(async () => {
  test = await openTestApp();
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
  admin = await test.signIn(hosts.north, 'admin');
  south = await test.signIn(hosts.south, 'admin');
  const { rows } = (await admin.get('sysOrg/page')).body.data as { rows: { id: string }[] };
  org = String(rows[0]?.id);
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});
afterEach(async () => {
  await owner.query('DELETE FROM lading.failed_sign_in');
  await owner.query('DELETE FROM lading.rate');
  await owner.query(`UPDATE config SET value = 'false' WHERE code IN ('CAPTCHA_OPEN', 'STORE_SECOND_FACTOR')`);
});

interface Envelope {
  success: boolean;
  code: number;
  message: string;
  data: unknown;
}

async function enter(account: string, more: Record<string, string> = {}): Promise<Envelope> {
  const headers = { host: hosts.north };
  const payload = { account, password, ...more };
  return (await test.app.inject({ method: 'POST', url: '/api/login?culture=en-US', headers, payload })).json();
}

const as = (token: unknown, path: string) =>
  test.app.inject({ url: `/api/${path}`, headers: { host: hosts.north, authorization: `Bearer ${String(token)}` } });

let made = 0;
async function newAccount(): Promise<{ id: string; account: string; person: Person; mail: string }> {
  const account = `factor-${(made += 1)}`;
  const mail = `${account}@north.example`;
  const record = { account, name: 'Some One', password, adminType: '3', org, email: mail };
  const { id } = (await admin.post('sysUser/add', record)).body.data as { id: string };
  return { id, account, person: await test.signIn(hosts.north, account), mail };
}

async function enrol(person: Person): Promise<{ key: string; recovery: string[]; code(step?: number): string }> {
  const { key } = (await person.post('account/startFactor', { password })).body.data as { key: string };
  const code = (step = 0) => totpCode(key, stepAt(new Date()) + step);
  const { recovery } = (await person.post('account/confirmFactor', { code: code() })).body.data as {
    recovery: string[];
  };
  return { key, recovery, code };
}

/** As if a minute had passed since the last code. */
const later = () => owner.query('UPDATE lading.second_factor SET last_step = 0');

describe('a person with a second factor', () => {
  it('is asked for it after the password, with a message that older clients show', async () => {
    const { account, person } = await newAccount();
    const { code } = await enrol(person);
    expect(await enter(account, { password: 'wrong-guess' })).toMatchObject({ code: 1011002 });
    const asked = await enter(account);
    expect(asked).toMatchObject({ success: false, code: 1011012, data: { factor: true } });
    expect(asked.message).toMatch(/authenticator/);
    expect(await enter(account, { password: 'wrong-guess', otp: code(1) })).toMatchObject({ code: 1011002 });
    const entered = await enter(account, { otp: code(1) });
    expect(entered.success).toBe(true);
    expect((await as(entered.data, 'getLoginUser')).statusCode).toBe(200);
  });

  it('ends the sessions that were opened without it', async () => {
    const { account, person } = await newAccount();
    const { data: earlier } = await enter(account);
    await enrol(person);
    expect((await as(earlier, 'getLoginUser')).statusCode).toBe(401);
    expect((await person.get('getLoginUser')).status).toBe(200);
  });

  it('uses each code once, also of two at the same time', async () => {
    const { account, person } = await newAccount();
    const { code } = await enrol(person);
    expect(await enter(account, { otp: code() })).toMatchObject({ code: 1011013 });
    const both = await Promise.all([enter(account, { otp: code(1) }), enter(account, { otp: code(1) })]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  });

  it('signs in with each recovery code once', async () => {
    const { account, person } = await newAccount();
    const { recovery } = await enrol(person);
    expect(new Set(recovery).size).toBe(10);
    const [first = ''] = recovery;
    expect((await enter(account, { otp: ` ${first.toLowerCase()} ` })).success).toBe(true);
    expect(await enter(account, { otp: first })).toMatchObject({ code: 1011013 });
    expect((await person.get('account/factor')).body.data).toEqual({ on: true, recoveryLeft: 9 });
    const { rows } = await owner.query<{ kept: string }>('SELECT f::text AS kept FROM lading.second_factor f');
    expect(rows.some(({ kept }) => recovery.some((each) => kept.includes(each.replaceAll('-', ''))))).toBe(false);
  });

  it('who guesses codes needs a captcha after three and waits after five', async () => {
    const { account, person } = await newAccount();
    const { code } = await enrol(person);
    const wrong = { otp: 'AAAA-AAAA-AAAA-AAAA' };
    for (let round = 0; round < 3; round += 1) expect((await enter(account, wrong)).code).toBe(1011013);
    expect(await enter(account, wrong)).toMatchObject({ code: 1011003 });
    for (let round = 0; round < 2; round += 1) {
      const { verification } = await solvePuzzle(test);
      expect((await enter(account, { ...wrong, code: verification })).code).toBe(1011013);
    }
    const { verification } = await solvePuzzle(test);
    expect(await enter(account, { otp: code(1), code: verification })).toMatchObject({ code: 10110011 });
  });

  it('cannot be guessed from many addresses', async () => {
    const { id, account, person } = await newAccount();
    const { code } = await enrol(person);
    await owner.query(
      `INSERT INTO lading.rate SELECT 'factor:' || tenant_id || ':' || id || ':3600', floor(extract(epoch FROM now()) / 3600)::bigint, 30, now() + interval '1 hour'
         FROM account WHERE id = $1 ON CONFLICT (key, slot) DO UPDATE SET count = 30`,
      [id],
    );
    expect(await enter(account, { otp: code(1) })).toMatchObject({ success: false, code: 429 });
  });

  it('solves one captcha for password and code', async () => {
    const { account, person } = await newAccount();
    const { code } = await enrol(person);
    await owner.query(`UPDATE config SET value = 'true' WHERE code = 'CAPTCHA_OPEN'`);
    const { verification } = await solvePuzzle(test);
    const asked = await enter(account, { code: verification });
    expect(asked.code).toBe(1011012);
    const given = (asked.data as { code: string }).code;
    expect((await enter(account, { otp: code(1), code: given })).success).toBe(true);
    await later();
    expect(await enter(account, { otp: code(), code: given })).toMatchObject({ code: 10110010 });
  });

  it('keeps the key sealed and never reads it again', async () => {
    const { id, person } = await newAccount();
    const { key } = await enrol(person);
    const { rows } = await owner.query<{ factorKey: string }>('SELECT "factorKey" FROM account WHERE id = $1', [id]);
    expect(rows[0]?.factorKey).toMatch(/^v1\./);
    const seen = await Promise.all([admin.raw('sysUser/detail', { id }), admin.raw('sysUser/history', { id })]);
    for (const { body } of seen) {
      expect(body).not.toContain(key);
      expect(body).not.toContain(rows[0]?.factorKey);
    }
    expect((await admin.post('sysUser/edit', { id, secondFactor: false, factorKey: key })).body.success).toBe(false);
  });

  it('turns it off with password and code only', async () => {
    const { account, person } = await newAccount();
    const { code } = await enrol(person);
    const remove = (body: object) => person.post('account/removeFactor', body);
    expect((await remove({ password, code: '000000' })).body.issues?.[0]?.code).toBe('factor.wrong');
    expect((await remove({ password: 'wrong', code: code(1) })).body.issues?.[0]?.code).toBe('password.wrong');
    expect((await person.post('account/startFactor', { password })).body.issues?.[0]?.code).toBe('factor.already');
    expect((await remove({ password, code: code(1) })).body.success).toBe(true);
    expect((await enter(account)).success).toBe(true);
  });

  it('loses it by an administrator, who leaves a trace, and hears of it', async () => {
    const { id, account, person, mail } = await newAccount();
    await enrol(person);
    const other = await newAccount();
    expect((await other.person.post('sysUser/resetFactor', { id })).body.code).toBe(1013002);
    expect((await south.post('sysUser/resetFactor', { id })).body.code).toBe(1013003);
    expect((await admin.post('sysUser/resetFactor', { id })).body.success).toBe(true);
    await test.runJobs();
    expect((await test.letters.next(mail)).text).toMatch(/second factor|二次验证/);
    expect((await person.get('getLoginUser')).status).toBe(401);
    expect((await enter(account)).success).toBe(true);
    const trail = (await admin.get('sysUser/history', { id })).body.data as unknown as { verb: string }[];
    expect(trail.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['confirmFactor', 'resetFactor']));
    expect((await admin.post('sysUser/resetFactor', { id })).body.issues?.[0]?.code).toBe('noFactor');
  });
});

describe('an administrator with a second factor', () => {
  it('cannot reset their own, which takes neither password nor code', async () => {
    const { id } = ((await south.get('sysUser/page', { account: 'admin' })).body.data as { rows: { id: string }[] })
      .rows[0] ?? { id: '' };
    await enrol(south);
    const own = await south.post('sysUser/resetFactor', { id });
    expect(own.body.issues?.map(({ code }) => code)).toEqual(['ownFactor']);
    expect(JSON.stringify((await south.post('sysUser/resetFactor', { ids: [id] })).body)).toContain('ownFactor');
    expect((await south.get('account/factor')).body.data).toMatchObject({ on: true });
  });
});

describe('a company that asks for it', () => {
  const ask = () => owner.query(`UPDATE config SET value = 'true' WHERE code = 'STORE_SECOND_FACTOR'`);

  it('leads who reads shop orders to set it up at the next sign-in, and nobody else', async () => {
    await ask();
    const { account } = await newAccount();
    const plain = await enter(account);
    expect((await as(plain.data, 'getLoginUser')).json()).toMatchObject({ data: { mustEnrolFactor: false } });
    expect((await admin.get('StoreOrder/page')).body.success).toBe(true);

    const boss = await test.signIn(hosts.north, 'admin');
    expect((await boss.get('getLoginUser')).body.data).toMatchObject({ mustEnrolFactor: true });
    expect(await boss.get('StoreOrder/page')).toMatchObject({ status: 403, body: { code: 1013010 } });
    expect(await boss.post('account/removeFactor', {})).toMatchObject({ status: 403 });
    const connect = () =>
      admit(test.node.system, test.node.actors, {
        url: `/?access_token=${boss.token}`,
        headers: { host: hosts.north },
      });
    expect(await connect()).toBeNull();
    const { code } = await enrol(boss);
    expect(await connect()).not.toBeNull();
    expect((await boss.get('StoreOrder/page')).body.success).toBe(true);
    expect((await boss.get('getLoginUser')).body.data).toMatchObject({ mustEnrolFactor: false });

    expect((await boss.post('account/removeFactor', { password, code: code(1) })).body.success).toBe(true);
    expect(await boss.get('StoreOrder/page')).toMatchObject({ status: 403, body: { code: 1013010 } });
  });
});
