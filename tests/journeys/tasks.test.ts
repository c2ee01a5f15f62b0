import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { speaking } from '../support/money-journey.ts';

/**
 * Daily tasks from the home page on, by the shortest way with the mouse, or by keys where the product offers them. Each
 * may take as many clicks as the best product that has the task: `most`. Seconds are printed, and asserted nowhere.
 */
const done: { task: string; clicks: number; most: number; keys: number; seconds: number }[] = [];

/** A person's hand, which counts what it does. */
class Hand {
  clicks = 0;
  keys = 0;
  private readonly start = Date.now();
  constructor(
    readonly page: Page,
    private readonly task: string,
    readonly most: number,
  ) {}

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks += 1;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** The task is over: its line of the table, and its clicks. */
  end(): number {
    const { task, most, clicks, keys } = this;
    done.push({ task, clicks, most, keys, seconds: Math.round((Date.now() - this.start) / 100) / 10 });
    return clicks;
  }
}

const word = journeyWords('en-US');
let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(async () => {
  console.table(done);
  await live?.close();
});

async function begin(person: string, task: string, most: number): Promise<Hand> {
  const { page } = await live.open(person, { path: '/welcome' });
  await shown(page.locator('.frame-side a').first());
  return new Hand(page, task, most);
}

/** An entry of the menu at the side, in its group. */
async function go(hand: Hand, group: string, entry: string): Promise<void> {
  const menu = hand.page.locator('.frame-side');
  await hand.click(menu.getByRole('button', { name: group, exact: true }));
  await hand.click(menu.getByRole('link', { name: entry, exact: true }));
  await shown(hand.page.locator('.ag-row a').first());
}

describe('the clicks of a task', () => {
  it('find an order by its number', async () => {
    const { body } = await live.world.person('north clerk').person.get('Order/page', {});
    const { orderNo } = (body.data as { rows: { orderNo: string }[] }).rows[0]!;
    const hand = await begin('north clerk', 'find an order by its number', 0);
    await hand.press('Control+k');
    await hand.type(orderNo);
    await shown(hand.page.getByRole('option').filter({ hasText: orderNo }).first());
    await hand.press('Enter');
    await detailOf(hand.page, orderNo);
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('filter orders by state and date', async () => {
    // Two presses to the list, and as many on it as the best products need.
    const hand = await begin('north admin', 'filter orders by state and date', 7);
    const { page } = hand;
    await go(hand, 'Orders', 'Orders');
    const bar = page.getByRole('search');
    const editor = page.locator('form.filter-editor');
    await hand.click(bar.getByRole('button', { name: 'Status', exact: true }));
    await hand.click(editor.getByText('Ordered', { exact: true }));
    await hand.click(bar.getByRole('button', { name: word('list.moreFilters') }));
    await hand.click(page.getByRole('menuitem', { name: 'Created', exact: true }));
    await hand.click(editor.getByRole('button', { name: word('list.range.days30') }));
    await see(page).toHaveURL(/status(\.in)?=ordered.*createdAt\.between=days30/);
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('export a list', async () => {
    const hand = await begin('north admin', 'export the list of customers', 4);
    const { page } = hand;
    await go(hand, 'Customers', 'Customers');
    await hand.click(page.getByRole('button', { name: word('list.export'), exact: true }));
    const download = page.waitForEvent('download');
    await hand.click(dialog(page).getByRole('button', { name: word('export.start'), exact: true }));
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('read a customer’s balance', async () => {
    const hand = await begin('north finance', 'read the balance of a customer', 3);
    const { page } = hand;
    await go(hand, 'Customers', 'Customers');
    await hand.click(page.getByRole('link', { name: 'Acme Outdoor Supply LLC', exact: true }));
    await see(page.locator('.detail-screen')).toContainText(/[\d,]+\.\d\d USD/);
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('credit a recharge', async () => {
    const hand = await begin('north finance', 'credit a recharge that waits', 4);
    const { page } = hand;
    const { actions } = speaking('en-US', 'recharge');
    await hand.click(page.getByRole('link', { name: /^Recharges to review/ }));
    await hand.click(page.locator('.ag-row a').first());
    await hand.click(page.getByRole('button', { name: actions['pass'] ?? '', exact: true }));
    await hand.click(dialog(page).locator('.ant-modal-footer button').last());
    await gone(dialog(page));
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('edit an order', async () => {
    const { person } = live.world.person('north clerk');
    const { body } = await person.get('Order/page', { status: 'draft' });
    const { orderNo } = (body.data as { rows: { orderNo: string }[] }).rows[0]!;
    const hand = await begin('north clerk', 'edit an order that is a draft', 2);
    const { page } = hand;
    await hand.press('Control+k');
    await hand.type(orderNo);
    await shown(page.getByRole('option').filter({ hasText: orderNo }).first());
    await hand.press('Enter');
    await hand.click(page.getByRole('button', { name: word('action.edit'), exact: true }));
    await hand.click(page.getByLabel(speaking('en-US', 'order').fields['refNo'] ?? '', { exact: true }));
    await hand.type('-2');
    await hand.press('Control+s');
    await gone(page.locator('.form-screen'));
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('add a customer', async () => {
    const { label } = speaking('en-US', 'customer');
    const hand = await begin('north admin', 'add a customer', 7);
    const { page } = hand;
    await go(hand, 'Customers', 'Customers');
    await hand.click(page.getByRole('button', { name: /^New customer/ }));
    await shown(page.locator('.form-screen'));
    for (const [field, text] of [
      ['code', 'LARK-1'],
      ['name', 'Larkspur Trading'],
      ['contact', 'Ida Nakamura'],
    ] as const) {
      await hand.click(page.getByRole('textbox', { name: label(field) }).first());
      await hand.type(text);
    }
    await hand.press('Control+s');
    await detailOf(page, 'Larkspur Trading');
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('read a notice', async () => {
    const { person } = live.world.person('north admin');
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Closed on Monday.' }] }],
    };
    const added = await person.post('sysNotice/add', { type: '1', audience: 'all', title: 'Opening hours', content });
    const { id } = added.body.data as { id: string };
    expect((await person.post('sysNotice/publish', { id })).body.success).toBe(true);
    const hand = await begin('north clerk', 'read a notice', 2);
    const { page } = hand;
    await hand.click(page.locator('.bell-button'));
    await hand.click(page.locator('.bell-panel').getByRole('button', { name: 'Opening hours' }));
    await shown(page.getByText('Closed on Monday.'));
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('change the language', async () => {
    const hand = await begin('north clerk', 'change the language', 2);
    const { page } = hand;
    await page.getByLabel(word('shell.language')).selectOption('zh-CN');
    // The list of languages is opened and one of it taken.
    hand.clicks += 2;
    await see(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);
});
