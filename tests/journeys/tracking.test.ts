import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import type { LiveApp } from '../support/live-app.ts';
import { openLivePlacing, type LivePlacing } from '../support/live-placing.ts';
import type { PlacingDesk } from '../support/placing-desk.ts';

/* A box from its label to its signature by the carrier's clock, its alert, and who waits for it on a phone. */

let placing: LivePlacing;
let live: LiveApp;
let desk: PlacingDesk;
beforeAll(async () => {
  placing = await openLivePlacing();
  ({ live, desk } = placing);
  await desk.recharge(500);
}, 300_000);
afterAll(() => placing?.close());

const sql = async (text: string, values: unknown[] = []) => (await live.world.owner.query(text, values)).rows;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const pictures = process.env['PICTURES'];

async function poll(order: string): Promise<void> {
  await sql(`UPDATE tracking.work w SET next_at = now() FROM package p WHERE p.id = w.package AND p."order" = $1`, [
    order,
  ]);
  const { services } = live.world.test.node.context;
  const task = desk.modules.flatMap(({ schedules: tasks = [] }) => tasks).find(({ name }) => name === 'tracking-poll');
  if (!services || !task) throw new Error('no task');
  await task.run({ query: services.query, services });
}
const stateOf = async (order: string) =>
  (await sql(`SELECT "trackingStatus" AS state FROM package WHERE "order" = $1 LIMIT 1`, [order]))[0]?.state as string;
/** The carrier's clock goes on until a box of the order stands so. */
async function until(order: string, state: string): Promise<void> {
  for (let looks = 0; looks < 60 && (await stateOf(order)) !== state; looks += 1) {
    await desk.simulator.control.advance(6);
    await poll(order);
  }
  expect(await stateOf(order)).toBe(state);
}

describe('a box on its way', () => {
  it('is followed from its label to its signature, by staff and on a phone', async () => {
    const [en, zh] = [journeyWords('en-US', 'tracking'), journeyWords('zh-CN', 'tracking')];
    desk.simulator.control.story('late');
    const order = await desk.draft();
    await desk.submit(order);
    await desk.run();
    await expect.poll(async () => (await desk.packages(order)).length, { timeout: 20_000 }).toBeGreaterThan(0);
    const [box] = await desk.packages(order);
    const number = String(box?.['trackingNo']);
    await until(order, 'in_transit');

    // Staff copy the link that anybody may open.
    const staff = await live.open('north admin', { path: `/OrderBox/${String(box?.['id'])}?tab=tracking` });
    await staff.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await staff.page.getByRole('button', { name: en('panel.copyLink') }).click();
    await shown(staff.page.getByText(en('panel.copied')));
    const link = await staff.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('/public/track?t=');

    const { page, errors } = await live.openStranger({ ...phone, culture: 'en-US' });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(link);
    await see(page.getByRole('heading', { level: 1 })).toHaveText(en('state.in_transit'));
    // A page of its own: nothing of the application comes with it.
    expect(loaded.filter((path) => /\/(index|room|start|ag-grid)-/.test(path))).toEqual([]);
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/public-en.png`, fullPage: true });
    await page.getByRole('textbox', { name: en('public.mail') }).fill('mia@example.com');
    await page.getByRole('button', { name: en('public.followGo') }).click();
    await shown(page.getByText(en('public.followed', { mail: 'mia@example.com' })));

    // What comes late raises an alert, which staff find by the number, and which ends with the delivery.
    await until(order, 'delivery_delayed');
    const alerts = () => sql(`SELECT kind, status FROM track_alert WHERE "order" = $1 AND kind = 'delay'`, [order]);
    expect(new Set((await alerts()).map(({ status }) => status))).toEqual(new Set(['open']));
    await until(order, 'delivered');
    expect(new Set((await alerts()).map(({ status }) => status))).toEqual(new Set(['closed']));
    expect(await desk.detail(order)).toMatchObject({ status: 'delivered' });
    await expect
      .poll(
        async () => (await sql(`SELECT title FROM mail WHERE "to" = 'mia@example.com'`)).map(({ title }) => title),
        {
          timeout: 15_000,
        },
      )
      .toContain(`${number}: ${en('state.delivered')}`);

    // By number and postal code, in the other language, in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(live.url('north', '/public/track'));
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('textbox', { name: zh('public.number') }).fill(number);
    await page.getByRole('textbox', { name: zh('public.postalCode') }).fill('99999');
    await page.getByRole('button', { name: zh('public.go'), exact: true }).click();
    await shown(page.getByText(zh('tracking.notFound')));
    await page.getByRole('textbox', { name: zh('public.postalCode') }).fill('10001');
    await page.getByRole('button', { name: zh('public.go'), exact: true }).click();
    await see(page.getByRole('heading', { level: 1 })).toHaveText(zh('state.delivered'));
    await see(page.getByText('Ann Lee')).toHaveCount(0);
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/public-zh-dark.png`, fullPage: true });

    // The number is found wherever someone looks for it.
    await staff.page.keyboard.press('ControlOrMeta+k');
    await staff.page.keyboard.type(number);
    await shown(staff.page.getByRole('option', { name: new RegExp(number) }).first());
    expect(errors).toEqual([]);
    expect(staff.errors).toEqual([]);
  }, 240_000);
});
