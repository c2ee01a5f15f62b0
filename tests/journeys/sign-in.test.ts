import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialog, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { password } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const english = journeyWords('en-US');
const chinese = journeyWords('zh-CN');

describe('a person who signs in', () => {
  it('sees that the password is wrong, signs in to the requested page with the right one, and signs out', async () => {
    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/Customer?view=enabled'));
    await see(page.getByRole('heading', { level: 1 })).toHaveText(english('shell.signIn.staff'));
    const submit = page.getByRole('button', { name: english('shell.signIn.submit') });

    await submit.click();
    await shown(page.getByText(english('shell.signIn.accountMissing')));
    await page.getByLabel(english('shell.signIn.account')).fill('admin');
    await page.getByLabel(english('shell.signIn.password'), { exact: true }).fill('not-the-password');
    await submit.click();
    await see(page.locator('.sign-in-refusal')).toHaveText(/\w{3,}/);
    await page.getByLabel(english('shell.signIn.password'), { exact: true }).fill(password);
    await page.keyboard.press('Enter');

    await see(page).toHaveURL(live.url('north', '/Customer?view=enabled'));
    await shown(page.getByRole('heading', { level: 1, name: 'Customers' }));
    await shown(page.locator('.ag-row a').first());

    await page.getByRole('button', { name: english('shell.userMenu') }).click();
    await page.getByRole('menuitem', { name: english('shell.signOut') }).click();
    await dialog(page)
      .getByRole('button', { name: english('shell.signOut') })
      .click();
    await see(page).toHaveURL(/\/user\/login/);
    await page.goto(live.url('north', '/Customer'));
    await see(page).toHaveURL(/\/user\/login\?redirect=%2FCustomer/);
    expect(errors).toEqual([]);
  }, 60_000);

  it('comes home from the address that people try first, and reads of no page that is missing', async () => {
    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/login'));
    await page.getByLabel(english('shell.signIn.account')).fill('admin');
    await page.getByLabel(english('shell.signIn.password'), { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/welcome$/);
    await shown(page.locator('.welcome'));
    await see(page.getByText(english('shell.error.404'))).toHaveCount(0);
    expect(errors).toEqual([]);
  }, 60_000);

  it('stays signed in when the word about them breaks off, as it does where a page is left', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n';
    const broken = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(`${head}{"success"`, () => socket.destroy()));
    }).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { port } = broken.address() as AddressInfo;
    const { page } = await live.open('north admin');
    const calls = /\/api\/getLoginUser/;
    await page.route(calls, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    let asked = 0;
    page.on('request', (request) => void (calls.test(request.url()) && asked++));
    await page.goto(live.url('north', '/Customer'));
    const retry = page.getByRole('button', { name: english('ui.retry') });
    await shown(retry);
    await page.unroute(calls);
    await retry.click();
    await shown(page.getByRole('heading', { level: 1, name: 'Customers' }));
    expect(page.url()).toBe(live.url('north', '/Customer'));
    // Once by the page and once by the person: a frame that is drawn after the failure does not ask again by itself.
    expect(asked).toBe(2);
    broken.close();
  });

  it('leaves where the server cannot say who they are', async () => {
    // Leaving ends the session, which no other test may need any more.
    const { page } = await live.open('north finance');
    const broken = { success: false, code: 1016002, message: 'Broken.' };
    await page.route('**/api/getLoginUser*', (route) => route.fulfill({ status: 500, json: broken }));
    await page.goto(live.url('north', '/Customer'));
    await see(page).toHaveURL(/\/user\/login\?redirect=%2FCustomer/);
    await see(page.locator('.sign-in-ended')).toHaveText(english('door.ended.over'));
    expect(await page.evaluate(() => localStorage.getItem('pro__Access-Token'))).toBeNull();
  }, 60_000);

  it('sees that the session is refused before it ends', async () => {
    const { page } = await live.openStranger();
    await page.goto(live.url('north', '/user/help'));
    await page.evaluate(() => {
      localStorage.setItem('pro__Access-Token', JSON.stringify({ value: 'x'.repeat(43), expire: null }));
    });
    await page.goto(live.url('north', '/Customer'));
    await shown(page.getByText(english('shell.unverified')));
    await see(page).toHaveURL(/\/user\/login\?redirect=%2FCustomer/);
    expect(await page.evaluate(() => localStorage.getItem('pro__Access-Token'))).toBeNull();
  }, 60_000);

  it('types five characters at least before anybody is asked, and whose host it is is noted', async () => {
    const { page } = await live.openStranger();
    await page.goto(live.url('north', '/user/login'));
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/login') && asked.push(request.url()));
    await page.getByLabel(english('shell.signIn.account')).fill('abcd');
    await page.getByLabel(english('shell.signIn.password'), { exact: true }).fill('1234');
    await page.getByRole('button', { name: english('shell.signIn.submit'), exact: true }).click();
    await shown(page.getByText('An account has at least 5 characters.'));
    await shown(page.getByText('A password has at least 5 characters.'));
    expect(asked).toEqual([]);
    const kept = await page.evaluate(() => ['DOMAIN', 'LOGO_URL'].map((key) => localStorage.getItem(`pro__${key}`)));
    expect(kept).toEqual([expect.any(String), expect.any(String)]);
  }, 60_000);

  it('reads every screen in the language they choose, at once and after a reload', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Customer' });
    await see(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
    await page.getByLabel(english('shell.language')).selectOption('zh-CN');
    await see(page).toHaveURL(/\/welcome$/);
    await page.goto(live.url('north', '/Customer'));
    await see(page.getByRole('heading', { level: 1 })).toHaveText('客户');
    await see(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await see(page.locator('.frame-side')).toContainText(chinese('shell.home'));
    await shown(page.getByRole('searchbox', { name: chinese('list.search') }));
    await see(page.locator('.ag-header')).toContainText('名称');
    await page.reload();
    await see(page.getByRole('heading', { level: 1 })).toHaveText('客户');
    expect(errors).toEqual([]);
  }, 60_000);

  it('as a member enters by the customers’ door and not by the staff’s', async () => {
    const { page, errors } = await live.openStranger({ culture: 'zh-CN' });
    await page.goto(live.url('north'));
    const enter = async () => {
      await page.getByLabel(chinese('shell.signIn.account')).fill('member');
      await page.getByLabel(chinese('shell.signIn.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: chinese('shell.signIn.submit') }).click();
    };
    await enter();
    await shown(page.locator('.sign-in-refusal'));
    await page.getByRole('link', { name: chinese('shell.signIn.toMember') }).click();
    await see(page.getByRole('heading', { level: 1 })).toHaveText(chinese('shell.signIn.member'));
    await enter();
    await see(page).toHaveURL(/\/welcome$/);
    await see(page.locator('.frame-place')).toContainText('Acme');
    expect(errors).toEqual([]);
  }, 60_000);
});
