import { writeXlsxStream } from 'hucre/xlsx';
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
  const stream = writeXlsxStream(rows, { name: sheetName(sheet.name), columns, freezePane: { rows: 1 } });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

const sheetName = (name: string): string => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1';
