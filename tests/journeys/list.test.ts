import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { axe } from '../support/browser.ts';
import { settled } from '../support/journey-walk.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { password } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');

describe('a list that is opened by its address', () => {
  it('asks for everything once, and for its files with the page', async () => {
    const { page, errors } = await live.open('north admin', { path: '/welcome' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(live.url('north', '/Recharge'), { waitUntil: 'networkidle' });
    await settled(page);
    const times = (part: string) => asked.filter((url) => url.includes(part)).length;
    const parts = ['getLoginUser', 'meta/Recharge', 'preference?key=list.Recharge', 'savedView?', 'Recharge/page?'];
    expect(parts.map((part) => [part, times(`/api/${part}`)])).toEqual(parts.map((part) => [part, 1]));
    const ahead = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const files = /\/(frame|records|list|ag-grid)-[\w-]{8}\.js$/;
    expect(ahead.filter((file) => files.test(file ?? ''))).toHaveLength(4);
    for (const file of ahead) expect(times(file ?? '')).toBe(1);
    expect(errors).toEqual([]);
  }, 90_000);

  it('stands at its second opening as it was left, before what is kept of it is answered again', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Recharge' });
    await settled(page);
    const grid = page.locator('.list-body');
    await page.getByRole('button', { name: word('list.display'), exact: true }).click();
    await page.getByRole('radio', { name: word('list.density.compact') }).check({ force: true });
    await see(grid).toHaveAttribute('data-density', 'compact');
    await page.keyboard.press('Escape');
    await page
      .locator('.frame-side')
      .getByRole('link', { name: word('shell.home'), exact: true })
      .click();
    await shown(page.locator('.welcome'));
    const kept = /\/api\/(preference\?key=list|savedView\?)/;
    const held: (() => Promise<void>)[] = [];
    await page.route(kept, (route) => void held.push(() => route.continue()));
    await page.goBack();
    await shown(page.locator('.ag-row').first());
    await see(grid).toHaveAttribute('data-density', 'compact');
    await see(() => expect(held).toHaveLength(2)).toPass();
    await Promise.all(held.map((go) => go()));
    await page.waitForLoadState('networkidle');
    await see(grid).toHaveAttribute('data-density', 'compact');
    expect(errors).toEqual([]);
  }, 60_000);

  it('opens what stands behind a button at its first press, and gives the focus back', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Recharge' });
    await settled(page);
    const button = page.getByRole('button', { name: word('list.display'), exact: true });
    const panel = page.getByRole('dialog', { name: word('list.display') });
    await button.focus();
    await page.keyboard.press('Enter');
    await shown(panel);
    await see(button).toBeFocused();
    await button.click();
    await gone(panel);
    await button.click();
    await shown(panel);
    await page.locator('.page-header').first().click();
    await gone(panel);
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('the filters of a list on a phone', () => {
  it('have a row of their own below the search and the tools, over the whole width', async () => {
    const { page, errors } = await live.open('north admin', {
      path: '/Order?shipToState=NY',
      viewport: { width: 390, height: 844 },
    });
    await settled(page);
    const chips = page.locator('.filter-chips');
    const chosen = chips.locator('.chip.is-set');
    await shown(chosen);
    const of = async (box: ReturnType<Page['locator']>) => (await box.boundingBox()) ?? expect.fail('not drawn');
    const search = await of(page.locator('.search-box'));
    const tools = await of(page.locator('.list-tools'));
    const row = await of(chips);
    const chip = await of(chosen);
    expect(search.x + search.width).toBeLessThanOrEqual(tools.x);
    expect(row.y).toBeGreaterThanOrEqual(tools.y + tools.height);
    expect(row.width).toBeGreaterThan(350);
    expect(chip.y).toBeGreaterThanOrEqual(row.y);
    // Nothing lies over it: what is pressed in its middle is the filter.
    const middle = { x: chip.x + chip.width / 2, y: chip.y + chip.height / 2 };
    const hit = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('.chip.is-set') !== null,
      middle,
    );
    expect(hit).toBe(true);
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('a list remembers', () => {
  it('view, filter and sort in the address: through a reload, a visit to a record, and back', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Recharge' });
    await page
      .getByRole('group', { name: word('list.views') })
      .getByRole('button', { name: 'Approved' })
      .click();
    await settled(page);
    await page.getByRole('search').getByRole('button', { name: 'Method', exact: true }).click();
    await page.locator('form.filter-editor').getByText('Wire transfer', { exact: true }).click();
    // Ticked is applied; the editor stays open for more.
    await see(page).toHaveURL(/[?&]method(\.in)?=/);
    await page
      .locator('form.filter-editor')
      .getByRole('button', { name: word('list.done') })
      .click();
    await gone(page.locator('form.filter-editor'));
    await settled(page);
    await page.locator('.ag-header').getByRole('button', { name: 'Amount (USD)', exact: true }).click();
    const sorted = page.locator('.ag-header-cell[col-id="amount"]');
    await see(sorted).toHaveAttribute('aria-sort', 'ascending');
    await settled(page);
    const address = page.url();
    expect(new URL(address).searchParams.get('view')).toBe('passed');

    const same = async () => {
      await see(page).toHaveURL(address);
      await shown(page.getByRole('button', { name: 'Approved', pressed: true }));
      await see(page.getByRole('search')).toContainText('is Wire transfer');
      await see(sorted).toHaveAttribute('aria-sort', 'ascending');
      await settled(page);
      for (const row of await page.locator('.ag-row').all()) await see(row).toContainText('Wire transfer');
    };
    await same();
    await page.reload();
    await same();
    await page.locator('.ag-row a').first().click();
    await detailOf(page, /^RC-/);
    await page.goBack();
    await same();
    expect(errors).toEqual([]);
  }, 90_000);

  it('a range of days by its name, so that the same address means other days tomorrow', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Recharge' });
    await settled(page);
    const bar = page.getByRole('search');
    await bar.getByRole('button', { name: word('list.moreFilters') }).click();
    await page.getByRole('menuitem', { name: 'Created', exact: true }).click();
    await page
      .locator('form.filter-editor')
      .getByRole('button', { name: word('list.range.days30') })
      .click();
    await gone(page.locator('form.filter-editor'));
    await see(page).toHaveURL(/[?&]createdAt\.between=days30$/);
    await page.reload();
    await settled(page);
    await see(bar).toContainText(word('list.range.days30'));
    await see(page).toHaveURL(/[?&]createdAt\.between=days30$/);
    await shown(page.locator('.ag-row a').first());
    expect(errors).toEqual([]);
  }, 60_000);

  it('a hidden column and the density, for the person, on another machine', async () => {
    const one = await live.open('north finance', { path: '/Customer' });
    await see(one.page.locator('.ag-header-cell[col-id="phone"]')).toHaveCount(1);
    await one.page.getByRole('button', { name: word('list.display'), exact: true }).click();
    const panel = one.page.getByRole('dialog', { name: word('list.display') });
    await panel.getByText(word('list.density.compact'), { exact: true }).click();
    const kept = one.page.waitForResponse((answer) => {
      return answer.url().includes('/api/preference') && (answer.request().postData()?.includes('hidden') ?? false);
    });
    await panel.getByRole('checkbox', { name: 'Phone', exact: true }).uncheck();
    await gone(one.page.locator('.ag-header-cell[col-id="phone"]'));
    await kept;

    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/Customer'));
    await page.getByLabel(word('shell.signIn.account')).fill('finance');
    await page.getByLabel(word('shell.signIn.password'), { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await shown(page.locator('.ag-row a').first());
    await gone(page.locator('.ag-header-cell[col-id="phone"]'));
    await page.getByRole('button', { name: word('list.display'), exact: true }).click();
    const again = page.getByRole('dialog', { name: word('list.display') });
    await see(again.getByRole('radio', { name: word('list.density.compact') })).toBeChecked();
    await see(again.getByRole('checkbox', { name: 'Phone', exact: true })).not.toBeChecked();
    expect([...one.errors, ...errors]).toEqual([]);
  }, 90_000);
});

describe('a long list', () => {
  it('goes page by page, with as many rows as the person likes, or on without an end', async () => {
    const { page, errors } = await live.open('south admin', { path: '/sysMenu?type=2' });
    await settled(page);
    const rows = page.locator('.ag-row a');
    const pager = page.getByRole('navigation', { name: word('list.pages') });
    await see(rows).toHaveCount(10);
    await pager.getByRole('button', { name: word('list.page.after') }).click();
    await see(page).toHaveURL(/[?&]page=2/);
    await settled(page);
    await see(pager.locator('[aria-current=page]')).toHaveText('2');
    await see(rows).toHaveCount(10);
    await page.goBack();
    await see(pager.locator('[aria-current=page]')).toHaveText('1');
    await pager.getByLabel(word('list.page.size')).selectOption('20');
    await settled(page);
    await page.reload();
    await settled(page);
    await see(pager.getByLabel(word('list.page.size'))).toHaveValue('20');
    await page.getByRole('button', { name: word('list.display'), exact: true }).click();
    await page.getByText(word('list.paging.endless'), { exact: true }).click();
    await gone(pager);
    await settled(page);
    expect(errors).toEqual([]);
  }, 90_000);
});

describe('a list does work', () => {
  it('selects all that match and puts them through a transition, with a result for each row', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Recharge?view=drafts' });
    await shown(page.locator('.ag-row a').first());
    const { person } = live.world.person('north admin');
    const { samples } = live.world.homes.north;
    for (let count = 0; count < 55; count++) {
      await person.post('Recharge/add', {
        customer: samples.get('customer/acme'),
        amount: 10 + count,
        method: 'cash',
        paidOn: '2025-06-05',
        attachment: samples.get('file/transfer-slip'),
      });
    }
    await page.getByRole('button', { name: word('list.refresh'), exact: true }).click();
    await settled(page);
    const total = Number((await page.locator('.list-foot').innerText()).match(/(\d+) records/)?.[1]);
    expect(total).toBeGreaterThan(55);
    await page.locator('.ag-row input.pick').first().click();
    await page.getByRole('button', { name: word('list.selectAll', { total }) }).click();
    await see(page.getByRole('toolbar')).toContainText(word('list.selected', { count: total }));
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Submit/ })
      .click();
    await see(dialog(page)).not.toHaveClass(/-(appear|enter)/);
    await dialog(page)
      .getByRole('button', { name: new RegExp(`Submit.*${total}`) })
      .click();
    await see(page.getByText(word('bulk.allDone', { action: 'Submit for review', count: total }))).toBeVisible();
    expect(await dialog(page).count()).toBe(0);
    await shown(page.locator('.list-cover'));

    await page
      .getByRole('group', { name: word('list.views') })
      .getByRole('button', { name: 'Pending' })
      .click();
    await see(page.locator('.list-foot')).toContainText(/records/);
    await shown(page.locator('.ag-row a').first());
    expect(errors).toEqual([]);
  }, 120_000);

  it('exports what is shown as CSV, with progress, into a file that holds just that', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Customer?view=enabled' });
    await shown(page.locator('.ag-row a').first());
    await page.getByRole('button', { name: word('list.export'), exact: true }).click();
    await dialog(page).getByText('CSV (.csv)').click();
    await see(dialog(page).getByRole('radio', { name: 'CSV (.csv)' })).toBeChecked();
    const download = page.waitForEvent('download');
    await dialog(page)
      .getByRole('button', { name: word('export.start'), exact: true })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const text = readFileSync(await file.path(), 'utf8').replace(/^\uFEFF/, '');
    const lines = text.trim().split(/\r?\n/);
    expect(lines[0]).toContain('Customer no.');
    expect(text).toContain('Acme Outdoor Supply LLC');
    expect(text).toContain('深圳市云帆电子商务有限公司');
    const { body } = await live.world.person('north admin').person.get('Customer/page', { view: 'enabled' });
    expect(lines.length - 1).toBe((body.data as { totalRows: number }).totalRows);
    await see(dialog(page).getByRole('status')).toContainText(String(lines.length - 1));
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('a list on paper', () => {
  it('holds the figures that stand beside its rows', async () => {
    const { page, errors } = await live.open('north finance', { path: '/Customer' });
    await settled(page);
    await page.evaluate(() => Object.assign(window, { print: () => undefined }));
    await page.getByRole('button', { name: word('print.press'), exact: true }).click();
    const sheet = page.locator('.print-sheet');
    await see(sheet.locator('thead')).toContainText('Available balance');
    await see(sheet.locator('tr').filter({ hasText: 'C1001' })).toContainText('7,750.25 USD');
    expect(await sheet.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('a list drawn otherwise', () => {
  it('is a board of its states, where a card goes on from its menu, and a calendar', async () => {
    const { page, errors } = await live.open('north finance', { path: '/Recharge' });
    await settled(page);
    await page.getByRole('button', { name: word('layout.board'), exact: true }).click();
    const waiting = page.locator('.state-column').filter({ hasText: 'Pending review' });
    const count = Number(await waiting.locator('.tab-count').textContent());
    expect(count).toBeGreaterThan(0);
    await see(waiting.locator('.layout-card')).toHaveCount(Math.min(count, 20));
    expect(new URL(page.url()).searchParams.get('layout')).toBe('board');
    await waiting.locator('.layout-card button').first().click();
    await page.getByRole('menuitem', { name: 'Reject recharge' }).click();
    await dialog(page).getByLabel('Remarks').fill('A blurred slip');
    await dialog(page).locator('.ant-modal-footer button').last().click();
    await see(waiting.locator('.tab-count')).toHaveText(String(count - 1));
    await expect(axe(page, '.list-body')).resolves.toEqual([]);

    // The view that is chosen narrows the board as it narrows the table.
    await page
      .getByRole('group', { name: word('list.views') })
      .getByRole('button', { name: 'Approved' })
      .click();
    await see(waiting.locator('.tab-count')).toHaveText('0');

    await page.getByRole('button', { name: word('layout.calendar'), exact: true }).click();
    await shown(page.locator('.calendar-day').first());
    await see(page.locator('.calendar-day[data-today]')).toHaveCount(1);
    await expect(axe(page, '.list-body')).resolves.toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);
});
