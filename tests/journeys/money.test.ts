import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import type { Locator, Page } from 'playwright';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, pick, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords, sentence } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';
import {
  amountOf,
  button,
  headerBalance,
  numberOf,
  roundsOf,
  speaking,
  text,
  type Speaking,
} from '../support/money-journey.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const acme = () => live.world.homes.north.samples.get('customer/acme') ?? '';
const finance = () => live.world.person('north finance').person;

describe.each(roundsOf(0))('the money of a customer who reads $member, with staff who read $staff', (culture) => {
  it('a deposit is recorded, and returned to the balance, to the bank or voided; header and entries follow', async () => {
    const ours = speaking(culture.staff, 'deposit');
    const [{ page, errors }, member] = await Promise.all([
      live.open('north finance', { culture: culture.staff, path: '/MemberDeposit/new' }),
      live.open('north member', { culture: culture.member }),
    ]);
    const held = await amountOf(member.page);
    await pick(page, ours.label('customer'), 'Acme Outdoor Supply LLC', 'Acme');
    await page.getByLabel(ours.label('amount')).fill('640.5');
    await page.getByLabel(ours.label('receivedOn')).fill('2025-06-05');
    await page.keyboard.press('Enter');
    await ours.save(page);
    await detailOf(page, /^DP-/);
    await ours.isIn(page, 'recorded');
    await button(member.page, journeyWords(culture.member)('shell.balance.more')).click();
    const deposit = member.page.locator('.balance-facts').getByRole('link', { name: '640.50' });
    await shown(deposit);

    await ours.run(page, 'return', (box) => box.getByText(ours.options['returnTo']?.['balance'] ?? '').click());
    await ours.isIn(page, 'returned');
    await see(headerBalance(member.page)).toHaveText(text(held + 640.5));

    // The other two ends leave the balance as it is: the one pays at the bank, the other never was.
    for (const [action, end, fill] of [
      ['return', 'returned', (box: Locator) => box.getByText(ours.options['returnTo']?.['bank'] ?? '').click()],
      ['void', 'voided', (box: Locator) => box.getByLabel(ours.label('reason')).fill('Typed ten times the amount')],
    ] as const) {
      const other = added(
        await finance().post('MemberDeposit/add', {
          ...{ customer: acme(), amount: 7505, method: 'ach', receivedOn: '2025-06-05', currency: 'USD' },
        }),
      );
      await page.goto(live.url('north', `/MemberDeposit/${other}`));
      await ours.run(page, action, fill);
      await ours.isIn(page, end);
      await page.getByRole('tab', { name: entityTexts(culture.staff, 'ledger-transfer').plural }).click();
      await see(page.locator('.related tbody tr')).toHaveCount(2);
      await see(page.locator('.related')).toContainText('7,505.00 USD');
    }
    await see(headerBalance(member.page)).toHaveText(text(held + 640.5));
    expect([...errors, ...member.errors]).toEqual([]);
  }, 90_000);

  it('a withdrawal is kept within the limit, freezes, and is paid out or given back', async () => {
    const theirs = speaking(culture.member, 'withdrawal');
    const ours = speaking(culture.staff, 'withdrawal');
    const { page, errors } = await live.open('north member', { culture: culture.member, path: '/Withdrawal/new' });
    const held = await amountOf(page);
    await page.getByLabel(theirs.label('amount')).fill('99999');
    await page.getByLabel(theirs.label('payee')).fill('Acme Outdoor Supply LLC');
    await page.getByLabel(theirs.label('accountNo')).fill('000123456789');
    await theirs.save(page);
    // Which limit, what stands, and what is missing.
    await see(page.locator('.form-screen [role="alert"]').first()).toContainText(`${text(held)} USD`);
    await retype(page, page.getByLabel(theirs.label('amount')), '200.25');
    await theirs.save(page);
    await detailOf(page, /^WD-/);
    await see(headerBalance(page)).toHaveText(text(held - 200.25));
    const at = new URL(page.url()).pathname;

    const staff = await live.open('north finance', { culture: culture.staff, path: at });
    await ours.run(staff.page, 'pass');
    await ours.isIn(staff.page, 'passed');
    await ours.run(staff.page, 'payOut', (box) => box.getByLabel(ours.label('bankReference')).fill('WT 250605-001'));
    await ours.isIn(staff.page, 'paidOut');
    await theirs.isIn(page, 'paidOut');
    await see(headerBalance(page)).toHaveText(text(held - 200.25));

    const second = added(
      await live.world.person('north member').person.post('Withdrawal/add', {
        ...{ customer: acme(), amount: 75, method: 'wire', payee: 'Acme', accountNo: '000123456789' },
      }),
    );
    expect(state(await finance().post('Withdrawal/pass', { id: second }))).toBe('passed');
    await see(headerBalance(page)).toHaveText(text(held - 275.25));
    await staff.page.goto(live.url('north', `/Withdrawal/${second}`));
    await ours.run(staff.page, 'refuse', (box) =>
      box.getByLabel(ours.label('remarks')).fill('The bank has no such account'),
    );
    await see(headerBalance(page)).toHaveText(text(held - 200.25));
    // It was refused after it had been passed: a shorter way would have left that out.
    await see(staff.page.locator('.state-steps li')).toHaveText(
      ['applied', 'passed', 'refused'].map((each) => new RegExp(`^${ours.states[each]}`)),
    );
    expect([...errors, ...staff.errors]).toEqual([]);
  }, 90_000);

  it('deductions come from a file: the good rows are taken, the bad come back with reasons, and a press charges them', async () => {
    const ours = speaking(culture.staff, 'deduction');
    const [{ page, errors }, member] = await Promise.all([
      live.open('north finance', { culture: culture.staff, path: '/Deduction?view=drafts' }),
      live.open('north member', { culture: culture.member, path: '/Deduction' }),
    ]);
    const held = await amountOf(member.page);
    const prefix = `J${culture.staff.slice(0, 2)}-`;
    await button(page, ours.word('import.open')).click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'charges.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(charges(prefix, ours)),
      });
    await shown(dialog(page).getByText(ours.word('import.allGood', { good: 7, count: 10 })));
    await button(dialog(page), ours.word('import.start')).click();
    const done = dialog(page).locator('.import-done');
    await see(done).toContainText(ours.word('import.added', { count: 7 }));
    await see(done).toContainText(ours.word('import.refused', { count: 3 }));
    const refused = linesOf(await download(page, () => done.locator('.is-primary').click(), /\.csv$/));
    expect(refused).toHaveLength(4);
    for (const [at, row, reason] of [
      [1, '3', '-5'],
      [2, '6', 'C9999'],
      [3, '9', ours.fields['chargedOn']],
    ] as const) {
      expect(refused[at]).toContain(`${prefix}${row}`);
      expect(refused[at]).toContain(reason);
    }
    // Words in the reader's language stand beside the row.
    expect(refused[1]).toContain(ours.word('number.above', { above: 0 }));
    expect(refused[3]).toContain(ours.rules['chargedLater']);
    await close(page, ours);

    await page.getByRole('searchbox').fill(prefix);
    await see(page.locator('.list-foot')).toContainText('70.70 USD');
    await page.getByRole('checkbox', { name: ours.word('list.pickShown') }).check();
    const confirm = ours.actions['confirm'] ?? '';
    await page.locator('.list-bulk, .bulk-bar').getByRole('button', { name: confirm }).click();
    await dialog(page)
      .getByRole('button', { name: ours.word('bulk.go', { name: confirm, count: 7 }) })
      .click();
    await see(headerBalance(member.page)).toHaveText(text(held - 70.7));
    await see(headerBalance(page)).toHaveText(/\d/);
    expect([...errors, ...member.errors]).toEqual([]);
  }, 90_000);

  it('an invoice takes no more than was credited', async () => {
    const theirs = speaking(culture.member, 'invoice-request');
    const ours = speaking(culture.staff, 'invoice-request');
    // So that there is something to invoice, whatever was invoiced before.
    await credited(840.75);
    const invoiceNo = `INV-${culture.staff}`;
    const { page, errors } = await live.open('north member', { culture: culture.member, path: '/InvoiceRequest/new' });
    await pick(page, theirs.label('header'), 'Acme Outdoor Supply LLC');
    await page.getByLabel(theirs.label('amount')).fill('90000');
    await theirs.save(page);
    const left = sentence(theirs.word('ledger.overInvoiced'), { remaining: /([\d,.]+)/, currency: 'USD' });
    const refusal = page.locator('.form-screen [role="alert"]').first();
    await see(refusal).toContainText(left);
    const rest = numberOf(left.exec(await refusal.innerText())?.[1] ?? '');
    expect(rest).toBeGreaterThanOrEqual(840.75);
    await retype(page, page.getByLabel(theirs.label('amount')), String(rest));
    await theirs.save(page);
    await detailOf(page, /^IV-/);
    await see(page.locator('.detail-screen')).toContainText(text(rest));

    const staff = await live.open('north finance', { culture: culture.staff, path: new URL(page.url()).pathname });
    await ours.run(staff.page, 'approve', async (box) => {
      await box.getByLabel(ours.label('invoiceNo')).fill(invoiceNo);
      await box.getByLabel(ours.label('invoicedOn')).fill('2025-06-06');
      await staff.page.keyboard.press('Enter');
    });
    await ours.isIn(staff.page, 'approved');
    await theirs.isIn(page, 'approved');
    await see(page.locator('.detail-screen')).toContainText(invoiceNo);
    expect([...errors, ...staff.errors]).toEqual([]);
  }, 90_000);

  it('the account book goes into files for staff, and to the customer as a statement that ends at the balance', async () => {
    await credited(1357.9);
    await charged(2468.1);
    const book = speaking(culture.staff, 'ledger-transfer');
    const [staff, member] = await Promise.all([
      live.open('north finance', {
        culture: culture.staff,
        path: `/LedgerTransfer?view=book&customer=${acme()}&sort=createdAt`,
      }),
      live.open('north member', { culture: culture.member, path: '/LedgerTransfer?view=book' }),
    ]);
    await see(staff.page.locator('.list-foot')).toContainText(/[\d,]+\.\d\d USD/);
    const csv = linesOf(await exported(staff.page, book, 'CSV (.csv)', /\.csv$/));
    expect(csv[0]).toContain(book.fields['balanceAfter']);
    // In the order of the list, each line by its kind and its record, not by codes.
    const times = csv.slice(1).map((line) => /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(line)?.[0] ?? '');
    expect(times).toEqual(times.toSorted());
    const charge = csv.find((line) => line.includes('DC-')) ?? '';
    expect(charge).toContain(book.options['kind']?.['deduction']);

    const xlsx = await exported(staff.page, book, 'Excel (.xlsx)', /\.xlsx$/);
    expect(xlsx.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    const [head = [], opening = [], ...rows] = (await readXlsx(xlsx)).sheets[0]?.rows ?? [];
    const closing = rows.pop() ?? [];
    expect(rows).toHaveLength(csv.length - 1);
    expect([opening[0], closing[0]]).toEqual(['opening', 'closing'].map((name) => `${book.counted?.[name]} USD`));
    const column = (name: string) => head.indexOf(book.fields[name] ?? '');
    const last = rows.findLast((row) => row[column('moneyOut')] === 2468.1) ?? [];
    expect(last[column('kind')]).toBe(book.options['kind']?.['deduction']);
    const balance = await amountOf(member.page);
    expect(last[column('balanceAfter')]).toBe(balance);
    expect(closing[column('balanceAfter')]).toBe(balance);
    for (const [{ page }, words] of [
      [staff, book],
      [member, speaking(culture.member, 'ledger-transfer')],
    ] as const) {
      const foot = page.locator('.list-foot dl > div');
      await see(foot.first()).toHaveText(`${words.counted?.['opening']}0.00 USD`);
      await see(foot.last()).toHaveText(`${words.counted?.['closing']}${text(balance)} USD`);
    }

    const own = speaking(culture.member, 'ledger-transfer');
    const pdf = await exported(member.page, own, own.word('export.document'), /\.pdf$/);
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    const words = pages.replace(/\s+/g, ' ');
    for (const each of [
      own.word('statement.title'),
      'Acme Outdoor Supply LLC',
      `${own.word('statement.closing')} ${text(balance)}`,
      `1,357.90 ${text(balance + 2468.1)}`,
      `2,468.10 ${text(balance)}`,
    ])
      expect(words).toContain(each);
    expect([...staff.errors, ...member.errors]).toEqual([]);
  }, 90_000);
});

