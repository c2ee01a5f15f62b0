import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PriceSheet } from '../../../../server/domain/rating/import/price-sheet.ts';
import { legacyWorkbook } from '../../../support/legacy-workbook.ts';
import { bytesOf, readFile } from './book.ts';

const text = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const read = async (entity: string, name: string, given: Record<string, string> = {}) =>
  readFile(entity, name, text(name), given);

const priceRows = (sheet: unknown) =>
  (sheet as PriceSheet).rows.map(({ to, prices }) => [to, ...Object.values(prices)].join());

describe('a carrier’s list of rates', () => {
  const lines = text('fedex-ground-list-2025.csv').trim().split('\n').slice(1);

  it('is taken as it is published, cell by cell', async () => {
    const [found, ...more] = await read('rate-table', 'fedex-ground-list-2025.csv');
    expect(more).toEqual([]);
    expect(found?.issues).toEqual([]);
    expect(found?.summary.params).toEqual({ zones: 7, rows: 150, prices: 1_050 });
    expect(found?.values).toMatchObject({ code: 'fedex-ground-list-2025', unitType: '0' });
    expect(priceRows(found?.values['sheet'])).toEqual(lines);
  });

  it('says the same with titles, other columns, signs, thousands and merged headings', async () => {
    const order = [8, 2, 3, 7, 5, 6, 4];
    const rows = lines.map((line) => line.split(','));
    const book = {
      sheets: [
        {
          name: 'Ground',
          rows: [
            ['FedEx Ground'],
            ['Effective January 6, 2025', null, 'All prices in USD'],
            [],
            [...order.map(() => 'Zones'), 'Weight'],
            [...order.map((zone) => `00${zone}`), '(lbs.)'],
            ...rows.map((cells) => [...order.map((zone) => `$ ${cells[zone - 1]}`), `${cells[0]} lbs.`]),
            ['Rates are subject to change.'],
          ],
          merges: [[3, 0, 3, 6]] as [number, number, number, number][],
        },
      ],
    };
    const [found] = await readFile('rate-table', 'list.xlsx', await bytesOf(book));
    expect(found?.issues).toEqual([]);
    expect(found?.values).toMatchObject({ name: 'FedEx Ground', from: '2025-01-06', currency: 'USD', unitType: '0' });
    expect(priceRows(found?.values['sheet'])).toEqual(lines);
    expect(found?.notes).toContain('Rates are subject to change.');
  });

  it('may head its weights with the word for zones, or with nothing', async () => {
    for (const head of ['Zones', '']) {
      const rows = [
        `UPS Ground,,`,
        `${head},002,003`,
        'Letter,10.00,11.00',
        '1 Lbs.,"$1,012.50",13.00',
        '2 Lbs.,14.00,-',
      ];
      const [found] = await readFile('rate-table', 'daily.csv', rows.join('\n'));
      expect(found?.issues).toEqual([]);
      expect(found?.values).toMatchObject({ name: 'UPS Ground', unitType: '0' });
      expect(found?.values['sheet']).toEqual({
        zones: ['2', '3'],
        rows: [
          { to: '1', mode: 'flat', prices: { 2: '1012.50', 3: '13.00' } },
          { to: '2', mode: 'flat', prices: { 2: '14.00' } },
        ],
        packaging: { letter: { to: '0.5', prices: { 2: '10.00', 3: '11.00' } } },
      });
    }
  });

  it('is taken whole or not at all: what is no price is named by its cell', async () => {
    const wrong = text('fedex-ground-list-2025.csv')
      .replace('2,12.08,13.32', '2,12.08,call us')
      .replace('1,11.32', '1,0');
    const [found] = await readFile('rate-table', 'list.csv', wrong);
    expect(found?.issues).toEqual([
      { code: 'rating.import.notAPrice', path: 'file!B2', params: { value: '0' } },
      { code: 'rating.import.notAPrice', path: 'file!C3', params: { value: 'call us' } },
    ]);
    const twice = text('fedex-ground-list-2025.csv').replace('\n2,', '\n1,');
    expect((await readFile('rate-table', 'list.csv', twice))[0]?.issues[0]).toMatchObject({
      code: 'rating.import.overlap',
    });
  });
});

