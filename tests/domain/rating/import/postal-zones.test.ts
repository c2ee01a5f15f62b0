import { describe, expect, it } from 'vitest';
import { readRateSheet } from '../../../../server/domain/rating/data/rate-sheet.ts';
import { readZoneChart } from '../../../../server/domain/rating/data/zone-chart.ts';
import type { PriceSheet } from '../../../../server/domain/rating/import/price-sheet.ts';
import { closestOf } from '../../../../server/domain/rating/kernel/zone.ts';
import { bytesOf, readFile } from './book.ts';

/* Lists of forwarders that zone a country by first characters of its postal codes, and cells with several codes. */

type Rows = (string | number | null)[][];
const read = async (entity: string, rows: Rows) =>
  readFile(entity, 'list.xlsx', await bytesOf({ sheets: [{ name: 'A', rows }] }));

/** The zone of a destination by the chart of a list, and the price a kilogram of that zone for 21 kg. */
async function priced(rows: Rows, ...codes: string[]) {
  const [[table], [chart]] = [await read('rate-table', rows), await read('zone-chart', rows)];
  expect([table?.issues, chart?.issues]).toEqual([[], []]);
  const zones = readZoneChart(chart?.values['zones']);
  expect(readRateSheet(table?.values['sheet']).ok && zones.ok).toBe(true);
  const sheet = table?.values['sheet'] as PriceSheet;
  const row = sheet.rows.find(({ to }) => Number(to) >= 21);
  return codes.map((postalCode) => {
    const zone = (zones.ok && closestOf(zones.value.zones, { country: 'US', postalCode, residential: false })) || '';
    return [zone, row?.mode, row?.prices[zone]].join(' ');
  });
}

describe('prices by the first digit of the postal code', () => {
  const bands = ['12KG+', '21KG+', '100KG+'];
  const weights = (one: number, two: number, three: number): Rows => [
    ['21KG+', one, two, three],
    ['45KG+', one - 1, two - 1, three - 1],
    ['100KG+', one - 2, two - 2, three - 2],
  ];

  it.each<[string, Rows]>([
    [
      'regions that name their digits',
      [
        ['渠道名称：快船海派', '生效日期：2026-01-05'],
        ['分区', ...bands, '时效'],
        ['美西(8,9开头)', 12.5, 12, 10.5, '12-15天'],
        ['美中（4、5、6、7开头）', 13.5, 13, 11.5, '15-18天'],
        ['美东(邮编0-3开头)', 14.5, 14, 12.5, '18-22天'],
      ],
    ],
    [
      'a column of regions and one of digits',
      [
        ['区域', '邮编', ...bands],
        ['美西', '8、9开头', 12.5, 12, 10.5],
        ['美中', '4-7开头', 13.5, 13, 11.5],
        ['美东', '0、1、2、3开头', 14.5, 14, 12.5],
      ],
    ],
    [
      'regions across and digits below them',
      [['重量段', '美西', '美中', '美东'], ['邮编开头', '8、9', '4、5、6、7', '0、1、2、3'], ...weights(12, 13, 14)],
    ],
  ])('in %s', async (_, rows) => {
    expect(await priced(rows, '90001', '60601', '01001')).toEqual([
      '美西 perUnit 12.00',
      '美中 perUnit 13.00',
      '美东 perUnit 14.00',
    ]);
  });

  it.each<[string, Rows]>([
    ['across', [['重量', '邮编8-9开头', '邮编4-7开头', '邮编0-3开头'], ...weights(12, 13, 14)]],
    [
      'down, in words',
      [
        ['分区', ...bands],
        ['8、9开头', 12.5, 12, 10.5],
        ['以4、5、6、7开头的邮编', 13.5, 13, 11.5],
        ['0-3开头', 14.5, 14, 12.5],
      ],
    ],
    [
      'down, under a heading that says what they are',
      [
        ['ZIP starts with', ...bands],
        ['8,9', 12.5, 12, 10.5],
        ['4-7', 13.5, 13, 11.5],
        ['0/1/2/3', 14.5, 14, 12.5],
      ],
    ],
  ])(
    '%s, without regions: each digit is a zone, so that other groups of digits need no other chart',
    async (_, rows) => {
      expect(await priced(rows, '90001', '60601', '01001')).toEqual([
        'ZIP 9 perUnit 12.00',
        'ZIP 6 perUnit 13.00',
        'ZIP 0 perUnit 14.00',
      ]);
    },
  );

  it('leave the country of the sender to the person, since it is another one', async () => {
    const [chart] = await read('zone-chart', [
      ['分区', ...bands],
      ['美西(8,9开头)', 12.5, 12, 10.5],
    ]);
    expect(chart?.values).toMatchObject({ country: null });
  });

  it('are refused where zeros may have been lost: 5 among 010 and 100 is 005', async () => {
    const [found] = await read('rate-table', [
      ['ZIP prefix', ...bands],
      [5, 12.5, 12, 10.5],
      ['010-089', 13.5, 13, 11.5],
    ]);
    expect(found?.issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['rating.import.notAPostalCode A!A1']);
  });
});

