import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../support/pictures.ts';
import { hosts, password, type Answer, type Person } from '../support/test-app.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

/** The code in the words of a letter. */
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** Rate limits count for a minute; a test may not wait for it. */
const forgetRates = () => world.owner.query('TRUNCATE lading.rate');
const again = (principal: Principal) =>
  world.test.signIn(hosts[principal.home], nameOf(principal), principal.member !== null);
const nameOf = ({ name }: Principal) => accounts.get(name) ?? '';
const accounts = new Map<string, string>();
beforeAll(async () => {
  for (const principal of world.people) {
    const { rows } = await world.owner.query<{ account: string }>('SELECT account FROM account WHERE id = $1', [
      principal.account,
    ]);
    accounts.set(principal.name, rows[0]?.account ?? '');
  }
});
const row = async ({ account }: Principal) =>
  (await world.owner.query<Record<string, unknown>>('SELECT * FROM account WHERE id = $1', [account])).rows[0];
const issueOf = ({ body }: Answer) => body.issues?.map(({ path, code }) => `${path} ${code}`);

describe.each(['north admin', 'north clerk', 'north member'])('what %s may do with their own account', (name) => {
  const me = () => world.person(name);

  it('shows what is known of them, and nothing of a password', async () => {
    const { body, raw } = await me().person.get('account/profile');
    expect(body.data).toMatchObject({ account: nameOf(me()), bound: [] });
    expect(raw.body).not.toMatch(/argon|password/i);
  });

  it('changes only the caller’s names, birthday and numbers, whatever id is posted', async () => {
    const other = world.person('south admin');
    const before = await row(other);
    const mine = await row(me());
    const answer = await me().person.post('sysUser/updateInfo', {
      id: other.account,
      nickName: `Nick of ${name}`,
      sex: 2,
      birthday: '1990-02-03',
      tel: '0571 8888 7777',
      adminType: '1',
      roles: ['1'],
      status: '1',
      password: 'taken over',
      customer: '1',
    });
    expect(answer.body).toMatchObject({ success: true });
    expect(await row(me())).toMatchObject({
      nickName: `Nick of ${name}`,
      sex: '2',
      adminType: mine?.['adminType'],
      status: '0',
    });
    expect(await row(other)).toEqual(before);
    expect(typeof (await again(me())).token).toBe('string');
  });

  it('gets an issue with the path of an invalid value', async () => {
    const answer = await me().person.post('sysUser/updateInfo', { birthday: '2999-01-01', email: 'nothing' });
    expect(answer.body.success).toBe(false);
    expect(issueOf(answer)?.some((issue) => issue.startsWith('email '))).toBe(true);
  });

  it('has an avatar of their own uploads alone', async () => {
    const id = (await me().person.send('sysFileInfo/uploadAvatar', 'me.png', await picture('png'))).body.data as string;
    expect((await me().person.post('sysUser/updateAvatar', { id: '1', avatar: id })).body.success).toBe(true);
    expect((await me().person.get('getLoginUser')).body.data).toMatchObject({ avatar: id });
    expect((await me().person.raw('sysFileInfo/preview', { id })).headers['content-type']).toBe('image/png');
    const outsider = world.person('south admin').person;
    const foreign = (await outsider.send('sysFileInfo/uploadAvatar', 'x.png', await picture('png'))).body
      .data as string;
    const sibling = world.person(name === 'north admin' ? 'north finance' : 'north admin').person;
    const notMine = (await sibling.send('sysFileInfo/uploadAvatar', 'x.png', await picture('png'))).body.data as string;
    for (const avatar of [foreign, notMine, '999999999999999', 'x']) {
      expect((await me().person.post('sysUser/updateAvatar', { avatar })).body.success).toBe(false);
    }
    expect((await me().person.post('sysUser/updateAvatar', { avatar: null })).body.success).toBe(true);
    expect((await me().person.get('getLoginUser')).body.data).toMatchObject({ avatar: null });
  });

  it('binds a mail address and a phone number by the code that was sent there, and loses neither by a form', async () => {
    const at = `${name.replace(' ', '.')}@bound.example.com`;
    await forgetRates();
    const sent = await me().person.post('account/sendCode', { way: 'email', to: ` ${at.toUpperCase()} ` });
    expect(sent.body.data).toMatchObject({ seconds: 60 });
    const code = codeIn((await world.test.letters.next(at)).text);
    expect(issueOf(await me().person.post('account/sendCode', { way: 'email', to: at }))).toEqual(['to code.tooSoon']);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(issueOf(await me().person.post('account/bind', { way: 'email', to: at, code: wrong }))).toEqual([
      'code code.wrong',
    ]);
    expect(
      issueOf(await world.person('north finance').person.post('account/bind', { way: 'email', to: at, code })),
    ).toEqual(['code code.wrong']);
    expect((await me().person.post('account/bind', { way: 'email', to: at, code })).body.success).toBe(true);
    expect(issueOf(await me().person.post('account/bind', { way: 'email', to: at, code }))).toEqual([
      'code code.wrong',
    ]);

    await forgetRates();
    const phone = `+1 212 555 01${String(10 + ['north admin', 'north clerk', 'north member'].indexOf(name))}`;
    await me().person.post('account/sendCode', { way: 'phone', to: phone });
    const text = codeIn((await world.test.letters.next(phone)).text);
    expect((await me().person.post('account/bind', { way: 'phone', to: phone, code: text })).body.success).toBe(true);
    expect((await me().person.get('account/profile')).body.data).toMatchObject({
      email: at,
      bound: ['email', 'phone'],
    });

    const moved = await me().person.post('sysUser/updateInfo', { email: 'thief@example.com', nickName: 'x' });
    expect(issueOf(moved)).toEqual(['email account.bound']);
    expect((await me().person.post('sysUser/updateInfo', { email: at, nickName: 'x' })).body.success).toBe(true);
    expect((await me().person.post('account/unbind', { way: 'phone' })).body.success).toBe(true);
    expect((await me().person.get('account/profile')).body.data).toMatchObject({ phone: null, bound: ['email'] });
    expect(issueOf(await me().person.post('account/sendCode', { way: 'phone', to: 'call me' }))).toEqual([
      'to address.phone',
    ]);
  });

  it('sees where they are signed in, and ends one session or all others', async () => {
    const [second, third] = [await again(me()), await again(me())];
    type Session = { id: string; current: boolean };
    const list = (await me().person.get('account/sessions')).body.data as Session[];
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    expect(list[0]?.current).toBe(true);
    const own = ((await second.get('account/sessions')).body.data as Session[]).find(({ current }) => current);
    const foreign = ((await world.person('south admin').person.get('account/sessions')).body.data as Session[])[0];
    const missing = await me().person.post('account/endSessions', { id: '999999999999' });
    const notMine = await me().person.post('account/endSessions', { id: foreign?.id });
    expect([notMine.status, notMine.body.code]).toEqual([missing.status, missing.body.code]);
    expect((await world.person('south admin').person.get('getLoginUser')).status).toBe(200);
    expect((await me().person.post('account/endSessions', { id: own?.id })).body.data).toEqual({ ended: 1 });
    expect((await second.get('getLoginUser')).status).toBe(401);
    expect((await third.get('getLoginUser')).status).toBe(200);
    await me().person.post('account/endSessions', { id: 'others' });
    expect((await third.get('getLoginUser')).status).toBe(401);
    expect((await me().person.get('account/sessions')).body.data).toHaveLength(1);
  });

  it('sets a new password only with the present one; other sessions end, this one stays, the owner is notified', async () => {
    const elsewhere = await again(me());
    const change = (body: Record<string, unknown>, who: Person = me().person) => who.post('sysUser/updatePwd', body);
    const next = `another-good-${name.replace(' ', '-')}-7`;
    expect(issueOf(await change({ password: 'wrong', newPassword: next }))).toEqual(['password password.wrong']);
    expect(issueOf(await change({ password, newPassword: 'short' }))).toEqual(['newPassword text.tooShort']);
    expect(issueOf(await change({ password, newPassword: 'password1' }))).toEqual(['newPassword password.common']);
    expect(issueOf(await change({ password, newPassword: password }))).toEqual(['newPassword password.same']);
    expect(issueOf(await change({ password, newPassword: next, confirm: 'x' }))).toEqual(['confirm password.differs']);
    expect((await elsewhere.get('getLoginUser')).status).toBe(200);
    expect((await change({ id: world.person('south admin').account, password, newPassword: next })).body.success).toBe(
      true,
    );
    expect((await elsewhere.get('getLoginUser')).status).toBe(401);
    expect((await me().person.get('getLoginUser')).status).toBe(200);
    expect(typeof (await again(me())).token).not.toBe('string');
    const mail = await world.test.letters.next(`${name.replace(' ', '.')}@bound.example.com`);
    expect(mail.title).toMatch(/password was changed/);
    expect((await change({ password: next, newPassword: password })).body.success).toBe(true);
    expect(typeof (await again(me())).token).toBe('string');
  });
});

