import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

interface Known {
  texts: { options?: Record<string, Record<string, string>> };
  refs: Record<string, { options?: Record<string, string> }>;
}

describe('what the browser is told, so that no code stands on a screen', () => {
  let test: TestApp;
  let admin: Person;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
  });
  afterAll(() => test.close());

  const known = async (path: string, culture: string) =>
    (await admin.get(`meta/${path}`, { culture })).body.data as Known;

  it('gives the entries of a dictionary like the options of a choice', async () => {
    const { texts } = await known('sysRole', 'en-US');
    expect(Object.keys(texts.options?.['roleType'] ?? {})).toEqual(['0', '1', '2']);
    expect(Object.values(texts.options?.['roleType'] ?? {}).join('')).not.toMatch(/[012]/);
  });

  it('gives the words of a title that is a choice to those who point at it', async () => {
    const inEnglish = await known('LedgerTransfer', 'en-US');
    const inChinese = await known('LedgerTransfer', 'zh-CN');
    expect(inEnglish.refs['ledger-account']?.options?.['available']).toBe('Available');
    expect(inChinese.refs['ledger-account']?.options?.['available']).toBe('可用余额');
    expect(inEnglish.refs['customer']).not.toHaveProperty('options');
  });

  it('names every record of a reference to many, in the order of their ids', async () => {
    const { rows } = (await admin.get('sysRole/page')).body.data as { rows: { id: string; name: string }[] };
    const { rows: people } = (await admin.get('sysUser/page')).body.data as {
      rows: { id: string; roles: string[]; $roles: string[] }[];
    };
    for (const { roles, $roles } of people) {
      expect($roles).toEqual(roles.map((id) => rows.find((role) => role.id === id)?.name));
    }
    expect(people.some(({ roles }) => roles.length > 0)).toBe(true);
  });
});
