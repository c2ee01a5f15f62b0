import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, overflows, pasteHere, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { legacyWorkbook } from '../support/legacy-workbook.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { addPriceList } from '../support/pricing.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
  const list = await addPriceList(live.world);
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
  // Prices of the days in which the orders go out.
  await list.add('fuel-surcharge', 'now', {
    ...{ carrier: '$carrier/tst', serviceGroup: 'ground', from: '2026-01-19', to: '2030-12-31', percent: 20.25 },
  });
}, 300_000);
afterAll(() => live?.close());

const count = 60;
/** Headings of either language; the state of one row and the postal code of another are wrong. */
function block(culture: 'en-US' | 'zh-CN', name: string): string {
  const heads =
    culture === 'en-US'
      ? 'Reference\tChannel\tService\tRecipient\tAddress\tCity\tState\tZip\tWeight\tLength\tWidth\tHeight'
      : '参考号\t渠道\t渠道服务\t收件人\t收件地址\t城市\t州\t邮编\t重量\t长\t宽\t高';
  const rows = Array.from({ length: count }, (_, at) =>
    [
      ...[`${name}-${at + 1}`, 'TST-A', 'Table ground', `Ann Lee ${at + 1}`, `${at + 1} Main St`, 'New York'],
      ...[at === 7 ? '' : 'NY', at === 9 ? '1001' : '10001', '3', '12', '10', '8'],
    ].join('\t'),
  );
  return [heads, ...rows].join('\n');
}

/** The same as a file of Excel 97 to 2003, as many shop systems export it. */
const asLegacyWorkbook = (text: string) => ({
  name: 'orders.xls',
  mimeType: 'application/vnd.ms-excel',
  buffer: legacyWorkbook([{ name: 'Orders', rows: text.split('\n').map((row) => row.split('\t')) }]),
});

