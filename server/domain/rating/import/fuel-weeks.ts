import { issue, type FileSheet, type Issue } from '../../../modules/module.ts';
import { dayAfter, daysIn, readDay } from './days.ts';
import { readDecimal } from './figures.ts';
import { readMonth, yearIn } from './months.ts';
import { cellAt, cellIssue, cellName, codeOf, headingsOf, hiddenCells, nameOf, plain, shown } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** The percent of one group of services, for a week or for a band of an index. */
export interface FuelLine {
  readonly at: string;
  readonly carrier: string;
  readonly group: string;
  readonly percent: string;
  readonly from?: string;
  readonly to?: string;
  readonly atLeast?: string;
  readonly lessThan?: string;
}

export interface Fuel {
  readonly kind: 'weeks' | 'bands';
  readonly lines: readonly FuelLine[];
  /** What the index is, in the words of the list. */
  readonly index: string;
  readonly issues: readonly Issue[];
}

type Role = 'month' | 'year' | 'carrier' | 'group' | 'from' | 'to' | 'atLeast' | 'lessThan' | 'index' | 'percent';

const roles: readonly (readonly [RegExp, Role])[] = [
  [pattern('fuelMonth', 'i'), 'month'],
  [pattern('fuelYear', 'i'), 'year'],
  [pattern('fuelAtLeast', 'i'), 'atLeast'],
  [pattern('fuelLessThan', 'i'), 'lessThan'],
  [pattern('fuelCarrier', 'i'), 'carrier'],
  [pattern('fuelGroup', 'i'), 'group'],
  [pattern('fuelTo', 'i'), 'to'],
  [pattern('fuelFrom', 'i'), 'from'],
  [pattern('fuelIndex', 'i'), 'index'],
  [pattern('fuelPercent', 'i'), 'percent'],
];

/** Percents by weeks (a row each, groups below or across) or by bands of an index. Null where no head is either. */
export function readFuel(sheets: readonly FileSheet[]): Fuel | null {
  for (const sheet of sheets) {
    for (let row = 0; row < Math.min(sheet.rows.length, 60); row += 1) {
      const head = headOf(sheet, row);
      if (head) return readLines(sheet, row, head);
      const across = monthsAcross(sheet, row);
      if (across) return across;
    }
  }
  return null;
}

const withoutFuel = (text: string): string => text.replace(pattern('fuelWords', 'gi'), ' ').trim();

interface Head {
  readonly columns: ReadonlyMap<Role, number>;
  /** Columns of percents by the group that heads them; '' where a column names it. */
  readonly groups: readonly (readonly [string, number])[];
}

function headOf(sheet: FileSheet, row: number): Head | null {
  const headings = headingsOf(sheet, row);
  const columns = new Map<Role, number>();
  const rest: number[] = [];
  for (const [column, text] of headings.entries()) {
    const role = text === '' ? null : roles.find(([pattern]) => pattern.test(text))?.[1];
    if (role && !columns.has(role)) columns.set(role, column);
    else if (text !== '') rest.push(column);
  }
  const dated = columns.has('from') || columns.has('month');
  const banded = columns.has('atLeast') && columns.has('lessThan');
  if (!dated && !banded) return null;
  const isPercent = (column: number) =>
    [1, 2, 3].some((down) => readPercent(cellAt(sheet, row + down, column), false) !== null);
  const own = [columns.get('percent') ?? []].flat();
  const across = rest.filter((column) => isPercent(column));
  const named = (column: number) => [withoutFuel(headings[column] ?? ''), column] as const;
  const groups = columns.has('group')
    ? own.map((column) => ['', column] as const)
    : [...across, ...own].map((column) => named(column));
  return groups.length > 0 ? { columns, groups } : null;
}

function readLines(sheet: FileSheet, head: number, { columns, groups }: Head): Fuel {
  const issues: Issue[] = [];
  const lines: FuelLine[] = [];
  const banded = columns.has('atLeast');
  const cell = (row: number, role: Role) => {
    const column = columns.get(role);
    return column === undefined ? '' : cellAt(sheet, row, column);
  };
  const byMonth = columns.has('month') && !columns.has('from');
  const percentIn = percentsOf(sheet, head, groups);
  const spanRoles: readonly Role[] = banded ? ['atLeast', 'lessThan'] : byMonth ? ['month'] : ['from', 'to'];
  const spanColumns = spanRoles.flatMap((role) => columns.get(role) ?? []);
  const year = yearAbove(sheet, head);
  for (let row = head + 1; row < sheet.rows.length && issues.length < 50; row += 1) {
    if ((sheet.rows[row] ?? []).every((text) => plain(text) === '')) continue;
    const span = banded
      ? bandOf(cell(row, 'atLeast'), cell(row, 'lessThan'))
      : byMonth
        ? readMonth(cell(row, 'month'), yearIn([cell(row, 'year')]) ?? year)
        : weekOf(cell(row, 'from'), cell(row, 'to'));
    const said = groups.filter(([, column]) => cellAt(sheet, row, column) !== '');
    if (said.length === 0) continue;
    if (!span) {
      const column = columns.get(banded ? 'atLeast' : byMonth ? 'month' : 'from') ?? 0;
      if (readPercent(cellAt(sheet, row, said[0]?.[1] ?? 0), false) !== null)
        issues.push(
          cellIssue(banded ? 'rating.import.notABand' : 'rating.import.notADay', sheet, [row, column], {
            value: shown(cellAt(sheet, row, column)),
          }),
        );
      continue;
    }
    for (const [group, column] of said) {
      issues.push(...hiddenCells(sheet, row, [column, ...spanColumns]));
      const percent = percentIn(cellAt(sheet, row, column));
      if (percent === null)
        issues.push(
          cellIssue('rating.import.notAPercent', sheet, [row, column], { value: shown(cellAt(sheet, row, column)) }),
        );
      else
        lines.push({
          at: cellName(sheet, row, column),
          ...whose(group || cell(row, 'group'), cell(row, 'carrier')),
          percent,
          ...span,
        });
    }
  }
  const dated = banded ? lines : closed(lines);
  return {
    kind: banded ? 'bands' : 'weeks',
    lines: dated,
    index: cell(head + 1, 'index'),
    issues: [...issues, ...tooLong(lines, dated)],
  };
}

