import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords, sentence } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
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
import { picture } from '../support/pictures.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

describe.each(roundsOf(1))(
  'a recharge, from the member’s proof in $member to the balance, by staff in $staff',
  (culture) => {
    const theirs = speaking(culture.member, 'recharge');
    const ours = speaking(culture.staff, 'recharge');

    it('is made with a file, passed by finance, and moves the balance in both headers at once', async () => {
      const member = await live.open('north member', { culture: culture.member, path: '/Recharge/new' });
      const { page } = member;
      await page.getByLabel(theirs.label('amount')).fill('1234.5');
      // Whose it is is known: there is nothing to choose.
      await gone(page.getByLabel(theirs.label('customer')));
      await page.getByLabel(theirs.label('paidOn')).fill('2025-06-05');
      await page.keyboard.press('Enter');
      await sendSlip(page, theirs);
      const whereToPay = page.getByRole('region', { name: theirs.notes?.['amount'] ?? 'no words', exact: true });
      await see(whereToPay).toHaveText(/\S/);
      await theirs.saveDraft(page);
      await detailOf(page, /^RC-/);
      await see(whereToPay).toHaveText(/\S/);
      await see(page.getByRole('note')).toContainText(theirs.banners?.['draft'] ?? 'no words');
      const number = await page.locator('.detail-screen h1').innerText();
      await see(page.locator('.detail-screen')).toContainText('1,234.50');
      await see(page.locator('.detail-screen')).toContainText('Acme Outdoor Supply LLC');
      // While the answer is awaited the button turns, and neither it nor another takes a second press.
      let sent = 0;
      let answer = () => undefined as void;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/Recharge/submit*', async (route) => {
        sent += 1;
        await answered;
        await route.continue();
      });
      const submit = button(page, theirs.buttons['submit'] ?? '');
      await submit.dblclick();
      const turning = page.locator('.ant-btn-loading').filter({ hasText: theirs.buttons['submit'] ?? '' });
      await shown(turning);
      await turning.click({ force: true });
      await see(button(page, theirs.word('action.edit'))).toBeDisabled();
      answer();
      await theirs.isIn(page, 'pending');
      await gone(whereToPay);
      expect(sent).toBe(1);

      const finance = await live.open('north finance', { culture: culture.staff, path: '/Recharge?view=pending' });
      const before = [await amountOf(page), await amountOf(finance.page)] as const;
      await finance.page.getByRole('link', { name: number }).click();
      await detailOf(finance.page, number);
      await seeDocument(finance.page, ours);
      await button(finance.page, ours.actions['pass'] ?? '').click();
      const box = dialog(finance.page);
      // What was asked for stands there already, with the slip and what the balance will be.
      const posted = box.getByLabel(ours.label('postedAmount'));
      await see(box.getByLabel(ours.label('remarks'))).toBeFocused();
      await see(posted).toHaveValue(/^1,?234\.50?$/);
      const asked = { postedAmount: '1,234.50 USD', customer: 'Acme Outdoor Supply LLC' };
      await see(box.locator('.ant-modal-title')).toHaveText(sentence(ours.titles['pass'] ?? 'no words', asked));
      await see(box.locator('.action-evidence [data-field=amount]')).toContainText('1,234.50');
      await shown(box.getByRole('button', { name: ours.word('field.file.previewOf', { name: 'slip.pdf' }) }));
      const forecast = box.locator('.action-forecast');
      await see(forecast).toContainText(ours.forecast['pass'] ?? 'no words');
      const held = numberOf((await forecast.locator('dd span').first().innerText()).replace(' USD', ''));
      await see(forecast.locator('strong')).toContainText(text(held + 1234.5));
      await gone(box.locator('.form-item-differs'));
      // Another amount is pointed out, moves the sentence and the balance, and asks why.
      await posted.fill('1200.25');
      await shown(box.locator('.form-item[data-differs] .form-item-differs'));
      await see(forecast.locator('strong')).toContainText(text(held + 1200.25));
      const pass = box.getByRole('button', {
        name: sentence(ours.buttons['pass'] ?? 'no words', { postedAmount: '1,200.25 USD' }),
      });
      await pass.click();
      await see(box).toContainText(ours.rules['otherAmount'] ?? 'no words');
      await box.getByLabel(ours.label('remarks')).fill('The bank kept a fee.');
      await pass.click();
      await ours.isIn(finance.page, 'passed');
      // No page was reloaded: the server sends the record and the balances of both.
      await theirs.isIn(page, 'passed');
      await see(headerBalance(page)).toHaveText(text(before[0] + 1200.25));
      await see(headerBalance(finance.page)).toHaveText(text(before[1] + 1200.25));

      await explain(finance.page, number, culture.staff);
      expect([...member.errors.filter((each) => !each.includes('ERR_FAILED')), ...finance.errors]).toEqual([]);
    }, 120_000);

    it('is made and submitted by one press in its form', async () => {
      const { page, errors } = await live.open('north member', { culture: culture.member, path: '/Recharge/new' });
      await page.getByLabel(theirs.label('amount')).fill('80');
      await page.getByLabel(theirs.label('paidOn')).fill('2025-06-05');
      await page.keyboard.press('Enter');
      await sendSlip(page, theirs);
      await button(page, theirs.buttons['submit'] ?? '').click();
      await detailOf(page, /^RC-/);
      await theirs.isIn(page, 'pending');
      await gone(page.getByRole('note'));
      expect(errors.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
    }, 60_000);

    it('is refused with a reason, and not by the person who made it; the member reads both as they happen', async () => {
      const [waiting, own] = await Promise.all([made('north member'), made('north admin')]);
      const [{ page, errors }, admin] = await Promise.all([
        live.open('north member', { culture: culture.member, path: `/Recharge/${waiting}` }),
        live.open('north admin', { culture: culture.staff, path: `/Recharge/${own}` }),
      ]);
      const reason = ours.rules['ownRecharge'] ?? 'no words';
      await admin.page.getByRole('button', { name: `${ours.actions['pass']}: ${reason}` }).focus();
      await admin.page.keyboard.press('Enter');
      await see(dialog(admin.page)).toContainText(reason);
      await dialog(admin.page).getByRole('button').last().click();
      await gone(dialog(admin.page));

      await theirs.isIn(page, 'pending');
      await admin.page.goto(live.url('north', `/Recharge/${waiting}`));
      await button(admin.page, ours.actions['refuse'] ?? '').click();
      const box = dialog(admin.page);
      const refuse = box.getByRole('button', { name: new RegExp(`${ours.actions['refuse']}$`) });
      await refuse.click();
      await see(box.getByLabel(ours.label('remarks'))).toHaveAttribute('aria-invalid', 'true');
      await box.getByLabel(ours.label('remarks')).fill('The slip is of another day');
      await refuse.click();
      await theirs.isIn(page, 'refused');
      await see(page.locator('.detail-screen')).toContainText('The slip is of another day');
      // The way that it came, though another leads to the end.
      await see(page.locator('.state-steps li')).toHaveText(
        ['draft', 'pending', 'refused'].map((state) => new RegExp(theirs.states[state] ?? '')),
      );
      expect([...errors, ...admin.errors]).toEqual([]);
    }, 90_000);
  },
);

