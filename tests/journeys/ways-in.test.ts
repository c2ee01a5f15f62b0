import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { answerOf } from '../support/captcha.ts';
import { dialog, gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { dragPuzzle, pressAndSolve } from '../support/puzzle-page.ts';
import { password } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());
afterEach(async () => {
  await live.world.owner.query('DELETE FROM lading.rate');
  await live.world.owner.query('DELETE FROM lading.failed_sign_in');
});

const english = journeyWords('en-US');
const cultures: [Culture, ReturnType<typeof journeyWords>][] = [
  ['en-US', english],
  ['zh-CN', journeyWords('zh-CN')],
];
const newPassword = 'a-Quiet-harbour-7';

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

describe.each(cultures)('an outsider who reads %s', (culture, t) => {
  const to = `outsider@${culture.toLowerCase()}.example`;

  it('asks for an account with a code, and reads what happens next', async () => {
    const { page, errors } = await live.openStranger({ culture });
    await page.goto(live.url('north', '/user/client-login'));
    await page.getByRole('link', { name: t('door.toRegister') }).click();
    await see(page.getByRole('heading', { level: 1 })).toHaveText(t('door.register.title'));
    await page.getByRole('button', { name: t('door.register.submit') }).click();
    await shown(page.getByText(t('door.register.toMissing')));
    await see(page.getByLabel(t('door.register.to'))).toBeFocused();

    await page.getByLabel(t('door.register.to')).fill(to);
    await pressAndSolve(page, live.world.test, { button: t('door.send') });
    await shown(page.getByText(t('door.register.sent')));
    const { text } = await live.world.test.letters.next(to);
    await page.getByLabel(t('door.code'), { exact: true }).fill(codeIn(text));
    await page.getByLabel(t('door.register.name')).fill('Nora Fern');
    await page.getByLabel(t('door.register.company')).fill('Fern & Co');
    await page.getByLabel(t('door.newPassword')).fill(newPassword);
    await page.getByLabel(t('door.confirm')).fill('something-else');
    await page.getByRole('button', { name: t('door.register.submit') }).click();
    await shown(page.getByText(t('door.differ')));
    await page.getByLabel(t('door.confirm')).fill(newPassword);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: t('door.register.submit') }).click();
    await see(page).toHaveURL(/\/user\/register-result$/);
    await see(page.locator('.door-told')).toHaveText(t('door.result.noteTo', { to }));
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  it('who forgot the password sets a new one, after a puzzle that did not fit at first', async () => {
    const account = culture === 'en-US' ? 'finance' : 'clerk';
    const mail = `${account}@north.example`;
    await live.world.owner.query(`UPDATE account SET email = $1 WHERE account = $2`, [mail, account]);
    const { page, errors } = await live.openStranger({ culture });
    await page.goto(live.url('north', '/user/login'));
    await page.getByRole('link', { name: t('door.forgot') }).click();
    await page.getByLabel(t('door.recover.to')).fill(account);
    const again = page.waitForResponse(async (response) => /captcha\/check/.test(response.url()));
    await pressAndSolve(page, live.world.test, { button: t('door.send'), off: 30 });
    const second = page.waitForResponse(/captcha\/get/);
    await again;
    await shown(page.getByText(t('door.captcha.wrong')));
    const { repData } = (await (await second).json()) as { repData: { token: string } };
    await dragPuzzle(page, live.world.test, { token: repData.token });
    await shown(page.getByText(t('door.recover.sent')));
    const { text } = await live.world.test.letters.next(mail);
    await page.getByLabel(t('door.code'), { exact: true }).fill(codeIn(text) === '000000' ? '000001' : '000000');
    await page.getByLabel(t('door.newPassword')).fill(newPassword);
    await page.getByLabel(t('door.confirm')).fill(newPassword);
    await page.getByRole('button', { name: t('door.recover.submit') }).click();
    await see(page.locator('.sign-in-fault[role=alert]')).toHaveText(t('code.wrong'));
    await page.getByLabel(t('door.code'), { exact: true }).fill(codeIn(text));
    await page.getByRole('button', { name: t('door.recover.submit') }).click();
    await see(page.getByRole('heading', { level: 1 })).toHaveText(t('door.recover.doneTitle'));
    await page.getByRole('link', { name: t('door.back') }).click();
    await page.getByLabel(t('shell.signIn.account')).fill(account);
    await page.getByLabel(t('shell.signIn.password'), { exact: true }).fill(newPassword);
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/welcome$/);
    expect(errors).toEqual([]);
  }, 90_000);

  it('reads every page on a phone without moving sideways', async () => {
    const { page, errors } = await live.openStranger({ culture, viewport: { width: 360, height: 740 } });
    for (const path of ['login', 'client-login', 'register', 'recover', 'register-result']) {
      await page.goto(live.url('north', `/user/${path}`));
      await shown(page.getByRole('heading', { level: 1 }));
      await shown(page.getByText('north', { exact: true }));
      expect([path, await overflows(page)]).toEqual([path, 0]);
      expect([path, await axe(page)]).toEqual([path, []]);
    }
    expect(errors).toEqual([]);
  }, 90_000);

  it('reads that the network is gone before anything is sent', async () => {
    const { page } = await live.openStranger({ culture, viewport: { width: 360, height: 740 } });
    const bar = page.locator('.offline-bar');
    for (const path of ['login', 'register', 'station']) {
      await page.goto(live.url('north', `/user/${path}`));
      await shown(page.locator('.sign-in-card form'));
      expect(await bar.count()).toBe(0);
      await page.context().setOffline(true);
      await see(bar).toHaveText(t('shell.offline'));
      expect([path, await overflows(page)]).toEqual([path, 0]);
      expect([path, await axe(page)]).toEqual([path, []]);
      await page.context().setOffline(false);
      await gone(bar);
    }
  }, 90_000);
});

