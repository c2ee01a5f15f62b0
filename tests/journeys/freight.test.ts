import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { FormHands } from '../support/form-hands.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';

/* A member types pallets, sees what each line of the price is for, and books; staff see the cost beside it. */

let live: LiveApp;
let order = '';
const member = () => live.world.person('north member').person;
const admin = () => live.world.person('north admin').person;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const pallets = (more: object = {}) => ({
  ...{ customer: live.world.homes.north.samples.get('customer/acme'), pickupDate: day(3), unitType: '0' },
  ...{ shipFromName: 'Dock 4', shipFromAddress1: '4100 Fillmore Street', shipFromCity: 'Chino', shipFromState: 'CA' },
  ...{ shipFromPostalCode: '91710', shipFromCountry: 'US', shipToName: 'Receiving', shipToAddress1: '2200 Commerce' },
  ...{ shipToCity: 'Reno', shipToState: 'NV', shipToPostalCode: '89502', shipToCountry: 'US' },
  handlingUnits: [
    { kind: 'pallet', quantity: 2, length: 48, width: 40, height: 48, weight: 500, description: 'Tents' },
  ],
  accessorials: ['liftgateDelivery'],
  ...more,
});

beforeAll(async () => {
  live = await openLiveApp();
  order = added(await member().post('LtlOrder/add', pallets()));
}, 300_000);
afterAll(() => live?.close());

