import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { PriceSheet } from '../../../../server/domain/rating/import/price-sheet.ts';
import { readFile } from './book.ts';

/*
 * A cell that a spreadsheet or its writer leaves open is named, and never taken as one of its meanings. Each case was imported
 * as a wrong figure before; words and figures are made up.
 */

type Rows = (string | number | Date | null)[][];
const readRows = async (rows: Rows) =>
  readFile('rate-table', 'list.xlsx', await writeXlsx({ sheets: [{ name: 'A', rows }] }));
async function told(rows: Rows) {
  const [found] = await readRows(rows);
  const { rows: own = [], above = {} } = (found?.values['sheet'] ?? {}) as Partial<PriceSheet>;
  return {
    lines: [
      ...own.map(({ to, mode, minimum, step, fee, prices }) =>
        [to, mode, minimum, step, fee?.amount, JSON.stringify(prices)].filter(Boolean).join(' '),
      ),
      ...Object.entries(above).map(([zone, price]) => `above ${zone} ${price}`),
    ],
    currency: found?.values['currency'],
    issues: found?.issues.map(({ code, path }) => `${code.replace('rating.import.', '')} ${path}`),
  };
}
const day = (month: number, date: number) => new Date(Date.UTC(2026, month - 1, date));

describe('whole prices', () => {
  it('are no zones, whatever stands above them', async () => {
    for (const rows of [
      [
        ['重量', '近郊', '远郊', '外省'],
        ['21KG+', 45, 46, 47],
        ['45KG+', 43, 44, 45],
        ['100KG+', 41, 42, 43],
      ],
      [
        ['Weight (lb)', 'Local', 'National'],
        [1, 45, 46],
        [2, 55, 56],
      ],
    ])
      expect(await readRows(rows)).toEqual([]);
  });
});

describe('a zone that a spreadsheet took for a day', () => {
  it('is no zone, down or across', async () => {
    const down = await told([
      ['Zone', '1 lb', '2 lb'],
      ['Zone 2', 8, 9],
      [day(8, 2), 10, 11],
    ]);
    expect(down.issues).toEqual(['notAZone A!A3']);
    const across = await told([
      ['Weight (lb)', 'Zone 2', day(3, 4), 'Zone 5'],
      [1, 10, 11, 12],
      [2, 11, 12, 13],
    ]);
    expect(across.issues).toEqual(['notAZone A!C1']);
    const [csv] = await readFile('rate-table', 'x.csv', 'Zone,1 lb,2 lb\nZone 2,8,9\n8-Feb,10,11');
    expect(csv?.issues.map(({ path }) => path)).toEqual(['file!A3']);
  });
});

