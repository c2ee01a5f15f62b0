import { addressPartNames, looksLikeAddress, splitAddress } from '../../core/index.ts';
import { addressColumns } from './columns.ts';
import { headerAt, matchHeadings, measureOf } from './headings.ts';
import { layRows, maxRows, tidy, type Sheet } from './sheet.ts';
import { unitInHeading } from './units.ts';

export type Cells = Readonly<Record<string, string>>;

/** What a pasted text is: rows by their headings, rows from the cell in use, or addresses of one cell each. */
export interface Pasted {
  readonly sheet: Sheet;
  readonly rows: number;
  /** Cells that stand in no column, and rows beyond the most. */
  readonly left: number;
  /** Headings that mean no column here. */
  readonly unknown: readonly string[];
  /** The headings and rows below them, where there were headings. */
  readonly table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] } | null;
  readonly addresses: number;
}

export interface PastePlace {
  readonly sheet: Sheet;
  readonly text: string;
  /** The same text as cells. */
  readonly block: readonly (readonly string[])[];
  readonly at: { readonly row: number; readonly column: number };
  /** The columns in sight, in their order. */
  readonly columns: readonly string[];
  /** Every column by its headings. */
  readonly headings: ReadonlyMap<string, string>;
}

/** Lays a text from the clipboard over the sheet. Nothing of it vanishes unsaid: what fits nowhere is counted. */
export function paste({ sheet, text, block, at, columns, headings }: PastePlace): Pasted {
  const target = columns[at.column] ?? '';
  const prefix = /^(shipTo|shipFrom)/.exec(target)?.[1];
  if (prefix && !text.includes('\t') && !text.trim().startsWith('"') && looksLikeAddress(text)) {
    return { ...nothing, sheet: layRows(sheet, at.row, [addressCells(text, prefix)]), rows: 1, addresses: 1 };
  }
  const head = headerAt(block, headings);
  const [first = [], ...rest] = block.slice(Math.max(head, 0));
  if (rest.length > 0 && head >= 0) {
    const mapping = matchHeadings(first, headings);
    const laid = layTable(sheet, at.row, { header: first, mapping, rows: rest });
    const titles = block.slice(0, head).flatMap((cells) => cells.filter((cell) => cell.trim() !== ''));
    return {
      ...laid,
      left: laid.left + titles.length,
      unknown: unknownOf(first, mapping),
      table: { header: first, rows: rest },
    };
  }
  let left = 0;
  let addresses = 0;
  const rows = block.map((cells) => {
    const found: Record<string, string> = {};
    for (const [across, cell] of cells.entries()) {
      const column = columns[at.column + across];
      const own = column && /^(shipTo|shipFrom)/.exec(column)?.[1];
      if (column === undefined) left += cell.trim() === '' ? 0 : 1;
      else if (own && cells.length === 1 && /[\n,]/.test(cell) && looksLikeAddress(cell)) {
        Object.assign(found, addressCells(cell, own));
        addresses += 1;
      } else found[column] = cell;
    }
    return found;
  });
  const beyond = Math.max(0, at.row + rows.length - maxRows);
  return {
    ...nothing,
    sheet: layRows(sheet, at.row, rows),
    rows: rows.length - beyond,
    left: left + beyond,
    addresses,
  };
}

const nothing: Omit<Pasted, 'sheet'> = { rows: 0, left: 0, unknown: [], table: null, addresses: 0 };

export interface MappedTable {
  readonly header: readonly string[];
  readonly mapping: readonly (string | null)[];
  readonly rows: readonly (readonly string[])[];
}

/** Rows of a table into the columns that its headings mean; figures below a heading with a unit take that unit along. */
export function layTable(sheet: Sheet, from: number, { header, mapping, rows }: MappedTable): Pasted {
  const units = mapping.map((id, at) => {
    const measure = measureOf(id ?? '');
    return measure ? unitInHeading(header[at] ?? '', measure) : '';
  });
  let left = 0;
  const full = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const laid = full.map((cells) => {
    const found: Record<string, string> = {};
    for (const [across, cell] of cells.entries()) {
      const column = mapping[across];
      const unit = units[across] && /^[\d.,\s]*\d$/.test(cell.trim()) ? ` ${units[across]}` : '';
      if (column) found[column] = `${cell}${unit}`;
      else left += cell.trim() === '' ? 0 : 1;
    }
    return found;
  });
  const beyond = Math.max(0, from + laid.length - maxRows);
  return { ...nothing, sheet: layRows(sheet, from, laid), rows: laid.length - beyond, left: left + beyond };
}

export const unknownOf = (header: readonly string[], mapping: readonly (string | null)[]): string[] =>
  header.map((text) => tidy(text)).filter((text, at) => text !== '' && mapping[at] === null);

/** A whole address in its columns; every line is written, so that nothing of an older one stays behind. */
export function addressCells(text: string, prefix: string): Cells {
  const { parts, rest } = splitAddress(text);
  const always = new Set<string>(['company', 'address1', 'address2', 'address3', 'city', 'state', 'postalCode']);
  const cells: Record<string, string> = {};
  for (const part of addressPartNames) {
    const found = parts[part];
    if (found !== undefined || always.has(part)) cells[addressColumns(prefix, part)] = found ?? '';
  }
  // What fitted nowhere is kept in the last line, where it is seen.
  const last = addressColumns(prefix, 'address3');
  if (rest.length > 0 && prefix === 'shipTo') cells[last] = [cells[last], ...rest].filter(Boolean).join(', ');
  return cells;
}

/** A CSV text as a spreadsheet would copy it: its separator is whichever its first line has most of. */
export function csvAsBlock(text: string): string {
  const source = text.replace(/^\uFEFF/, '');
  const line = source.split(/\r?\n/, 1)[0] ?? '';
  const count = (mark: string) => line.split(mark).length;
  const mark = [',', ';', '\t'].reduce((most, each) => (count(each) > count(most) ? each : most));
  if (mark === '\t') return source;
  let quoted = false;
  return Array.from(source, (letter) => {
    if (letter === '"') quoted = !quoted;
    if (quoted) return letter;
    return letter === mark ? '\t' : letter === '\t' ? ' ' : letter;
  }).join('');
}
