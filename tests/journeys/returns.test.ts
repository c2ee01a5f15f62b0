import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import type { Culture, LiveApp } from '../support/live-app.ts';
import { openLivePlacing, type LivePlacing } from '../support/live-placing.ts';
import { button, speaking } from '../support/money-journey.ts';
import { oneOf } from '../support/night.ts';
import { picture } from '../support/pictures.ts';
import type { PlacingDesk } from '../support/placing-desk.ts';
import { keepTrial } from '../support/tried.ts';

/* A parcel comes back: the dock scans it, its owner claims it and sends it again, and the dock hands it out. */

let placing: LivePlacing;
let live: LiveApp;
let desk: PlacingDesk;
beforeAll(async () => {
  placing = await openLivePlacing();
  ({ live, desk } = placing);
  await desk.recharge(500);
}, 300_000);
afterAll(() => placing?.close());

const refusal = {
  'en-US': 'No price: the customer has no active price',
  'zh-CN': '没有价格：该客户在所选服务上没有适用于此订单的有效',
};
const cultures: readonly [Culture, Culture] = ['en-US', 'zh-CN'];
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

describe.each(oneOf(cultures, 0))('a returned parcel, in %s', (culture) => {
  const word = journeyWords(culture, 'returns');
  const parcel = speaking(culture, 'returned-parcel');
  const order = speaking(culture, 'order');

  /** What the dock's field is typed by a scanner, which ends with Enter. */
  async function scan(page: Page, text: string): Promise<void> {
    await page.getByLabel(word('scan.field')).fill(text);
    await page.keyboard.press('Enter');
  }
  const board = (page: Page) => page.locator('.scan-board');

  it('is taken in by scan and photo, claimed, sent again and handed out', async () => {
    const original = await desk.draft(20, { shipToName: 'Rita Gomez' });
    await desk.submit(original);
    await expect.poll(async () => (await desk.detail(original))['status'], { timeout: 30_000 }).toBe('ordered');
    const number = String((await desk.detail(original))['leadTracking']);

    const dock = await live.open('north admin', { culture, viewport: desktop, path: '/return-scan' });
    await scan(dock.page, number);
    await see(board(dock.page)).toContainText(word('scan.now.noPhoto'));
    // A grade without a photo is refused.
    await scan(dock.page, '2');
    await see(board(dock.page)).toContainText(word('scan.noPhoto'));
    await dock.page
      .locator('.returns-file')
      .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: await picture('png') });
    await see(board(dock.page)).toContainText(word('scan.now.grade'));
    await scan(dock.page, '2');
    await see(board(dock.page)).toContainText(word('scan.said.taken', { about: number }));
    expect(await axe(dock.page)).toEqual([]);

    const owner = await live.open('north sibling', {
      ...{ culture, viewport: phone, path: '/ReturnedParcel?view=toClaim' },
    });
    const { page } = owner;
    const { rows } = await live.world.owner.query<{ id: string }>(
      `SELECT id::text FROM returned_parcel WHERE "trackingNo" = $1`,
      [number],
    );
    const id = rows[0]?.id ?? '';
    await page.goto(live.url('north', `/ReturnedParcel/${id}`));
    await parcel.isIn(page, 'toClaim');
    await parcel.run(page, 'claim', async (box) => {
      await box.getByText(parcel.options?.['choice']?.['resend'] ?? 'no words', { exact: true }).click();
    });
    await parcel.isIn(page, 'claimed');
    expect(await overflows(page)).toBe(0);
    await page.getByRole('tab', { name: word('panel.resend') }).click();
    await page.getByRole('button', { name: word('resend.make') }).click();
    await see(page).toHaveURL(/\/Order\/\d+$/);
    const again = /\d+$/.exec(page.url())?.[0] ?? '';
    await order.isIn(page, 'draft');
    await button(page, order.buttons['submit'] ?? '').click();
    const confirm = dialog(page).locator('.ant-modal-footer button').last();
    await confirm.click();
    // A parcel is sent again at a price, or not at all.
    await shown(page.getByText(refusal[culture]).first());
    await keepTrial(live.world.owner, [again], { sale: 9, cost: 7 });
    await confirm.click();
    await expect.poll(async () => (await desk.detail(again))['status'], { timeout: 30_000 }).toBe('ordered');
    expect((await desk.detail(again))['shipToName']).toBe('Rita Gomez');

    await scan(dock.page, number);
    await see(board(dock.page)).toContainText(word('scan.now.state.claimed'));
    await see(board(dock.page)).toContainText(word('choice.resend'));
    await scan(dock.page, 'LD-DONE');
    await see(board(dock.page)).toContainText(word('scan.now.done'));
    await page.goto(live.url('north', `/ReturnedParcel/${id}`));
    await parcel.isIn(page, 'processed');

    const stranger = await live.open('north member', { culture, path: `/ReturnedParcel/${id}` });
    await shown(stranger.page.getByText(word('error.notFound')).first());
    expect([...dock.errors, ...owner.errors]).toEqual([]);
    await desk.verify();
  }, 120_000);
});
