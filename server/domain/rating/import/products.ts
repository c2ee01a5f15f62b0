import type { FileSheet, Issue } from '../../../modules/module.ts';
import { daysIn, readDay } from './days.ts';
import { currencyIn, readFigure, unitIn, type Unit } from './figures.ts';
import { tableAt, tablesBeside, type FoundTable } from './find-table.ts';
import { byUnit, hidden, unsaid } from './per-unit.ts';
import { toSheet, type PriceSheet } from './price-sheet.ts';
import { readRows, type Entry, type Rows } from './read-rows.ts';
import { cellAt, cellIssue, codeOf, plain, textsOf } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** One product of a workbook: the texts above its table, the table, and remaining texts. */
export interface Product {
  readonly at: string;
  readonly code: string;
  /** The code stands in the file; else it is made from a name. */
  readonly coded: boolean;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly currency: string | null;
  readonly unit: Unit | null;
  readonly sheet: PriceSheet;
  readonly notes: readonly string[];
  readonly issues: readonly Issue[];
}

interface Part {
  readonly sheet: FileSheet;
  readonly head: Head;
  readonly entries: readonly (Entry & { sheet: FileSheet })[];
  readonly notes: readonly string[];
  readonly issues: readonly Issue[];
  readonly headings: readonly string[];
  readonly unit: Unit | null;
}

/** What the lines above a table say. */
interface Head {
  code: string | null;
  name: string | null;
  days: readonly string[];
  texts: readonly string[];
  titles: readonly string[];
}

const codeWord = pattern('productCode', 'i');
const nameWord = pattern('productName', 'i');
const dayWord = pattern('effective', 'i');

/** Every product that a workbook prices, whatever its sheets are called and wherever its tables begin. */
export function readProducts(sheets: readonly FileSheet[], fileName: string): Product[] {
  const parts = sheets.flatMap((sheet) => partsOf(sheet));
  const catalogue = catalogueOf(sheets.filter((sheet) => !parts.some((part) => part.sheet === sheet)));
  const products: { code: string | null; parts: [Part, ...Part[]] }[] = [];
  for (const part of parts) {
    const code = part.head.code ?? listed(catalogue, part)?.code ?? null;
    const last = products.at(-1);
    const known = code === null ? undefined : products.find((product) => product.code === code);
    const before = last?.parts.at(-1);
    if (known) known.parts.push(part);
    else if (code === null && last && before && (before.sheet === part.sheet || goesOn(before, part)))
      last.parts.push(part);
    else products.push({ code, parts: [part] });
  }
  const [only, second] = products;
  if (only && !second) return [productOf({ code: only.code, made: codeOf(fileName) }, only.parts, catalogue)];
  return products.map(({ code, parts: own }, at) =>
    productOf({ code, made: codeFor(own[0], fileName, at) }, own, catalogue),
  );
}

/** A suggested code: from the name of the sheet if it is meaningful, else from the file. */
const codeFor = ({ sheet }: Part, fileName: string, at: number): string =>
  (isUnnamed(sheet) ? '' : codeOf(sheet.name)) || (codeOf(fileName) && `${codeOf(fileName)}-${at + 1}`);

const isUnnamed = ({ name }: FileSheet): boolean => pattern('unnamedSheet', 'i').test(name);

/** The second half of a table on a sheet of its own: the same zones, by the unit, from where the first one ends. */
function goesOn(before: Part, part: Part): boolean {
  const zones = new Set(before.entries.map(({ zone }) => zone));
  const end = Math.max(...before.entries.map(({ band }) => band.to ?? Infinity));
  return part.entries.every(
    ({ zone, mode, band }) => mode === 'perUnit' && zones.has(zone) && (band.over ?? band.from ?? band.to ?? 0) >= end,
  );
}

