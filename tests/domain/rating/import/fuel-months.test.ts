import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readFile } from './book.ts';

/* Fuel by the month: a month is all of its days, and never a week that begins on its first. Percents are made up. */

type Rows = (string | number | Date | null)[][];
async function told(rows: Rows) {
  const found = await readFile('fuel-surcharge', 'fuel.xlsx', await writeXlsx({ sheets: [{ name: 'A', rows }] }));
  const issues = found.flatMap((each) => each.issues.map(({ code, path }) => `${code} ${path}`));
  const lines = found.map(({ title, values: { from, to, percent, serviceGroup = '' } }) =>
    [from, to, percent, serviceGroup, title.replace(/ ?\d.*$/, '')].join(' ').trim(),
  );
  return issues.length > 0 ? issues : lines;
}

describe('fuel by the month', () => {
  it.each<[string, Rows]>([
    [
      'in English',
      [
        ['Month', 'Fuel surcharge'],
        ['January 2026', '18.5%'],
        ['Feb 2026', '18.75%'],
      ],
    ],
    [
      'as Jan-26',
      [
        ['Month', 'Percent'],
        ['Jan-26', 18.5],
        ['Feb-26', 18.75],
      ],
    ],
    [
      'in Chinese',
      [
        ['月份', '燃油附加费'],
        ['2026年1月', '18.5%'],
        ['2026年2月份', '18.75%'],
      ],
    ],
    [
      'as figures',
      [
        ['月份', '燃油费率'],
        ['2026-01', 0.185],
        ['202602', 0.1875],
      ],
    ],
    [
      'as the first day of each',
      [
        ['Month', 'Percent'],
        [new Date(Date.UTC(2026, 0, 1)), 18.5],
        [new Date(Date.UTC(2026, 1, 1)), 18.75],
      ],
    ],
    ['with the year in the title', [['2026年燃油附加费'], ['月份', '费率'], ['1月', '18.5%'], ['2月', '18.75%']]],
    [
      'with the year in a column',
      [
        ['Year', 'Month', 'Rate'],
        [2026, 'January', '18.5%'],
        [2026, 'February', '18.75%'],
      ],
    ],
    [
      'across',
      [
        ['2026年', '1月', '2月'],
        ['燃油附加费', '18.5%', '18.75%'],
      ],
    ],
  ])('%s', async (_, rows) => {
    expect(await told(rows)).toEqual(['2026-01-01 2026-01-31 18.5', '2026-02-01 2026-02-28 18.75']);
  });

  it('is of the carrier and the group that head a column or a row', async () => {
    const lines = [
      '2026-01-01 2026-01-31 18.5 ground UPS ground',
      '2026-01-01 2026-01-31 19  FEDEX',
      '2026-02-01 2026-02-28 18.75 ground UPS ground',
      '2026-02-01 2026-02-28 19.5  FEDEX',
    ];
    expect(
      await told([
        ['Month', 'UPS Ground', 'FedEx'],
        ['2026-01', '18.5%', '19%'],
        ['2026-02', '18.75%', '19.5%'],
      ]),
    ).toEqual(lines);
    const across = await told([
      ['Carrier', 'Jan 2026', 'Feb 2026'],
      ['UPS Ground', '18.5%', '18.75%'],
      ['FedEx', '19%', '19.5%'],
    ]);
    expect(across.toSorted()).toEqual(lines.toSorted());
  });

  it('is refused where the year is not said, or a day within a month stands for it', async () => {
    expect(
      await told([
        ['月份', '费率'],
        ['1月', '18.5%'],
      ]),
    ).toEqual(['rating.import.notADay A!A2']);
    expect(await told([['Fuel 2025/2026'], ['Month', 'Rate'], ['January', '18.5%']])).toEqual([
      'rating.import.notADay A!A3',
    ]);
    // What a spreadsheet makes of `Jan-26` in another year.
    expect(
      await told([
        ['Month', 'Rate'],
        [new Date(Date.UTC(2026, 0, 26)), '18.5%'],
      ]),
    ).toEqual(['rating.import.notADay A!A2']);
  });

  it('is no fifth of a percent where a cell was formatted as a percent among plain figures', async () => {
    expect(
      await told([
        ['Month', 'Rate'],
        ['2026-01', 18.5],
        ['2026-02', 0.185],
      ]),
    ).toEqual(['rating.import.notAPercent A!B3']);
  });

  it('of days first is not read as months first, where a week would last for months', async () => {
    expect(
      await told([
        ['Week', 'Rate'],
        ['05/01/2026', '18.5%'],
        ['12/01/2026', '18.75%'],
      ]),
    ).toEqual(['rating.import.notADay A!B2']);
  });
});
