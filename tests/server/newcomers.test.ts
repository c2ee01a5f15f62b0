import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { solvePuzzle } from '../support/captcha.ts';
import { hosts, password } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let owner: pg.Pool;
beforeAll(async () => {
  world = await openWorld();
  owner = world.owner;
});
afterAll(() => world?.close());
afterEach(async () => {
  await owner.query('DELETE FROM lading.rate');
  world.test.letters.refuse(null);
});

interface Envelope {
  success: boolean;
  code: number;
  message: string;
  data: never;
  issues?: { path: string; code: string }[];
}

async function send(path: string, body: Record<string, unknown>, host: string = hosts.north) {
  const raw = await world.test.app.inject({
    method: 'POST',
    url: `/api/${path}?culture=en-US`,
    headers: { host },
    payload: body,
  });
  return { raw, plain: raw.body.replace(/"traceId":"\w+"/, ''), ...raw.json<Envelope>() };
}

const askCode = async (purpose: string, to: string, host: string = hosts.north) =>
  send('sendCode', { purpose, to, captcha: (await solvePuzzle(world.test)).verification }, host);
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const wrongly = (code: string): string => (code === '000000' ? '000001' : '000000');
const newPassword = 'a-Quiet-harbour-7';
const accountOf = async (account: string) =>
  (
    await owner.query(`SELECT *, id::text FROM account WHERE account = $1 AND tenant_id = $2`, [
      account,
      world.homes.north.tenant,
    ])
  ).rows[0] as Record<string, unknown> | undefined;

describe('an outsider who asks for an account', () => {
  const to = 'nora@fernandco.example';
  const about = { name: 'Nora Fern', company: 'Fern & Co', password: newPassword };

  it('proves the address, waits for staff, is admitted to a customer, and comes in', async () => {
    expect(await askCode('register', ' Nora@FernAndCo.example ')).toMatchObject({
      success: true,
      data: { seconds: 60 },
    });
    const letter = await world.test.letters.next(to);
    expect(letter).toMatchObject({ kind: 'mail', title: expect.stringContaining('north') });
    const code = codeIn(letter.text);
    expect(await send('register', { to, code, ...about })).toMatchObject({ success: true, data: null });

    const made = await accountOf(to);
    expect(made).toMatchObject({ status: '3', adminType: '4', customer: null, company: 'Fern & Co', email: to });
    expect(await send('MembershipLogin', { account: to, password: newPassword })).toMatchObject({
      success: false,
      message: expect.stringContaining('not enabled'),
    });

    const { person } = world.person('north admin');
    const refused = await person.post('sysUser/changeStatus', { id: made?.['id'], status: '0' });
    expect(refused.body.issues?.map(({ code: found }) => found)).toEqual(['withoutCustomer']);
    const customer = world.homes.north.samples.get('customer/acme');
    const admitted = await person.post('sysUser/admit', { id: made?.['id'], customer });
    expect(admitted.body).toMatchObject({ success: true });
    await world.test.runJobs();
    const told = await world.test.letters.next(to);
    expect(told).toMatchObject({ kind: 'mail', title: 'north: your account is open' });
    expect(told.text).toContain(`Sign in at ${hosts.north} as ${to}`);
    const { rows: mails } = await owner.query(`SELECT status FROM mail WHERE template = 'admitted'`);
    expect(mails).toEqual([{ status: 'sent' }]);
    const entered = await send('MembershipLogin', { account: to, password: newPassword });
    expect(entered.success).toBe(true);
  });

  it('by phone gets a text message; the record of a message never holds the code', async () => {
    const phone = '+86 571 5550 0999';
    await askCode('register', phone);
    const letter = await world.test.letters.next(phone);
    expect(letter.kind).toBe('sms');
    const { rows } = await owner.query<{ content: string }>(
      `SELECT content FROM sms WHERE "phoneNumbers" = $1 UNION ALL SELECT content FROM mail WHERE template = 'register'`,
      [phone],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ content }) => codeIn(content)).join('')).toBe('');
    const kept = await owner.query<{ code_hash: string }>('SELECT code_hash FROM lading.one_time_code');
    expect(kept.rows.map(({ code_hash }) => code_hash.slice(0, 9))).toContain('$argon2id');
  });

  it('cannot tell an address that is taken from one that is free', async () => {
    const taken = await askCode('register', to);
    const free = await askCode('register', 'unknown@free.example');
    expect(taken.plain).toBe(free.plain);
    expect((await world.test.letters.next(to)).text).toMatch(/already has one/);
    const answers = await Promise.all(
      [to, 'unknown@free.example', 'never@asked.example'].map((each) =>
        send('register', { to: each, code: '123456', ...about }),
      ),
    );
    expect(new Set(answers.map(({ plain }) => plain)).size).toBe(1);
    expect(answers[0]?.issues).toMatchObject([{ path: 'code', code: 'code.wrong' }]);
  });

  it('is given every error at once', async () => {
    const { issues } = await send('register', {
      to: 'nobody',
      code: '12',
      name: '',
      company: 'x'.repeat(101),
      password: 'short',
    });
    expect(issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'to address.neither',
      'code code.shape',
      'name required',
      'company text.tooLong',
      'password text.tooShort',
    ]);
  });

  it.each(['password1', '12345678', 'abcabcabc', '20260101', 'Qwertyuiop!', 'nora@fernandco.example', 'Fern & Co'])(
    'may not choose %s as a password',
    async (weak) => {
      const { issues } = await send('register', { to, code: '123456', ...about, company: 'Fern & Co', password: weak });
      expect(issues).toMatchObject([{ path: 'password', code: 'password.common' }]);
    },
  );

  it('is told where no accounts are given: at the platform, and where the book is closed', async () => {
    expect(await askCode('register', to, hosts.platform)).toMatchObject({ success: false, message: /cannot be asked/ });
    const close = `UPDATE config SET value = 'false' WHERE code = 'REGISTRATION_OPEN' AND tenant_id = $1`;
    await owner.query(close, [world.homes.south.tenant]);
    expect(await send('register', { to, code: '123456', ...about }, hosts.south)).toMatchObject({ success: false });
    const brand = await world.test.app.inject({ url: '/api/sysTenant/GetDoMain', headers: { host: hosts.south } });
    expect(brand.json()).toMatchObject({ data: { registration: false, name: 'south', logo: null } });
  });
});

