import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BillDesk, upsBill, type Rows } from '../support/bill-desk.ts';
import { makeBillWeek, payableFor } from '../support/bill-week.ts';
import { axe } from '../support/browser.ts';
import { detailOf, dialog, gone, see, shown } from '../support/journey.ts';
import { journeyWords, sentence } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { amountOf, headerBalance, speaking, text, type Speaking } from '../support/money-journey.ts';
import { night, oneOf } from '../support/night.ts';
import { deskOf, type Desk } from '../support/sold-bills.ts';

/*
 * From the bills of two carriers to what their customers pay: imported, assigned, classified, locked, sold in every mode,
 * pushed, read and disputed by the member, given back, adjusted, settled and reported, with the older week billed again; the
 * ledger is proven after each step.
 */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 240_000);
afterAll(() => live?.close());

let rounds = 0;
/** A quarter on top of cost: no price of the customer's is an amount of the carriers'. */
const settings = { billProcessing: 'factor', billFactor: '1.25', ignoreBelow: '0', payment: 'prepaid' };
const costs = /\b(5\.65|13\.50|21\.00)\b/;

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

/** `NIGHT=1` takes as many orders as a tenant has in a week. */
const orders = night ? 1_200 : 12;

/** The first customer is charged in every mode, one for each of these categories; the other by the price list. */
async function sellInEveryMode(desk: Desk, [first, second]: readonly [string, string]): Promise<void> {
  await desk.settings(first, settings);
  await desk.settings(second, { ...settings, billProcessing: 'reprice', billFactor: 1 });
  const own = { fuel: 'cost', transport: 'rerate', additionalHandling: 'report' };
  await desk.query('DELETE FROM "customer_config__saleModes" WHERE tenant_id = $1 AND owner_id = $2', [
    ...[desk.tenant, first],
  ]);
  for (const [at, [category, mode]] of Object.entries(own).entries())
    await desk.query(
      `INSERT INTO "customer_config__saleModes" (tenant_id, parent_id, id, seq, owner_id, category, mode)
         SELECT tenant_id, id, lading.new_id(), $3, customer, $4, $5 FROM customer_config WHERE tenant_id = $1 AND customer = $2`,
      [desk.tenant, first, at + 1, category, mode],
    );
}

