import { fieldTypes, valueTypeOf, type Field } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { listText } from '../fields/controls/cell-text.ts';
import { type ListColumn } from './list-columns.ts';

/** A column as the grid draws it. */
export interface FittedColumn extends ListColumn {
  /** The currency shown in the header; cells leave it out. */
  headCurrency?: string;
  /** What it holds are numbers of records. */
  numbers?: boolean;
}

/** No value makes its column wider than this, in pixels. */
const widestValue = 280;
/** An amount has room for a longer one than the first rows hold, in pixels; a count needs no more than its head. */
const minAmount = 104;
const minCount = 72;
/** Words are as wide as what they hold between these, in pixels; a longer name is read in full under the pointer. */
const narrowestWords = 80;
const widestWords = 208;
/** The mark and the padding of a tag, in pixels. */
const tagRoom = 19;
/** Letters of a tag, and of a head, beside those of the rows. */
const tagLetters = 0.88;
const headLetters = 0.88;
/** A value of at most this many letters is one of a few short codes (of a country, a currency), as long as each other. */
const shortCode = 8;
/** What a head takes beside its words, in pixels: padding and the arrow of the sort. */
const headRoom = 44;
/** The minimum width of a shrunk text column, in pixels: by a dozen letters a name is told from others. */
const minWords = 128;
/** The share of its room below which a column of words is never narrowed. */
const leastShare = 0.6;

/** Whether a value that is cut off reads as another value: a number, a code, a telephone number, a date. */
export function isExact({ field, numeric, numbers }: FittedColumn): boolean {
  const { meta } = field;
  if (numeric || numbers || fieldTypes[valueTypeOf(field.meta)].traits.exact) return true;
  if (meta.codeOf) return false;
  return meta.type === 'text' && (meta.readOnly === true || meta.pattern !== undefined || meta.recordOf !== undefined);
}

/** Columns with room for the longest value among `rows`, and a currency that all of them share in the head. */
export function measured({
  columns,
  rows,
  words,
  culture,
}: {
  columns: readonly ListColumn[];
  rows: readonly WireRecord[];
  words: EntityLabels;
  culture: string;
}): FittedColumn[] {
  return columns.map((column) => {
    const { field } = column;
    const headCurrency = sharedCurrency(field, rows);
    const label = headCurrency ? `${column.label} (${headCurrency})` : column.label;
    const fitted = { ...column, label, ...(headCurrency ? { headCurrency } : {}) };
    if (column.hidden || column.arranged || rows.length === 0) return fitted;
    const wording = { words, culture, headCurrency };
    const texts = rows.map((row) => listText(field, row, wording));
    if (!isExact(column)) {
      const numbers = isNumbers(texts) ? { numbers: true } : {};
      return { ...fitted, ...numbers, width: wordsRoom(column, texts) };
    }
    const room = Math.min(widestValue, Math.max(0, ...texts.map((text) => textRoom(text))));
    const isScaled = field.type.cel(field.meta) !== 'int';
    const least = column.numeric ? (isScaled ? minAmount : minCount) : isEven(column, texts) ? 0 : column.width;
    return { ...fitted, width: Math.max(least, room, headWidth(label)) };
  });
}

/**
 * Columns laid out for the width of the grid: those of words give up some room where that brings further columns into
 * sight, and take what is left where a column whose values must be read whole would stand half under the pinned edge;
 * where there are no words, all columns before it take it.
 * `room` is what the rows have between the pinned ends. What a person has arranged stays as it is.
 */
export function fitted<C extends FittedColumn>(columns: readonly C[], room: number): readonly C[] {
  if (columns.some(({ arranged }) => arranged)) return columns;
  const loose = columns.filter(({ hidden, pinned }) => !hidden && !pinned);
  const natural = countFitting(loose, ({ width }) => width, room);
  const shown = loose.slice(0, countFitting(loose, narrowest, room));
  const missing = widthOf(shown) - room;
  const spare = widthOf(shown) - shown.reduce((sum, column) => sum + narrowest(column), 0);
  if (shown.length > natural && missing > 0)
    return columns.map((column) =>
      shown.includes(column)
        ? { ...column, width: column.width - Math.ceil((missing * (column.width - narrowest(column))) / spare - 0.001) }
        : column,
    );
  const cut = loose[natural];
  const left = room - widthOf(loose.slice(0, natural));
  const before = loose.slice(0, natural);
  const flexible = before.filter(isFlexible);
  const taking = flexible.length > 0 ? flexible : before;
  if (!cut || !isExact(cut) || left <= 0 || taking.length === 0) return columns;
  return columns.map((column) =>
    taking.includes(column) ? { ...column, width: column.width + Math.ceil(left / taking.length) } : column,
  );
}

