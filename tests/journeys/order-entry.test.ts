import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { overflows, pasteHere, pick, see, shown } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp, type LivePage } from '../support/live-app.ts';
import { addPriceList, type PriceList } from '../support/pricing.ts';

/* The languages take turns: what is typed by a member in English is typed by staff in Chinese. */

let live: LiveApp;
let list: PriceList;
beforeAll(async () => {
  live = await openLiveApp();
  list = await addPriceList(live.world);
  await list.add('channel-ship-from', 'a', {
    ...{ channel: '$channel/a', shortName: 'Test dock', company: 'Northgate Logistics', address1: '1 Main Street' },
    ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    // What is typed today is shipped, and priced, on the next working day.
    ...{ status: 'enabled', cutOff: '00:00' },
  });
  const { rows } = await live.world.owner.query<{ today: string; tomorrow: string }>(
    `SELECT d::text AS today, (d + 1)::text AS tomorrow FROM (SELECT (now() AT TIME ZONE "timeZone")::date AS d FROM tenant WHERE id = $1) t`,
    [live.world.homes.north.tenant],
  );
  const { today = '', tomorrow = '' } = rows[0] ?? {};
  const fuel = { carrier: '$carrier/tst', serviceGroup: 'ground' };
  await list.add('fuel-surcharge', 'until-now', { ...fuel, from: '2026-01-19', to: today, percent: 18 });
  await list.add('fuel-surcharge', 'then', { ...fuel, from: tomorrow, to: '2030-12-31', percent: 20.25 });
}, 300_000);
afterAll(() => live?.close());

const pasted = 'June Whitaker\n350 5th Ave Apt 6\nNew Yrok, NY 10001\n+1 615 555 0148';
const wordsOf = (culture: Culture) => ({
  word: journeyWords(culture, 'order-entry'),
  order: entityTexts(culture, 'order'),
});
const at = (page: LivePage['page'], place: string) => page.locator(`[data-place="${place}"] input`);

/** Three pounds in 12 x 10 x 8 inches: tests/server/quote.test.ts works its prices by hand. */
async function typeBox(page: LivePage['page']): Promise<void> {
  await at(page, 'boxes.0.weight').fill('3');
  await at(page, 'boxes.0.weight').press('Enter');
  // Enter, as a scanner sends it, goes on to the next field.
  for (const side of ['12', '10', '8']) {
    await page.keyboard.type(side);
    await page.keyboard.press('Enter');
  }
  await see(at(page, 'boxes.0.height')).toHaveValue('8');
}

