import { fieldTypes } from '../../engine/core/index.ts';
import clues from './clues.json';

/** The date order of a column, which decides what `3/4/2026` means. */
export type DayOrder = 'dayFirst' | 'monthFirst';

/** Texts for "empty" in columns of numbers, dates or booleans. */
const blanks = new Set(clues.blank);
export const isBlankCell = (text: string): boolean => blanks.has(text.trim().toLowerCase());

const yes = new Set(clues.yes);
const no = new Set(clues.no);

/** `Y` or `N`; null where it is neither. */
export function booleanOf(text: string): string | null {
  const word = text.trim().toLowerCase();
  if (yes.has(word) || word === '1') return 'Y';
  return no.has(word) || word === '0' ? 'N' : null;
}

/** A day is clear, or means two days, or is none. */
export interface ReadDay {
  readonly day: string | null;
  /** Both orders give a day, and not the same one. */
  readonly isOpen: boolean;
  /** Only this order gives a day. */
  readonly only: DayOrder | null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const noDay: ReadDay = { day: null, isOpen: false, only: null };
const clear = (day: string | null): ReadDay => ({ day, isOpen: false, only: null });

/** The day that a cell shows, as `YYYY-MM-DD`. */
export function dayOf(text: string, order: DayOrder | null): ReadDay {
  const cell = text.trim();
  const yearFirst = /^(\d{4})\s*[-/.\u5e74]\s*(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/.exec(cell);
  if (yearFirst) return clear(dayFrom(yearFirst[1], yearFirst[2], yearFirst[3]));
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(cell);
  if (compact) return clear(dayFrom(compact[1], compact[2], compact[3]));
  const named =
    /^(\d{1,2})[-\s./]*([a-z]{3,9})\.?[-\s./,]*(\d{4}|\d{2})$/i.exec(cell) ??
    flipped(/^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4}|\d{2})$/i.exec(cell));
  if (named) {
    const month = months.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1;
    return month > 0 ? clear(dayFrom(named[3], String(month), named[1])) : noDay;
  }
  // Points are what countries write that put the day first.
  const short = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(cell);
  if (!short) return noDay;
  const [, one = '', sign, two = '', year = ''] = short;
  const [dayFirst, monthFirst] = [dayFrom(year, two, one), dayFrom(year, one, two)];
  if (sign === '.') return clear(dayFirst);
  if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst)
    return { day: order === null ? null : order === 'dayFirst' ? dayFirst : monthFirst, isOpen: true, only: null };
  if (dayFirst === monthFirst) return clear(dayFirst);
  const only = dayFirst === null ? 'monthFirst' : 'dayFirst';
  return { day: order === null || order === only ? (dayFirst ?? monthFirst) : null, isOpen: false, only };
}

const flipped = (match: RegExpExecArray | null) => match && ([match[0], match[2], match[1], match[3]] as const);

function dayFrom(year = '', month = '', day = ''): string | null {
  // Two digits mean the nearest century, as spreadsheets read them.
  const full = year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : year;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return fieldTypes.date.parse(text, { type: 'date' }).ok ? text : null;
}

const halves = [...clues.am, ...clues.pm].join('|');
const clock = new RegExp(
  String.raw`^(.*?)[T\s]+(${halves})?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(${halves})?$`,
  'i',
);

/** The moment that a cell shows, as `YYYY-MM-DD HH:mm:ss`; a day alone is its midnight. An instant with a zone stays as it is. */
export function momentOf(text: string, order: DayOrder | null): ReadDay & { readonly moment: string | null } {
  const cell = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(cell))
    return { ...clear(cell.slice(0, 10)), moment: cell };
  const match = clock.exec(cell);
  const read = dayOf(match ? (match[1] ?? '') : cell, order);
  if (!match) return { ...read, moment: read.day === null ? null : `${read.day} 00:00:00` };
  const [, , before, hours, minutes, seconds = '00', after] = match;
  const half = (before ?? after ?? '').toLowerCase();
  const hour = Number(hours);
  const full = half === '' ? hour : (hour % 12) + (clues.pm.includes(half) ? 12 : 0);
  const time = `${String(full).padStart(2, '0')}:${minutes}:${seconds}`;
  const isClock = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) && (half === '' || hour <= 12);
  return {
    ...read,
    day: isClock ? read.day : null,
    moment: isClock && read.day !== null ? `${read.day} ${time}` : null,
  };
}

/** The number format of a column: its decimal separator. */
export type Point = '.' | ',';

export interface ReadNumber {
  /** Plain digits, `-1234.5`. */
  readonly text: string;
  readonly scale: number;
  readonly currency: string | null;
  readonly isPercent: boolean;
}

const isThree = (part: string): boolean => /^\d{3}$/.test(part);

/** Marks of currencies; the first match wins. */
const signs = Object.entries(clues.currencies).map(([code, sign]) => [new RegExp(sign, 'i'), code.trim()] as const);

/** The number that a cell shows, without its currency, its grouping and its percent sign; null where it is none. */
export function numberOf(text: string, point: Point): ReadNumber | null {
  const cell = text.trim();
  if (!/\d/.test(cell)) return null;
  const found = signs.find(([sign]) => sign.test(cell));
  let rest = found ? cell.replace(found[0], '') : cell;
  const isPercent = /[%\uff05]$/.test(rest.trim());
  rest = rest
    .replace(/[%\uff05]\s*$/, '')
    .replace('\u2212', '-')
    .replace(/[\s\u00a0']/g, '');
  // Accountants write negative amounts in brackets.
  const isOwed = /^\(.*\)$/.test(rest);
  if (isOwed) rest = `-${rest.slice(1, -1)}`;
  const sign = /^[+-]/.exec(rest)?.[0] ?? '';
  const [whole = '', fraction = '', ...more] = rest.slice(sign.length).split(point);
  const groups = whole.split(point === '.' ? ',' : '.');
  const isGrouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every(isThree));
  if (more.length > 0 || !isGrouped) return null;
  const digits = groups.join('');
  if (!/^\d*$/.test(digits + fraction)) return null;
  if (digits === '' && fraction === '') return null;
  const value = `${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
  return { text: value, scale: fraction.length, currency: found?.[1] ?? null, isPercent };
}
