import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, pick, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const acme = () => live.world.homes.north.samples.get('customer/acme') ?? '';
const finance = () => live.world.person('north finance').person;
const headerBalance = (page: Page) => page.locator('.balance-line strong');
const amountOf = async (page: Page) => {
  await see(headerBalance(page)).toHaveText(/\d/);
  return Number((await headerBalance(page).innerText()).replaceAll(',', ''));
};
const text = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });
const header = (page: Page) => page.locator('.page-header');

/** A screen of one entity in one language: its fields, buttons and states as the person reads them. */
function speaking(culture: Culture, entity: string) {
  const words = entityTexts(culture, entity);
  const word = journeyWords(culture);
  const label = (field: string) => new RegExp(`^${words.fields[field]?.replace('.', '\\.')}`);
  return {
    ...words,
    word,
    label,
    save: (page: Page) => button(page, word('form.save')).click(),
    /** Presses a transition, fills its dialog in, and confirms. */
    async run(page: Page, action: string, fill?: (box: Locator) => Promise<void>) {
      const name = words.actions[action] ?? '';
      await button(page, name).click();
      const box = dialog(page);
      await shown(box);
      await fill?.(box);
      await box.getByRole('button', { name: new RegExp(`${name}$`) }).click();
    },
    isIn: (page: Page, status: string) => see(header(page)).toContainText(words.states[status] ?? ''),
  };
}

