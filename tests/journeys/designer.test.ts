import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialog, gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

/** The administrator designs in Chinese; who works with the screens reads English. */
const zh = journeyWords('zh-CN');
const word = journeyWords('en-US');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function publish(page: Page, reason: string): Promise<void> {
  await button(page, zh('designer.review')).click();
  const drawer = dialogNamed(page, zh('review.title'));
  await drawer.getByRole('textbox', { name: zh('review.reason') }).fill(reason);
  await drawer.getByRole('button', { name: zh('review.publish'), exact: true }).click();
  await gone(drawer);
}
const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('an entity made from nothing', () => {
  it('is designed, published and used by another person without a reload; then it changes under them', async () => {
    const admin = await live.open('north admin', { culture: 'zh-CN', path: '/designer' });
    const { page } = admin;
    await button(page, zh('designer.new')).click();
    await page.getByLabel(zh('designer.nameIn.zh-CN')).fill('保险理赔');
    await page.getByLabel(zh('designer.nameIn.en-US')).fill('Insurance claim');
    await button(page, zh('designer.create')).click();
    await page.waitForURL(/\/designer\/insurance-claim/);
    // Whoever works with claims may do so; the matrix of rights is walked in a test of its own.
    const asked = await live.world.person('north admin').person.get('schema/insurance-claim');
    const { stamp } = (asked.body.data as { draft: { stamp: number } }).draft;
    const grant = { do: 'set', at: 'access.clerk', value: { codes: ['read', 'add', 'edit'] } };
    await live.world
      .person('north admin')
      .person.post('schema/insurance-claim/commands', { stamp, name: 'clerks too', commands: [grant] });
    await page.reload();
    await shown(button(page, zh('designer.review')));

    const clerk = await live.open('north clerk', { path: '/Customer' });
    await shown(clerk.page.locator('.ag-row').first());
    await publish(page, '第一版');
    await clerk.page.getByRole('link', { name: 'Insurance claim' }).first().click();
    await button(clerk.page, word('list.new', { name: 'Insurance claim' }))
      .first()
      .click();
    await clerk.page.getByLabel(/^Name/).fill('Crushed lamp');
    await button(clerk.page, word('form.save')).click();
    await see(clerk.page.locator('.detail-screen h1')).toHaveText('Crushed lamp');

    await page.getByRole('button', { name: zh('designer.type.date'), exact: true }).click();
    const box = dialog(page);
    await box.getByLabel(zh('designer.labelIn.zh-CN')).fill('发生日期');
    await box.getByLabel(zh('designer.labelIn.en-US')).fill('Happened on');
    await box.getByRole('button', { name: zh('designer.add'), exact: true }).click();
    await gone(box);
    await publish(page, '加上日期');
    // The record that lies open has the new field; nobody has loaded anything again.
    await see(clerk.page.locator('.detail-screen')).toContainText('Happened on');
    expect([...admin.errors, ...clerk.errors]).toEqual([]);
  }, 120_000);
});