describe('several codes in one cell', () => {
  const zones = async (rows: Rows) => {
    const [found] = await read('zone-chart', rows);
    return {
      zones: (found?.values['zones'] as { zones: object } | undefined)?.zones,
      issues: found?.issues.map(({ code, path }) => `${code} ${path}`),
    };
  };

  it.each([
    ['900-908, 910-912, 917', '005; 010-089'],
    ['900 - 908、910-912、917', '005，010-089'],
    ['900-908\n910-912\n917', '005/010-089'],
  ])('are all of its zone: %s', async (west, east) => {
    const rows: Rows = [
      ['Zone', 'ZIP codes'],
      [2, west],
      ['8', east],
    ];
    expect(await zones(rows)).toEqual({
      zones: { 2: ['US:900-908', 'US:910-912', 'US:917'], 8: ['US:005', 'US:010-089'] },
      issues: [],
    });
  });

  it('are taken whole or not at all, and each stands in one zone', async () => {
    const wrong = await zones([
      ['Zone', 'ZIP codes'],
      [2, '900, 901'],
      [3, '902, 90x'],
    ]);
    expect(wrong.issues).toEqual(['rating.import.notAPostalCode A!B3']);
    const twice = await zones([
      ['Zone', 'ZIP codes'],
      [2, '900, 901'],
      [3, '901, 902'],
    ]);
    expect(twice.issues).toEqual(['rating.import.twoZones A!B3']);
    // A blank within a code is no second one.
    const blank = await zones([
      ['Zone', 'ZIP codes'],
      [2, '900, 901'],
      [3, '902 10'],
    ]);
    expect(blank.issues).toEqual(['rating.import.notAPostalCode A!B3']);
  });

  it('have three characters or are whole, each as it is written', async () => {
    const { zones: found } = await zones([
      ['ZIP', 'Zone'],
      ['913, 914', 3],
      ['90210/90211', 4],
    ]);
    expect(found).toEqual({ 3: ['US:913-914'], 4: ['US:90210-90211'] });
  });

  it('are all of their tier', async () => {
    for (const rows of [
      [
        ['偏远等级', '邮编'],
        ['偏远', '01005,01008-01010、01012'],
        ['超偏远', '59001-59004'],
      ],
      [
        ['ZIP', 'Tier'],
        ['01005; 01008-01010\n01012', 'Remote'],
        ['59001-59004', 'Super remote'],
      ],
    ]) {
      const [found] = await read('area-list', rows);
      expect([found?.issues, found?.values['tiers']]).toEqual([
        [],
        { remote: ['US:01005', 'US:01008-01010', 'US:01012'], superRemote: ['US:59001-59004'] },
      ]);
    }
  });

  it('are those of the country that a column of the chart names', async () => {
    const { zones: found, issues } = await zones([
      ['Country', 'Postal code', 'Zone'],
      ['US', '10115', 2],
      ['Germany', '10115', 3],
      ['AU', '2000', 4],
    ]);
    expect({ found, issues }).toEqual({ found: { 2: ['US:10115'], 3: ['DE:10115'], 4: ['AU:2000'] }, issues: [] });
  });

  it('of areas have three characters or are whole: 967 is Hawaii and not 00967', async () => {
    const [found] = await read('area-list', [
      ['ZIP', 'Tier'],
      ['967', 'Hawaii'],
      ['99501', 'Alaska'],
      ['01001', 'DAS'],
    ]);
    expect(found?.values['tiers']).toEqual({ hawaii: ['US:967'], alaska: ['US:99501'], das: ['US:01001'] });
  });
});

