import { describe, expect, it } from 'vitest';
import type { Pending, ShopFacts } from '../../../server/domain/stores/draft-rows.ts';
import { groupsOf } from '../../../server/domain/stores/make-drafts.ts';
import { planDraft } from '../../../server/domain/stores/plan.ts';

const order = (id: string, to: Partial<Pending>): Pending => ({
  ...{
    id,
    no: `#${id}`,
    platform: 'shopify',
    customer: '1',
    name: 'Chan Tai Man',
    company: null,
    phone: null,
    email: null,
  },
  ...{ address1: '18 Station Road', address2: null, address3: null, city: 'Tai Po', state: null, postalCode: null },
  ...{ country: 'HK', type: 'unknown', total: null, letValue: null, version: '1', items: [], ...to },
});
const merged = (...orders: Pending[]) => groupsOf(orders, true).map((group) => group.map(({ id }) => id));

describe('store orders', () => {
  it('are merged for one place, and not where only the street is the same', () => {
    const cities = [order('1', {}), order('2', { city: 'Sha Tin' }), order('3', { city: 'TAI PO' })];
    expect(merged(...cities)).toEqual([['1', '3'], ['2']]);
    expect(merged(order('1', { address3: 'Flat 5' }), order('2', { address3: 'Flat 6' }))).toEqual([['1'], ['2']]);
    expect(merged(order('1', { state: 'Dubai' }), order('2', { state: 'Sharjah' }))).toEqual([['1'], ['2']]);
  });

  it('are merged by the postal code, however their buyers write the city', () => {
    const to = { country: 'US', postalCode: '55101', state: 'MN' };
    expect(merged(order('1', { ...to, city: 'Saint Paul' }), order('2', { ...to, city: 'St. Paul' }))).toEqual([
      ['1', '2'],
    ]);
  });
});

describe('the value above which a shop holds', () => {
  const shop: ShopFacts = {
    ...{ unitType: '0', holdAbove: '500.00', mergeSame: true, channelMode: 'none', channel: null, service: null },
    ...{ rateRule: null, box: null, rules: [], addressPolicy: 'pass', places: {} },
  };
  const held = (...orders: (readonly [total: string | null, letValue?: boolean])[]): unknown => {
    const pending = orders.map(([total, letValue = null], at) => order(String(at), { total, letValue }));
    const plan = planDraft(pending, shop, new Map());
    return 'hold' in plan && plan.hold === 'value' ? plan.about : null;
  };

  it('is that of the parcel, which may hold several orders', () => {
    expect(held(['500.00'])).toBe(null);
    expect(held(['500.01'])).toBe('500.01');
    expect(held(['300.00'], ['200.00'], [null])).toBe(null);
    expect(held(['300.00'], ['200.01'])).toBe('500.01');
  });

  it('holds until each order of the parcel is let pass', () => {
    expect(held(['300.00', true], ['300.00'])).toBe('600.00');
    expect(held(['300.00', true], ['300.00', true])).toBe(null);
  });
});
