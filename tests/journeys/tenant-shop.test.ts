import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflows, see, shown } from '../support/journey.ts';
import { entityTexts } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { button } from '../support/money-journey.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

describe('a package that the platform sells', () => {
  it('is bought by a tenant from its wallet, which then sees what it may use, and is paid back, with a sentence that says so', async () => {
    // What is in the wallet has come from the platform before; recharging has a journey of its own.
    const { tenant } = live.world.homes.north;
    await live.world.owner.query(
      `INSERT INTO ledger_account (tenant_id, id, kind, tenant, currency, balance)
         SELECT tenant_id, lading.new_id(), 'tenantWallet', id, 'USD', 50 FROM tenant WHERE id = $1`,
      [tenant],
    );
    const texts = entityTexts('en-US', 'goods');
    const seller = await live.open('platform superAdmin', { culture: 'en-US', path: '/Goods?view=offSale' });
    await seller.page.getByRole('link', { name: 'Extra seat' }).click();
    await button(seller.page, texts.actions['sell'] ?? 'no words').click();
    await see(seller.page.locator('.detail-screen .tag').first()).toHaveText(texts.states['onSale'] ?? 'no words');

    const finance = await live.open('north finance', { culture: 'en-US', path: '/tenant-goods' });
    const { page } = finance;
    const plan = page.getByRole('listitem').filter({ hasText: 'Lading plan' });
    await see(plan).toContainText('1,000 orders a month');
    await button(plan, 'Buy for $99.00').click();
    await button(page.getByRole('dialog'), 'Buy for $99.00').click();
    await see(page.getByRole('alert')).toContainText('less than 99.00 USD');
    await shown(page.getByRole('link', { name: 'Recharge the wallet' }));
    const seat = page.getByRole('listitem').filter({ hasText: 'Extra seat' });
    await button(seat, 'Buy for $9.50').click();
    await button(page.getByRole('dialog'), 'Buy for $9.50').click();
    await see(page.getByRole('status').filter({ hasText: 'Bought.' })).toBeVisible();
    await see(page.locator('.page-header')).toContainText('$40.50');

    await live.world.owner.query(
      `UPDATE ledger_account SET balance = 140.5 WHERE tenant = $1 AND kind = 'tenantWallet'`,
      [tenant],
    );
    await page.getByRole('link', { name: 'Plan and usage' }).click();
    const unpaid = page.getByRole('row').filter({ hasText: 'Unpaid' });
    await button(unpaid, 'Pay').click();
    await see(page.getByRole('row').filter({ hasText: 'Lading plan' })).toContainText('Active');
    await see(page.locator('.plans-usage')).toContainText('0 of 1,000');
    await see(page.locator('.plans-usage')).toContainText('Tracking, Returns');

    const bought = page.getByRole('row').filter({ hasText: 'Lading plan' });
    await button(bought, 'Refund').click();
    const words = page.getByRole('group', { name: /^Refund of GO-/ });
    await see(words).toContainText('29 of 30 days are not used');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflows(page)).toBe(0);
    await button(words, 'Pay back $95.70').click();
    await see(page.getByRole('row').filter({ hasText: 'Lading plan' })).toContainText('Refunded');
    await see(page.getByRole('status').filter({ hasText: 'There is no plan' })).toBeVisible();
  });
});
