import { fieldTypes, valueTypeOf, type Field } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { listText } from '../fields/controls/cell-text.ts';
import { type ListColumn } from './list-columns.ts';

/** A column as the grid draws it. */
export interface FittedColumn extends ListColumn {
  /** The currency shown in the header; cells leave it out. */
  headCurrency?: string;
}

/** No value makes its column wider than this, in pixels. */
const widestValue = 280;
/** An amount has room for a longer one than the first rows hold, in pixels; a count needs no more than its head. */
const minAmount = 120;
const minCount = 72;
/** Words are as wide as what they hold between these, in pixels; a longer name is read in full under the pointer. */
const narrowestWords = 88;
const widestWords = 208;
/** The mark and the padding of a tag, in pixels. */
const tagRoom = 24;
/** Letters of a tag and of a head beside those of the rows. */
const smallLetters = 0.88;
/** The minimum width of a shrunk text column, in pixels. */
const minWords = 116;
/** The share of its room below which a column of words is never narrowed. */
const leastShare = 0.7;

/** Whether a value that is cut off reads as another value: a number, a code, a telephone number, a date. */
export function isExact({ field, numeric }: ListColumn): boolean {
  const { meta } = field;
  if (numeric || fieldTypes[valueTypeOf(field.meta)].traits.exact) return true;
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
    const texts = rows.map((row) => listText(field, row, words, culture, headCurrency));
    if (!isExact(column)) return { ...fitted, width: wordsRoom(column, texts) };
    const room = Math.min(widestValue, Math.max(0, ...texts.map((text) => textRoom(text))));
    // Numbers of records are as long as each other: they need no more than the longest.
    const own = field.meta.recordOf && room > 0 ? 0 : column.width;
    const { calendar, scaled } = { calendar: isCalendar(field), scaled: field.type.cel(field.meta) !== 'int' };
    const minWidth = column.numeric
      ? Math.max(scaled ? minAmount : minCount, textRoom(label, smallLetters) + 12)
      : Math.max(calendar ? 0 : own, textRoom(column.label, smallLetters));
    return { ...fitted, width: Math.max(minWidth, room) };
  });
}

/**
 * Columns laid out for the width of the grid: those of words give up some room where that brings further columns into
 * sight, and take what is left where a column whose values must be read whole would stand half under the pinned edge.
 * `room` is what the rows have between the pinned ends. What a person has arranged stays as it is.
 */
export function fitted<C extends ListColumn>(columns: readonly C[], room: number): readonly C[] {
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
  const taking = loose.slice(0, natural).filter(isFlexible);
  if (!cut || !isExact(cut) || left <= 0 || taking.length === 0) return columns;
  return columns.map((column) =>
    taking.includes(column) ? { ...column, width: column.width + Math.ceil(left / taking.length) } : column,
  );
}

const widthOf = (columns: readonly ListColumn[]): number => columns.reduce((sum, { width }) => sum + width, 0);

/** How many columns, from the first on, stand within the room. */
function countFitting<C extends ListColumn>(columns: readonly C[], widthOfOne: (column: C) => number, room: number) {
  let right = 0;
  const at = columns.findIndex((column) => (right += widthOfOne(column)) > room);
  return at < 0 ? columns.length : at;
}

/** Whether a column holds words that may be cut off, with the whole of them under the pointer. */
const isFlexible = (column: ListColumn): boolean =>
  !isExact(column) && fieldTypes[valueTypeOf(column.field.meta)].traits.shrinkable;

/** How narrow a column may become so that others come into sight. */
const narrowest = (column: ListColumn): number =>
  isFlexible(column) ? Math.min(column.width, Math.max(minWords, column.width * leastShare)) : column.width;

const isCalendar = ({ meta }: Field): boolean => fieldTypes[valueTypeOf(meta)].traits.calendar;

/** What words need: their head, the longest of the first rows, and for a choice its tag. A title keeps its own room. */
function wordsRoom({ field, label, width, pinned }: ListColumn, texts: readonly string[]): number {
  const extra = field.meta.tones ? tagRoom : 0;
  const room = Math.max(
    narrowestWords,
    textRoom(label, smallLetters),
    ...texts.map((text) => textRoom(text, field.meta.tones ? smallLetters : 1) + extra),
  );
  return Math.min(room, pinned ? Math.max(width, widestWords) : widestWords);
}

/** The currency of a sibling field where it is the same in every row. */
function sharedCurrency({ meta }: Field, rows: readonly WireRecord[]): string | undefined {
  const { currency } = meta;
  if (meta.type !== 'money' || !currency) return undefined;
  const found = new Set(rows.flatMap((row) => (typeof row[currency] === 'string' ? [row[currency]] : [])));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Pixels of a text with its padding, by the measures of the typeface at the size of the rows. */
const textRoom = (text: string, scale = 1): number =>
  Math.ceil([...text].reduce((sum, letter) => sum + letterWidth(letter) * scale, cellPadding));

const cellPadding = 32;

function letterWidth(letter: string): number {
  if (letter.codePointAt(0)! > 0x2e7f) return 14.5;
  if (/[\d$+#]/.test(letter)) return 9;
  if (/[A-Z@%&mw]/.test(letter)) return 10;
  return /[ijlft.,:;'|() ]/.test(letter) ? 5 : 8.2;
}