describe('a code', () => {
  it('needs a captcha, which is spent by it', async () => {
    const { verification } = await solvePuzzle(world.test);
    const order = { purpose: 'register', to: 'one@code.example', captcha: verification };
    expect((await send('sendCode', order)).success).toBe(true);
    expect(await send('sendCode', { ...order, to: 'two@code.example' })).toMatchObject({ code: 10110010 });
    expect(await send('sendCode', { ...order, captcha: '' })).toMatchObject({ code: 10110010 });
  });

  it('is sent once a minute and ten times a day to one address', async () => {
    await askCode('register', 'often@code.example');
    const again = await askCode('register', 'often@code.example');
    expect(again.issues).toMatchObject([{ path: 'to', code: 'code.tooSoon' }]);
  });

  it('comes without a captcha for older clients, three times an hour', async () => {
    const ask = async (mobile: string) =>
      (
        await world.test.app.inject({ url: '/api/getSmsCaptcha', query: { mobile }, headers: { host: hosts.north } })
      ).json<Envelope>().success;
    const answers: boolean[] = [];
    for (let at = 0; at < 4; at++) answers.push(await ask(`1301234567${at}`));
    expect(answers).toEqual([true, true, true, false]);
    expect(await ask('<script>')).toBe(false);
  });

  it('opens nothing after five wrong guesses, and a hundred at once are no more', async () => {
    const to = 'guessed@code.example';
    await askCode('register', to);
    const code = codeIn((await world.test.letters.next(to)).text);
    const attempt = (guess: string) =>
      send('register', { to, code: guess, name: 'G', company: 'G', password: newPassword });
    await Promise.all(Array.from({ length: 20 }, () => attempt(wrongly(code))));
    const { rows } = await owner.query(`SELECT tries FROM lading.one_time_code WHERE subject = $1`, [to]);
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await attempt(code)).issues).toMatchObject([{ code: 'code.wrong' }]);
    expect(await accountOf(to)).toBeUndefined();
  });

  it('is over after ten minutes, and works once', async () => {
    const to = 'late@code.example';
    await askCode('register', to);
    const code = codeIn((await world.test.letters.next(to)).text);
    await owner.query(`UPDATE lading.one_time_code SET expires_at = expires_at - interval '10 minutes'`);
    const body = { to, code, name: 'Late', company: 'Late', password: newPassword };
    expect((await send('register', body)).issues).toMatchObject([{ code: 'code.wrong' }]);
    await owner.query(`UPDATE lading.one_time_code SET expires_at = now() + interval '1 minute'`);
    const both = await Promise.all([send('register', body), send('register', body)]);
    expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
  });

  it('of registering does not open recovering, nor at another tenant', async () => {
    const to = 'cross@code.example';
    await askCode('register', to);
    const code = codeIn((await world.test.letters.next(to)).text);
    const elsewhere = { to, code, name: 'C', company: 'C', password: newPassword };
    await owner.query(`UPDATE config SET value = 'true' WHERE code = 'REGISTRATION_OPEN'`);
    expect((await send('register', elsewhere, hosts.south)).issues).toMatchObject([{ code: 'code.wrong' }]);
    expect((await send('recover', { to, code, password: newPassword })).issues).toMatchObject([{ code: 'code.wrong' }]);
  });

  it('that could not be handed over is noted as failed', async () => {
    world.test.letters.refuse('550 mailbox unavailable');
    const to = 'refused@code.example';
    await askCode('register', to);
    await expect
      .poll(async () => (await owner.query(`SELECT status, failure FROM mail WHERE "to" = $1`, [to])).rows)
      .toEqual([{ status: 'failed', failure: '550 mailbox unavailable' }]);
  });
});

