import type { SheetColumn } from './columns.ts';
import vocabulary from './vocabulary.json';

/** A heading as it is compared: without case, spaces, marks, and the unit or the star behind it. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{].*?[)\]}]/g, '')
    .replace(/[\s_\-/.,:;*#'"’]+/g, '');

/** Columns by every heading that means them, in both languages; a label that two share means the first of them. */
export function headingsOf(columns: readonly SheetColumn[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const note = (text: string, id: string) => {
    const plain = plainHeading(text);
    if (plain !== '' && !known.has(plain)) known.set(plain, id);
  };
  const here = new Set(columns.map(({ id }) => id));
  for (const { id } of columns) note(id, id);
  for (const [id, texts] of Object.entries(vocabulary.headings)) {
    if (here.has(id)) for (const text of texts) note(text, id);
  }
  for (const { id, label } of columns) note(label, id);
  return known;
}

/** The column of each heading, null where it means none or one that came before. */
export function matchHeadings(cells: readonly string[], known: ReadonlyMap<string, string>): (string | null)[] {
  const taken = new Set<string>();
  return cells.map((cell) => {
    const id = known.get(plainHeading(cell)) ?? null;
    if (id === null || taken.has(id)) return null;
    taken.add(id);
    return id;
  });
}

/** Whether a first row is headings and no data: most of its filled cells mean a column, and none is a figure. */
export function isHeader(cells: readonly string[], known: ReadonlyMap<string, string>): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const found = matchHeadings(cells, known).filter((id) => id !== null).length;
  return found >= Math.min(2, filled.length) && found * 2 >= filled.length && found > 0 && !filled.some(isFigure);
}

const isFigure = (text: string): boolean => /^[\d.,$¥€%-]+$/.test(text.trim());

/** One name for a set of headings, under which its mapping is kept. */
export const headerKey = (cells: readonly string[]): string => cells.map(plainHeading).join('|').slice(0, 500);
