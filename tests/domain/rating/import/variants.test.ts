import { describe, expect, it } from 'vitest';
import type { PriceSheet } from '../../../../server/domain/rating/import/price-sheet.ts';
import { bytesOf, readFile } from './book.ts';

/* Further shapes in which carriers and forwarders send their lists; words and figures are made up. */

type Rows = (string | number | null)[][];
const priced = async (rows: Rows) =>
  readFile('rate-table', 'list.xlsx', await bytesOf({ sheets: [{ name: 'A', rows }] }));
const sheetOf = (found: { values: Readonly<Record<string, unknown>> } | undefined) =>
  (found?.values['sheet'] ?? {}) as PriceSheet;
const told = ({ rows = [] }: Partial<PriceSheet>) =>
  rows.map(({ to, mode, prices }) => `${to} ${mode} ${JSON.stringify(prices)}`);

describe('a price list', () => {
  it('has first and further weight and bands by the kilogram in one row', async () => {
    const [found] = await priced([
      ['渠道代码：DHL-HN', '生效日期：2026-04-01'],
      ['分区', '首重0.5KG', '续重0.5KG', '21-50KG(元/KG)', '51-100KG(元/KG)'],
      ['1区', 98, 22, 38, 36],
      ['3区', 130, 28, '/', '/'],
    ]);
    expect(found?.issues).toEqual([]);
    expect(told(sheetOf(found))).toEqual([
      '20 firstAndSteps {"1":["98.00","22.00"],"3":["130.00","28.00"]}',
      '50 perUnit {"1":"38.00"}',
      '100 perUnit {"1":"36.00"}',
    ]);
  });

  it('stands below another one of the same shape: each is a product of its own', async () => {
    const found = await priced([
      ['产品代码：P-A', '生效时间：2026-04-01'],
      ['国家', '0-0.1KG', '0.1-0.5KG'],
      ['美国', 18, 40],
      ['说明：不含税'],
      ['产品代码：P-B', '生效时间：2026-05-01'],
      ['国家', '0-0.1KG', '0.1-0.5KG'],
      ['美国', 20, 44],
    ]);
    expect(found.map(({ values, issues }) => [values['code'], values['from'], issues.length])).toEqual([
      ['P-A', '2026-04-01', 0],
      ['P-B', '2026-05-01', 0],
    ]);
    expect(told(sheetOf(found[1]))).toEqual(['0.1 flat {"US":"20.00"}', '0.5 flat {"US":"44.00"}']);
    expect(found[0]?.notes).toContain('说明:不含税');
  });

  it.each([
    ['Price Per Pound Over 150 Lbs.', '1 Lbs.'],
    ['151+ lbs. per lb', '1 lb.'],
    ['Over 150 lb, per lb', '1'],
  ])('ends with "%s": a hole up to there, a price a pound above', async (last, first) => {
    const [found] = await priced([
      ['Zones', '2', '3'],
      [first, 11.32, 11.77],
      ['2', 12, 12.5],
      [last, 0.55, 0.6],
    ]);
    expect(found?.issues).toEqual([]);
    expect(sheetOf(found).above).toEqual({ 2: '0.55', 3: '0.60' });
    expect(told(sheetOf(found)).slice(2)).toEqual(['150 flat {}']);
  });

  it('writes its bands in other ways, and says in other words what is not offered', async () => {
    const bands = ['W≤0.2KG', '0.2KG＜W≤0.5KG', '0.5kg<重量≤1kg', '1-2（含）', '大于2至5', '5KG以上至8KG', '8KG以上'];
    const [found] = await priced([
      ['产品代码：BD'],
      ['目的国', '重量', '单价(RMB/KG)', '挂号费(RMB/票)'],
      ...bands.map((band, at) => ['美国（含偏远）', band, 50 - at, 8]),
    ]);
    expect(found?.issues).toEqual([]);
    expect(sheetOf(found).rows.map(({ to }) => to)).toEqual(['0.2', '0.5', '1', '2', '5', '8', '9999']);
    expect(sheetOf(found).zones).toEqual(['US']);
    const [marked] = await priced([
      ['产品代码：MK'],
      ['重量KG', '美国', '加拿大', '澳大利亚', '新西兰', '日本', '德国'],
      [0.5, 50, '—', '不可发', '未开通', '停收', 'N/A'],
      [1, 60, 80, 90, 95, 99, 70],
    ]);
    expect(marked?.issues).toEqual([]);
    expect(told(sheetOf(marked))[0]).toBe('0.5 flat {"US":"50.00"}');
  });

  it('writes its weights with a decimal comma, or groups thousands by it', async () => {
    const [found] = await priced([
      ['Zones', '2', '3'],
      ['0,5 kg', '11,32', '11,65'],
      ['0,750', '12,08', '13,32'],
      ['0,751-1,5 kg', '1.234,50', '14,00'],
      ['500-1,000 kg', '2090,5', '95'],
    ]);
    expect(found?.issues).toEqual([]);
    expect(told(sheetOf(found))).toEqual([
      '0.5 flat {"2":"11.32","3":"11.65"}',
      '0.75 flat {"2":"12.08","3":"13.32"}',
      '1.5 flat {"2":"1234.50","3":"14.00"}',
      '499 flat {}',
      '1000 flat {"2":"2090.50","3":"95.00"}',
    ]);
  });

  it('has a column for the first and one for the last weight of each row', async () => {
    const [found] = await priced([
      ['产品代码：FT'],
      ['国家', '起始重量(KG)', '截止重量(KG)', '单价(元/KG)', '操作费(元/票)'],
      ['美国', 0, 0.2, 50, 8],
      ['美国', 0.2, 0.5, 48, 8],
    ]);
    expect(found?.issues).toEqual([]);
    expect(told(sheetOf(found))).toEqual(['0.2 perUnit {"US":"50.00"}', '0.5 perUnit {"US":"48.00"}']);
  });
});

