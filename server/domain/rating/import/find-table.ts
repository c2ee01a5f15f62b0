import type { FileSheet } from '../../../modules/module.ts';
import { perWhole, readBand, readFigure, readZones, unitIn, type Band, type Unit } from './figures.ts';
import { readCountries } from './places.ts';
import { headsPrefixes, prefixZones } from './prefixes.ts';
import { cellAt, plain } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** The meaning of a column, for the whole row or one zone or weight of it. */
export type Role =
  | ('country' | 'code' | 'zone' | 'prefix' | 'unit' | 'band' | 'to' | 'from' | 'step' | 'minimum')
  | ('first' | 'firstPrice' | 'next' | 'nextPrice' | 'perUnit' | 'fee' | 'price');

/** Columns that belong to the same zones or the same weights; those of every row stand apart, under null. */
export interface Group {
  readonly zones: readonly string[] | null;
  readonly band: Band | null;
  readonly columns: ReadonlyMap<Role, number>;
}

export interface FoundTable {
  readonly sheet: FileSheet;
  /** The first row of its header and its first row of figures. */
  readonly head: number;
  readonly body: number;
  /** Columns that apply to the whole row. */
  readonly shared: ReadonlyMap<Role, number>;
  readonly groups: readonly Group[];
  readonly headings: readonly string[];
  /** The headings without the weights that they are for. */
  readonly labels: readonly string[];
  /** Columns without a meaning for prices; stored as text. */
  readonly others: readonly number[];
  readonly unit: Unit | null;
}

/** In this order: the price of a first weight is no first weight, a fee for each piece no price by the unit. */
const roles: readonly (readonly [RegExp, Role | null])[] = [
  [pattern('headNumber'), null],
  [pattern('headAside'), null],
  [pattern('headUnit'), 'unit'],
  [pattern('headPrefix'), 'prefix'],
  [pattern('headCountryCode'), 'code'],
  [pattern('country'), 'country'],
  [pattern('headFirstPrice'), 'firstPrice'],
  [pattern('headNextPrice'), 'nextPrice'],
  [pattern('firstWeight'), 'first'],
  [pattern('headNext'), 'next'],
  [pattern('headStep'), 'step'],
  [pattern('headLeastCharge'), null],
  [pattern('headMinimum'), 'minimum'],
  [pattern('headOptionalFee'), null],
  [pattern('headFee'), 'fee'],
  [pattern('headPerUnit'), 'perUnit'],
  [pattern('headFrom'), 'from'],
  [pattern('headTo'), 'to'],
  [pattern('headBand'), 'band'],
  [pattern('headZone'), 'zone'],
  [pattern('headPrice'), 'price'],
];

const anchors: readonly Role[] = ['country', 'code', 'zone', 'prefix'];

/** The table whose header begins in this row, or null. Decided by words and figures, never by position. */
export function tableAt(sheet: FileSheet, head: number): FoundTable | null {
  const found = best(sheet, head, 3);
  if (!found) return null;
  // Titles above a head are none of it: where the rows below say as much alone, the head is there.
  for (let row = head + 1; row < found.body; row += 1) {
    // A heading that goes on downwards, as a merged cell does, begins here.
    if (goesDown(sheet, head, row)) continue;
    const below = best(sheet, row, 3);
    if (below && meant(below) >= meant(found)) return null;
  }
  return found;
}

const goesDown = ({ rows }: FileSheet, head: number, row: number): boolean =>
  (rows[head] ?? []).some((cell, column) => plain(cell) !== '' && plain(cell) === plain(rows[row]?.[column]));

/** The head from this row on, of as many rows as say the most. */
function best(sheet: FileSheet, head: number, most: number): FoundTable | null {
  const row = sheet.rows[head] ?? [];
  if (row.filter((cell) => plain(cell) !== '').length < 2) return null;
  let found: FoundTable | null = null;
  for (let height = 1; height <= most; height += 1) {
    // No row of a head has prices or kinds of packaging in it.
    const last = sheet.rows[head + height - 1] ?? [];
    if (
      last.some(
        (cell) => /^[^\d\s]{0,3} ?\d[\d,]*\.\d+$|^=/.test(plain(cell)) || pattern('packaging', 'i').test(plain(cell)),
      )
    )
      break;
    if (height > 1 && isFigures(sheet, head, head + height - 1)) break;
    const each = headOf(sheet, head, height);
    if (!each || !begins(each)) continue;
    if (!found || meant(each) > meant(found)) found = each;
    if (isRow(each, each.body)) break;
  }
  return found;
}

/** A row of prices beside the weight that they are for, which is none of a head however much like zones whole prices are. */
function isFigures(sheet: FileSheet, head: number, row: number): boolean {
  const cells = (sheet.rows[row] ?? []).map(plain);
  const first = cells.findIndex((text) => text !== '');
  const weight = cells[first] ?? '';
  if (readBand(weight) === null) return false;
  const above = sheet.rows.slice(head, row).map((each) => plain(each[first]));
  const isWeight =
    pattern('bandSure', 'i').test(weight) || /\./.test(weight) || above.some((text) => asRole(text)?.[1] === 'band');
  const rest = cells.slice(first + 1).filter((text) => text !== '');
  return (
    isWeight && rest.some((text) => readFigure(text).kind === 'price') && rest.every((text) => !readZones(text, false))
  );
}

