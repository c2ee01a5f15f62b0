import { expect, it } from 'vitest';
import { postal } from '../../../server/domain/addresses/postal/postal-data.ts';
import { suggestPlaces, type Asked } from '../../../server/domain/addresses/suggest.ts';

const told = (asked: Asked): string[] =>
  suggestPlaces(asked, postal()).map(
    ({ city, state, postalCodes, more }) =>
      `${city}, ${state} ${postalCodes.slice(0, 2).join(' ')}${more ? ' ...' : ''}`,
  );

it('tells city and state of a code', () => {
  expect(told({ country: 'US', postalCode: '91710' })).toEqual(['Chino, CA 91710']);
  expect(told({ country: 'PR', postalCode: '00907' })).toEqual(['San Juan, PR 00907']);
  expect(told({ country: 'CA', postalCode: 'M5V 3L9' })).toEqual(['Toronto, ON M5V']);
  expect(told({ country: 'US', postalCode: '9171' })).toContain('Chino, CA 91710');
  expect(told({ country: 'US', postalCode: '91' })).toEqual([]);
});

it('tells codes of a city, the whole name first', () => {
  expect(told({ country: 'US', city: 'chino', state: 'CA' })).toEqual([
    'Chino, CA 91708 91710',
    'Chino Hills, CA 91709',
  ]);
  expect(told({ country: 'US', city: 'New Y', state: 'NY' })[0]).toBe('New York, NY 10001 10002 ...');
  expect(told({ country: 'CA', city: 'Mont', state: 'QC' }).length).toBeGreaterThan(0);
  expect(told({ country: 'US', city: 'c' })).toEqual([]);
});

it('knows nothing of other countries', () => {
  expect(told({ country: 'DE', city: 'Berlin' })).toEqual([]);
});
