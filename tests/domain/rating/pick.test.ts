import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addWorkingDays } from '../../../engine/core/index.ts';
import { pickOffer, type Offer, type RateRule } from '../../../server/domain/rating/pick.ts';

const any: RateRule = {
  ...{ services: [], exclude: [], latestDays: null, arriveBy: null, preferredCarrier: null, within: 0 },
};
const monday = '2026-01-12';
const offer = (service: string, total: number | null, days: number | null, carrier = 'UPS'): Offer => ({
  ...{ channel: `${carrier}-west`, service, carrier, total, days, available: total !== null, shipDate: monday },
});
const pick = (offers: readonly Offer[], rule: Partial<RateRule> = {}) => {
  const { picked, reason, next, leftOut } = pickOffer(offers, { ...any, ...rule });
  return {
    ...{ picked: picked?.service ?? null, reason, next: next?.service ?? null },
    leftOut: leftOut.map(({ offer: { service }, why }) => `${service} ${why}`),
  };
};

const ground = offer('ground', 950, 5);
const saver = offer('saver', 1_800, 2);
const air = offer('air', 3_100, 1);

describe('a named rule picks', () => {
  it('the cheapest, and keeps the next best', () => {
    expect(pick([air, ground, saver])).toEqual({ picked: 'ground', reason: 'cheapest', next: 'saver', leftOut: [] });
  });

  it('the cheapest that keeps the promise of days', () => {
    expect(pick([ground, saver, air], { latestDays: 2 })).toEqual({
      ...{ picked: 'saver', reason: 'cheapest', next: 'air', leftOut: ['ground late'] },
    });
    expect(pick([ground, saver, air], { latestDays: 5 }).picked).toBe('ground');
  });

  it('the cheapest that is there in time, counting working days alone', () => {
    // Monday and 5 working days is next Monday.
    expect(pick([ground, saver], { arriveBy: '2026-01-19' }).picked).toBe('ground');
    expect(pick([ground, saver], { arriveBy: '2026-01-18' }).picked).toBe('saver');
    expect(pick([ground, saver], { arriveBy: '2026-01-13' })).toMatchObject({
      ...{ picked: null, reason: null, next: null, leftOut: ['ground late', 'saver late'] },
    });
  });

  it('nothing whose days nobody knows where days were promised', () => {
    const unknown = offer('unknown', 100, null);
    expect(pick([unknown, ground], { latestDays: 9 })).toMatchObject({
      picked: 'ground',
      leftOut: ['unknown daysUnknown'],
    });
    expect(pick([unknown, ground]).picked).toBe('unknown');
  });

  it('only among its services, and never from an excluded channel', () => {
    expect(pick([ground, saver, air], { services: ['saver', 'air'] })).toMatchObject({
      ...{ picked: 'saver', leftOut: ['ground notNamed'] },
    });
    const fedex = offer('home', 900, 5, 'FEDEX');
    expect(pick([ground, fedex], { exclude: ['FEDEX-west'] })).toEqual({
      ...{ picked: 'ground', reason: 'only', next: null, leftOut: ['home excluded'] },
    });
  });

  it('the preferred carrier where it is not too much dearer, to the cent', () => {
    const ten = { preferredCarrier: 'FEDEX', within: 100_000 };
    const at = (total: number) => [ground, offer('home', total, 5, 'FEDEX')];
    expect(pick(at(1_045), ten)).toEqual({ picked: 'home', reason: 'preferred', next: 'ground', leftOut: [] });
    expect(pick(at(1_046), ten)).toMatchObject({ picked: 'ground', reason: 'cheapest', next: 'home' });
    expect(pick(at(951), { preferredCarrier: 'FEDEX' }).picked).toBe('ground');
  });

  it('of equal prices the faster, then the preferred, then the first', () => {
    const slow = offer('slow', 950, 6);
    const home = offer('home', 950, 5, 'FEDEX');
    expect(pick([slow, ground])).toMatchObject({ picked: 'ground', reason: 'faster', next: 'slow' });
    expect(pick([ground, home], { preferredCarrier: 'FEDEX' })).toMatchObject({ picked: 'home', reason: 'preferred' });
    expect(pick([ground, home])).toMatchObject({ picked: 'ground', reason: 'first', next: 'home' });
    expect(pick([offer('unknown', 950, null), slow])).toMatchObject({ picked: 'slow', reason: 'faster' });
  });

  it('nothing where nothing has a price', () => {
    expect(pick([offer('closed', null, null)])).toEqual({
      ...{ picked: null, reason: null, next: null, leftOut: ['closed unavailable'] },
    });
    expect(pick([]).picked).toBeNull();
  });

  it('never anything dearer than its allowance, and every offer is accounted for', () => {
    const offers = fc.array(
      fc.record({
        channel: fc.constantFrom('a', 'b'),
        service: fc.constantFrom('one', 'two', 'three'),
        carrier: fc.constantFrom('UPS', 'FEDEX', null),
        available: fc.boolean(),
        total: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: null }),
        days: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
        shipDate: fc.constant(monday),
      }),
      { maxLength: 8 },
    );
    const rules = fc.record({
      services: fc.subarray(['one', 'two', 'three']),
      exclude: fc.subarray(['a', 'b'], { maxLength: 1 }),
      latestDays: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
      arriveBy: fc.constantFrom(null, '2026-01-14', '2026-01-20'),
      preferredCarrier: fc.constantFrom(null, 'FEDEX'),
      within: fc.integer({ min: 0, max: 500_000 }),
    });
    fc.assert(
      fc.property(offers, rules, (among, rule) => {
        const { picked, next, leftOut } = pickOffer(among, rule);
        const out = new Set(leftOut.map((each) => each.offer));
        const open = among.filter((each) => !out.has(each));
        expect(picked === null).toBe(open.length === 0);
        expect(next === null).toBe(open.length < 2);
        if (!picked) return;
        const least = Math.min(...open.map(({ total }) => total ?? Infinity));
        expect((picked.total ?? Infinity) * 1_000_000).toBeLessThanOrEqual(least * (1_000_000 + rule.within));
        if (rule.latestDays !== null) expect(picked.days ?? Infinity).toBeLessThanOrEqual(rule.latestDays);
        if (rule.arriveBy !== null) expect(addWorkingDays(monday, picked.days ?? 99) <= rule.arriveBy).toBe(true);
      }),
    );
  });
});
