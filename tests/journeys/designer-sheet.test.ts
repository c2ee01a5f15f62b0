import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, overflows, pasteHere, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

it('makes an insurance claim from a pasted sheet, publishes it, adds its rows and changes it from its own list, without a code name', async () => {
  const word = journeyWords('en-US');
  const admin = live.world.person('north admin').person;
  const { rows: customers } = (await admin.get('Customer/page?pageSize=2')).body.data as { rows: { name: string }[] };
  const [one, two] = customers.map(({ name }) => name);
  const claim = (at: number) =>
    [
      `Claim ${at}`,
      at % 2 ? one : two,
      `$${at},000.50`,
      at % 3 ? 'lost' : 'late',
      `03/0${(at % 9) + 1}/2026`,
      'yes',
      '=1+1',
    ].join('\t');
  const text = [
    'Claim\tCustomer\tAmount\tCause\tHappened on\tHas photos\t',
    ...[1, 2, 3, 4, 5, 6, 7].map(claim),
    `Claim 8\t${one}\tmuch\tlost\t03/08/2026\tno\tx`,
    ...Array.from({ length: 20 }, (_, at) => claim(at + 9)),
  ].join('\n');
  const { page, errors } = await live.open('north admin', { culture: 'en-US', path: '/designer' });
  const button = (name: string) => page.getByRole('button', { name: word(name), exact: true });
  await page.getByRole('link', { name: word('sheet.start') }).click();
  await see(page.locator('#sheet-text')).toBeFocused();
  await pasteHere(page, text);

  // What is guessed stands there; what only the author knows is asked.
  const typeOf = (name: string) => page.getByLabel(word('sheet.typeOf', { name }), { exact: true });
  await see(typeOf('Customer')).toHaveValue('reference');
  await see(typeOf('Amount')).toHaveValue('money');
  await see(typeOf('Cause')).toHaveValue('choice');
  await see(typeOf('Has photos')).toHaveValue('boolean');
  await see(typeOf('Column 7')).toHaveValue('text');
  expect(await page.locator('.sheet-form').innerText()).not.toMatch(/insurance-claim|happenedOn/);
  await page.getByLabel(word('sheet.name')).fill('Insurance claim');
  await button('sheet.make').click();
  await see(page.getByRole('alert')).toContainText('Happened on');
  await page.getByLabel(word('sheet.orderOf', { name: 'Happened on' })).selectOption({ label: word('sheet.dayFirst') });
  expect(await axe(page)).toEqual([]);
  await button('sheet.make').click();
  await page.waitForURL(/designer\/insurance-claim/);
  await shown(page.getByText(word('sheet.waiting_other', { count: 28 })));

  // The other language is a to-do with what fills it in; nothing has to be signed for.
  await button('designer.review').click();
  const drawer = page.getByRole('dialog', { name: word('review.title') });
  await shown(drawer.getByText(word('review.plan.tables_one', { count: 1 })));
  await drawer.getByRole('button', { name: /from the other language/ }).click();
  await gone(drawer.locator('.review-blocker'));
  await drawer.getByRole('textbox', { name: word('review.reason') }).fill('A first list');
  await drawer.getByRole('button', { name: word('review.publish'), exact: true }).click();
  await gone(drawer);

  // One row was refused, with its reason; it is mended where it stands.
  await page.locator('.waiting-rows[data-state=refused]').waitFor({ timeout: 90_000 });
  await see(page.locator('.waiting-rows')).toContainText('27 added, 1 row was refused');
  await page.getByLabel(word('sheet.cell', { name: 'Amount', count: 1 }), { exact: true }).fill('8');
  await button('sheet.again').click();
  await page.locator('.waiting-rows[data-state=done]').waitFor({ timeout: 90_000 });
  const answer = (await admin.get('InsuranceClaim/page?pageSize=50&sort=claim')).body.data as {
    totalRows: number;
    rows: Record<string, unknown>[];
  };
  expect(answer.totalRows).toBe(28);
  expect(answer.rows[0]).toMatchObject({ claim: 'Claim 1', $customer: one, amount: 1000.5, happenedOn: '2026-02-03' });
  expect(answer.rows.find((row) => row['claim'] === 'Claim 1')).toMatchObject({ column7: '=1+1' });

  // From its own list back to the designer, at the list.
  await page.getByRole('link', { name: word('sheet.list') }).click();
  await page.getByRole('button', { name: word('design.change') }).click();
  await page.waitForURL(/designer\/insurance-claim\?tab=list/);
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
