import { fieldTypes, type FieldTypeName } from '../../engine/core/index.ts';
import clues from './clues.json';
import type { Sheet } from './read-sheet.ts';
import {
  booleanOf,
  dayOf,
  isBlankCell,
  momentOf,
  numberOf,
  type DayOrder,
  type Point,
  type ReadNumber,
} from './sheet-values.ts';

/** The types that a column of a sheet may become. */
export const columnTypes = [
  'text',
  'longText',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'datetime',
  'boolean',
  'choice',
  'email',
  'phone',
  'url',
  'reference',
] as const satisfies readonly FieldTypeName[];
export type ColumnType = (typeof columnTypes)[number];

/** What a column of a sheet becomes; a person may say otherwise. */
export interface Column {
  /** Its index in the sheet. */
  readonly at: number;
  readonly head: string;
  readonly type: ColumnType;
  /** Left out of the entity. */
  readonly isSkipped: boolean;
  readonly point: Point;
  /** Null while it has not been said and has to be. */
  readonly order: DayOrder | null;
  /** Whether some days mean two. */
  readonly asksOrder: boolean;
  /** Of money; '' while it has not been said. */
  readonly currency: string;
  /** The entity that a reference points at. */
  readonly to: string;
}

/** The values of a column, without the blank ones. */
export const valuesOf = ({ rows }: Pick<Sheet, 'rows'>, at: number): string[] =>
  rows.flatMap((row) => ((row[at] ?? '') === '' ? [] : (row[at] ?? '')));

/** Guesses the type of every column, without the server; for references see `find-references.ts`. */
export const guessColumns = (sheet: Sheet): Column[] => sheet.heads.map((head, at) => guessColumn(sheet, head, at));

function guessColumn(sheet: Sheet, head: string, at: number): Column {
  const values = valuesOf(sheet, at);
  const point = pointOf(values);
  const days = dayOrderOf(values);
  const type = typeOf({ values, head, point, isOpen: days.isOpen });
  const isDay = type === 'date' || type === 'datetime';
  return {
    at,
    head,
    type,
    isSkipped: false,
    point,
    order: isDay ? days.order : null,
    asksOrder: isDay && days.isOpen,
    currency: type === 'money' ? currencyOf(values, point) : '',
    to: '',
  };
}

/** How many of the values must fit before a column is taken for more than text: one in twenty may be a slip. */
const enough = 0.95;

/** What heads give away, in both languages. */
const heads = {
  amount: new RegExp(clues.heads.amount, 'i'),
  code: new RegExp(clues.heads.code, 'i'),
  phone: new RegExp(clues.heads.phone, 'i'),
  choice: new RegExp(clues.heads.choice, 'i'),
  flag: new RegExp(clues.heads.flag, 'i'),
  day: new RegExp(clues.heads.day, 'i'),
};

