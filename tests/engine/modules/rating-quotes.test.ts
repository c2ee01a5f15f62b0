import { describe, expect, it } from 'vitest';
import { noBox, noDraft } from '../../../engine/modules/rating/draft.ts';
import { bodyOf, marksOf, ordered, type Quote } from '../../../engine/modules/rating/quotes.ts';
import { trialOf } from '../../../engine/modules/rating/trials.ts';

const quote = (name: string, total: number | null, days: number | null): Quote => ({
  channel: { id: '1', name: 'North' },
  service: { id: name, name },
  ...(total === null
    ? { available: false, reason: { code: 'rating.noZone', message: 'No zone.' } }
    : { available: true, currency: 'USD', days, sale: { total, lines: [] } }),
});
const names = (quotes: readonly Quote[]) => quotes.map(({ service }) => service.name);

describe('offers', () => {
  const quotes = [quote('ground', 9.5, 5), quote('air', 31, 1), quote('saver', 31, 2), quote('closed', null, null)];

  it('stand by price or by speed, and those without a price apart', () => {
    expect(names(ordered(quotes, 'cheapest').open)).toEqual(['ground', 'air', 'saver']);
    expect(names(ordered(quotes, 'fastest').open)).toEqual(['air', 'saver', 'ground']);
    expect(names(ordered([quote('later', 1, null), ...quotes], 'fastest').open).at(-1)).toBe('later');
    expect(names(ordered(quotes, 'fastest').closed)).toEqual(['closed']);
  });

  it('are marked where there is something to compare', () => {
    const { cheapest, fastest } = marksOf(ordered(quotes, 'cheapest').open);
    expect([cheapest?.service.name, fastest?.service.name]).toEqual(['ground', 'air']);
    expect(marksOf([quote('alone', 1, 1)])).toEqual({ cheapest: null, fastest: null });
    expect(marksOf([quote('one', 1, null), quote('two', 2, null)]).fastest).toBeNull();
  });

  it('are compared by cost if there is no customer price', () => {
    const ours = (name: string, total: number): Quote => ({
      ...quote(name, null, null),
      ...{ available: true, cost: { total, lines: [] } },
    });
    expect(names(ordered([ours('dear', 5), ours('cheap', 4)], 'cheapest').open)).toEqual(['cheap', 'dear']);
  });
});

describe('offers of a trial', () => {
  it('name the day on which each would ship, where it was kept', () => {
    const row = { version: 1, createdAt: '2026-11-27 09:00:00', channel: '1', service: '2', available: true };
    const { quotes } = trialOf(
      [
        { ...row, id: '11', shipDate: '2026-12-14' },
        { ...row, id: '12' },
      ],
      'en-US',
      (code) => code,
    );
    expect(quotes.map(({ shipDate }) => shipDate)).toEqual(['2026-12-14', undefined]);
  });
});

describe('the question as it is sent', () => {
  it('says what was typed as figures, and nothing that was not', () => {
    const place = { postalCode: ' v6b 1a1 ', state: 'bc', country: 'CA' };
    const box = { ...noBox, weight: '2.3', length: '30', width: '20', height: '10.5' };
    const bare = {
      ...noDraft,
      from: { ...place, country: 'US', postalCode: '91761', state: '' },
      to: place,
      boxes: [box],
    };
    expect(bodyOf(bare, '')).toEqual({
      unitType: '0',
      from: { postalCode: '91761', country: 'US' },
      to: { postalCode: 'V6B 1A1', state: 'BC', country: 'CA', type: 'unknown' },
      boxes: [{ weight: 2.3, length: 30, width: 20, height: 10.5, quantity: 1 }],
    });
    const full = {
      ...bare,
      declaredValue: '99.5',
      signature: 'adult',
      shipDate: '2026-01-12',
      type: 'residential',
      packaging: 'letter',
      thirdParty: true,
    } as const;
    expect(bodyOf(full, '7')).toMatchObject({
      customer: '7',
      shipDate: '2026-01-12',
      to: { type: 'residential' },
      boxes: [{ declaredValue: 99.5, signature: 'adult', packaging: 'letter' }],
      thirdParty: true,
    });
  });
});
