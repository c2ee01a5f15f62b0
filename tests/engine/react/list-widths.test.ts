import { describe, expect, it } from 'vitest';
import { listColumns } from '../../../engine/kit/controllers/list-columns.ts';
import { fitted, measured } from '../../../engine/kit/controllers/list-widths.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import { cellText, listText } from '../../../engine/kit/fields/controls/cell-text.ts';
import type { EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';
import { entityTexts } from '../../support/journey-words.ts';
import { ticketAnswer, ticketEntity, ticketMeta } from '../../support/list-entity.ts';

const words = entityLabels(ticketAnswer);
const entity = ticketEntity({
  fields: {
    ...ticketMeta.fields,
    amount: { type: 'money', currency: 'currency', scale: 2 },
    currency: { type: 'text' },
    code: { type: 'text', readOnly: true },
  },
  list: { ...ticketMeta.list, columns: ['number', 'account', 'amount', 'code', 'status'], totals: [] },
});
const columns = listColumns(entity, words, null);
const row = (amount: string, currency: string, code = 'A') => ({ id: amount, version: 1, amount, currency, code });
const named = <C extends { field: { name: string } }>(list: readonly C[], name: string): C =>
  list.find(({ field }) => field.name === name)!;

describe('the width of a column', () => {
  it('has room for the longest code and number of the first rows, within limits', () => {
    const long = measured({
      columns,
      rows: [row('123456789012.50', 'USD', '1Z999AA10123456784')],
      words,
      culture: 'en-US',
    });
    expect(named(long, 'amount').width).toBeGreaterThan(named(columns, 'amount').width);
    const endless = measured({ columns, rows: [row('1.00', 'USD', 'X'.repeat(300))], words, culture: 'en-US' });
    expect(named(endless, 'code').width).toBe(280);
  });

  it('is what a person has made it, whatever the rows hold', () => {
    const own = listColumns(entity, words, { columns: [{ id: named(columns, 'amount').id, width: 80 }] });
    expect(
      named(measured({ columns: own, rows: [row('123456789012.50', 'USD')], words, culture: 'en-US' }), 'amount').width,
    ).toBe(80);
  });

  it('is no wider than its text, and shows a time to the minute', () => {
    const open = {
      id: '1',
      version: 1,
      status: 'open',
      $account: 'Ann',
      account: '7',
      createdAt: '2026-11-22 16:17:33',
    };
    const narrow = measured({ columns, rows: [open], words, culture: 'en-US' });
    expect(named(narrow, 'account').width).toBeLessThan(named(columns, 'account').width);
    expect(listText(entity.byName.get('createdAt')!, open, { words, culture: 'en-US' })).toBe('2026-11-22 16:17');
    const long = measured({ columns, rows: [{ ...open, $account: 'X'.repeat(99) }], words, culture: 'en-US' });
    expect(named(long, 'account').width).toBe(208);
  });

  it('does not cut the number of a record that the row names', () => {
    const naming = ticketEntity({
      fields: {
        ...ticketMeta.fields,
        about: { type: 'choice', options: ['ticket'] },
        aboutId: { type: 'text', maxLength: 60, recordOf: 'about' },
      },
      list: { ...ticketMeta.list, columns: ['account', 'aboutId', 'amount', 'status'], totals: [] },
    });
    const account = { account: '7', $account: 'Harbor Lane Home Goods Inc.' };
    const rows = [{ id: '1', version: 1, about: 'ticket', aboutId: '9', $aboutId: 'RC-2611-000001', ...account }];
    const wide = measured({ columns: listColumns(naming, words, null), rows, words, culture: 'en-US' });
    const before = named(wide, 'aboutId').width;
    const room = wide.filter(({ hidden, pinned }) => !hidden && !pinned).reduce((sum, { width }) => sum + width, -30);
    const now = fitted(wide, room);
    expect(named(now, 'aboutId').width).toBe(before);
    expect(named(now, 'account').width).toBe(named(wide, 'account').width - 30);
  });
});

describe('a main list', () => {
  const short = (carrier: string, number: string) => ({ id: number, version: 1, code: carrier });

  it('gives a short code no more than its head, and a longer one what later rows may need', () => {
    const coded = measured({ columns, rows: [short('UPS', '1'), short('FEDEX', '2')], words, culture: 'en-US' });
    expect(named(coded, 'code').width).toBeLessThan(100);
    const tracked = measured({ columns, rows: [short('041446542687779', '1')], words, culture: 'en-US' });
    expect(named(tracked, 'code').width).toBe(190);
  });

  it('reads a column of numbers of records whole, and narrows one of names', () => {
    const rows = (account: string) => [{ id: '1', version: 1, account: '7', $account: account }];
    const numbers = measured({ columns, rows: rows('SO-2611-000346'), words, culture: 'en-US' });
    const names = measured({ columns, rows: rows('Cedar & Stone Furniture'), words, culture: 'en-US' });
    expect(named(numbers, 'account').numbers).toBe(true);
    expect(named(names, 'account').numbers).toBeUndefined();
    const room = (list: typeof names) => named(list, 'account').width + named(list, 'amount').width - 40;
    expect(named(fitted(names, room(names)), 'account').width).toBe(named(names, 'account').width - 40);
    expect(named(fitted(numbers, room(numbers)), 'account').width).toBeGreaterThan(named(numbers, 'account').width - 1);
  });

  it('leaves tags whole where names give up room', () => {
    const tagged = ticketEntity({
      fields: { ...ticketMeta.fields, mood: { type: 'choice', options: ['calm'], tones: { calm: 'good' } } },
      list: { ...ticketMeta.list, columns: ['account', 'mood', 'createdAt'], totals: [] },
    });
    const rows = [{ id: '1', version: 1, mood: 'calm', account: '7', $account: 'Cedar & Stone Furniture' }];
    const wide = measured({ columns: listColumns(tagged, words, null), rows, words, culture: 'en-US' });
    const room = wide.filter(({ hidden }) => !hidden).reduce((sum, { width }) => sum + width, -60);
    expect(named(fitted(wide, room), 'mood').width).toBe(named(wide, 'mood').width);
    expect(named(fitted(wide, room), 'account').width).toBe(named(wide, 'account').width - 60);
  });

  it('breaks a long head in two', () => {
    const head = (label: string) => {
      const list = columns.map((column) => (column.field.name === 'amount' ? { ...column, label } : column));
      return named(measured({ columns: list, rows: [row('1.00', 'USD')], words, culture: 'en-US' }), 'amount').width;
    };
    expect(head('Predictedamounts')).toBeGreaterThan(head('Predicted amount'));
    expect(head('明细与账单之差总额')).toBeLessThan(9 * 14.5 + 36);
  });
});

describe.each(['en-US', 'zh-CN'] as const)('the orders on a screen of 1280 pixels, %s', (culture) => {
  const loaded = loadCatalog(`${projectRoot}schemas`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.issues));
  const order = loaded.value.byName.get('order')!;
  const texts = entityTexts(culture, 'order');
  const answer = { meta: order.meta, codes: [], refs: {}, texts, rights: { readOnly: [] } } as unknown as EntityAnswer;
  const orderWords = entityLabels(answer);
  const row = {
    ...{ id: '1', version: 1, orderNo: 'SO-2611-000245', status: 'refundRejected', carrierCode: 'FEDEX' },
    ...{ customer: '7', $customer: 'Harbor Lane Home Goods Inc.', shipToName: 'Christopher Anderson' },
    ...{ leadTracking: '1Z4F71W20378118345', predictedSale: 1224.62, currency: 'USD' },
    ...{ createdAt: '2026-11-26 16:12:00' },
  };
  /** What the rows have between the number of the order and their actions, beside the menu. */
  const room = 713;

  it('name customer and recipient by a dozen letters at least, with the price in sight', () => {
    const list = listColumns(order, orderWords, null);
    const columns = fitted(measured({ columns: list, rows: [row], words: orderWords, culture }), room);
    let right = 0;
    const inSight = columns
      .filter(({ hidden, pinned }) => !hidden && !pinned)
      .filter(({ width }) => (right += width) <= room)
      .map(({ field }) => field.name);
    expect(inSight).toEqual(['status', 'customer', 'shipToName', 'leadTracking', 'predictedSale']);
    for (const name of ['customer', 'shipToName']) expect(named(columns, name).width).toBeGreaterThanOrEqual(128);
  });
});