/** What cannot be meant as another number than one to call: a country's sign, brackets, or groups as they are dialled. */
const dialled = /^\+\d|^\(\d|^1[3-9]\d{9}$|^\d{3}[- ]\d{3,4}[- ]\d{4}$/;

interface Looked {
  readonly values: readonly string[];
  readonly head: string;
  readonly point: Point;
  readonly isOpen: boolean;
}

function typeOf({ values, head, point, isOpen }: Looked): ColumnType {
  const filled = values.filter((value) => !isBlankCell(value));
  if (filled.length === 0) return 'text';
  const fits = (test: (value: string) => boolean) => filled.filter(test).length >= filled.length * enough;
  const isOf = (type: 'email' | 'phone' | 'url') => fits((value) => fieldTypes[type].parse(value, { type }).ok);
  if (filled.some((value) => value.includes('\n') || value.length > 200)) return 'longText';
  if (isOf('email')) return 'email';
  if (fits((value) => /^https?:\/\//i.test(value)) && isOf('url')) return 'url';
  const words = values.filter((value) => booleanOf(value) !== null);
  const isWorded = words.some((value) => !/^[01]$/.test(value)) || heads.flag.test(head);
  if (isWorded && words.length >= values.length * enough) return 'boolean';
  const isPhone = isOf('phone');
  if (isPhone && heads.phone.test(head)) return 'phone';
  const isDay = (value: string) => {
    const { day, isOpen: hasTwo, only } = momentOf(value, null);
    return day !== null || (isOpen && hasTwo) || only !== null;
  };
  // Eight digits are a date only if the head of the column suggests one.
  const isNumeral = fits((value) => /^\d{8}$/.test(value)) && !heads.day.test(head);
  if (fits(isDay) && !isNumeral) return filled.some((value) => /\d:\d{2}/.test(value)) ? 'datetime' : 'date';
  if (isPhone && filled.every((value) => dialled.test(value))) return 'phone';
  const numbers = filled.flatMap((value) => numberOf(value, point) ?? []);
  if (numbers.length >= filled.length * enough) return numberType({ filled, numbers, head, isPhone });
  return isRepeated(filled, head) ? 'choice' : 'text';
}

function numberType({
  filled,
  numbers,
  head,
  isPhone,
}: {
  filled: readonly string[];
  numbers: readonly ReadNumber[];
  head: string;
  isPhone: boolean;
}): ColumnType {
  const isLong = numbers.some(({ text }) => text.replace(/\D/g, '').length > 15);
  const isCode =
    filled.some((value) => /^0\d/.test(value)) || (heads.code.test(head) && numbers.every(({ scale }) => scale === 0));
  if (numbers.some(({ currency }) => currency !== null)) return 'money';
  if (numbers.some(({ isPercent }) => isPercent)) return 'percent';
  if (isLong || isCode) return isPhone && heads.phone.test(head) ? 'phone' : 'text';
  const scale = Math.max(...numbers.map((each) => each.scale));
  if (heads.amount.test(head) && scale <= 2) return 'money';
  return scale === 0 ? 'integer' : scale <= 10 ? 'decimal' : 'text';
}

/** Most values of a choice that is guessed. */
const maxChoices = 12;

function isRepeated(filled: readonly string[], head: string): boolean {
  const distinct = new Set(filled).size;
  // A formula is never a choice.
  if (distinct > maxChoices || filled.some((value) => value.length > 40 || value.startsWith('='))) return false;
  if (filled.length >= 4 && distinct <= filled.length / 2) return true;
  return heads.choice.test(head) && filled.length >= 3 && distinct < filled.length;
}

/** The decimal separator: a comma if some value cannot be read otherwise. */
function pointOf(values: readonly string[]): Point {
  const count = (point: Point) => values.filter((value) => numberOf(value, point) !== null).length;
  return count(',') > count('.') ? ',' : '.';
}

/** The date order shown by unambiguous dates; if they disagree or are missing, ambiguous dates need an answer. */
export function dayOrderOf(values: readonly string[]): { readonly order: DayOrder | null; readonly isOpen: boolean } {
  const read = values.map((value) => momentOf(value, null));
  const known = new Set(read.flatMap(({ only }) => only ?? []));
  const [first] = known;
  const hasTwo = read.some(({ isOpen }) => isOpen);
  // One unambiguous date of another order makes the column ambiguous.
  if (known.size === 1) return { order: first ?? null, isOpen: false };
  return { order: null, isOpen: hasTwo || known.size > 1 };
}

function currencyOf(values: readonly string[], point: Point): string {
  const counts = new Map<string, number>();
  for (const value of values) {
    const currency = numberOf(value, point)?.currency;
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** A column as a person has changed its type: what the new one needs to know is looked for once more. */
export function retyped(sheet: Sheet, column: Column, type: ColumnType): Column {
  const values = valuesOf(sheet, column.at);
  const isDay = type === 'date' || type === 'datetime';
  const days = isDay ? dayOrderOf(values) : { order: null, isOpen: false };
  return {
    ...column,
    type,
    order: days.order,
    asksOrder: days.isOpen,
    currency: type === 'money' ? currencyOf(values, column.point) : '',
    to: type === 'reference' ? column.to : '',
  };
}

/** What still has to be said of a column. */
export const openQuestion = ({ type, isSkipped, asksOrder, order, currency, to }: Column) =>
  isSkipped
    ? null
    : asksOrder && order === null
      ? ('order' as const)
      : type === 'money' && currency === ''
        ? ('currency' as const)
        : type === 'reference' && to === ''
          ? ('to' as const)
          : null;

/** The cell in the form of an import; null if it does not fit the type. A blank cell is ''. */
export function importText(cell: string, column: Column): string | null {
  const { type, point, order } = column;
  if (cell.trim() === '') return '';
  if (type === 'text' || type === 'longText' || type === 'reference' || type === 'choice')
    return type === 'text' ? cell.replace(/\s*\n\s*/g, ' ') : cell;
  if (type === 'boolean') return booleanOf(cell) ?? (isBlankCell(cell) ? '' : null);
  if (isBlankCell(cell)) return '';
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent': {
      const read = numberOf(cell, point);
      const fits = read && (type !== 'integer' || read.scale === 0) && (type === 'percent' || !read.isPercent);
      return fits ? read.text : null;
    }
    case 'date':
      return dayOf(cell, order).day ?? dateOnly(cell, order);
    case 'datetime':
      return momentOf(cell, order).moment;
    case 'email':
    case 'phone':
    case 'url':
      return fieldTypes[type].parse(cell, { type }).ok ? cell : null;
  }
}

/** A day that a spreadsheet wrote with an empty time. */
const dateOnly = (cell: string, order: DayOrder | null): string | null => {
  const { moment } = momentOf(cell, order);
  return moment?.endsWith(' 00:00:00') ? moment.slice(0, 10) : null;
};