/** A recharge of the member that finance has passed. */
async function credited(amount: number): Promise<void> {
  const attachment = live.world.homes.north.samples.get('file/transfer-slip');
  const admin = live.world.person('north admin').person;
  const recharge = { customer: acme(), amount, method: 'wire', paidOn: '2025-06-05', attachment };
  const id = added(await admin.post('Recharge/add', recharge));
  expect(state(await admin.post('Recharge/submit', { id }))).toBe('pending');
  expect(state(await finance().post('Recharge/pass', { id, postedAmount: amount }))).toBe('passed');
}

async function charged(amount: number): Promise<void> {
  const note = { reason: 'storage', trackingNo: '1Z', description: 'Storage' };
  const id = added(await finance().post('Deduction/add', { customer: acme(), amount, ...note }));
  expect(state(await finance().post('Deduction/confirm', { id }))).toBe('confirmed');
}

/** The file that a press brings. */
async function download(page: Page, press: () => Promise<void>, ending: RegExp): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(ending);
  return readFileSync(await file.path());
}

/** The list that stands open as a file of one format; the dialog says that it has come, and is closed. */
async function exported(page: Page, speaking: Speaking, format: string, ending: RegExp): Promise<Buffer> {
  const { word, plural } = speaking;
  await button(page, word('list.export')).click();
  await see(dialog(page)).toContainText(word('export.title', { name: plural }));
  await dialog(page).getByText(format, { exact: true }).click();
  const file = await download(page, () => button(dialog(page), word('export.start')).click(), ending);
  await close(page, speaking);
  return file;
}

