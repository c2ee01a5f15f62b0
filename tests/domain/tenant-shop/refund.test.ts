import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  centsOf,
  refundOf,
  textOf,
  type Refundable,
  type RefundRule,
} from '../../../server/domain/tenant-shop/refund.ts';

const zones = [
  ...['America/New_York', 'America/Sao_Paulo', 'Europe/London', 'Asia/Shanghai', 'Asia/Kolkata', 'Pacific/Apia'],
  ...['Pacific/Kiritimati', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'],
];

const calendars = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })]),
);
/** The local day of an instant, from the calendar of the runtime. */
const dayIn = (timeZone: string, at: number): string => calendars.get(timeZone)?.format(at) ?? '';

/** The days of a term by walking through its hours on the clock of a zone: knows nothing of counting days. */
function walk(timeZone: string, from: number, days: number): string[] {
  const seen = new Set<string>();
  for (let at = from; seen.size < days; at += 3_600_000) seen.add(dayIn(timeZone, at));
  return [...seen];
}

const order = (more: Partial<Refundable>): Refundable => ({
  ...{ amount: 9900n, rule: 'any', paidOn: '2025-06-02', startsOn: '2025-06-02', endsOn: '2025-07-01' },
  ...{ orders: null, usedOrders: 0 },
  ...more,
});

describe('a refund', () => {
  it('pays back the unused days to the nearest cent, whatever clocks and calendars do', () => {
    fc.assert(
      fc.property(
        fc.record({
          zone: fc.constantFrom(...zones),
          // Around the turns of years, leap days and changes of clocks.
          start: fc.constantFrom(
            '2024-02-28T12:30Z',
            '2024-12-31T23:30Z',
            '2025-03-09T04:59Z',
            '2025-10-26T00:30Z',
            '2027-01-31T15:00Z',
          ),
          days: fc.integer({ min: 1, max: 70 }),
          at: fc.integer({ min: 0, max: 69 }),
          amount: fc.bigInt({ min: 0n, max: 99_999_999n }),
        }),
        ({ zone, start, days, at, amount }) => {
          const calendar = walk(zone, Date.parse(start), days);
          // A day that a zone leaves out (Apia once did) is not among these years, so days follow each other.
          const [first = '', last = ''] = [calendar[0], calendar.at(-1)];
          expect(addDays(first, days - 1)).toBe(last);
          const today = calendar[Math.min(at, days - 1)] ?? first;
          const unused = calendar.filter((day) => day > today).length;
          const found = refundOf(order({ amount, paidOn: first, startsOn: first, endsOn: last }), today);
          if (found.refused !== null) throw new Error(found.refused);
          expect([found.unusedDays, found.days]).toEqual([unused, days]);
          const error = 2n * (found.amount * BigInt(days) - amount * BigInt(unused));
          expect(error <= BigInt(days) && error > -BigInt(days) - 1n).toBe(true);
          expect(found.amount >= 0n && found.amount <= amount).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('never grows from one day to the next, nor with orders that are used', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999n }), fc.integer({ min: 1, max: 5000 }), (amount, orders) => {
        let before = amount + 1n;
        for (let day = 0; day < 30; day += 1) {
          const usedOrders = Math.floor((orders * day) / 40);
          const found = refundOf(order({ amount, orders, usedOrders }), addDays('2025-06-02', day));
          if (found.refused !== null) throw new Error(found.refused);
          expect(found.amount <= before).toBe(true);
          before = found.amount;
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    [
      'the whole price before the term begins',
      order({ startsOn: '2025-07-02', endsOn: '2025-07-31' }),
      '2025-06-10',
      '99.00',
    ],
    ['all but today on the first day', order({}), '2025-06-02', '95.70'],
    ['nothing on the last day', order({}), '2025-07-01', '0.00'],
    [
      'over a leap day',
      order({ startsOn: '2024-02-15', endsOn: '2024-03-15', paidOn: '2024-02-15' }),
      '2024-02-28',
      '52.80',
    ],
    [
      'over the same month of another year',
      order({ startsOn: '2025-02-14', endsOn: '2025-03-15', paidOn: '2025-02-14' }),
      '2025-02-28',
      '49.50',
    ],
    ['the unused orders where they are worth less', order({ orders: 1000, usedOrders: 900 }), '2025-06-02', '9.90'],
    ['the unused days where they are worth less', order({ orders: 1000, usedOrders: 0 }), '2025-06-26', '16.50'],
    ['nothing where more was used than was sold', order({ orders: 10, usedOrders: 12 }), '2025-06-02', '0.00'],
  ])('is %s', (_, sold, today, expected) => {
    const found = refundOf(sold, today);
    expect(found.refused === null && textOf(found.amount)).toBe(expected);
  });

  it.each<[RefundRule, string, string | null, string | null]>([
    ['days30', '2025-07-02', null, '2025-07-02'],
    ['days30', '2025-07-03', 'refundOver', '2025-07-02'],
    ['days60', '2025-08-01', null, '2025-08-01'],
    ['days60', '2025-08-02', 'refundOver', '2025-08-01'],
    ['days90', '2025-08-31', null, '2025-08-31'],
    ['days90', '2025-09-01', 'refundOver', '2025-08-31'],
    ['any', '2026-06-01', null, '2026-06-01'],
    ['any', '2026-06-02', 'ended', '2026-06-01'],
    ['days30', '2026-06-02', 'ended', '2025-07-02'],
    ['none', '2025-06-02', 'noRefund', null],
  ])('by the rule %s on %s is refused: %s', (rule, today, refused, until) => {
    const found = refundOf(order({ rule, endsOn: '2026-06-01' }), today);
    expect([found.refused, found.until]).toEqual([refused, until]);
  });

  it('reads and writes cents without a float between', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (cents) => {
        expect(centsOf(textOf(cents))).toBe(cents);
      }),
    );
    expect([centsOf(0.1), centsOf('12'), centsOf('12.5'), centsOf(null)]).toEqual([10n, 1200n, 1250n, 0n]);
  });
});
