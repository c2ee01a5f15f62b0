import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const zh = journeyWords('zh-CN');
const en = journeyWords('en-US');
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const cell = (page: Page, name: string) => page.locator(`.screen-cell[data-block="${name}"]`);
const grip = (page: Page, name: string) => cell(page, name).locator('.screen-grip');
const order = (page: Page) =>
  page.locator('.screen-cell').evaluateAll((cells) => cells.map((each) => each.getAttribute('data-block')));
const titles = (page: Page) => page.locator('.board .block h2').allInnerTexts();
const saved = (page: Page) => see(page.locator('.designer-saving')).toHaveAttribute('data-state', 'saved');

describe('a screen of blocks', () => {
  it('is arranged by hand and by keys, reviewed, published under the eyes of others, and rolled back', async () => {
    const clerk = await live.open('north clerk', { path: '/analysis' });
    await shown(clerk.page.getByRole('heading', { name: 'New customers' }));
    const before = await titles(clerk.page);

    const admin = await live.open('north admin', { path: '/designer?show=screens' });
    const { page } = admin;
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await shown(grip(page, 'orders'));
    expect((await order(page)).slice(0, 3)).toEqual(['orders', 'recharged', 'newCustomers']);

    // By keys: later, wider; one step back.
    await grip(page, 'orders').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await see.poll(async () => (await order(page)).slice(0, 2)).toEqual(['recharged', 'orders']);
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await see(cell(page, 'orders')).toHaveAttribute('data-span', '2');
    await page.keyboard.press('ControlOrMeta+z');
    await see(cell(page, 'orders')).toHaveAttribute('data-span', '1');

    // By hand: to the front, and two columns wide.
    const from = (await grip(page, 'newCustomers').boundingBox())!;
    const to = (await grip(page, 'recharged').boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 24, { steps: 4 });
    await page.mouse.move(to.x + 20, to.y + 20);
    await page.mouse.up();
    await see.poll(async () => (await order(page))[0]).toBe('newCustomers');
    const edge = (await cell(page, 'newCustomers').locator('.screen-edge').boundingBox())!;
    const width = (await page.locator('.screen-canvas .board-grid').boundingBox())!.width;
    await page.mouse.move(edge.x + 6, edge.y + 10);
    await page.mouse.down();
    await page.mouse.move(edge.x + 6 + width / 4, edge.y + 12, { steps: 4 });
    await page.mouse.up();
    await see(cell(page, 'newCustomers')).toHaveAttribute('data-span', '2');

    // A block of words, worded in both languages.
    await page
      .locator('.parts-item')
      .filter({ hasText: en('screens.kind.text') })
      .click();
    await see(grip(page, 'text')).toHaveAttribute('aria-pressed', 'true');
    const side = page.locator('.bench-side.is-end');
    const say = async (label: string, language: string, text: string) => {
      await side.getByLabel(en('screens.textIn', { label, language }), { exact: true }).fill(text);
      await page.keyboard.press('Tab');
    };
    await say(en('screens.title'), 'English', 'House rules');
    await say(en('screens.title'), '简体中文', '店规');
    await say(en('screens.body'), 'English', 'Weigh twice.');
    await see(cell(page, 'text')).toContainText('Weigh twice.');
    await saved(page);
    expect(await axe(page)).toEqual([]);
    expect(await titles(clerk.page)).toEqual(before);

    await button(page, en('designer.review')).click();
    const drawer = page.getByRole('dialog', { name: en('review.title') });
    await see(drawer.locator('.change-list').first()).toContainText('House rules');
    await drawer.getByRole('textbox', { name: en('review.reason') }).fill('rules for everybody');
    // The other language lacks words, which is signed for.
    await drawer.getByRole('checkbox', { name: en('review.accept') }).check();
    await button(drawer, en('review.publish')).click();
    await gone(drawer);
    // Nobody has loaded anything again.
    await shown(clerk.page.getByRole('heading', { name: 'House rules' }));
    expect((await titles(clerk.page))[0]).toBe('New customers');
    await see(clerk.page.locator('.block-text')).toHaveText('Weigh twice.');

    await button(page, en('designer.history')).click();
    const history = page.getByRole('dialog', { name: en('review.history') });
    await see(history.locator('.revision-list')).toContainText('rules for everybody');
    await live.world
      .person('north admin')
      .person.post('schema/screen:analysis/rollback', { revision: 0, reason: 'as delivered' });
    await gone(clerk.page.getByRole('heading', { name: 'House rules' }));
    await see.poll(() => titles(clerk.page)).toEqual(before);
    expect([...admin.errors, ...clerk.errors]).toEqual([]);
  }, 120_000);

  it('is created in Chinese, runs the configured query, and is in the menu', async () => {
    const { page, errors } = await live.open('north admin', { culture: 'zh-CN', path: '/designer?show=screens' });
    await button(page, zh('screens.new')).click();
    await page.getByLabel(zh('designer.nameIn.zh-CN')).fill('打包台');
    await page.getByLabel(zh('designer.nameIn.en-US')).fill('Packing desk');
    await button(page, zh('designer.create')).click();
    await page.waitForURL(/\/designer\/screen:packingDesk/);
    await page
      .locator('.parts-item')
      .filter({ hasText: zh('screens.kind.list') })
      .click();
    await see(cell(page, 'list').locator('tbody tr').first()).toBeVisible();
    const side = page.locator('.bench-side.is-end');
    await side.getByLabel(zh('screens.option.limit'), { exact: true }).fill('2');
    await page.keyboard.press('Tab');
    await see(cell(page, 'list').locator('tbody tr')).toHaveCount(2);
    await side.getByLabel(zh('screens.option.entity'), { exact: true }).selectOption('customer');
    await see(cell(page, 'list').getByRole('link').first()).toHaveAttribute('href', /^\/Customer/);
    await page.reload();
    await see(cell(page, 'list').getByRole('link').first()).toHaveAttribute('href', /^\/Customer/);
    expect(await axe(page)).toEqual([]);
    await button(page, zh('designer.preview')).click();
    await see(page.locator('.screen-grip')).toHaveCount(0);
    await button(page, zh('designer.review')).click();
    const drawer = page.getByRole('dialog', { name: zh('review.title') });
    await drawer.getByRole('textbox', { name: zh('review.reason') }).fill('第一版');
    // Nobody has worded it in English yet, which is signed for.
    await drawer.getByRole('checkbox', { name: zh('review.accept') }).check();
    await button(drawer, zh('review.publish')).click();
    await gone(drawer);

    const clerk = await live.open('north clerk', { culture: 'zh-CN', path: '/welcome' });
    await clerk.page.getByRole('link', { name: '打包台' }).first().click();
    await clerk.page.waitForURL(/\/board\/packingDesk/);
    await shown(clerk.page.getByRole('heading', { level: 1, name: '打包台' }));
    await shown(clerk.page.locator('.block[data-kind="list"] tbody tr').first());
    expect([...errors, ...clerk.errors]).toEqual([]);
  }, 120_000);
});