/** By the button at the foot; the cross at the head may have the same name. */
async function close(page: Page, { word }: Speaking): Promise<void> {
  await button(dialog(page).locator('.ant-modal-footer'), word('ui.close')).click();
  await gone(dialog(page));
}

const linesOf = (file: Buffer): string[] => file.toString('utf8').trim().split(/\r?\n/);

/** Puts another number in the place of one that is written in groups. */
async function retype(page: Page, field: Locator, number: string): Promise<void> {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(number);
}

/** Ten charges, of which three cannot be: a negative amount, a customer that is none, a day that is to come. */
function charges(prefix: string, { fields, options }: Pick<Speaking, 'fields' | 'options'>): string {
  const heads = ['customer', 'amount', 'reason', 'trackingNo', 'chargedOn', 'description'].map((name) => fields[name]);
  const rows = Array.from({ length: 10 }, (_, index) => {
    const at = index + 1;
    const customer = at === 6 ? 'C9999' : 'C1001';
    const amount = at === 3 ? '-5' : `10.1`;
    const day = at === 9 ? '2999-01-01' : '2025-06-05';
    return [customer, amount, options['reason']?.['storage'], `${prefix}${at}`, day, `Pallet ${at}`];
  });
  return [heads, ...rows].map((row) => row.join(',')).join('\n');
}
