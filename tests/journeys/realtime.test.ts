import type { WebSocketRoute } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { settled } from '../support/journey-walk.ts';
import { gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { hosts, root, type Person } from '../support/test-app.ts';

let live: LiveApp;
let admin: Person;
beforeAll(async () => {
  live = await openLiveApp();
  admin = live.world.person('north admin').person;
}, 300_000);
afterAll(() => live?.close());

const shots = `${root}node_modules/.cache/lading`;
const content = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Doors open at nine.' }] }],
};
const publish = async (fields: Record<string, unknown>) => {
  const added = await admin.post('sysNotice/add', { type: '1', audience: 'all', content, ...fields });
  const { id } = added.body.data as { id: string };
  expect((await admin.post('sysNotice/publish', { id })).body.success).toBe(true);
};

describe.each(['en-US', 'zh-CN'] as const)('the bell in %s', (culture) => {
  const word = journeyWords(culture);

  it('counts what came in while one watches, shows it as a message, and leads to it', async () => {
    const { page, errors } = await live.open('north member', { culture, dark: culture === 'zh-CN' });
    const bell = page.locator('.bell-button');
    await shown(bell);
    const title = `Doors ${culture}`;
    await publish({ title, type: '2' });
    const told = page.locator('.ant-notification-notice').filter({ hasText: title });
    await see(told).toContainText(word('live.message'));
    await shown(page.locator('.bell-count'));
    await bell.click();
    const panel = page.locator('.bell-panel');
    await see(panel.getByRole('tab', { name: word('live.tab.notices') })).toHaveAttribute('aria-selected', 'true');
    await shown(panel.getByRole('button', { name: title }));
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(500);
    await page.screenshot({ path: `${shots}/bell-${culture}.png` });
    expect(await axe(page)).toEqual([]);
    await panel.getByRole('tab', { name: word('live.tab.notices') }).press('ArrowRight');
    await shown(panel.getByText(word('live.empty.news')));
    await panel.getByRole('tab', { name: word('live.tab.news') }).press('ArrowLeft');
    await panel.getByRole('button', { name: title }).click();
    await shown(page.getByRole('heading', { level: 1, name: title }));
    await shown(page.getByText('Doors open at nine.'));
    await shown(told);
    await page.screenshot({ path: `${shots}/notice-${culture}.png` });
    expect(errors).toEqual([]);
  });

  it('fits a phone', async () => {
    const { page, errors } = await live.open('north finance', { culture, viewport: { width: 375, height: 760 } });
    await page.locator('.bell-button').click();
    const panel = page.locator('.bell-panel');
    await panel.getByRole('tab', { name: word('live.tab.pendingNotice') }).click();
    await shown(panel.locator('.bell-item').first());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.screenshot({ path: `${shots}/bell-phone-${culture}.png` });
    expect(errors).toEqual([]);
  });

  it('notifies a person who is forced to sign out', async () => {
    const person = await live.world.test.signIn(hosts.north, 'clerk');
    const { page } = await live.openStranger({ culture });
    await page.goto(live.url('north', '/user/login'));
    await page.evaluate((token) => {
      localStorage.setItem('pro__Access-Token', JSON.stringify({ value: token, expire: null }));
    }, person.token);
    // At rest: a call of its own that is refused would lead it to the sign-in page before the word comes.
    await page.goto(live.url('north', '/welcome'), { waitUntil: 'networkidle' });
    const mine = async () => {
      const online = await admin.get('sysOnlineUser/page', { online: 'true', sort: '-createdAt' });
      return (online.body.data as { rows: { id: string; $account: string }[] }).rows;
    };
    const { account } = live.world.person('north clerk');
    const session = async () =>
      (await mine()).find((row) => String((row as unknown as Record<string, unknown>)['account']) === account);
    await expect.poll(session, { timeout: 15_000 }).toBeTruthy();
    const kicked = await admin.post('sysOnlineUser/forceExist', { id: (await session())?.id });
    expect(kicked.body.success).toBe(true);
    await shown(page.getByRole('dialog', { name: word('live.exit') }));
    await page.screenshot({ path: `${shots}/exit-${culture}.png` });
    await page.getByRole('button', { name: word('live.signIn') }).click();
    await see(page).toHaveURL(/\/user\/login/);
  });
});

describe('an open list', () => {
  const word = journeyWords('en-US');

  it('changes a row in its place, and says that there are new ones without moving any', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Level' });
    await settled(page);
    const levels = await admin.get('Level/page');
    const [row] = (levels.body.data as { rows: { id: string }[] }).rows;
    const standing = page.locator(`.ag-row[row-id="${row?.id}"]`).first();
    await shown(standing);
    await admin.post('Level/edit', { id: row?.id, name: 'Renamed elsewhere' });
    await shown(page.locator('.ag-row').filter({ hasText: 'Renamed elsewhere' }).first());
    await admin.post('Level/add', { name: 'Brand new' });
    const news = page.getByRole('button', { name: word('live.rows', { count: 1 }) });
    await shown(news);
    await gone(page.locator('.ag-row').filter({ hasText: 'Brand new' }));
    await page.screenshot({ path: `${shots}/list-news.png` });
    await news.click();
    await shown(page.locator('.ag-row').filter({ hasText: 'Brand new' }).first());
    await gone(news);
    expect(errors).toEqual([]);
  });

  it('catches up after the connection was lost', async () => {
    // From a page that has no connection of its own yet.
    const { page } = await live.open('north finance', { path: '/user/help' });
    const held: WebSocketRoute[] = [];
    await page.routeWebSocket(/hubs/, (route) => {
      route.connectToServer();
      held.push(route);
    });
    await page.goto(live.url('north', '/Level'));
    await settled(page);
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.close({ code: 1012 });
    await admin.post('Level/add', { name: 'While away' });
    await shown(page.getByRole('button', { name: word('live.rows', { count: 1 }) }));
    expect(held.length).toBe(2);
  }, 60_000);
});
