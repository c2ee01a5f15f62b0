import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { picture } from '../support/pictures.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

/** The member works in Chinese, finance in English. */
const zh = entityTexts('zh-CN', 'recharge');
const en = entityTexts('en-US', 'recharge');
const inChinese = journeyWords('zh-CN');
const word = journeyWords('en-US');
const headerBalance = (page: Page) => page.locator('.balance-line strong');
const amountOf = async (page: Page) => {
  await see(headerBalance(page)).toHaveText(/\d/);
  return Number((await headerBalance(page).innerText()).replaceAll(',', ''));
};
const text = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('a recharge, from the member’s proof to the member’s balance', () => {
  it('is made with a file, passed by finance, and moves the balance in both headers at once', async () => {
    const member = await live.open('north member', { culture: 'zh-CN', path: '/Recharge/new' });
    const { page } = member;
    await see(page.locator('form.form-body')).toContainText('Acme Outdoor Supply LLC');
    await page.getByLabel(new RegExp(`^${zh.fields['amount']}`)).fill('1234.5');
    await page.getByLabel(new RegExp(`^${zh.fields['paidOn']}`)).fill('2025-06-05');
    await page.keyboard.press('Enter');
    await sendSlip(page);
    await button(page, inChinese('form.save')).click();
    await detailOf(page, /^RC-/);
    const number = await page.locator('.detail-screen h1').innerText();
    await see(page.locator('.detail-screen')).toContainText('1,234.50');
    await button(page, zh.actions['submit'] ?? '').click();
    await see(page.locator('.page-header')).toContainText(zh.states['pending'] ?? '');

    const finance = await live.open('north finance', { path: '/Recharge?view=pending' });
    const before = [await amountOf(page), await amountOf(finance.page)] as const;
    await finance.page.getByRole('link', { name: number }).click();
    await detailOf(finance.page, number);
    await seeDocument(finance.page);
    await button(finance.page, 'Pass').click();
    const box = dialog(finance.page);
    await box.getByRole('button', { name: /Pass$/ }).click();
    await see(box.getByLabel(/^Posted amount/)).toHaveAttribute('aria-invalid', 'true');
    await box.getByLabel(/^Posted amount/).fill('1200.25');
    await see(box).toContainText('Credit 1,200.25');
    await box.getByRole('button', { name: /Pass$/ }).click();
    await see(finance.page.locator('.page-header')).toContainText(en.states['passed'] ?? '');
    // Nobody has loaded anything again: the record, and the money of both, are told by the server.
    await see(page.locator('.page-header')).toContainText(zh.states['passed'] ?? '');
    await see(headerBalance(page)).toHaveText(text(before[0] + 1200.25));
    await see(headerBalance(finance.page)).toHaveText(text(before[1] + 1200.25));

    await explain(finance.page, number);
    expect([...member.errors.filter((each) => !each.includes('ERR_FAILED')), ...finance.errors]).toEqual([]);
  }, 120_000);

  it('is refused with a reason, and not by the person who made it; the member reads both as they happen', async () => {
    const member = live.world.homes.north.samples.get('recharge/pending') ?? '';
    const own = await made('north admin');
    const [{ page, errors }, admin] = await Promise.all([
      live.open('north member', { culture: 'zh-CN', path: `/Recharge/${member}` }),
      live.open('north admin', { path: `/Recharge/${own}` }),
    ]);
    const pass = admin.page.getByRole('button', { name: /^Pass: You cannot review a recharge/ });
    await pass.focus();
    await admin.page.keyboard.press('Enter');
    await see(dialog(admin.page)).toContainText('You cannot review a recharge that you made');
    await dialog(admin.page).getByRole('button').last().click();
    await gone(dialog(admin.page));

    await see(page.locator('.page-header')).toContainText(zh.states['pending'] ?? '');
    await admin.page.goto(live.url('north', `/Recharge/${member}`));
    await button(admin.page, 'Refuse').click();
    const box = dialog(admin.page);
    await box.getByRole('button', { name: /Refuse$/ }).click();
    await see(box.getByLabel(/^Remarks/)).toHaveAttribute('aria-invalid', 'true');
    await box.getByLabel(/^Remarks/).fill('The slip is of another day');
    await box.getByRole('button', { name: /Refuse$/ }).click();
    await see(page.locator('.page-header')).toContainText(zh.states['refused'] ?? '');
    await see(page.locator('.detail-screen')).toContainText('The slip is of another day');
    // The way that it came, though another leads to the end.
    await see(page.locator('.state-steps li')).toHaveText(
      ['draft', 'pending', 'refused'].map((state) => new RegExp(zh.states[state] ?? '')),
    );
    expect([...errors, ...admin.errors]).toEqual([]);
  }, 90_000);
});

