import { describe, expect, it } from 'vitest';
import type { PriceSheet } from '../../../../server/domain/rating/import/price-sheet.ts';
import { bytesOf, readFile } from './book.ts';

/*
 * What a list says beside its figures decides what they are: units of weights, prices by the unit, heads of two rows, ranges of
 * codes and days. Each case read as another figure before; words and figures are made up.
 */

type Rows = (string | number | null)[][];
type Merges = [number, number, number, number][];
const read = async (entity: string, rows: Rows, merges: Merges = []) =>
  readFile(entity, 'list.xlsx', await bytesOf({ sheets: [{ name: 'A', rows, merges }] }));
/** Rows of the only product as text, its prices above them, its unit and what is wrong with it. */
async function told(rows: Rows, merges: Merges = []) {
  const [found] = await read('rate-table', rows, merges);
  const { rows: own = [], above = {} } = (found?.values['sheet'] ?? {}) as Partial<PriceSheet>;
  const lines = own.map(({ to, mode, first, step, prices }) => {
    const start = first ? ` ${first}+${step}` : '';
    return `${to} ${mode}${start} ${JSON.stringify(prices)}`;
  });
  return {
    lines: [...lines, ...Object.entries(above).map(([zone, price]) => `above ${zone} ${price}`)],
    unit: found?.values['unitType'],
    issues: found?.issues.map(({ code, path }) => `${code} ${path}`),
  };
}
const right = (unit: string, ...lines: string[]) => ({ lines, unit, issues: [] });

describe('weights of a list', () => {
  it('are counted in kilograms where grams stand across, alone or under a heading of their own', async () => {
    const grams = right('1', '0.1 flat {"US":"10.00"}', '0.2 flat {"US":"15.00"}', '0.5 flat {"US":"25.00"}');
    const bands = ['0-100g', '101-200g', '201-500g'];
    expect(await told([['产品代码：GR'], ['国家', ...bands], ['美国', 10, 15, 25]])).toEqual(grams);
    const under: Rows = [
      ['产品代码：GR'],
      ['国家', '重量(g)', null, null],
      [null, '0-100', '101-200', '201-500'],
      ['美国', 10, 15, 25],
    ];
    const merges: Merges = [
      [1, 1, 1, 3],
      [1, 0, 2, 0],
    ];
    expect(await told(under, merges)).toEqual(grams);
    const mixed = await told([
      ['国家', '100g', '1kg'],
      ['美国', 10, 30],
    ]);
    expect(mixed.lines).toEqual(['0.1 flat {"US":"10.00"}', '1 flat {"US":"30.00"}']);
  });

  it('are counted in pounds where they are ounces: 4 oz are 0.25 lb, and 15.999 oz end below 1 lb', async () => {
    const ounces = ['0.25 flat {"1":"3.00"}', '0.5 flat {"1":"4.00"}'];
    const rows = (head: string, ...cells: (string | number)[]): Rows => [
      [head, 'Zone 1', 'Zone 2'],
      ...cells.map((cell, at) => [cell, 3 + at, null]),
    ];
    expect(await told(rows('Weight (oz)', 4, 8))).toEqual(right('0', ...ounces));
    expect(await told(rows('Weight Not Over (lbs.)', '4 oz', '8 oz', '15.999 oz', 1))).toEqual(
      right('0', ...ounces, '0.9999 flat {"1":"5.00"}', '1 flat {"1":"6.00"}'),
    );
    const across: Rows = [
      ['Zone', '4 oz', '8 oz', '1 lb'],
      [1, 3, 4, 6],
      [2, 3, 4, 6],
    ];
    expect((await told(across)).lines).toEqual([
      '0.25 flat {"1":"3.00","2":"3.00"}',
      '0.5 flat {"1":"4.00","2":"4.00"}',
      '1 flat {"1":"6.00","2":"6.00"}',
    ]);
  });

  it('stand below their countries, or below the word for the price', async () => {
    const countries: Rows = [
      ['美国', null, '加拿大', null],
      ['0-0.5KG', '0.5-1KG', '0-0.5KG', '0.5-1KG'],
      [10, 15, 20, 25],
    ];
    const pairs: Merges = [
      [0, 0, 0, 1],
      [0, 2, 0, 3],
    ];
    expect(await told(countries, pairs)).toEqual(
      right('1', '0.5 flat {"US":"10.00","CA":"20.00"}', '1 flat {"US":"15.00","CA":"25.00"}'),
    );
    const open: Rows = [
      ['国家', '单价(元/KG)', null, null],
      [null, '12KG+', '21KG+', '51KG+'],
      ['美国', 45, 40, 38],
    ];
    const merges: Merges = [
      [0, 1, 0, 3],
      [0, 0, 1, 0],
    ];
    expect(await told(open, merges)).toEqual(
      right('1', '11 flat {}', '20 perUnit {"US":"45.00"}', '50 perUnit {"US":"40.00"}', 'above US 38.00'),
    );
  });
});

