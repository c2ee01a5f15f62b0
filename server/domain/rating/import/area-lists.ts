import type { FileSheet, Issue } from '../../../modules/module.ts';
import { daysIn } from './days.ts';
import { foreignLength, rowCountries, titledCountry, type Titled } from './chart-country.ts';
import { codeLength, joinRanges, readPostals } from './places.ts';
import { isRange } from './zone-charts.ts';
import { cellAt, cellIssue, codeOf, headingsOf, hiddenCells, nameOf, plain, shown, textsOf } from './sheet.ts';
import { pattern, tierNames } from './vocabulary.ts';

/** Postal codes with a surcharge, by tier. */
export interface Areas {
  readonly at: string;
  /** What the column of tiers is for, as `home-delivery`; '' where the list has one only. */
  readonly kind: string;
  readonly name: string;
  readonly from: string | null;
  readonly tiers: Record<string, string[]>;
  readonly codes: number;
  readonly notes: readonly string[];
  readonly issues: readonly Issue[];
}

const postalWord = pattern('postalCode', 'i');
const tierWord = pattern('areaTier', 'i');
const countryWord = pattern('country', 'i');
const maxIssues = 50;

/** The codes of each tier by their country. */
type Found = Map<string, Map<string, (readonly [string, string])[]>>;

/** Every list of a file: codes in one column and their tier in others, or a column of codes under each tier. */
export function readAreas(sheets: readonly FileSheet[], fileName: string): Areas[] {
  return sheets.flatMap((sheet) => {
    for (let row = 0; row < Math.min(sheet.rows.length, 60); row += 1) {
      const found = byColumn(sheet, row, fileName) ?? byTier(sheet, row, fileName);
      if (found) return found;
    }
    return [];
  });
}

/** `dest_zip, das_tier_home_delivery, ...`: a list for each column of tiers. */
function byColumn(sheet: FileSheet, head: number, fileName: string): Areas[] | null {
  const headings = headingsOf(sheet, head);
  const [place = -1, last] = headings.flatMap((text, column) => (postalWord.test(text) ? [column] : []));
  // Each row may have a first and a last code.
  const until = last !== undefined && isRange(headings[place], headings[last]) ? last : null;
  const tiers = headings.flatMap((text, column) => (column !== place && tierWord.test(text) ? [column] : []));
  if (place < 0 || tiers.length === 0) return null;
  // Codes below the headings of tiers are the other shape.
  const holdsCodes = (column: number) =>
    !isFlagged(sheet, head, column) && readPostals(firstBelow(sheet, head, column), null) !== null;
  if (tiers.every(holdsCodes)) return null;
  if (!readPostals(firstBelow(sheet, head, place), null)) return null;
  const country = headings.findIndex((text) => countryWord.test(text) && !postalWord.test(text));
  const titled = titledOf(sheet, head, [fileName, headings[place] ?? '']);
  const kinds = new Map<string, { found: Found; issues: Issue[] }>();
  for (const column of tiers) {
    const flagged = isFlagged(sheet, head, column);
    const kind = tiers.length > 1 ? kindOf(headings[column] ?? '', flagged) : '';
    const held = kinds.get(kind) ?? { found: new Map(), issues: [] };
    kinds.set(kind, held);
    const heading = flagged ? (headings[column] ?? '') : null;
    readTiers(sheet, { head, place, until, column, heading, country, titled }, held);
  }
  return [...kinds].map(([kind, { found, issues }]) => areasOf(sheet, { head, fileName, kind }, found, issues));
}

/** What a column of tiers is for; where it only says yes or no, its tier is no part of that. */
const kindOf = (heading: string, flagged: boolean): string =>
  codeOf(
    heading.replace(
      flagged ? /\b(das|delivery|tier|area|extended|remote|surcharge)\b/gi : /\b(das|tier|area|surcharge)\b/gi,
      '',
    ),
  );

interface Tiers {
  readonly head: number;
  readonly place: number;
  readonly until: number | null;
  readonly column: number;
  readonly heading: string | null;
  /** The column of the countries; below 0 where there is none. */
  readonly country: number;
  readonly titled: Titled;
}

/** The codes of one column by their tier: the one in the cell, or the one of the heading where the cell says yes. */
function readTiers(
  sheet: FileSheet,
  { head, place, until, column, heading, country, titled }: Tiers,
  { found, issues }: { found: Found; issues: Issue[] },
): void {
  const length = lengthOf(sheet, head, place);
  const rows = Array.from({ length: sheet.rows.length - head - 1 }, (_, at) => head + 1 + at);
  const named = country < 0 ? undefined : country;
  const isSure = pattern('countrySure', 'i').test(plain(sheet.rows[head]?.[country]));
  const countryAt = rowCountries({ sheet, rows, place, column: named, isSure, titled });
  for (let row = head + 1; row < sheet.rows.length && issues.length < maxIssues; row += 1) {
    const end = until === null ? '' : cellAt(sheet, row, until);
    const [text, said] = [[cellAt(sheet, row, place), end].filter(Boolean).join('-'), cellAt(sheet, row, column)];
    if (said === '' || text === '' || (heading !== null && pattern('flagNo', 'i').test(said))) continue;
    const whose = countryAt(row);
    const ranges = readPostals(text, whose.country === null ? length : whose.length);
    const tier = tierName(heading === null ? said : tierIn(heading));
    if (ranges && whose.issue) issues.push(whose.issue);
    if (ranges) issues.push(...hiddenCells(sheet, row, [place, column, until ?? place, named ?? place]));
    if (ranges && tier === null) issues.push(cellIssue('rating.tier', sheet, [row, column], { tier: shown(said) }));
    else if (ranges && tier !== null) add(found, { tier, country: whose.country }, ranges);
    else if (textsOf(sheet.rows[row]).length > 1)
      issues.push(cellIssue('rating.import.notAPostalCode', sheet, [row, place], { value: shown(text) }));
  }
}

