import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { root } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
  const { owner } = live.world;
  await owner.query(
    `UPDATE "order" SET "orderedAt" = now(), currency = 'USD', "predictedSale" = 24.5, "predictedCost" = 18.25, "shipToState" = 'CA',
        "shipToPostalCode" = '90012', "shipToCountry" = 'US' WHERE "orderedAt" IS NOT NULL`,
  );
  await owner.query(
    `UPDATE package p SET status = 'labelled', "createdAt" = now(), "shipDate" = (now() AT TIME ZONE t."timeZone")::date, "firstScanAt" = now(),
        "trackingStatus" = 'delivered', "deliveredAt" = now(), "estimatedAt" = now() - interval '2 days' FROM tenant t WHERE t.id = p.tenant_id`,
  );
}, 300_000);
afterAll(() => live.close());

const picture = (name: string) => `${root}node_modules/.cache/lading/${name}.png`;

describe('the boards of the business', () => {
  it('lead from a figure to the orders behind it and to their lines, and from a state to its postal areas', async () => {
    const { page, errors } = await live.open('north finance', {
      culture: 'en-US',
      dark: false,
      path: '/income?period=year',
    });
    await shown(page.getByRole('heading', { level: 1, name: 'Income' }));
    await shown(page.getByText('of revenue'));
    await page.screenshot({ path: picture('income-en'), fullPage: true });
    expect(await axe(page)).toEqual([]);
    await page.getByRole('region', { name: 'By Customer' }).getByRole('button').first().click();
    const behind = page.getByRole('region', { name: /^Orders: Customer/ });
    await shown(behind);
    await behind.getByRole('button', { name: 'Lines' }).first().click();
    await shown(behind.locator('.bd-lines, td > p').first());
    expect(await axe(page)).toEqual([]);

    await page.goto(`${new URL(page.url()).origin}/operations?period=year`);
    await shown(page.getByRole('heading', { level: 1, name: 'Operations' }));
    const channels = page.getByRole('region', { name: 'Deliveries by channel' });
    await shown(channels);
    await page.screenshot({ path: picture('operations-en'), fullPage: true });
    expect(await axe(page)).toEqual([]);
    await channels.getByRole('button').first().click();
    await shown(page.getByRole('region', { name: 'Delivered packages' }).getByRole('link').first());

    await page.goto(`${new URL(page.url()).origin}/map?period=year`);
    const state = page.getByRole('button', { name: /^California: / });
    await shown(state);
    await state.focus();
    await page.keyboard.press('Enter');
    await shown(page.getByRole('region', { name: 'California by postal area' }).getByRole('link', { name: '900xx' }));
    expect(await page.getByRole('button', { name: 'California (CA)' }).getAttribute('aria-pressed')).toBe('true');
    await page.screenshot({ path: picture('map-en'), fullPage: true });
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  it('fit a phone and dark mode, and the wall screen shows a new order by itself', async () => {
    const { page, errors } = await live.open('north admin', {
      culture: 'zh-CN',
      dark: true,
      path: '/income?period=year',
    });
    await shown(page.getByRole('heading', { level: 1, name: '收入看板' }));
    await gone(page.locator('.bone'));
    await page.screenshot({ path: picture('income-zh'), fullPage: true });
    const origin = new URL(page.url()).origin;
    for (const [path, name] of [
      ['/operations?period=year', '运营看板'],
      ['/map?period=year', '地图'],
      ['/income?period=year', '收入看板'],
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${origin}${path}`);
      await shown(page.getByRole('heading', { level: 1, name }));
      await shown(page.locator('.bd-columns .bd-table').first());
      expect(await axe(page)).toEqual([]);
      await page.screenshot({ path: picture(`${path?.slice(1, 4)}-zh`), fullPage: true });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflows(page), path).toBeLessThanOrEqual(0);
      await page.screenshot({ path: picture(`${path?.slice(1, 4)}-zh-phone`), fullPage: true });
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${origin}/screen-monitor`);
    const orders = page.locator('.wall-grid section').first().locator('.wall-number');
    await shown(orders);
    const before = Number(await orders.textContent());
    expect(before).toBeGreaterThan(0);
    await page.screenshot({ path: picture('wall-zh') });
    expect(await axe(page)).toEqual([]);
    await live.world.owner.query(`UPDATE "order" SET status = 'cancelled' WHERE id = $1`, [
      live.world.homes.north.samples.get('order/ordered'),
    ]);
    await see(orders).toHaveText(String(before - 1), { timeout: 45_000 });
    expect(errors).toEqual([]);
  }, 120_000);

  it('are on a display without a session, by its link alone, until it is revoked', async () => {
    const admin = live.world.person('north admin').person;
    const id = live.world.homes.north.samples.get('board-display/packing-hall') ?? '';
    const { page } = await live.open('north admin', { culture: 'en-US', path: `/BoardDisplay/${id}?tab=display` });
    const address = await page.locator('.bd-display code').innerText();
    expect(await axe(page)).toEqual([]);
    const { page: display } = await live.openStranger({ culture: 'zh-CN', viewport: { width: 1920, height: 1080 } });
    await display.goto(address);
    await shown(display.getByRole('heading', { level: 1, name: /Packing hall/ }));
    // In the language of the display, whatever the browser speaks.
    await shown(display.locator('.wall-grid').getByText('Delivered', { exact: true }));
    expect(await axe(display)).toEqual([]);
    await admin.post('BoardDisplay/revoke', { id });
    await display.reload();
    await shown(display.getByText('This display was revoked or its link is wrong.'));
  }, 120_000);
});
