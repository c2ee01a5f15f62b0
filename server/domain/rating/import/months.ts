import { dayAfter, readDay } from './days.ts';
import { plain } from './sheet.ts';
import { pattern } from './vocabulary.ts';

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const word = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

/** Ways of writing a month, each as its year and month; '' for a year that stands elsewhere. */
const shapes: readonly (readonly [RegExp, (found: readonly string[]) => readonly [string, string]])[] = [
  [pattern('monthYearFirst'), ([, year = '', month = '']) => [year, month]],
  [/^(\d{1,2})[-/.](\d{4})$/, ([, month = '', year = '']) => [year, month]],
  [new RegExp(`^${word}\\.?[ ,'-]*(\\d{4}|\\d{2})$`, 'i'), ([, name = '', year = '']) => [year, numberOf(name)]],
  [new RegExp(`^(\\d{4})[ -]?${word}\\.?$`, 'i'), ([, year = '', name = '']) => [year, numberOf(name)]],
  [new RegExp(`^${word}\\.?$`, 'i'), ([, name = '']) => ['', numberOf(name)]],
  [pattern('monthAlone'), ([, month = '']) => ['', month]],
];

const numberOf = (name: string): string => String(names.indexOf(name.slice(0, 3).toLowerCase()) + 1);

/** The first and the last day of a month; null where a cell names none, or a day within one. */
export function readMonth(cell: string | undefined, year: string | null): { from: string; to: string } | null {
  const text = plain(cell);
  for (const [shape, take] of shapes) {
    const found = shape.exec(text);
    if (!found) continue;
    const [said, month] = take(found);
    const whole = said.length === 2 ? `20${said}` : said || year;
    return whole === null ? null : monthFrom(`${whole}-${month.padStart(2, '0')}-01`);
  }
  const day = readDay(text);
  return day?.endsWith('-01') ? monthFrom(day) : null;
}

function monthFrom(first: string): { from: string; to: string } | null {
  const date = new Date(`${first}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !first.startsWith('20')) return null;
  const next = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return { from: first, to: dayAfter(next.toISOString().slice(0, 10), -1) };
}

/** The only year that texts name. */
export function yearIn(texts: readonly string[]): string | null {
  const years = new Set(texts.flatMap((text) => plain(text).match(/(?<!\d)20\d\d(?!\d)/g) ?? []));
  const [year = null] = years;
  return years.size === 1 ? year : null;
}
