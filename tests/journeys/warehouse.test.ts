import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { overflows, see } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const word = journeyWords('zh-CN', 'warehouse');
const english = journeyWords('en-US', 'warehouse');

describe('warehouse bills', () => {
  it('are made for a month from one page', async () => {
    const { page, errors } = await live.open('north finance', { culture: 'zh-CN', path: '/warehouse-bill-run' });
    await page.getByLabel(word('run.from'), { exact: true }).fill('2026-03-01');
    await page.getByLabel(word('run.to'), { exact: true }).fill('2026-03-31');
    await page.getByRole('button', { name: word('run.generate'), exact: true }).click();
    // The job waits its turn behind others of the machine.
    await see(page.getByText(word('run.bills', { many: '2' }))).toBeVisible({ timeout: 60_000 });
    expect([await axe(page), await overflows(page)]).toEqual([[], 0]);

    const made = await live.world.owner.query<{ total: string }>(
      `SELECT total FROM warehouse_bill WHERE source = 'records' AND "periodFrom" = '2026-03-01' ORDER BY total`,
    );
    expect(made.rows.map(({ total }) => total)).toEqual(['85.25', '179.70']);
    expect(errors).toEqual([]);
  });

  it('are not made twice, and a list that does not load is not taken for an empty one', async () => {
    const { page, errors } = await live.open('north finance', { culture: 'en-US', path: '/warehouse-bill-run' });
    await page.route(/\/api\/Customer\/dropDown/i, (route) => route.abort());
    await page.getByRole('combobox', { name: english('run.customer') }).click();
    await see(page.locator('.picker-empty')).toHaveText(journeyWords('en-US')('field.searchFailed'));
    await page.keyboard.press('Escape');
    await page.getByLabel(english('run.from'), { exact: true }).fill('2026-03-01');
    await page.getByLabel(english('run.to'), { exact: true }).fill('2026-03-31');
    await page.getByRole('button', { name: english('run.generate'), exact: true }).click();
    await see(page.getByText(english('run.already', { many: '2' }))).toBeVisible({ timeout: 60_000 });
    await see(page.getByText(english('run.bills', { many: '0' }))).toBeVisible();
    // Of the call that was aborted.
    expect(errors.filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([]);
  });
});
