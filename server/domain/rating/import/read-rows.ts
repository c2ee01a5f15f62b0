import type { Issue } from '../../../modules/module.ts';
import { daysIn } from './days.ts';
import {
  byOtherUnit,
  decimalOf,
  parts,
  perWhole,
  readBand,
  readDecimal,
  readFigure,
  sumOf,
  thousandfold,
  unitIn,
  wholeOf,
  type Band,
} from './figures.ts';
import { asRole, isRow, priceColumns, tableAt, type FoundTable, type Group, type Role } from './find-table.ts';
import { belowDays, mixedPrefixes, ownZones, secondPrices } from './row-zones.ts';
import { cellAt, cellIssue, plain, shown, textsOf } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** One price for one zone and weight band; `none`: not offered. */
export interface Entry {
  readonly zone: string;
  readonly band: Band;
  readonly mode: 'none' | 'flat' | 'perUnit' | 'firstAndSteps';
  readonly price: string | readonly [string, string];
  readonly first?: string;
  readonly step?: string;
  readonly minimum?: string;
  readonly fee?: { readonly amount: string; readonly per: 'piece' | 'shipment' };
  readonly cell: readonly [number, number];
  /** A letter or pak: priced by itself and not by weight. */
  readonly packaging?: 'letter' | 'pak';
}

export interface Rows {
  readonly entries: Entry[];
  readonly issues: Issue[];
  /** Texts below or beside the figures. */
  readonly notes: string[];
  /** The row in which something else begins. */
  readonly end: number;
  /** A line between the rows said that the prices below it are by the unit. */
  perUnit?: boolean;
}

/** Rows named by content, such as letters, instead of a weight. */
const packaging = pattern('packaging', 'i');
const maxIssues = 50;

/** Reads a table downwards until its sheet ends or another table begins. */
export function readRows(table: FoundTable): Rows {
  const { sheet } = table;
  const rows: Rows & { end: number } = {
    entries: [],
    issues: [...belowDays(table), ...secondPrices(table), ...mixedPrefixes(table)],
    notes: [],
    end: sheet.rows.length,
  };
  const firsts = new Map<string, Entry>();
  let zones: string[] | null = null;
  let row = table.body;
  for (; row < sheet.rows.length && rows.issues.length < maxIssues; row += 1) {
    const texts = textsOf(sheet.rows[row]);
    if (texts.length === 0) continue;
    if (!isRow(table, row)) {
      if (row > table.body && (tableAt(sheet, row) || beginsNext(sheet, row))) break;
      other(table, row, texts, rows);
      rows.perUnit ??= saysPerUnit(texts) || undefined;
      continue;
    }
    zones = ownZones(table, row, rows.issues) ?? zones;
    readRow(table, { row, zones, rows, firsts });
  }
  rows.entries.push(...firsts.values());
  rows.notes.push(...asides(table, rows.entries));
  return { ...rows, end: row };
}

/** Most lines between what names a product and its table. */
const maxHead = 6;
const product = pattern('productCode', 'i');
const effective = pattern('effective', 'i');

/** Whether this line names the product or the days of a table that begins below it: it is the head of that one. */
function beginsNext(sheet: FoundTable['sheet'], row: number): boolean {
  const names = textsOf(sheet.rows[row]).some(
    (text) => text.length <= 60 && (product.test(text) || (effective.test(text) && daysIn(text).length > 0)),
  );
  if (!names) return false;
  const last = Math.min(row + maxHead, sheet.rows.length - 1);
  for (let below = row + 1; below <= last; below += 1) if (tableAt(sheet, below)) return true;
  return false;
}

/** A row without readable prices: texts are stored, figures without a weight are an issue. */
function other(table: FoundTable, row: number, texts: readonly string[], rows: Rows): void {
  const { sheet, shared, groups } = table;
  const columns = priceColumns(shared, groups);
  const figures = columns.filter((column) => readFigure(cellAt(sheet, row, column)).kind === 'price');
  const band = shared.get('band');
  const label = band === undefined ? '' : cellAt(sheet, row, band);
  if (figures.length > 0 && packaging.test(label) && packageEntries(table, row, label, rows)) return;
  if (figures.length > 0 && pricePerUnit.test(plain(label)) && entriesAbove(table, row, rows)) return;
  if (figures.length === 0 || packaging.test(label) || (texts.length === 1 && columns.length > 1)) {
    const wrong = columns.find((column) => readFigure(cellAt(sheet, row, column)).kind === 'wrong');
    if (wrong !== undefined && label !== '' && readBand(label) && texts.length > 1)
      rows.issues.push(
        cellIssue('rating.import.notAPrice', sheet, [row, wrong], { value: shown(cellAt(sheet, row, wrong)) }),
      );
    else rows.notes.push(texts.join(' | '));
  } else if (band !== undefined)
    rows.issues.push(cellIssue('rating.import.notAWeight', sheet, [row, band], { value: shown(label) }));
}

