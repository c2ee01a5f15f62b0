import { describe, expect, it } from 'vitest';
import type { FoundGroup } from '../../../engine/kit/data/data-client.ts';
import { findRecords } from '../../../engine/app/shell/palette/find-records.ts';
import { goKeys } from '../../../engine/app/shell/palette/go-keys.ts';
import { helpAddress, menuNodeOf, menuPages, menuTree, type MenuItem } from '../../../engine/app/shell/menu/menu.ts';
import {
  fittingItems,
  looksLikeCode,
  looksLikeNumber,
  withRecent,
  type PaletteItem,
} from '../../../engine/app/shell/palette/palette-items.ts';
import { helpPages } from '../../../engine/modules/help/help-pages.ts';
import { pinyinInitials } from '../../../engine/app/shell/palette/pinyin-initials.ts';

const item = (title: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  ...{ key: title, group: 'pages', title, run: () => undefined },
  ...more,
});
const titles = (items: readonly PaletteItem[]) => items.map(({ title }) => title);
const page = (path: string, title = path): MenuItem => ({ id: path, title, icon: null, path, children: [] });

describe('the palette', () => {
  const pages = ['Store settings', 'Price levels', 'Resettlement', 'Settings', 'Tickets'].map((title) => item(title));

  it('shows the best first: the beginning, then a word, then anywhere', () => {
    expect(titles(fittingItems(pages, 'sett'))).toEqual(['Settings', 'Store settings', 'Resettlement']);
  });

  it('finds by the initials of the words', () => {
    expect(titles(fittingItems(pages, 'pl'))).toEqual(['Price levels']);
  });

  it('finds by several words in any order', () => {
    expect(titles(fittingItems(pages, 'settings store'))).toEqual(['Store settings']);
    expect(titles(fittingItems([item('Help: Orders', { group: 'help' })], 'help order'))).toEqual(['Help: Orders']);
    expect(fittingItems(pages, 'settings tickets')).toEqual([]);
  });

  it('knows error codes from numbers of documents', () => {
    expect(['1013006', '10110013', 'ledger.belowFloor', 'bulk-order.cell'].filter(looksLikeCode)).toHaveLength(4);
    expect(['26070012', '1013', 'LD-1013006', '1013006.5', 'help order', '1.5'].filter(looksLikeCode)).toEqual([]);
  });

  it('finds Chinese titles by pinyin initials', () => {
    const chinese = ['客户配置', '订单', '价格等级'].map((title) => item(title));
    expect(titles(fittingItems(chinese, 'kh', pinyinInitials))).toEqual(['客户配置']);
    expect(titles(fittingItems(chinese, 'DD', pinyinInitials))).toEqual(['订单']);
    expect(fittingItems(chinese, 'kh')).toEqual([]);
  });

  it('also searches the subtitle, and keeps groups separate', () => {
    const mixed = [item('New in Tickets', { group: 'create' }), item('Close', { group: 'actions' }), ...pages];
    expect(titles(fittingItems(mixed, ''))).toEqual(['Close', ...titles(pages), 'New in Tickets']);
    expect(titles(fittingItems([item('Tickets', { words: '/Desk' })], 'desk'))).toEqual(['Tickets']);
    expect(fittingItems(pages, 'zzz')).toEqual([]);
  });

  it('remembers what was chosen last, each once', () => {
    expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
    expect(withRecent(['a', 'b', 'c'], 'd', 3)).toEqual(['d', 'a', 'b']);
  });

  it.each(['SO-2611-000286', '1Z999AA10123456784', '0042', 'RC-26/11'])('takes %s for a number', (typed) => {
    expect(looksLikeNumber(typed)).toBe(true);
  });

  it.each(['orders', 'a1', 'level 2 of 10', '', 'x'.repeat(80)])('does not take %s for a number', (typed) => {
    expect(looksLikeNumber(typed)).toBe(false);
  });
});