describe('prices of a list', () => {
  it('are by the kilogram below a line that says so', async () => {
    const rows: Rows = [
      ['重量(KG)', '1区', '2区'],
      [0.5, 100, 110],
      [20, 800, 900],
      ['以下为每公斤单价(元/KG)', null, null],
      ['21-30', 38, 40],
      ['31+', 37, 39],
    ];
    expect(await told(rows)).toEqual(
      right(
        '1',
        ...['0.5 flat {"1":"100.00","2":"110.00"}', '20 flat {"1":"800.00","2":"900.00"}'],
        ...['30 perUnit {"1":"38.00","2":"40.00"}', 'above 1 37.00', 'above 2 39.00'],
      ),
    );
  });

  it.each(['提货费：0.5元/KG', 'Pick-up per kg on request', '超过30KG，每票另加 1/KG'])(
    'are what they were below "%s", which is the price of something else',
    async (text) => {
      const rows: Rows = [
        ['重量(KG)', '1区', '2区'],
        [0.5, 100, 110],
        [text, null, null],
        [20, 800, 900],
      ];
      expect(await told(rows)).toEqual(
        right('1', '0.5 flat {"1":"100.00","2":"110.00"}', '20 flat {"1":"800.00","2":"900.00"}'),
      );
    },
  );

  it('are by the kilogram where the line above says so and they fall; prices that rise are not', async () => {
    const open = await told([['单位：元/KG'], ['国家', '12KG+', '21KG+'], ['美国', 45, 40]]);
    expect(open).toEqual(right('1', '11 flat {}', '20 perUnit {"US":"45.00"}', 'above US 40.00'));
    const rising = await told([['单位：RMB/KG'], ['重量', '1区', '2区'], ['0.5', 45, 40], ['1', 50, 45]]);
    expect(rising).toEqual(right('1', '0.5 flat {"1":"45.00","2":"40.00"}', '1 flat {"1":"50.00","2":"45.00"}'));
  });

  it('keep the first and further weight of up to 2 kg beside the price by the kilogram above', async () => {
    const rows: Rows = [
      ['国家', '2KG以内', null, '2KG以上'],
      [null, '首重(0.5kg)', '续重(0.5kg)', '元/KG'],
      ['美国', 98, 22, 45],
    ];
    const merges: Merges = [
      [0, 1, 0, 2],
      [0, 0, 1, 0],
    ];
    expect(await told(rows, merges)).toEqual(
      right('1', '2 firstAndSteps 0.5+0.5 {"US":["98.00","22.00"]}', 'above US 45.00'),
    );
    const one = await told([
      ['国家', '首重0.5kg', '续重0.5kg', '21KG以上(元/KG)'],
      ['美国', 98, 22, 45],
    ]);
    expect(one.lines).toEqual(['20 firstAndSteps 0.5+0.5 {"US":["98.00","22.00"]}', 'above US 45.00']);
    // Nothing says which of the two is for what.
    const either = await told([
      ['国家', '首重0.5kg', '续重0.5kg', '元/KG'],
      ['美国', 98, 22, 45],
    ]);
    expect(either.issues).toEqual(['rating.import.twoPrices A!D2']);
  });

  it('go on by steps from the last weight where a row says so', async () => {
    for (const step of ['每增加0.5KG', 'Each additional 0.5 kg'])
      expect(
        await told([
          ['重量(KG)', '美国', '英国'],
          ['0.5', 98, null],
          ['1', 120, null],
          [step, 22, null],
        ]),
      ).toEqual(
        right(
          '1',
          ...['0.5 flat {"US":"98.00"}', '1 flat {"US":"120.00"}'],
          '9999 firstAndSteps 1+0.5 {"US":["120.00","22.00"]}',
        ),
      );
  });

  it('have no least weight where the least charge stands', async () => {
    const [found] = await read('rate-table', [
      ['Country', 'Weight (kg)', 'Rate per kg (USD)', 'Minimum charge (USD)'],
      ['United States', '0-10', 4.5, 25],
    ]);
    expect(found?.values['sheet']).toMatchObject({ rows: [{ to: '10', mode: 'perUnit', prices: { US: '4.50' } }] });
    expect(JSON.stringify(found?.values['sheet'])).not.toContain('minimum');
    expect(found?.notes).toContain('Minimum charge (USD): 25');
  });

  it('go on beside each other under the same headings', async () => {
    const zones: Rows = [
      ['Weight (lb)', 'Zone 2', 'Zone 3', null, 'Weight (lb)', 'Zone 2', 'Zone 3'],
      [1, 10, 11, null, 3, 14, 15],
      [2, 12, 13, null, 4, 16, 17],
    ];
    const lines = ['1 flat {"2":"10.00","3":"11.00"}', '2 flat {"2":"12.00","3":"13.00"}'];
    const more = ['3 flat {"2":"14.00","3":"15.00"}', '4 flat {"2":"16.00","3":"17.00"}'];
    expect(await told(zones)).toEqual(right('0', ...lines, ...more));
    const countries: Rows = [
      ['国家', '重量(KG)', '价格(元)', '国家', '重量(KG)', '价格(元)'],
      ['美国', 0.5, 50, '英国', 0.5, 40],
      ['美国', 1, 60, '英国', 1, 45],
      ['美国', 2, 80, null, null, null],
    ];
    expect(await told(countries)).toEqual(
      right(
        '1',
        ...['0.5 flat {"US":"50.00","GB":"40.00"}', '1 flat {"US":"60.00","GB":"45.00"}', '2 flat {"US":"80.00"}'],
      ),
    );
  });

  it('of letters and paks are known with a footnote or the name of the carrier', async () => {
    const [found] = await read('rate-table', [
      ['Zones', '102', '103'],
      ['Letter*', 20, 21],
      ['UPS Pak', 25, 26],
      ['1 Lbs.', 30, 31],
      ['2', 32, 33],
    ]);
    expect([found?.issues, (found?.values['sheet'] as PriceSheet | undefined)?.packaging]).toEqual([
      [],
      {
        letter: { to: '0.5', prices: { 102: '20.00', 103: '21.00' } },
        pak: { to: '0.5', prices: { 102: '25.00', 103: '26.00' } },
      },
    ]);
  });
});