const pricePerUnit = pattern('pricePerUnit', 'i');

/** `Price per pound` below the last weight is the price of every unit of what weighs more. */
function entriesAbove({ sheet, groups }: FoundTable, row: number, rows: Rows): boolean {
  const weighed = rows.entries.filter(({ packaging: wrapping }) => wrapping === undefined);
  const over = Math.max(...weighed.map(({ band }) => band.to ?? Infinity));
  if (!Number.isFinite(over)) return false;
  const found = groups.flatMap(({ zones, columns }) => {
    const column = columns.get('price');
    const figure = column === undefined ? null : readFigure(cellAt(sheet, row, column));
    if (!zones || column === undefined || figure?.kind !== 'price') return [];
    const band = { over, to: null, grain: 1 };
    return zones.map((zone): Entry => ({ zone, band, mode: 'perUnit', price: figure.text, cell: [row, column] }));
  });
  rows.entries.push(...found);
  return found.length > 0;
}

const isPak = pattern('pak', 'i');

/** The row of a letter or pak, where each zone has a column of its own. */
function packageEntries({ sheet, groups }: FoundTable, row: number, label: string, rows: Rows): boolean {
  const found = groups.flatMap(({ zones, columns }) => {
    const column = columns.get('price');
    const figure = column === undefined ? null : readFigure(cellAt(sheet, row, column));
    if (!zones || column === undefined || figure?.kind !== 'price') return [];
    const entry = {
      band: { to: null, grain: 1 },
      mode: 'flat' as const,
      price: figure.text,
      cell: [row, column] as const,
    };
    return zones.map((zone): Entry => ({ ...entry, zone, packaging: isPak.test(label) ? 'pak' : 'letter' }));
  });
  rows.entries.push(...found);
  return found.length > 0;
}

const ofRow: Group = { zones: null, band: null, columns: new Map<Role, number>() };

/** The groups of columns that have a price in each row; a first weight beside bands by the unit has one of its own. */
function groupsOf({ groups, shared }: FoundTable): readonly Group[] {
  if (groups.length === 0) return [ofRow];
  const hasFirst = shared.has('first') || shared.has('firstPrice');
  return hasFirst && groups.every(({ zones, columns }) => !zones && !columns.has('first') && !columns.has('firstPrice'))
    ? [ofRow, ...groups]
    : groups;
}

interface At {
  row: number;
  zones: readonly string[] | null;
  rows: Rows;
  firsts: Map<string, Entry>;
}

function readRow(table: FoundTable, at: At): void {
  const own = groupsOf(table);
  const named = (role: Role) => unitIn(cellAt(table.sheet, at.row, table.shared.get(role) ?? -1));
  const by = perWhole(named('band') ?? named('unit') ?? table.unit);
  for (const group of own) {
    const zones = group.zones ?? at.zones;
    const column = (role: Role) => group.columns.get(role) ?? table.shared.get(role);
    const text = (role: Role) => {
      const found = column(role);
      return found === undefined ? '' : cellAt(table.sheet, at.row, found);
    };
    const weights = bandOf({ text, band: group.band, by });
    if (!zones) {
      at.rows.issues.push(cellIssue('rating.import.noZone', table.sheet, [at.row, 0]));
      return;
    }
    const two = twoPrices(group.columns.size > 0 ? group.columns : table.shared);
    if (two !== null && readFigure(cellAt(table.sheet, at.row, two)).kind === 'price') {
      at.rows.issues.push(cellIssue('rating.import.twoPrices', table.sheet, [at.row, two]));
      return;
    }
    const price = priceIn(table, { ...at, column, text, band: weights, by });
    if (!price) continue;
    for (const zone of zones) keepEntry({ ...price, zone }, at);
  }
}

/** The column of a price by the unit beside one by first and further weight, where nothing says which is for what. */
function twoPrices(columns: ReadonlyMap<Role, number>): number | null {
  const has = (...roles: Role[]) => roles.some((role) => columns.has(role));
  if (!has('first', 'firstPrice') || !has('next', 'nextPrice')) return null;
  return columns.get('perUnit') ?? columns.get('price') ?? null;
}