/** Tables beside each other under the same headings, each as if it stood alone; only the table itself where it does. */
export function tablesBeside(table: FoundTable): FoundTable[] {
  const { sheet, head, headings, shared } = table;
  const first = headings.findIndex((text) => text !== '');
  const again = headings.findIndex((text, column) => column > first && text === headings[first]);
  const width = again - first;
  // Each of them begins with its weights or zones.
  if (width < 2 || ![...shared.values()].includes(first)) return [table];
  const starts: number[] = [];
  for (let at = first; at < headings.length && headings.slice(at, at + width).some((text) => text !== ''); at += width)
    starts.push(at);
  const isAlike = (at: number) =>
    headings.slice(first, again).every((text, more) => text === (headings[at + more] ?? ''));
  if (starts.length < 2 || !starts.every(isAlike)) return [table];
  const alone = starts.map((start) => {
    const isOwn = (column: number) => column >= start && column < start + width;
    const rows = sheet.rows.map((row, at) =>
      at < head ? row : row.map((cell, column) => (isOwn(column) ? cell : '')),
    );
    return tableAt({ ...sheet, rows }, head);
  });
  return alone.every((each) => each !== null) ? alone : [table];
}

/** How many columns mean something. */
const meant = ({ shared, groups }: FoundTable): number =>
  shared.size + groups.reduce((sum, { columns }) => sum + columns.size, 0);

function headOf(sheet: FileSheet, head: number, height: number): FoundTable | null {
  const rows = sheet.rows.slice(head, head + height);
  const width = Math.max(...rows.map((row) => row.length));
  const stacks = Array.from({ length: width }, (_, column) => [
    ...new Set(rows.map((row) => plain(row[column])).filter((text) => text !== '')),
  ]);
  const bare = bareZones(stacks);
  const prefixes = new Set(rows.filter(headsPrefixes).flatMap((row) => row.map(plain)));
  const shared = new Map<Role, number>();
  const groups = new Map<string, Group & { columns: Map<Role, number> }>();
  const others: number[] = [];
  const headings = stacks.map((texts) => texts.join(' '));
  const labels = [...headings];
  for (const [column, texts] of stacks.entries()) {
    if (texts.length === 0) continue;
    const { zones, band, role, label } = meaning(texts, bare, prefixes);
    if (label !== undefined) labels[column] = label;
    if (!zones && !band) {
      if (!role || shared.has(role)) others.push(column);
      else shared.set(role, column);
      continue;
    }
    const key = `${zones?.join() ?? ''} ${band ? JSON.stringify(band) : ''}`;
    const group = groups.get(key) ?? { zones, band, columns: new Map<Role, number>() };
    groups.set(key, group);
    const as = role ?? 'price';
    if (group.columns.has(as)) others.push(column);
    else group.columns.set(as, column);
  }
  // Where zones stand across, `2-3` is no weight.
  if ([...groups.values()].some(({ zones }) => zones))
    for (const [key, { zones, columns }] of groups) {
      if (zones) continue;
      groups.delete(key);
      others.push(...columns.values());
    }
  weigh(sheet, head + height, stacks.length, { shared, groups: [...groups.values()] });
  // The least weight and the step of a row are counted in units of their own.
  const own = [...shared].flatMap(([role, column]) => (role === 'step' || role === 'minimum' ? [] : [column]));
  const measured = [...own, ...[...groups.values()].flatMap((each) => [...each.columns.values()])];
  const unit = measured.map((column) => unitIn(headings[column] ?? '')).find((each) => each !== null) ?? null;
  return { sheet, head, body: head + height, shared, groups: [...groups.values()], headings, labels, others, unit };
}

/** Zones across need a column of weights: one that is headed by the word for zones itself, or by nothing at all. */
function weigh(
  sheet: FileSheet,
  body: number,
  width: number,
  { shared, groups }: { shared: Map<Role, number>; groups: readonly Group[] },
): void {
  const isWeighed = ['band', 'to', 'perUnit', 'first'].some((role) => shared.has(role as Role));
  if (isWeighed || !groups.some(({ zones, columns }) => zones && columns.has('price'))) return;
  const taken = new Set([...shared.values(), ...groups.flatMap(({ columns }) => [...columns.values()])]);
  const headed = shared.get('zone');
  const free = Array.from({ length: width }, (_, column) => column).filter((column) => !taken.has(column));
  const found = (headed === undefined ? free : [headed]).find((column) => {
    // Letters and paks come first in carriers' own lists.
    const labels = [0, 1, 2, 3].map((more) => cellAt(sheet, body + more, column));
    const weights = labels.filter((label) => !pattern('packaging', 'i').test(label)).slice(0, 2);
    return weights.every((label) => readBand(label) !== null);
  });
  if (found === undefined) return;
  shared.delete('zone');
  shared.set('band', found);
}

