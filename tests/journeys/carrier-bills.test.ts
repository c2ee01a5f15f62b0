import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf, upsRow } from '../domain/billing/support/make-bills.ts';
import { BillDesk, upsBill } from '../support/bill-desk.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { see } from '../support/journey.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { oneOf } from '../support/night.ts';
import { scratch } from '../support/print-agent.ts';

/* Finance takes a bill in, gives what is unmatched to its order and what is unknown a category, and locks it. */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 240_000);
afterAll(() => live?.close());

let rounds = 0;

describe.each(oneOf(['zh-CN', 'en-US'] as const, 0))('a bill of a carrier, %s', (culture) => {
  it('is imported, proven, assigned, classified and locked', async () => {
    const t = journeyWords(culture, 'billing');
    const at = (rounds += 1);
    const desk = new BillDesk(live.world, live.world.person('north finance').person);
    const tracking = `1ZA1B234030000097${at}`;
    const stray = `1Z999AA1012345678${at}`;
    const { orderNo } = await desk.ship(tracking);
    const number = `00000000J000${at}`;
    const path = join(await scratch(), 'week.csv');
    const unknown = { chargeClass: 'ACC', code: `QJ${at}`, text: `Balloon ${at}` };
    await writeFile(
      path,
      upsBill(number, [
        { tracking, net: '10.00' },
        { tracking: stray, net: '8.00' },
        { tracking, net: '1.25', ...unknown },
      ]),
    );
    const { page } = await live.open('north finance', { path: '/bill-import', culture });
    await page.locator('input[type=file]').setInputFiles(path);
    await see(page.locator('.bill-import').getByText(number)).toBeVisible();
    await see(page.locator('.bill-import').getByText(`Balloon ${at}`)).toBeVisible();

    await page.goto(live.url('north', '/unmatched-lines'));
    const line = page.getByRole('checkbox', { name: t('queue.chooseOne', { name: stray }) });
    await line.check();
    // A part of a number that several orders have gives the money to none of them.
    await page.getByRole('textbox', { name: t('queue.order') }).fill('SO-');
    await page.getByRole('button', { name: t('queue.assign') }).click();
    await see(page.getByText(t('queue.noOrder'))).toBeVisible();
    await page.getByRole('textbox', { name: t('queue.order') }).fill(orderNo);
    // Where the network breaks off, the lines stay, and the error goes once it was put aside.
    const assigned = /\/api\/CarrierBillLine\/assign/;
    await page.route(assigned, (route) => route.abort());
    await page.getByRole('button', { name: t('queue.assign') }).click();
    await page.getByRole('button', { name: t('ui.retry') }).click();
    await see(page.getByText(t('ui.offline'))).toHaveCount(0);
    await see(line).toBeChecked();
    await page.unroute(assigned);
    await page.getByRole('button', { name: t('queue.assign') }).click();
    await see(line).toHaveCount(0);

    await page.goto(live.url('north', '/unknown-charges'));
    const choice = page.getByRole('combobox', { name: t('unknown.choose', { name: `QJ${at} Balloon ${at}` }) });
    await choice.selectOption('residential');
    await page.getByRole('button', { name: t('unknown.keep') }).click();
    await see(choice).toHaveCount(0);

    await page.goto(live.url('north', '/billed-numbers'));
    const asked = page.getByRole('textbox', { name: t('billed.numbers') });
    await asked.fill(Array.from({ length: 501 }, (_, each) => `NONE${each}`).join(' '));
    await see(page.getByRole('alert')).toContainText('501');
    await see(page.getByRole('button', { name: t('billed.ask') })).toBeDisabled();
    await asked.fill(tracking);
    await page.getByRole('button', { name: t('billed.ask') }).click();
    await see(page.getByRole('link', { name: number }).first()).toBeVisible();

    const { id } = await desk.bill(number);
    await see
      .poll(async () => (await desk.bill(number))['unmatchedCount'], { message: 'its figures are counted again' })
      .toBe('0');
    const { body } = await live.world.person('north finance').person.post('CarrierBill/lock', { id });
    expect(body).toMatchObject({ success: true });
    await page.goto(live.url('north', `/CarrierBill/${String(id)}`));
    await see(
      page
        .locator('main')
        .getByText(culture === 'zh-CN' ? '已锁定' : 'Locked')
        .first(),
    ).toBeVisible();
  }, 120_000);

  it('that its carrier divided shows its files', async () => {
    const { fields, lines } = entityTexts(culture, 'carrier-bill');
    const words = lines?.['files'] ?? {};
    const desk = new BillDesk(live.world, live.world.person('north finance').person);
    const number = `00000000J001${culture === 'zh-CN' ? 1 : 2}`;
    const part = (net: string) => textOf([upsRow({ number, amount: '15.00', net })]);
    await desk.upload({ 'first.csv': part('10.00') });
    await desk.upload({ 'second.csv': part('5.00') });
    const { id } = await desk.bill(number);
    const { page } = await live.open('north finance', { path: `/CarrierBill/${String(id)}`, culture });
    const files = page.getByRole('group', { name: fields['files'] as string });
    await see(files.getByRole('button', { name: 'second.csv' })).toBeVisible();
    expect(await files.getByRole('button').allInnerTexts()).toEqual(['first.csv', 'second.csv']);
    await see(files.getByRole('columnheader', { name: words['lineNumbers'] as string })).toBeVisible();
    await see(files.getByRole('columnheader', { name: words['content'] as string })).toHaveCount(0);
  }, 120_000);
});
