import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { fedexHead, fedexRow, textOf } from '../domain/billing/support/make-bills.ts';
import { BillDesk, upsBill, type Rows } from '../support/bill-desk.ts';
import { axe } from '../support/browser.ts';
import { detailOf, dialog, gone, see, shown } from '../support/journey.ts';
import { journeyWords, sentence } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { amountOf, headerBalance, speaking, text, type Speaking } from '../support/money-journey.ts';
import { oneOf } from '../support/night.ts';

/*
 * From the bills of two carriers to what their customer pays: imported, locked, generated, pushed, read and disputed by the
 * member, given back, adjusted, settled and reported; the ledger is proven after each step. Assigning and classifying lines:
 * carrier-bills.test.ts.
 */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 240_000);
afterAll(() => live?.close());

let rounds = 0;
/** A quarter on top of cost: no price of the customer's is an amount of the carriers'. */
const settings = { billProcessing: 'factor', billFactor: '1.25', ignoreBelow: '0', payment: 'prepaid' };
const costs = /\b(5\.65|9\.35|12\.00|27\.00)\b/;

/** Presses a record's action, whichever of its names the button has, fills in the dialog, and confirms. */
async function act(page: Page, words: Speaking, action: string, fill?: (box: Locator) => Promise<void>): Promise<void> {
  const names = [words.actions[action], words.buttons?.[action]].flatMap((name) =>
    name ? [sentence(name).source] : [],
  );
  await page
    .locator('.page-header')
    .getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) })
    .first()
    .click();
  const box = dialog(page);
  await shown(box);
  await fill?.(box);
  await box.locator('.ant-modal-footer button').last().click();
  await gone(box);
}