it('a member pastes an address, takes what is suggested, sees the price, and places the order with the keyboard', async () => {
  const { word, order } = wordsOf('en-US');
  const { page, errors } = await live.open('north member', { culture: 'en-US', path: '/order-entry' });
  await shown(page.getByRole('heading', { level: 1, name: word('title') }));
  await see(at(page, 'to.name')).toBeFocused();
  await see(page.locator('.entry-price')).toContainText(word('price.waiting'));
  await pasteHere(page, pasted);
  await see(at(page, 'to.city')).toHaveValue('New Yrok');
  await see(page.locator('.entry-verdict')).toContainText(word('check.corrected'));
  await see(page.locator('.entry-verdict ins')).toHaveText('New York');
  await page.keyboard.press('F8');
  await see(at(page, 'to.city')).toHaveValue('New York');
  await see(page.locator('.entry-verdict')).toContainText(word('check.verified'));
  await pick(page, order.fields['shipToType'] ?? '', order.options?.['shipToType']?.['residential'] ?? '');
  await typeBox(page);

  // One service has a price, and is taken; the others say why they have none.
  const chosen = page.locator('.entry-offer.is-chosen');
  await see(chosen).toContainText('25.12');
  await see(chosen).toContainText('17.37');
  await page.locator('.entry-closed summary').click();
  await see(page.locator('.entry-closed')).toContainText(word('price.noDock'));
  expect(await page.locator('body').innerText()).not.toMatch(/19\.24|SECRET|Contract/);
  expect(await axe(page)).toEqual([]);

  await page.reload();
  await see(page.getByText(word('restored'))).toBeVisible();
  await see(at(page, 'to.name')).toHaveValue('June Whitaker');
  await see(at(page, 'boxes.0.height')).toHaveValue('8');
  await see(chosen).toContainText('25.12');

  await page.keyboard.press('ControlOrMeta+s');
  await see(page.getByText(word('saved'))).toBeVisible();
  await see.poll(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await see(page.locator('.entry-follow h2')).toHaveText(/^SO-/);
  await see(page.locator('.entry-follow .tag')).not.toHaveText(order.states?.['draft'] ?? '');
  await see(at(page, 'to.name')).toBeDisabled();
  await page.getByRole('button', { name: word('follow.again') }).click();
  await see(at(page, 'to.name')).toHaveValue('June Whitaker');
  await see(at(page, 'to.name')).toBeEnabled();
  expect(new URL(page.url()).searchParams.get('copy')).toMatch(/^\d+$/);
  expect(errors).toEqual([]);
}, 120_000);

it('staff choose the customer first, see cost and margin, and see what is missing; on a phone, in dark mode', async () => {
  const { word, order } = wordsOf('zh-CN');
  const { page, errors } = await live.open('north admin', {
    ...{ culture: 'zh-CN', path: '/order-entry', dark: true, viewport: { width: 390, height: 844 } },
  });
  await shown(page.getByRole('heading', { level: 1, name: word('title') }));
  await see(page.locator('.entry-form')).toHaveCount(0);
  await pick(page, word('customer'), 'Acme Outdoor', 'Acme');
  await shown(page.locator('.entry-form'));
  await page.getByRole('button', { name: word('place') }).click();
  await see(page.locator('[data-place="to.name"]')).toContainText(word('gap.required'));
  await see(page.locator('.entry-price')).toContainText(word('gap.choice'));
  await see(at(page, 'to.name')).toBeFocused();
  await pasteHere(page, pasted.replace('Yrok', 'York'));
  await pick(page, order.fields['shipToType'] ?? '', order.options?.['shipToType']?.['residential'] ?? '');
  await typeBox(page);
  // An unreadable number gets a message below the boxes and is not dropped.
  await at(page, 'boxes.0.declaredValue').fill('9,5');
  await page.keyboard.press('ControlOrMeta+s');
  await see(page.locator('.entry-boxes .entry-fault')).toContainText(word('gap.amount'));
  await at(page, 'boxes.0.declaredValue').fill('');
  await see(page.locator('.entry-offer.is-chosen')).toContainText('19.24');
  await see(page.locator('.entry-offer.is-chosen')).toContainText('5.88');
  expect(await overflows(page)).toBe(0);
  expect(await axe(page)).toEqual([]);

  // Without a network nothing is lost, and the same attempt goes on afterwards.
  await page.context().setOffline(true);
  await page.keyboard.press('ControlOrMeta+s');
  await shown(page.locator('.entry-page > .ant-alert-error'));
  await see(at(page, 'to.name')).toHaveValue('June Whitaker');
  await page.context().setOffline(false);
  await page.keyboard.press('ControlOrMeta+s');
  await see(page.getByText(word('saved'))).toBeVisible();
  expect(errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(text))).toEqual([]);
}, 120_000);

it('a person who may not add orders sees a message', async () => {
  const { word } = wordsOf('en-US');
  const { page } = await live.open('north finance', { culture: 'en-US', path: '/order-entry' });
  await see(page.getByText(word('noRightNote'))).toBeVisible();
  expect(await page.locator('.entry-page').count()).toBe(0);
});