describe('a record that the reader may not see', () => {
  it('has no number of the system in its place', () => {
    const account = entity.byName.get('account')!;
    const row = { id: '1', version: 1, account: '119642268981268480' };
    expect(cellText(account, row, { words, culture: 'en-US' })).not.toContain('1196');
  });
});

describe('a currency', () => {
  it('shared by all rows is shown in the header only', () => {
    const [one, two] = [row('1.50', 'USD'), row('2.00', 'USD')];
    const amount = named(measured({ columns, rows: [one, two], words, culture: 'en-US' }), 'amount');
    expect(amount).toMatchObject({ label: 'Amount (USD)', headCurrency: 'USD' });
    expect(cellText(amount.field, one, { words, culture: 'en-US', headCurrency: amount.headCurrency })).toBe('1.50');
    // A later row that has another one still says so.
    expect(
      cellText(amount.field, row('3.00', 'EUR'), { words, culture: 'en-US', headCurrency: amount.headCurrency }),
    ).toBe('3.00 EUR');
  });

  it('stays in the cells where the rows differ', () => {
    const amount = named(
      measured({ columns, rows: [row('1.50', 'USD'), row('2.00', 'EUR')], words, culture: 'en-US' }),
      'amount',
    );
    expect(amount.label).toBe('Amount');
    expect(amount.headCurrency).toBeUndefined();
  });
});

describe('a number at the edge', () => {
  const widths = (list: readonly { width: number; hidden: boolean; pinned: boolean }[]) =>
    list.filter(({ hidden, pinned }) => !hidden && !pinned).map(({ width }) => width);

  it('is whole: words before it give up room', () => {
    const [account = 0, amount = 0] = widths(columns);
    const now = fitted(columns, account + amount - 40);
    expect(widths(now).slice(0, 2)).toEqual([account - 40, amount]);
  });

  it('is whole where no column of words can take what is left: those before it grow', () => {
    const numbers = columns.map((column) => (column.field.name === 'account' ? { ...column, numbers: true } : column));
    const [account = 0, amount = 0, code = 0] = widths(numbers);
    const now = widths(fitted(numbers, account + amount + 40));
    expect(now.slice(0, 3)).toEqual([account + 20, amount + 20, code]);
  });

  it('or is wholly out of sight', () => {
    const [account = 0] = widths(columns);
    expect(widths(fitted(columns, account + 20))[0]).toBe(account + 20);
  });

  it('is left alone where a person has arranged the columns', () => {
    const own = columns.map((column) => ({ ...column, arranged: true }));
    expect(fitted(own, 250)).toEqual(own);
  });
});
