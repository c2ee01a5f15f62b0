import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargesOf,
  decimalOf,
  scaled,
  spreadCosts,
  type LoadedBox,
} from '../../../server/domain/consolidation/charges.ts';
import { spread } from '../../../server/domain/consolidation/spread.ts';

const parts = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 40 })
  .filter((sizes) => sizes.some((size) => size > 0n))
  .map((sizes) => sizes.map((size, at) => ({ key: `box-${at}`, size })));
const amounts = fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n });
const sum = (values: Iterable<bigint>) => [...values].reduce((total, value) => total + value, 0n);

describe('an amount that is spread', () => {
  it('comes back to the cent, for costs and for credits', () => {
    fc.assert(
      fc.property(amounts, parts, (amount, of) => {
        expect(sum(spread(amount, of)?.values() ?? [])).toBe(amount);
      }),
    );
  });

  it('gives each part its exact share but for less than a cent, of the sign of the amount', () => {
    fc.assert(
      fc.property(amounts, parts, (amount, of) => {
        const total = sum(of.map(({ size }) => size));
        const shares = spread(amount, of);
        const wrong = of.filter(({ key, size }) => {
          const share = shares?.get(key) ?? 0n;
          const off = share * total - amount * size;
          return share * amount < 0n || off >= total || -off >= total || (size === 0n && share !== 0n);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('does not depend on the order of the parts', () => {
    const shuffled = parts.chain((of) => fc.tuple(fc.constant(of), fc.shuffledSubarray(of, { minLength: of.length })));
    fc.assert(
      fc.property(amounts, shuffled, (amount, [of, others]) => {
        const [one, other] = [spread(amount, of), spread(amount, others)];
        expect(of.map(({ key }) => one?.get(key))).toEqual(of.map(({ key }) => other?.get(key)));
      }),
    );
  });

  it('has nowhere to go where nothing has a size', () => {
    expect(spread(100n, [{ key: 'a', size: 0n }])).toBeNull();
    expect(spread(100n, [])).toBeNull();
  });
});

const box = (id: string, more: Partial<LoadedBox> = {}): LoadedBox => ({
  ...{ id, boxNo: id, customer: 'acme', grams: 10_000n, cubicCentimetres: 60_000n, valueCents: 100_00n },
  ...{ chargeableGrams: 10_000n, currency: 'USD', ...more },
});
const line = (amount: string, basis: 'weight' | 'volume' | 'value' | 'boxes' | null = null, currency = 'USD') => ({
  ...{ kind: 'freight', amount, currency, basis },
});

describe('cost lines of a main bill', () => {
  const boxes = [box('a'), box('b', { grams: 20_000n, chargeableGrams: 25_500n }), box('c', { valueCents: 0n })];

  it('are spread each by its own basis', () => {
    const { shares, noBasis } = spreadCosts(
      boxes,
      [line('100.00'), line('-0.02', 'boxes'), line('9.99', 'value')],
      'weight',
    );
    expect(noBasis).toEqual([]);
    expect(shares.map(({ of }) => [...of.values()].map((share) => decimalOf(share)))).toEqual([
      ['25.00', '50.00', '25.00'],
      ['-0.01', '-0.01', '0.00'],
      ['5.00', '4.99', '0.00'],
    ]);
  });

  it('are named where no box has what they are spread by', () => {
    const flat = boxes.map((each) => ({ ...each, cubicCentimetres: 0n }));
    const mixed = [box('a'), box('b', { currency: 'CNY' })];
    expect(spreadCosts(flat, [line('5.00')], 'volume').noBasis).toMatchObject([{ basis: 'volume', mixed: false }]);
    expect(spreadCosts(mixed, [line('5.00')], 'value').noBasis).toMatchObject([{ basis: 'value', mixed: true }]);
  });

  it('are sold with a markup, in their own currencies', () => {
    const { shares } = spreadCosts(boxes, [line('100.00'), line('7.00', 'boxes', 'CNY')], 'weight');
    const charges = chargesOf(boxes, shares, () => ({ mode: 'markup', percent: '12.5' }));
    expect(charges.map(({ box: { id }, currency, sale }) => `${id} ${decimalOf(sale)} ${currency}`)).toEqual([
      ...['a 28.13 USD', 'a 2.63 CNY', 'b 56.25 USD', 'b 2.62 CNY', 'c 28.13 USD', 'c 2.62 CNY'],
    ]);
  });

  it('do not change a price per kilogram, of which each box pays a minimum', () => {
    const { shares } = spreadCosts(boxes, [line('100.00'), line('7.00', 'boxes', 'CNY')], 'weight');
    const sale = { mode: 'perKg', price: '1.2345', minimum: '20', currency: 'USD' } as const;
    const charges = chargesOf(boxes, shares, () => sale);
    expect(charges.map(({ cost, sale: price }) => `${decimalOf(cost ?? 0n)} ${decimalOf(price)}`)).toEqual([
      ...['25.00 20.00', '50.00 31.48', '25.00 20.00'],
    ]);
  });
});

it('decimals are read and written exactly', () => {
  expect([scaled('12.345', 2), scaled('-0.005', 2), scaled('7', 3), scaled('.5', 1)]).toEqual([1235n, -1n, 7000n, 5n]);
  expect([decimalOf(-5n), decimalOf(123_456n, 3)]).toEqual(['-0.05', '123.456']);
});