/** Whether a column says yes or no to the tier that its heading names. */
function isFlagged(sheet: FileSheet, head: number, column: number): boolean {
  const said = sheet.rows.slice(head + 1).flatMap((row) => plain(row[column]) || []);
  return said.every((text) => pattern('flagNo', 'i').test(text) || pattern('flagYes', 'i').test(text));
}

/** `das_extended_residential` is the tier `extended`. */
const tierIn = (heading: string): string => heading.replace(/\b(residential|commercial|home|business)\b/gi, ' ');

/** A heading for each tier, and codes below it. */
function byTier(sheet: FileSheet, head: number, fileName: string): Areas[] | null {
  const headings = headingsOf(sheet, head);
  const columns = headings.flatMap((text, column) =>
    tierWord.test(text) && readPostals(firstBelow(sheet, head, column), null) ? [column] : [],
  );
  if (columns.length === 0) return null;
  const issues: Issue[] = [];
  const found: Found = new Map();
  const titled = titledOf(sheet, head, [fileName]);
  if (titled.among.length > 0)
    issues.push(
      cellIssue('rating.import.countryUnsure', sheet, [head, columns[0] ?? 0], { countries: titled.among.join(', ') }),
    );
  for (const column of columns) {
    const texts = () => sheet.rows.slice(head + 1).map((row) => plain(row[column]));
    // A merged heading applies to each of its columns.
    const length = titled.country ? foreignLength(titled.country, texts()) : lengthOf(sheet, head, column);
    const tier = tierName(headings[column] ?? '');
    if (tier === null)
      issues.push(cellIssue('rating.tier', sheet, [head, column], { tier: shown(headings[column] ?? '') }));
    for (let row = head + 1; row < sheet.rows.length && issues.length < maxIssues; row += 1) {
      const text = cellAt(sheet, row, column);
      if (text === '' || postalWord.test(text)) continue;
      const ranges = readPostals(text, length);
      if (ranges) issues.push(...hiddenCells(sheet, row, [column]));
      if (ranges) add(found, { tier: tier ?? '', country: titled.country }, ranges);
      else if (/\d/.test(text) && text.length < 15)
        issues.push(cellIssue('rating.import.notAPostalCode', sheet, [row, column], { value: shown(text) }));
    }
  }
  return [areasOf(sheet, { head, fileName, kind: '' }, found, issues)];
}

function areasOf(
  sheet: FileSheet,
  { head, fileName, kind }: { head: number; fileName: string; kind: string },
  found: Found,
  issues: readonly Issue[],
): Areas {
  const above = sheet.rows.slice(0, head).flatMap(textsOf);
  const tiers = [...found].map(
    ([tier, own]) => [tier, [...own].flatMap(([country, ranges]) => joinRanges(country, ranges))] as const,
  );
  return {
    at: sheet.name,
    kind,
    name: [above.find((text) => text.length <= 60) ?? codeOf(fileName), kind].filter(Boolean).join(' '),
    from: above.flatMap(daysIn)[0] ?? null,
    tiers: Object.fromEntries(tiers),
    codes: [...found.values()].flatMap((own) => [...own.values()]).reduce((sum, ranges) => sum + ranges.length, 0),
    notes: above,
    issues,
  };
}

function add(
  found: Found,
  { tier, country }: { tier: string; country: string | null },
  ranges: readonly (readonly [string, string])[],
): void {
  const own = found.get(tier) ?? new Map<string, (readonly [string, string])[]>();
  const known = own.get(country ?? 'US') ?? [];
  // Lists have tens of thousands of codes, so that none is copied.
  for (const range of ranges) known.push(range);
  own.set(country ?? 'US', known);
  found.set(tier, own);
}

const titledOf = (sheet: FileSheet, head: number, others: readonly string[]): Titled =>
  titledCountry([sheet.name, ...sheet.rows.slice(0, head).flatMap(textsOf), ...others]);

/** Tiers that are named in Chinese, in the letters of the names that rules have. */
const inLetters = (text: string): string =>
  [...tierNames].reduce((all, [word, name]) => all.replaceAll(word, ` ${name} `), text);

/** `DAS_EXTENDED` is `extended`, `DAS` alone is `das`; null where nothing of the text is a name that a rule can have. */
const tierName = (text: string): string | null => {
  const bare = plain(text)
    .replace(/_/g, ' ')
    .replace(/\b(ups|fedex|das|delivery area|surcharges?|zip|postal|codes?)\b/gi, ' ')
    .replace(/\bcontiguous u\.?s\.?(?!\w)|\bu\.?s\.? ?48\b/gi, ' ')
    .replace(/\b(remote|extended) area\b/gi, '$1');
  const said = inLetters(bare);
  return nameOf(said) || (/\p{L}/u.test(said) ? null : 'das');
};

function firstBelow(sheet: FileSheet, head: number, column: number): string {
  for (let row = head + 1; row < Math.min(sheet.rows.length, head + 20); row += 1) {
    const text = cellAt(sheet, row, column);
    if (text !== '') return text;
  }
  return '';
}

const lengthOf = (sheet: FileSheet, head: number, column: number): number | null =>
  codeLength(sheet.rows.slice(head + 1, head + 5_001).map((row) => row[column] ?? ''));