describe('who forgot the password', () => {
  it('sets a new one with a code; every session ends, the lock is gone, and the owner is told', async () => {
    const { tenant } = world.homes.north;
    await owner.query(`UPDATE account SET email = 'fin@north.example' WHERE account = 'finance' AND tenant_id = $1`, [
      tenant,
    ]);
    const before = await send('login', { account: 'finance', password });
    await owner.query(
      `INSERT INTO lading.failed_sign_in SELECT $1, unnest(ARRAY['finance', E'finance\\n127.0.0.1']), 9, now()`,
      [tenant],
    );
    await askCode('recover', 'finance');
    const code = codeIn((await world.test.letters.next('fin@north.example')).text);
    expect((await send('recover', { to: 'finance', code: wrongly(code), password: newPassword })).success).toBe(false);
    expect((await send('recover', { to: 'finance', code, password: newPassword })).success).toBe(true);
    expect((await world.test.letters.next('fin@north.example')).text).toMatch(/has just been changed/);

    const old = await world.test.app.inject({
      url: '/api/getLoginUser',
      headers: { host: hosts.north, authorization: `Bearer ${String(before.data)}` },
    });
    expect(old.json()).toMatchObject({ code: 1011009 });
    expect((await send('login', { account: 'finance', password })).success).toBe(false);
    expect((await send('login', { account: 'finance', password: newPassword })).success).toBe(true);
    expect((await send('recover', { to: 'finance', code, password })).success).toBe(false);
    const trail = await owner.query(`SELECT verb FROM lading.audit WHERE entity = 'account' AND verb = 'resetPwd'`);
    expect(trail.rowCount).toBe(1);
  });

  it('cannot tell who has an account', async () => {
    const names = ['admin', 'no-such-person', 'nobody@nowhere.example', '+1 999 999 9999', 'fin@north.example'];
    const orders: string[] = [];
    for (const name of names) orders.push((await askCode('recover', name)).plain);
    expect(new Set(orders).size).toBe(1);
    const attempts = await Promise.all(
      names.map((to) => send('recover', { to, code: '111111', password: newPassword })),
    );
    expect(new Set(attempts.map(({ plain }) => plain)).size).toBe(1);
  });

  it('gets no code for an account that is off, or an address that two accounts share', async () => {
    const { tenant } = world.homes.north;
    await owner.query(
      `UPDATE account SET email = 'shared@north.example' WHERE account IN ('clerk', 'admin') AND tenant_id = $1`,
      [tenant],
    );
    await owner.query(
      `UPDATE account SET status = '1', email = 'off@north.example' WHERE account = 'sibling' AND tenant_id = $1`,
      [tenant],
    );
    await askCode('recover', 'shared@north.example');
    await askCode('recover', 'off@north.example');
    await askCode('recover', 'clerk');
    await world.test.letters.next('shared@north.example');
    await expect
      .poll(async () => (await owner.query(`SELECT subject FROM lading.one_time_code WHERE purpose = 'recover'`)).rows)
      .toContainEqual({ subject: 'clerk' });
    const kept = await owner.query<{ subject: string }>(`SELECT subject FROM lading.one_time_code`);
    expect(kept.rows.map(({ subject }) => subject)).not.toContain('shared@north.example');
    expect(kept.rows.map(({ subject }) => subject)).not.toContain('off@north.example');
  });
});

describe('a mail that an administrator writes', () => {
  it('goes out by the queue, and the record says so; a code is never sent again', async () => {
    const { person } = world.person('north admin');
    const added = await person.post('sysEmail/add', { to: 'ann@example.com', title: 'Hello', content: 'Good day.' });
    const { id } = added.body.data as { id: string };
    expect((await person.post('sysEmail/send', { id })).body).toMatchObject({ success: true });
    await world.test.runJobs();
    expect(await world.test.letters.next('ann@example.com')).toMatchObject({ title: 'Hello', text: 'Good day.' });
    expect((await person.get('sysEmail/detail', { id })).body.data).toMatchObject({ status: 'sent' });
    const code = (await person.get('sysEmail/list', { template: 'register', status: 'failed' })).body.data as {
      id: string;
    }[];
    expect(code.length).toBeGreaterThan(0);
    for (const each of code) expect((await person.post('sysEmail/send', { id: each.id })).body.success).toBe(false);
    expect((await world.person('north clerk').person.get('sysEmail/page')).status).toBe(403);
  });
});
