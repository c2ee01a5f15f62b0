import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { dialog, pasteHere, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import type { Culture, LiveApp } from '../support/live-app.ts';
import { openLivePlacing, type LivePlacing } from '../support/live-placing.ts';
import { state } from '../support/money.ts';
import { amountOf, speaking } from '../support/money-journey.ts';
import type { PlacingDesk } from '../support/placing-desk.ts';
import { addSellingList } from '../support/pricing.ts';

/*
 * From a recharge to sixty labels in one file: rows are pasted, mended, tried and placed; one is refused, one fails and is
 * tried again, one is void and credited; the balance is exact to the cent after each step, and the ledger proves it.
 */

let placing: LivePlacing;
let live: LiveApp;
let desk: PlacingDesk;
beforeAll(async () => {
  placing = await openLivePlacing();
  ({ live, desk } = placing);
  await addSellingList(live.world);
}, 300_000);
afterAll(() => placing?.close());

const count = 61;
const [failing, refused] = [30, 31];
const cell = (page: Page, row: number, column: string) =>
  page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`);

/** One state and one postal code are wrong. */
const block = (heads: string, name: string): string =>
  [
    heads,
    ...Array.from({ length: count }, (_, at) =>
      [
        ...[`${name}-${at + 1}`, 'TST-A', 'Table ground', `Ann Lee ${at + 1}`, `${at + 1} Main St`, 'New York'],
        ...[at === 7 ? '' : 'NY', at === 9 ? '1001' : '10001', '3', '12', '10', '8'],
      ].join('\t'),
    ),
  ].join('\n');
const headsOf: Record<Culture, string> = {
  'en-US': 'Reference\tChannel\tService\tRecipient\tAddress\tCity\tState\tZip\tWeight\tLength\tWidth\tHeight',
  'zh-CN': '参考号\t渠道\t渠道服务\t收件人\t收件地址\t城市\t州\t邮编\t重量\t长\t宽\t高',
};

interface Row {
  id: string;
  refNo: string;
  status: string;
  sale: number;
  lead: string | null;
}
const ordersOf = async (name: string): Promise<Row[]> =>
  (
    await live.world.owner.query<Row>(
      `SELECT id::text, "refNo", status, round("predictedSale" * 100)::int AS sale, "leadTracking" AS lead FROM "order"
        WHERE "refNo" LIKE $1 ORDER BY id`,
      [`${name}-%`],
    )
  ).rows;
const ended = (name: string) => async () => (await ordersOf(name)).filter(({ status }) => status === 'placing').length;

describe.each(['en-US', 'zh-CN'] as const)('sixty orders from a recharge to their labels, in %s', (culture) => {
  const word = journeyWords(culture, 'bulk-order');
  const orders = speaking(culture, 'order');
  const name = culture === 'en-US' ? 'JE' : 'JZ';

  it('are exact to the cent at each step', async () => {
    const { page, errors } = await live.open('north sibling', {
      ...{ culture, path: '/bulk-order', viewport: { width: 1400, height: 860 } },
    });
    /** What the member reads in the header, in cents, and what the ledger says. */
    const balance = async (wanted: number) => {
      await expect.poll(async () => (await desk.purse()).available).toBe(wanted);
      await page.reload();
      await expect.poll(async () => Math.round((await amountOf(page)) * 100), { timeout: 15_000 }).toBe(wanted);
      await desk.verify();
    };
    const before = (await desk.purse()).available;
    await desk.recharge(3_000);
    await balance(before + 300_000);

    // One parcel on every channel first.
    await page.goto(live.url('north', `/rate?q=${encodeURIComponent('91761 > 10001 3 lb 12x10x8')}`));
    const offers = page.locator('.rate-results');
    await see(offers).toContainText(/\d\.\d\d/);
    const compared = await offers.innerText();

    await page.goto(live.url('north', '/bulk-order'));
    await cell(page, 0, 'refNo').click();
    await pasteHere(page, block(headsOf[culture], name));
    const causes = page.getByRole('complementary', { name: word('causes.title') });
    await see(causes.locator('li[data-grade="error"]')).toHaveCount(2);
    for (const [row, column, text] of [
      [7, 'shipToState', 'NY'],
      [9, 'shipToPostalCode', '10001'],
    ] as const) {
      await causes
        .getByRole('button', { name: word('causes.goTo', { row: row + 1 }) })
        .first()
        .click();
      await cell(page, row, column).click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await see(causes.locator('li[data-grade="error"]')).toHaveCount(0);
    await page.getByRole('button', { name: word('page.try') }).click();
    await shown(page.getByText(word('done.tried', { count })));
    await see(page.locator('.bulk-sums .is-sale')).toBeVisible();

    const { control } = desk.simulator;
    control.fault({ kind: 'refuse', call: 'ship', body: `"Ann Lee ${failing}"`, times: 1, code: '120208' });
    control.fault({ kind: 'refuse', call: 'ship', body: `"Ann Lee ${refused}"`, times: null, code: '120802' });
    await page.getByRole('button', { name: word('page.placeOf', { count }) }).click();
    await dialog(page)
      .getByRole('button', { name: word('page.placeOf', { count }) })
      .click();
    await page.locator('.bulk-outcome').waitFor({ timeout: 150_000 });
    await expect.poll(ended(name), { timeout: 100_000 }).toBe(0);
    const placed = await ordersOf(name);
    expect(placed.filter(({ status }) => status === 'failed').map(({ refNo }) => refNo)).toEqual(
      [failing, refused].map((each) => `${name}-${each}`),
    );
    const price = placed[0]?.sale ?? 0;
    expect(price).toBeGreaterThan(0);
    expect(compared).toContain((price / 100).toFixed(2));
    await balance(before + 300_000 - (count - 2) * price);

    // The cause of the one that failed has the reader's words, and one repair: another postal code, tried and run again.
    const [again, never] = placed.filter(({ status }) => status === 'failed');
    const { rows: batches } = await live.world.owner.query<{ batch: string }>(
      'SELECT batch::text FROM "order" WHERE id = $1',
      [again?.id],
    );
    await page.goto(live.url('north', `/OrderBatch/${batches[0]?.batch}`));
    const cause = page.locator('.causes li').filter({ hasText: orders.options?.['errorCause']?.['postalCode'] ?? '-' });
    const repairs = journeyWords(culture, 'shipping');
    await page.getByRole('tab', { name: repairs('panel.causes') }).click();
    // It is shown a dollar cheaper than it is, until a colleague tries it: told at the first press, charged at the second.
    await live.world.owner.query('UPDATE "order" SET "predictedSale" = "predictedSale" - 1 WHERE id = $1', [again?.id]);
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('/api/Order/list')),
      cause.getByRole('button', { name: repairs('causes.repair') }).click(),
    ]);
    await desk.money.admin.post('Order/trial', { ids: [again?.id] });
    await dialog(page)
      .getByRole('textbox', { name: orders.fields['shipToPostalCode'] ?? '' })
      .fill('10002');
    const run = dialog(page).getByRole('button', { name: repairs('repair.run', { count: 1 }) });
    await run.click();
    await see(dialog(page).getByRole('alert')).toContainText('1.00');
    expect(await desk.bought(again?.id ?? '')).toBe(0);
    await run.click();
    await see(dialog(page)).toHaveCount(0);
    await see(cause).toHaveCount(0);
    await page.goto(live.url('north', `/Order/${again?.id}`));
    // The repaired order waits for its job as `failed`, so the orders in `placing` say nothing here.
    const repaired = async () => (await ordersOf(name)).find(({ id }) => id === again?.id)?.status;
    await expect.poll(repaired, { timeout: 100_000 }).toBe('ordered');
    await orders.isIn(page, 'ordered');
    await balance(before + 300_000 - (count - 1) * price);
    expect(await desk.bought(again?.id ?? '')).toBe(1);
    expect(await desk.bought(never?.id ?? '')).toBe(0);

    // Sixty labels in one file, in the order that was asked for.
    const ready = (await ordersOf(name)).filter(({ status }) => status === 'ordered');
    expect(ready).toHaveLength(60);
    const labels = journeyWords(culture, 'labels');
    await page.goto(live.url('north', `/Order?batch=${batches[0]?.batch}&status=ordered&sort=orderNo`));
    await page.locator('.ag-row input.pick').first().click();
    await page.getByRole('button', { name: labels('list.selectAll', { total: 60 }) }).click();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: labels('bulk.print') })
      .click();
    const open = page.getByRole('button', { name: labels('print.open', { count: 60 }) });
    await Promise.all([page.context().waitForEvent('page'), open.click()]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: labels('print.save') }).click(),
    ]);
    const bytes = await readFile(await saved.path());
    const file = await getDocumentProxy(new Uint8Array(bytes));
    expect(file.numPages).toBe(60);
    const titles = ((await file.getOutline()) ?? []).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(ready.map(({ lead }) => expect.stringContaining(lead ?? '-') as string));

    // Staff see what it cost them; the member does not.
    const [voided] = ready;
    const staff = await live.open('north admin', { culture, path: `/Order/${voided?.id}` });
    await see(staff.page.getByText(orders.fields['predictedCost'] ?? '', { exact: true }).first()).toBeVisible();
    await page.goto(live.url('north', `/Order/${voided?.id}`));
    await orders.isIn(page, 'ordered');
    await see(page.getByText(orders.fields['predictedCost'] ?? '', { exact: true })).toHaveCount(0);

    // One is void at the carrier and credited once finance has looked at it.
    await orders.run(page, 'applyRefund', (box) => box.getByRole('textbox').first().fill('Sent twice'));
    await orders.isIn(page, 'refunding');
    await expect.poll(() => desk.bought(voided?.id ?? '')).toBe(0);
    await expect.poll(async () => (await desk.detail(voided?.id ?? ''))['voidResult']).toBe('confirmed');
    expect(state(await desk.money.finance.post('Order/refund', { id: voided?.id }))).toBe('refunded');
    await balance(before + 300_000 - (count - 2) * price);
    expect((await desk.purse()).frozen).toBe(0);
    expect([...errors, ...staff.errors]).toEqual([]);
  }, 480_000);
});
