import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const zh = journeyWords('zh-CN');
const en = journeyWords('en-US');

it('a document is designed by keyboard, previewed in both languages, published and printed from a record', async () => {
  const { page, errors } = await live.open('north admin', { path: '/designer/order?tab=documents' });
  await page.getByRole('button', { name: en('documents.new'), exact: true }).click();
  await page.getByLabel(en('designer.nameIn.en-US')).fill('Packing slip');
  await page.getByLabel(en('designer.nameIn.zh-CN')).fill('装箱单');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('designer.add'), exact: true })
    .click();
  const blocks = page.locator('.document-block');
  await see(blocks).toHaveCount(5);
  const preview = page.locator('.document-page').first();
  await see(preview).toContainText('Packing slip');

  // A text, worded in both languages and moved up by keys.
  await page
    .locator('.parts-item')
    .filter({ hasText: en('documents.kind.text') })
    .click();
  await see(blocks).toHaveCount(6);
  const side = page.locator('.bench-side.is-end');
  const say = async (language: string, text: string) => {
    await side.getByLabel(en('screens.textIn', { label: en('documents.text'), language }), { exact: true }).fill(text);
    await page.keyboard.press('Tab');
  };
  await say('English', 'Thank you for {refNo}');
  await say('简体中文', '谢谢惠顾');
  await see(preview).toContainText('Thank you for');
  await page.locator('.document-block[data-block="text"]').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await see(page.locator('.document-block[data-block="text"]')).toBeFocused();
  await see(blocks.nth(4)).toHaveAttribute('data-block', 'text');
  expect(await axe(page)).toEqual([]);
  await page.locator('.document-preview').getByLabel(en('documents.language')).selectOption('zh-CN');
  await see(preview).toContainText('谢谢惠顾');
  await see(preview).toContainText('装箱单');
  await see(page.locator('.designer-saving')).toHaveAttribute('data-state', 'saved');

  await page.getByRole('button', { name: en('designer.review'), exact: true }).click();
  const drawer = page.getByRole('dialog', { name: en('review.title') });
  await drawer.getByRole('textbox', { name: en('review.reason') }).fill('a slip for every parcel');
  await drawer.getByRole('button', { name: en('review.publish'), exact: true }).click();
  await gone(drawer);

  const id = live.world.homes.north.samples.get('order/ordered-customs') ?? '';
  const reader = await live.open('north finance', { culture: 'zh-CN', path: `/Order/${id}` });
  await reader.page.getByRole('button', { name: zh('detail.documents') }).click();
  await shown(reader.page.getByText('装箱单'));
  const download = reader.page.waitForEvent('download');
  await reader.page.getByRole('menuitem', { name: 'English' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Packing slip .+\.pdf$/);
  expect([...errors, ...reader.errors]).toEqual([]);
}, 120_000);

it('a mail is designed, previewed as its reader sees it, published and sent from a record with a document', async () => {
  const { page, errors } = await live.open('north admin', { path: '/designer/customer?tab=documents' });
  for (const [title, name, chinese] of [
    ['documents.new', 'Card', '名片'],
    ['documents.newMail', 'Welcome', '欢迎信'],
  ] as const) {
    await page.getByRole('button', { name: en(title), exact: true }).click();
    await page.getByLabel(en('designer.nameIn.en-US')).fill(name);
    await page.getByLabel(en('designer.nameIn.zh-CN')).fill(chinese);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('designer.add'), exact: true })
      .click();
  }
  const blocks = page.locator('.document-block');
  await see(blocks.first()).toHaveAttribute('data-block', 'subject');
  const side = page.locator('.bench-side.is-end');
  await blocks.first().click();
  for (const [language, text] of [
    ['English', 'Welcome, {name}'],
    ['简体中文', '{name}，欢迎您'],
  ] as const) {
    await side.getByLabel(en('screens.textIn', { label: en('documents.text'), language }), { exact: true }).fill(text);
    await page.keyboard.press('Tab');
  }
  await see(page.locator('.document-subject')).toContainText('Welcome, ');
  const paper = page.frameLocator('.mail-paper');
  await shown(paper.getByRole('heading', { name: 'Welcome' }));
  await shown(paper.getByRole('link', { name: 'Welcome' }));
  expect(await axe(page)).toEqual([]);
  await page.locator('.document-preview').getByLabel(en('documents.language')).selectOption('zh-CN');
  await see(page.locator('.document-subject')).toContainText('，欢迎您');
  await shown(paper.getByRole('heading', { name: '欢迎信' }));
  await see(page.locator('.designer-saving')).toHaveAttribute('data-state', 'saved');

  await page.getByRole('button', { name: en('designer.review'), exact: true }).click();
  const drawer = page.getByRole('dialog', { name: en('review.title') });
  await see(drawer).toContainText('New mail: “Welcome”');
  await see(drawer).toContainText('New document: “Card”');
  await drawer.getByRole('textbox', { name: en('review.reason') }).fill('a welcome for new customers');
  await drawer.getByRole('button', { name: en('review.publish'), exact: true }).click();
  await gone(drawer);

  const id = live.world.homes.north.samples.get('customer/acme') ?? '';
  const sender = await live.open('north admin', {
    ...{ culture: 'zh-CN', path: `/Customer/${id}`, viewport: { width: 390, height: 800 } },
  });
  await sender.page.getByRole('button', { name: zh('detail.documents') }).click();
  await sender.page.getByRole('menuitem', { name: '欢迎信' }).click();
  const dialog = sender.page.getByRole('dialog');
  await see(dialog.getByLabel(zh('mail.to'))).not.toHaveValue('');
  await dialog.getByLabel(zh('mail.to')).fill('nobody');
  await dialog.getByRole('button', { name: zh('mail.send'), exact: true }).click();
  await shown(dialog.getByRole('alert'));
  await dialog.getByLabel(zh('mail.to')).fill('reader@example.com');
  await dialog.getByLabel(zh('mail.language')).selectOption('en-US');
  await dialog.getByLabel(zh('mail.attach')).selectOption({ label: '名片' });
  await see(dialog.locator('.mail-subject')).toContainText('Welcome, ');
  expect(await overflows(sender.page)).toBe(0);
  expect(await axe(sender.page)).toEqual([]);
  await dialog.getByRole('button', { name: zh('mail.send'), exact: true }).click();
  await gone(dialog);
  const letter = await live.world.test.letters.next('reader@example.com');
  expect(letter.title).toMatch(/^Welcome, /);
  expect(letter.files?.map(({ name }) => name)).toEqual([expect.stringMatching(/^Card .+\.pdf$/)]);

  // Those who may not send mail print documents only.
  const clerk = await live.open('north clerk', { path: `/Customer/${id}` });
  await clerk.page.getByRole('button', { name: en('detail.documents') }).click();
  await shown(clerk.page.getByText('Card'));
  await gone(clerk.page.getByText(en('detail.mails')));
  expect([...errors, ...sender.errors, ...clerk.errors]).toEqual([]);
}, 120_000);
