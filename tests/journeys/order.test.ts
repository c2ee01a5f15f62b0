import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, pasteHere, pick, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');

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

    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await see(page.locator('.error-summary')).toBeFocused();
    await see(tab(/^Customs/)).toContainText(word('form.faults', { count: 1 }));
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
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await detailOf(page, /^SO-/);
    await see(detail).toContainText('PO-7781');
    await see(detail).toContainText('39.5 lb');
    expect(errors).toEqual([]);
  }, 120_000);

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
