import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModules } from '../../server/domain/index.ts';
import { detailOf, see } from '../support/journey.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { button, headerBalance, speaking, text } from '../support/money-journey.ts';
import { oneOf } from '../support/night.ts';
import { openStripeServer, type StripeServer } from '../support/stripe-server.ts';

let live: LiveApp;
let stripe: StripeServer;
beforeAll(async () => {
  stripe = await openStripeServer();
  const originOf = (host: string) =>
    live
      .url('north')
      .replace(/^http:\/\/[^:/]+/, `http://${host}`)
      .replace(/\/$/, '');
  live = await openLiveApp(createModules({ stripe: stripe.settings, originOf }));
}, 300_000);
afterAll(async () => {
  await live?.close();
  await stripe?.close();
});

describe('a payment online, from the amount to the balance', () => {
  it.each(oneOf<Culture>(['en-US', 'zh-CN'], 1))(
    'is credited once though its message comes five times, and the payer sees it happen (%s)',
    async (culture) => {
      const own = speaking(culture, 'online-payment');
      const before = await balance();
      const { page, errors } = await live.open('north member', { culture, path: '/OnlinePayOrder' });
      await button(page, own.word('list.new', { name: own.name })).click();
      await page.getByLabel(own.label('amount')).fill('250.5');
      await own.save(page);
      await detailOf(page, /^OP-/);
      const number = await page.locator('.detail-screen h1').innerText();
      const at = page.url();
      await button(page, own.actions['checkout'] ?? '').click();

      await see(page.getByRole('heading', { name: number })).toBeVisible();
      await see(page.locator('p')).toHaveText('USD 250.50');
      const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await page.getByRole('button', { name: 'Pay', exact: true }).click();

      // Back from the gateway, which has not notified us yet: that someone comes back says nothing.
      await detailOf(page, number);
      expect(page.url()).toBe(at);
      await own.isIn(page, 'unpaid');
      expect(await balance()).toBe(before);

      const event = stripe.event(session, 'checkout.session.completed');
      const address = live.url('north', '/api/payments/stripe').replace(/\/\/[^:]+/, '//127.0.0.1');
      const told = Array.from({ length: 5 }, () => fetch(address, { method: 'POST', ...event }));
      expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await own.isIn(page, 'paid');
      await see(headerBalance(page)).toHaveText(text(before + 250.5));
      expect(await balance()).toBe(before + 250.5);
      expect(errors).toEqual([]);
    },
    90_000,
  );
});

/** What the customer of the member may spend, as finance reads it. */
async function balance(): Promise<number> {
  const customer = live.world.homes.north.samples.get('customer/acme') ?? '';
  const filters = { customer, kind: 'available' };
  const { body } = await live.world.person('north finance').person.get('LedgerAccount/page', filters);
  const { rows } = body.data as { rows: { balance: number }[] };
  return rows[0]?.balance ?? 0;
}
