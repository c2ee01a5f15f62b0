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
/** The minimum width of a shrunk text column, in pixels. */
const minWords = 130;

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
    const room = Math.min(widestValue, Math.max(0, ...texts.map(textRoom)));
    // Numbers of records are as long as each other: they need no more than the longest.
    const own = field.meta.recordOf && room > 0 ? 0 : column.width;
    const { calendar, scaled } = { calendar: isCalendar(field), scaled: field.type.cel(field.meta) !== 'int' };
    const minWidth = column.numeric
      ? Math.max(scaled ? minAmount : minCount, textRoom(label) + 12)
      : Math.max(calendar ? 0 : own, textRoom(column.label));
    return { ...fitted, width: Math.max(minWidth, room) };
  });
}

/**
 * Columns laid out so that none whose values must be read whole stands half under the pinned edge: those of words
 * before it give up room as far as they can, or take what is left and push it out of sight. `room` is what the rows have
 * between the pinned ends. What a person has arranged stays as it is.
 */
export function fitted<C extends ListColumn>(columns: readonly C[], room: number): readonly C[] {
  if (columns.some(({ arranged }) => arranged)) return columns;
  const loose = columns.filter(({ hidden, pinned }) => !hidden && !pinned);
  let right = 0;
  const at = loose.findIndex(({ width }) => (right += width) > room);
  const cut = loose[at];
  if (!cut || !isExact(cut) || right - cut.width >= room) return columns;
  const giving = loose
    .slice(0, at)
    .filter((column) => !isExact(column) && fieldTypes[valueTypeOf(column.field.meta)].traits.shrinkable);
  const spare = giving.reduce((sum, { width }) => sum + Math.max(0, width - minWords), 0);
  const missing = right - room;
  const left = room - (right - cut.width);
  if (spare < missing && giving.length === 0) return columns;
  return columns.map((column) => {
    if (!giving.includes(column)) return column;
    const change =
      spare >= missing
        ? -Math.ceil((missing * Math.max(0, column.width - minWords)) / spare)
        : Math.ceil(left / giving.length);
    return { ...column, width: column.width + change };
  });
}

const isCalendar = ({ meta }: Field): boolean => fieldTypes[valueTypeOf(meta)].traits.calendar;

/** What words need: their head, the longest of the first rows, and for a choice its tag. A title keeps its own room. */
function wordsRoom({ field, label, width, pinned }: ListColumn, texts: readonly string[]): number {
  const extra = field.meta.tones ? tagRoom : 0;
  const room = Math.max(narrowestWords, textRoom(label), ...texts.map((text) => textRoom(text) + extra));
  return Math.min(room, pinned ? Math.max(width, widestWords) : widestWords);
}

/** The currency of a sibling field where it is the same in every row. */
function sharedCurrency({ meta }: Field, rows: readonly WireRecord[]): string | undefined {
  const { currency } = meta;
  if (meta.type !== 'money' || !currency) return undefined;
  const found = new Set(rows.flatMap((row) => (typeof row[currency] === 'string' ? [row[currency]] : [])));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Pixels of a text with its padding; digits are all of one width. */
const textRoom = (text: string): number =>
  Math.ceil([...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 14.5 : 8.6), 28));