it('where orders went is found again, kept in the book and sent to once more', async () => {
  const { word } = wordsOf('zh-CN');
  const { page, errors } = await live.open('north member', { culture: 'zh-CN', path: '/ship-to' });
  await shown(page.getByRole('heading', { level: 1, name: word('used.title') }));
  await page.getByRole('textbox', { name: word('used.search') }).fill('Whitaker');
  const row = page.locator('.entry-used li').filter({ hasText: '1534 Acklen Avenue' });
  await see(row).toHaveCount(1);
  await row.getByRole('button', { name: word('book.keep') }).click();
  await see(page.getByText(word('book.kept', { name: 'June Whitaker' }))).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await row.getByRole('link', { name: word('follow.again') }).click();
  await see(at(page, 'to.name')).toHaveValue('June Whitaker');
  expect(errors).toEqual([]);
}, 60_000);

it('a price that has risen since it was shown is told before it is charged', async () => {
  const { word, order } = wordsOf('en-US');
  const discount = (percent: number) =>
    live.world.owner.query('UPDATE customer_config SET "discountPercent" = $2 WHERE customer = $1', [
      list.id('customer/acme'),
      percent,
    ]);
  await discount(20);
  const { page } = await live.open('north member', { culture: 'en-US', path: '/order-entry' });
  await shown(page.getByRole('heading', { level: 1, name: word('title') }));
  await see(at(page, 'to.name')).toBeFocused();
  await pasteHere(page, pasted.replace('Yrok', 'York'));
  await pick(page, order.fields['shipToType'] ?? '', order.options?.['shipToType']?.['residential'] ?? '');
  await typeBox(page);
  const total = page.locator('.entry-sum strong');
  await shown(total);
  await see(page.locator('.entry-price')).not.toHaveAttribute('aria-busy', 'true');
  const before = await total.innerText();

  await discount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  const told = page.locator('.entry-page > .ant-alert-error');
  await see(told).toContainText(before);
  await see(total).not.toHaveText(before);
  const after = await total.innerText();
  await see(told).toContainText(after);
  const placed = async () => {
    const { rows } = await live.world.owner.query<{ draft: boolean; sale: string | null }>(
      `SELECT status = 'draft' AS draft, "predictedSale"::text AS sale FROM "order" WHERE id = $1`,
      [new URL(page.url()).searchParams.get('id')],
    );
    return rows[0];
  };
  expect((await placed())?.draft).toBe(true);
  await page.keyboard.press('ControlOrMeta+Enter');
  await see(page.locator('.entry-follow h2')).toHaveText(/^SO-/);
  expect(await placed()).toEqual({ draft: false, sale: after.replace(/[^0-9.]/g, '') });

  // A rule that has to take a dearer service tells it just the same, and the message stays beside the new choice.
  await list.add('channel-ship-from', 'c', {
    ...{ channel: '$channel/c', shortName: 'Other dock', company: 'Northgate Logistics', address1: '2 Main Street' },
    ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    status: 'enabled',
  });
  const services = ['$channel-service/a', '$channel-service/c'];
  await list.add('rate-rule', 'dear', { code: 'DEAR', name: 'Cheapest of two', status: 'enabled', services });
  await page.goto(live.url('north', `/order-entry?copy=${new URL(page.url()).searchParams.get('id')}`));
  await see(at(page, 'boxes.0.height')).toHaveValue('8');
  await pick(page, word('price.rule'), 'Cheapest of two');
  await see(page.locator('.entry-sum')).toContainText('Marked up ground');
  const cheap = await total.innerText();
  await live.world.owner.query('UPDATE channel_level SET percent = 90 WHERE id = $1', [list.id('channel-level/c')]);
  const press = () => page.getByRole('button', { name: word('place'), exact: true }).click();
  await press();
  await see(page.locator('.entry-sum')).toContainText('Table ground');
  await see(total).toHaveText(after);
  await see(told).toHaveText(word('pickChanged', { before: cheap, after, service: 'Table ground' }));
  expect((await placed())?.draft).toBe(true);
  await press();
  await see(page.locator('.entry-follow h2')).toHaveText(/^SO-/);
  expect(await placed()).toEqual({ draft: false, sale: after.replace(/[^0-9.]/g, '') });
}, 120_000);