/** A row for the first weight waits for the row of each further step. */
function keepEntry(entry: Entry, { firsts, rows }: At): void {
  const { role, to } = entry.band;
  const waiting = firsts.get(entry.zone);
  if (entry.mode !== 'none' && role === 'first')
    firsts.set(entry.zone, { ...entry, band: { ...entry.band, role: 'first' } });
  else if (role && entry.mode === 'none') return;
  else if (role === 'step' && waiting && to !== null) {
    firsts.delete(entry.zone);
    rows.entries.push({
      ...waiting,
      band: { from: 0, to: null, grain: entry.band.grain },
      mode: 'firstAndSteps',
      price: [String(waiting.price), String(entry.price)],
      first: decimalOf(waiting.band.to ?? 0),
      step: decimalOf(to),
    });
  } else rows.entries.push(role === 'step' ? onFrom(entry, rows) : entry);
}

/** `Each additional 0.5 kg` below rows of weights goes on from the last of them. */
function onFrom(entry: Entry, { entries }: Rows): Entry {
  const { to, grain } = entry.band;
  const own = entries.filter(
    ({ zone, mode, packaging: wrapping }) => zone === entry.zone && mode === 'flat' && !wrapping,
  );
  const last = own.toSorted((one, other) => (one.band.to ?? 0) - (other.band.to ?? 0)).at(-1);
  if (!last || last.band.to === null || to === null || typeof last.price !== 'string') return entry;
  const over = last.band.to;
  const price = [last.price, String(entry.price)] as const;
  return {
    ...entry,
    band: { over, to: null, grain },
    mode: 'firstAndSteps',
    price,
    first: decimalOf(over),
    step: decimalOf(to),
  };
}

/** Whether a line alone, such as `Rate per kg`, says that prices are by the unit. */
const saysPerUnit = (texts: readonly string[]): boolean =>
  texts.length === 1 &&
  pattern('perUnitBelow', 'i').test(texts[0] ?? '') &&
  !pattern('perUnitOther', 'i').test(texts[0] ?? '');

function bandOf({ text, band, by }: { text(role: Role): string; band: Band | null; by: number }): Band {
  if (band) return band;
  const [from, to] = [parts(text('from')), parts(text('to'))];
  if (to !== null) return { ...(from === null ? {} : { from: wholeOf(from, by) }), to: wholeOf(to, by), grain: 100 };
  return readBand(text('band'), by) ?? { from: 0, to: null, grain: 1 };
}

interface Cells extends At {
  column(role: Role): number | undefined;
  text(role: Role): string;
  band: Band;
  by: number;
}

/** The price of a row for one group of columns; null after adding an issue for a wrong cell. */
function priceIn(table: FoundTable, cells: Cells): Omit<Entry, 'zone'> | null {
  const { row, rows, column, text, band } = cells;
  const halves = column('firstPrice') === undefined && column('nextPrice') === undefined;
  const find = (...wanted: Role[]) => wanted.map(column).find((each) => each !== undefined);
  const [first, next] = halves ? [find('first'), find('next')] : [find('firstPrice'), find('nextPrice')];
  const main = find('price', 'perUnit') ?? first;
  const fee = feeOf(table, cells);
  if (main === undefined) return null;
  const figure = readFigure(text(nameOf(cells, main)));
  const cell = [row, main] as const;
  const isZero = /^0(\.0*)?$/.test(cellAt(table.sheet, row, main));
  // Some lists put the whole price of a document into the handling fee.
  if (fee && (figure.kind === 'none' || isZero) && first === main)
    return { band, mode: 'flat', price: fee.amount, cell };
  if (figure.kind === 'none') return { band, mode: 'none', price: '', cell };
  if (figure.kind === 'wrong') {
    rows.issues.push(
      cellIssue('rating.import.notAPrice', table.sheet, cell, { value: shown(cellAt(table.sheet, row, main)) }),
    );
    return null;
  }
  const more = { cell, band, ...(fee ? { fee } : {}) };
  if (main !== first) {
    const other = byOtherUnit(table.headings[main] ?? '');
    if (other === 'other') {
      rows.issues.push(cellIssue('rating.import.otherUnit', table.sheet, cell, { value: table.headings[main] }));
      return null;
    }
    if (other === 'gram') return { ...more, mode: 'perUnit', price: thousandfold(figure.text) };
    const perUnit = main === column('perUnit') || band.perUnit === true || rows.perUnit === true;
    if (!perUnit) return { ...more, mode: 'flat', price: figure.text };
    return { ...more, mode: 'perUnit', price: figure.text, ...ownWeights(table, cells) };
  }
  const further = next === undefined ? null : readFigure(cellAt(table.sheet, row, next));
  const weights = {
    first: weightOf(table, cells, halves ? first : column('first')),
    step: weightOf(table, cells, halves ? next : column('next')),
  };
  if (further?.kind !== 'price' || next === undefined) {
    if (further?.kind === 'none' && weights.first)
      return { ...more, mode: 'flat', price: figure.text, band: { ...band, to: parts(weights.first) ?? band.to } };
    rows.issues.push(
      cellIssue('rating.import.notAPrice', table.sheet, [row, next ?? main], {
        value: shown(next === undefined ? '' : cellAt(table.sheet, row, next)),
      }),
    );
    return null;
  }
  if (!weights.first || !weights.step) {
    rows.issues.push(cellIssue('rating.import.noFirstWeight', table.sheet, cell));
    return null;
  }
  return {
    ...more,
    mode: 'firstAndSteps',
    price: [figure.text, further.text],
    first: weights.first,
    step: weights.step,
  };
}

