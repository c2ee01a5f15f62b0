import { describe, expect, it } from 'vitest';
import { readRateSheet } from '../../../../server/domain/rating/data/rate-sheet.ts';
import { priceOf } from '../../../../server/domain/rating/kernel/table.ts';
import { lb } from '../case.ts';

const flat = { to: '1', mode: 'flat', prices: { '2': '9.99', '3': '10.5' } };
const perUnit = { to: '20', mode: 'perUnit', step: '0.5', minimum: '1', prices: { '2': '1.2525' } };
const steps = { to: '30', mode: 'firstAndSteps', first: '0.5', step: '0.5', prices: { '2': ['12.00', '3.50'] } };
const sheet = (more: Record<string, unknown> = {}) => ({ zones: ['2', '3'], rows: [flat, perUnit, steps], ...more });

const told = (json: unknown): string[] => {
  const read = readRateSheet(json);
  return read.ok ? [] : read.issues.map(({ code, path }) => `${code} ${path}`);
};

describe('a rate sheet', () => {
  it('becomes rows of the kernel, exactly', () => {
    const read = readRateSheet(sheet({ above: { '2': '0.85' } }));
    expect(read).toEqual({
      ok: true,
      value: {
        zones: ['2', '3'],
        rows: [
          { to: 10_000, prices: { '2': { mode: 'flat', amount: 999 }, '3': { mode: 'flat', amount: 1050 } } },
          { to: 200_000, prices: { '2': { mode: 'perUnit', rate: 12_525, step: 5_000, minimum: 10_000 } } },
          {
            to: 300_000,
            prices: {
              '2': {
                mode: 'firstAndSteps',
                first: { weight: 5_000, amount: 1200 },
                step: { weight: 5_000, amount: 350 },
              },
            },
          },
        ],
        above: { '2': 8_500 },
      },
    });
  });

  it('prices a light parcel by kilogram with a fee for each piece as a forwarder does', () => {
    const row = { to: '0.2', mode: 'perUnit', prices: { US: '50' }, fee: { amount: '8', per: 'piece' } };
    const read = readRateSheet({ zones: ['US'], rows: [row] });
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    const table = { id: 't', version: 1, from: '2000-01-01', to: null, ...read.value };
    expect(priceOf(table, { zone: 'US', weight: lb('0.2'), pieces: 1 }).amount).toBe(1800);
    expect(() => priceOf(table, { zone: 'US', weight: lb('0.2001'), pieces: 1 })).toThrow('rating.tooHeavy');
  });

  it.each<[string, unknown, string]>([
    ['is an object', [], 'rating.object sheet'],
    ['has zones', sheet({ zones: undefined, rows: [] }), 'rating.list sheet.zones'],
    ['has at least one zone', { zones: [], rows: [flat] }, 'rating.noZones sheet.zones'],
    ['has no zone twice', sheet({ zones: ['2', '3', '2'] }), 'rating.doubledZone sheet.zones[2]'],
    ['has zones with names', sheet({ zones: ['2', '3', '*'] }), 'rating.zone sheet.zones[2]'],
    ['has rows', sheet({ rows: [] }), 'rating.noRows sheet.rows'],
    ['has rows that are objects', sheet({ rows: [7] }), 'rating.object sheet.rows[0]'],
    ['has weights', sheet({ rows: [{ ...flat, to: 'one' }] }), 'rating.decimal sheet.rows[0].to'],
    ['has weights above 0', sheet({ rows: [{ ...flat, to: '0' }] }), 'rating.aboveZero sheet.rows[0].to'],
    ['has rising weights', sheet({ rows: [flat, { ...flat, to: '1.0' }] }), 'rating.notAscending sheet.rows[1].to'],
    ['knows the mode', sheet({ rows: [{ ...flat, mode: 'free' }] }), 'rating.mode sheet.rows[0].mode'],
    ['has prices', sheet({ rows: [{ to: '1', mode: 'flat', prices: {} }] }), 'rating.noPrices sheet.rows'],
    [
      'has prices of its own zones alone',
      sheet({ rows: [{ ...flat, prices: { '5': '1' } }] }),
      'rating.unknownZone sheet.rows[0].prices.5',
    ],
    [
      'has exact amounts',
      sheet({ rows: [flat, { ...flat, to: '2', prices: { '3': '10.505' } }] }),
      'rating.decimal sheet.rows[1].prices.3',
    ],
    [
      'has amounts above 0',
      sheet({ rows: [{ ...flat, prices: { '2': '0.00' } }] }),
      'rating.aboveZero sheet.rows[0].prices.2',
    ],
    [
      'has no negative amounts',
      sheet({ rows: [{ ...flat, prices: { '2': '-1' } }] }),
      'rating.aboveZero sheet.rows[0].prices.2',
    ],
    [
      'has rates with four places at most',
      sheet({ rows: [{ ...perUnit, prices: { '2': '1.25251' } }] }),
      'rating.decimal sheet.rows[0].prices.2',
    ],
    ['has exact steps', sheet({ rows: [{ ...perUnit, step: '0' }] }), 'rating.aboveZero sheet.rows[0].step'],
    [
      'has first weights where it steps',
      sheet({ rows: [{ ...steps, first: undefined }] }),
      'rating.decimal sheet.rows[0].first',
    ],
    [
      'has pairs where it steps',
      sheet({ rows: [{ ...steps, prices: { '2': '12' } }] }),
      'rating.pair sheet.rows[0].prices.2',
    ],
    [
      'has pairs of amounts',
      sheet({ rows: [{ ...steps, prices: { '2': ['12', 'x'] } }] }),
      'rating.decimal sheet.rows[0].prices.2[1]',
    ],
    [
      'has fees for something',
      sheet({ rows: [{ ...flat, fee: { amount: '1', per: 'box' } }] }),
      'rating.feePer sheet.rows[0].fee.per',
    ],
    ['has rates above of its zones', sheet({ above: { '9': '1' } }), 'rating.unknownZone sheet.above.9'],
    ['has nothing that it does not know', sheet({ zone: [] }), 'rating.unknownKey sheet.zone'],
    [
      'has nothing in a row that its mode does not know',
      sheet({ rows: [{ ...flat, step: '1' }] }),
      'rating.unknownKey sheet.rows[0].step',
    ],
  ])('%s', (_, json, issue) => {
    expect(told(json)).toContain(issue);
  });

  it('tells every cell that is wrong at once, and a hundred at most', () => {
    const rows = [
      { ...flat, prices: { '2': 'a', '3': 'b' } },
      { ...flat, to: '2', prices: { '2': '9.99', '3': 'c' } },
    ];
    expect(told(sheet({ rows }))).toEqual([
      'rating.decimal sheet.rows[0].prices.2',
      'rating.decimal sheet.rows[0].prices.3',
      'rating.decimal sheet.rows[1].prices.3',
    ]);
    const many = Array.from({ length: 300 }, (_, at) => ({ ...flat, to: String(at + 1), prices: { '2': 'x' } }));
    expect(told(sheet({ rows: many }))).toHaveLength(100);
  });
});