describe('a number that was pasted', () => {
  it('brings the record that bears just it to the top, whatever its kind', async () => {
    const row = (title: string, exact: boolean) => ({ id: title, title, exact });
    const groups = [
      { entity: 'one', path: 'One', name: 'Ones', rows: [row('N-10', false), row('N-11', false)] },
      { entity: 'two', path: 'Two', name: 'Twos', rows: [row('N-1', true)] },
    ];
    const client = { search: async () => groups as unknown as FoundGroup[] };
    const found = await findRecords(client, 'N-1', new AbortController().signal);
    expect(found.map(({ title, kind }) => `${kind} ${title}`)).toEqual(['Twos N-1', 'Ones N-10', 'Ones N-11']);
  });

  it('comes before pages; a record found by a word comes after them', () => {
    const items = [item('1000 things'), item('N-1000', { group: 'records' })];
    expect(titles(fittingItems(items, '1000'))).toEqual(['N-1000', '1000 things']);
    expect(titles(fittingItems(items, 'thin'))).toEqual(['1000 things', 'N-1000']);
  });
});

describe('the letters after g', () => {
  it('are the first free ones of each address', () => {
    const keys = goKeys(
      ['/Order', '/Customer', '/Channel', '/sysOrg'].map((path) => page(path)),
      'Home',
    );
    expect(Object.fromEntries(keys.map(({ letter, path }) => [letter, path]))).toEqual({
      h: '/welcome',
      o: '/Order',
      c: '/Customer',
      a: '/Channel',
      r: '/sysOrg',
    });
  });

  it('leave a page its initial, which no page before it takes as its second choice', () => {
    const keys = goKeys(
      ['/Order', '/OrderBox', '/MemberDeposit'].map((path) => page(path)),
      'Home',
    );
    expect(keys.map(({ letter, path }) => `${letter} ${path}`)).toEqual([
      'h /welcome',
      'o /Order',
      'd /MemberDeposit',
      'r /OrderBox',
    ]);
  });

  it('lead to no page of another site', () => {
    expect(goKeys([{ ...page('https://x.example/'), target: '_blank' }], 'Home')).toHaveLength(1);
  });
});

describe('what the server’s menu puts at an address', () => {
  const node = (name: string, component: string, path: string, meta: object = {}) => ({
    ...{ id: name, pid: '0', name, path, component },
    meta: { title: name, show: true, ...meta },
  });
  const nodes = [
    node('frame', 'Iframe', '/portal', { link: 'https://portal.example/' }),
    node('holder', 'PageView', '/holder'),
    node('outer', '', 'https://docs.example/', { target: '_blank' }),
    node('script', '', 'javascript:alert(1)', { target: '_blank' }),
    node('lost', 'system/nothing/index', '/a/b/c'),
  ];

  it('is found whatever the case of its letters', () => {
    expect(menuNodeOf(nodes, '/Portal')?.name).toBe('frame');
    expect(menuNodeOf(nodes, '/a/b/c')?.component).toBe('system/nothing/index');
    expect(menuNodeOf(nodes, '/holder')).toBeNull();
  });

  it('links out to addresses of the web alone', () => {
    expect(menuPages(menuTree(nodes)).map(({ id }) => id)).toEqual(['frame', 'outer', 'lost']);
  });
});

describe('the help of the page in front', () => {
  const node = (path: string, entity: string | null) =>
    ({ id: path, pid: null, path, entity, component: 'list', meta: { title: path } }) as unknown as Parameters<
      typeof helpAddress
    >[0][number];
  const nodes = [node('/Order', 'order'), node('/order-entry', 'order'), node('/welcome', null)];

  it('is that of the list or page of its address, else all help', () => {
    expect(
      ['/Order', '/Order/123/edit', '/order-entry', '/welcome', '/account/settings', '/'].map((path) =>
        helpAddress(nodes, path),
      ),
    ).toEqual(['/help?of=Order', '/help?of=Order', '/help?of=order-entry', '/help', '/help', '/help']);
  });

  it('is there for lists and for pages of modules, which lead to the help of their records', () => {
    expect(helpPages(nodes)).toEqual([
      { path: 'Order', title: '/Order', list: null },
      { path: 'order-entry', title: '/order-entry', list: { path: 'Order', title: '/Order' } },
    ]);
  });
});