describe('a chart of zones', () => {
  it('is taken as it is published; codes that follow each other are a range, one that is missing is none', async () => {
    const [found] = await read('zone-chart', 'zip5-zone-from-phoenix-az.csv');
    expect(found?.issues).toEqual([]);
    expect(found?.summary.params).toEqual({ zones: 8, codes: 2_213 });
    const { zones } = (found?.values['zones'] ?? {}) as { zones: Record<string, string[]> };
    expect(Object.keys(zones)).toEqual(['2', '3', '4', '5', '6', '8', '9', '17']);
    expect(zones['8']?.slice(0, 2)).toEqual(['US:01001-01005', 'US:01007-01014']);
    expect(zones['2']).toContain('US:85001-85033');
  });

  it('of ZIP ranges with a column for each service is a chart for each, with its origin', async () => {
    const rows = [
      'ZONE CHART,,,',
      '"For shipments originating in ZIP Codes 850-00 to 853-99",,,',
      'Dest. ZIP,Ground,3 Day Select,2nd Day Air',
      '004-005,008,308,208',
      '6,8,-,208',
      '010 - 089,008,308,208',
      '967,[1],-,224',
      '"[1] For Hawaii, see the list below.",,,',
    ];
    const found = await readFile('zone-chart', '850.csv', rows.join('\n').replace('967,[1]', '967,044[1]'));
    expect(found.map(({ values }) => [values['serviceGroup'], values['origin'], values['zones']])).toEqual([
      ['ground', '850', { unserved: '-', zones: { 8: ['US:004-006', 'US:010-089'], 44: ['US:967'] } }],
      [
        'threeDaySelect',
        '850',
        { unserved: '-', zones: { '-': ['US:006', 'US:967'], 308: ['US:004-005', 'US:010-089'] } },
      ],
      ['secondDayAir', '850', { unserved: '-', zones: { 208: ['US:004-006', 'US:010-089'], 224: ['US:967'] } }],
    ]);
    expect(found[0]?.notes).toContain('[1] For Hawaii, see the list below.');
  });

  it('of daily rates goes on above its last weight by the price per pound', async () => {
    const rows = [
      ['2026 Daily Rates', null, null],
      [null, 'Zones', null],
      ['Weight Not To Exceed', '102', '103'],
      ['Letter', 36.21, 46.12],
      ['1 Lbs.', 40.21, 50.12],
      ['150', 444.21, 454.12],
      ['Price Per Pound', 3.21, 4.12],
    ];
    const [found] = await readFile('rate-table', 'rates.xls', legacyWorkbook([{ name: 'Air', rows }]));
    expect(found?.issues).toEqual([]);
    expect(found?.values['sheet']).toMatchObject({
      zones: ['102', '103'],
      rows: [{ to: '1' }, { to: '150', prices: { 102: '444.21', 103: '454.12' } }],
      above: { 102: '3.21', 103: '4.12' },
      packaging: { letter: { prices: { 102: '36.21', 103: '46.12' } } },
    });
  });

  it('is read from a workbook of Excel 97 to 2003, in which carriers publish zone charts', async () => {
    const rows = [['Dest. ZIP', 'Ground'], ['004-005', '008'], ['010-089', 8], [null], ['[1] See below.']];
    const found = await readFile('zone-chart', '850.xls', legacyWorkbook([{ name: '850', rows }]));
    expect(found.map(({ values }) => [values['serviceGroup'], values['origin'], values['zones']])).toEqual([
      ['ground', '850', { unserved: '-', zones: { 8: ['US:004-005', 'US:010-089'] } }],
    ]);
  });

  it('may stand in more pairs of columns beside each other', async () => {
    const rows =
      'FedEx Ground zones,,,\nOrigin ZIP 850,,,\nDestination ZIP,Zone,Destination ZIP,Zone\n500-599,7,85001,2\n00600-00699,NA,85002,2';
    const [found] = await readFile('zone-chart', 'fedex.csv', rows.replace('500-599', '00500-00599'));
    expect(found?.issues).toEqual([]);
    expect(found?.values).toMatchObject({
      origin: '850',
      zones: { zones: { '-': ['US:00600-00699'], 2: ['US:85001-85002'], 7: ['US:00500-00599'] } },
    });
  });

  it('names the cell of a code in two zones, and of what is no zone', async () => {
    const [found] = await readFile('zone-chart', 'zones.csv', 'ZIP,Zone\n01001,8\n01001,7\n01002,far away\nnone,3');
    expect(found?.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'rating.import.twoZones file!A3',
      'rating.import.notAZone file!B4',
      'rating.import.notAPostalCode file!A5',
    ]);
  });
});

