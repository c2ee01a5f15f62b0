import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gone, often, overflows, shown } from '../support/journey.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { root } from '../support/test-app.ts';
import { listenForRecords } from '../support/untranslated.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const shots = `${root}node_modules/.cache/lading`;
const entities = ['Order', 'Recharge', 'sysNotice'];
const widths = [1440, 390];

/** List, detail and form of an entity, once each has come to rest. */
async function screensOf(path: string): Promise<{ name: string; address: string; stands: string }[]> {
  const { person } = live.world.person('north admin');
  const { rows } = (await person.get(`${path}/page`)).body.data as { rows: { id: string }[] };
  const id = rows[0]?.id ?? '';
  return [
    { name: 'list', address: `/${path}`, stands: '.list-screen, .list-cards, .ag-root' },
    { name: 'detail', address: `/${path}/${id}`, stands: '.detail-screen' },
    { name: 'form', address: `/${path}/new`, stands: '.form-screen' },
  ];
}

describe.each(entities)('the screens of %s', (path) => {
  it('have only translatable texts, and fit texts that are 40 % longer', async () => {
    const { page } = await live.open('north admin', { culture: 'en-XA' });
    const records = listenForRecords(page);
    const found: unknown[] = [];
    for (const { name, address, stands } of await screensOf(path)) {
      await page.goto(live.url('north', address));
      await shown(page.locator(stands).first());
      await gone(page.locator('.bone'));
      for (const text of await records.untranslated()) found.push([name, text]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        // Once the page has taken in its width.
        const message = `${name} at ${width}`;
        await expect.poll(() => overflows(page), { message, timeout: 5000, ...often }).toBe(0);
        if (path === 'Order') await page.screenshot({ path: `${shots}/pseudo-${name}-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(found).toEqual([]);
  }, 60_000);

  it('do not run over when they are read from right to left', async () => {
    const { page } = await live.open('north admin');
    for (const { name, address, stands } of await screensOf(path)) {
      await page.goto(live.url('north', address));
      await shown(page.locator(stands).first());
      await gone(page.locator('.bone'));
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        // Once the page has taken in its width.
        const message = `${name} at ${width}`;
        await expect.poll(() => overflows(page), { message, timeout: 5000, ...often }).toBe(0);
        if (path === 'Order') await page.screenshot({ path: `${shots}/rtl-${name}-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }, 60_000);
});