const widthOf = (columns: readonly ListColumn[]): number => columns.reduce((sum, { width }) => sum + width, 0);

/** How many columns, from the first on, stand within the room. */
function countFitting<C extends FittedColumn>(columns: readonly C[], widthOfOne: (column: C) => number, room: number) {
  let right = 0;
  const at = columns.findIndex((column) => (right += widthOfOne(column)) > room);
  return at < 0 ? columns.length : at;
}

/** Whether a column holds words that may be cut off, with the whole of them under the pointer; a tag may not. */
const isFlexible = (column: FittedColumn): boolean =>
  !isExact(column) && !column.field.meta.tones && fieldTypes[valueTypeOf(column.field.meta)].traits.shrinkable;

/** How narrow a column may become so that others come into sight. */
const narrowest = (column: FittedColumn): number =>
  isFlexible(column)
    ? Math.min(column.width, Math.max(minWords, headWidth(column.label), column.width * leastShare))
    : column.width;

const isCalendar = ({ meta }: Field): boolean => fieldTypes[valueTypeOf(meta)].traits.calendar;

/** What words need: their head, the longest of the first rows, and for a choice its tag. A title keeps its own room. */
function wordsRoom({ field, label, width, pinned }: ListColumn, texts: readonly string[]): number {
  const extra = field.meta.tones ? tagRoom : 0;
  const room = Math.max(
    narrowestWords,
    headWidth(label),
    ...texts.map((text) => textRoom(text, field.meta.tones ? tagLetters : 1) + extra),
  );
  return Math.min(room, pinned ? Math.max(width, widestWords) : widestWords);
}

/** Whether texts are numbers of records, as those that a reference shows: in one piece, and each with a figure. */
function isNumbers(texts: readonly string[]): boolean {
  const given = texts.filter((text) => text !== '');
  return given.length > 0 && given.every((text) => /^\S*\d\S*$/.test(text));
}

/** Whether the values of later rows are no longer than those of the first: dates, numbers of records, short codes. */
function isEven({ field }: ListColumn, texts: readonly string[]): boolean {
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  if (isCalendar(field)) return true;
  return longest > 0 && (field.meta.recordOf !== undefined || field.meta.type === 'sequence' || longest <= shortCode);
}

/** Pixels of a head, whose words stand on two lines where they may be broken. */
function headWidth(label: string): number {
  const pieces = label.match(breakable) ?? [];
  const width = (from: number, to?: number) => lettersWidth(pieces.slice(from, to).join('').trim());
  const splits = pieces.map((_, at) => Math.max(width(0, at), width(at)));
  return Math.ceil(Math.min(...splits) * headLetters) + headRoom;
}

/** A word with the space after it, or a single Chinese character with the punctuation after it. */
const breakable = /[\u2e80-\uffef](?:[）】，。]|\s)*|[^\s\u2e80-\uffef]+\s*/gu;

/** The currency of a sibling field where it is the same in every row. */
function sharedCurrency({ meta }: Field, rows: readonly WireRecord[]): string | undefined {
  const { currency } = meta;
  if (!currency) return undefined;
  const found = new Set(rows.flatMap((row) => (typeof row[currency] === 'string' ? [row[currency]] : [])));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Pixels of a text with its padding, by the measures of the typeface at the size of the rows. */
const textRoom = (text: string, scale = 1): number => Math.ceil(lettersWidth(text) * scale) + cellPadding;

const lettersWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

const cellPadding = 24;

function letterWidth(letter: string): number {
  if (letter.codePointAt(0)! > 0x2e7f) return 14.5;
  if (/[\d$+#]/.test(letter)) return 9;
  if (/[A-Z@%&mw]/.test(letter)) return 10;
  if (letter === '-') return 9.8;
  return /[ijlft.,:;'|() ]/.test(letter) ? 5 : 8.2;
}
