import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialog, pick, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const list = readFileSync(new URL('../domain/rating/fixtures/fedex-ground-list-2025.csv', import.meta.url), 'utf8');

describe.each<[Culture, string]>([
  ['en-US', 'list-en'],
  ['zh-CN', 'list-zh'],
])('a list of prices in %s', (culture, code) => {
  const word = journeyWords(culture);
  const { fields } = entityTexts(culture, 'rate-table');

  it('is imported as it is published, typed over in its sheet, and compared with the version before', async () => {
    const { page, errors, person } = await live.open('north finance', { culture, path: '/RateTable' });
    await page.getByRole('button', { name: word('import.open'), exact: true }).click();
    const file = { name: `${code}.csv`, mimeType: 'text/csv', buffer: Buffer.from(list) };
    await dialog(page).locator('input[type=file]').setInputFiles(file);
    await shown(dialog(page).getByText(word('rating.import.foundTable', { prices: 1_050, zones: 7, rows: 150 })));
    await see(dialog(page).locator('.price-sheet tbody tr').nth(1)).toContainText('12.08');

    // What the file does not say is asked for: nothing is added without it.
    await dialog(page)
      .getByRole('button', { name: word('import.read.add', { count: 1 }) })
      .click();
    await see(dialog(page).getByRole('alert')).toContainText(fields['service'] ?? '');
    // The first of each: a list, and any service.
    await pick(page, fields['side'] ?? '', '');
    await pick(page, fields['service'] ?? '', '');
    const from = dialog(page).getByRole('textbox', { name: fields['from'] ?? '', exact: true });
    await from.fill('2025-01-06');
    await from.press('Enter');
    await dialog(page)
      .getByRole('button', { name: word('import.read.add', { count: 1 }) })
      .click();
    await shown(dialog(page).getByText(word('import.read.added'), { exact: true }));

    const { rows } = (await person.person.get('RateTable/page', { searchValue: code })).body.data as {
      rows: { id: string }[];
    };
    const [{ id = '' } = {}] = rows;
    const { data } = (await person.person.get('RateTable/detail', { id })).body as { data: Record<string, unknown> };
    const { version: _version, id: _id, ...same } = data;
    const second = await person.person.post('RateTable/add', pickFields(same, { from: '2026-01-05' }));
    const next = (second.body.data as { id: string }).id;

    await page.goto(live.url('north', `/RateTable/${next}/edit`));
    const cell = page.getByRole('gridcell', { name: '11.32', exact: true });
    await cell.click();
    await page.keyboard.type('12.10');
    await page.keyboard.press('Enter');
    await see(page.locator('td[data-changed]')).toHaveText('12.10');
    await page.keyboard.type('oops');
    await page.keyboard.press('Tab');
    await see(page.locator('td[aria-invalid]')).toContainText('oops');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('12.09');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();

    await page.getByRole('button', { name: word('widget.price-sheet.compare') }).click();
    await shown(page.getByText(word('widget.price-sheet.summary', { up: 2, down: 0, more: 0 })));
    await see(page.locator('td[data-way=up]').first()).toContainText('+6.9%');
    expect(errors).toEqual([]);
  }, 120_000);
});

/** What a person types of a table. */
function pickFields(record: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> {
  const typed = ['code', 'name', 'side', 'service', 'currency', 'unitType', 'sheet'];
  return { ...Object.fromEntries(typed.map((name) => [name, record[name]])), ...more };
}
