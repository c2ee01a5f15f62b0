import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf, dialog, gone, pasteHere, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { speaking } from '../support/money-journey.ts';
import { picture } from '../support/pictures.ts';
import { addPriceList } from '../support/pricing.ts';

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
  // A channel with a price, a place it ships from and this week's fuel: what an order needs to be placed.
  const list = await addPriceList(live.world);
  await list.add('channel-ship-from', 'a', {
    ...{ channel: '$channel/a', shortName: 'Test dock', company: 'Northgate Logistics', address1: '1 Main Street' },
    ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    status: 'enabled',
  });
  await list.add('fuel-surcharge', 'now', {
    ...{ carrier: '$carrier/tst', serviceGroup: 'ground', from: '2026-01-19', to: '2030-12-31', percent: 20.25 },
  });
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

  it('place an order of two boxes', async () => {
    const t = journeyWords('en-US', 'order-entry');
    const hand = await begin('north member', 'place an order of two boxes', 8);
    const { page } = hand;
    const menu = page.locator('.frame-side');
    await hand.click(menu.getByRole('button', { name: 'My orders', exact: true }));
    await hand.click(menu.getByRole('link', { name: 'Single order', exact: true }));
    await see(page.locator('[data-place="to.name"] input')).toBeFocused();
    // The address as one block, wherever it was copied from.
    await pasteHere(page, 'June Whitaker\n350 5th Ave Apt 6\nNew York, NY 10001\n+1 615 555 0148');
    await see(page.locator('.entry-verdict')).toContainText(t('check.verified'));
    for (const box of [0, 1]) {
      if (box > 0) await hand.click(page.getByRole('button', { name: t('box.add'), exact: true }));
      const weight = page.locator(`[data-place="boxes.${box}.weight"] input`);
      if (!(await weight.evaluate((input) => input === document.activeElement))) await hand.click(weight);
      for (const size of ['3', '12', '10', '8']) {
        await hand.type(size);
        await hand.press('Enter');
      }
      await see(page.locator(`[data-place="boxes.${box}.height"] input`)).toHaveValue('8');
    }
    await shown(page.locator('.entry-offer.is-chosen'));
    await hand.click(page.getByRole('button', { name: t('place'), exact: true }));
    await see(page.locator('.entry-follow h2')).toHaveText(/^SO-/);
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 90_000);

  it('move three orders at once', async () => {
    const { body } = await live.world.person('north admin').person.get('Order/page', {});
    const [one, two, three] = (body.data as { rows: { id: string; orderNo: string }[] }).rows;
    const moved = [one, two, three].flatMap((order) => order ?? []);
    await live.world.owner.query(`UPDATE "order" SET status = 'ordered' WHERE id = ANY($1)`, [
      moved.map(({ id }) => id),
    ]);
    const hand = await begin('north admin', 'move three orders at once', 7);
    const { page } = hand;
    const { actions } = speaking('en-US', 'order');
    await go(hand, 'Orders', 'Orders');
    for (const { id } of moved) await hand.click(page.locator(`.ag-row[row-id="${id}"] input.pick`));
    await hand.click(page.getByRole('toolbar').getByRole('button', { name: new RegExp(`^${actions['ship']}`) }));
    await hand.click(dialog(page).locator('.ant-modal-footer button').last());
    await shown(page.getByText(word('bulk.allDone', { action: actions['ship'] ?? '', count: 3 })));
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('recharge with the slip of the bank', async () => {
    const { label, fields, buttons } = speaking('en-US', 'recharge');
    const hand = await begin('north member', 'recharge with the slip of the bank', 8);
    const { page } = hand;
    await hand.click(page.getByRole('link', { name: 'New recharge', exact: true }));
    await see(page.getByLabel(label('amount'))).toBeFocused();
    await hand.type('1234.5');
    await hand.click(page.getByLabel(label('paidOn')));
    await hand.type('2025-06-05');
    await hand.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await hand.click(page.getByRole('button', { name: new RegExp(fields['attachment'] ?? '') }));
    await (await chooser).setFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await picture('png') });
    await see(page.locator('.field-file')).toHaveText(/slip\.png/);
    await gone(page.getByRole('progressbar'));
    await hand.click(page.getByRole('button', { name: buttons['submit'] ?? '', exact: true }));
    await detailOf(page, /^RC-/);
    expect(hand.end()).toBeLessThanOrEqual(hand.most);
  }, 60_000);

  it('record a deposit by keys alone', async () => {
    const { label } = speaking('en-US', 'deposit');
    const hand = await begin('north finance', 'record a deposit by keys alone', 0);
    const { page } = hand;
    await hand.press('g');
    await hand.press('d');
    await see(page).toHaveURL(/\/MemberDeposit$/);
    await shown(page.locator('.ag-row a').first());
    await hand.press('c');
    await see(page.getByRole('combobox', { name: label('customer') })).toBeFocused();
    await hand.type('Acme');
    await shown(page.locator('.ant-select-item-option').filter({ hasText: 'Acme' }).first());
    await hand.press('Enter');
    await hand.press('Tab');
    await see(page.getByLabel(label('amount'))).toBeFocused();
    await hand.type('640.5');
    // Over the currency and the method, which are right already.
    for (let press = 0; press < 3; press++) await hand.press('Tab');
    await see(page.getByLabel(label('receivedOn'))).toBeFocused();
    await hand.type('2025-06-05');
    await hand.press('Enter');
    await hand.press('Control+s');
    await detailOf(page, /^DP-/);
    await see(page.locator('.detail-screen')).toContainText('640.50');
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
