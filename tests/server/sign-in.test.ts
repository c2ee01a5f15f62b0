import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { solvePuzzle } from '../support/captcha.ts';
import { hosts, openTestApp, password, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  test = await openTestApp();
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});
afterEach(async () => {
  await owner.query('DELETE FROM lading.failed_sign_in');
  await owner.query('DELETE FROM lading.rate');
  await owner.query(`UPDATE config SET value = 'false' WHERE code = 'CAPTCHA_OPEN'`);
});

interface Envelope {
  success: boolean;
  code: number;
  message: string;
  data: never;
}

async function enter(body: Record<string, unknown>, { path = 'login', host = hosts.north as string } = {}) {
  const url = `/api/${path}?culture=en-US`;
  const raw = await test.app.inject({ method: 'POST', url, headers: { host }, payload: body });
  return { raw, status: raw.statusCode, ...raw.json<Envelope>() };
}

const ask = (path: string, token: string, more: Record<string, string> = {}) =>
  test.app.inject({
    url: `/api/${path}`,
    query: { culture: 'en-US', ...more },
    headers: { host: hosts.north, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });

describe('a client of the wire', () => {
  it('finds its token in the data and in both headers', async () => {
    const { raw, data, success } = await enter({ account: 'admin', password });
    expect(success).toBe(true);
    expect(raw.headers['access-token']).toBe(data);
    expect(raw.headers['x-access-token']).toBe(data);
    expect(raw.headers['cache-control']).toBe('no-store');
  });

  it('may leave with its token in the query, twice', async () => {
    const { data } = await enter({ account: 'admin', password });
    for (const _ of [1, 2]) {
      const { success } = (await ask('logout', '', { '0': data })).json<Envelope>();
      expect(success).toBe(true);
    }
    expect((await ask('getLoginUser', data)).statusCode).toBe(401);
  });

  it('hears which of account and password is empty', async () => {
    const { code, status, raw } = await enter({ account: ' ', password: 'x' });
    expect([status, code]).toEqual([200, 1011001]);
    expect(raw.json()).toMatchObject({ issues: [{ path: 'account' }] });
  });

  it('needs no captcha for an ordinary first sign-in', async () => {
    const open = await ask('getCaptchaOpen', '');
    expect(open.json()).toMatchObject({ success: true, data: false });
  });
});

describe('anyone who guesses', () => {
  it('reads the same for an account that exists, one that does not, and the wrong door', async () => {
    const answers = await Promise.all([
      enter({ account: 'admin', password: 'wrong-guess' }),
      enter({ account: 'nobody-at-all', password: 'wrong-guess' }),
      enter({ account: 'admin', password }, { path: 'MembershipLogin' }),
      enter({ account: 'admin', password }, { host: 'elsewhere.localhost' }),
    ]);
    const plain = answers.map(({ raw }) => raw.body.replace(/"traceId":"\w+"/, ''));
    expect(new Set(plain).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, success: false, code: 1011002, data: { captcha: false } });
  });

  it.each(['admin', 'nobody-at-all'])(
    'needs a captcha after three failures as %s, and is locked after five',
    async (account) => {
      const guess = (more = {}) => enter({ account, password: 'wrong-guess', ...more });
      const seen: unknown[] = [];
      for (let round = 0; round < 3; round++) seen.push((await guess()).data);
      expect(seen).toEqual([{ captcha: false }, { captcha: false }, { captcha: true }]);
      expect(await guess()).toMatchObject({ code: 1011003, data: { captcha: true } });
      expect(await guess({ code: 'forged' })).toMatchObject({ code: 10110010, data: { captcha: true } });
      for (let round = 0; round < 2; round++) {
        const { verification } = await solvePuzzle(test);
        expect(await guess({ code: verification })).toMatchObject({ code: 1011002 });
      }
      const locked = await guess({ code: (await solvePuzzle(test)).verification });
      expect(locked).toMatchObject({ status: 200, code: 10110011, message: expect.stringMatching(/0:(30|2\d)/) });
      expect((locked.data as { seconds: number }).seconds).toBeGreaterThan(20);
    },
  );

  it('does not come in with the right password while the account waits, and does afterwards', async () => {
    await owner.query(
      `INSERT INTO lading.failed_sign_in SELECT id, E'admin\\n127.0.0.1', 6, now() FROM tenant WHERE host = $1`,
      [hosts.north],
    );
    expect(await enter({ account: 'admin', password })).toMatchObject({ code: 10110011 });
    await owner.query(`UPDATE lading.failed_sign_in SET last_at = now() - interval '61 seconds'`);
    const { verification } = await solvePuzzle(test);
    expect(await enter({ account: 'admin', password, code: verification })).toMatchObject({ success: true });
  });

  it('gets no more guesses out of a hundred at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => enter({ account: 'Admin', password: `guess-number-${at}` })),
    );
    const tried = answers.filter(({ code }) => code === 1011002).length;
    expect(tried).toBe(3);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1011002, 1011003, 429]));
  });

  it('may spend a captcha once, and not after three minutes', async () => {
    await owner.query(`UPDATE config SET value = 'true' WHERE code = 'CAPTCHA_OPEN'`);
    expect((await ask('getCaptchaOpen', '')).json()).toMatchObject({ data: true });
    expect(await enter({ account: 'admin', password })).toMatchObject({ code: 1011003 });
    const { verification } = await solvePuzzle(test);
    expect(await enter({ account: 'admin', password, code: verification })).toMatchObject({ success: true });
    expect(await enter({ account: 'admin', password, code: verification })).toMatchObject({ code: 10110010 });
    const late = await solvePuzzle(test);
    await owner.query(`UPDATE lading.captcha SET expires_at = expires_at - interval '180 seconds'`);
    expect(await enter({ account: 'admin', password, code: late.verification })).toMatchObject({ code: 10110010 });
  });

  it('needs a captcha for every account once an address has failed at twenty', async () => {
    for (let at = 0; at < 20; at++) await enter({ account: `account-${at}`, password: 'Spring2026' });
    expect((await ask('getCaptchaOpen', '')).json()).toMatchObject({ data: true });
    expect(await enter({ account: 'admin', password })).toMatchObject({ code: 1011003 });
  });
});