describe('a chart of zones', () => {
  const charts = async (text: string) =>
    (await readFile('zone-chart', 'zones.csv', text)).map(({ values, issues }) => ({
      ...{ code: values['code'], origin: values['origin'], issues },
      zones: (values['zones'] as { zones: object }).zones,
    }));

  it('names its origin in a column, and is a chart for each where there are several', async () => {
    expect(await charts('origin_zip3,dest_zip3,zone\n850,900,4\n850,901,4\n850,969,-')).toEqual([
      { code: 'zones-850', origin: '850', issues: [], zones: { 4: ['US:900-901'], '-': ['US:969'] } },
    ]);
    expect(await charts('Origin ZIP,Destination ZIP,Zone\n850,900,4\n917,900,2\n917,100,8\n850,100,8')).toEqual([
      { code: 'zones-850', origin: '850', issues: [], zones: { 4: ['US:900'], 8: ['US:100'] } },
      { code: 'zones-917', origin: '917', issues: [], zones: { 2: ['US:900'], 8: ['US:100'] } },
    ]);
  });

  it('has the first and the last code of a range in columns of their own', async () => {
    expect(await charts('ZIP from,ZIP to,Zone\n900,908,4\n100,104,8')).toMatchObject([
      { issues: [], zones: { 4: ['US:900-908'], 8: ['US:100-104'] } },
    ]);
  });

  it('has no zone where a footnote alone stands, and keeps it for a person', async () => {
    const [found] = await readFile(
      'zone-chart',
      '850.csv',
      'Dest. ZIP,Ground\n004-005,008\n967-968,[1]\n[1] See below.',
    );
    expect(found?.issues).toEqual([]);
    expect(found?.values['zones']).toEqual({ unserved: '-', zones: { 8: ['US:004-005'], '-': ['US:967-968'] } });
    expect(found?.notes).toEqual(expect.arrayContaining(['967-968: [1]', '[1] See below.']));
  });
});

describe('a list of delivery areas', () => {
  it('says yes or no below the heading of each tier', async () => {
    const read = async (text: string) =>
      (await readFile('area-list', 'das.csv', text)).map(({ values }) => [values['recipients'], values['tiers']]);
    expect(await read('zip,das,das_extended\n01002,Y,N\n01003,N,Y')).toEqual([
      ['all', { das: ['US:01002'], extended: ['US:01003'] }],
    ]);
    expect(await read('zip,das_residential,das_commercial\n01002,1,0\n01003,1,1')).toEqual([
      ['residential', { das: ['US:01002-01003'] }],
      ['commercial', { das: ['US:01003'] }],
    ]);
  });
});

describe('weeks of fuel', () => {
  it('of several carriers leave open whose each is, as one answer for the file would mix them', async () => {
    const read = async (rows: string) =>
      (
        await readFile('fuel-surcharge', 'fuel.csv', `Carrier,Service,Effective,Percent\n${rows}`, { carrier: '7' })
      ).map(({ values, title }) => [title, values['carrier'], values['serviceGroup']]);
    expect(await read('UPS,陆运,2026-01-05,18.25%')).toEqual([['UPS ground 2026-01-05', '7', 'ground']]);
    expect(await read('UPS,Ground,2026-01-05,18.25%\nFedEx,空运,2026-01-05,18.5%')).toEqual([
      ['UPS ground 2026-01-05', undefined, 'ground'],
      ['FEDEX air 2026-01-05', undefined, 'air'],
    ]);
  });
});

describe('the code of a record', () => {
  const given = { code: 'LIST', name: 'My list' };
  const csv = 'Weight_lbs,Zone2,Zone3\n1,8.01,8.52\n2,9.01,9.52';
  const codes = async (rows: Rows) =>
    (await readFile('rate-table', 'list.xlsx', await bytesOf({ sheets: [{ name: 'A', rows }] }), given)).map(
      ({ values }) => values['code'],
    );

  it('is the one that a person entered where the file has none, so that a new file is another version', async () => {
    const [found] = await readFile('rate-table', 'fedex-2026.csv', csv, given);
    expect(found?.values).toMatchObject(given);
    const [chart] = await readFile('zone-chart', 'zones.csv', 'ZIP,Zone\n900,4', given);
    expect(chart?.values).toMatchObject(given);
    const [areas] = await readFile('area-list', 'das.csv', 'ZIP,Tier\n01002,DAS', given);
    expect(areas?.values).toMatchObject(given);
    const [unsaid] = await readFile('rate-table', 'fedex-2026.csv', csv);
    expect(unsaid?.values).toMatchObject({ code: 'fedex-2026' });
  });

  it('is that of the file where it names one, and one for each of several records', async () => {
    const head = ['国家', '0-0.1KG', '0.1-0.5KG'];
    expect(await codes([['产品代码：P-A'], head, ['美国', 18, 40]])).toEqual(['P-A']);
    const chart = await readFile('zone-chart', 'z.csv', 'Origin ZIP,Dest ZIP,Zone\n850,900,4\n917,900,2', given);
    expect(chart.map(({ values }) => values['code'])).toEqual(['z-850', 'z-917']);
  });
});