function productOf(
  of: { readonly code: string | null; readonly made: string },
  own: readonly [Part, ...Part[]],
  catalogue: Catalogue,
): Product {
  const code = of.code ?? of.made;
  const [first] = own;
  const entry = catalogue.rows.find((row) => row.code === code) ?? listed(catalogue, first);
  const days =
    [...own.map(({ head }) => head.days), entry?.days ?? []].find((each) => each.length > 0) ?? catalogue.days;
  const words = own.flatMap(({ headings, head, sheet }) => [...headings, ...head.texts, sheet.name]);
  const notes = [...new Set(own.flatMap((part) => part.notes))];
  const unit = own.map((part) => part.unit).find((each) => each !== null) ?? unitOf([...words, ...notes]);
  const weighed = own.flatMap(({ entries }) => entries);
  const marked = currenciesOf(weighed);
  const currency = currencyIn(words) ?? marked[0]?.[0] ?? null;
  const mixed = marked.filter(([each]) => each !== currency && !(each === 'USD' && bareDollar.test(currency ?? '')));
  const { sheet, issues } = toSheet(weighed, unit === 'lb' || unit === 'oz');
  const name =
    first.head.name ?? entry?.name ?? first.head.titles[0] ?? (isUnnamed(first.sheet) ? code : first.sheet.name);
  const [from = null, to = null] = days;
  return {
    at: first.sheet.name,
    code,
    coded: of.code !== null,
    name: name.slice(0, 80),
    from,
    to: to !== null && from !== null && to > from ? to : null,
    currency,
    unit,
    sheet,
    notes,
    issues: [
      ...own.flatMap((part) => part.issues),
      ...issues,
      ...unsaid(weighed),
      ...hidden(weighed),
      ...foreign(mixed, currency),
    ].slice(0, 100),
  };
}

const unitOf = (words: readonly string[]): Unit | null =>
  words.map((text) => unitIn(text)).find((unit) => unit !== null) ?? null;

/** Currencies that a dollar sign alone may stand for. */
const bareDollar = /^(CAD|HKD)$/;

const foreign = (found: ReturnType<typeof currenciesOf>, other: string | null): Issue[] =>
  found.map(([value, { sheet, cell }]) => cellIssue('rating.import.secondCurrency', sheet, cell, { value, other }));

/** The currencies whose signs stand in the cells of prices, each with the first of its cells. */
function currenciesOf(entries: Part['entries']): [string, Part['entries'][number]][] {
  const found = new Map<string, Part['entries'][number]>();
  for (const entry of entries) {
    const currency = currencyIn([cellAt(entry.sheet, ...entry.cell)]);
    if (currency !== null && !found.has(currency)) found.set(currency, entry);
  }
  return [...found];
}

function partsOf(sheet: FileSheet): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (let row = 0; row < sheet.rows.length; row += 1) {
    const table = tableAt(sheet, row);
    if (!table) continue;
    const { entries, issues, notes, end } = readBeside(table);
    const head = headAbove(sheet, start, row, parts.at(-1)?.head ?? null);
    parts.push({
      sheet,
      head,
      entries: byUnit(entries, head.texts).map((entry) => ({ ...entry, sheet })),
      notes: [...head.texts, ...notes],
      issues,
      headings: table.headings,
      unit: table.unit ?? unitBeside(table),
    });
    start = end;
    row = end - 1;
  }
  return parts;
}

/** The rows of a table and of those beside it, down to where the first of them ends. */
function readBeside(table: FoundTable): Rows {
  const read = tablesBeside(table).map(readRows);
  return {
    entries: read.flatMap(({ entries }) => entries),
    issues: read.flatMap(({ issues }) => issues),
    notes: [...new Set(read.flatMap(({ notes }) => notes))],
    end: Math.min(...read.map(({ end }) => end)),
  };
}

/** The unit in the cells of the weights themselves: `1 lbs.` */
function unitBeside({ sheet, shared, body }: FoundTable): Unit | null {
  const columns = [shared.get('band') ?? [], shared.get('unit') ?? []].flat();
  const texts = columns.flatMap((column) => Array.from({ length: 10 }, (_, at) => cellAt(sheet, body + at, column)));
  return texts.map((text) => unitIn(text)).find((unit) => unit !== null) ?? null;
}