/** A parsed heading: its zones or weights, and the values below it. */
function meaning(
  texts: readonly string[],
  bare: ReadonlySet<string>,
  prefixes: ReadonlySet<string>,
): { zones: string[] | null; band: Band | null; role: Role | null; label?: string } {
  const joined = texts.join(' ');
  for (const text of [joined, ...texts]) {
    const prefixed = prefixZones(text, prefixes.has(text));
    const zones = prefixed ?? readZones(text, bare.has(text)) ?? (asRole(text) ? null : readCountries(text));
    if (!zones) continue;
    const rest = texts.filter((each) => each !== text && !pattern('zonesAlone', 'i').test(each));
    const own = text === joined ? null : weightAmong(rest, true);
    if (own) return { zones, ...own };
    return { zones, band: null, role: text === joined ? null : (asRole(rest.join(' '))?.[1] ?? null) };
  }
  const band = bandIn(joined, joined);
  if (band) return { zones: null, band, role: band.perUnit ? 'perUnit' : null };
  const own = weightAmong(texts, false);
  if (own && texts.length > 1) return { zones: null, ...own };
  return { zones: null, band: null, role: asRole(joined)?.[1] ?? null };
}

export const asRole = (text: string) => roles.find(([pattern]) => pattern.test(text.toLowerCase()));

/** The weights that a text is, in the unit that it or what stands over it names. */
function bandIn(text: string, whole: string): Band | null {
  if (!pattern('bandSigns', 'i').test(text) || !pattern('bandBegins', 'i').test(text)) return null;
  const band = readBand(text, perWhole(unitIn(text) ?? unitIn(whole)));
  return band?.role ? null : band;
}

/** Weights in one row of a head of several, and what the other rows say of the figures below them. */
function weightAmong(texts: readonly string[], sure: boolean): { band: Band; role: Role | null; label: string } | null {
  for (const text of texts) {
    const band = sure && !pattern('bandSure', 'i').test(text) ? null : bandIn(text, texts.join(' '));
    if (!band) continue;
    const label = texts.filter((each) => each !== text).join(' ');
    const [found, role = null] = asRole(label) ?? [];
    // Weights under a heading that means nothing for a price, such as days, are none.
    if (found && (role === null || anchors.includes(role))) return null;
    const priced = role === null || role === 'band' || role === 'to' || role === 'from' ? null : role;
    return { band, role: priced ?? (band.perUnit ? 'perUnit' : null), label };
  }
  return null;
}

/** Plain numbers that are zones because they stand in a row as a heading does: at least two, rising or falling, none twice. */
function bareZones(stacks: readonly (readonly string[])[]): ReadonlySet<string> {
  const numbers = stacks.flatMap((texts) => texts.filter((text) => /^\d{1,3}$/.test(text)));
  const words = stacks.some((texts) => texts.some((text) => pattern('tableWords', 'i').test(text) && !/\d/.test(text)));
  // `002` is a zone and nothing else.
  const isPlain = words || numbers.every((text) => /^0\d\d$/.test(text));
  return isPlain && numbers.length > 1 && new Set(numbers).size === numbers.length ? new Set(numbers) : new Set();
}

/** Whether matching figures follow the header: prices with their weights and zones. */
function begins(table: FoundTable): boolean {
  const { shared, groups, sheet, body } = table;
  const zoned = groups.some(({ zones }) => zones) || anchors.some((role) => shared.has(role));
  const priced =
    groups.length > 0 || ['price', 'perUnit', 'firstPrice', 'first'].some((role) => shared.has(role as Role));
  const weighed =
    groups.some(({ band, columns }) => band || columns.has('first') || columns.has('firstPrice')) ||
    ['band', 'to', 'firstPrice', 'first', 'perUnit'].some((role) => shared.has(role as Role));
  if (!zoned || !priced || !weighed) return false;
  // Letters and documents may come first.
  for (let row = body; row < Math.min(body + 5, sheet.rows.length); row += 1) if (isRow(table, row)) return true;
  return false;
}

/** A row of figures: where there is a column of weights, its cell is one; a price can be read, or a sign that none is offered. */
export function isRow({ sheet, shared, groups }: FoundTable, row: number): boolean {
  const band = shared.get('band');
  if (band !== undefined && readBand(cellAt(sheet, row, band)) === null) return false;
  const cells = priceColumns(shared, groups).map((column) => cellAt(sheet, row, column));
  if (cells.some((cell) => readFigure(cell).kind === 'price')) return true;
  return (
    band !== undefined && cells.some((cell) => cell !== '') && cells.every((cell) => readFigure(cell).kind === 'none')
  );
}

export function priceColumns(shared: ReadonlyMap<Role, number>, groups: readonly Group[]): number[] {
  const wanted: readonly Role[] = ['price', 'perUnit', 'firstPrice', 'nextPrice', 'fee'];
  const halves: readonly Role[] =
    shared.has('firstPrice') || groups.some(({ columns }) => columns.has('firstPrice')) ? [] : ['first', 'next'];
  const of = (columns: ReadonlyMap<Role, number>) => [...wanted, ...halves].flatMap((role) => columns.get(role) ?? []);
  return [...of(shared), ...groups.flatMap(({ columns }) => of(columns))];
}
