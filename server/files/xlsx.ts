import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Streams a workbook with one sheet, pulling rows on demand. Cells are typed, never formulas. */
export function xlsxBytes(
  rows: AsyncIterable<(string | number | boolean | Date | null)[]>,
  sheet: { name: string; columns: readonly { header: string; format?: string }[] },
): Readable {
  const columns = sheet.columns.map(({ header, format }) => ({
    header,
    width: 18,
    ...(format ? { numFmt: format } : {}),
  }));
  async function* bytes() {
    // Loaded lazily.
    const { writeXlsxStream } = await import('hucre/xlsx');
    const stream = writeXlsxStream(rows, { name: sheetName(sheet.name), columns, freezePane: { rows: 1 } });
    yield* Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  }
  return Readable.from(bytes(), { objectMode: false });
}

const sheetName = (name: string): string => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1';

interface Sheet {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly { readonly header: string; readonly number?: boolean }[];
  readonly lines: readonly (readonly (string | number | null)[])[];
}

/** A workbook with a summary sheet and a sheet per table. Cells are typed, never formulas. */
export async function workbookBytes(book: {
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly logo?: { readonly type: 'png' | 'jpeg'; readonly bytes: Buffer } | null;
  readonly tables: readonly Sheet[];
}): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const taken = new Set<string>();
  const named = (title: string): string => {
    const plain = sheetName(title);
    let name = plain;
    // Sheet names must be unique regardless of case.
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${plain.slice(0, 27)} (${count})`;
    taken.add(name.toLowerCase());
    return name;
  };
  const bold = { style: { font: { bold: true } } };
  const first = {
    name: named(book.title),
    rows: book.facts.map((fact) => [...fact]),
    columns: [{ width: 24 }, { width: 48 }],
    ...(book.logo ? { images: [pictureOf(book.logo)] } : {}),
  };
  const sheets = book.tables.map(({ title, note, columns, lines }) => {
    const above = note ? [[title], [note]] : [[title]];
    return {
      name: named(title),
      rows: [...above, columns.map(({ header }) => header), ...lines.map((line) => [...line])],
      columns: columns.map((_, at) => ({ width: at === 0 ? 22 : 12 })),
      cells: new Map(columns.map((_, at) => [`${above.length},${at}`, bold] as const)),
      freezePane: { rows: above.length + 1, columns: 1 },
    };
  });
  return writeXlsx({ sheets: [first, ...sheets] });
}

/** Beside the facts, as high as three rows. */
const pictureOf = ({ type, bytes }: { readonly type: 'png' | 'jpeg'; readonly bytes: Buffer }) => ({
  ...{ type, data: new Uint8Array(bytes), anchor: { from: { row: 0, col: 3 }, to: { row: 3, col: 5 } } },
});