describe('a session that is over', () => {
  const over = async (change: string) => {
    const { data } = await enter({ account: 'admin', password });
    expect((await ask('getLoginUser', data)).statusCode).toBe(200);
    await owner.query(change);
    const answer = await ask('getLoginUser', data);
    return [answer.statusCode, answer.json<Envelope>().code];
  };

  it('says why: expired, ended, no longer enabled', async () => {
    expect(await over(`UPDATE lading.session_token SET expires_at = now()`)).toEqual([401, 1011008]);
    expect(await over(`UPDATE lading.session_token SET revoked_at = now()`)).toEqual([401, 1011009]);
    expect(await over(`UPDATE account SET status = '1'`)).toEqual([401, 1011007]);
    await owner.query(`UPDATE account SET status = '0'`);
  });

  it('says nothing of a token that was never given', async () => {
    for (const token of ['', 'x', 'a'.repeat(43), '../../etc', 'null']) {
      const answer = await ask('getLoginUser', token);
      expect([answer.statusCode, answer.json<Envelope>().code]).toEqual([401, 401]);
    }
  });

  it('tells an account that is off only to anyone who knows its password', async () => {
    await owner.query(`UPDATE account SET status = '1'`);
    expect(await enter({ account: 'admin', password })).toMatchObject({
      code: 1011002,
      message: expect.stringContaining('not enabled'),
    });
    expect((await enter({ account: 'admin', password: 'wrong-guess' })).message).not.toContain('not enabled');
    await owner.query(`UPDATE account SET status = '0'`);
  });
});

describe('an account that may have one session', () => {
  it('loses the one before when it signs in elsewhere, and that one is told why', async () => {
    const single = (value: string) => owner.query(`UPDATE config SET value = $1 WHERE code = 'SINGLE_LOGIN'`, [value]);
    const sign = async () => String((await enter({ account: 'admin', password })).data);
    const [one, two] = [await sign(), await sign()];
    for (const token of [one, two]) expect((await ask('getLoginUser', token)).statusCode).toBe(200);
    await single('true');
    const third = await sign();
    for (const token of [one, two]) {
      const gone = await ask('getLoginUser', token);
      expect([gone.statusCode, gone.json<Envelope>().code]).toEqual([401, 1011009]);
      expect(gone.json<Envelope>().message).toBe('You have signed in elsewhere, which ended this session.');
    }
    expect((await ask('getLoginUser', third)).statusCode).toBe(200);
    // At once: one of them stays.
    const many = await Promise.all([sign(), sign(), sign()]);
    const alive = await Promise.all(many.map(async (token) => (await ask('getLoginUser', token)).statusCode));
    expect(alive.toSorted()).toEqual([200, 401, 401]);
    const { rows } = await owner.query(
      `SELECT s.account FROM session s JOIN tenant t ON t.id = s.tenant_id WHERE t.host = $1 AND s."revokedAt" IS NULL`,
      [hosts.north],
    );
    expect(rows).toHaveLength(1);
    await single('false');
    await sign();
    expect((await ask('getLoginUser', many[alive.indexOf(200)] ?? '')).statusCode).toBe(200);
  });
});

describe('the address of who signs in', () => {
  const seenAs = async (trustProxy: readonly string[], remoteAddress: string) => {
    const app = await buildApp({ ...test.node, webDir: null, logLevel: 'silent', trustProxy });
    const headers = { host: hosts.north, 'x-forwarded-for': '203.0.113.9' };
    const payload = { account: 'admin', password };
    await app.inject({ method: 'POST', url: '/api/login', headers, payload, remoteAddress });
    await app.close();
    const { rows } = await owner.query<{ ip: string }>('SELECT ip FROM session ORDER BY id DESC LIMIT 1');
    return rows[0]?.ip;
  };

  it('is what a trusted proxy says, and what anybody else says is nothing', async () => {
    expect(await seenAs([], '10.0.0.7')).toBe('10.0.0.7');
    expect(await seenAs(['10.0.0.0/8'], '10.0.0.7')).toBe('203.0.113.9');
    expect(await seenAs(['10.0.0.0/8'], '192.0.2.1')).toBe('192.0.2.1');
  });

  it('takes proxies by address, network or name, never everybody', () => {
    const trust = (text: string) => {
      const config = readConfig({ TRUST_PROXY: text, SECRET_KEY: 'x'.repeat(32) });
      return config.ok ? config.value.trustProxy : config.problems;
    };
    expect(trust('')).toEqual([]);
    expect(trust('loopback, 10.0.0.0/8,::1')).toEqual(['loopback', '10.0.0.0/8', '::1']);
    for (const wrong of ['true', '*', '0.0.0.0/0', '10.0.0.0/33', 'proxy', '10.0.0.1/8/9', '1']) {
      expect(trust(wrong), wrong).toEqual([expect.stringContaining('TRUST_PROXY')]);
    }
  });
});
