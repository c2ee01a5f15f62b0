import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWings } from '../../server/domain/index.ts';
import { detailOf, see } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
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
  live = await openLiveApp(createWings({ stripe: stripe.settings, originOf }));
}, 300_000);
afterAll(async () => {
  await live?.close();
  await stripe?.close();
});

const names = {
  'en-US': {
    entity: 'Online payment',
    amount: /^Amount/,
    pay: 'Pay now',
    waiting: 'Waiting for payment',
    paid: 'Paid',
  },
  'zh-CN': { entity: '在线支付', amount: /^支付金额/, pay: '去支付', waiting: '待支付', paid: '已支付' },
} as const;

describe('a payment online, from the amount to the balance', () => {
  it.each<Culture>(['en-US', 'zh-CN'])(
    'is credited once though its message comes five times, and the payer sees it happen (%s)',
    async (culture) => {
      const word = journeyWords(culture);
      const name = names[culture];
      const before = await balance();
      const { page, errors } = await live.open('north member', { culture, path: '/OnlinePayOrder' });
      await page.getByRole('button', { name: word('list.new', { name: name.entity }), exact: true }).click();
      await page.getByLabel(name.amount).fill('250.5');
      await page.getByRole('button', { name: word('form.save'), exact: true }).click();
      await detailOf(page, /^OP-/);
      const number = await page.locator('.detail-screen h1').innerText();
      const at = page.url();
      await page.getByRole('button', { name: name.pay, exact: true }).click();

      await see(page.getByRole('heading', { name: number })).toBeVisible();
      await see(page.locator('p')).toHaveText('USD 250.50');
      const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await page.getByRole('button', { name: 'Pay', exact: true }).click();

      // Back from the gateway, which has not told us yet: that somebody comes back says nothing.
      await detailOf(page, number);
      expect(page.url()).toBe(at);
      await see(page.locator('.page-header')).toContainText(name.waiting);
      expect(await balance()).toBe(before);

      const event = stripe.event(session, 'checkout.session.completed');
      const address = live.url('north', '/api/payments/stripe').replace(/\/\/[^:]+/, '//127.0.0.1');
      const told = Array.from({ length: 5 }, () => fetch(address, { method: 'POST', ...event }));
      expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await see(page.locator('.page-header')).toContainText(name.paid);
      await see(page.locator('.frame-balance')).toContainText(figure(before + 250.5));
      expect(await balance()).toBe(before + 250.5);
      expect(errors).toEqual([]);
    },
    90_000,
  );
});

const figure = (amount: number): string =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);

/** What the customer of the member may spend, as finance reads it. */
async function balance(): Promise<number> {
  const customer = live.world.homes.north.samples.get('customer/acme') ?? '';
  const filters = { customer, kind: 'available' };
  const { body } = await live.world.person('north finance').person.get('LedgerAccount/page', filters);
  const { rows } = body.data as { rows: { balance: number }[] };
  return rows[0]?.balance ?? 0;
}
