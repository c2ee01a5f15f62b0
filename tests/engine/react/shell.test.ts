// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { truncateByWidth } from '../../../engine/app/shell/menu/truncate-by-width.ts';
import { greeting } from '../../../engine/app/shell/greeting.ts';
import {
  applicationOf,
  applicationsOf,
  groupTarget,
  isInside,
  menuPageOf,
  menuPages,
  menuTree,
} from '../../../engine/app/shell/menu/menu.ts';
import { safeRedirect, signInPath } from '../../../engine/app/session/session.ts';
import { closeAll, closeLeft, closeRight, closeTab, visitTab, type Tab } from '../../../engine/app/shell/tabs/tabs.ts';
import { storeLocally, readStored } from '../../../engine/kit/ui/local-storage.ts';

const tab = (pathname: string): Tab => ({ pathname, to: pathname });
const node = (id: string, pid: string | null, path: string, more: object = {}) => ({
  id,
  pid,
  name: id,
  path,
  component: path ? 'entity' : '',
  meta: { title: id, show: true },
  ...more,
});

describe('the tabs', () => {
  const tabs = ['/welcome', '/A', '/B', '/C'].map(tab);

  it('remember where each page was left', () => {
    const visited = visitTab({
      tabs: visitTab({ tabs, pathname: '/A', search: '?search=x' }),
      pathname: '/B',
      search: '',
    });
    expect(visited).toHaveLength(4);
    expect(visited[1]?.to).toBe('/A?search=x');
  });

  it('give the tab of a page to the one that took its place', () => {
    expect(visitTab({ tabs, pathname: '/B/7', search: '', from: '/B' }).map(({ pathname }) => pathname)).toEqual([
      '/welcome',
      '/A',
      '/B/7',
      '/C',
    ]);
    expect(visitTab({ tabs, pathname: '/A', search: '', from: '/B' }).map(({ pathname }) => pathname)).toEqual([
      '/welcome',
      '/A',
      '/C',
    ]);
    expect(visitTab({ tabs, pathname: '/B', search: '?tab=history', from: '/B' })).toHaveLength(4);
    expect(visitTab({ tabs, pathname: '/D', search: '', from: '/welcome' })[0]?.pathname).toBe('/welcome');
  });

  it('let the oldest page but home go when there are more than twenty', () => {
    const many = Array.from({ length: 25 }, (_, index) => `/${index}`).reduce(
      (held, path) => visitTab({ tabs: held, pathname: path, search: '' }),
      [tab('/welcome')],
    );
    expect(many).toHaveLength(20);
    expect(many[0]?.pathname).toBe('/welcome');
    expect(many.at(-1)?.pathname).toBe('/24');
  });

  it('let no page go that has something unsaved', () => {
    const full = Array.from({ length: 19 }, (_, index) => tab(`/${index}`));
    const visited = visitTab({
      tabs: [tab('/welcome'), ...full],
      pathname: '/new',
      search: '',
      from: null,
      stays: (path) => path === '/0' || path === '/1',
    });
    expect(visited.map(({ pathname }) => pathname)).not.toContain('/2');
    expect(visited.map(({ pathname }) => pathname)).toEqual(expect.arrayContaining(['/0', '/1', '/new']));
  });

  it('go to the neighbour when the active one is closed', () => {
    expect(closeTab(tabs, '/B', '/B')).toMatchObject({ ok: true, active: '/C' });
    expect(closeTab(tabs, '/C', '/C')).toMatchObject({ ok: true, active: '/B' });
    expect(closeTab(tabs, '/A', '/C')).toMatchObject({ ok: true, active: '/C' });
  });

  it('keep the last one', () => {
    expect(closeTab([tab('/A')], '/A', '/A')).toEqual({ ok: false, code: 'tabs.last' });
  });

  it('say so when there is nothing on that side', () => {
    expect(closeLeft(tabs, '/welcome', '/welcome')).toEqual({ ok: false, code: 'tabs.noLeft' });
    expect(closeRight(tabs, '/C', '/C')).toEqual({ ok: false, code: 'tabs.noRight' });
    expect(closeRight(tabs, '/A', '/A')).toMatchObject({ ok: true, tabs: [tab('/welcome'), tab('/A')] });
    expect(closeAll(tabs, '/B')).toEqual({ ok: true, tabs: [tab('/B')], active: '/B' });
  });
});

