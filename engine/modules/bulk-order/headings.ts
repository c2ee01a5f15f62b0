import type { SheetColumn } from './columns.ts';
import { isUnit, splitHeading, type Measure } from './units.ts';
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

const weak = new Set(vocabulary.weak.map(plainHeading));
const countsOfGoods = new Set(vocabulary.countsOfGoods.map(plainHeading));
const goods = vocabulary.goods.map(plainHeading);
const prefixes = vocabulary.prefixes.map(plainHeading);

/**
 * What a heading means: as it is written, without the unit behind it, or without words such as `Shipping` before a part
 * of the recipient's address.
 */
function meaningOf(text: string, known: ReadonlyMap<string, string>): { id: string; isWeak: boolean } | null {
  const plain = plainHeading(text);
  const whole = known.get(plain);
  if (whole !== undefined) return { id: whole, isWeak: weak.has(plain) };
  for (const [rest, word] of splitHeading(text)) {
    const id = known.get(plainHeading(rest)) ?? '';
    const measure = measureOf(id);
    if (measure && isUnit(word, measure)) return { id, isWeak: false };
  }
  for (const prefix of prefixes) {
    if (!plain.startsWith(prefix)) continue;
    const rest = plain.slice(prefix.length);
    const id = known.get(rest) ?? '';
    if (id.startsWith('shipTo')) return { id, isWeak: rest === 'street' };
  }
  return null;
}

/** What a column measures; null for any other. */
export const measureOf = (id: string): Measure | null =>
  ['boxes.weight', 'items.unitWeight'].includes(id)
    ? 'weight'
    : ['boxes.length', 'boxes.width', 'boxes.height'].includes(id)
      ? 'length'
      : null;

/**
 * The column of each heading, null where it means none or one that another heading means better: `Buyer name` is the
 * recipient only where no `Recipient name` is there.
 */
export function matchHeadings(cells: readonly string[], known: ReadonlyMap<string, string>): (string | null)[] {
  const meanings = cells.map((cell) => meaningOf(cell, known));
  const taken = new Set<string>();
  const found = cells.map((): string | null => null);
  // A list of goods has quantities of goods; one taken for the number of boxes would buy a label for each.
  const ofGoods = cells.some((cell) => goods.some((word) => plainHeading(cell).includes(word)));
  for (const isWeak of [false, true])
    for (const [at, meaning] of meanings.entries()) {
      if (meaning === null || meaning.isWeak !== isWeak || taken.has(meaning.id)) continue;
      if (ofGoods && meaning.id === 'boxes.quantity' && countsOfGoods.has(plainHeading(cells[at] ?? ''))) continue;
      taken.add(meaning.id);
      found[at] = meaning.id;
    }
  return found;
}

/** Whether a first row is headings and no data: most of its filled cells mean a column, and none is a figure. */
export function isHeader(cells: readonly string[], known: ReadonlyMap<string, string>): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const found = matchHeadings(cells, known).filter((id) => id !== null).length;
  return found >= Math.min(2, filled.length) && found * 2 >= filled.length && found > 0 && !filled.some(isFigure);
}

/** Most rows above the headings. */
const maxTitles = 5;

/** The row of the headings: the first one, or one below titles and groups, which fill few cells. -1: there is none. */
export function headerAt(rows: readonly (readonly string[])[], known: ReadonlyMap<string, string>): number {
  const at = rows.slice(0, maxTitles + 1).findIndex((cells) => isHeader(cells, known));
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
  const most = filled(rows[at] ?? []) / 3;
  return rows.slice(0, Math.max(at, 0)).every((cells) => filled(cells) <= most) ? at : -1;
}

const isFigure = (text: string): boolean => /^[\d.,$¥€%-]+$/.test(text.trim());

/** One name for a set of headings, under which its mapping is kept. */
export const headerKey = (cells: readonly string[]): string => cells.map(plainHeading).join('|').slice(0, 500);