describe('days of a list', () => {
  it.each([
    ['Effective Jan 5 - Mar 31, 2026', '2026-01-05', '2026-03-31'],
    ['Effective Dec. 29–Jan. 4, 2026', '2025-12-29', '2026-01-04'],
    ['Valid January 5-11, 2026', '2026-01-05', '2026-01-11'],
    ['Valid 1/5 - 1/11/2026', '2026-01-05', '2026-01-11'],
    ['有效期：2026年1月5日-3月31日', '2026-01-05', '2026-03-31'],
    ['有效期：2025年12月29日至1月4日', '2025-12-29', '2026-01-04'],
    ['有效期：2026-1-5 - 2026-3-31', '2026-01-05', '2026-03-31'],
  ])('%s', async (text, from, to) => {
    const [found] = await read('rate-table', [[text], ['Weight kg', 'Zone 1', 'Zone 2'], [1, 50, 40]]);
    expect(found?.values).toMatchObject({ from, to });
    const [week] = await read('fuel-surcharge', [
      ['Effective dates', 'Ground'],
      [text.replace(/^.*(Effective|Valid|：) ?/, ''), '18.75%'],
    ]);
    expect(week?.values).toMatchObject({ from, to, percent: '18.75' });
  });

  it('may be a spreadsheet’s count of days', async () => {
    const [found] = await read('rate-table', [
      ['生效日期', 46_027],
      ['重量KG', '美国', '英国'],
      [1, 60, 50],
    ]);
    expect(found?.values['from']).toBe('2026-01-05');
  });
});