describe('the country of postal codes', () => {
  const german: Rows = [
    ['Postcode', 'Zone'],
    ['1067', 2],
    ['80331-80999', 3],
  ];
  const chart = async (title: string, rows: Rows, entity = 'zone-chart') => {
    const [found] = await read(entity, [[title], ...rows]);
    const said = (found?.values['zones'] as { zones: object } | undefined)?.zones ?? found?.values['tiers'];
    return { said, issues: found?.issues.map(({ code, path }) => `${code.replace('rating.import.', '')} ${path}`) };
  };

  it.each(['Germany zone chart 2026', '德国邮编分区表', 'Zones from China to Germany', '中国-德国专线'])(
    'is the one that the title names: %s',
    async (title) => {
      // 01067 is Dresden; a spreadsheet has eaten its zero.
      expect(await chart(title, german)).toEqual({ said: { 2: ['DE:01067'], 3: ['DE:80331-80999'] }, issues: [] });
    },
  );

  it.each([
    ...['UPS zone chart', 'Zones from Germany to the US', 'New Mexico and Georgia', '美国沿海地区', 'Puerto Rico'],
    // A forwarder's own name, states that hold the name of a country, and what a title leaves out.
    ...['香港顺达物流有限公司', 'Shunda Logistics (Hong Kong) Co., Ltd', '中国直发 FedEx 分区'],
    ...['马里兰州仓 UPS Ground 分区表', '新墨西哥州', '哥伦比亚特区', 'Panama City zones'],
    ...['48 contiguous states; not valid for Mexico', 'US zones, does not include Mexico', '美国（墨西哥除外）'],
  ])('is the United States where the title names no other destination: %s', async (title) => {
    const { said, issues } = await chart(title, german);
    expect({ said, issues }).toEqual({ said: { 2: ['US:01067'], 3: ['US:80331-80999'] }, issues: [] });
  });

  it('is asked for where the titles name several', async () => {
    expect((await chart('Germany and France', german)).issues).toEqual(['countryUnsure A!A3']);
    expect((await chart('US, Mexico', german)).issues).toEqual(['countryUnsure A!A3']);
    const named: Rows = [
      ['Country', ...(german[0] ?? [])],
      ['FR', '75001', 2],
      ['US', '10001', 3],
    ];
    expect(await chart('US and France', named)).toEqual({ said: { 2: ['FR:75001'], 3: ['US:10001'] }, issues: [] });
  });

  it('is not taken from an unknown code', async () => {
    const rows: Rows = [
      ['Country', 'Postcode', 'Zone'],
      ['Narnia', '10115', 2],
      ['DE', '10115', 3],
    ];
    expect((await chart('Zones', rows)).issues).toEqual(['notACountry A!A3']);
  });

  it('holds for lists of areas and prices by first digits as well', async () => {
    const areas: Rows = [
      ['Postcode', 'Tier'],
      ['800', 'Remote'],
      ['4870-4890', 'Extended'],
    ];
    expect(await chart('澳洲偏远邮编', areas, 'area-list')).toEqual({
      said: { remote: ['AU:0800'], extended: ['AU:4870-4890'] },
      issues: [],
    });
    const named: Rows = [
      ['Country', 'ZIP', 'Tier'],
      ['Australia', '4870', 'Remote'],
      ['US', '59001', 'Remote'],
    ];
    expect((await chart('Areas', named, 'area-list')).said).toEqual({ remote: ['AU:4870', 'US:59001'] });
    const prices: Rows = [
      ['邮编开头', '12KG+', '21KG+'],
      ['2、3', 12, 11],
      ['6', 14, 13],
    ];
    expect((await chart('澳洲专线', prices)).said).toEqual({ 'ZIP 2': ['AU:2'], 'ZIP 3': ['AU:3'], 'ZIP 6': ['AU:6'] });
  });
});

describe('the country of the sender', () => {
  const country = async (...rows: Rows) =>
    (await read('zone-chart', [...rows, ['ZIP', 'Zone'], ['900', 4]]))[0]?.values['country'];

  it('is left to the person where neither an origin nor a country says it', async () => {
    expect(await country(['Zones 2026'])).toBe(null);
    expect(await country(['For shipments originating in ZIP Codes 850-00 to 853-99'])).toBe('US');
    expect(await country(['发件国：中国'])).toBe('CN');
    expect(await country(['Zones from Germany to the US'])).toBe('DE');
  });
});
