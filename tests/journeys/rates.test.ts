import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, gone, overflows, pick, see, shown, tabTo } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { addPriceList, dayAhead, type PriceList } from '../support/pricing.ts';

let live: LiveApp;
let list: PriceList;
beforeAll(async () => {
  live = await openLiveApp();
  list = await addPriceList(live.world);
  await list.add('channel-ship-from', 'a', {
    ...{ channel: '$channel/a', shortName: 'Test dock', company: 'Northgate Logistics', address1: '1 Main Street' },
    ...{
      city: 'Ontario',
      state: 'CA',
      postalCode: '91761',
      country: 'US',
      phone: '+1 909 555 0100',
      status: 'enabled',
    },
  });
}, 300_000);
afterAll(() => live?.close());

const order = (culture: 'en-US' | 'zh-CN') => entityTexts(culture, 'order');
const cultures = ['en-US', 'zh-CN'] as const;
/** Three pounds in 12 x 10 x 8 inches to a home in zone 8: tests/server/quote.test.ts works its prices by hand. */
const line = '91761 > 10001 3 lb 12x10x8 residential 2026-01-14';
const address = `/rate?q=${encodeURIComponent(line)}`;

describe.each(cultures)('comparing rates, in %s', (culture) => {
  const word = journeyWords(culture);

  it('as staff types a parcel in one line, sees every channel and why it costs what it costs, and what it costs us', async () => {
    const { page, errors } = await live.open('north admin', { culture, path: '/rate' });
    await shown(page.getByRole('heading', { level: 1, name: word('rate.title') }));
    const text = page.getByRole('textbox', { name: word('line.label') });
    await see(text).toBeFocused();

    await page.keyboard.type('10001 3 lb 30x20x10cm');
    await see(page.locator('.rate-problem')).toContainText(word('problem.mixedUnits', { text: '30x20x10cm' }));
    await see(page.locator('.rate-facts')).toContainText(word('gap.from'));
    await text.fill(line);
    await see(page.locator('.rate-facts li')).toContainText([
      word('line.from', { place: '91761' }),
      word('line.to', { place: '10001' }),
      word('line.box', { of: '3 lb, 12 × 10 × 8 in' }),
      word('type.residential'),
    ]);
    await pick(page, word('rate.customer'), 'Acme Outdoor', 'Acme');
    await text.press('Enter');

    const offers = page.locator('.offer-table tbody');
    await see(offers).toHaveCount(3);
    await see(offers.nth(0)).toContainText('19.90');
    await see(offers.nth(0)).toContainText(word('offer.cheapest'));
    await see(offers.nth(2)).toContainText('25.12');
    // Cost and margin stand beside the price.
    await see(offers.nth(2)).toContainText('19.24');
    await see(offers.nth(2)).toContainText('5.88');

    // By the keyboard alone.
    const fold = offers.nth(2).getByRole('button');
    await tabTo(page, fold);
    await page.keyboard.press('Enter');
    await see(fold).toHaveAttribute('aria-expanded', 'true');
    const lines = offers.nth(2).locator('.charge-lines').first();
    await see(lines).toContainText('17.37');
    await see(lines).toContainText('20.25');
    expect(await axe(page)).toEqual([]);

    // What was asked stands in the address: anyone who opens it has the same prices.
    expect(new URL(page.url()).searchParams.get('q')).toBe(line);
    await page.reload();
    await see(page.locator('.offer-table tbody')).toHaveCount(3);
    await see(page.locator('.ant-select-selection-item').filter({ hasText: 'Acme Outdoor' })).toBeVisible();

    // Another parcel in the form is said to be another, and the line is written along.
    await page.locator('.rate-details summary').click();
    await page.getByRole('textbox', { name: word('rate.weight', { unit: 'lb' }) }).fill('8.5');
    await see(page.getByRole('textbox', { name: word('line.label') })).toHaveValue(line.replace('3 lb', '8.5 lb'));
    await see(page.locator('.rate-results')).toContainText(word('rate.stale'));
    expect(errors).toEqual([]);
  }, 90_000);

  it('as a member has their own prices, a reason where there is none, and nothing of cost, on a phone too', async () => {
    const { page, errors } = await live.open('north member', {
      ...{ culture, path: address, viewport: { width: 390, height: 844 } },
    });
    await shown(page.getByRole('heading', { level: 1, name: word('rate.quick') }));
    const offers = page.locator('.offer-table tbody');
    await see(offers.first()).toContainText('19.90');
    expect(await page.getByRole('combobox', { name: word('rate.customer') }).count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toMatch(/19\.24|SECRET|Contract/);
    expect(await page.locator('.offer-table').innerText()).not.toContain(word('offer.margin'));
    expect(await overflows(page)).toBe(0);

    const text = page.getByRole('textbox', { name: word('line.label') });
    await text.fill(line.replace('10001', '33101'));
    await text.press('Enter');
    await shown(page.locator('.offer-closed li').filter({ hasText: '33101' }).first());
    expect(errors).toEqual([]);
  }, 60_000);

  it('loses nothing while the network is away', async () => {
    const { page } = await live.open('north member', { culture, path: address });
    await see(page.locator('.offer-table tbody').first()).toContainText('19.90');
    await page.context().setOffline(true);
    const text = page.getByRole('textbox', { name: word('line.label') });
    const changed = line.replace('3 lb', '2 lb');
    await text.fill(changed);
    await text.press('Enter');
    await shown(page.locator('.rate-results').getByText(word('ui.offline')));
    expect(await text.inputValue()).toBe(changed);
    await page.context().setOffline(false);
    await page
      .locator('.rate-results')
      .getByRole('button', { name: word('ui.retry') })
      .click();
    await gone(page.locator('.rate-results [role="alert"]'));
    await see(page.locator('.offer-table tbody').first()).toContainText('19.90');
  }, 60_000);

  it('takes an offer on a draft once its cost has been tried', async () => {
    const { page, errors, person } = await live.open('north admin', { culture, dark: culture === 'zh-CN' });
    const { body } = await person.person.post('Order/add', {
      ...{ customer: list.id('customer/acme'), shipDate: dayAhead, unitType: '0', senderMode: 'channel' },
      ...{ shipToName: 'Rosa Delgado', shipToAddress1: '1 Broadway', shipToCity: 'New York', shipToState: 'NY' },
      ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential' },
      boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
    });
    expect(body.issues ?? []).toEqual([]);
    await page.goto(live.url('north', `/Order/${(body.data as { id: string }).id}?tab=trial`));
    await shown(page.getByText(word('trial.none')));
    await page.getByRole('button', { name: word('trial.try'), exact: true }).click();
    const offer = page.locator('.offer-table tbody').first();
    await see(offer).toContainText('25.12');
    await offer.getByRole('button', { expanded: false }).click();
    await see(offer.locator('.charge-lines').first()).toContainText('17.37');
    await offer
      .getByRole('button', { name: word('trial.useOf', { service: 'Table ground', channel: 'Table channel' }) })
      .click();
    await see(offer).toContainText(word('trial.chosen'));
    await see(page.locator('.offer-closed')).toContainText(word('reason.noSender'));
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 60_000);

  it('tries what a selection of drafts costs, and reads offers and charges of one', async () => {
    const { page, errors } = await live.open('north clerk', { culture, path: '/Order?status=draft' });
    await shown(page.getByRole('heading', { level: 1, name: order(culture).plural }));
    await page.locator('.list-body input[type="checkbox"]').first().check();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: word('bulk.trial') })
      .click();
    await shown(dialog(page).locator('.trial-outcomes li').first());
    expect(await axe(page)).toEqual([]);
    await dialog(page).locator('.trial-outcomes a').first().click();

    await shown(page.getByRole('tab', { name: word('panel.trial') }));
    await shown(page.locator('.trial-panel'));
    await see(page.locator('.rate-results-bar')).toContainText(word('trial.valid', { at: '' }).slice(0, 10));
    await page.getByRole('button', { name: word('trial.again') }).click();
    await shown(page.locator('.offer-table tbody, .offer-closed li').first());
    await page.getByRole('tab', { name: word('panel.charges'), exact: true }).click();
    await shown(page.getByText(word('charge.none')));
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  it('reads the price list of a customer and takes it along', async () => {
    const { page, errors } = await live.open('north finance', { culture, path: '/price-list?shipDate=2026-01-14' });
    await shown(page.getByRole('heading', { level: 1, name: word('list.title') }));
    await pick(page, word('list.by.customer'), 'Acme Outdoor', 'Acme');
    await pick(page, word('offer.service'), 'Table ground');
    await see(page.locator('.price-table').first()).toContainText('15.89');
    await see(page.locator('.price-service')).toContainText('5.00');
    expect(await axe(page)).toEqual([]);
    for (const format of ['xlsx', 'pdf'] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: word(`list.${format}`), exact: true }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    }
    expect(errors).toEqual([]);
  }, 60_000);
});
