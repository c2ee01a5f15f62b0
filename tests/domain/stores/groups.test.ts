import { describe, expect, it } from 'vitest';
import type { Pending } from '../../../server/domain/stores/draft-rows.ts';
import { groupsOf } from '../../../server/domain/stores/make-drafts.ts';

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