const cell = (page: Page, row: number, column: string) =>
  page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`);
const drafts = async (name: string) =>
  Number(
    (
      await live.world.owner.query<{ count: string }>(`SELECT count(*) FROM "order" WHERE "refNo" LIKE $1`, [
        `${name}-%`,
      ])
    ).rows[0]?.count,
  );

describe.each(['en-US', 'zh-CN'] as const)('sixty orders on one sheet, in %s', (culture) => {
  const word = journeyWords(culture, 'bulk-order');
  const name = culture === 'en-US' ? 'EN' : 'ZH';

  it('are pasted or read from a file, mended, kept through a reload, saved once, tried and placed', async () => {
    const { page, errors } = await live.open('north member', {
      culture,
      path: '/bulk-order',
      viewport: { width: 1400, height: 860 },
    });
    await shown(page.getByRole('heading', { level: 1, name: word('page.title') }));
    const text = block(culture, name);
    if (culture === 'en-US') {
      await cell(page, 0, 'refNo').click();
      await pasteHere(page, text);
    } else await page.getByLabel(word('bar.file')).setInputFiles(asLegacyWorkbook(text));
    await shown(page.getByRole('button', { name: word('bar.wrong', { count: 2 }) }));
    const causes = page.getByRole('complementary', { name: word('causes.title') });
    await see(causes.locator('li[data-grade="error"]')).toHaveCount(2);

    // Before anything is saved the page goes: everything stands there again.
    await page.reload();
    await shown(page.getByRole('button', { name: word('bar.wrong', { count: 2 }) }));

    // One red cell by typing, the other by the repair of all like it; a step back and again.
    await causes.getByRole('button', { name: word('causes.goTo', { row: 8 }) }).click();
    await see(cell(page, 7, 'shipToState')).toBeFocused();
    await page.keyboard.type('new york');
    await page.keyboard.press('Enter');
    await see(cell(page, 7, 'shipToState')).toHaveText('NY');
    await page.keyboard.press('ControlOrMeta+z');
    await see(cell(page, 7, 'shipToState')).toHaveText('');
    await page.keyboard.press('ControlOrMeta+y');
    await causes.getByRole('button', { name: word('repair.leadingZero', { count: 1 }) }).click();
    await see(causes.locator('li[data-grade="error"]')).toHaveCount(0);
    // The code with its zero is of another place: that is said, and holds nothing up.
    await cell(page, 9, 'shipToPostalCode').click();
    await page.keyboard.type('10001');
    await page.keyboard.press('Enter');
    expect(await axe(page)).toEqual([]);

    // The answer to the save is lost: saved again, nothing is there twice.
    await page.evaluate(() => {
      const real = window.fetch;
      window.fetch = async (...asked) => {
        const answer = await real(...asked);
        if (!String(asked[0]).includes('Order/saveDrafts')) return answer;
        window.fetch = real;
        throw new TypeError('Failed to fetch');
      };
    });
    await page.getByRole('button', { name: word('page.save') }).click();
    await page
      .locator('.bulk-outcome')
      .getByRole('button', { name: word('ui.retry') })
      .click();
    await shown(page.getByText(word('done.saved', { count })));
    expect(await drafts(name)).toBe(count);

    await page.getByRole('button', { name: word('page.try') }).click();
    await shown(page.getByText(word('done.tried', { count })));
    await see(page.locator('.bulk-sums .is-sale')).toBeVisible();
    expect(await page.locator('.bulk-page').innerText()).not.toMatch(/SECRET/);

    await page.getByRole('button', { name: word('page.placeOf', { count }) }).click();
    await dialog(page)
      .getByRole('button', { name: word('page.placeOf', { count }) })
      .click();
    await page.locator('.bulk-outcome').waitFor({ timeout: 60_000 });
    const { rows } = await live.world.owner.query<{ status: string; count: string }>(
      `SELECT status, count(*) FROM "order" WHERE "refNo" LIKE $1 GROUP BY status`,
      [`${name}-%`],
    );
    const left = Number(rows.find(({ status }) => status === 'draft')?.count ?? 0);
    // What went out has left the sheet; what was refused stands there with its reason.
    await see(page.locator('.bulk-sums dd').first()).toHaveText(String(left));
    expect(await drafts(name)).toBe(count);
    expect(errors).toEqual([]);
  }, 180_000);
});

describe('a second tab', () => {
  it('has a sheet of its own, and an address in one cell fills its fields', async () => {
    const word = journeyWords('en-US', 'bulk-order');
    const { page } = await live.open('north sibling', { path: '/bulk-order', viewport: { width: 2100, height: 860 } });
    await cell(page, 0, 'shipToName').click();
    await pasteHere(page, 'Ann Lee\n350 5th Ave Fl 21\nNew York, NY 10118');
    await see(cell(page, 0, 'shipToCity')).toHaveText('New York');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await shown(other.getByRole('heading', { level: 1, name: word('page.title') }));
    await see(cell(other, 0, 'shipToName')).toHaveText('');
    await cell(other, 0, 'shipToName').click();
    await other.keyboard.type('Bob Ray');
    await other.keyboard.press('Enter');
    await page.reload();
    await see(cell(page, 0, 'shipToName')).toHaveText('Ann Lee');
    expect(await cell(other, 0, 'shipToName').innerText()).toBe('Bob Ray');

    // The page before the reload may be slow to let go of its sheet; here the other tab plays it.
    const held = await page.evaluate(() => `lading.sheet:${sessionStorage.getItem('lading.sheet') ?? ''}`);
    await other.evaluate((name) => {
      const ends = new Promise((done) => addEventListener('lock-ends', done, { once: true }));
      void navigator.locks.request(name, () => ends);
    }, held);
    await page.reload();
    await other.waitForFunction(async (name) => {
      const { held: now = [], pending = [] } = await navigator.locks.query();
      const own = now.find((lock) => lock.name === `lading.sheet:${sessionStorage.getItem('lading.sheet')}`);
      const here = now.some((lock) => lock.name === name && lock.clientId === own?.clientId);
      return here && pending.some((lock) => lock.name === name);
    }, held);
    await other.evaluate(() => dispatchEvent(new Event('lock-ends')));
    await see(cell(page, 0, 'shipToName')).toHaveText('Ann Lee');
  }, 90_000);

  it('is not for a phone: it says what the sheet contains', async () => {
    const word = journeyWords('zh-CN', 'bulk-order');
    const { page, errors } = await live.open('north member', {
      culture: 'zh-CN',
      path: '/bulk-order',
      viewport: { width: 390, height: 844 },
    });
    await shown(page.getByText(word('narrow.note')));
    expect(await overflows(page)).toBe(0);
    expect(errors).toEqual([]);
  }, 60_000);
});