describe('a price', () => {
  it('that falls with the weight and then holds for any is by the unit', async () => {
    const { lines, issues } = await told([
      ['国家', '12KG+', '21KG+', '100KG+'],
      ['美国', 12.5, 12, 10.5],
    ]);
    expect({ lines, issues }).toEqual({
      lines: ['11 flat {}', '20 perUnit {"US":"12.50"}', '99 perUnit {"US":"12.00"}', 'above US 10.50'],
      issues: [],
    });
  });

  it('is asked for its unit where it holds for any weight, or falls to less than half', async () => {
    const heavy = await told([
      ['重量KG', '1区', '2区'],
      [0.5, 98, 99],
      [20, 800, 810],
      ['21-44', 40, 41],
    ]);
    expect(heavy.issues).toEqual(['unitUnsaid A!B4', 'unitUnsaid A!C4']);
    const open = await told([
      ['Weight lb', 'Zone 2', 'Zone 3'],
      ['0-1', 8, 9],
      ['1-5', 10, 11],
      ['5+', 12, 13],
    ]);
    expect(open.issues).toEqual(['unitUnsaid A!B4', 'unitUnsaid A!C4']);
    // What a carrier charges less for a heavier parcel stays what it is.
    const small = await told([
      ['Weight lb', 'Zone 2', 'Zone 3'],
      ['1-5', 10, 11],
      ['6-10', 9, 10],
    ]);
    expect(small.issues).toEqual([]);
  });

  it('by the gram is a thousandfold by the kilogram; one for each started 100 g is asked for', async () => {
    const grams = await told([
      ['国家', '重量(g)', '运费(元/g)', '挂号费(元/件)'],
      ['美国', '1-2000', 0.045, 18],
    ]);
    expect(grams).toMatchObject({ lines: ['2 perUnit 18.00 {"US":"45.00"}'], issues: [] });
    for (const unit of ['元/100g', '元/0.5kg', 'USD/oz'])
      expect(
        (
          await told([
            ['国家', '重量(kg)', `价格(${unit})`, '挂号费'],
            ['美国', '0-2', 4, 18],
          ])
        ).issues,
      ).toEqual(['otherUnit A!C2']);
  });

  it('has a least weight and a step in the unit of their own heading or cell', async () => {
    const { lines, issues } = await told([
      ['国家', '重量(KG)', '运费(RMB/KG)', '起重(g)', '进位(g)'],
      ['美国', '0-2', 90, 50, 10],
      ['英国', '0-2', 80, '0.1kg', '20g'],
    ]);
    expect({ lines, issues }).toEqual({
      lines: ['2 perUnit 0.05 0.01 {"US":"90.00"}', '2 perUnit 0.1 0.02 {"GB":"80.00"}'],
      issues: [],
    });
  });

  it('has all its fees, and none that only some parcels pay', async () => {
    const heads = ['国家', '重量(KG)', '运费(RMB/KG)', '偏远附加费(RMB/票)', '挂号费(RMB/票)', '操作费(RMB/票)'];
    const { lines, issues } = await told([heads, ['美国', '0-2', 90, 25, 18.5, 3]]);
    expect({ lines, issues }).toEqual({ lines: ['2 perUnit 21.50 {"US":"90.00"}'], issues: [] });
    const [country = '', weight = '', rate = ''] = heads;
    const two = await told([
      [country, weight, rate, '挂号费(RMB/票)', '操作费(RMB/件)'],
      ['美国', '0-2', 90, 18, 3],
    ]);
    expect(two.issues).toEqual(['secondPrice A!E2']);
  });

  it('stands in one column and one currency', async () => {
    for (const heads of [
      ['价格(USD)', '价格(RMB)'],
      ['原价格', '现价格'],
    ])
      expect(
        (
          await told([
            ['国家', '重量(KG)', ...heads],
            ['美国', '0-2', 9, 65],
          ])
        ).issues,
      ).toEqual(['secondPrice A!D1']);
    const signs = await told([
      ['Weight lb', 'Zone 2', 'Zone 3'],
      [1, '$8.00', '€9.00'],
      [2, '$9.00', '$10.00'],
    ]);
    expect(signs.issues).toEqual(['secondCurrency A!C2']);
    const dollars = await told([['Prices in CAD'], ['Weight lb', 'Zone 2', 'Zone 3'], [1, '$8.00', '$9.00']]);
    expect(dollars).toMatchObject({ currency: 'CAD', issues: [] });
  });

  it('of a part of a country is not that of the country', async () => {
    const { lines, issues } = await told([
      ['国家', '0-1KG', '1-2KG'],
      ['美国（含偏远）', 50, 60],
      ['英国（偏远）', 70, 80],
      ['日本（Japan）', 30, 40],
    ]);
    expect({ lines, issues }).toEqual({
      lines: ['1 flat {"US":"50.00","JP":"30.00"}', '2 flat {"US":"60.00","JP":"40.00"}'],
      issues: ['notAZone A!A3'],
    });
  });

  it('is for the weight in the unit that a column of its row names', async () => {
    const [found] = await readFile(
      'rate-table',
      'x.csv',
      'zone,weight,unit,rate\n2,8,oz,8.01\n2,1,lb,9.01\n2,2,lb,9.51',
    );
    expect(found?.values['unitType']).toBe('0');
    expect(found?.values['sheet']).toMatchObject({ rows: [{ to: '0.5' }, { to: '1' }, { to: '2' }] });
  });

  it('in a hidden row or column is not taken unseen', async () => {
    const rows = [
      ['Weight (lb)', 'Zone 2', 'Zone 3'],
      [1, 8, 9],
      [2, 9, 10],
    ];
    const hidden = { rowDefs: new Map([[2, { hidden: true }]]), columns: [{}, {}, { hidden: true }] };
    const [found] = await readFile(
      'rate-table',
      'h.xlsx',
      await writeXlsx({ sheets: [{ name: 'A', rows, ...hidden }] }),
    );
    expect(found?.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'rating.import.hidden A!C2',
      'rating.import.hidden A!B3',
      'rating.import.hidden A!C3',
    ]);
  });

  it.each<[string, Rows, object, string[]]>([
    [
      'zone-chart',
      [
        ['ZIP', 'Zone'],
        ['900', 4],
        ['901', 5],
        ['902', 6],
      ],
      { rowDefs: new Map([[2, { hidden: true }]]) },
      ['A!A3'],
    ],
    [
      'zone-chart',
      [
        ['ZIP', 'Zone'],
        ['900', 4],
      ],
      { columns: [{}, { hidden: true }] },
      ['A!B2'],
    ],
    [
      'zone-chart',
      [
        ['分区', '12KG+'],
        ['美西(8,9开头)', 4],
        ['美东(0-3开头)', 5],
      ],
      { rowDefs: new Map([[2, { hidden: true }]]) },
      ['A!A3'],
    ],
    [
      'zone-chart',
      [
        ['Country', 'ZIP', 'Zone'],
        ['DE', '80331', 4],
      ],
      { columns: [{ hidden: true }] },
      ['A!A2'],
    ],
    [
      'area-list',
      [
        ['ZIP', 'Tier'],
        ['59001', 'Remote'],
        ['59002', 'Remote'],
      ],
      { rowDefs: new Map([[1, { hidden: true }]]) },
      ['A!A2'],
    ],
    [
      'area-list',
      [
        ['Remote ZIP', 'Extended ZIP'],
        ['59001', '59003'],
        ['59002', '59004'],
      ],
      { columns: [{}, { hidden: true }] },
      ['A!B2', 'A!B3'],
    ],
    [
      'fuel-surcharge',
      [
        ['Week from', 'Ground %'],
        ['2026-01-05', 18.5],
        ['2026-01-12', 19],
      ],
      { rowDefs: new Map([[2, { hidden: true }]]) },
      ['A!B3'],
    ],
    [
      'fuel-surcharge',
      [
        ['Carrier', '2026-01', '2026-02'],
        ['UPS Ground', '18.5%', '19%'],
      ],
      { columns: [{}, {}, { hidden: true }] },
      ['A!C2'],
    ],
  ])('is not taken unseen from a %s either', async (entity, rows, hidden, cells) => {
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows, ...hidden }] });
    const found = await readFile(entity, 'h.xlsx', bytes);
    expect(found.flatMap(({ issues }) => issues.map(({ code, path }) => `${code} ${path}`))).toEqual(
      cells.map((cell) => `rating.import.hidden ${cell}`),
    );
  });

  it('that is hidden and says nothing is no matter', async () => {
    const hidden = { columns: [{}, {}, { hidden: true }] };
    const rows = [
      ['ZIP', 'Zone', 'Remarks'],
      ['900', 4, 'checked'],
    ];
    const [found] = await readFile(
      'zone-chart',
      'h.xlsx',
      await writeXlsx({ sheets: [{ name: 'A', rows, ...hidden }] }),
    );
    expect(found?.issues).toEqual([]);
  });
});
