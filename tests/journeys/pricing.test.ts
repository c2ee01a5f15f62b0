import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, pick, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp, type LivePage } from '../support/live-app.ts';
import { speaking, type Speaking } from '../support/money-journey.ts';
import { oneOf } from '../support/night.ts';
import { addPriceList, type PriceList } from '../support/pricing.ts';

/*
 * A pricing clerk brings a new list into force: zone chart, list and fuel are imported as they are published, a level is 18 %
 * below the list, the next version is compared and tried on past orders, and counts from Monday on. Members see the prices of
 * the day they ship, and a past order keeps the price of its own.
 *
 * Three pounds in 12 x 10 x 8 in are billed as 7 lb (960 / 139 in³). To zone 8 the list of 2025 says 21.26:
 * 18 % less for the level and 8.5 % less for the customer are one discount of 24.97 %: -5.31. Residential 5.95 and
 * 20 % fuel on 21.90 = 4.38 make 26.28. From Monday on 22.50 - 5.62 + 5.95 + 4.57 = 27.40.
 * Cost is 12.00 + 4.00 + 20 % = 19.20.
 */

type Round = [culture: Culture, code: string, name: string];

let live: LiveApp;
let list: PriceList;
beforeAll(async () => {
  live = await openLiveApp();
  list = await addPriceList(live.world);
}, 300_000);
afterAll(() => live?.close());

const fixture = (name: string): Buffer => readFileSync(new URL(`../domain/rating/fixtures/${name}`, import.meta.url));
const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);
/** The next one: never today. */
const monday = plus(today, 7 - ((new Date(today).getUTCDay() + 6) % 7));
const start = plus(monday, -70);
const weeks = Array.from({ length: 12 }, (_, week) => plus(start, 7 * week));
const fuel = ['Service,Start date,End date,Percent', ...weeks.map((day) => `Ground,${day},${plus(day, 6)},20.00%`)];

/** What a clerk does not make: the carrier with its contract, where it collects, and orders that were shipped. */
async function addCarrier(code: string, name: string) {
  await list.add('carrier', code, { code, name });
  await list.add('channel', code, { carrier: `$carrier/${code}`, code, name: `${name} channel` });
  await list.add('channel-service', code, {
    ...{ channel: `$channel/${code}`, code: 'GND', name: `${name} ground`, carrierServiceCode: '03' },
    ...{ dimDivisor: 139, maxWeight: 150 },
  });
  await list.add('channel-ship-from', code, {
    ...{
      channel: `$channel/${code}`,
      shortName: `${name} dock`,
      company: 'Northgate Logistics',
      address1: '1 Main Street',
    },
    ...{
      city: 'Phoenix',
      state: 'AZ',
      postalCode: '85001',
      country: 'US',
      phone: '+1 602 555 0100',
      status: 'enabled',
    },
  });
  await list.add('rate-table', `cost-${code}`, {
    ...{ code: `${code}-COST`, name: `${name} contract`, side: 'cost', service: `$channel-service/${code}` },
    ...{ currency: 'USD', unitType: '0', from: start, versionNo: 1, status: 'active' },
    sheet: { zones: ['8'], rows: [{ to: '10', mode: 'flat', prices: { '8': '12.00' } }] },
  });
  for (const [side, amount] of [
    ['list', 5.95],
    ['cost', 4],
  ] as const)
    await list.add('surcharge-rule', `${code}-${side}`, {
      ...{ code: `${code}-RES-${side.toUpperCase()}`, name: 'Residential delivery', carrier: `$carrier/${code}`, side },
      ...{ category: '$charge-category/residential', currency: 'USD', trigger: 'residential', amountKind: 'flat' },
      ...{ amount, fuelBearing: true, from: start, versionNo: 1, status: 'active' },
    });
}

const addOrder = (code: string, name: string, shipDate: string): Promise<string> =>
  list.add('order', `${code}-${name}`, {
    ...{
      customer: '$customer/acme',
      channel: `$channel/${code}`,
      service: `$channel-service/${code}`,
      source: 'manual',
    },
    ...{ shipDate, senderMode: 'channel', shipFrom: `$channel-ship-from/${code}`, unitType: '0', status: 'ordered' },
    ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'Agawam', shipToState: 'MA' },
    ...{ shipToPostalCode: '01001', shipToCountry: 'US', shipToType: 'residential' },
    ...{ signatureOption: 'none', labelSize: '4x6', taxPayer: 'sender' },
    boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
  });

