import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

describe('an account whose password nobody touches', () => {
  let test: TestApp;
  let admin: Person;
  let id: string;
  const first = 'harbour-crane-7';
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
    const { rows } = (await admin.get('sysOrg/page')).body.data as { rows: { id: string }[] };
    const added = await admin.post('sysUser/add', {
      account: 'warehouse',
      name: 'Warehouse',
      password: first,
      adminType: '3',
      org: rows[0]?.id,
    });
    ({ id } = added.body.data as { id: string });
  });
  afterAll(() => test.close());

  const signsInWith = async (password: string) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: hosts.north },
      payload: { account: 'warehouse', password },
    });
    return (answer.json() as { success: boolean }).success;
  };

  it('is edited, and keeps it', async () => {
    expect((await admin.post('sysUser/edit', { id, nickName: 'W' })).body.issues ?? []).toEqual([]);
    expect(await signsInWith(first)).toBe(true);
  });

  it('is locked out and let in again', async () => {
    expect((await admin.post('sysUser/changeStatus', { id, status: '1' })).body.success).toBe(true);
    expect(await signsInWith(first)).toBe(false);
    expect((await admin.post('sysUser/changeStatus', { id, status: '0' })).body.success).toBe(true);
    expect(await signsInWith(first)).toBe(true);
  });

  it('gets a new one where the administrator gives it one, typed twice the same', async () => {
    const differ = await admin.post('sysUser/resetPwd', { id, password: 'next-crane-8', confirm: 'next-crane-9' });
    expect(differ.body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['confirm passwordsDiffer']);
    const reset = await admin.post('sysUser/resetPwd', { id, password: 'next-crane-8', confirm: 'next-crane-8' });
    expect(reset.body.success).toBe(true);
    expect(await signsInWith(first)).toBe(false);
    expect(await signsInWith('next-crane-8')).toBe(true);
  });

  it('still cannot be without one', async () => {
    for (const password of [null, '']) {
      const { body } = await admin.post('sysUser/edit', { id, password });
      expect(body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['password required']);
    }
  });
});