describe('a person whose sign-in fails', () => {
  const fill = async (page: Page, secret: string) => {
    await page.getByLabel(english('shell.signIn.account')).fill('admin');
    await page.getByLabel(english('shell.signIn.password'), { exact: true }).fill(secret);
  };

  it('is asked for the puzzle after three failures, by keys alone, and comes in', async () => {
    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/user/login'));
    const submit = page.getByRole('button', { name: english('shell.signIn.submit') });
    for (let round = 0; round < 3; round++) {
      await fill(page, `wrong-${round}`);
      const answer = page.waitForResponse(/api\/login/);
      await submit.click();
      await answer;
      await shown(page.locator('.sign-in-refusal'));
    }
    await fill(page, password);
    const challenge = page.waitForResponse(/captcha\/get/);
    await submit.click();
    const { repData } = (await (await challenge).json()) as { repData: { token: string } };
    const slider = page.locator('.captcha input[type=range]');
    await see(slider).toBeFocused();
    expect(await axe(page)).toEqual([]);
    const [place] = await answerOf(live.world.test, repData.token);
    for (let step = 0; step < (place?.x ?? 0); step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/welcome$/);
    expect(errors).toEqual([]);
  }, 90_000);

  it('sees when to try again', async () => {
    const { tenant } = live.world.homes.north;
    await live.world.owner.query(`INSERT INTO lading.failed_sign_in VALUES ($1, E'admin\\n127.0.0.1', 5, now())`, [
      tenant,
    ]);
    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/user/login'));
    await fill(page, password);
    await page.getByRole('button', { name: english('shell.signIn.submit') }).click();
    await see(page.locator('.sign-in-refusal')).toHaveText(/again in 0:[0-3]\d/);
    await see(page.getByRole('button', { name: english('shell.signIn.submit') })).toBeDisabled();
    expect(errors).toEqual([]);
  }, 60_000);

  it('goes nowhere but to this application afterwards', async () => {
    for (const wanted of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/user/login',
    ]) {
      const { page } = await live.openStranger();
      await page.goto(live.url('north', `/user/login?redirect=${encodeURIComponent(wanted)}`));
      await fill(page, password);
      await page.keyboard.press('Enter');
      await see(page).toHaveURL(live.url('north', '/welcome'));
      expect([wanted, new URL(page.url()).pathname]).toEqual([wanted, '/welcome']);
      await page.context().close();
    }
  }, 90_000);
});

