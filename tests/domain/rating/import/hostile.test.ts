import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { forwarderBooks } from '../fixtures/workbooks.ts';
import { bytesOf, readFile } from './book.ts';

const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error as { code?: string }).code,
  );

describe('a file that means harm or is broken', () => {
  it('of two million cells is refused', async () => {
    const line = `${Array.from({ length: 200 }, (_, at) => at).join(',')}\n`;
    expect(await codeOf(readFile('rate-table', 'big.csv', line.repeat(10_000)))).toBe('import.tooManyCells');
  });

  it('that was cut in half is refused', async () => {
    const [book] = forwarderBooks;
    const bytes = await bytesOf(book ?? { sheets: [] });
    expect(await codeOf(readFile('rate-table', 'half.xlsx', bytes.slice(0, bytes.length >> 1)))).toBe(
      'import.unreadable',
    );
  });

  it('of another kind is refused, whatever it is called', async () => {
    const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0, 0, 0xff]);
    expect(await codeOf(readFile('rate-table', 'prices.xlsx', picture))).toBe('import.kind');
  });

  it('names the cell of a formula that nobody has calculated, and takes what one came to', async () => {
    const cells = new Map([
      ['1,1', { value: null, formula: 'A2*2' }],
      ['1,2', { value: 12.5, formula: 'A2*12.5', formulaResult: 12.5 }],
    ]);
    const rows = [
      ['Weight (lb)', 'Zone 2', 'Zone 3'],
      [1, null, null],
      [2, 20, 25],
    ];
    const [found] = await readFile('rate-table', 'f.xlsx', await writeXlsx({ sheets: [{ name: 'A', rows, cells }] }));
    expect(found?.issues).toEqual([{ code: 'rating.import.notAPrice', path: 'A!B2', params: { value: '=A2*2' } }]);
    expect(found?.values['sheet']).toMatchObject({ rows: [{ prices: { 3: '12.50' } }, { prices: { 3: '25.00' } }] });
  });

  it('with an error of a spreadsheet or text for figures is reported by its cells', async () => {
    const rows = 'Weight (kg),US,GB\n0.5,#REF!,12\n1,14,true\nheavy,15,16';
    const [found] = await readFile('rate-table', 'x.csv', rows);
    expect(found?.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'rating.import.notAPrice file!B2',
      'rating.import.notAPrice file!C3',
      'rating.import.notAWeight file!A4',
    ]);
  });

  it('without any table that is known is nothing at all', async () => {
    expect(await readFile('rate-table', 'x.csv', 'name,phone\nAnn,123\nBob,456')).toEqual([]);
    expect(await readFile('zone-chart', 'x.csv', 'name,phone\nAnn,123')).toEqual([]);
    expect(await readFile('area-list', 'x.csv', 'name,phone\nAnn,123')).toEqual([]);
    expect(await readFile('fuel-surcharge', 'x.csv', 'name,phone\nAnn,123')).toEqual([]);
  });

  it('in the code of Chinese spreadsheets is read', async () => {
    // 重量(KG),美国 in GB18030.
    const head = Uint8Array.from([0xd6, 0xd8, 0xc1, 0xbf, 0x28, 0x4b, 0x47, 0x29, 0x2c, 0xc3, 0xc0, 0xb9, 0xfa, 0x0a]);
    const bytes = Buffer.concat([head, Buffer.from('0.5,12\n1,18\n')]);
    const [found] = await readFile('rate-table', 'x.csv', bytes);
    expect(found?.values['sheet']).toMatchObject({ zones: ['US'], rows: [{ to: '0.5' }, { to: '1' }] });
  });
});