describe('the money of a customer', () => {
  it('a deposit is recorded, returned to the balance or voided; header and entries follow', async () => {
    const zh = speaking('zh-CN', 'deposit');
    const [{ page, errors }, member] = await Promise.all([
      live.open('north finance', { culture: 'zh-CN', path: '/MemberDeposit/new' }),
      live.open('north member'),
    ]);
    const held = await amountOf(member.page);
    await pick(page, zh.label('customer'), 'Acme Outdoor Supply LLC', 'Acme');
    await page.getByLabel(zh.label('amount')).fill('640.5');
    await page.getByLabel(zh.label('receivedOn')).fill('2025-06-05');
    await page.keyboard.press('Enter');
    await zh.save(page);
    await detailOf(page, /^DP-/);
    await zh.isIn(page, 'recorded');
    await button(member.page, 'More').click();
    const deposit = member.page.locator('.balance-facts').getByRole('link', { name: '640.50' });
    await shown(deposit);

    await zh.run(page, 'return', (box) => box.getByText(zh.options['returnTo']?.['balance'] ?? '').click());
    await zh.isIn(page, 'returned');
    await see(headerBalance(member.page)).toHaveText(text(held + 640.5));

    const wrong = added(
      await finance().post('MemberDeposit/add', {
        ...{ customer: acme(), amount: 7505, method: 'ach', receivedOn: '2025-06-05', currency: 'USD' },
      }),
    );
    await page.goto(live.url('north', `/MemberDeposit/${wrong}`));
    await zh.run(page, 'void', async (box) => {
      await box.getByLabel(zh.label('reason')).fill('Typed ten times the amount');
    });
    await zh.isIn(page, 'voided');
    await page.getByRole('tab', { name: entityTexts('zh-CN', 'ledger-transfer').plural }).click();
    await see(page.locator('.related tbody tr')).toHaveCount(2);
    await see(page.locator('.related')).toContainText('7,505.00 USD');
    await see(headerBalance(member.page)).toHaveText(text(held + 640.5));
    expect([...errors, ...member.errors]).toEqual([]);
  }, 90_000);

  it('a withdrawal is kept within the limit, freezes, and is paid out or given back', async () => {
    const zh = speaking('zh-CN', 'withdrawal');
    const en = speaking('en-US', 'withdrawal');
    const { page, errors } = await live.open('north member', { culture: 'zh-CN', path: '/Withdrawal/new' });
    const held = await amountOf(page);
    await page.getByLabel(zh.label('amount')).fill('99999');
    await page.getByLabel(zh.label('payee')).fill('Acme Outdoor Supply LLC');
    await page.getByLabel(zh.label('accountNo')).fill('000123456789');
    await zh.save(page);
    // Which limit, what stands, and what is missing.
    await see(page.locator('.form-screen [role="alert"]').first()).toContainText(`${text(held)} USD`);
    await retype(page, page.getByLabel(zh.label('amount')), '200.25');
    await zh.save(page);
    await detailOf(page, /^WD-/);
    await see(headerBalance(page)).toHaveText(text(held - 200.25));
    const at = new URL(page.url()).pathname;

    const staff = await live.open('north finance', { path: at });
    await en.run(staff.page, 'pass');
    await en.isIn(staff.page, 'passed');
    await en.run(staff.page, 'payOut', (box) => box.getByLabel(en.label('bankReference')).fill('WT 250605-001'));
    await en.isIn(staff.page, 'paidOut');
    await zh.isIn(page, 'paidOut');
    await see(headerBalance(page)).toHaveText(text(held - 200.25));

    const second = added(
      await live.world.person('north member').person.post('Withdrawal/add', {
        ...{ customer: acme(), amount: 75, method: 'wire', payee: 'Acme', accountNo: '000123456789' },
      }),
    );
    expect(state(await finance().post('Withdrawal/pass', { id: second }))).toBe('passed');
    await see(headerBalance(page)).toHaveText(text(held - 275.25));
    await staff.page.goto(live.url('north', `/Withdrawal/${second}`));
    await en.run(staff.page, 'refuse', (box) =>
      box.getByLabel(en.label('remarks')).fill('The bank has no such account'),
    );
    await see(headerBalance(page)).toHaveText(text(held - 200.25));
    // It was refused after it had been passed: a shorter way would have left that out.
    await see(staff.page.locator('.state-steps li')).toHaveText([/^Applied/, /^Passed/, /^Refused/]);
    expect([...errors, ...staff.errors]).toEqual([]);
  }, 90_000);

  it('deductions come from a file: the good rows are taken, the bad come back with reasons, and a press charges them', async () => {
    const zh = speaking('zh-CN', 'deduction');
    const [{ page, errors }, member] = await Promise.all([
      live.open('north finance', { culture: 'zh-CN', path: '/Deduction?view=drafts' }),
      live.open('north member', { path: '/Deduction' }),
    ]);
    const held = await amountOf(member.page);
    await button(page, zh.word('import.open')).click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'charges.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(charges(zh.fields, zh.options)),
      });
    await shown(dialog(page).getByText(zh.word('import.allGood', { good: 7, count: 10 })));
    await button(dialog(page), zh.word('import.start')).click();
    const done = dialog(page).locator('.import-done');
    await see(done).toContainText(zh.word('import.added', { count: 7 }));
    await see(done).toContainText(zh.word('import.refused', { count: 3 }));
    const download = page.waitForEvent('download');
    await done.locator('.is-primary').click();
    const refused = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(refused).toHaveLength(4);
    for (const [at, row, reason] of [
      [1, 'JT-3', '-5'],
      [2, 'JT-6', 'C9999'],
      [3, 'JT-9', zh.fields['chargedOn']],
    ] as const) {
      expect(refused[at]).toContain(row);
      expect(refused[at]).toContain(reason);
      // Words in the reader's language stand beside the row.
      expect(refused[at]).toMatch(/[\u4e00-\u9fff]{4,}/);
    }
    await button(dialog(page), zh.word('ui.close')).click();

    await page.getByRole('searchbox').fill('JT-');
    await see(page.locator('.list-foot')).toContainText('70.70 USD');
    await page.getByRole('checkbox', { name: zh.word('list.pickShown') }).check();
    await page
      .locator('.list-bulk, .bulk-bar')
      .getByRole('button', { name: zh.actions['confirm'] ?? '' })
      .click();
    await dialog(page)
      .getByRole('button', { name: zh.word('bulk.go', { name: zh.actions['confirm'] ?? '', count: 7 }) })
      .click();
    await see(headerBalance(member.page)).toHaveText(text(held - 70.7));
    await see(headerBalance(page)).toHaveText(/\d/);
    expect([...errors, ...member.errors]).toEqual([]);
  }, 90_000);

  it('an invoice takes no more than was credited, and the account book goes into a file in the reader’s words', async () => {
    const en = speaking('en-US', 'invoice-request');
    const zh = speaking('zh-CN', 'invoice-request');
    const { page, errors } = await live.open('north member', { path: '/InvoiceRequest/new' });
    await pick(page, en.label('header'), 'Acme Outdoor Supply LLC');
    await page.getByLabel(en.label('amount')).fill('90000');
    await en.save(page);
    const left = /Credited and not yet invoiced: ([\d.]+) USD/;
    const refusal = page.locator('.form-screen [role="alert"]').first();
    await see(refusal).toContainText(left);
    const rest = left.exec(await refusal.innerText())?.[1] ?? '';
    await retype(page, page.getByLabel(en.label('amount')), rest);
    await en.save(page);
    await detailOf(page, /^IV-/);

    const staff = await live.open('north finance', { culture: 'zh-CN', path: new URL(page.url()).pathname });
    await zh.run(staff.page, 'approve', async (box) => {
      await box.getByLabel(zh.label('invoiceNo')).fill('INV-77001');
      await box.getByLabel(zh.label('invoicedOn')).fill('2025-06-06');
      await staff.page.keyboard.press('Enter');
    });
    await zh.isIn(staff.page, 'approved');
    await en.isIn(page, 'approved');
    await see(page.locator('.detail-screen')).toContainText('INV-77001');

    await staff.page.goto(live.url('north', `/LedgerTransfer?view=book&customer=${acme()}&sort=createdAt`));
    await see(staff.page.locator('.list-foot')).toContainText(/[\d,]+\.\d\d USD/);
    await button(staff.page, zh.word('list.export')).click();
    await dialog(staff.page).getByText('CSV (.csv)').click();
    const download = staff.page.waitForEvent('download');
    await button(dialog(staff.page), zh.word('export.start')).click();
    const book = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    const words = entityTexts('zh-CN', 'ledger-transfer');
    expect(book[0]).toContain(words.fields['balanceAfter']);
    // In the order of the list, each line by its kind and its record, not by codes.
    const times = book.slice(1).map((line) => /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(line)?.[0] ?? '');
    expect(times).toEqual(times.toSorted());
    const charged = book.find((line) => line.includes('DC-')) ?? '';
    expect(charged).toContain(words.options['kind']?.['deduction']);
    expect([...errors, ...staff.errors]).toEqual([]);
  }, 90_000);
});

/** Puts another number in the place of one that is written in groups. */
async function retype(page: Page, field: Locator, number: string): Promise<void> {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(number);
}

/** Ten charges, of which three cannot be: a negative amount, a customer that is none, a day that is to come. */
function charges(fields: Record<string, string>, options: Record<string, Record<string, string>>): string {
  const heads = ['customer', 'amount', 'reason', 'trackingNo', 'chargedOn', 'description'].map((name) => fields[name]);
  const rows = Array.from({ length: 10 }, (_, index) => {
    const at = index + 1;
    const customer = at === 6 ? 'C9999' : 'C1001';
    const amount = at === 3 ? '-5' : `10.1`;
    const day = at === 9 ? '2999-01-01' : '2025-06-05';
    return [customer, amount, options['reason']?.['storage'], `JT-${at}`, day, `Pallet ${at}`];
  });
  return [heads, ...rows].map((row) => row.join(',')).join('\n');
}
