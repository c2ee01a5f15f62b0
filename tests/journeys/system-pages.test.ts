import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSetting } from '../../server/settings/settings.ts';
import { axe } from '../support/browser.ts';
import { detailOf, dialog, gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const cultures = ['en-US', 'zh-CN'] as const;
const entityWords = {
  'en-US': {
    timer: 'Timers',
    tenant: 'Tenant',
    logs: 'Operation log',
    machine: 'Machine',
    run: 'Run now',
    grantMenu: 'Grant menu',
    finance: 'Finance',
  },
  'zh-CN': {
    timer: '定时任务',
    tenant: '租户',
    logs: '操作日志',
    machine: '服务器监控',
    run: '立即执行',
    grantMenu: '菜单授权',
    finance: '财务',
  },
} as const;

describe.each(cultures)('the platform administrator, in %s', (culture) => {
  const word = journeyWords(culture);
  const own = entityWords[culture];

  it('sees the machine at work, and the figures move by themselves', async () => {
    const { page, errors } = await live.open('platform superAdmin', { culture, path: '/machine' });
    await shown(page.getByRole('heading', { level: 1, name: own.machine }));
    await see(page.locator('.gauge-rate')).toHaveCount(4);
    await see(page.locator('.fact-card')).toContainText(['Node.js', 'PostgreSQL', '/s']);
    // A line needs two answers: the second comes with the next turn.
    await shown(page.locator('.gauge-line').first());
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toBe(0);
    expect(errors).toEqual([]);
  }, 60_000);

  it('runs a timer now and finds the run in its history, beside the next ones', async () => {
    const { page, errors } = await live.open('platform superAdmin', { culture, path: '/sysTimers' });
    await shown(page.getByRole('heading', { level: 1, name: own.timer }));
    // Timers of the modules fill more than a page.
    const search = page.getByRole('searchbox').first();
    await search.fill(word('timer.prune-keys'));
    await search.press('Enter');
    await page.getByRole('link', { name: word('timer.prune-keys') }).click();
    await see(page.locator('.next-runs li')).toHaveCount(5);
    await page
      .locator('.detail-screen')
      .getByRole('button', { name: word('detail.more'), exact: true })
      .click();
    await page.getByRole('menuitem', { name: own.run, exact: true }).click();
    await dialog(page).getByRole('button', { name: own.run }).click();
    await see
      .poll(async () => {
        const { body } = await live.world.person('platform superAdmin').person.get('sysTimerRun/list', { byHand: '1' });
        return (body.data as { outcome: string }[]).filter(({ outcome }) => outcome === 'done').length;
      })
      .toBeGreaterThan(0);
    expect(errors).toEqual([]);
  }, 60_000);

  it('reads and keeps what a schema yields', async () => {
    const { page, errors } = await live.open('platform superAdmin', { culture, path: '/code-generator?entity=timer' });
    await see(page.locator('.codegen-text')).toContainText('"entity": "timer"');
    await page.getByRole('button', { name: word('codegen.part.sql') }).click();
    await see(page.locator('.codegen-text')).toContainText('CREATE TABLE "timer"');
    await page.getByRole('button', { name: word('codegen.part.types') }).click();
    await see(page.locator('.codegen-text')).toContainText('export interface TimerRecord');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: word('codegen.download') }).click();
    expect((await download).suggestedFilename()).toBe('timer.d.ts');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: word('codegen.copy') }).click();
    await shown(page.getByText(word('codegen.copied')));
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 60_000);

  it('makes a tenant, whose administrator signs in under its host at once', async () => {
    const code = culture === 'en-US' ? 'fresh-en' : 'fresh-zh';
    const { page, errors } = await live.open('platform superAdmin', { culture, path: '/sysTenant/new' });
    const fill = (name: string, value: string) => page.locator(`[id$="${name}"]`).first().fill(value);
    await shown(page.locator('form.form-body'));
    await fill('name', `Fresh ${code}`);
    await fill('code', code);
    await fill('host', `${code}.localhost`);
    await fill('adminName', 'Nia');
    await fill('email', `nia@${code}.example`);
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await detailOf(page, `Fresh ${code}`);
    expect(errors).toEqual([]);

    const { rows } = await live.world.owner.query<{ id: string }>(
      `SELECT id FROM tenant WHERE kind = 'platform' AND host = 'localhost'`,
    );
    const password = await readSetting(live.world.test.node.system, rows[0]?.id ?? '', 'DEFAULT_PASSWORD');
    const outsider = await live.openStranger({ culture });
    await outsider.page.goto(live.url('platform', '/user/login').replace('//localhost', `//${code}.localhost`));
    await outsider.page.getByLabel(word('shell.signIn.account')).fill(`nia@${code}.example`);
    await outsider.page.getByLabel(word('shell.signIn.password'), { exact: true }).fill(password ?? '');
    await outsider.page.keyboard.press('Enter');
    // The platform's password opens nothing but the choice of another.
    const own = `of-ones-own-${code}`;
    await outsider.page.getByLabel(word('password.old'), { exact: true }).fill(password ?? '');
    await outsider.page.getByLabel(word('password.new'), { exact: true }).fill(own);
    await outsider.page.getByLabel(word('password.again')).fill(own);
    await outsider.page.getByRole('button', { name: word('password.save') }).click();
    await shown(outsider.page.locator('.frame-side nav'));
    await see(outsider.page.getByRole('heading', { level: 1 })).toContainText('Nia');
  }, 90_000);

  it('ticks what a tenant may have, and its menu shows no more', async () => {
    const { page, errors } = await live.open('platform superAdmin', { culture, path: '/sysTenant' });
    const south = live.world.homes.south.tenant;
    await page.goto(live.url('platform', `/sysTenant/${south}`));
    await shown(page.locator('.detail-screen'));
    await page
      .locator('.detail-screen')
      .getByRole('button', { name: word('detail.more'), exact: true })
      .click();
    await page.getByRole('menuitem', { name: own.grantMenu, exact: true }).click();
    const tree = dialog(page).locator('.menu-grant-tree');
    const box = tree.locator('.ant-tree-treenode', { hasText: own.finance }).first().locator('.ant-tree-checkbox');
    await see(box).toHaveClass(/checked/);
    await box.click();
    await see(box).not.toHaveClass(/checked/);
    expect(await axe(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: own.grantMenu }).click();
    await gone(dialog(page));
    const { person } = live.world.person('south admin');
    const menus = async () =>
      ((await person.get('getLoginUser')).body.data as { menus: { name: string }[] }).menus.map(({ name }) => name);
    await see.poll(menus).not.toContain('recharge');
    expect(await menus()).toContain('order');
    const all = (await live.world.person('platform superAdmin').person.get('sysTenant/menuTree', { id: south })).body;
    const ids = (nodes: { id: string; children: never[] }[]): string[] =>
      nodes.flatMap(({ id, children }) => [id, ...ids(children)]);
    const grantMenuIdList = ids(all.data);
    await live.world.person('platform superAdmin').person.post('sysTenant/grantMenu', { id: south, grantMenuIdList });
    expect(errors).toEqual([]);
  }, 60_000);
});

describe.each(cultures)('an administrator of a tenant, in %s', (culture) => {
  const word = journeyWords(culture);

  it('finds what was done in the operation log, and clears what is old', async () => {
    const { page, errors, person } = await live.open('north admin', { culture, path: '/sysOpLog' });
    await person.person.post('Level/add', { name: `Logged ${culture}` });
    await shown(page.getByRole('heading', { level: 1, name: entityWords[culture].logs }));
    await page.getByRole('button', { name: word('list.clearOld') }).click();
    await dialog(page)
      .getByRole('button', { name: word('list.clearOld') })
      .click();
    await shown(page.getByText(word('list.clearOldDone', { count: '' }).trim().split(' ').at(-1) ?? ''));
    // The log is written a moment after what it tells of.
    await see
      .poll(async () => {
        const { body } = await person.person.get('sysOpLog/page', { pageSize: '50' });
        return (body.data as { rows: { url: string }[] }).rows.map(({ url }) => url);
      })
      .toContain('/api/sysOpLog/delete');
    await page.getByRole('button', { name: word('list.refresh'), exact: true }).click();
    await shown(page.getByRole('link', { name: '/api/sysOpLog/delete' }).first());
    expect(errors).toEqual([]);
  }, 60_000);
});
