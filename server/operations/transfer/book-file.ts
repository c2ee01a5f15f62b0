import { pdfBytes } from '../../files/pdf.ts';
import { workbookBytes } from '../../files/xlsx.ts';
import type { AnsweredFile, Book, BookFormat } from '../../modules/module.ts';
import type { Culture, Texts } from '../../texts.ts';

/** Maximum columns per page width; further columns follow below, after the first one again. */
const maxColumns = 11;

const mediaTypes: Readonly<Record<BookFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** Tables as a workbook or a document. */
export async function bookFile(
  texts: Texts,
  { book, format, culture }: { book: Book; format: BookFormat; culture: Culture },
): Promise<AnsweredFile> {
  const bytes = format === 'xlsx' ? await workbookBytes(book) : await pdfOf(texts, book, culture);
  const name = `${book.title.replace(/[\\/:*?"<>|]/g, ' ').slice(0, 120)}.${format}`;
  return { name, mediaType: mediaTypes[format], content: Buffer.from(bytes).toString('base64') };
}

async function pdfOf(texts: Texts, { title, facts, tables, logo = null }: Book, culture: Culture): Promise<Buffer> {
  const plain = (cell: string | number | null): string => (cell === null ? '' : String(cell));
  const more = tables.flatMap((table) =>
    columnSets(table.columns.length).map((set, at) => ({
      title: table.title,
      note: at === 0 ? table.note : '',
      columns: set.map((column) => table.columns[column] ?? { header: '', share: 1 }),
      lines: table.lines.map((line) => set.map((column) => plain(line[column] ?? null))),
    })),
  );
  const say = (page: number, pages: number) => texts.message(culture, 'document.page', { page, pages });
  return pdfBytes({ culture, title, facts, columns: [], lines: [], foot: [], more, logo: logo?.bytes ?? null }, say);
}

/** Column indexes of each part of a wide table; the first column is in all of them. */
function columnSets(count: number): number[][] {
  const rest = Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 1);
  const sets: number[][] = [];
  for (let at = 0; at < rest.length; at += maxColumns - 1) sets.push([0, ...rest.slice(at, at + maxColumns - 1)]);
  return sets.length > 0 ? sets : [[0]];
}
