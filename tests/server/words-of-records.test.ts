import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, root, type Person, type TestApp } from '../support/test-app.ts';

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

describe('the names of delivered records', () => {
  let test: TestApp;
  let admin: Person;
  let boss: Person;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
    boss = await test.signIn(hosts.platform, 'superAdmin');
  });
  afterAll(() => test.close());

  type Row = Record<string, unknown>;
  const rows = async (path: string, culture: string, query: Record<string, string> = {}, who = admin) =>
    ((await who.get(path, { pageSize: '200', culture, ...query })).body.data as { rows: Row[] }).rows;
  const byCode = async (path: string, culture: string, code: string, who = admin) =>
    (await rows(path, culture, { code }, who))[0];

  it.each([
    ['sysRole/page', 'finance', 'Finance', '财务'],
    ['sysDictType/page', 'sex', 'Sex', '性别'],
    ['sysApp/page', 'system', 'System', '系统'],
    ['sysMenu/page', 'system.account', 'Accounts', '账号'],
    ['sysConfig/page', 'SINGLE_LOGIN', 'One session', '单'],
  ])('in %s are in the reader’s language: %s', async (path, code, english, chinese) => {
    expect(String((await byCode(path, 'en-US', code))?.['name'])).toContain(english);
    expect(String((await byCode(path, 'zh-CN', code))?.['name'])).toContain(chinese);
  });

  it('do so beside references, in pickers, trees and details, and for timers', async () => {
    const [chinese, english] = [await rows('sysUser/page', 'zh-CN'), await rows('sysUser/page', 'en-US')];
    expect(chinese[0]?.['$roles']).not.toEqual(english[0]?.['$roles']);
    expect(JSON.stringify(chinese[0]?.['$roles'])).toMatch(/\p{Script=Han}/u);
    const picked = (await admin.get('sysRole/dropDown', { culture: 'zh-CN' })).body.data as { value: string }[];
    expect(picked.filter(({ value }) => !/\p{Script=Han}/u.test(value))).toEqual([]);
    const tree = (await admin.get('sysMenu/tree', { culture: 'zh-CN' })).body.data as { title: string }[];
    expect(tree.filter(({ title }) => !/\p{Script=Han}/u.test(title))).toEqual([]);
    const timers = await rows('sysTimers/page', 'zh-CN', {}, boss);
    expect(timers.filter(({ jobName }) => !/\p{Script=Han}/u.test(String(jobName)))).toEqual([]);
  });

  it('stay as a tenant has chosen them, and are those of the demo, too', async () => {
    const role = await byCode('sysRole/page', 'en-US', 'clerk');
    await admin.post('sysRole/edit', { id: role?.['id'], name: 'Front desk' });
    expect((await byCode('sysRole/page', 'zh-CN', 'clerk'))?.['name']).toBe('Front desk');
  });

  it('are no translations of what people have typed, whatever the demo or a delivered record is called', async () => {
    await admin.post('sysOrg/add', { name: 'Newark Hub', code: 'east-nj', orgType: '3' });
    expect((await byCode('sysOrg/page', 'zh-CN', 'east-nj'))?.['name']).toBe('Newark Hub');
    await admin.post('Level/add', { name: 'Standard' });
    const levels = (await admin.get('Level/list', { culture: 'zh-CN' })).body.data as Row[];
    expect(levels.map(({ name }) => name)).toContain('Standard');
    const picked = (await admin.get('Level/dropDown', { culture: 'zh-CN' })).body.data as Row[];
    expect(picked.map(({ value }) => value)).toContain('Standard');
    await admin.post('sysDictType/add', { name: 'Sex of animals', code: 'animal_sex' });
    const own = await byCode('sysDictType/page', 'zh-CN', 'animal_sex');
    const delivered = await byCode('sysDictType/page', 'en-US', 'sex');
    await admin.post('sysDictType/edit', { id: delivered?.['id'], name: 'Gender' });
    await admin.post('sysDictType/edit', { id: own?.['id'], name: 'Sex' });
    expect((await byCode('sysDictType/page', 'zh-CN', 'animal_sex'))?.['name']).toBe('Sex');
  });

  it('are translated in the demo, where nobody has typed them', async () => {
    const { node } = test;
    const { rows: homes } = await node.system.pool.query<{ id: string }>(
      `SELECT id::text FROM tenant WHERE code = 'north'`,
    );
    node.texts.demoTenants.add(homes[0]?.id ?? '');
    expect((await byCode('sysOrg/page', 'zh-CN', 'east-nj'))?.['name']).toBe('新泽西仓');
    const levels = (await admin.get('Level/list', { culture: 'zh-CN' })).body.data as Row[];
    expect(levels.map(({ name }) => name)).toContain('标准价');
    node.texts.demoTenants.clear();
  });

  it.each([
    ['en-US', 'Finance'],
    ['zh-CN', '财务'],
  ])('are found in %s by the name that stands on the screen', async (culture, name) => {
    const codes = async (path: string) => (await rows(path, culture, { searchValue: name })).map(({ code }) => code);
    expect(await codes('sysRole/page')).toContain('finance');
    const all = (await admin.get('sysRole/list', { culture, searchValue: name })).body.data as Row[];
    expect(all.map(({ code }) => code)).toContain('finance');
    const picked = (await admin.get('sysRole/dropDown', { culture, searchValue: name })).body.data as Row[];
    expect(picked.map(({ value }) => value)).toContain(name);
    const groups = (await admin.get('search', { culture, searchValue: name })).body.data as {
      path: string;
      rows: { title: string }[];
    }[];
    expect(groups.find(({ path }) => path === 'sysRole')?.rows.map(({ title }) => title)).toContain(name);
    const counted = (await admin.get('sysRole/aggregate', { culture, searchValue: name })).body.data as Row;
    expect(JSON.stringify(counted)).toMatch(/"count": ?[1-9]/);
  });

  it('say the same in a demo and in the library of texts', () => {
    for (const culture of ['en-US', 'zh-CN']) {
      const read = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as never;
      const told = read(`server/demo/words/${culture}.json`) as {
        channels: Record<string, string[]>;
        orgs: { code: string; name: string }[];
        positions: { code: string; name: string }[];
        levels: { name: string }[];
      };
      const names = read(`locales/${culture}/names.json`) as Record<string, Record<string, string>>;
      const byCodeOf = (list: { code: string; name: string }[]) =>
        Object.fromEntries(list.map(({ code, name }) => [code, name]));
      expect(names['channel']).toEqual(
        Object.fromEntries(Object.entries(told.channels).map(([code, [name]]) => [code, name])),
      );
      expect(names['org']).toEqual(byCodeOf(told.orgs));
      expect(names['position']).toEqual(byCodeOf(told.positions));
      expect(Object.values(names['level'] ?? {})).toEqual(told.levels.map(({ name }) => name));
    }
  });
});