describe('a session', () => {
  it('on the sign-in page goes home, whatever the address asks for', async () => {
    const { page, errors } = await live.open('north admin', { path: '/user/login?redirect=%2FCustomer' });
    await see(page).toHaveURL(/\/welcome$/);
    expect(errors).toEqual([]);
  }, 60_000);

  it.each([
    ['expired', `UPDATE lading.session_token SET expires_at = now() WHERE account_id = $1`],
    ['revoked', `UPDATE lading.session_token SET revoked_at = now() WHERE account_id = $1`],
    ['frozen', `UPDATE account SET status = '1' WHERE id = $1`],
  ] as const)(
    'that is %s lands on the sign-in page with the reason, and the way back',
    async (why, change) => {
      const { test, owner } = live.world;
      const person = live.world.person('south admin');
      const { token } = await test.signIn('south.localhost', 'admin');
      const { page, errors } = await live.open('south admin', { path: '/user/help' });
      await page.evaluate(
        (value) => localStorage.setItem('pro__Access-Token', JSON.stringify({ value, expire: null })),
        token,
      );
      // What is asked when the page has come to rest would hear of the end before the reload does.
      const late = ['membership/balance', 'sysDictType/tree', 'NoticesList/getNotices'].map((call) =>
        page.waitForResponse((answer) => answer.url().includes(call)),
      );
      await page.goto(live.url('south', '/Customer'));
      await shown(page.getByRole('heading', { level: 1, name: 'Customers' }));
      await Promise.all(late);
      await owner.query(change, [person.account]);
      await page.reload();
      await see(page).toHaveURL(/\/user\/login\?redirect=%2FCustomer/);
      await see(page.locator('.sign-in-ended')).toHaveText(english(`door.ended.${why}`));
      expect(await page.evaluate(() => localStorage.getItem('pro__Access-Token'))).toBeNull();
      expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
      await owner.query(`UPDATE account SET status = '0' WHERE id = $1`, [person.account]);
    },
    60_000,
  );

  it('without a token ends with the next call, without a captcha', async () => {
    const { page } = await live.open('south finance', { path: '/user/help' });
    const late = ['membership/balance', 'sysDictType/tree', 'NoticesList/getNotices'].map((call) =>
      page.waitForResponse((answer) => answer.url().includes(call)),
    );
    await page.goto(live.url('south', '/Customer'));
    await Promise.all(late);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('getLoginUser') && asked.push(request.url()));
    await page.evaluate(() => localStorage.removeItem('pro__Access-Token'));
    await page.getByLabel(english('shell.language')).selectOption('zh-CN');
    await shown(page.locator('form [name=password]'));
    await page.locator('form [name=password]').fill('still the same page');
    await see(page).toHaveURL(/\/user\/login/);
    expect(asked).toEqual([]);
  }, 60_000);

  it('that ends in one tab ends in the other', async () => {
    const { token } = await live.world.test.signIn('north.localhost', 'admin');
    const { page } = await live.openStranger();
    await page.goto(live.url('north', '/user/help'));
    await page.evaluate(
      (value) => localStorage.setItem('pro__Access-Token', JSON.stringify({ value, expire: null })),
      token,
    );
    await page.goto(live.url('north', '/Customer'));
    const other = await page.context().newPage();
    await other.goto(live.url('north', '/welcome'));
    await other.getByRole('button', { name: english('shell.userMenu') }).click();
    await other.getByRole('menuitem', { name: english('shell.signOut') }).click();
    await dialog(other)
      .getByRole('button', { name: english('shell.signOut') })
      .click();
    await see(page.locator('.sign-in-ended')).toHaveText(english('door.ended.elsewhere'));
    expect(new URL(page.url()).pathname).toBe('/user/login');
  }, 60_000);

  it('of a person without a menu ends with a message', async () => {
    const { page } = await live.open('south admin', { path: '/user/help' });
    // A person whose roles open nothing, whatever pages the tenant has.
    const person = await live.world.test.signIn('south.localhost', 'admin');
    const { body } = await person.get('getLoginUser');
    const { token } = person;
    const nothing = { ...body, data: { ...(body.data as object), menus: [], apps: [] } };
    await page.route('**/api/getLoginUser*', (route) => route.fulfill({ json: nothing }));
    await page.evaluate(
      (value) => localStorage.setItem('pro__Access-Token', JSON.stringify({ value, expire: null })),
      token,
    );
    await page.goto(live.url('south', '/welcome'));
    await see(dialog(page)).toContainText(english('shell.noMenus'));
    await dialog(page).getByRole('button').click();
    await see(page).toHaveURL(/\/user\/login/);
    await gone(page.locator('.sign-in-ended'));
    expect(await page.evaluate(() => localStorage.getItem('pro__Access-Token'))).toBeNull();
  }, 60_000);
});

describe('the first visit of a browser', () => {
  it.each([
    ['en-GB', 'en-US'],
    ['zh-TW', 'zh-CN'],
    ['de-DE', 'en-US'],
  ] as const)(
    'that reads %s speaks %s',
    async (locale, culture) => {
      const context = await live.browser.newContext({ locale });
      const page = await context.newPage();
      await page.goto(live.url('north', '/user/login'));
      await see(page.locator('html')).toHaveAttribute('lang', culture);
      await see(page.getByRole('heading', { level: 1 })).toHaveText(journeyWords(culture)('shell.signIn.staff'));
      await see(page).toHaveTitle(/north/);
      expect(await page.evaluate(() => localStorage.getItem('pro__CULTURE'))).toBeNull();
      await context.close();
    },
    60_000,
  );

  it('loads less than 200 KB of script', async () => {
    const context = await live.browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const scripts = new Set<string>();
    let bytes = 0;
    session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(live.url('north', '/user/login'), { waitUntil: 'networkidle' });
    await see(page.getByLabel(english('shell.signIn.account'))).toBeFocused();
    expect(scripts.size).toBeGreaterThan(3);
    expect(bytes).toBeLessThan(200 * 1024);
    await context.close();
  }, 60_000);
});
