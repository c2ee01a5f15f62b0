import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');

describe('a member, by address', () => {
  it('cannot distinguish another customer’s order from a missing one', async () => {
    const { page, person } = await live.open('north member', { path: '/Order' });
    await shown(page.locator('.ag-row a').first());
    const { owner, homes } = live.world;
    const { rows } = await owner.query<{ id: string; orderNo: string }>(
      `SELECT id::text, "orderNo" FROM "order" WHERE tenant_id = $1 AND customer <> $2 LIMIT 1`,
      [homes.north.tenant, person.member],
    );
    const other = rows[0];
    if (!other) throw new Error('no order of another customer');
    await see(page.locator('.list-screen')).not.toContainText(other.orderNo);
    const screens: string[] = [];
    for (const id of [other.id, '999999999999']) {
      await page.goto(live.url('north', `/Order/${id}`));
      await see(page.locator('main')).toContainText(word('ui.missing'));
      await gone(page.getByRole('button', { name: word('ui.retry') }));
      const text = await page.locator('main').innerText();
      expect(text).not.toContain(other.orderNo);
      screens.push(text.replace(/[0-9a-f]{12}/g, 'trace'));
    }
    expect(screens[0]).toBe(screens[1]);
  }, 60_000);

  it('gets a refusal on a staff page, and a link home on an unknown page', async () => {
    const { page } = await live.open('north member', { path: '/sysRole' });
    await shown(page.locator('main .empty-state'));
    await gone(page.locator('.ag-root'));
    for (const [path, key] of [
      ['/403', 'shell.error.403'],
      ['/404', 'shell.error.404'],
    ] as const) {
      await page.goto(live.url('north', path));
      await see(page.getByRole('heading', { level: 1, name: word(key), exact: true })).toBeAttached();
      await see(page.locator('main .empty-state-title')).toHaveText(word(key));
    }
    await page.getByRole('link', { name: word('shell.backHome') }).click();
    await see(page).toHaveURL(/\/welcome$/);
    for (const path of ['/no/such/page/at/all', '/nope', '/nope/1']) {
      await page.goto(live.url('north', path));
      await see(page).toHaveURL(/\/welcome$/);
      // The message names the address, so that a mistyped one is noticed.
      await shown(page.getByText(word('shell.unknownAddress', { address: path })));
    }
    await page.goto(live.url('north', '/member-orders'));
    await see(page).toHaveURL(/\/Order$/);
    await page.goto(live.url('north', '/test'));
    await see(page).toHaveURL(/\/test\/home$/);
    await shown(page.getByRole('heading', { level: 1, name: word('shell.test.home') }));
    await page.getByRole('link', { name: word('shell.backHome') }).click();
    await shown(page.locator('.welcome h1'));
    expect(await page.locator('.welcome h1').innerText()).toContain('member');
  }, 60_000);
});

describe('on a phone of 390 points', () => {
  it('list, detail and form are used without moving the page sideways', async () => {
    const { page, errors } = await live.open('north admin', {
      path: '/welcome',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    expect(await overflows(page)).toBe(0);
    await page.getByRole('button', { name: word('shell.openMenu') }).tap();
    const drawer = page.getByRole('dialog', { name: word('shell.menu') });
    const orders = drawer.locator('a[href="/Order"]');
    if (!(await orders.isVisible())) await drawer.getByRole('button', { name: 'Orders' }).first().tap();
    await orders.tap();
    await shown(page.getByRole('heading', { level: 1, name: 'Orders' }));
    const card = page.locator('.list-card:not(.is-bone) a').first();
    await shown(card);
    expect(await overflows(page)).toBe(0);
    await card.tap();
    await shown(page.locator('.detail-screen h1'));
    expect(await overflows(page)).toBe(0);
    await page.goto(live.url('north', '/Order/new'));
    await shown(page.locator('form.form-body'));
    await page.getByRole('button', { name: word('lines.addTo', { field: 'Boxes' }) }).tap();
    await page.getByRole('textbox', { name: 'Weight, row 1' }).fill('3');
    expect(await overflows(page)).toBe(0);
    await see(page.getByRole('button', { name: word('form.saveDraft'), exact: true })).toBeInViewport();
    expect(errors).toEqual([]);
  }, 60_000);
});