describe('codes of a list', () => {
  const zones = async (rows: Rows) => {
    const [found] = await read('zone-chart', rows);
    return {
      zones: (found?.values['zones'] as { zones: object } | undefined)?.zones,
      issues: found?.issues.map(({ code, path }) => `${code} ${path}`),
    };
  };

  it('are whole ones and first characters in one chart, each as long as it is written', async () => {
    const rows: Rows = [
      ['Dest. ZIP', 'Zone'],
      [5, 8],
      ['010-041', 8],
      [900, 2],
      ['967', 44],
      ['96701', 46],
    ];
    expect(await zones(rows)).toEqual({
      zones: { 2: ['US:900'], 8: ['US:005', 'US:010-041'], 44: ['US:967'], 46: ['US:96701'] },
      issues: [],
    });
    // Whole codes alone, their zeros eaten.
    expect(
      (
        await zones([
          ['ZIP', 'Zone'],
          [501, 8],
          [1_001, 7],
          [90_001, 2],
        ])
      ).zones,
    ).toEqual({
      2: ['US:90001'],
      7: ['US:01001'],
      8: ['US:00501'],
    });
  });

  it('with two zones from columns that cannot be told apart are refused', async () => {
    const { issues } = await zones([
      ['邮编', '经济专线', '特快专线'],
      ['900', '2', '5'],
    ]);
    expect(issues).toEqual(['rating.import.twoZones A!C2']);
  });

  const tiers = async (rows: Rows) => {
    const [found] = await read('area-list', rows);
    return [found?.values['tiers'], found?.issues.map(({ code, path }) => `${code} ${path}`)];
  };

  it('of areas run from a first to a last one', async () => {
    const rows: Rows = [
      ['ZIP From', 'ZIP To', 'Tier'],
      ['01005', '01010', 'DAS'],
      ['59001', '59004', 'Extended'],
    ];
    expect(await tiers(rows)).toEqual([{ das: ['US:01005-01010'], extended: ['US:59001-59004'] }, []]);
  });

  it('have the tiers of rules, whichever carrier or language names them', async () => {
    expect(
      await tiers([
        ['邮编', '偏远等级'],
        ['01005', '偏远'],
        ['01008', '超偏远'],
        ['59001', '超级偏远'],
      ]),
    ).toEqual([{ remote: ['US:01005'], superRemote: ['US:01008'], extraRemote: ['US:59001'] }, []]);
    const fedex = ['FedEx DAS Contiguous U.S.', 'FedEx DAS Contiguous U.S.: Extended', 'FedEx DAS Alaska'];
    const ups = ['Delivery Area Surcharge', 'Delivery Area Surcharge - Extended', 'Remote Area Surcharge - US 48'];
    const codes = ['01005', '01008', '99501'];
    expect(await tiers([fedex, codes])).toEqual([
      { das: ['US:01005'], extended: ['US:01008'], alaska: ['US:99501'] },
      [],
    ]);
    expect(await tiers([ups, codes])).toEqual([
      { das: ['US:01005'], extended: ['US:01008'], remote: ['US:99501'] },
      [],
    ]);
    // Tiers without a name would all be one.
    expect(
      (
        await tiers([
          ['邮编', '附加等级'],
          ['01005', '甲'],
          ['01008', '乙'],
        ])
      )[1],
    ).toEqual(['rating.tier A!B2', 'rating.tier A!B3']);
  });
});