const yearAbove = (sheet: FileSheet, head: number): string | null =>
  yearIn([sheet.name, ...sheet.rows.slice(0, head + 1).flat()]);

/** `UPS Ground` names a carrier and a group of its services. */
function whose(text: string, carrier: string): Pick<FuelLine, 'carrier' | 'group'> {
  const named = carrier === '' ? (pattern('fuelCarrierName', 'i').exec(text.trim())?.[0] ?? '') : '';
  return { carrier: codeOf(carrier || named), group: nameOf(text.trim().slice(named.length).trim()) };
}

/** A column for each month, and a row for each carrier or group. */
function monthsAcross(sheet: FileSheet, head: number): Fuel | null {
  const year = yearAbove(sheet, head);
  const months = (sheet.rows[head] ?? []).flatMap((text, column) => {
    const span = readMonth(text, year);
    return span ? [{ column, span }] : [];
  });
  const [first] = months;
  if (!first || months.length < 2) return null;
  const groups = months.map(({ column }) => ['', column] as const);
  const percentIn = percentsOf(sheet, head, groups);
  const issues: Issue[] = [];
  const lines: FuelLine[] = [];
  for (let row = head + 1; row < sheet.rows.length && issues.length < 50; row += 1) {
    const label = plain(sheet.rows[row]?.slice(0, first.column).findLast((text) => plain(text) !== ''));
    for (const { column, span } of months) {
      const text = cellAt(sheet, row, column);
      const percent = percentIn(text);
      if (percent !== null) issues.push(...hiddenCells(sheet, row, [column]));
      if (percent !== null)
        lines.push({ at: cellName(sheet, row, column), ...whose(withoutFuel(label), ''), percent, ...span });
      else if (/\d/.test(text))
        issues.push(cellIssue('rating.import.notAPercent', sheet, [row, column], { value: shown(text) }));
    }
  }
  return lines.length > 0 ? { kind: 'weeks', lines, index: '', issues } : null;
}

function bandOf(low: string, high: string): Pick<FuelLine, 'atLeast' | 'lessThan'> | null {
  const [atLeast, lessThan] = [low, high].map((text) => readDecimal(text.replace(/[$ ]/g, '')));
  return atLeast && lessThan ? { atLeast, lessThan } : null;
}

/** One day or two in a cell, or a day in each. */
function weekOf(first: string, second: string): { from: string; to?: string } | null {
  const day = readDay(first);
  const [from = day, to = readDay(second)] = daysIn(first);
  if (!from) return null;
  return to ? { from, to } : { from };
}

/** No percent holds for months until the next: days and months of its dates were taken for each other. */
const tooLong = (said: readonly FuelLine[], dated: readonly FuelLine[]): Issue[] =>
  dated.flatMap(({ at, from = '', to = '' }, line) =>
    said[line]?.to === undefined && to > dayAfter(from || '2000-01-01', 100)
      ? [issue('rating.import.notADay', at, { value: `${from} – ${to}` })]
      : [],
  );

/** A week without an end goes on until the next begins; the last one has seven days. */
function closed(lines: readonly FuelLine[]): FuelLine[] {
  return lines.map((line) => {
    if (line.to || !line.from) return line;
    const later = lines.flatMap(({ group, carrier, from }) =>
      group === line.group && carrier === line.carrier && from && from > (line.from ?? '') ? [from] : [],
    );
    const next = later.toSorted()[0];
    return { ...line, to: dayAfter(next ?? dayAfter(line.from, 7), -1) };
  });
}

/**
 * How the percents of a list are read. A workbook keeps 18.5 % as 0.185: where no figure reaches one, all of them are parts of one; one
 * such figure among others like its hundredfold is refused.
 */
function percentsOf(sheet: FileSheet, head: number, groups: Head['groups']): (text: string) => string | null {
  const figures = groups.flatMap(([, column]) => sheet.rows.slice(head + 1).map((row) => plain(row[column])));
  const numbers = figures.filter((text) => /^\d+(\.\d+)?$/.test(text)).map(Number);
  const isFraction =
    numbers.length > 0 && numbers.every((value) => value < 1) && !figures.some((text) => text.includes('%'));
  const whole = figures.map((text) => Number(text.replace(/ ?%$/, ''))).filter((value) => value >= 1);
  const isStray = (text: string): boolean =>
    !isFraction && /^0\.\d+$/.test(text) && whole.some((value) => Math.abs(value - Number(text) * 100) <= value / 2);
  return (text) => (isStray(text) ? null : readPercent(text, isFraction));
}

export function readPercent(text: string, fraction: boolean): string | null {
  const number = readDecimal(plain(text).replace(/ ?%$/, ''));
  if (number === null) return null;
  const value = fraction ? movePoint(number) : number;
  return Number(value) < 100 ? trimmed(value) : null;
}

/** A hundredfold, without a float. */
function movePoint(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(2, '0');
  return readDecimal(`${whole}${digits.slice(0, 2)}${digits.length > 2 ? `.${digits.slice(2)}` : ''}`) ?? text;
}

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