describe.each(oneOf<Culture>(['zh-CN', 'en-US'], 1))('what a customer owes, in %s', (culture) => {
  const [word, billing] = [journeyWords(culture, 'sale'), journeyWords(culture, 'billing')];
  const [carrierBill, bill, line, adjustment] = [
    ...['carrier-bill', 'member-bill', 'member-bill-line', 'member-bill-adjustment'],
  ].map((name) => speaking(culture, name)) as [Speaking, Speaking, Speaking, Speaking];

  it('is generated, pushed, disputed, given back, adjusted, settled and reported, with the ledger proven', async () => {
    const at = (rounds += 1);
    const finance = live.world.person('north finance').person;
    const desk = await deskOf(live.world);
    const bills = new BillDesk(live.world, finance);
    const acme = desk.sample('customer/acme');
    const customers = [acme, desk.sample('customer/harbor')] as const;
    await sellInEveryMode(desk, customers);
    const week = await makeBillWeek(desk, { customers: [...customers], orders, round: at });
    const proven = () => desk.proven();
    // What acme's packages have cost in the week in which the bill of UPS is dated, as the newest report has it.
    const reported = async (): Promise<number> => {
      const [report] = await desk.query(
        `SELECT cost FROM weekly_report WHERE tenant_id = $1 AND customer = $2 AND "weekFrom" = '2026-03-02' ORDER BY "versionNo" DESC LIMIT 1`,
        [desk.tenant, acme],
      );
      return Number(report?.['cost']);
    };
    await finance.post('WeeklyReport/run', { day: '2026-03-04' });
    const costBefore = await reported();
    // The package for which a residence was found: its line is disputed by the member.
    const residence = week.tracking(4);
    const disputed = week.made.get(residence);
    const row = async (category: string): Promise<Rows[number] | undefined> =>
      (
        await desk.query(
          `SELECT r.id::text, r.status, r.difference::text, r."memberBill"::text AS bill, b.number, b."settleState" FROM member_bill_line r
             LEFT JOIN member_bill b ON b.tenant_id = r.tenant_id AND b.id = r."memberBill"
            WHERE r.tenant_id = $1 AND r."order" = $2 AND r.category = $3 ORDER BY r.id DESC`,
          [desk.tenant, disputed, category],
        )
      )[0];
    const stands = (category: string, found: object) =>
      vi.waitFor(async () => expect(await row(category)).toMatchObject(found), { timeout: 30_000 });

    // Both bills are imported at once; a bill of an account that is not this tenant's is refused by its number alone.
    const { page, errors } = await live.open('north finance', { path: '/bill-import', culture });
    const upload = async (files: Readonly<Record<string, string>>, numbers: readonly string[]) => {
      await page.goto(live.url('north', '/bill-import'));
      await page.locator('input[type=file]').setInputFiles(
        Object.entries(files).map(([name, content]) => ({
          name,
          mimeType: 'text/csv',
          buffer: Buffer.from(content),
        })),
      );
      for (const number of numbers)
        await shown(page.locator('.bill-import').getByRole('link', { name: number }).first());
    };
    await upload(week.files, [week.ups.number, week.fedex.number]);
    await shown(
      page
        .locator('.bill-import')
        .getByText(/ZZ9999/)
        .first(),
    );
    await shown(page.locator('.bill-import').getByText(week.unknown.text).first());

    await page.goto(live.url('north', '/unmatched-lines'));
    for (const [place, stray] of week.strays.entries()) {
      const [found] = await desk.query('SELECT "orderNo" AS no FROM "order" WHERE tenant_id = $1 AND id = $2', [
        ...[desk.tenant, week.made.get(week.tracking(place * 3))],
      ]);
      const choice = page.getByRole('checkbox', { name: billing('queue.chooseOne', { name: stray }) });
      await choice.check();
      await page.getByRole('textbox', { name: billing('queue.order') }).fill(String(found?.['no']));
      await page.getByRole('button', { name: billing('queue.assign') }).click();
      await see(choice).toHaveCount(0);
    }
    await page.goto(live.url('north', '/unknown-charges'));
    const unknown = page.getByRole('combobox', {
      name: billing('unknown.choose', { name: `${week.unknown.code} ${week.unknown.text}` }),
    });
    await unknown.selectOption('additionalHandling');
    await page.getByRole('button', { name: billing('unknown.keep') }).click();
    await see(unknown).toHaveCount(0);
    await see
      .poll(async () => bills.bill(week.ups.number), { message: 'its figures are counted again' })
      .toMatchObject({ unmatchedCount: '0', unknownCount: '0' });
    await proven();

    // Each is locked with its figures in view, and the carrier is owed what it says.
    const lock = async ({ number, amount }: { number: string; amount: string }) => {
      await page.goto(live.url('north', `/CarrierBill/${String((await bills.bill(number))['id'])}`));
      await act(page, carrierBill, 'lock', (box) => see(box).toContainText(text(Number(amount))));
      await carrierBill.isIn(page, 'locked');
      expect(await payableFor(desk, [number])).toBe(amount);
      await proven();
    };
    await lock(week.ups);
    await lock(week.fedex);

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
    const modes = await desk.query(
      'SELECT DISTINCT mode FROM member_bill_line WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) AND mode IS NOT NULL ORDER BY 1',
      [desk.tenant, [...week.made.values()]],
    );
    expect(modes.map(({ mode }) => mode)).toEqual(['cost', 'factor', 'report', 'rerate']);
    const differenceOf = async (bill: string): Promise<number> =>
      Number((await desk.query('SELECT difference FROM member_bill WHERE id = $1', [bill]))[0]?.['difference']);
    const due = await differenceOf(first);
    expect(due).toBeGreaterThan(0);

    // The member's balance moves when the bill is pushed, and not before.
    const member = await live.open('north member', { culture, path: `/MemberBill?search=${firstNo}` });
    await shown(member.page.locator('.list-cover'));
    const balance = await amountOf(member.page);
    await page.goto(live.url('north', `/MemberBill/${first}`));
    await act(page, bill, 'push', (box) => see(box.locator('.action-forecast')).toContainText(/\d/));
    await bill.isIn(page, 'pushed');
    await stands('residential', { status: 'charged' });
    await proven();
    await see(headerBalance(member.page)).toHaveText(text(balance - due));
    await member.page.reload();
    await member.page.getByRole('link', { name: firstNo }).click();
    await detailOf(member.page, firstNo);
    await member.page.getByRole('tab', { name: word('panel.changes'), exact: true }).click();
    const changes = member.page.locator('.bill-changes-table');
    await see(changes).toContainText(residence);
    for (const price of ['7.06']) await see(changes).toContainText(price);
    expect(await member.page.locator('body').innerText()).not.toMatch(costs);
    expect(await axe(member.page)).toEqual([]);

    const lineAt = `/MemberBillLine/${String((await row('residential'))?.['id'])}`;
    await member.page.goto(live.url('north', lineAt));
    await act(member.page, line, 'dispute', (box) => box.getByLabel(line.label('disputeComment')).fill('It is a shop'));
    await line.isIn(member.page, 'disputed');
    await proven();
    await page.goto(live.url('north', '/MemberBillLine?view=disputed'));
    await page.getByRole('link', { name: residence }).first().click();
    await shown(page.getByText('It is a shop').first());
    await act(page, line, 'waive', (box) => box.getByLabel(line.label('answer')).fill('You are right'));
    await line.isIn(member.page, 'waived');
    await shown(member.page.getByText('You are right').first());
    await see(headerBalance(member.page)).toHaveText(text(balance - due + 7.06));
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
        order: disputed,
        category: 'service',
        amount: '2.10',
        description: 'Repacked',
      },
    });
    expect(added.issues ?? []).toEqual([]);
    await page.goto(live.url('north', `/MemberBillAdjustment/${String((added.data as { id: string }).id)}`));
    await act(page, adjustment, 'approve');
    await stands('service', { status: 'open', difference: '2.10' });
    // So do lines that come late: the carrier bills the older week again, in two legs, and credits a package.
    const late = { number: `0000LATE${at}0001`, amount: '2.00' };
    await upload({ 'late.csv': upsBill(late.number, week.changes) }, [late.number]);
    await lock(late);
    await generate();
    await stands('service', { status: 'billed' });
    const next = String((await row('service'))?.['bill']);
    expect(next).not.toBe(first);
    await page.goto(live.url('north', `/MemberBill/${next}`));
    await act(page, bill, 'push');
    await stands('service', { status: 'charged' });
    await see(headerBalance(member.page)).toHaveText(text(balance - due + 7.06 - (await differenceOf(next))));
    await proven();

    await page.goto(live.url('north', '/bill-run'));
    await page.getByLabel(word('run.week')).fill('2026-03-04');
    await page.getByRole('button', { name: word('run.makeWeekly'), exact: true }).click();
    await shown(page.getByRole('status').filter({ hasText: word('run.weeklyDone', { many: '' }).trim() }));
    // The adjustment and the late lines belong to weeks of their own.
    const [sold] = await desk.query(
      `SELECT sum(cost) AS cost FROM member_bill_line WHERE tenant_id = $1 AND customer = $2 AND "order" = ANY ($3::bigint[])
         AND "billedOn" BETWEEN '2026-03-02' AND '2026-03-08'`,
      [desk.tenant, acme, [...week.made.values()]],
    );
    expect(Number(sold?.['cost'])).toBeGreaterThan(0);
    expect((await reported()) - costBefore).toBeCloseTo(Number(sold?.['cost']), 2);
    await proven();

    // Profit watch offers other prices: a new what-if over these very orders.
    const [{ name = '' } = {}] = await desk.query('SELECT name FROM customer WHERE tenant_id = $1 AND id = $2', [
      ...[desk.tenant, acme],
    ]);
    await page.goto(live.url('north', '/profit-watch'));
    const from = page.getByLabel(billing('report.from')).last();
    await from.fill('2026-03-01');
    await from.press('Enter');
    const watched = page.getByRole('row').filter({ hasText: String(name) });
    await watched
      .getByRole('button', { name: billing('profit.tryIt'), exact: true })
      .first()
      .click();
    await see(page.getByLabel(speaking(culture, 'what-if').label('name'))).toHaveValue(
      billing('profit.whatIfName', { name: String(name) }),
    );
    await see(page.getByLabel(speaking(culture, 'what-if').label('from'))).toHaveValue('2026-03-01');
    await shown(
      page
        .locator('.ant-select')
        .filter({ hasText: String(name) })
        .first(),
    );
    expect([...errors, ...member.errors]).toEqual([]);
  }, 240_000);
});
