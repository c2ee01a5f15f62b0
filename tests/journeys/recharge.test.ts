import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, see } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a recharge, from the member’s proof to the member’s balance', () => {
  it('is made with a file, submitted, passed by finance with an amount, and seen as passed with the balance risen', async () => {
    const before = await balance();
    const member = await live.open('north member', { path: '/Recharge' });
    const { page } = member;
    await page.getByRole('button', { name: word('list.new', { name: 'Recharge' }), exact: true }).click();
    await see(page.locator('form.form-body')).toContainText('Acme Outdoor Supply LLC');
    await page.getByLabel(/^Amount/).fill('1234.5');
    await page.getByLabel(/^Paid on/).fill('2025-06-05');
    await page.keyboard.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Choose a file: Proof of payment/ }).click();
    await (await chooser).setFiles({ name: 'slip.png', mimeType: 'image/png', buffer: png });
    await see(page.locator('.field-file')).toHaveCount(1);
    await gone(page.getByRole('progressbar'));
    await page.getByLabel(/^Note/).fill('For June');
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await detailOf(page, /^RC-/);
    const number = await page.locator('.detail-screen h1').innerText();
    const at = new URL(page.url()).pathname;
    await see(page.locator('.detail-screen')).toContainText('1,234.50');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await see(page.locator('.page-header')).toContainText('Pending review');

    const finance = await live.open('north finance', { path: '/Recharge?view=pending' });
    await finance.page.getByRole('link', { name: number }).click();
    await detailOf(finance.page, number);
    await finance.page.getByRole('button', { name: 'Pass', exact: true }).click();
    const box = dialog(finance.page);
    await box.getByRole('button', { name: /Pass$/ }).click();
    await see(box.getByLabel(/^Posted amount/)).toHaveAttribute('aria-invalid', 'true');
    await box.getByLabel(/^Posted amount/).fill('1200.25');
    await see(box).toContainText('Credit 1,200.25');
    await box.getByRole('button', { name: /Pass$/ }).click();
    await see(finance.page.locator('.page-header')).toContainText('Passed');

    await page.goto(live.url('north', at));
    await see(page.locator('.page-header')).toContainText('Passed');
    await see(page.locator('.detail-screen')).toContainText('1,200.25');
    expect(await balance()).toBe(before + 1200.25);
    expect([...member.errors, ...finance.errors]).toEqual([]);
  }, 90_000);

  it('cannot be passed by the person who made it: the button stands there with the reason', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Recharge?view=pending' });
    const { samples } = live.world.homes.north;
    const made = await live.world.person('north admin').person.post('Recharge/add', {
      customer: samples.get('customer/acme'),
      amount: 50,
      method: 'cash',
      paidOn: '2025-06-05',
      attachment: samples.get('file/transfer-slip'),
    });
    const { id } = made.body.data as { id: string };
    await live.world.person('north admin').person.post('Recharge/submit', { id });
    await page.goto(live.url('north', `/Recharge/${id}`));
    const pass = page.getByRole('button', { name: /^Pass: You cannot review a recharge/ });
    await pass.focus();
    await page.keyboard.press('Enter');
    await see(dialog(page)).toContainText('You cannot review a recharge that you made');
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    expect(errors).toEqual([]);
  }, 60_000);
});

/** What the customer of the member may spend, as finance reads it. */
async function balance(): Promise<number> {
  const customer = live.world.homes.north.samples.get('customer/acme') ?? '';
  const { body } = await live.world.person('north finance').person.get('LedgerAccount/page', {
    customer,
    kind: 'available',
  });
  const { rows } = body.data as { rows: { balance: number }[] };
  return rows[0]?.balance ?? 0;
}
