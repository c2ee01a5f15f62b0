import { plain } from './sheet.ts';
import { pattern } from './vocabulary.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Ways of writing a day; the month of a name is looked up. Days with the month in the middle only where it is a word. */
const shapes: readonly (readonly [RegExp, (found: readonly string[]) => readonly [string, string, string]])[] = [
  [pattern('dayYearFirst', 'g'), ([, y = '', m = '', d = '']) => [y, m, d]],
  [/(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})/gi, ([, d = '', m = '', y = '']) => [y, monthOf(m), d]],
  [/([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/gi, ([, m = '', d = '', y = '']) => [y, monthOf(m), d]],
  [/(\d{1,2})\/(\d{1,2})\/(\d{4})/g, ([, m = '', d = '', y = '']) => [y, m, d]],
];

const monthOf = (word: string): string => String(months.indexOf(word.slice(0, 3).toLowerCase()) + 1);

const suffix = '(?:st|nd|rd|th)?';
const until = pattern('until').source;

/** The first or last day of a range may leave out the year that the other has: `Jan. 5 - Jan. 11, 2026`. */
const ranges: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [
    new RegExp(
      `([a-z]{3,9})\\.? (\\d{1,2})${suffix} ?(?:${until}) ?([a-z]{3,9})\\.? (\\d{1,2})${suffix},? (\\d{4})`,
      'gi',
    ),
    ([whole = '', first = '', d = '', last = '', e = '', y = '']) =>
      [first, last].some((word) => monthOf(word) === '0')
        ? whole
        : `${first} ${d}, ${yearBefore(y, monthOf(first), monthOf(last))} - ${last} ${e}, ${y}`,
  ],
  [
    new RegExp(`([a-z]{3,9})\\.? (\\d{1,2})${suffix} ?(?:${until}) ?(\\d{1,2})${suffix},? (\\d{4})`, 'gi'),
    ([, month = '', d = '', e = '', y = '']) => `${month} ${d}, ${y} - ${month} ${e}, ${y}`,
  ],
  [
    new RegExp(`(?<![\\d/])(\\d{1,2})/(\\d{1,2}) ?(?:${until}) ?(\\d{1,2})/(\\d{1,2})/(\\d{4})`, 'g'),
    ([, m = '', d = '', n = '', e = '', y = '']) => `${m}/${d}/${yearBefore(y, m, n)} - ${n}/${e}/${y}`,
  ],
  [
    pattern('rangeYearFirst', 'g'),
    ([, y = '', a = '', m = '', b = '', d = '', c = '', n = '', e = '']) =>
      `${y}${a}${m}${b}${d}${c} - ${Number(y) + (Number(n) < Number(m) ? 1 : 0)}${a}${n}${b}${e}${c}`,
  ],
];

const yearBefore = (year: string, first: string, last: string): string =>
  String(Number(year) - (Number(first) > Number(last) ? 1 : 0));

/** Every day that a text names, in its order. */
export function daysIn(text: string): string[] {
  const found: { at: number; day: string }[] = [];
  let rest = ranges.reduce(
    (all, [shape, write]) =>
      all.replace(shape, (...args: unknown[]) => write(args.filter((each) => typeof each === 'string'))),
    plain(text),
  );
  for (const [shape, take] of shapes) {
    rest = rest.replace(shape, (...args: unknown[]) => {
      const groups = args.filter((each) => typeof each === 'string').slice(0, -1);
      const at = args.find((each) => typeof each === 'number') as number;
      const day = dayOf(...take(groups));
      if (day) found.push({ at, day });
      return ' '.repeat((groups[0] ?? '').length);
    });
  }
  return found.toSorted((one, other) => one.at - other.at).map(({ day }) => day);
}

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text;
}

/** A cell that is a day and nothing else, a spreadsheet's count of days included. */
export function readDay(cell: string | undefined): string | null {
  const text = plain(cell);
  if (/^4\d{4}$/.test(text))
    return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10);
  const days = daysIn(text);
  return days.length === 1 ? (days[0] ?? null) : null;
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
