import type { SheetColumn } from './columns.ts';
import { cellKey, type CellIssue } from './orders.ts';
import { hasStates, countryCode } from './read-cell.ts';
import type { CellChange, Row } from './sheet.ts';

/** One reason that holds for many cells of one column. */
export interface Cause {
  readonly key: string;
  readonly column: string;
  readonly issue: CellIssue;
  readonly cells: readonly CellIssue[];
}

/** A repair of all cells of a cause at once, worded by its code. */
export interface Repair {
  readonly code: 'suggested' | 'leadingZero' | 'wrapLine' | 'cut' | 'clear' | 'same';
  readonly changes: readonly CellChange[];
}

/** Issues by what is wrong, the most frequent first; what cannot be saved before what cannot be placed. */
export function causesOf(issues: readonly (CellIssue & { message?: string })[]): Cause[] {
  const byKey = new Map<string, { issue: CellIssue; cells: CellIssue[] }>();
  for (const found of issues) {
    const said =
      found.params && 'value' in found.params && found.code !== 'sheet.differs' ? String(found.params['value']) : '';
    const key = [found.grade, found.column, found.code, found.message ?? '', said].join('|');
    const cause = byKey.get(key) ?? { issue: found, cells: [] };
    cause.cells.push(found);
    byKey.set(key, cause);
  }
  const rank = ({ grade }: CellIssue) => ['error', 'gap', 'note'].indexOf(grade);
  return [...byKey]
    .map(([key, { issue, cells }]) => ({ key, column: issue.column, issue, cells }))
    .toSorted((one, other) => rank(one.issue) - rank(other.issue) || other.cells.length - one.cells.length);
}

/** The sheet that is repaired, and what is suggested for its cells. */
interface Repairable {
  readonly rows: ReadonlyMap<string, Row>;
  readonly columns: readonly SheetColumn[];
  readonly suggestions?: ReadonlyMap<string, string>;
}

/** What can be done about a cause without asking anything. */
export function repairsOf(cause: Cause, { rows, columns, suggestions = new Map() }: Repairable): Repair[] {
  const column = columns.find(({ id }) => id === cause.column);
  if (!column) return [];
  const { code } = cause.issue;
  const changesOf = (change: (text: string, row: Row) => readonly CellChange[] | string | null): CellChange[] =>
    cause.cells.flatMap(({ row: id, column: at }) => {
      const row = rows.get(id);
      const found = row ? change(row.cells[at] ?? '', row) : null;
      if (found === null || !row) return [];
      return typeof found === 'string' ? [{ row: id, column: at, text: found }] : found;
    });
  const repairs: Repair[] = [];
  const offer = (name: Repair['code'], changes: CellChange[]) => {
    if (changes.length > 0) repairs.push({ code: name, changes });
  };
  offer(
    'suggested',
    changesOf((_, { id }) => suggestions.get(cellKey(id, column.id)) ?? null),
  );
  if (cause.issue.grade === 'note') return repairs;
  if (column.kind === 'postalCode') {
    const country = column.id.replace('PostalCode', 'Country');
    // Spreadsheets take a code for a number, and lose its zeros.
    offer(
      'leadingZero',
      changesOf((text, row) =>
        /^\d{3,4}$/.test(text) && isUnitedStates(row.cells[country]) ? text.padStart(5, '0') : null,
      ),
    );
  }
  if (code === 'text.tooLong' && column.most !== null) {
    const { most } = column;
    if (/Address[12]$/.test(column.id))
      offer(
        'wrapLine',
        changesOf((text, row) => wrapped(text, row, { column: column.id, most })),
      );
    else if (column.kind === 'text')
      offer(
        'cut',
        changesOf((text) => Array.from(text).slice(0, most).join('').trim()),
      );
  }
  if (code === 'sheet.differs')
    offer(
      'same',
      changesOf(() => ''),
    );
  else if (cause.issue.grade === 'error' && code !== 'required' && column.field.required !== true && !repairs.length)
    offer(
      'clear',
      changesOf((text) => (text === '' ? null : '')),
    );
  return repairs;
}

const isUnitedStates = (text = ''): boolean =>
  text === '' || ['US', 'PR'].includes(countryCode(text)) || !hasStates(null);

/** An address line that is too long goes on in the next one, where that is free: before its unit, else between words. */
function wrapped(text: string, row: Row, { column, most }: { column: string; most: number }): CellChange[] | null {
  const next = column.replace(/[12]$/, (digit) => String(Number(digit) + 1));
  if ((row.cells[next] ?? '') !== '') return null;
  const unit = text.search(/\s(?:apt|apartment|suite|ste|unit|bldg|building|floor|fl|room|rm|#)/i);
  const at = unit > 0 && unit <= most ? unit : text.lastIndexOf(' ', most);
  const rest = text.slice(at + 1).trim();
  if (at <= 0 || rest.length > most) return null;
  const first = text.slice(0, at).replace(/,$/, '').trim();
  return [
    { row: row.id, column, text: first },
    { row: row.id, column: next, text: rest },
  ];
}

/** The same text in all cells of a cause. */
export const sameInAll = ({ cells }: Cause, text: string): CellChange[] =>
  cells.map(({ row, column }) => ({ row, column, text }));