describe('the menu', () => {
  const nodes = [
    node('group', null, ''),
    node('one', 'group', '/One', { application: 'first' }),
    node('hidden', 'group', '/Hidden', { meta: { title: 'hidden', show: false } }),
    node('empty', null, ''),
    node('two', null, '/Two', { application: 'second' }),
  ];

  it('is a tree of what is shown, without groups that lead nowhere', () => {
    expect(menuPages(menuTree(nodes)).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(menuTree(nodes).map(({ id }) => id)).toEqual(['group', 'two']);
  });

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    '/../../api/logout',
    '/%2e%2E/x',
    'javascript:alert(1)',
    '/a b',
    'x',
  ])('has %s as a word that leads nowhere', (path) => {
    expect(isInside(path)).toBe(false);
    const strange = [node('strange', null, path)];
    expect(menuTree(strange)).toMatchObject([{ id: 'strange', path: null }]);
    expect(menuPages(menuTree(strange))).toEqual([]);
  });

  it('leads from the address of a group to its redirect, else to its first page', () => {
    const group = (id: string, pid: string | null, more: object = {}) =>
      node(id, pid, `/${id}`, { component: 'PageView', ...more });
    const below = [group('outer', null), group('inner', 'outer'), node('page', 'inner', '/Page')];
    expect(groupTarget(below, '/Outer')).toBe('/Page');
    const redirected = [...below, group('first', null, { redirect: '/Page' })];
    expect(groupTarget(redirected, '/first')).toBe('/Page');
    const circle = [...below, group('a', 'inner', { redirect: '/outer' }), node('last', 'a', '/Last')];
    expect(groupTarget(circle, '/a')).toBe('/Last');
    expect(groupTarget([...below, group('astray', null, { redirect: '//evil.example' })], '/astray')).toBeNull();
    expect(groupTarget(below, '/page')).toBeNull();
  });

  it('shows an entry whose pages are hidden as one link to where its address leads', () => {
    const center = node('center', null, '/center', {
      component: 'PageView',
      redirect: '/center/base',
      meta: { title: 'center', show: true, hideChildren: true },
    });
    const base = node('base', 'center', '/center/base', { component: 'page' });
    expect(menuTree([center, base])).toMatchObject([{ id: 'center', path: '/center', children: [] }]);
  });

  it('narrows to an application', () => {
    expect(menuPages(menuTree(nodes, 'second')).map(({ id }) => id)).toEqual(['two']);
  });

  it('finds the page an address belongs to, whatever its case, and no longer name that begins alike', () => {
    const tree = menuTree(nodes);
    expect(menuPageOf(tree, '/one/12/edit')?.id).toBe('one');
    expect(menuPageOf(tree, '/Oneself')).toBeNull();
  });

  it('knows which application an address leads into', () => {
    expect(applicationOf(nodes, '/Two/5')).toBe('second');
    expect(applicationOf(nodes, '/welcome')).toBeNull();
  });

  it('offers applications only where there is a choice', () => {
    const apps = [
      { code: 'first', name: 'First', active: true },
      { code: 'second', name: 'Second', active: false },
    ];
    expect(applicationsOf({ apps, menus: nodes })).toHaveLength(2);
    expect(applicationsOf({ apps, menus: nodes.slice(0, 2) })).toEqual([]);
  });
});

describe('a person without a session', () => {
  beforeEach(() => localStorage.clear());

  it('is sent back afterwards to the page that was wanted', () => {
    expect(signInPath('/Ticket?view=open')).toBe('/user/login?redirect=%2FTicket%3Fview%3Dopen');
    expect(signInPath('/welcome')).toBe('/user/login');
  });

  it('returns to the sign-in page used last', () => {
    storeLocally('SIGN_IN_KIND', 'member');
    expect(signInPath('/')).toBe('/user/client-login');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:1', '/user/login', '', null])(
    'is never sent to %s',
    (wanted) => {
      expect(safeRedirect(wanted)).toBe('/welcome');
    },
  );

  it('may be sent to any page of the application', () => {
    expect(safeRedirect('/Ticket/1?tab=history')).toBe('/Ticket/1?tab=history');
  });
});

describe('what the browser keeps', () => {
  beforeEach(() => localStorage.clear());

  it("is stored under the product's namespace with its expiry", () => {
    vi.spyOn(Date, 'now').mockReturnValue(1000);
    storeLocally('Access-Token', 'secret', 500);
    expect(JSON.parse(localStorage.getItem('pro__Access-Token')!)).toEqual({ value: 'secret', expire: 1500 });
    expect(readStored('Access-Token')).toBe('secret');
    vi.spyOn(Date, 'now').mockReturnValue(1501);
    expect(readStored('Access-Token')).toBeNull();
    vi.restoreAllMocks();
  });

  it('is nothing when it cannot be read', () => {
    localStorage.setItem('pro__CULTURE', 'not json');
    expect(readStored('CULTURE')).toBeNull();
  });
});

describe('small words', () => {
  it('greet by the hour', () => {
    expect([0, 8, 9, 11, 12, 13, 14, 19, 20, 23].map(greeting)).toEqual([
      'morning',
      'morning',
      'forenoon',
      'forenoon',
      'noon',
      'noon',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
    ]);
  });

  it('cut a name at eight wide letters or sixteen narrow ones', () => {
    expect(truncateByWidth('North Logistics', 8)).toBe('North Logistics');
    expect(truncateByWidth('Northern Logistics', 8)).toBe('Northern Logisti…');
  });
});