/** Texts above a table: labels with values in one cell or side by side, else titles or sentences. */
function headAbove(sheet: FileSheet, start: number, end: number, before: Head | null): Head {
  const head: Head = { code: null, name: null, days: [], texts: [], titles: [] };
  const texts: string[] = [];
  const titles: string[] = [];
  for (let row = start; row < end; row += 1) {
    const cells = textsOf(sheet.rows[row]);
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at] ?? '';
      const [label = '', inside = ''] = /^([^:：]{1,30})[:：] ?(.+)$/.exec(cell)?.slice(1) ?? [
        cell.replace(/[:：]$/, ''),
      ];
      const value = inside || (cells[at + 1] ?? '');
      const used = take(head, { label, value, cell });
      if (used && !inside && daysIn(cell).length === 0) at += 1;
      if (used) continue;
      texts.push(cell);
      if (cell.length <= 60 && !/[。.;；]$/.test(cell)) titles.push(cell);
    }
  }
  // Texts at the top of a sheet also apply to its second table, unless that has its own.
  return {
    ...head,
    code: head.code ?? before?.code ?? null,
    name: head.name ?? before?.name ?? null,
    days: head.days.length > 0 ? head.days : (before?.days ?? []),
    texts,
    titles,
  };
}

function take(head: Head, { label, value, cell }: { label: string; value: string; cell: string }): boolean {
  if (dayWord.test(cell)) {
    const days = daysIn(cell).length > 0 ? daysIn(cell) : [readDay(value) ?? []].flat();
    if (days.length === 0) return false;
    head.days = days;
    // A sentence that also names a day is stored.
    return cell.length <= 80;
  }
  if (value === '' || value === label || value.length > 60) return false;
  if (label.length <= 20 && codeWord.test(label) && /^[\w\-./()]+$/.test(value) && head.code === null) {
    head.code = value;
    return true;
  }
  if (label.length <= 20 && nameWord.test(label) && !codeWord.test(label) && head.name === null && label !== cell) {
    head.name = value;
    return true;
  }
  return false;
}

interface Catalogue {
  readonly rows: readonly { code: string; name: string; days: readonly string[] }[];
  readonly days: readonly string[];
}

/** Sheets without prices: which product has which code, and a day for all of them. */
function catalogueOf(sheets: readonly FileSheet[]): Catalogue {
  const rows: { code: string; name: string; days: readonly string[] }[] = [];
  const days: string[] = [];
  for (const sheet of sheets) {
    const head = sheet.rows.findIndex(
      (row) =>
        row.some((cell) => codeWord.test(plain(cell))) &&
        row.some((cell) => nameWord.test(plain(cell)) && !codeWord.test(plain(cell))),
    );
    for (const row of sheet.rows.slice(0, head < 0 ? 10 : head))
      days.push(...row.filter((cell) => dayWord.test(plain(cell))).flatMap(daysIn));
    if (head < 0) continue;
    const heads = (sheet.rows[head] ?? []).map(plain);
    const code = heads.findIndex((text) => codeWord.test(text));
    const name = heads.findIndex((text, column) => column !== code && nameWord.test(text));
    const day = heads.findIndex((text) => dayWord.test(text));
    for (const row of sheet.rows.slice(head + 1)) {
      const found = { code: plain(row[code]), name: plain(row[name]), days: day < 0 ? [] : daysIn(row[day] ?? '') };
      if (found.code !== '' && found.name !== '' && readFigure(found.name).kind !== 'price') rows.push(found);
    }
  }
  return { rows, days };
}

/** The line of the catalogue that means this sheet. */
function listed({ rows }: Catalogue, { sheet, head }: Part): Catalogue['rows'][number] | undefined {
  const names = [sheet.name, head.name ?? '', ...head.titles].map((text) => plain(text).toLowerCase());
  return rows.find(({ code, name }) => names.includes(name.toLowerCase()) || names.includes(code.toLowerCase()));
}