describe('a list of delivery areas', () => {
  it('is a list for each column of tiers', async () => {
    const [home, economy] = await read('area-list', 'delivery-area-zip5-even.csv');
    const tiers = (record: typeof home) => record?.values['tiers'] as Record<string, string[]>;
    expect([home, economy].map((each) => each?.summary.params?.['codes'])).toEqual([999, 908]);
    expect(Object.keys(tiers(home)).toSorted()).toEqual(['das', 'extended', 'remote']);
    expect(tiers(home)['das']?.slice(0, 3)).toEqual(['US:01002', 'US:01010', 'US:01032']);
    expect(tiers(economy)['extended']?.[0]).toBe('US:01026');
    expect(home?.values['code']).toBe('delivery-area-zip5-even-home-delivery');
  });

  it('may have its codes below the heading of each tier', async () => {
    const rows =
      'Delivery Area Surcharge ZIP Codes,,\nEffective June 2 2025,,\nDAS,DAS Extended,Remote\n1002,04003,99501\n1003-1005,,99502';
    const [found] = await readFile('area-list', 'das.csv', rows);
    expect(found?.values).toMatchObject({
      from: '2025-06-02',
      tiers: { das: ['US:01002-01005'], extended: ['US:04003'], remote: ['US:99501-99502'] },
    });
  });
});

describe('fuel', () => {
  it('by bands: the index of the week says which one counts, in each group of services', async () => {
    const found = await read('fuel-surcharge', 'ups-fuel-bands-2025-11.csv', { index: '2.31', from: '2026-11-02' });
    expect(found.map(({ values }) => [values['serviceGroup'], values['percent']])).toEqual([
      ['domesticAir', '20.25'],
      ['internationalAirExport', '26'],
    ]);
    expect(found.flatMap(({ issues }) => issues)).toEqual([]);
    const out = await read('fuel-surcharge', 'ups-fuel-bands-2025-11.csv', { index: '2.71' });
    expect(out.map(({ issues }) => issues[0]?.code)).toEqual(['rating.import.outOfBands', 'rating.import.outOfBands']);
    const none = await read('fuel-surcharge', 'ups-fuel-bands-2025-11.csv');
    expect(none[0]?.issues).toMatchObject([{ code: 'rating.import.noIndex', path: 'index' }]);
    const holed = text('ups-fuel-bands-2025-11.csv').replace(/\n[^\n]*,2\.11,2\.16,[^\n]*/, '');
    const [gap] = await readFile('fuel-surcharge', 'fuel.csv', holed, { index: '2.31' });
    expect(gap?.issues).toMatchObject([{ code: 'rating.import.bandGap', params: { from: '2.11', to: '2.16' } }]);
  });

  it('by weeks: groups across, parts of one, and a week that ends where the next begins', async () => {
    const rows = [
      ['Fuel surcharge history'],
      ['Effective start date', 'Ground', 'Domestic Air'],
      ['2026-01-12', 0.185, 0.2025],
      ['2026-01-05', 0.18, 0.2],
    ];
    const found = await readFile('fuel-surcharge', 'fuel.xlsx', await bytesOf({ sheets: [{ name: 'Fuel', rows }] }));
    expect(found.map(({ values: v }) => [v['serviceGroup'], v['from'], v['to'], v['percent']])).toEqual([
      ['ground', '2026-01-12', '2026-01-18', '18.5'],
      ['domesticAir', '2026-01-12', '2026-01-18', '20.25'],
      ['ground', '2026-01-05', '2026-01-11', '18'],
      ['domesticAir', '2026-01-05', '2026-01-11', '20'],
    ]);
  });

  it('may have its first and last day in one cell, and its group in the heading of the percents', async () => {
    const rows =
      'Effective Dates,Ground Fuel Surcharge\n"Jan 6, 2025 - Jan 12, 2025",17.50%\n"Jan 13, 2025 - Jan 19, 2025",call';
    const [found] = await readFile('fuel-surcharge', 'weeks.csv', rows);
    expect(found?.values).toMatchObject({
      serviceGroup: 'ground',
      from: '2025-01-06',
      to: '2025-01-12',
      percent: '17.5',
    });
    expect(found?.issues).toMatchObject([{ code: 'rating.import.notAPercent', path: 'file!B3' }]);
  });
});
