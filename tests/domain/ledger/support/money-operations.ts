import fc from 'fast-check';

/** What happens to money, by positions that are looked up when it happens. Amounts are cents. */
export type Operation =
  | { what: 'recharge' | 'charge' | 'bill' | 'deposit' | 'depositReturn' | 'linked'; who: number; cents: number }
  | { what: 'hold'; who: number; cents: number }
  | { what: 'capture' | 'release'; of: number; cents: number }
  | { what: 'reverse'; of: number }
  | { what: 'repeat'; of: number }
  | { what: 'tamper'; of: number; cents: number }
  | { what: 'batch'; of: number }
  | { what: 'limit'; who: number; cents: number }
  | { what: 'rollUp' };

const position = fc.nat({ max: 1_000_000 });
const cents = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(1, 99, 100, 1_000_000));
const moved = (...names: ('recharge' | 'charge' | 'bill' | 'deposit' | 'depositReturn' | 'linked')[]) =>
  fc.record({ what: fc.constantFrom(...names), who: position, cents });

/** Money in and out in about equal parts, so that balances stay near their floors, where it matters. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 20, arbitrary: moved('recharge') },
  { weight: 30, arbitrary: moved('charge') },
  { weight: 12, arbitrary: moved('linked', 'deposit', 'depositReturn', 'bill') },
  { weight: 14, arbitrary: fc.record({ what: fc.constant('hold' as const), who: position, cents }) },
  { weight: 20, arbitrary: fc.record({ what: fc.constantFrom('capture', 'release'), of: position, cents }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('reverse' as const), of: position }) },
  { weight: 10, arbitrary: fc.record({ what: fc.constant('repeat' as const), of: position }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('tamper' as const), of: position, cents }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('batch' as const), of: position }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('limit' as const), who: position, cents }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ what: 'rollUp' }) },
);
