import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gapsOf,
  noDraft,
  noPlace,
  writeLine,
  type BoxDraft,
  type RateDraft,
} from '../../../engine/modules/rating/draft.ts';
import { parseLine } from '../../../engine/modules/rating/parse-line.ts';

const context = { unitType: '0', today: '2026-02-28' } as const;
const read = (line: string) => parseLine(line, context);
const us = (postalCode: string, state = '') => ({ postalCode, state, country: 'US' });
const box = (weight: string, size: string, quantity = '1'): BoxDraft => {
  const [length = '', width = '', height = ''] = size.split('x');
  return { quantity, weight, length, width, height };
};
const one = [box('3', '12x10x8')];

describe('a parcel in one line', () => {
  it.each<[line: string, draft: Partial<RateDraft>]>([
    ['90210 3 lb 12x10x8', { to: us('90210'), boxes: one }],
    ['90210 3lb 12*10*8', { to: us('90210'), boxes: one }],
    ['90210 3# 12×10×8', { to: us('90210'), boxes: one }],
    ['90210 3 12x10x8', { to: us('90210'), boxes: one }],
    ['90210 12" x 10" x 8" 3 lbs', { to: us('90210'), boxes: one }],
    ['12 x 10 x 8 in, 3 pounds to 90210', { to: us('90210'), boxes: one }],
    [
      '91761 > 90210 2x 3lb 12x10x8 residential',
      { from: us('91761'), to: us('90210'), boxes: [box('3', '12x10x8', '2')], type: 'residential' },
    ],
    [
      'from 91761 to 90210 3lb 12x10x8 business',
      { from: us('91761'), to: us('90210'), boxes: one, type: 'commercial' },
    ],
    ['to 90210 from 91761 3lb 12x10x8', { from: us('91761'), to: us('90210'), boxes: one }],
    ['91761 90210 3lb 12x10x8', { from: us('91761'), to: us('90210'), boxes: one }],
    ['CA 91761 -> NY, 10001-1234 3lb 12x10x8', { from: us('91761', 'CA'), to: us('10001-1234', 'NY'), boxes: one }],
    [
      '91761 > v6b1a1 3lb 12x10x8',
      { from: us('91761'), to: { postalCode: 'V6B 1A1', state: '', country: 'CA' }, boxes: one },
    ],
    [
      '91761 > DE:10115 3lb 12x10x8',
      { from: us('91761'), to: { postalCode: '10115', state: '', country: 'DE' }, boxes: one },
    ],
    ['90210 3lb 12x10x8 x2', { to: us('90210'), boxes: [box('3', '12x10x8', '2')] }],
    ['90210 2x 12x10x8 3lb', { to: us('90210'), boxes: [box('3', '12x10x8', '2')] }],
    ['90210 2 3lb 12x10x8', { to: us('90210'), boxes: [box('3', '12x10x8', '2')] }],
    ['90210 2 boxes 3lb 12x10x8', { to: us('90210'), boxes: [box('3', '12x10x8', '2')] }],
    ['90210 3lb 12x10x8 2 pcs', { to: us('90210'), boxes: [box('3', '12x10x8', '2')] }],
    ['90210 3lb 12x10x8 + 2x 5lb 8x8x8', { to: us('90210'), boxes: [...one, box('5', '8x8x8', '2')] }],
    ['90210 3lb, 12x10x8, 2 boxes 5lb 8x8x8', { to: us('90210'), boxes: [...one, box('5', '8x8x8', '2')] }],
    ['90210 3lb 12x10x8 5lb 8x8x8', { to: us('90210'), boxes: [...one, box('5', '8x8x8')] }],
    ['90210 3 lb 4 oz 12x10x8', { to: us('90210'), boxes: [box('3.25', '12x10x8')] }],
    ['90210 20oz 6x4x2', { to: us('90210'), boxes: [box('1.25', '6x4x2')] }],
    ['90210 .5 lb 6.25x4x2', { to: us('90210'), boxes: [box('0.5', '6.25x4x2')] }],
    ['90210 2.3kg 30x20x10', { to: us('90210'), unitType: '1', boxes: [box('2.3', '30x20x10')] }],
    ['90210 850g 300x200x100mm', { to: us('90210'), unitType: '1', boxes: [box('0.85', '30x20x10')] }],
    ['90210 30x20x10cm 2', { to: us('90210'), unitType: '1', boxes: [box('2', '30x20x10')] }],
    [
      '91761到90210 2箱 3公斤 30×20×10厘米 住宅',
      { from: us('91761'), to: us('90210'), unitType: '1', boxes: [box('3', '30x20x10', '2')], type: 'residential' },
    ],
    [
      '从 91761 寄往 90210，3千克，30＊20＊10公分',
      { from: us('91761'), to: us('90210'), unitType: '1', boxes: [box('3', '30x20x10')] },
    ],
    ['９０２１０ 5斤 30x20x10', { to: us('90210'), unitType: '1', boxes: [box('2.5', '30x20x10')] }],
    ['90210 3磅 12x10x8英寸 商业 成人签名', { to: us('90210'), boxes: one, type: 'commercial', signature: 'adult' }],
    [
      '90210 3lb 12x10x8 $500 direct signature',
      { to: us('90210'), boxes: one, declaredValue: '500', signature: 'direct' },
    ],
    [
      '90210 3lb 12x10x8 声明价值500 间接签名',
      { to: us('90210'), boxes: one, declaredValue: '500', signature: 'indirect' },
    ],
    [
      '90210 3lb 12x10x8 500 usd tomorrow',
      { to: us('90210'), boxes: one, declaredValue: '500', shipDate: '2026-03-01' },
    ],
    ['90210 3lb 12x10x8 tube third party', { to: us('90210'), boxes: one, packaging: 'irregular', thirdParty: true }],
    ['90210 3磅 12x10x8英寸 快递袋 第三方付款', { to: us('90210'), boxes: one, packaging: 'pak', thirdParty: true }],
    ['90210 3lb 12x10x8 2026/3/9', { to: us('90210'), boxes: one, shipDate: '2026-03-09' }],
    ['90210 3lb 12x10x8 2026年12月31日', { to: us('90210'), boxes: one, shipDate: '2026-12-31' }],
  ])('%s', (line, draft) => {
    expect(read(line)).toEqual({ draft: { ...noDraft, ...draft }, unknown: [], problems: [] });
  });

  it('never guesses: mixed units, a fourth side and a third place are issues', () => {
    expect(read('90210 3lb 30x20x10cm').problems).toEqual([{ code: 'mixedUnits', text: '30x20x10cm' }]);
    expect(read('90210 12in x 10cm x 8in 3lb').problems.map(({ code }) => code)).toEqual(['mixedUnits']);
    expect(read('90210 3lb 2x12x10x8').problems).toEqual([{ code: 'fourSides', text: '2x12x10x8' }]);
    expect(read('91761 90210 10001 3lb 1x1x1').problems).toEqual([{ code: 'tooManyPlaces', text: '10001' }]);
  });

  it('says which words it did not understand, and goes on behind them', () => {
    expect(read('Ontario CA 91761 > 90210 fragile 3lb 12x10x8')).toMatchObject({
      draft: { from: us('91761', 'CA'), to: us('90210'), boxes: one },
      unknown: ['Ontario', 'fragile'],
    });
  });

  it('says what is missing', () => {
    expect(gapsOf(read('').draft)).toEqual([
      { what: 'from' },
      { what: 'to' },
      { what: 'weight', box: 0 },
      { what: 'size', box: 0 },
    ]);
    expect(gapsOf(read('91761 > 90210 3lb 12x10x8 + 2lb').draft)).toEqual([{ what: 'size', box: 1 }]);
    expect(gapsOf(read('91761 > 90210 0 lb 12x10x8').draft)).toEqual([{ what: 'weight', box: 0 }]);
    expect(gapsOf(read('91761 > 90210 3 lb 12x10x8').draft)).toEqual([]);
  });

  it('answers any text whatever', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (line) => {
        const { draft } = read(line);
        expect(draft.boxes.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it('reads out of its own lines what went into them', () => {
    const figure = fc.integer({ min: 1, max: 99_999 }).map((cents) => String(cents / 100));
    const boxes = fc.record({
      ...{ quantity: fc.integer({ min: 1, max: 200 }).map(String), weight: figure },
      ...{ length: figure, width: figure, height: figure },
    });
    const place = fc.oneof(
      fc.record({
        postalCode: fc.stringMatching(/^[1-9]\d{4}$/),
        state: fc.constantFrom('', 'CA', 'NY'),
        country: fc.constant('US'),
      }),
      fc.constant({ postalCode: 'V6B 1A1', state: '', country: 'CA' }),
      fc.constant({ postalCode: 'SW1A1AA', state: '', country: 'GB' }),
    );
    const canadian = ({ postalCode, country, ...rest }: typeof noPlace) => ({
      ...rest,
      country,
      postalCode: postalCode.replaceAll(' ', ''),
    });
    const draft: fc.Arbitrary<RateDraft> = fc.record({
      ...{ from: place, to: place, type: fc.constantFrom('' as const, 'residential' as const, 'commercial' as const) },
      ...{
        unitType: fc.constantFrom('0' as const, '1' as const),
        boxes: fc.array(boxes, { minLength: 1, maxLength: 4 }),
      },
      declaredValue: fc.constantFrom('', '500', '99.5'),
      signature: fc.constantFrom('' as const, 'indirect' as const, 'direct' as const, 'adult' as const),
      packaging: fc.constantFrom('' as const, 'irregular' as const, 'letter' as const, 'pak' as const),
      thirdParty: fc.boolean(),
      shipDate: fc.constantFrom('', '2026-03-09'),
    });
    fc.assert(
      fc.property(draft, (asked) => {
        const { draft: back, unknown, problems } = read(writeLine(asked));
        expect({ unknown, problems }).toEqual({ unknown: [], problems: [] });
        expect({ ...back, from: canadian(back.from), to: canadian(back.to) }).toEqual({
          ...asked,
          from: canadian(asked.from),
          to: canadian(asked.to),
        });
      }),
      { numRuns: 300 },
    );
  });
});
