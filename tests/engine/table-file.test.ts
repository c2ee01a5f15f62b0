import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { createEncodingDetector, type TextEncoding } from '../../engine/core/index.ts';
import { readTableFile } from '../../engine/kit/fields/lines/table-file.ts';
import { legacyWorkbook } from '../support/legacy-workbook.ts';

const encodingOf = (...parts: readonly Uint8Array[]): TextEncoding | null => {
  const detector = createEncodingDetector();
  for (const part of parts) if (!detector.add(part)) break;
  return detector.encoding();
};
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

describe('the encoding of a text file', () => {
  it.each([
    ['utf-8', 'plain ASCII', utf8('name,zip\nAnn,01001')],
    ['utf-8', 'accents and Chinese', utf8('Montréal,北京')],
    ['utf-8', 'a byte order mark', bytes('efbbbf 61 2c 62')],
    ['utf-8', 'a last character that is cut off', utf8('北京,上海,广州,深圳,天津').subarray(0, -1)],
    ['utf-16le', 'a byte order mark', bytes('fffe 6100 2c00')],
    ['utf-16be', 'a byte order mark', bytes('feff 0061 002c')],
    ['utf-16le', 'no mark', bytes('6100 2c00 6200')],
    ['utf-16be', 'no mark', bytes('0061 002c 0062')],
    ['gb18030', '收件人,北京', bytes('cad5bcfec8cb 2c b1b1bea9')],
    ['windows-1252', 'Montréal,Québec', new Uint8Array(Buffer.from('Montréal,Québec', 'latin1'))],
    [null, 'a zero byte', bytes('61 62 00 63 64')],
  ] as const)('is %s: %s', (encoding, _, text) => {
    expect(encodingOf(text)).toBe(encoding);
  });

  it('does not depend on where a character is cut in two', () => {
    const text = utf8('Montréal,北京,😀');
    for (let at = 1; at < text.length; at += 1)
      expect(encodingOf(text.subarray(0, at), text.subarray(at))).toBe('utf-8');
  });

  it('is found where a long file becomes Chinese late', () => {
    const head = utf8('plain,text\n'.repeat(1_000));
    expect(encodingOf(head, bytes('b1b1bea9 0a'), head)).toBe('gb18030');
  });
});

describe('a table file', () => {
  const rows = [
    ['Name', null, 'Zip'],
    [null, null, null],
    ['Ann & Co 北京', 12.1, '01001'],
  ];
  const texts = [
    ['Name', '', 'Zip'],
    ['', '', ''],
    ['Ann & Co 北京', '12.1', '01001'],
  ];
  const filled = (found: string[][]) => found.map((row) => Array.from({ length: 3 }, (_, at) => row[at] ?? ''));

  it('is an XLSX workbook, whose days are days', async () => {
    const day = new Date('2026-03-14T00:00:00Z');
    const book = await writeXlsx({ sheets: [{ name: 'A', rows: [...rows, [day, null, null]] }] });
    const found = await readTableFile(new Blob([new Uint8Array(book)]));
    expect(found && 'rows' in found && filled(found.rows)).toEqual([...texts, ['2026-03-14', '', '']]);
  });

  it('is a workbook of Excel 97 to 2003', async () => {
    const book = legacyWorkbook([
      { name: 'A', rows },
      { name: 'B', rows: [['other']] },
    ]);
    const found = await readTableFile(new Blob([new Uint8Array(book)]));
    expect(found && 'rows' in found && filled(found.rows)).toEqual(texts);
  });

  it('is text in the encoding of a Chinese spreadsheet', async () => {
    const found = await readTableFile(new Blob([bytes('cad5bcfec8cb 2c b1b1bea9')]));
    expect(found).toEqual({ text: '收件人,北京' });
  });

  it('is refused where it is neither', async () => {
    expect(await readTableFile(new Blob([bytes('7f454c46 0000')]))).toBeNull();
    await expect(readTableFile(new Blob([utf8('PK\u0003\u0004 no workbook')]))).rejects.toThrow('Unsupported format');
    await expect(readTableFile(new Blob([bytes('d0cf11e0a1b11ae1 00')]))).rejects.toThrow('password');
  });
});
