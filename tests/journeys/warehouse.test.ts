import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, overflows, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const word = journeyWords('zh-CN', 'warehouse');
const bill = entityTexts('zh-CN', 'warehouse-bill');

describe('warehouse bills', () => {
  it('are made for a month, proven day by day, and pushed into the next bill of the customer', async () => {
    const { page, errors } = await live.open('north finance', { culture: 'zh-CN', path: '/warehouse-bill-run' });
    await page.getByLabel(word('run.from'), { exact: true }).fill('2026-03-01');
    await page.getByLabel(word('run.to'), { exact: true }).fill('2026-03-31');
    await page.getByRole('button', { name: word('run.generate'), exact: true }).click();
    await shown(page.getByText(word('run.bills', { many: '2' })));
    expect([await axe(page), await overflows(page)]).toEqual([[], 0]);

    const owner = live.world.owner;
    const { rows } = await owner.query<{ id: string }>(
      `SELECT b.id::text FROM warehouse_bill b JOIN warehouse w ON w.id = b.warehouse WHERE b.source = 'records' AND w.code = 'LAX1'`,
    );
    await page.goto(new URL(`/WarehouseBill/${rows[0]?.id}`, page.url()).href);
    await page.getByRole('tab', { name: word('panel.proof') }).click();
    const days = page.getByRole('region', { name: word('warehouse.table.days') });
    // 49.14 of the first tier and 0.46 of the last one.
    await see(days.locator('tfoot')).toContainText('49.60');
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: bill.actions?.['push'] ?? '', exact: true }).click();
    await dialog(page).locator('.button.is-primary, .ant-btn-primary').last().click();
    await shown(page.getByText(bill.states?.['pushed'] ?? '', { exact: true }).first());
    const charged = await owner.query<{ sum: string }>(
      `SELECT sum(new) AS sum FROM member_bill_line WHERE "sourceEntity" = 'warehouse-bill' AND "sourceId" = $1`,
      [rows[0]?.id],
    );
    expect(charged.rows[0]?.sum).toBe('179.70');
    expect(errors).toEqual([]);
  });
});
