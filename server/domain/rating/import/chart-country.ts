import type { FileSheet, Issue } from '../../../modules/module.ts';
import { countriesIn, readCountries, type NamedCountry } from './places.ts';
import { cellAt, cellIssue, shown } from './sheet.ts';
import { pattern, postalFigures } from './vocabulary.ts';

/** Countries whose postal codes are told apart without a name: five figures, or letters between them. */
const domestic = /^(US|CA|PR|GU|VI|AS|MP|UM|FM|MH|PW)$/;
/** Where forwarders are, whose own names stand above their lists: never taken for a destination. */
const usualSender = /^(CN|HK|MO|TW)$/;

/** The country whose places a list holds, as its titles say: null where they name none or the United States or Canada. */
export interface Titled {
  readonly country: string | null;
  /** The countries that the titles name, where they may be any of them. */
  readonly among: readonly string[];
}

/** Texts that are longer are terms and not titles. */
const longest = 80;

export function titledCountry(texts: readonly string[]): Titled {
  const named = [
    ...new Set(
      texts
        .filter((text) => text.length <= longest)
        .flatMap((text) => countriesIn(text).filter((name) => isDestination(name)))
        .map(({ code }) => code),
    ),
  ];
  const [first, second] = named;
  if (first === undefined || named.every((code) => domestic.test(code))) return { country: null, among: [] };
  return second === undefined ? { country: first, among: [] } : { country: null, among: named };
}

/** Neither where the sender is nor what a title leaves out: `not valid for Mexico`. */
const isDestination = ({ code, before, after }: NamedCountry): boolean =>
  !usualSender.test(code) &&
  !pattern('namesSender', 'i').test(before) &&
  !pattern('leavesOut', 'i').test(before) &&
  !pattern('leftOut').test(after);

/** The country of the sender, where one line names it and nothing else does. */
export function senderCountry(texts: readonly string[]): string | null {
  const named = texts.flatMap((text) =>
    countriesIn(text).filter(({ before }) => pattern('namesSender', 'i').test(before)),
  );
  const [first, second] = [...new Set(named.map(({ code }) => code))];
  return second === undefined ? (first ?? null) : null;
}

/** The places of a chart: their country is that of a column, else that of the titles. */
export interface RowCountry {
  /** Null for the United States and Canada, whose codes cannot be taken for each other's. */
  readonly country: string | null;
  /** How long its codes are, where a spreadsheet may have eaten a leading zero. */
  readonly length: number | null;
  readonly issue: Issue | null;
}

interface Asked {
  readonly sheet: FileSheet;
  readonly rows: readonly number[];
  readonly place: number;
  /** The column of the countries; undefined where there is none. */
  readonly column: number | undefined;
  /** Whether its heading names nothing but countries, so that another text is a mistake. */
  readonly isSure: boolean;
  readonly titled: Titled;
}

/** Answers the country of a row's codes; asks where nothing but titles with several countries says it. */
export function rowCountries(asked: Asked): (row: number) => RowCountry {
  const { sheet, rows, place, column, titled } = asked;
  const textAt = (row: number): string => (column === undefined ? '' : cellAt(sheet, row, column));
  const at = (row: number): string | null => {
    const text = textAt(row);
    return text === '' ? titled.country : countryOf(text);
  };
  const texts = new Map<string, string[]>();
  for (const row of rows.slice(0, 5_000)) {
    const country = at(row);
    if (country === null) continue;
    const known = texts.get(country) ?? [];
    known.push(cellAt(sheet, row, place));
    texts.set(country, known);
  }
  const lengths = new Map([...texts].map(([country, own]) => [country, foreignLength(country, own)]));
  let isAsked = false;
  return (row) => {
    const country = at(row);
    const length = country === null ? null : (lengths.get(country) ?? null);
    const text = textAt(row);
    // Asked once for all rows.
    if (text === '' && titled.among.length > 0) {
      const issue = isAsked ? null : unsure(asked, row);
      isAsked = true;
      return { country, length, issue };
    }
    return { country, length, issue: issueOf(asked, row, text) };
  };
}

const unsure = ({ sheet, place, titled }: Asked, row: number): Issue =>
  cellIssue('rating.import.countryUnsure', sheet, [row, place], { countries: titled.among.join(', ') });

function issueOf({ sheet, column, isSure }: Asked, row: number, text: string): Issue | null {
  if (!isSure || column === undefined || text === '' || readCountries(text)?.length === 1) return null;
  return cellIssue('rating.import.notACountry', sheet, [row, column], { value: shown(text) });
}

/** The country of a row's postal code, where a column names one beside the two whose codes cannot be taken for each other's. */
const countryOf = (text: string): string | null => {
  const [country, second] = readCountries(text) ?? [];
  return country === undefined || second !== undefined || /^(US|CA)$/.test(country) ? null : country;
};

/** A spreadsheet eats leading zeros: where all codes are whole or one figure short of it, `800` beside `2000` is 0800. */
export function foreignLength(country: string, texts: readonly string[]): number | null {
  const whole = Object.entries(postalFigures).find(([, countries]) => countries.split(' ').includes(country))?.[0];
  const lengths = texts.flatMap((text) => (text.match(/\d+/g) ?? []).map(({ length }) => length));
  const most = Math.max(0, ...lengths);
  return most === Number(whole) && lengths.every((length) => length >= most - 1) ? most : null;
}
