import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, gone, overflows, see, shown, tabTo } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp, type OpenOptions } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const english = journeyWords('en-US');
const kept = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`pro__${name}`) ?? 'null') as unknown, key);

/** Until nothing moves or fades any more. */
const still = (page: Page) =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));

/** Opens a page of someone and waits until the frame stands and hears keys. */
async function openFrame(person: string, options: OpenOptions = {}) {
  const opened = await live.open(person, { path: '/welcome', ...options });
  await shown(opened.page.locator('.frame'));
  return opened;
}

/** Opens a page as someone, with settings that were chosen before. */
async function openWith(person: string, settings: Record<string, unknown>, options: OpenOptions = {}) {
  const opened = await live.open(person, { path: '/user/help', ...options });
  await opened.page.evaluate((chosen) => {
    for (const [name, value] of Object.entries(chosen))
      localStorage.setItem(`pro__${name}`, JSON.stringify({ value, expire: null }));
  }, settings);
  await opened.page.goto(live.url(opened.person.home, options.path ?? '/welcome'));
  await shown(opened.page.locator('.frame'));
  return opened;
}

describe.each(['en-US', 'zh-CN'] as const)('the header in %s', (culture: Culture) => {
  const word = journeyWords(culture);

  it('shows the balance with details behind “More”; reports a failure and retries', async () => {
    const { page, errors } = await live.open('north member', { culture, path: '/welcome' });
    await see(page.locator('.frame-place')).toContainText('Acme');
    await see(page.locator('.balance-line')).toHaveText(new RegExp(`${word('shell.balance')}.*USD.*7,750\\.25`));
    await page.getByRole('button', { name: word('shell.balance.more'), exact: true }).click();
    const facts = page.locator('.balance-facts');
    for (const code of ['totalRecharge', 'overDraftAmount', 'memberDeposit'])
      await see(facts).toContainText(word(`shell.balance.${code}`));
    await see(facts).toContainText(word('shell.balance.state.none'));
    // Its button has too little room on either side of a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('Escape');
    await see(facts).toBeHidden();
    await page.getByRole('button', { name: word('shell.balance.more'), exact: true }).click();
    await see(facts.locator('dd').first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(errors).toEqual([]);

    await page.route('**/api/membership/balance*', (route) => route.abort());
    await page.reload();
    await see(page.locator('.balance-failed')).toContainText(word('shell.balance.failed'));
    await page.unroute('**/api/membership/balance*');
    await page.getByRole('button', { name: word('shell.balance.retry') }).click();
    await see(page.locator('.balance-line strong')).toHaveText('7,750.25');
  }, 60_000);

  it('says that there is no network as soon as there is none, and is silent again when it is back', async () => {
    const { page, errors } = await openFrame('north clerk', { culture });
    const bar = page.locator('.offline-bar');
    expect(await bar.count()).toBe(0);
    await shown(page.locator('.welcome .block').first());
    await page.context().setOffline(true);
    await see(bar).toHaveText(word('shell.offline'));
    expect(await axe(page)).toEqual([]);
    expect(await overflows(page)).toBe(0);
    await page.context().setOffline(false);
    await gone(bar);
    expect(errors.filter((error) => !error.includes('ERR_INTERNET'))).toEqual([]);
  }, 60_000);

  it.runIf(culture === 'zh-CN')(
    'goes on where the typeface and the words of the grid cannot be loaded',
    async () => {
      const { page, errors } = await openFrame('north clerk', { culture });
      const files = [/wght-[^/]*\.css/, /grid-locale-zh-cn/];
      for (const file of files) await page.route(file, (route) => route.abort());
      const refused = files.map((file) => page.waitForEvent('requestfailed', (request) => file.test(request.url())));
      await page.goto(live.url('north', '/Order'));
      await Promise.all(refused);
      await shown(page.locator('.ag-row').first());
      expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([]);
    },
    60_000,
  );

  it('fills the screen, or says that this browser cannot', async () => {
    const { page, errors } = await openFrame('north clerk', { culture });
    await page.evaluate(() => {
      Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined });
    });
    await page.getByRole('button', { name: word('shell.fullscreen.enter') }).click();
    await shown(page.getByText(word('shell.fullscreen.unsupported')));
    expect(errors).toEqual([]);
  }, 60_000);

  it('takes one to another application, and says why where that fails', async () => {
    const { page, person } = await live.open('north admin', { culture, path: '/welcome' });
    const { data } = (await person.person.get('getLoginUser', { culture })).body;
    const { apps } = data as { apps: { code: string; name: string; active: boolean }[] };
    const other = apps.find((app) => app.code === 'system');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: word('shell.userMenu') }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await page.route('**/api/sysMenu/change*', (route) =>
      route.fulfill({ json: { success: false, code: 500, message: 'no such luck', data: null } }),
    );
    await choose(other?.name ?? '');
    await shown(page.getByText(word('shell.application.failed', { reason: 'no such luck' })));
    await page.unroute('**/api/sysMenu/change*');
    await choose(other?.name ?? '');
    await see(page.locator('.frame-side')).toContainText(culture === 'zh-CN' ? '权限' : 'Access');
    await see(page).toHaveURL(/\/welcome$/);
    expect(await kept(page, 'NOW_APP')).toMatchObject({ value: 'system' });
  }, 60_000);

  it('changes the language, loads the person, the balance and the dictionaries again, and goes home', async () => {
    const { page, errors } = await live.open('north admin', { culture, path: '/Customer' });
    await shown(page.locator('.list-screen'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const other = culture === 'zh-CN' ? 'en-US' : 'zh-CN';
    await page.getByLabel(word('shell.language')).selectOption(other);
    await see(page).toHaveURL(/\/welcome$/);
    await see(page.locator('.frame-side')).toContainText(journeyWords(other)('shell.home'));
    await see
      .poll(() =>
        ['getLoginUser', 'sysDictType/tree', 'membership/balance', 'sysMenu/change'].filter(
          (path) => !asked.includes(`/api/${path}`),
        ),
      )
      .toEqual([]);
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('the settings', () => {
  it('count at once, depend on each other, and are there again after a reload, without a flash', async () => {
    const { page, errors } = await live.open('north admin', { path: '/welcome' });
    const toggle = (name: string) =>
      page.getByRole('switch', { name: new RegExp(`^${english(`shell.settings.${name}`)}`) });
    await page.getByRole('button', { name: english('shell.settings.open') }).click();
    await page.getByTitle(english('shell.settings.accent.1890FF')).click();
    const blue = await page.evaluate(() => document.documentElement.style.getPropertyValue('--c-primary'));
    expect(blue).not.toBe('#c5350b');
    await page.locator('.settings-choice').first().getByText(english('shell.appearance.dark')).click();
    await see(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await toggle('fixedHeader').click();
    await see(toggle('autoHideHeader')).toBeDisabled();
    await toggle('multiTab').click();
    await toggle('crumbs').click();
    await page.getByText(english('shell.settings.layout.topmenu'), { exact: true }).click();
    await see(toggle('fixedSidebar')).toBeDisabled();
    await page.getByText(english('shell.settings.width.Fluid'), { exact: true }).click();
    await page.keyboard.press('Escape');
    await shown(page.locator('.top-menu'));
    expect(await kept(page, 'DEFAULT_COLOR')).toEqual({ value: '#1890FF', expire: null });
    expect(await kept(page, 'DEFAULT_LAYOUT_MODE')).toEqual({ value: 'topmenu', expire: null });
    expect(await kept(page, 'DEFAULT_CONTENT_WIDTH_TYPE')).toEqual({ value: 'Fluid', expire: null });

    // The brightness stands before the application has come.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(live.url('north', '/Customer'), { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(18, 18, 17)',
    );
    await page.unroute('**/assets/*.js');
    const before = errors.length;
    await page.reload();
    await shown(page.locator('.top-menu'));
    await see(page.locator('.tab-bar')).toContainText('Customers');
    await see(page.locator('.crumbs')).toContainText('Customers');
    await still(page);
    expect(await axe(page)).toEqual([]);
    expect(errors.slice(before)).toEqual([]);
  }, 60_000);

  it('hide the header below 300 pixels on the way down, and show it on the way up', async () => {
    const { page, errors } = await openWith(
      'north admin',
      { DEFAULT_FIXED_HEADER_HIDDEN: true },
      { path: '/welcome', viewport: { width: 1280, height: 420 } },
    );
    // With every page of the menu listed there is enough to scroll, whatever the boards show today.
    await page.locator('.welcome-pages > summary').click();
    // A block that is still filled moves the page by itself.
    await see(page.locator('.block[aria-busy=true]')).toHaveCount(0);
    const head = page.locator('.frame-head');
    const scroll = (top: number) => page.locator('.pane').evaluate((pane, to) => pane.scrollTo({ top: to }), top);
    await scroll(250);
    await see(head).toHaveCSS('height', '55px');
    await scroll(420);
    await see(head).toHaveCSS('height', '0px');
    await scroll(350);
    await see(head).toHaveCSS('height', '55px');
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('the tabs', () => {
  it('bear the titles of their pages, say when there is nothing to close, and close by menu, button and middle click', async () => {
    const { page, errors } = await openWith('north admin', { DEFAULT_MULTI_TAB: true });
    const bar = page.locator('.tab-bar');
    const say = (key: string) => shown(page.getByText(english(key)).last());
    const menu = async (title: string, key: string) => {
      await bar.getByRole('link', { name: title, exact: true }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: english(`shell.tabs.close.${key}`) }).click();
    };
    await menu('Home', 'current');
    await say('shell.tabs.last');
    await menu('Home', 'left');
    await say('shell.tabs.noLeft');
    await menu('Home', 'right');
    await say('shell.tabs.noRight');
    for (const [path, title] of [
      ['/Customer', 'Customers'],
      ['/Level', 'Price levels'],
      ['/Channel', 'Channels'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: english('shell.palette.title') }).fill(path);
      await page.keyboard.press('Enter');
      await see(page).toHaveURL(live.url('north', path));
      await shown(bar.getByRole('link', { name: title, exact: true }));
    }
    await see(bar.locator('li')).toHaveText(['Home', 'Customers', 'Price levels', 'Channels']);
    await page.locator('.pane:not([inert]) .ag-row a').first().click();
    await see(bar.locator('li')).toHaveCount(5);
    // A record's tab bears its entity's name until the record is there.
    await see(bar.getByRole('link', { name: 'Channels', exact: true })).toHaveCount(1);
    expect((await bar.locator('li a').allTextContents()).filter((title) => title.includes('/'))).toEqual([]);
    await menu('Price levels', 'left');
    await see(bar.locator('li').first()).toHaveText('Price levels');
    await bar.getByRole('link', { name: 'Channels', exact: true }).click({ button: 'middle' });
    await see(bar.locator('li')).toHaveCount(2);
    await menu('Price levels', 'all');
    await see(bar.locator('li')).toHaveText(['Price levels']);
    await see(page).toHaveURL(live.url('north', '/Level'));
    expect(errors).toEqual([]);
  }, 90_000);

  it('keep what was typed and how far one had scrolled, mark what is unsaved, and ask before it is lost', async () => {
    const { page, errors } = await openWith('north admin', { DEFAULT_MULTI_TAB: true }, { path: '/Customer/new' });
    const bar = page.locator('.tab-bar');
    const front = page.locator('.pane:not([inert])');
    const form = page.locator('.pane:not([inert]) form.form-body');
    await form.getByRole('textbox').first().fill('Half a name');
    await shown(bar.getByRole('img', { name: english('shell.tabs.unsaved') }));
    await front.evaluate((pane) => pane.scrollTo({ top: 120 }));
    await bar.getByRole('link', { name: 'Home' }).click();
    await shown(page.locator('.welcome'));
    await see(page).toHaveTitle(english('shell.home'));
    await bar
      .locator('li')
      .filter({ has: page.getByRole('img') })
      .getByRole('link')
      .click();
    await see(form.getByRole('textbox').first()).toHaveValue('Half a name');
    expect(await front.evaluate((pane) => pane.scrollTop)).toBe(120);
    await bar.getByRole('button', { name: /^Close Add|^Close New/ }).click();
    await see(dialog(page)).toContainText(english('form.leave.title'));
    await dialog(page)
      .getByRole('button', { name: english('form.leave.go') })
      .click();
    await see(bar.locator('li')).toHaveCount(1);
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('the palette and the keys', () => {
  it('go to a page, act on the record in front, and find a number', async () => {
    const { page, errors } = await openFrame('north admin', { path: '/welcome' });
    const box = page.getByRole('combobox', { name: english('shell.palette.title') });
    const options = page.locator('.palette [role=option]');
    await page.keyboard.press('Control+k');
    await box.fill('recharges');
    await see(options.first()).toContainText('Recharges');
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/Recharge$/);
    const number = await page.locator('.ag-row a').first().innerText();
    await page.keyboard.press('Control+k');
    await see(page.locator('.palette [aria-selected=true]')).toContainText('Recharges');
    await box.fill(number);
    const record = options.filter({ hasText: number }).first();
    await shown(record.locator('.tag'));
    await see(record).toContainText(/\d{4}-\d{2}-\d{2}/);
    await page.keyboard.press('Enter');
    await see(page.locator('.detail-screen').getByRole('heading', { level: 1 })).toHaveText(number);
    await page.goto(live.url('north', '/Level'));
    await page.locator('.ag-row a').first().click();
    const title = page.locator('.detail-screen').getByRole('heading', { level: 1 });
    await shown(title);
    await page.keyboard.press('Control+k');
    await see(options.first()).toContainText(english('action.edit'));
    await see(options.first()).toContainText(await title.innerText());
    await still(page);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/Level\/\d+\/edit$/);
    await gone(box);
    expect(errors).toEqual([]);
  }, 60_000);

  it('keep every key from the first, also while the palette is still loading', async () => {
    const { page, errors } = await live.open('north admin', { path: '/user/help' });
    // Held until the keys have been typed: nothing of the palette is there to hear them.
    let letGo = () => undefined as void;
    const typed = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/command-palette*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(live.url('north', '/welcome'));
    await shown(page.locator('.frame'));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gorx');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('recharges');
    await page.keyboard.press('Enter');
    letGo();
    await see(page).toHaveURL(/\/Recharge$/);
    // Warm, and typed before the browser has drawn anything.
    await shown(page.locator('.ag-row a').first());
    await page.keyboard.press('Control+k');
    await page.keyboard.type('orders');
    await see(page.getByRole('combobox', { name: english('shell.palette.title') })).toHaveValue('orders');
    await page.keyboard.press('Escape');
    expect(errors).toEqual([]);
  }, 60_000);

  it('show only what the person may do', async () => {
    const { page } = await openFrame('north clerk', { path: '/welcome' });
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: english('shell.palette.title') });
    await box.fill('ledger');
    await see(page.locator('.palette-state')).toHaveText(english('shell.palette.nothing'));
    expect(await page.locator('.palette [role=option]').count()).toBe(0);
  }, 60_000);

  it('find Chinese pages by their pinyin initials', async () => {
    const chinese = journeyWords('zh-CN');
    const { page, errors } = await openFrame('north admin', { culture: 'zh-CN' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: chinese('shell.palette.title') }).fill('qd');
    await shown(page.locator('.palette [role=option]').filter({ hasText: '渠道' }).first());
    expect(errors).toEqual([]);
  }, 60_000);

  it('are off while a person types, and when disabled', async () => {
    const { page } = await openFrame('north admin', { path: '/welcome' });
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await see(page).toHaveURL(/\/Order$/);
    await page.getByRole('searchbox', { name: english('list.search') }).fill('c?gh');
    await see(page).toHaveURL(/\/Order/);
    await page.getByRole('searchbox', { name: english('list.search') }).fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: english('shell.keys.title') });
    await shown(sheet);
    expect(await axe(page)).toEqual([]);
    await sheet.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await gone(sheet);
    await page.keyboard.press('?');
    await page.keyboard.press('c');
    await see(page).toHaveURL(/\/Order/);
    await gone(sheet);
    await page.keyboard.press('Control+k');
    await shown(page.getByRole('combobox', { name: english('shell.palette.title') }));
  }, 60_000);

  it('open something new with c: in a list its form, elsewhere the choice', async () => {
    const { page, errors } = await openFrame('north admin', { path: '/Level' });
    await shown(page.locator('.ag-row a').first());
    await page.keyboard.press('c');
    await see(page).toHaveURL(/\/Level\/new$/);
    await page.goto(live.url('north', '/welcome'));
    await shown(page.locator('.welcome'));
    await page.keyboard.press('c');
    await shown(page.getByPlaceholder(english('shell.palette.createHint')));
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('pages that the server’s menu names', () => {
  const addMenu = async (code: string, more: Record<string, unknown>) => {
    const answer = await live.world.person('north admin').person.post('sysMenu/add', {
      ...{ name: `Page ${code}`, code, application: 'business', type: '1', openType: '1', router: `/${code}` },
      ...more,
    });
    expect(answer.body.success, answer.body.message).toBe(true);
  };

  it('stand in a frame 260 pixels less high than the window, with a ticket and never the token', async () => {
    await addMenu('portal', { openType: '2', link: 'https://portal.example.com/view?token=' });
    await addMenu('outsider', { openType: '2', link: 'https://elsewhere.example.com/view?token=' });
    const { page, person } = await live.open('north admin', { path: '/user/help' });
    const asked: string[] = [];
    await page.route('https://*.example.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<h1>From elsewhere</h1>' });
    });
    await page.goto(live.url('north', '/portal'));
    await see(page.frameLocator('.embedded-frame').getByRole('heading')).toHaveText('From elsewhere');
    const box = await page.locator('.embedded-frame').boundingBox();
    expect(box?.height).toBe(900 - 260);
    expect(asked[0]).toMatch(/^https:\/\/portal\.example\.com\/view\?token=[\w-]{43}$/);
    expect(asked.join()).not.toContain(person.person.token);

    await page.goto(live.url('north', '/outsider'));
    await see(page.getByRole('alert')).toContainText(english('embed.host'));
    expect(asked).toHaveLength(1);
  }, 60_000);

  it('say which module is missing', async () => {
    await addMenu('lost', { component: 'system/nothing/index', router: '/deep/in/nowhere' });
    const { page } = await live.open('north admin', { path: '/deep/in/nowhere' });
    await see(page.getByRole('heading', { level: 1 })).toHaveText(english('shell.module.missing'));
    await shown(page.getByText('system/nothing/index'));
    expect(await axe(page)).toEqual([]);
  }, 60_000);

  it('lead from the address of a group to its first page without a refused request', async () => {
    const { page, errors } = await live.open('north clerk', { path: '/orders' });
    await see(page).toHaveURL(/\/Order$/);
    await shown(page.getByRole('heading', { level: 1, name: 'Orders', exact: true }));
    expect(errors).toEqual([]);
  }, 60_000);

  it('open beside the application where they are links out', async () => {
    await addMenu('docs', { openType: '3', link: 'https://docs.example.com/start' });
    const { page } = await live.open('north admin', { path: '/welcome' });
    const link = page.locator('.frame-side').getByRole('link', { name: 'Page docs' });
    await see(link).toHaveAttribute('href', 'https://docs.example.com/start');
    await see(link).toHaveAttribute('target', '_blank');
    expect(await link.getAttribute('rel')).toContain('noreferrer');
  }, 60_000);

  it.each([403, 404, 500])(
    'lead home from %s',
    async (status) => {
      const { page, errors } = await live.open('north admin', { path: `/${status}` });
      await see(page.getByRole('heading', { level: 1 })).toHaveText(english(`shell.error.${status}`));
      await page.getByRole('link', { name: english('shell.backHome') }).click();
      await see(page).toHaveURL(/\/welcome$/);
      expect(errors).toEqual([]);
    },
    60_000,
  );
});

describe('a version that was published under an open page', () => {
  it('is shown, and nothing typed is lost', async () => {
    const { page } = await live.open('north admin', { path: '/Level/new' });
    const field = page.locator('form.form-body').getByRole('textbox').first();
    await field.fill('Kept');
    await page.route('**/assets/settings-drawer*', (route) => route.fulfill({ status: 404, body: '' }));
    const newer = '<script type="module" src="/assets/index-newer.js"></script>';
    await page.route('**/Level/new', (route) => route.fulfill({ contentType: 'text/html', body: newer }));
    await page.getByRole('button', { name: english('shell.settings.open') }).click();
    await shown(page.getByText(english('ui.newVersion')));
    await shown(page.getByRole('button', { name: english('shell.reload') }));
    expect(await field.inputValue()).toBe('Kept');
  }, 60_000);

  it('is not supposed where the network is gone', async () => {
    const { page } = await live.open('north admin', { path: '/Level/new' });
    await shown(page.locator('form.form-body'));
    await page.context().setOffline(true);
    // Two frames after the part failed, which is when the message about a new version would be there.
    const failed = page.evaluate(
      () =>
        new Promise((done) =>
          addEventListener('vite:preloadError', () => requestAnimationFrame(() => requestAnimationFrame(done))),
        ),
    );
    await page.getByRole('button', { name: english('shell.settings.open') }).click();
    await failed;
    await shown(page.locator('.offline-bar'));
    expect(await page.getByRole('button', { name: english('shell.reload') }).count()).toBe(0);
  }, 60_000);

  it('is not supposed where the network was gone for a while: what failed to come is there at the next try', async () => {
    const { page } = await live.open('north admin');
    // Before the list is there: an idle browser loads the form ahead.
    await page.route('**/assets/form-screen*', (route) => route.abort());
    await page.goto(live.url('north', '/Level'));
    await shown(page.locator('.ag-row').first());
    const asked = page.waitForResponse(
      (response) => response.request().resourceType() === 'fetch' && response.url().endsWith('/Level'),
    );
    await page.keyboard.press('c');
    await asked;
    const panel = page.locator('.empty-state');
    await see(panel).toContainText(english('ui.offlineNote'));
    expect(await page.getByText(english('ui.newVersion')).count()).toBe(0);
    // As long as the server is not reached, the application stays.
    await page.context().setOffline(true);
    await panel.getByRole('button', { name: english('ui.retry') }).click();
    await see(panel).toContainText(english('ui.offlineNote'));
    await page.context().setOffline(false);
    await page.unroute('**/assets/form-screen*');
    await panel.getByRole('button', { name: english('ui.retry') }).click();
    await shown(page.locator('form.form-body'));
  }, 60_000);
});

describe('the frame', () => {
  it('has the files of its address named ahead, at home without those of the grid', async () => {
    const { page } = await live.open('north admin', { path: '/user/help' });
    const ahead = async (path: string) => {
      const html = await page.evaluate(async (of) => (await fetch(of)).text(), path);
      return [...html.matchAll(/modulepreload" crossorigin href="\/assets\/([\w-]+?)-[\w-]{8}\.js/g)].map(
        ([, name]) => name,
      );
    };
    expect(await ahead('/welcome')).toEqual(expect.arrayContaining(['frame', 'home', 'records']));
    expect(await ahead('/welcome')).not.toContain('ag-grid');
    expect(await ahead('/Level')).toEqual(expect.arrayContaining(['frame', 'list', 'records', 'ag-grid']));
    expect(await ahead('/Level')).not.toContain('home');
    expect(await ahead('/user/login')).not.toContain('frame');
  }, 60_000);

  it.each([
    ['en-US', false],
    ['zh-CN', true],
  ] as const)(
    'has nothing against it in %s, dark: %s',
    async (culture, dark) => {
      const word = journeyWords(culture);
      const { page, errors } = await live.open('north admin', { culture, dark, path: '/welcome' });
      await shown(page.locator('.welcome'));
      await see(page.locator('.frame-foot')).toContainText('v1.5.2');
      expect(await axe(page)).toEqual([]);
      await page.getByRole('button', { name: word('shell.settings.open') }).click();
      await shown(page.locator('.settings-foot'));
      // Its colours are its own once it stands.
      await see(page.locator('.ant-drawer-content-wrapper')).not.toHaveClass(/-motion-/);
      expect(await axe(page)).toEqual([]);
      expect(errors).toEqual([]);
    },
    60_000,
  );

  it('fits 320 pixels, with the menu in a drawer', async () => {
    const { page } = await live.open('north member', { path: '/welcome', viewport: { width: 320, height: 640 } });
    await shown(page.locator('.welcome'));
    expect(await overflows(page)).toBe(0);
    await page.getByRole('button', { name: english('shell.openMenu') }).click();
    await page.locator('.frame-drawer').getByRole('link', { name: 'Home', exact: true }).click();
    await gone(page.locator('.frame-drawer'));
    await page.getByRole('button', { name: english('shell.settings.open') }).click();
    await shown(page.locator('.settings-foot'));
    expect(await overflows(page)).toBe(0);
  }, 60_000);

  it('has a narrow menu on a tablet, and a wide one on a desktop', async () => {
    const { page } = await live.open('north admin', { path: '/welcome', viewport: { width: 1199, height: 800 } });
    const side = page.locator('.frame-side');
    await see(side).toHaveCSS('width', '80px');
    await page.setViewportSize({ width: 1200, height: 800 });
    await see(side).toHaveCSS('width', '230px');
    await page.setViewportSize({ width: 577, height: 800 });
    await see(side).toHaveCSS('width', '80px');
    await page.setViewportSize({ width: 576, height: 800 });
    await gone(side);
    expect(await overflows(page)).toBe(0);
  }, 60_000);

  it('can be walked by the keyboard alone', async () => {
    const { page, errors } = await openFrame('north admin');
    await shown(page.locator('.welcome'));
    await page.keyboard.press('Tab');
    await see(page.getByText(english('shell.skip'))).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: english('shell.settings.open') }));
    await page.keyboard.press('Enter');
    await shown(page.locator('.settings-foot'));
    await page.keyboard.press('Escape');
    await gone(page.locator('.settings-foot'));
    await tabTo(page, page.getByRole('button', { name: english('shell.userMenu') }));
    await page.keyboard.press('Enter');
    await shown(page.getByRole('menuitem', { name: english('shell.signOut') }));
    expect(errors).toEqual([]);
  }, 60_000);
});
