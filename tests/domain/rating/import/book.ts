import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { priceReaders } from '../../../../server/domain/rating/import/readers.ts';
import { readBook } from '../../../../server/files/read-book.ts';
import type { FoundRecord } from '../../../../server/modules/module.ts';
import type { FixtureBook } from '../fixtures/workbooks.ts';

/** The bytes of a fixture as a real workbook. */
export const bytesOf = async ({ sheets }: Pick<FixtureBook, 'sheets'>): Promise<Uint8Array> =>
  writeXlsx({
    sheets: sheets.map(({ name, rows, merges = [] }) => ({
      name,
      rows,
      merges: merges.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol })),
    })),
  });

/** Reads bytes as an upload is read: in a thread, then by the reader of the entity. */
export async function readFile(
  entity: string,
  name: string,
  bytes: Uint8Array | string,
  given: Record<string, string> = {},
): Promise<readonly FoundRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-book-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const sheets = await readBook(path, 'file');
    return priceReaders.find((reader) => reader.entity === entity)?.read({ name, sheets, given }).records ?? [];
  } finally {
    await rm(folder, { recursive: true });
  }
}