const nameOf = (cells: Cells, column: number): Role =>
  (['price', 'perUnit', 'firstPrice', 'first'] as const).find((role) => cells.column(role) === column) ?? 'price';

/** The step and the least weight of a row, in the unit of their cell or of their own heading. */
function ownWeights({ headings, unit }: FoundTable, cells: Cells): { step?: string; minimum?: string } {
  const read = (role: 'step' | 'minimum') => {
    const own = unitIn(cells.text(role)) ?? unitIn(headings[cells.column(role) ?? -1] ?? '') ?? unit;
    const band = readBand(cells.text(role), perWhole(own));
    return band?.to ? { [role]: decimalOf(band.to) } : {};
  };
  return { ...read('step'), ...read('minimum') };
}

/** A first or further weight: in its cell, or in the heading of its price. */
function weightOf(table: FoundTable, cells: Cells, column: number | undefined): string | null {
  if (column === undefined) return null;
  const said = readBand(cellAt(table.sheet, cells.row, column), cells.by);
  const halves = cells.column('firstPrice') === undefined;
  const band = halves ? readBand(pattern('weightInHead', 'i').exec(table.labels[column] ?? '')?.[0], cells.by) : said;
  return band?.to ? decimalOf(band.to) : null;
}

/** The fee of a row; several of them, such as for registration and for handling, are charged together. */
function feeOf(table: FoundTable, cells: Cells): Entry['fee'] | null {
  const { headings, others, sheet } = table;
  const column = cells.column('fee');
  if (column === undefined) return null;
  const more = others.filter((other) => asRole(headings[other] ?? '')?.[1] === 'fee');
  const fees = [column, ...more].flatMap((at) => {
    const figure = readFigure(cellAt(sheet, cells.row, at));
    const per: 'shipment' | 'piece' = pattern('perShipment', 'i').test(headings[at] ?? '') ? 'shipment' : 'piece';
    return figure.kind === 'price' ? [{ amount: figure.text, per, at }] : [];
  });
  const [first] = fees;
  if (!first) return null;
  const other = fees.find(({ per }) => per !== first.per);
  if (other)
    cells.rows.issues.push(
      cellIssue('rating.import.secondPrice', sheet, [cells.row, other.at], { value: headings[other.at] }),
    );
  return { amount: sumOf(fees.map(({ amount }) => amount)), per: first.per };
}

/** Columns that mean nothing for a price, as text: once where they are the same in every row. */
function asides({ sheet, headings, others, body }: FoundTable, entries: readonly Entry[]): string[] {
  const rows = [...new Set(entries.map(({ cell: [row] }) => row))];
  return others.flatMap((column) => {
    const said = [...new Set(rows.map((row) => cellAt(sheet, row, column)).filter((text) => text !== ''))];
    const heading = headings[column] ?? '';
    if (
      said.length === 0 ||
      heading === '' ||
      said.every((text) => readDecimal(text) !== null && pattern('rowNumber', 'i').test(heading))
    )
      return [];
    const few = said.slice(0, 8).join('; ');
    return body > 0 ? [`${plain(heading)}: ${few}${said.length > 8 ? '; …' : ''}`] : [];
  });
}
