import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import goods from '../../schemas/tenant-shop/goods/samples.json' with { type: 'json' };
import { axe } from '../support/browser.ts';
import { overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { button, speaking } from '../support/money-journey.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

/** Each language has a tenant of its own, since what one has bought the other must not have. */
const rounds: [Culture, 'north' | 'south'][] = [
  ['en-US', 'north'],
  ['zh-CN', 'south'],
];

describe.each(rounds)('a package that the platform sells, %s', (culture, home) => {
  const word = journeyWords(culture, 'plans');
  const sold = speaking(culture, 'goods');
  const usd = (amount: number) => new Intl.NumberFormat(culture, { style: 'currency', currency: 'USD' }).format(amount);
  const named = (code: string) => {
    const sample = goods.find((each) => each.code === code) ?? expect.fail(`no goods ${code}`);
    return culture === 'zh-CN' ? sample.nameZh : sample.name;
  };
  const buy = (amount: number) => word('buy.button', { amount: usd(amount) });

  it('is bought by a tenant from its wallet, which then sees what it may use, and is paid back, with a sentence that says so', async () => {
    // What is in the wallet has come from the platform before; recharging has a journey of its own.
    const { tenant } = live.world.homes[home];
    await live.world.owner.query(
      `INSERT INTO ledger_account (tenant_id, id, kind, tenant, currency, balance)
         SELECT tenant_id, lading.new_id(), 'tenantWallet', id, 'USD', 50 FROM tenant WHERE id = $1`,
      [tenant],
    );
    const seller = await live.open('platform superAdmin', { culture, path: '/Goods?view=offSale' });
    await seller.page.getByRole('link', { name: 'Extra seat' }).click();
    await button(seller.page, sold.actions['sell'] ?? 'no words').click();
    await sold.isIn(seller.page, 'onSale');

    const { page, errors } = await live.open(`${home} finance`, { culture, path: '/tenant-goods' });
    const plan = page.getByRole('listitem').filter({ hasText: named('lading-plan') });
    await see(plan).toContainText(word('goods.ordersMonth', { orders: 1000 }));
    expect(await axe(page)).toEqual([]);
    await button(plan, buy(99)).click();
    await button(page.getByRole('dialog'), buy(99)).click();
    await see(page.getByRole('alert')).toContainText(
      word('ledger.notEnough', { balance: 50, amount: 99, currency: 'USD' }),
    );
    await shown(page.getByRole('link', { name: word('goods.recharge') }));
    const seat = page.getByRole('listitem').filter({ hasText: named('extra-seat') });
    // The number is typed over as in any field, and the price follows it.
    const quantity = seat.getByRole('spinbutton');
    await quantity.press('End');
    await quantity.press('Backspace');
    await quantity.pressSequentially('2');
    await see(quantity).toHaveValue('2');
    await shown(button(seat, buy(19)));
    await quantity.fill('1');
    await button(seat, buy(9.5)).click();
    await button(page.getByRole('dialog'), buy(9.5)).click();
    await see(page.getByRole('status').filter({ hasText: word('buy.done') })).toBeVisible();
    await see(page.locator('.page-header')).toContainText(usd(40.5));

    await live.world.owner.query(
      `UPDATE ledger_account SET balance = 140.5 WHERE tenant = $1 AND kind = 'tenantWallet'`,
      [tenant],
    );
    await page.getByRole('link', { name: word('plan.title') }).click();
    const bought = page.getByRole('row').filter({ hasText: named('lading-plan') });
    await see(bought).toContainText(word('state.unpaid'));
    await button(bought, word('orders.pay')).click();
    await see(bought).toContainText(word('state.active'));
    const usage = page.locator('.plans-usage');
    await see(usage).toContainText(word('plan.of', { used: 0, allowed: 1000 }));
    for (const module of ['tracking', 'returns']) await see(usage).toContainText(word(`module.${module}`));

    await button(bought, word('orders.refund')).click();
    const unused = word('refund.days', { days: 30, unusedDays: 29 });
    const refund = page.getByRole('group').filter({ hasText: unused });
    await see(refund).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await button(refund, word('refund.confirm', { amount: usd(95.7) })).click();
    await see(bought).toContainText(word('state.refunded'));
    await see(page.getByRole('status').filter({ hasText: word('plan.banner.noPlan') })).toBeVisible();
    expect(errors).toEqual([]);

    await sold.run(seller.page, 'withdraw');
    await sold.isIn(seller.page, 'offSale');
    expect(seller.errors).toEqual([]);
  }, 120_000);
});
