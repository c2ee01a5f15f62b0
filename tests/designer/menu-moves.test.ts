import { describe, expect, it } from 'vitest';
import {
  dropChanges,
  freeCode,
  inOrder,
  isWithin,
  placesIn,
  placeSteps,
  rowOf,
} from '../../designer/menus/menu-rows.ts';
import { hiddenReasons } from '../../designer/menus/visible-to-role.ts';

const row = (id: string, parent: string | null, sort: number, more: Record<string, unknown> = {}) =>
  rowOf({
    id,
    version: 1,
    parent,
    sort,
    name: id,
    code: id,
    application: 'business',
    type: '1',
    entity: 'order',
    ...more,
  });
const group = (id: string, parent: string | null, sort: number, more: Record<string, unknown> = {}) =>
  row(id, parent, sort, { type: '0', openType: '0', entity: null, ...more });
const rows = [
  group('sales', null, 10),
  row('orders', 'sales', 20),
  row('returns', 'sales', 30),
  group('money', null, 40),
  row('wallet', 'money', 50, { entity: 'wallet' }),
  row('mine', null, 60, { application: 'member' }),
];
const places = placesIn(rows, 'business');
const after = (changes: ReturnType<typeof dropChanges>) =>
  inOrder(places.map((place) => ({ ...place, ...changes.find(({ id }) => id === place.id) })))
    .map(([id, depth]) => `${'.'.repeat(depth)}${id}`)
    .join(' ');

describe('an entry of the menu', () => {
  it('goes before, behind and into another, and never into itself', () => {
    expect(after(dropChanges(places, 'returns', { at: 'before', id: 'orders' }))).toBe(
      'sales .returns .orders money .wallet',
    );
    expect(after(dropChanges(places, 'orders', { at: 'after', id: 'wallet' }))).toBe(
      'sales .returns money .wallet .orders',
    );
    expect(after(dropChanges(places, 'sales', { at: 'into', id: 'money' }))).toBe(
      'money .wallet .sales ..orders ..returns',
    );
    expect(dropChanges(places, 'sales', { at: 'before', id: 'orders' })).toEqual([]);
    expect(dropChanges(places, 'orders', { at: 'after', id: 'orders' })).toEqual([]);
    expect(isWithin(places, 'orders', 'sales')).toBe(true);
  });

  it('is moved by a change with the values from before', () => {
    const [moved] = placeSteps(rows, dropChanges(places, 'orders', { at: 'into', id: 'money' }));
    expect(moved).toEqual({
      id: 'orders',
      before: { parent: 'sales', sort: 20 },
      after: { parent: 'money', sort: 60 },
    });
  });

  it('gets a code of its own', () => {
    const taken = new Set(['desk', 'desk-2', 'entry']);
    expect(freeCode('desk', (code) => taken.has(code))).toBe('desk-3');
    expect(freeCode('打包台', (code) => taken.has(code))).toBe('entry-2');
  });
});

describe('who sees an entry', () => {
  const services = { off: new Set<string>(), withheld: new Set<string>() };
  const look = { member: false, chosen: null, rights: new Set(['order:read', 'wallet:read']) };
  const told = (...given: Parameters<typeof hiddenReasons>) => Object.fromEntries(hiddenReasons(...given));

  it('follows from the role, with the reason', () => {
    expect(told(rows, services, look)).toEqual({ mine: 'otherSide' });
    expect(told(rows, services, { ...look, rights: new Set(['order:read']) })).toEqual({
      wallet: 'noRight',
      money: 'empty',
      mine: 'otherSide',
    });
    expect(told(rows, services, { ...look, chosen: new Set(['orders']) })).toMatchObject({
      returns: 'notChosen',
      money: 'empty',
    });
    const entry = [row('single', null, 1, { entity: 'order', component: 'order-entry', router: '/order-entry' })];
    expect(told(entry, services, look)).toEqual({ single: 'noRight' });
    expect(told(entry, services, { ...look, rights: new Set(['order:read', 'order:add']) })).toEqual({});
    expect(told(rows, services, { ...look, member: true })).toMatchObject({ sales: 'otherSide', orders: 'otherSide' });
  });

  it('follows from the entry and the tenant', () => {
    const hidden = rows.map((each) => (each.id === 'sales' ? { ...each, visible: false } : each));
    expect(told(hidden, services, null)).toEqual({ sales: 'hidden', orders: 'aboveHidden', returns: 'aboveHidden' });
    expect(told([row('bare', null, 1, { entity: null })], services, null)).toEqual({ bare: 'opensNothing' });
    expect(told(rows, { off: new Set(['member']), withheld: new Set(['wallet']) }, null)).toEqual({
      mine: 'applicationOff',
      wallet: 'withheld',
      money: 'empty',
    });
  });
});
