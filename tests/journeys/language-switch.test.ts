import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const cultureNames: Record<Culture, string> = { 'zh-CN': '简体中文', 'en-US': 'English' };
const name = 'Rosa Whitaker';

/** Until the page speaks the language, its frame and its own words alike. */
async function speaks(page: Page, culture: Culture): Promise<void> {
  await see(page.locator('html')).toHaveAttribute('lang', culture);
  await see(page.locator('.frame-side')).toContainText(journeyWords(culture)('shell.home'));
}

describe.each<[Culture, Culture]>([
  ['en-US', 'zh-CN'],
  ['zh-CN', 'en-US'],
])('from %s to %s, what was typed stays:', (culture, other) => {
  const switchLanguage = (page: Page) => page.getByLabel(journeyWords(culture)('shell.language')).selectOption(other);

  it.each([
    ['a form', 'north admin', '/Customer/new', '.form-screen input[type=text]'],
    ['an order that is being entered', 'north member', '/order-entry', 'main input[type=text]'],
    ['a parcel to be priced', 'north member', '/rate', 'main input[type=text]'],
  ])(
    '%s',
    async (_, person, path, input) => {
      const { page, errors } = await live.open(person, { culture, path });
      const field = page.locator(input).first();
      await field.fill(name);
      await switchLanguage(page);
      await speaks(page, other);
      await see(page).toHaveURL(new RegExp(`${path}$`));
      await see(field).toHaveValue(name);
      expect(errors).toEqual([]);
    },
    60_000,
  );

  it('a comment on a record, while the server has no words of it in the other language', async () => {
    const { person } = live.world.person('north admin');
    const { rows } = (await person.get('Recharge/page')).body.data as { rows: { id: string }[] };
    const { page, errors } = await live.open('north admin', { culture, path: `/Recharge/${rows[0]?.id}` });
    await page.getByRole('tab', { name: journeyWords(culture)('comment.title') }).click();
    const comment = page.locator('.comment-form textarea');
    await comment.fill(name);
    await page.route('**/api/meta/**', (route) => route.abort());
    await switchLanguage(page);
    await speaks(page, other);
    await see(comment).toHaveValue(name);
    await shown(page.getByRole('button', { name: journeyWords(other)('comment.send'), exact: true }));
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  }, 60_000);

  it('a form in a tab of its own, behind the home page', async () => {
    const { page, errors } = await live.open('north admin', { culture, path: '/user/help' });
    await page.evaluate(() => localStorage.setItem('pro__DEFAULT_MULTI_TAB', '{"value":true,"expire":null}'));
    await page.goto(live.url('north', '/Customer/new'));
    const field = page.locator('.form-screen input[type=text]').first();
    await field.fill(name);
    await switchLanguage(page);
    await see(page).toHaveURL(/\/welcome$/);
    await speaks(page, other);
    await page.goBack();
    await see(field).toHaveValue(name);
    expect(errors).toEqual([]);
  }, 60_000);

  it('a form on a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, errors } = await live.open('north admin', { culture, path: '/Customer/new', viewport });
    const word = journeyWords(culture);
    const field = page.locator('.form-screen input[type=text]').first();
    await field.fill(name);
    await page.getByRole('button', { name: word('shell.settings.open') }).click();
    await page.getByRole('dialog').getByText(cultureNames[other], { exact: true }).click();
    await see(page.locator('html')).toHaveAttribute('lang', other);
    await page.keyboard.press('Escape');
    await see(field).toHaveValue(name);
    expect(errors).toEqual([]);
  }, 60_000);

  it('a registration', async () => {
    const { page, errors } = await live.openStranger({ culture });
    await page.goto(live.url('north', '/user/register'));
    const field = page.locator('form input[type=text]').first();
    await field.fill(name);
    await switchLanguage(page);
    await see(page.locator('html')).toHaveAttribute('lang', other);
    await see(field).toHaveValue(name);
    expect(errors).toEqual([]);
  }, 60_000);
});