/** An upload that is stopped leaves nothing, one that fails is tried again, and the second try is kept. */
async function sendSlip(page: Page, { fields, word }: Speaking): Promise<void> {
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: new RegExp(fields['attachment'] ?? '') }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  const address = '**/api/sysFileInfo/upload*';
  // Held back until the person stops it.
  await page.route(address, () => undefined, { times: 1 });
  await choose('slip.png', 'image/png', await picture('png'));
  await page.getByRole('button', { name: word('field.file.stop', { name: 'slip.png' }) }).click();
  await gone(page.locator('.field-file'));
  await page.unrouteAll();

  await page.route(address, (route) => route.abort(), { times: 1 });
  await choose('slip.pdf', 'application/pdf', pdf);
  const fault = page.locator('.field-fault');
  await shown(fault);
  await see(page.locator('.field-file')).toHaveCount(0);
  await fault.getByRole('button', { name: word('ui.retry') }).click();
  await see(page.locator('.field-file')).toHaveText(/slip\.pdf/);
  await gone(page.getByRole('progressbar'));
  await gone(fault);
}

/** A document opens in a tab of its own, and is what was sent. */
async function seeDocument(page: Page, { word }: Speaking): Promise<void> {
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
async function explain(page: Page, number: string, culture: Culture): Promise<void> {
  const words = entityTexts(culture, 'ledger-transfer');
  await button(page, journeyWords(culture)('shell.balance.more')).click();
  await page.locator('.balance-facts').getByRole('link').first().click();
  await see(page).toHaveURL(/LedgerTransfer\?view=book/);
  await see(page.locator('.ag-row[row-index="0"]').first()).toBeVisible();
  await page.locator('.ag-row[row-index="0"] a').first().click();
  await detailOf(page, words.options['kind']?.['recharge'] ?? '');
  await see(page.locator('[data-field="createdBy"] dd')).toHaveText('finance');
  await page.locator('[data-field="refId"]').getByRole('link', { name: number }).click();
  await detailOf(page, number);
  await page.getByRole('tab', { name: words.plural }).click();
  await see(page.locator('.related tbody tr')).toHaveCount(1);
}

/** A recharge that waits for review. */
async function made(name: string): Promise<string> {
  const { person } = live.world.person(name);
  const { samples } = live.world.homes.north;
  const id = added(
    await person.post('Recharge/add', {
      customer: samples.get('customer/acme'),
      amount: 50,
      method: 'cash',
      paidOn: '2025-06-05',
      attachment: (await person.send('sysFileInfo/upload', 'slip.pdf', pdf)).body.data,
    }),
  );
  expect(state(await person.post('Recharge/submit', { id }))).toBe('pending');
  return id;
}

const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`);