const rounds: readonly [Round, Round] = [
  ['en-US', 'PREN', 'Overland'],
  ['zh-CN', 'PRZH', 'Silkroad'],
];
describe.each(oneOf(rounds, 0))('a new list of prices, in %s', (culture, code, name) => {
  const word = journeyWords(culture);
  const [tables, charts, fuels, levels, terms, tries] = [
    ...['rate-table', 'zone-chart', 'fuel-surcharge', 'level', 'channel-level', 'what-if'],
  ].map((entity) => speaking(culture, entity)) as unknown as readonly [
    Speaking,
    Speaking,
    Speaking,
    Speaking,
    Speaking,
    Speaking,
  ];
  const serviceName = `${name} ground`;

  const input = (on: Page | Locator, label: string): Locator =>
    on.getByRole('textbox', { name: new RegExp(`^${label}`) }).first();
  async function typeDay(on: Page | Locator, label: string, day: string): Promise<void> {
    await input(on, label).fill(day);
    await input(on, label).press('Enter');
  }
  /** Hands a file to the import of a list, says what the file does not, and adds what was understood. */
  async function take(
    page: Page,
    path: string,
    file: { name: string; buffer: Buffer },
    say: () => Promise<void>,
    count = 1,
  ) {
    await page.goto(live.url('north', `/${path}`));
    await page.getByRole('button', { name: word('import.open'), exact: true }).click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ ...file, mimeType: 'text/csv' });
    await shown(dialog(page).locator('.import-read'));
    await say();
    await dialog(page)
      .getByRole('button', { name: word('import.read.add', { count }) })
      .click();
    await see(dialog(page).locator('.import-read-list .is-good')).toHaveCount(count);
  }
  const idOf = async ({ person }: LivePage, path: string, text: string): Promise<string> => {
    const { rows } = (await person.person.get(`${path}/page`, { searchValue: text, sort: '-createdAt' })).body.data as {
      rows: { id: string }[];
    };
    return rows[0]?.id ?? '';
  };
  /** One person submits, another activates. */
  async function publish({ person }: LivePage, path: string, id: string): Promise<void> {
    expect((await person.person.post(`${path}/submit`, { id })).body.issues ?? []).toEqual([]);
    const { body } = await live.world.person('north admin').person.post(`${path}/activate`, { id });
    expect(body.issues ?? []).toEqual([]);
  }
  const offerOf = (page: Page): Locator => page.locator('.offer-table tbody').filter({ hasText: serviceName });
  const asked = (day: string): string =>
    `/rate?q=${encodeURIComponent(`85001 > 01001 3 lb 12x10x8 residential ${day}`)}`;

  it('is imported, undercut by a level, compared, tried and published from Monday on; past orders keep their price', async () => {
    await addCarrier(code, name);
    for (const [key, day] of [
      ['one', plus(today, -20)],
      ['two', plus(today, -30)],
    ] as const)
      await addOrder(code, key, day);
    const lastWeek = await addOrder(code, 'last-week', plus(today, -6));
    const clerk = await live.open('north finance', { culture });
    const { page } = clerk;

    const chart = { name: `${code}-zones.csv`, buffer: fixture('zip5-zone-from-phoenix-az.csv') };
    await take(page, 'ZoneChart', chart, async () => {
      await pick(page, charts.fields['carrier'] ?? '', name, name);
      // Nothing in the file says whose postal codes the sender's are.
      const country = dialog(page).getByRole('combobox', { name: charts.fields['country'] ?? '' });
      await see(page.locator('.ant-select').filter({ has: country }).locator('.ant-select-selection-item')).toHaveCount(
        0,
      );
      await pick(page, charts.fields['country'] ?? '', '(US)', 'US');
      await input(dialog(page), charts.fields['origin'] ?? '').fill('850');
      await typeDay(dialog(page), charts.fields['from'] ?? '', start);
    });
    await publish(clerk, 'ZoneChart', await idOf(clerk, 'ZoneChart', `${code}-zones`));
    const prices = { name: `${code}-list.csv`, buffer: fixture('fedex-ground-list-2025.csv') };
    await take(page, 'RateTable', prices, async () => {
      await shown(dialog(page).getByText(word('rating.import.foundTable', { prices: 1_050, zones: 7, rows: 150 })));
      await pick(page, tables.fields['side'] ?? '', tables.options['side']?.['list'] ?? '');
      await pick(page, tables.fields['service'] ?? '', serviceName, serviceName);
      await typeDay(dialog(page), tables.fields['from'] ?? '', start);
    });
    const first = await idOf(clerk, 'RateTable', `${code}-list`);
    await publish(clerk, 'RateTable', first);
    const schedule = { name: `${code}-fuel.csv`, buffer: Buffer.from(fuel.join('\n')) };
    await take(
      page,
      'FuelSurcharge',
      schedule,
      async () => {
        await pick(page, fuels.fields['carrier'] ?? '', name, name);
        await dialog(page)
          .getByRole('button', { name: word('import.read.forAll'), exact: true })
          .click();
      },
      weeks.length,
    );

    await page.goto(live.url('north', '/Level/new'));
    await input(page, levels.fields['name'] ?? '').fill(`${name} less 18`);
    await levels.save(page);
    await detailOf(page, `${name} less 18`);
    await page.goto(live.url('north', '/ChannelLevel/new'));
    await pick(page, new RegExp(`^${terms.fields['channel']}`), `${name} channel`, name);
    await pick(page, new RegExp(`^${terms.fields['level']}`), `${name} less 18`, `${name} less`);
    await page.getByRole('radio', { name: terms.options['priceBasis']?.['listMinus'] ?? '' }).check();
    await page.getByLabel(new RegExp(`^${terms.fields['percent']}`)).fill('18');
    await pick(page, new RegExp(`^${terms.fields['surchargeBasis']}`), terms.options['surchargeBasis']?.['list'] ?? '');
    await terms.save(page);
    await detailOf(page, code);
    await list.add('customer-channel', code, {
      ...{ customer: '$customer/acme', channel: `$channel/${code}`, status: 'enabled' },
      level: await idOf(clerk, 'Level', `${name} less 18`),
    });

    // The next version: a draft of what is active, one price of it changed, and compared with the version before.
    await page.goto(live.url('north', `/RateTable/${first}`));
    await page.getByRole('button', { name: word('detail.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: tables.actions['newVersion'] ?? '', exact: true }).click();
    await dialog(page).getByRole('textbox').first().fill(monday);
    await dialog(page).getByRole('textbox').first().press('Enter');
    await dialog(page).locator('.ant-modal-footer button').last().click();
    await gone(dialog(page));
    const next = await idOf(clerk, 'RateTable', `${code}-list`);
    expect(next).not.toBe(first);
    await page.goto(live.url('north', `/RateTable/${next}/edit`));
    await page.getByRole('gridcell', { name: '21.26', exact: true }).click();
    await page.keyboard.type('22.50');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await page.getByRole('button', { name: word('widget.price-sheet.compare') }).click();
    await shown(page.getByText(word('widget.price-sheet.summary', { up: 1, down: 0, more: 0 })));
    await see(page.locator('td[data-way=up]')).toContainText('+5.8%');

    // Two orders of the past month: 52.56 becomes 54.80, at 38.40 of cost.
    await page.goto(live.url('north', '/WhatIf/new'));
    await input(page, tries.fields['name'] ?? '').fill(`${name} from Monday`);
    await typeDay(page, tries.fields['from'] ?? '', plus(today, -37));
    await typeDay(page, tries.fields['to'] ?? '', plus(today, -7));
    await pick(page, new RegExp(`^${tries.fields['channel']}`), `${name} channel`, name);
    await pick(page, new RegExp(`^${tries.fields['rateTables']}`), `${code}-list`, `${code}-list`);
    await page.keyboard.press('Escape');
    await tries.save(page);
    await detailOf(page, `${name} from Monday`);
    // What it is made for is in front.
    await see(page.getByRole('tab').first()).toHaveText(word('panel.whatIf'));
    await page.getByRole('button', { name: word('whatIf.run'), exact: true }).click();
    const totals = page.getByRole('region', { name: word('whatIf.totals'), exact: true });
    for (const sum of ['52.56', '54.80', '38.40', '14.16', '16.40']) await see(totals).toContainText(sum);
    await page.getByRole('button', { name: word('whatIf.submit'), exact: true }).click();
    const admin = await live.open('north admin', { culture, path: `/RateTable/${next}` });
    await tables.isIn(admin.page, 'review');
    await tables.run(admin.page, 'activate');
    await tables.isIn(admin.page, 'active');

    // The member ships today at the old price, on Monday at the new one, and reads why each line is what it is.
    const member = await live.open('north member', { culture, path: asked(today) });
    await see(offerOf(member.page)).toContainText('26.28');
    await offerOf(member.page).getByRole('button').first().click();
    const why = offerOf(member.page).locator('.charge-lines div').filter({ hasText: '5.95' });
    await see(why.locator('.charge-why')).toHaveText(/\S/);
    for (const amount of ['21.26', /-\D*5\.31/])
      await see(offerOf(member.page).locator('.charge-lines')).toContainText(amount);
    await member.page.goto(live.url('north', asked(monday)));
    await see(offerOf(member.page)).toContainText('27.40');
    expect(await member.page.locator('body').innerText()).not.toMatch(/19\.20|12\.00/);

    // An order of last week is priced again, and costs what it did.
    await admin.page.goto(live.url('north', `/Order/${lastWeek}?tab=charges`));
    await admin.page.getByRole('button', { name: word('charge.recalculate'), exact: true }).click();
    const sale = admin.page.locator('.charge-lines').first();
    for (const amount of ['21.26', '5.31', '5.95', '26.28']) await see(sale).toContainText(amount);
    expect([...clerk.errors, ...admin.errors, ...member.errors]).toEqual([]);
  }, 240_000);
});
