import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { root } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');
const picture = (name: string) => `${root}node_modules/.cache/lading/${name}.png`;

describe('the translation library', () => {
  it('edits a text, which others see as plain text on their next page', async () => {
    const other = await live.open('north admin', { path: '/Level' });
    const before = word('list.new', { name: 'Price level' });
    await shown(other.page.getByRole('button', { name: before }).first());

    const { page, errors } = await live.open('platform superAdmin', {
      path: '/localizer?target=en-US&search=list.new',
    });
    await page.getByRole('button', { name: word('localizer.edit', { key: 'list.new' }), exact: true }).click();
    const box = page.getByRole('textbox', { name: word('localizer.edit', { key: 'list.new' }) });
    await box.fill('Add {secret}');
    await page.getByRole('button', { name: word('localizer.save') }).click();
    await shown(page.locator('.text-trouble'));
    await box.fill('<img src=x onerror="window.broken=1">Add {name}');
    await page.getByRole('button', { name: word('localizer.save') }).click();
    await see(page.locator('.text-table')).toContainText(word('localizer.edited'));

    await other.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await other.page.reload();
    await shown(other.page.getByText('<img src=x onerror="window.broken=1">Add Price level').first());
    expect(await other.page.evaluate(() => 'broken' in window)).toBe(false);

    await page.getByRole('button', { name: word('localizer.back'), exact: true }).click();
    await see(page.locator('.text-table')).toContainText(word('localizer.delivered'));
    expect([...errors, ...other.errors]).toEqual([]);
  }, 90_000);

  it('adds a language that can be chosen on the sign-in page and falls back to English', async () => {
    const { person } = live.world.person('platform superAdmin');
    await person.post('sysCulture/add', { code: 'pt-PT', name: 'Português' });
    await person.post('sysTranslation/add', {
      culture: 'pt-PT',
      space: 'shell',
      key: 'shell.language',
      text: 'Idioma',
    });
    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/user/login'));
    await page.locator('select.culture-select').selectOption({ label: 'Português' });
    await shown(page.getByLabel('Idioma'));
    await see(page.locator('html')).toHaveAttribute('lang', 'pt-PT');
    await page.reload();
    await shown(page.getByLabel('Idioma'));
    expect(errors).toEqual([]);
  }, 60_000);

  it.each(['en-US', 'zh-CN'] as const)(
    'passes axe and fits a phone in %s',
    async (culture) => {
      const options = { culture, dark: culture === 'zh-CN', path: '/localizer?target=fr-FR' };
      const { page, errors } = await live.open('platform superAdmin', options);
      await shown(page.locator('.text-table tbody tr').first());
      expect(await axe(page)).toEqual([]);
      await page.screenshot({ path: picture(`localizer-${culture}`) });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflows(page)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: picture(`localizer-${culture}-phone`) });
      expect(errors).toEqual([]);
    },
    60_000,
  );
});