/** A package of each carrier, and the bills of both over them. */
async function shipAndBill(desk: BillDesk, at: number) {
  const [ups, fedex] = [`1ZA1B234030000088${at}`, `79481000000${at}`];
  const { order } = await desk.ship(ups);
  const { order: other } = await desk.ship(fedex);
  for (const table of ['package', 'shipment'])
    await desk.query(
      `UPDATE ${table} SET "carrierCode" = 'FEDEX', account = $3 WHERE tenant_id = $1 AND "order" = $2`,
      [...[desk.tenant, other], desk.sample('express-account/fedex-main')],
    );
  const numbers = [`00000000K000${at}`, `70000020${at}`] as const;
  const residential = { chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge' };
  const row = {
    tracking: fedex,
    transport: '12.00',
    net: '12.00',
    date: '20260307',
    shipDate: '20260302',
    weight: '4',
  };
  const files = [
    upsBill(numbers[0], [
      { tracking: ups, net: '9.35' },
      { tracking: ups, ...residential, net: '5.65' },
    ]),
    textOf([fedexHead(), fedexRow({ ...row, number: numbers[1], amount: '12.00' })]),
  ].map((content, index) => ({ name: `${index}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) }));
  return { ups, orders: [order, other], numbers, files };
}

describe.each(oneOf<Culture>(['zh-CN', 'en-US'], 1))('what a customer owes, in %s', (culture) => {
  const word = journeyWords(culture, 'sale');
  const [carrierBill, bill, line, adjustment] = [
    ...['carrier-bill', 'member-bill', 'member-bill-line', 'member-bill-adjustment'],
  ].map((name) => speaking(culture, name)) as [Speaking, Speaking, Speaking, Speaking];

  it('is generated, pushed, disputed, given back, adjusted, settled and reported, with the ledger proven', async () => {
    const at = (rounds += 1);
    const finance = live.world.person('north finance').person;
    const desk = new BillDesk(live.world, finance);
    const acme = desk.sample('customer/acme');
    // Rows that this journey has not made stay out of its bills.
    await desk.query(`DELETE FROM member_bill_line WHERE status IN ('open', 'disputed')`);
    for (const [name, value] of Object.entries(settings))
      await desk.query(`UPDATE customer_config SET "${name}" = $3 WHERE tenant_id = $1 AND customer = $2`, [
        ...[desk.tenant, acme, value],
      ]);
    const before = await desk.query(verifySql);
    const proven = async () => expect(await desk.query(verifySql)).toEqual(before);
    // The sale of the week in which both bills are dated, as the newest report has it.
    const reported = async (): Promise<number> => {
      const [report] = await desk.query(
        `SELECT sale::text FROM weekly_report WHERE tenant_id = $1 AND customer = $2 AND "weekFrom" = '2026-03-02' ORDER BY "versionNo" DESC LIMIT 1`,
        [desk.tenant, acme],
      );
      return Number(report?.['sale']);
    };
    await finance.post('WeeklyReport/run', { day: '2026-03-04' });
    const soldBefore = await reported();
    const { ups, orders, numbers, files } = await shipAndBill(desk, at);
    const row = async (category: string): Promise<Rows[number] | undefined> =>
      (
        await desk.query(
          `SELECT r.id::text, r.status, r.difference::text, r."memberBill"::text AS bill, b.number, b."settleState" FROM member_bill_line r
             LEFT JOIN member_bill b ON b.tenant_id = r.tenant_id AND b.id = r."memberBill"
            WHERE r.tenant_id = $1 AND r."order" = $2 AND r.category = $3 ORDER BY r.id DESC`,
          [desk.tenant, orders[0], category],
        )
      )[0];
    const stands = (category: string, found: object) =>
      vi.waitFor(async () => expect(await row(category)).toMatchObject(found), { timeout: 30_000 });

    // Both bills are imported at once, and each is locked with its figures in view.
    const { page, errors } = await live.open('north finance', { path: '/bill-import', culture });
    await page.locator('input[type=file]').setInputFiles(files);
    for (const number of numbers) await shown(page.locator('.bill-import').getByRole('link', { name: number }).first());
    for (const [number, sum] of [
      [numbers[0], '15.00'],
      [numbers[1], '12.00'],
    ] as const) {
      await page.goto(live.url('north', `/CarrierBill/${String((await desk.bill(number))['id'])}`));
      await act(page, carrierBill, 'lock', (box) => see(box).toContainText(sum));
      await carrierBill.isIn(page, 'locked');
      await proven();
    }
    const [owed] = await desk.query(
      `SELECT sum(CASE WHEN c.kind = 'carrierPayable' THEN t.amount WHEN d.kind = 'carrierPayable' THEN -t.amount ELSE 0 END)::text AS sum
         FROM ledger_transfer t JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
         JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
         JOIN carrier_bill b ON b.tenant_id = t.tenant_id AND b.id::text = t."refId" AND t."refEntity" = 'carrier-bill'
        WHERE t.tenant_id = $1 AND b.number = ANY ($2::text[])`,
      [desk.tenant, numbers],
    );
    expect(Number(owed?.['sum'])).toBe(27);

    const generate = async () => {
      await page.goto(live.url('north', '/bill-run'));
      await page.getByLabel(word('run.until')).fill('2100-01-01');
      await page.getByRole('button', { name: word('run.generate'), exact: true }).click();
      await shown(page.getByRole('status').filter({ hasText: word('run.billsDone', { many: '' }).trim() }));
    };
    await generate();
    expect(await axe(page)).toEqual([]);
    await stands('residential', { status: 'billed', difference: '7.06' });
    const { bill: first = '', number: firstNo = '' } = (await row('residential')) as Record<string, string>;

    // The member's balance moves when the bill is pushed, and not before.
    const member = await live.open('north member', { culture, path: `/MemberBill?search=${firstNo}` });
    await shown(member.page.locator('.list-cover'));
    const balance = await amountOf(member.page);
    await page.goto(live.url('north', `/MemberBill/${first}`));
    await act(page, bill, 'push', (box) => see(box.locator('.action-forecast')).toContainText(/\d/));
    await bill.isIn(page, 'pushed');
    await stands('residential', { status: 'charged' });
    await proven();
    await see(headerBalance(member.page)).toHaveText(text(balance - 33.75));
    await member.page.reload();
    await member.page.getByRole('link', { name: firstNo }).click();
    await detailOf(member.page, firstNo);
    await member.page.getByRole('tab', { name: word('panel.changes'), exact: true }).click();
    const changes = member.page.locator('.bill-changes-table');
    await see(changes).toContainText(ups);
    for (const price of ['7.06', '11.69', '15.00']) await see(changes).toContainText(price);
    expect(await member.page.locator('body').innerText()).not.toMatch(costs);
    expect(await axe(member.page)).toEqual([]);

    const lineAt = `/MemberBillLine/${String((await row('residential'))?.['id'])}`;
    await member.page.goto(live.url('north', lineAt));
    await act(member.page, line, 'dispute', (box) => box.getByLabel(line.label('disputeComment')).fill('It is a shop'));
    await line.isIn(member.page, 'disputed');
    await proven();
    await page.goto(live.url('north', '/MemberBillLine?view=disputed'));
    await page.getByRole('link', { name: ups }).first().click();
    await shown(page.getByText('It is a shop').first());
    await act(page, line, 'waive', (box) => box.getByLabel(line.label('answer')).fill('You are right'));
    await line.isIn(member.page, 'waived');
    await shown(member.page.getByText('You are right').first());
    await see(headerBalance(member.page)).toHaveText(text(balance - 33.75 + 7.06));
    expect(await member.page.locator('body').innerText()).not.toMatch(costs);
    await proven();

    // What is left of the bill is settled from the balance.
    await page.goto(live.url('north', `/MemberBill/${first}`));
    await act(page, bill, 'settle');
    await stands('residential', { settleState: 'settled' });
    await proven();

    // An adjustment within the limit of one person stands on the next bill.
    const { body: added } = await finance.post('MemberBillAdjustment/add', {
      ...{
        customer: acme,
        kind: 'adjustment',
        order: orders[0],
        category: 'service',
        amount: '2.10',
        description: 'Repacked',
      },
    });
    expect(added.issues ?? []).toEqual([]);
    await page.goto(live.url('north', `/MemberBillAdjustment/${String((added.data as { id: string }).id)}`));
    await act(page, adjustment, 'approve');
    await stands('service', { status: 'open', difference: '2.10' });
    await generate();
    await stands('service', { status: 'billed' });
    const next = String((await row('service'))?.['bill']);
    expect(next).not.toBe(first);
    await page.goto(live.url('north', `/MemberBill/${next}`));
    await act(page, bill, 'push');
    await stands('service', { status: 'charged' });
    await see(headerBalance(member.page)).toHaveText(text(balance - 33.75 + 7.06 - 2.1));
    await proven();

    await page.goto(live.url('north', '/bill-run'));
    await page.getByLabel(word('run.week')).fill('2026-03-04');
    await page.getByRole('button', { name: word('run.makeWeekly'), exact: true }).click();
    await shown(page.getByRole('status').filter({ hasText: word('run.weeklyDone', { many: '' }).trim() }));
    // Without what was given back; the adjustment belongs to the week in which it was made.
    expect((await reported()) - soldBefore).toBeCloseTo(33.75 - 7.06, 2);
    await proven();
    expect([...errors, ...member.errors]).toEqual([]);
  }, 240_000);
});