/** An upload that is stopped leaves nothing, one that fails is tried again, and the second try is kept. */
async function sendSlip(page: Page): Promise<void> {
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: new RegExp(zh.fields['attachment'] ?? '') }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  const address = '**/api/sysFileInfo/upload*';
  // Held back until the person stops it.
  await page.route(address, () => undefined, { times: 1 });
  await choose('slip.png', 'image/png', await picture('png'));
  await page.getByRole('button', { name: inChinese('field.file.stop', { name: 'slip.png' }) }).click();
  await gone(page.locator('.field-file'));
  await page.unrouteAll();

  await page.route(address, (route) => route.abort(), { times: 1 });
  await choose('slip.pdf', 'application/pdf', pdf);
  const fault = page.locator('.field-fault');
  await shown(fault);
  await see(page.locator('.field-file')).toHaveCount(0);
  await fault.getByRole('button', { name: inChinese('ui.retry') }).click();
  await see(page.locator('.field-file')).toHaveText(/slip\.pdf/);
  await gone(page.getByRole('progressbar'));
  await gone(fault);
}

/** A document opens in a tab of its own, and is what was sent. */
async function seeDocument(page: Page): Promise<void> {
  await page.getByRole('button', { name: word('field.file.previewOf', { name: 'slip.pdf' }) }).click();
  const way = dialog(page).getByRole('link', { name: word('field.file.openTab') });
  await see(way).toHaveAttribute('href', /^blob:/);
  const saved = page.waitForEvent('download');
  await dialog(page)
    .getByRole('button', { name: word('field.file.save') })
    .click();
  expect((await saved).suggestedFilename()).toBe('slip.pdf');
  await page.keyboard.press('Escape');
  await gone(dialog(page));
}

/** From the balance to the lines that make it, from a line to the record and the person that caused it. */
async function explain(page: Page, number: string): Promise<void> {
  await button(page, 'More').click();
  await page.locator('.balance-facts').getByRole('link').first().click();
  await see(page).toHaveURL(/LedgerTransfer\?view=book/);
  await see(page.locator('.ag-row[row-index="0"]').first()).toBeVisible();
  await page.locator('.ag-row[row-index="0"] a').first().click();
  await detailOf(page, 'Recharge');
  await see(page.locator('[data-field="createdBy"] dd')).toHaveText('finance');
  await page.locator('[data-field="refId"]').getByRole('link', { name: number }).click();
  await detailOf(page, number);
  await page.getByRole('tab', { name: /Ledger transfers/ }).click();
  await see(page.locator('.related tbody tr')).toHaveCount(1);
}

/** A recharge that waits for review. */
async function made(name: string): Promise<string> {
  const { person } = live.world.person(name);
  const { samples } = live.world.homes.north;
  const { body } = await person.post('Recharge/add', {
    customer: samples.get('customer/acme'),
    amount: 50,
    method: 'cash',
    paidOn: '2025-06-05',
    attachment: samples.get('file/transfer-slip'),
  });
  const { id } = body.data as { id: string };
  await person.post('Recharge/submit', { id });
  return id;
}

const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`);
