import { describe, expect, it } from 'vitest';
import { decimal, weightScale } from '../../../server/domain/rating/kernel/exact.ts';
import { billableTotal, measure, type WeightRule } from '../../../server/domain/rating/kernel/weight.ts';
import { onDay } from '../../../server/domain/rating/kernel/dated.ts';
import { box, inch, lb, percent, priced, service, shipment, upRule } from './case.ts';

const pounds = (weight: number): string => decimal(weight, weightScale);
const billed = (text: string, rule: Partial<WeightRule> = {}, shipDate = '2025-10-01'): string =>
  pounds(
    priced(shipment([box(text)], { shipDate }), service({ weightRules: [{ ...upRule, ...rule }] })).billableWeight,
  );

describe('the billed weight of one box', () => {
  // UPS US Rate and Service Guide 2024, page 18: any fraction of a pound counts as the next.
  it.each([
    ['1 6x6x6', '2'],
    ['0.1 1x1x1', '1'],
    ['1.0001 6x6x2', '2'],
    ['10 10x8x6', '10'],
    ['10.01 10x8x6', '11'],
  ])('of %s lb is %s lb by its scales or its volume', (text, weight) => {
    expect(billed(text)).toBe(weight);
  });

  // 12 x 12 x 12 = 1,728 cubic inches / 139 = 12.43.
  it.each([
    ['5 12x12x12', 139, '13'],
    ['5 12x12x12', 166, '11'],
    ['5 12x12x12', 250, '7'],
    ['5 12x12x12', 1728, '5'],
    ['1 139x1x1', 139, '1'],
    ['1 140x1x1', 139, '2'],
  ])('of %s in with the divisor %s is %s lb', (text, divisor, weight) => {
    expect(billed(text, { divisor })).toBe(weight);
  });

  it('takes the longest side first, whatever was typed first', () => {
    const sides = ['20x10x5', '5x20x10', '10x5x20'].map((text) => measure(box(`1 ${text}`), upRule).lengthPlusGirth);
    expect(sides).toEqual([inch(50), inch(50), inch(50)]);
  });
});

describe('the rounding of sides, by ship date', () => {
  const rules: WeightRule[] = [
    { ...upRule, sides: 'nearest', from: '2000-01-01', to: '2025-08-17' },
    { ...upRule, sides: 'up', from: '2025-08-18', to: null },
  ];
  const on = (shipDate: string, text: string) =>
    pounds(priced(shipment([box(text)], { shipDate }), service({ weightRules: rules })).billableWeight);

  // Carriers' notices of August 2025: 11 x 9 x 6 before, 12 x 9 x 7 after.
  it('bills 11.1 x 8.5 x 6.2 in as 5 lb on 17 August 2025 and as 6 lb on the next day', () => {
    expect(on('2025-08-17', '1 11.1x8.5x6.2')).toBe('5');
    expect(on('2025-08-18', '1 11.1x8.5x6.2')).toBe('6');
  });

  it.each([
    ['48.1x1x1', 48, 49],
    ['48.5x1x1', 49, 49],
    ['48.49x1x1', 48, 49],
    ['48x1x1', 48, 48],
    ['0.2x0.2x0.2', 1, 1],
  ])('measures the longest side of %s as %s in before and %s in after', (text, before, after) => {
    const longest = (day: string) => {
      const rule = onDay(rules, day);
      return rule && measure(box(`1 ${text}`), rule).sides[0];
    };
    expect(longest('2025-08-17')).toBe(inch(before));
    expect(longest('2025-08-18')).toBe(inch(after));
  });
});

describe('a divisor that depends on volume', () => {
  const rule = { divisor: 166, divisorAbove: { volume: 8640, divisor: 139 }, freeVolume: 1000 };
  it.each([
    ['1 10x10x10', '1'],
    ['1 11x10x10', '7'],
    // 24 x 20 x 18 is exactly 8,640: the lower divisor still counts.
    ['1 24x20x18', '53'],
    ['1 25x20x18', '65'],
  ])('bills %s in as %s lb', (text, weight) => {
    expect(billed(text, rule)).toBe(weight);
  });
});

describe('what is compared', () => {
  // 30 x 20 x 10 cm at 600 is 10 kg.
  const volume = { divisor: 600, sides: 'none' as const };
  it.each([
    ['greater', 'greater' as const, '4 30x20x10', '10'],
    ['greater where the scales weigh more', 'greater' as const, '14 30x20x10', '14'],
    ['volume alone', 'volume' as const, '14 30x20x10', '10'],
    // Actual 10 and volume 20 with half of the excess: 15.
    ['half of the excess', { excess: percent(50) }, '10 30x20x20', '15'],
    ['no excess', { excess: percent(50) }, '25 30x20x20', '25'],
  ])('%s', (_, basis, text, weight) => {
    expect(billed(text, { ...volume, basis })).toBe(weight);
  });

  const boxes = [
    { box: measure(box('1.2 30x20x10'), { ...upRule, ...volume }), quantity: 1, least: 0 },
    { box: measure(box('20.3 30x20x10'), { ...upRule, ...volume }), quantity: 1, least: 0 },
  ];
  // Box by box 10 and 21; unrounded 10 + 20.3; actual 21.5 against volume 20.
  it.each([
    ['each', '31'],
    ['comparedThenSummed', '31'],
    ['summedThenCompared', '22'],
  ] as const)('of several boxes, pieces %s: %s', (pieces, weight) => {
    expect(pounds(billableTotal(boxes, { ...upRule, ...volume, pieces }))).toBe(weight);
  });
});

describe('the steps of a weight', () => {
  it.each([
    [0, '0.2001 1x1x1', '0.2001'],
    [lb('0.05'), '0.21 1x1x1', '0.25'],
    [lb('0.1'), '0.21 1x1x1', '0.3'],
    [lb('0.5'), '0.5001 1x1x1', '1'],
    [lb('1'), '1 1x1x1', '1'],
  ])('with a step of %s, %s is billed as %s', (step, text, weight) => {
    expect(billed(text, { rounding: { step }, minimum: 0 })).toBe(weight);
  });

  // UPS international: half kilograms under 20 kg, whole ones from there.
  it('differ below and above a weight', () => {
    const rounding = { step: lb('0.5'), above: { weight: lb(20), step: lb(1) } };
    expect(['19.6', '20', '20.1'].map((text) => billed(`${text} 1x1x1`, { rounding }))).toEqual(['20', '20', '21']);
  });

  it('begin at the least weight', () => {
    expect(billed('0.1 1x1x1', { minimum: lb(2) })).toBe('2');
  });
});

describe('units', () => {
  it('are turned into those of the prices exactly, and never mixed', () => {
    const asked = shipment([{ weight: lb('4.5359237'.slice(0, 6)), sides: [25_400, 25_400, 25_400], quantity: 1 }], {
      unit: 'kgCm',
    });
    // 25.4 cm are exactly 10 in; 4.5359 kg are 9.9999 lb, billed as 10.
    expect(pounds(priced(asked, service()).billableWeight)).toBe('10');
  });
});
