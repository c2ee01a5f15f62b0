import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../../server/domain/index.ts';
import { openNode } from '../../server/node.ts';
import { hosts, openTestApp, root, secretKey, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let platform: Person;
let north: Person;
beforeAll(async () => {
  test = await openTestApp();
  platform = await test.signIn(hosts.platform, 'superAdmin');
  north = await test.signIn(hosts.north, 'admin');
}, 120_000);
afterAll(() => test.close());

interface MenuNode {
  name: string;
  children: MenuNode[];
}

interface BrowserTexts {
  stamp: string;
  culture: string;
  cultures: { code: string; name: string }[];
  texts: Record<string, Record<string, string>>;
}
const textsOf = async (culture: string): Promise<BrowserTexts> => {
  const answer = await test.app.inject({ method: 'GET', url: `/api/texts?culture=${culture}` });
  return answer.json<{ data: BrowserTexts }>().data;
};
const write = async (culture: string, space: string, key: string, text: string) => {
  const { body } = await platform.post('sysTranslation/add', { culture, space, key, text });
  return body as {
    success: boolean;
    data: { id: string; version: number };
    issues?: { path: string; message: string }[];
  };
};

describe('a text that is edited while the server runs', () => {
  it('is what every browser and every answer says next, and the delivered one again when the edit is taken back', async () => {
    const before = await textsOf('en-US');
    const modules = readdirSync(`${root}locales/en-US/modules`).map((file) => `modules/${file.replace('.json', '')}`);
    const spaces = [...modules, 'designer', 'engine', 'shell', 'errors', 'door'];
    expect(before.texts).toEqual(Object.fromEntries(spaces.map((space) => [space, {}])));
    const made = await write('en-US', 'engine', 'form.save', 'Keep');
    expect(made.success).toBe(true);
    const after = await textsOf('en-US');
    expect(after.texts['engine']).toEqual({ 'form.save': 'Keep' });
    expect(after.stamp).not.toBe(before.stamp);
    expect((await textsOf('zh-CN')).texts['engine']).toEqual({});
    await platform.post('sysTranslation/delete', { id: made.data.id });
    expect((await textsOf('en-US')).texts['engine']).toEqual({});
  });

  it('words refusals, entities and menus too', async () => {
    await write('en-US', 'errors', 'required', 'We need this.');
    await write('en-US', 'entities/level', 'plural', 'Tiers');
    await write('en-US', 'menus', 'network', 'Lanes');
    await textsOf('en-US');
    expect((await north.post('Level/add', {})).body.message).toContain('We need this.');
    const meta = await north.get('meta/Level');
    expect((meta.body.data as { texts: { plural: string } }).texts.plural).toBe('Tiers');
    const user = await north.get('getLoginUser');
    expect(JSON.stringify(user.body.data)).toContain('Lanes');
  });

  it('is the name of a delivered record in the next answer, and of an entity in the menu', async () => {
    const named = async () => {
      const { body } = await north.get('sysMenu/list', { culture: 'zh-CN' });
      const flat = (nodes: MenuNode[]): string[] => nodes.flatMap(({ name, children }) => [name, ...flat(children)]);
      return flat(body.data as MenuNode[]);
    };
    const roles = async () => {
      const { body } = await north.get('sysRole/page', { culture: 'zh-CN', pageSize: '50' });
      return (body.data as { rows: { name: string }[] }).rows.map(({ name }) => name);
    };
    const { admin } = JSON.parse(readFileSync(`${root}locales/zh-CN/entities/role.json`, 'utf8')).options.template;
    expect(await named()).not.toContain('Carriages');
    expect(await roles()).toContain(admin);
    const edits = [
      await write('zh-CN', 'entities/channel', 'plural', 'Carriages'),
      await write('zh-CN', 'entities/role', 'options.template.admin', 'Head of the house'),
    ];
    expect(edits.map(({ success }) => success)).toEqual([true, true]);
    await textsOf('en-US');
    expect(await named()).toContain('Carriages');
    expect(await roles()).toContain('Head of the house');
    for (const { data } of edits) await platform.post('sysTranslation/delete', { id: data.id });
    await textsOf('en-US');
    expect(await named()).not.toContain('Carriages');
    expect(await roles()).toContain(admin);
  });

  it('reaches a second node by itself', async () => {
    const opened = await openNode({ databaseUrl: test.databaseUrl, root, secretKey, modules });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    const { texts, close } = opened.value;
    await write('en-US', 'errors', 'text.tooLong', 'Far too long.');
    await expect.poll(() => texts.error('en-US', 'text.tooLong'), { timeout: 5000 }).toBe('Far too long.');
    await close();
  });

  it.each([
    ['engine', 'no.such.key', 'x', 'key'],
    ['no-such-file', 'form.save', 'x', 'key'],
    ['engine', '__proto__', 'x', 'key'],
    ['engine', 'constructor.prototype', 'x', 'key'],
    ['engine', 'list.new', 'New {password}', 'text'],
    ['engine', 'list.new', 'New $t(shell.home)', 'text'],
  ])('is refused where nothing would say it: %s %s %s', async (space, key, text, path) => {
    const refused = await write('zh-CN', space, key, text);
    expect(refused.success).toBe(false);
    expect(refused.issues?.map((each) => each.path)).toEqual([path]);
  });

  it('is the platform’s alone: nobody of a tenant reads, writes or compares texts', async () => {
    for (const path of ['sysTranslation/page', 'sysCulture/page', 'sysLocalizer/coverage', 'sysLocalizer/compare'])
      expect((await north.get(path)).body.success, path).toBe(false);
    const text = { culture: 'en-US', space: 'engine', key: 'form.cancel', text: 'No' };
    expect((await north.post('sysTranslation/add', text)).body.success).toBe(false);
    expect((await textsOf('en-US')).texts['engine']).not.toHaveProperty('form.cancel');
  });
});

describe('a language that is added while the server runs', () => {
  it('can be chosen at once, speaks its own texts and English for the rest', async () => {
    const added = await platform.post('sysCulture/add', { code: 'fr-FR', name: 'Français' });
    expect(added.body.success, added.body.message).toBe(true);
    await write('fr-FR', 'engine', 'form.cancel', 'Annuler');
    const french = await textsOf('fr-FR');
    expect(french.culture).toBe('fr-FR');
    expect(french.cultures).toContainEqual({ code: 'fr-FR', name: 'Français' });
    expect(french.texts['engine']).toMatchObject({ 'form.cancel': 'Annuler' });
    const { body } = await north.get('meta/Level', { culture: 'fr-FR' });
    expect((body.data as { texts: { plural: string } }).texts.plural).toBe('Tiers');
    const { id } = added.body.data as { id: string };
    await platform.post('sysCulture/disable', { id });
    expect((await textsOf('fr-FR')).culture).toBe('zh-CN');
    await platform.post('sysCulture/enable', { id });
    expect((await textsOf('fr-FR')).culture).toBe('fr-FR');
  });

  it('may be a pseudo-language, whose every text is stretched and keeps its places', async () => {
    await platform.post('sysCulture/add', { code: 'en-XA', name: 'Pseudo', pseudo: true });
    const { texts } = await textsOf('en-XA');
    expect(texts['engine']?.['list.new']).toMatch(/^\[.*\{name, noun\}.* ~\]$/);
    expect(Object.keys(texts['engine'] ?? {}).length).toBeGreaterThan(200);
  });

  it('is not a delivered one over again', async () => {
    const { body } = await platform.post('sysCulture/add', { code: 'zh-CN', name: 'Chinese' });
    expect(body.issues?.map(({ path }) => path)).toEqual(['code']);
  });
});

describe('the translation library', () => {
  it('counts what each language has of its own and lists what is missing, until it is written', async () => {
    const read = async () => {
      const { body } = await platform.get('sysLocalizer/coverage');
      return (body.data as { cultures: { code: string; total: number; own: number; edited: number }[] }).cultures;
    };
    const french = (await read()).find(({ code }) => code === 'fr-FR')!;
    expect(french).toMatchObject({ own: 1, edited: 1 });
    const chinese = (await read()).find(({ code }) => code === 'zh-CN')!;
    expect(chinese.own).toBe(chinese.total);
    const query = { target: 'fr-FR', state: 'missing', space: 'engine', searchValue: 'form.save' };
    const missing = await platform.get('sysLocalizer/compare', query);
    expect((missing.body.data as { rows: unknown[] }).rows).toContainEqual(
      expect.objectContaining({ key: 'form.save', base: 'Save', text: '', state: 'missing', id: null }),
    );
    await write('fr-FR', 'engine', 'form.save', 'Enregistrer');
    const now = await platform.get('sysLocalizer/compare', { ...query, state: 'edited' });
    expect((now.body.data as { rows: unknown[] }).rows).toContainEqual(
      expect.objectContaining({ key: 'form.save', text: 'Enregistrer', state: 'edited' }),
    );
    expect((await read()).find(({ code }) => code === 'fr-FR')).toMatchObject({ own: 2, edited: 2 });
  });

  it('comes in as a file and goes out as one', async () => {
    const csv =
      'culture,space,key,source,text\nfr-FR,engine,ui.retry,Try again,Réessayer\nfr-FR,engine,nothing,,Rien\n';
    const sent = await platform.send('sysTranslation/import', 'fr.csv', csv);
    expect(sent.body.success, sent.body.message).toBe(true);
    await test.runJobs();
    const { body } = await platform.get('job', { id: (sent.body.data as { job: string }).job });
    expect((body.data as { result: unknown }).result).toMatchObject({ added: 1, refused: 1 });
    expect((await textsOf('fr-FR')).texts['engine']).toMatchObject({ 'ui.retry': 'Réessayer' });
    const out = await platform.post('sysTranslation/export', { format: 'csv', query: { culture: 'fr-FR' } });
    expect(out.body.success).toBe(true);
  });
});
