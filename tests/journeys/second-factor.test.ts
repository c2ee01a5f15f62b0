import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '../../server/auth/totp.ts';
import { axe } from '../support/browser.ts';
import { overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { password } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const cases: [Culture, string, { width: number; height: number }][] = [
  ['en-US', 'finance', { width: 1280, height: 900 }],
  ['zh-CN', 'clerk', { width: 390, height: 844 }],
];

describe.each(cases)('a person who reads %s', (culture, account, viewport) => {
  const t = journeyWords(culture);

  async function signIn(page: Page): Promise<void> {
    await page.goto(live.url('north', '/user/login'));
    await page.getByLabel(t('shell.signIn.account')).fill(account);
    await page.getByLabel(t('shell.signIn.password'), { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  it('sets up a second factor, is asked for it, and gets in with a code and with a recovery code', async () => {
    const { page, errors } = await live.openStranger({ culture, viewport });
    await signIn(page);
    await see(page).toHaveURL(/\/welcome$/);
    await page.goto(live.url('north', '/account/settings/security'));
    await page.getByRole('button', { name: t('factor.setUp') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('account.present')).fill(password);
    await page.keyboard.press('Enter');
    const text = await dialog.locator('.account-factor-key').innerText();
    const code = (step: number) => totpCode(text.replaceAll(' ', ''), stepAt(new Date()) + step);
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel(t('factor.code')).fill(code(-9));
    await page.keyboard.press('Enter');
    await shown(dialog.getByText(t('factor.wrong')));
    await dialog.getByLabel(t('factor.code')).fill(code(0));
    await page.keyboard.press('Enter');
    await see(dialog.locator('.account-factor-codes code')).toHaveCount(10);
    const recovery = await dialog.locator('.account-factor-codes code').allInnerTexts();
    await dialog.getByRole('button', { name: t('factor.stored') }).click();
    await shown(page.getByText(t('factor.recoveryLeft', { count: 10 })));

    const { page: other, errors: others } = await live.openStranger({ culture, viewport });
    await signIn(other);
    await shown(other.getByLabel(t('door.factor.signIn')));
    expect(await axe(other)).toEqual([]);
    expect(await overflows(other)).toBe(0);
    await other.getByLabel(t('door.factor.signIn')).fill('000000');
    await other.keyboard.press('Enter');
    await see(other.locator('.sign-in-fault[role=alert]')).toHaveText(t('error.factorWrong'));
    await other.getByLabel(t('door.factor.signIn')).fill(recovery[0] ?? '');
    await other.keyboard.press('Enter');
    await see(other).toHaveURL(/\/welcome$/);
    expect([...errors, ...others]).toEqual([]);
  }, 90_000);
});
