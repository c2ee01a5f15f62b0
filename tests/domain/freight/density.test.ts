import { describe, expect, it } from 'vitest';
import { classify } from '../../../server/domain/freight/kernel/classify.ts';

/** A unit of a cubic foot, so that its weight is its density. */
const foot = { quantity: 1, length: 12, width: 12, height: 12, description: 'Cube' };
const order = (unit: object, more: object = {}) => ({
  ...{ unitType: '0', pickupDate: '2026-03-02', handlingUnits: [{ ...foot, ...unit }], ...more },
});
const classOf = (weight: number, pickupDate = '2026-03-02') =>
  classify(order({ weight }, { pickupDate }))[0]?.freightClass;

const steps = [
  ...[[1, '400', '300'] as const, [2, '300', '250'] as const, [4, '250', '175'] as const, [6, '175', '125'] as const],
  ...[[8, '125', '100'] as const, [10, '100', '92.5'] as const, [12, '92.5', '85'] as const],
  ...[[15, '85', '70'] as const, [22.5, '70', '65'] as const, [30, '65', '60'] as const],
];

describe('the class by density', () => {
  it.each([...steps, [35, '60', '55'] as const, [50, '55', '50'] as const])(
    'from 19 July 2025 on: %s lb/ft³ belongs to the step above it',
    (bound, below, from) => {
      expect([classOf(bound - 0.01), classOf(bound), classOf(bound + 0.01)]).toEqual([below, from, from]);
      expect(classOf(bound, '2025-07-19')).toBe(from);
    },
  );

  it.each(steps)('before: %s lb/ft³ belongs to the step above it', (bound, below, from) => {
    expect([classOf(bound - 0.01, '2025-07-18'), classOf(bound, '2025-07-18')]).toEqual([below, from]);
  });

  it('before: 30 and more is class 60, whatever is above', () => {
    for (const density of [35, 50, 900]) expect(classOf(density, '2025-07-18')).toBe('60');
  });

  it('48 x 40 x 48 in and 500 lb is 9.375 lb/ft³, class 100', () => {
    const [unit] = classify(order({ length: 48, width: 40, height: 48, weight: 500, quantity: 3 }));
    expect(unit).toMatchObject({
      density: '9.375',
      volume: '53.3333',
      freightClass: '100',
      pounds: 1500,
      from: '8',
      below: '10',
    });
  });

  it('an item that is not density-based keeps its class, another stated class does not count', () => {
    const item = { weight: 9, nmfcItem: '87500-2', statedClass: '85' };
    expect(classify(order({ ...item, notDensityBased: true }))[0]).toMatchObject({
      ...{ freightClass: '85', densityClass: '100', reason: 'item' },
    });
    expect(classify(order(item))[0]).toMatchObject({ freightClass: '100', reason: 'stated' });
  });

  it('metric figures meet the same bounds without a rounded factor', () => {
    const side = { length: 30.48, width: 30.48, height: 30.48 };
    // 3.62873896 kg is exactly 8 lb; what can be typed is just below and just above it.
    const kilograms = (weight: number) => classify(order({ ...side, weight }, { unitType: '1' }))[0];
    expect(kilograms(3.62)).toMatchObject({ density: '7.9807', freightClass: '125', pounds: 8 });
    expect(kilograms(3.63)).toMatchObject({ density: '8.0027', freightClass: '100', pounds: 9 });
  });

  it('a density just below a bound is never written as the bound', () => {
    const [unit] = classify(order({ length: 99.99, width: 99.99, height: 99.99, weight: 4628.24 }));
    expect(unit).toMatchObject({ freightClass: '125' });
    expect(Number(unit?.density)).toBeLessThan(8);
  });
});
