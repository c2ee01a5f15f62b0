import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityMeta } from '../../engine/core/index.ts';
import { axe } from '../support/browser.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

/* Blocks that act: a list whose rows are worked off, a form, a text with marks, and a page of another host. */

const errand: EntityMeta = {
  ...{ entity: 'errand', path: 'Errand', title: 'label' },
  fields: { label: { type: 'text', required: true, maxLength: 40 } },
  list: { columns: ['label', 'status'] },
  form: { basic: [['label']] },
  workflow: {
    start: 'open',
    states: { open: { edit: true }, done: { tone: 'good' } },
    transitions: { finish: { from: ['open'], to: 'done' } },
  },
  access: { admin: { codes: ['*'] }, clerk: { codes: ['read', 'add', 'finish'] }, finance: { codes: ['read'] } },
};
const wordsOf = (name: string, label: string, finish: string) => ({
  ...{ name, plural: name, fields: { label }, sections: { basic: name }, actions: { finish } },
  states: { open: 'Open', done: 'Done' },
});

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
  const { person: admin } = live.world.person('north admin');
  const texts = { 'en-US': wordsOf('Errand', 'What', 'Finish'), 'zh-CN': wordsOf('差事', '事项', '完成') };
  const made = await admin.post('schema/create', { document: { meta: errand, texts } });
  const { stamp } = made.body.data as { stamp: number };
  const done = await admin.post('schema/errand/publish', { stamp, reason: 'errands', acceptProblems: true });
  if (!done.body.success) throw new Error(JSON.stringify(done.body));
  await admin.post('Errand/add', { label: 'Buy tape' });
}, 300_000);
afterAll(() => live?.close());

const zh = journeyWords('zh-CN');
const en = journeyWords('en-US');
const block = (page: Page, kind: string) => page.locator(`.block[data-kind="${kind}"]`);
const hostile =
  '<img src=x onerror=alert(1)> **Weigh** twice. [Rules](https://example.com/rules) [Bad](javascript:alert(1))';

it('are put on a board, refuse hosts that may not be embedded, and are worked with by those who may', async () => {
  const admin = await live.open('north admin', { path: '/designer?show=screens' });
  const { page } = admin;
  await page.getByRole('button', { name: en('screens.new'), exact: true }).click();
  await page.getByLabel(en('designer.nameIn.en-US')).fill('Desk');
  await page.getByLabel(en('designer.nameIn.zh-CN')).fill('工作台');
  await page.getByRole('button', { name: en('designer.create'), exact: true }).click();
  await page.waitForURL(/\/designer\/screen:desk/);
  const side = page.locator('.bench-side.is-end');
  const put = (kind: string) =>
    page
      .locator('.parts-item')
      .filter({ has: page.locator('.parts-label').getByText(en(`screens.kind.${kind}`), { exact: true }) })
      .click();
  const ask = () => side.getByLabel(en('screens.option.entity'), { exact: true }).selectOption('errand');

  await put('list');
  await ask();
  await side
    .getByRole('group', { name: en('screens.option.acts') })
    .getByLabel('Finish')
    .check();
  await shown(block(page, 'list').getByRole('button', { name: 'Finish: Buy tape' }));
  await put('form');
  await ask();
  await shown(block(page, 'form').getByLabel('What'));
  await put('text');
  const body = side.getByLabel(en('screens.textIn', { label: en('screens.body'), language: 'English' }), {
    exact: true,
  });
  await body.fill(hostile);
  await page.keyboard.press('Tab');
  await see(block(page, 'text').locator('strong')).toHaveText('Weigh');
  await see(block(page, 'text').locator('img')).toHaveCount(0);
  await put('page');
  const address = side.getByLabel(en('screens.option.url'), { exact: true });
  await address.fill('https://portal.example.com/today');
  await page.keyboard.press('Enter');
  await see(block(page, 'page').locator('iframe')).toHaveAttribute('src', 'https://portal.example.com/today');
  await see(page.locator('.designer-saving')).toHaveAttribute('data-state', 'saved');
  expect(await axe(page)).toEqual([]);
  await address.fill('https://evil.example/');
  await page.keyboard.press('Enter');
  await shown(page.getByText(/may not be embedded/));
  await see(block(page, 'page').locator('iframe')).toHaveAttribute('src', 'https://portal.example.com/today');

  const { person } = live.world.person('north admin');
  const draft = await person.get('schema/screen:desk');
  const { stamp } = (draft.body.data as { draft: { stamp: number } }).draft;
  const published = await person.post('schema/screen:desk/publish', { stamp, reason: 'a desk', acceptProblems: true });
  expect(published.body).toMatchObject({ success: true });

  // A clerk works a row off and makes a new one, on a phone and in Chinese.
  const clerk = await live.open('north clerk', {
    ...{ culture: 'zh-CN', path: '/board/desk', viewport: { width: 390, height: 844 } },
  });
  const text = block(clerk.page, 'text').filter({ hasText: 'twice' });
  await see(text.locator('strong')).toHaveText('Weigh');
  await see(text).toContainText('<img src=x onerror=alert(1)>');
  await see(text.getByRole('link')).toHaveCount(1);
  await see(text.getByRole('link')).toHaveAttribute('href', 'https://example.com/rules');
  const sandbox = (await block(clerk.page, 'page').locator('iframe').getAttribute('sandbox')) ?? '';
  expect(sandbox).not.toContain('allow-top-navigation');
  const form = block(clerk.page, 'form');
  await form.getByRole('button', { name: zh('form.save') }).click();
  await shown(form.getByRole('alert').first());
  await form.getByLabel('事项').fill('Sweep the floor');
  await form.getByRole('button', { name: zh('form.save') }).click();
  await shown(form.getByText(zh('form.added')));
  await see(form.getByLabel('事项')).toHaveValue('');
  const finish = block(clerk.page, 'list').getByRole('button', { name: '完成: Buy tape' });
  await finish.click();
  await gone(finish);
  await shown(block(clerk.page, 'list').getByText('Sweep the floor'));
  expect(await overflows(clerk.page)).toBe(0);
  expect(await axe(clerk.page)).toEqual([]);

  // Those who may only look have no form and no actions.
  const reader = await live.open('north finance', { path: '/board/desk' });
  await shown(block(reader.page, 'list').getByText('Sweep the floor'));
  await gone(block(reader.page, 'form'));
  await gone(block(reader.page, 'list').getByRole('button', { name: /^Finish/ }));
  // The refused address answers 400 and may not be framed; the host that may is not there.
  const isMeant = (error: string) => /evil\.example|portal\.example|\b400\b/.test(error);
  expect([...admin.errors, ...clerk.errors, ...reader.errors].filter((error) => !isMeant(error))).toEqual([]);
}, 180_000);
