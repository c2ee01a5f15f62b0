import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, pasteHere, pick, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { addSellingList } from '../support/pricing.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
  await addSellingList(live.world);
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');
const own = entityTexts('en-US', 'order');

describe('a clerk takes down an order', () => {
  it('types boxes by keyboard, pastes more from a spreadsheet, adds customs items, mends what is refused, saves and edits', async () => {
    const { page, errors } = await live.open('north clerk', { path: '/Order' });
    await page.getByRole('button', { name: word('list.new', { name: 'Order' }), exact: true }).click();
    await pick(page, /^Customer/, 'Acme Outdoor', 'Acme');
    await page.getByRole('textbox', { name: /^Recipient(?! (company|phone|email))/ }).fill('Rosa Delgado');
    await page.getByRole('textbox', { name: /^Address line 1/ }).fill('1200 Congress Avenue');
    await page.getByRole('textbox', { name: /^City/ }).fill('Austin');
    await page.getByRole('textbox', { name: /^State/ }).fill('TX');
    await page.getByRole('textbox', { name: /^Postal code/ }).fill('78');

    await page.getByRole('button', { name: word('lines.addTo', { field: 'Boxes' }) }).focus();
    await page.keyboard.press('Enter');
    const cell = (column: string, row: number) =>
      page.getByRole('textbox', { name: word('lines.cell', { column, row }) });
    await see(cell('Weight', 1)).toBeFocused();
    for (const text of ['4.5', '12', '10', '8']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await cell('Weight', 1).focus();
    await page.keyboard.press('Enter');
    await see(cell('Weight', 2)).toBeFocused();
    for (const text of ['2', '6', '6', '6']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: word('lines.addTo', { field: 'Boxes' }) }).click();
    await see(cell('Weight', 3)).toBeFocused();
    await pasteHere(page, '11\t20\t16\t12\t3\n7.25\t9\t9\t9\t1\n');
    await see(cell('Weight', 4)).toHaveValue('7.25');
    await see(cell('Quantity', 3)).toHaveValue('3');

    const tab = (name: RegExp) => page.getByRole('tab', { name });
    await tab(/^Customs/).click();
    await page.getByRole('button', { name: word('lines.addTo', { field: 'Customs items' }) }).click();
    await page.getByRole('textbox', { name: 'Description, row 1' }).fill('Camping stove');
    await page.getByRole('textbox', { name: 'Unit price, row 1' }).fill('39.9');
    await tab(/^Boxes/).click();

    await page.getByRole('button', { name: word('form.saveDraft'), exact: true }).click();
    await see(page.locator('.error-summary')).toBeFocused();
    await see(tab(/^Customs/)).toContainText(word('form.faults', { count: 1 }));
    // A row that was just added is said nothing of until it is left.
    await page.getByRole('button', { name: word('lines.addTo', { field: 'Boxes' }) }).click();
    await see(cell('Weight', 5)).toBeFocused();
    await cell('Weight', 5).fill('3');
    await see(cell('Length', 5)).not.toHaveAttribute('aria-invalid', 'true');
    await see(page.locator('.error-summary li')).toHaveCount(2);
    await cell('Weight', 4).focus();
    await see(cell('Length', 5)).toHaveAttribute('aria-invalid', 'true');
    await see(page.locator('.error-summary li')).toHaveCount(5);
    // However many there are, they stand in sight and leave the form its room.
    await see(page.locator('.error-summary')).toBeInViewport({ ratio: 1 });
    expect((await page.locator('.error-summary').boundingBox())?.height).toBeLessThan(260);
    await page.getByRole('button', { name: word('lines.remove', { row: 5 }) }).click();
    await page
      .locator('.error-summary')
      .getByRole('button', { name: /Country of origin/ })
      .click();
    await see(tab(/^Customs/)).toHaveAttribute('aria-selected', 'true');
    await pick(page, 'Country of origin, row 1', 'United States', 'United States');
    await page
      .locator('.error-summary')
      .getByRole('button', { name: /^Postal code/ })
      .click();
    const postal = page.getByRole('textbox', { name: /^Postal code/ });
    await see(postal).toBeFocused();
    await see(postal).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('78701');
    await page.keyboard.press('ControlOrMeta+s');
    await detailOf(page, /^SO-/);
    const detail = page.locator('.detail-screen');
    await see(detail).toContainText('Rosa Delgado');
    await see(detail).toContainText('Camping stove');
    await see(detail).toContainText('46.75 lb');

    await page.getByRole('button', { name: word('action.edit'), exact: true }).click();
    await see(cell('Weight', 4)).toHaveValue('7.25');
    await page.getByRole('button', { name: word('lines.remove', { row: 4 }) }).click();
    await page.getByRole('textbox', { name: /^Reference/ }).fill('PO-7781');
    await page.getByRole('button', { name: word('form.saveDraft'), exact: true }).click();
    await detailOf(page, /^SO-/);
    await see(detail).toContainText('PO-7781');
    await see(detail).toContainText('39.5 lb');
    expect(errors).toEqual([]);
  }, 120_000);

  it('submits from the form: what is refused stands saved, with its faults at their fields, and goes on from there', async () => {
    const { page, errors } = await live.open('north clerk', { path: '/Order/new' });
    const submit = page.getByRole('button', { name: own.buttons['submit'] ?? 'no words', exact: true });
    await pick(page, /^Customer/, 'Acme Outdoor', 'Acme');
    const recipient = page.getByRole('textbox', { name: /^Recipient(?! (company|phone|email))/ });
    await recipient.fill('Ines Moreau');
    await page.getByRole('textbox', { name: /^Address line 1/ }).fill('88 Harbor Street');
    await page.getByRole('textbox', { name: /^City/ }).fill('New York');
    await page.getByRole('textbox', { name: /^State/ }).fill('NY');
    await page.getByRole('textbox', { name: /^Postal code/ }).fill('10001');
    await submit.click();

    await page.waitForURL(/\/Order\/\d+\/edit$/);
    const summary = page.locator('.error-summary');
    await see(summary).toBeFocused();
    await see(summary).toContainText(word('form.summary.step', { action: own.actions['submit'] ?? '', count: 4 }));
    await see(recipient).toHaveValue('Ines Moreau');
    await page.reload();
    await see(recipient).toHaveValue('Ines Moreau');
    await see(summary).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await see(summary).toBeFocused();
    await summary.getByRole('button', { name: /^Channel:/ }).click();
    await see(page.getByRole('combobox', { name: /^Channel$/ })).toBeFocused();
    await pick(page, /^Channel$/, 'Table channel');
    await pick(page, /^Service/, 'Table ground');
    await pick(page, /^Channel ship-from/, '');
    await page.getByRole('button', { name: word('lines.addTo', { field: 'Boxes' }) }).click();
    await pasteHere(page, '4\t10\t8\t6\t1\n');
    await submit.click();
    await see(summary).toContainText('Untried cost');
    await page.goto(page.url().replace(/\/edit$/, ''));
    await detailOf(page, /^SO-/);
    const rating = journeyWords('en-US', 'rating');
    await page.getByRole('tab', { name: rating('panel.trial') }).click();
    await page.getByRole('button', { name: rating('trial.try'), exact: true }).click();
    await see(page.locator('.trial-panel')).toContainText('Table channel');
    await page
      .locator('.page-header-actions')
      .getByRole('button', { name: own.buttons['submit'] ?? 'no words' })
      .click();
    await see(page.locator('.page-header')).toContainText(own.states['placing'] ?? 'no words');
    expect(errors).toEqual([]);
  }, 90_000);

  it('sees of a draft what it still lacks, and the step that leads on', async () => {
    const { page, errors } = await live.open('north clerk', { path: '/Order?view=drafts' });
    await page.locator('.ag-row a').first().click();
    await detailOf(page, /^SO-/);
    await see(page.getByRole('note')).toContainText(own.banners?.['draft'] ?? 'no words');
    await see(page.locator('.page-header-actions button').last()).toContainText(own.buttons['submit'] ?? 'no words');
    expect(errors).toEqual([]);
  }, 60_000);

  it('reads what the server alone can know at the field that it is about', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Customer/new' });
    await page.getByRole('textbox', { name: /^Customer no\./ }).fill('C1001');
    await page.getByRole('textbox', { name: /^Name/ }).fill('A second Acme');
    await page.getByRole('textbox', { name: /^Contact/ }).fill('Nobody');
    await pick(page, /^Organisation/, 'Operations', 'Operations');
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await shown(page.locator('.error-summary'));
    const code = page.getByRole('textbox', { name: /^Customer no\./ });
    await see(code).toHaveAttribute('aria-invalid', 'true');
    await see(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('A second Acme');
    await code.fill('C9001');
    const save = page.getByRole('button', { name: word('form.save'), exact: true });
    // A button that still turns takes no click.
    await see(save).not.toHaveClass(/loading/);
    await save.click();
    await detailOf(page, 'A second Acme');
    expect(errors).toEqual([]);
  }, 60_000);
});
