import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { SheetClaim } from '../support/sheet-claim.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

it('makes an insurance claim from a pasted sheet, publishes it, adds its rows and changes it from its own list, by keys alone and without a code name', async () => {
  const admin = live.world.person('north admin').person;
  const { rows } = (await admin.get('Customer/page?pageSize=2')).body.data as { rows: { name: string }[] };
  const [one = '', two = ''] = rows.map(({ name }) => name);
  const { page, errors } = await live.open('north admin', { culture: 'en-US' });
  const claim = new SheetClaim(page, 'en-US');
  await claim.paste(one, two);
  expect(await page.locator('.sheet-form').innerText()).not.toMatch(/insurance-claim|happenedOn/);
  await claim.nameIt();
  expect(await axe(page)).toEqual([]);
  await claim.make();
  await claim.publish();
  await claim.mendRow();
  const answer = (await admin.get('InsuranceClaim/page?pageSize=50&sort=claim')).body.data as {
    totalRows: number;
    rows: Record<string, unknown>[];
  };
  expect(answer.totalRows).toBe(28);
  expect(answer.rows[0]).toMatchObject({ claim: 'Claim 1', $customer: one, amount: 1000.5, happenedOn: '2026-02-03' });
  expect(answer.rows.find((row) => row['claim'] === 'Claim 1')).toMatchObject({ column7: '=1+1' });
  await claim.changeFromList();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${new URL(page.url()).origin}/designer?start`);
  await shown(page.locator('#sheet-text'));
  expect(await overflows(page)).toBe(0);
  expect(errors).toEqual([]);
}, 300_000);

it('begins with a template, by keys alone and in Chinese', async () => {
  const word = journeyWords('zh-CN');
  const { page, errors } = await live.open('north admin', { culture: 'zh-CN', path: '/designer?start' });
  await page.getByRole('button', { name: /^工单/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/designer\/ticket/);
  await shown(page.locator('.canvas-grip[data-place="fields.subject"]'));
  await page.getByRole('button', { name: word('designer.review') }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: word('review.title') });
  await shown(drawer.getByText(word('review.plan.tables_one', { count: 1 })));
  await see(drawer.locator('.review-blocker')).toHaveCount(0);
  expect(errors).toEqual([]);
}, 90_000);

it('changes the page of an order standing on it, by keys alone and in Chinese, for those who have it open', async () => {
  const word = journeyWords('zh-CN');
  const path = `/Order/${live.world.homes.north.samples.get('order/ordered-customs') ?? ''}`;
  const reader = await live.open('north finance', { culture: 'zh-CN', path });
  const { page, errors } = await live.open('north admin', { culture: 'zh-CN', path });
  const press = async (target: Locator, key = 'Enter') => {
    await target.first().focus();
    await page.keyboard.press(key);
  };
  await press(page.getByRole('button', { name: word('design.change') }));
  await page.waitForURL(/designer\/order\?tab=detail/);
  const grip = page.locator('.canvas-grip[data-place="fields.source"]');
  await shown(grip);
  await press(grip, 'F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('随身标签');
  await page.keyboard.press('Enter');
  await see(page.locator('.designer-saving')).toHaveAttribute('data-state', 'saved');
  await press(page.getByRole('button', { name: word('designer.review'), exact: true }));
  const drawer = page.getByRole('dialog', { name: word('review.title') });
  await drawer.getByRole('textbox', { name: word('review.reason') }).focus();
  await page.keyboard.type('更清楚的名称');
  await press(drawer.getByRole('button', { name: word('review.publish'), exact: true }));
  await gone(drawer);
  await shown(reader.page.locator('.detail-screen').getByText('随身标签').first());
  expect([...errors, ...reader.errors]).toEqual([]);
}, 120_000);