describe('an open session in strange hands', () => {
  it('does not let anyone try passwords for long', async () => {
    const { person } = world.person('north finance');
    const tries = [];
    for (let count = 0; count < 6; count += 1) {
      tries.push(
        (await person.post('sysUser/updatePwd', { password: `guess-${count}`, newPassword: 'a-new-one-77' })).body.code,
      );
    }
    expect(tries.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(tries[5]).toBe(10110011);
    const right = await person.post('sysUser/updatePwd', { password, newPassword: 'a-new-one-77' });
    expect(right.body.code).toBe(10110011);
    expect((await again(world.person('north finance'))).token).toBeTruthy();
  });

  it('leaves without a session nothing to see or to do', async () => {
    const headers = { authorization: 'Bearer nobody-nobody-nobody-nobody' };
    for (const path of [
      'sysUser/updateInfo',
      'sysUser/updateAvatar',
      'sysUser/updatePwd',
      'account/endSessions',
      'account/sendCode',
      'account/bind',
      'account/unbind',
    ]) {
      const body = {
        id: '1',
        password: 'x',
        newPassword: 'good-enough-7',
        way: 'email',
        to: 'a@example.com',
        code: '123456',
      };
      expect([path, (await world.person('north admin').person.post(path, body, headers)).status]).toEqual([path, 401]);
    }
  });
});
