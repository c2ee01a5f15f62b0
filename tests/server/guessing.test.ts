import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressPrefix } from '../../server/auth/origin.ts';
import { solvePuzzle } from '../support/captcha.ts';
import { hosts, openTestApp, password, type TestApp } from '../support/test-app.ts';

/* Guessing an account's password locks out only the guesser. */

let test: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  // With the logs, which every refusal writes to.
  test = await openTestApp({ recorded: true });
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});
afterEach(async () => {
  await owner.query('DELETE FROM lading.failed_sign_in');
  await owner.query('DELETE FROM lading.rate');
});

interface Attempt {
  from: string;
  word?: string;
  captcha?: string;
  cookie?: string;
  account?: string;
}

const tryFrom = ({ from, word = password, captcha = '', cookie, account = 'admin' }: Attempt) =>
  test.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: hosts.north, ...(cookie ? { cookie } : {}) },
    remoteAddress: from,
    payload: { account, password: word, code: captcha },
  });
const codeOf = (answer: LightMyRequestResponse): number => answer.json<{ code: number }>().code;
const cookieIn = (answer: LightMyRequestResponse): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';

/** Sixty who guess as fast as they are answered, until `work` is done. */
async function besieged<T>(from: (one: number) => string, work: () => Promise<T>): Promise<T> {
  const until = { done: false, guesses: 0 };
  const guess = async (one: number) => {
    while (!until.done) {
      await tryFrom({ from: from(one), word: `guess-${one}-${until.guesses++}` });
    }
  };
  const clients = Array.from({ length: 60 }, (_, one) => guess(one));
  try {
    while (until.guesses < 120) await new Promise((resolve) => setImmediate(resolve));
    return await work();
  } finally {
    until.done = true;
    await Promise.all(clients);
  }
}

const ten = async (attempt: () => Promise<Attempt>): Promise<number[]> => {
  const codes: number[] = [];
  for (let round = 0; round < 10; round++) codes.push(codeOf(await tryFrom(await attempt())));
  return codes;
};
const allIn = Array.from({ length: 10 }, () => 200);

describe('the owner of an account that sixty outsiders guess at', () => {
  it('signs in from another address, with a captcha', async () => {
    const codes = await besieged(
      (one) => `203.0.113.${one % 7}`,
      () => ten(async () => ({ from: '198.51.100.4', captcha: (await solvePuzzle(test)).verification })),
    );
    expect(codes).toEqual(allIn);
  }, 60_000);

  it('signs in from the very address of the attackers, on a device that has signed in before', async () => {
    const cookie = cookieIn(await tryFrom({ from: '203.0.113.5' }));
    const codes = await besieged(
      () => '203.0.113.5',
      () => ten(async () => ({ from: '203.0.113.5', cookie })),
    );
    expect(codes).toEqual(allIn);
  }, 60_000);
});

describe('failures at an account', () => {
  const lockFrom = async (from: string, cookie?: string) => {
    for (let round = 0; round < 5; round++) {
      const captcha = round < 3 ? '' : (await solvePuzzle(test)).verification;
      expect(codeOf(await tryFrom({ from, word: 'wrong-guess', captcha, cookie }))).toBe(1011002);
    }
    const captcha = (await solvePuzzle(test)).verification;
    expect(codeOf(await tryFrom({ from, captcha, cookie }))).toBe(10110011);
  };

  it('lock the address that they came from, and ask everybody else for a captcha', async () => {
    await lockFrom('203.0.113.5');
    expect(codeOf(await tryFrom({ from: '198.51.100.4' }))).toBe(1011003);
    const captcha = (await solvePuzzle(test)).verification;
    expect(codeOf(await tryFrom({ from: '198.51.100.4', captcha }))).toBe(200);
    // The owner's coming in is no excuse for the outsider.
    expect(codeOf(await tryFrom({ from: '203.0.113.5' }))).toBe(10110011);
  });

  it('lock one network of IPv6 and not each of its addresses', async () => {
    await lockFrom('2001:db8:1:2::5');
    expect(codeOf(await tryFrom({ from: '2001:db8:1:2:ffff::9' }))).toBe(10110011);
    const captcha = (await solvePuzzle(test)).verification;
    expect(codeOf(await tryFrom({ from: '2001:db8:1:3::5', captcha }))).toBe(200);
  });

  it('of a known device lock that device, which is an outsider once the password is another', async () => {
    const cookie = cookieIn(await tryFrom({ from: '203.0.113.5' }));
    await lockFrom('203.0.113.5', cookie);
    await owner.query('DELETE FROM lading.failed_sign_in');
    for (const from of ['203.0.113.5', '198.51.100.4']) {
      for (let round = 0; round < 3; round++) await tryFrom({ from, word: 'wrong-guess' });
    }
    expect(codeOf(await tryFrom({ from: '203.0.113.5' }))).toBe(1011003);
    expect(codeOf(await tryFrom({ from: '203.0.113.5', cookie }))).toBe(200);
    await owner.query('DELETE FROM lading.failed_sign_in');
    for (let round = 0; round < 3; round++) await tryFrom({ from: '198.51.100.4', word: 'wrong-guess' });
    const { rows } = await owner.query<{ password: string }>(
      `SELECT password FROM account WHERE account = 'superAdmin'`,
    );
    await owner.query(`UPDATE account SET password = $1 WHERE account = 'admin'`, [rows[0]?.password]);
    expect(codeOf(await tryFrom({ from: '203.0.113.5', cookie }))).toBe(1011003);
  });

  it.each(['', '.', `${'a'.repeat(16)}.${'b'.repeat(43)}`, 'x'.repeat(5000)])(
    'are counted by address where the device shows nothing of ours: %.20s',
    async (mark) => {
      const name = cookieIn(await tryFrom({ from: '203.0.113.5' })).split('=')[0];
      for (let round = 0; round < 3; round++) await tryFrom({ from: '198.51.100.4', word: 'wrong-guess' });
      expect(codeOf(await tryFrom({ from: '203.0.113.5', cookie: `${name}=${mark}` }))).toBe(1011003);
    },
  );

  it('take nothing from the mark of another account', async () => {
    const other = await tryFrom({ from: '203.0.113.5', account: 'nobody-here' });
    expect(other.headers['set-cookie']).toBeUndefined();
    const cookie = cookieIn(await tryFrom({ from: '203.0.113.5' }));
    const mark = cookie.split('=')[1] ?? '';
    const south = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { host: hosts.south, cookie },
        remoteAddress: '198.51.100.4',
        payload: { account: 'admin', password: 'wrong-guess', code: '' },
      });
    expect(mark).not.toBe('');
    for (let round = 0; round < 3; round++) await south();
    expect(codeOf(await south())).toBe(1011003);
  });

  it('keep their device for the sign-in alone, out of the reach of scripts', async () => {
    const { headers } = await tryFrom({ from: '203.0.113.5' });
    expect(headers['set-cookie']).toMatch(
      /^lading_device_[0-9a-f]{16}=[\w-]{16}\.[\w-]{43}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, prefix) => {
    expect(addressPrefix(ip)).toBe(prefix);
  });
});
