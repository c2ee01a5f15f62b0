import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { FormHands } from '../support/form-hands.ts';
import { detailOf, dialog, gone, overflows, see, shown } from '../support/journey.ts';
import { settled } from '../support/journey-walk.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { button, speaking } from '../support/money-journey.ts';

/* Finance agrees a price for an Amazon warehouse, imports a sheet of shipments, and charges them with the customer's next bill. */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 240_000);
afterAll(() => live?.close());

/** Each language has its own warehouse and shipments; the customer's second bill is of the period after the first. */
const rounds: [Culture, string, string, string][] = [
  ['zh-CN', 'SBD1', 'FBA15JZH', '2027-01-10'],
  ['en-US', 'MEM1', 'FBA15JEN', '2027-02-10'],
];

describe.each(rounds)('shipments to an Amazon warehouse, %s', (culture, warehouse, prefix, until) => {
  const bills = speaking(culture, 'fba-bill');
  const sale = journeyWords(culture, 'sale');
  const { word } = bills;

  it('are priced by the agreed price, pushed, and charged with the bill of their customer', async () => {
    const { page, errors } = await live.open('north finance', { culture });
    const entities = live.world.test.node.catalog.byName;
    const finance = new FormHands({ page, culture, entities, origin: new URL(live.url('north')).origin });
    await finance.add(
      'fba-customer-config',
      {
        ...{ customer: 'Acme Outdoor Supply LLC', warehouseCode: warehouse, price: '1.2555', minimum: '50' },
        from: '2026-01-01',
      },
      warehouse,
    );

    await page.goto(live.url('north', '/FbaBill'));
    await button(page, word('import.open')).click();
    const sheet = {
      name: 'shipments.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sheetOf(bills.fields, warehouse, prefix)),
    };
    await dialog(page).locator('input[type=file]').setInputFiles(sheet);
    await shown(dialog(page).getByText(word('import.allGood', { good: 2, count: 3 })));
    await button(dialog(page), word('import.start')).click();
    const done = dialog(page).locator('.import-done');
    await see(done).toContainText(word('import.added', { count: 2 }));
    await see(done).toContainText(word('import.refused', { count: 1 }));
    await button(dialog(page).locator('.ant-modal-footer'), word('ui.close')).click();
    await gone(dialog(page));

    await page.getByRole('searchbox').fill(prefix);
    await page.waitForURL(/search=/);
    await settled(page);
    const rows = page.getByRole('row').filter({ hasText: prefix });
    await see(rows).toHaveCount(2);
    for (const [action, status] of [
      ['generate', 'generated'],
      ['push', 'pushed'],
    ] as const) {
      const name = bills.actions[action] ?? 'no words';
      await page.getByRole('checkbox', { name: word('list.pickShown') }).check();
      await page.locator('.list-bulk, .bulk-bar').getByRole('button', { name }).click();
      await button(dialog(page), word('bulk.go', { name, count: 2 })).click();
      await see(rows.filter({ hasText: bills.states[status] ?? 'no words' })).toHaveCount(2);
      await gone(dialog(page));
    }
    // 100.5 kg at 1.2555, and 5 kg, for which the minimum counts.
    await see(rows.filter({ hasText: `${prefix}001` })).toContainText('126.18');
    await see(rows.filter({ hasText: `${prefix}002` })).toContainText('50.00');
    expect(await axe(page)).toEqual([]);

    await page.goto(live.url('north', '/bill-run'));
    await page.getByLabel(sale('run.until')).fill(until);
    await button(page.locator('.bill-run-card').first(), sale('run.generate')).click();
    await see(page.locator('.bill-run').getByRole('status')).toContainText(/[1-9]/, { timeout: 30_000 });
    await page.getByRole('link', { name: sale('run.toBills') }).click();
    await page
      .getByRole('link', { name: /^C1001-/ })
      .first()
      .click();
    await detailOf(page, /^C1001-/);
    await page.getByRole('tab', { name: finance.words('member-bill-line').plural }).click();
    await see(page.locator('.related')).toContainText(`${prefix}001`);
    await see(page.locator('.related')).toContainText('126.18');
    await finance.act('member-bill', 'push');

    const member = await live.open('north member', { culture, path: `/FbaBill?search=${prefix}` });
    const shipment = member.page.getByRole('row').filter({ hasText: `${prefix}001` });
    await see(shipment).toContainText('126.18');
    await see(member.page.locator('main')).not.toContainText('70.25');
    await member.page.setViewportSize({ width: 390, height: 800 });
    expect(await overflows(member.page)).toBe(0);
    expect([...errors, ...member.errors]).toEqual([]);
  }, 60_000);
});

/** Two shipments that can be billed, and one with a warehouse that does not exist. */
function sheetOf(fields: Record<string, string>, warehouse: string, prefix: string): string {
  const heads = ['shipmentId', 'customer', 'warehouseCode', 'shippedOn', 'boxes', 'weight', 'cost'];
  return [
    heads.map((name) => fields[name]),
    [`${prefix}001`, 'C1001', warehouse, '2026-02-03', '4', '100.5', '70.25'],
    [`${prefix}002`, 'C1001', warehouse, '2026-02-04', '1', '5', '4.5'],
    [`${prefix}003`, 'C1001', 'Memphis', '2026-02-04', '1', '5', '4.5'],
  ]
    .map((row) => row.join(','))
    .join('\n');
}