describe('a freight order', () => {
  const word = journeyWords('en-US', 'freight');

  it('is quoted on one page, explained and booked by its customer, who never sees a cost', async () => {
    const { page, errors } = await live.open('north member', { path: `/freight-entry?id=${order}` });
    await shown(page.getByRole('heading', { level: 1, name: word('entry.title') }));
    await shown(page.getByRole('button', { name: word('entry.quote') }));
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: word('entry.quote') }).click();
    await see(page.locator('.freight-page')).toContainText('9.375');
    await see(page.locator('.freight-page')).toContainText(word('freight.class.result', { class: '100' }));
    await see(page.locator('.freight-page')).not.toContainText(word('quote.margin', { amount: '' }).trim());
    expect(await axe(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Book / })
      .first()
      .click();
    await see(page.locator('.freight-tools')).toContainText(word('entry.booked'));
    expect(errors).toEqual([]);
    await page.close();
  });

  it('keeps what was typed, and is one order however often its quote was refused', async () => {
    const { page } = await live.open('north member', { path: '/freight-entry' });
    const entities = live.world.test.node.catalog.byName;
    const hands = new FormHands({ page, culture: 'en-US', entities, origin: new URL(live.url('north')).origin });
    const form = page.locator('form.form-body');
    const reference = form.locator('[data-field="refNo"] input');
    // A member orders for their own company.
    await shown(form);
    await gone(form.locator('[data-field="customer"]'));
    await reference.fill('TYPED-ONCE');
    await page.goto(live.url('north', '/welcome'));
    await shown(page.locator('.welcome'));
    await page.goto(live.url('north', '/freight-entry'));
    await page.getByRole('button', { name: word('form.draft.restore') }).click();
    await see(reference).toHaveValue('TYPED-ONCE');

    const { handlingUnits, ...address } = pallets();
    // Their own company, pounds and the United States are there already.
    const typed = Object.entries(address).filter(([name]) => /^pickup|^ship(?!.*Country)/.test(name));
    await hands.fill('ltl-order', form, {
      ...(Object.fromEntries(typed) as Record<string, string>),
      handlingUnits: handlingUnits.map((unit) =>
        Object.fromEntries(Object.entries(unit).map(([name, value]) => [name, String(value)])),
      ),
    });
    const quotes = /\/api\/LtlOrder\/quote/;
    await page.route(quotes, (route) => route.abort());
    const quote = page.getByRole('button', { name: word('entry.quote') });
    await quote.click();
    await see(page).toHaveURL(/[?]id=\d+/);
    await see(page.locator('.empty-state')).toContainText(word('ui.offline'));
    await page.unroute(quotes);
    await quote.click();
    await see(page.locator('.freight-tools')).toContainText(word('entry.quoted'));
    const { rows } = await live.world.owner.query(`SELECT status FROM ltl_order WHERE "refNo" = 'TYPED-ONCE'`);
    expect(rows).toEqual([{ status: 'quoted' }]);
  }, 90_000);

  it('is added from a sheet as it was checked last, never from an earlier one', async () => {
    const { page } = await live.open('north admin', { path: '/freight-bulk' });
    const rows = page.getByRole('textbox', { name: word('bulk.paste') });
    const check = page.getByRole('button', { name: word('bulk.check'), exact: true });
    const add = page.getByRole('button', { name: word('bulk.add'), exact: true });
    await rows.fill('customer,shipToCity\nC1001,Reno\n');
    await check.click();
    await shown(add);
    await rows.fill('customer,shipToCity\nC1001,Elko\n');
    await gone(add);
    await check.click();
    await shown(add);
    await page.route(/importPreview/, (route) => route.abort());
    await check.click();
    await shown(page.getByText(word('ui.offline')));
    await gone(add);
    expect(await rows.inputValue()).toContain('Elko');
  });

  it('comes from a sheet with others, which are quoted together', async () => {
    const { page, errors } = await live.open('north admin', { path: '/freight-bulk' });
    added(await admin().post('LtlOrder/add', pallets({ refNo: 'BULK-1' })));
    const header =
      'customer,pickupDate,unitType,shipFromName,shipFromAddress1,shipFromCity,shipFromState,shipFromPostalCode,shipFromCountry,shipToName,shipToAddress1,shipToCity,shipToState,shipToPostalCode,shipToCountry,handlingUnits[1].kind,handlingUnits[1].quantity,handlingUnits[1].length,handlingUnits[1].width,handlingUnits[1].height,handlingUnits[1].weight,handlingUnits[1].description';
    const row = `C1001,${day(4)},0,Dock 4,4100 Fillmore Street,Chino,CA,91710,US,Receiving,2200 Commerce,Reno,NV,89502,US,pallet,1,48,40,48,500,Stoves from a sheet`;
    const check = page.getByRole('button', { name: word('bulk.check'), exact: true });
    const ground = () => check.evaluate((each) => getComputedStyle(each).backgroundColor);
    // What cannot be pressed yet looks like it.
    const idle = await ground();
    await page.getByRole('textbox', { name: word('bulk.paste') }).fill(`${header}\n${row}\n`);
    await see(check).toBeEnabled();
    await expect.poll(ground).not.toBe(idle);
    await check.click();
    await see(page.locator('.freight-card').first()).toContainText('Stoves from a sheet');
    await page.getByRole('button', { name: word('bulk.add'), exact: true }).click();
    await see(page.locator('.freight-card').first().getByRole('status')).toContainText(
      word('bulk.added', { added: 1, refused: 0 }),
    );
    expect(await axe(page)).toEqual([]);
    const { rows } = await live.world.owner.query<{ orderNo: string }>(
      `SELECT "orderNo" FROM ltl_order WHERE status = 'draft' AND "pickupDate" >= current_date ORDER BY id DESC LIMIT 1`,
    );
    await page.getByRole('checkbox', { name: rows[0]?.orderNo ?? '' }).check();
    await page.getByRole('button', { name: word('bulk.quote', { count: 1 }) }).click();
    await see(page.locator('tr').filter({ hasText: rows[0]?.orderNo ?? '' })).toContainText('UPS');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('reads as well in Chinese, in the dark, and on a phone', async () => {
    const id = added(await admin().post('LtlOrder/add', pallets({ refNo: 'ZH-1' })));
    state(await admin().post('LtlOrder/quote', { id }));
    const chinese = journeyWords('zh-CN', 'freight');
    const { page, errors } = await live.open('north admin', {
      ...{ path: `/freight-entry?id=${id}`, culture: 'zh-CN', dark: true },
      viewport: { width: 390, height: 800 },
    });
    await see(page.locator('.freight-page')).toContainText(chinese('freight.class.result', { class: '100' }));
    await see(page.locator('.freight-page')).toContainText(chinese('entry.quoted'));
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);

    await page.goto(live.url('north', '/freight-bulk'));
    const card = page
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox'), hasText: 'Reno' })
      .first();
    await see(card).toContainText('UPS');
    const inFull = () =>
      page.locator('.freight-scroll').evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
    expect(await inFull()).toEqual([0]);
    const said = (cell: string) =>
      card.locator(`td[data-label="${cell}"]`).evaluate((node) => getComputedStyle(node, '::before').content);
    expect(await said(chinese('bulk.offer'))).toContain(chinese('bulk.offer'));
    await page.getByRole('textbox', { name: chinese('bulk.paste') }).fill(`customer,shipToCity\nC1001,Reno\n`);
    await page.getByRole('button', { name: chinese('bulk.check'), exact: true }).click();
    await see(page.locator('.freight-card').first().locator('.is-problem')).not.toBeEmpty();
    expect(await inFull()).toEqual([0, 0]);
    await page.getByRole('checkbox', { name: chinese('bulk.all'), exact: true }).check();
    await see(card.getByRole('checkbox')).toBeChecked();
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  }, 60_000);
});
