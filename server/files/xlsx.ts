import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** A workbook of one sheet as bytes on their way, rows pulled as they are needed. Cells are typed; none is a formula. */
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
    // Loaded with the first workbook.
    const { writeXlsxStream } = await import('hucre/xlsx');
    const stream = writeXlsxStream(rows, { name: sheetName(sheet.name), columns, freezePane: { rows: 1 } });
    yield* Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  }
  return Readable.from(bytes(), { objectMode: false });
}

const sheetName = (name: string): string => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1';
