import { groupNames } from './vocabulary.ts';
import { issue, type FileSheet, type Issue } from '../../../modules/module.ts';

/** Full-width signs and letters as their plain selves, blanks as one. */
export const plain = (text: string | undefined): string =>
  (text ?? '')
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** `Sheet 1!C12`: how a person finds a cell. */
export const cellName = (sheet: FileSheet, row: number, column: number): string =>
  `${sheet.name}!${columnName(column)}${row + 1}`;

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

export const cellAt = (sheet: FileSheet, row: number, column: number): string => plain(sheet.rows[row]?.[column]);

export const cellIssue = (
  code: string,
  sheet: FileSheet,
  [row, column]: readonly [number, number],
  params: Record<string, unknown> = {},
): Issue => issue(code, cellName(sheet, row, column), params);

/** The distinct texts of a row, because a merged cell repeats its text. */
export const textsOf = (row: readonly string[] | undefined): string[] => [
  ...new Set((row ?? []).map(plain).filter((text) => text !== '')),
];

export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A name as a code: letters and figures that every list takes; '' where none is left. */
export const codeOf = (text: string): string => wordsOf(text).join('-').slice(0, 40).replace(/-$/, '');

/** `2nd Day Air` as a group of services or a tier is called: `secondDayAir`. */
export function nameOf(text: string): string {
  const known: Readonly<Record<string, string>> = groupNames;
  const said = known[text.trim()];
  if (said) return said;
  const [first = '', ...rest] = wordsOf(text).map((word) => counts[word] ?? word);
  const name = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
  return name.replace(/^\d+/, '').slice(0, 30);
}

const counts: Readonly<Record<string, string>> = {
  1: 'one',
  '1st': 'first',
  2: 'two',
  '2nd': 'second',
  3: 'three',
  '3rd': 'third',
};

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/\.(csv|xlsx|xls|txt)$/i, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** The headings of a row; a name of a column is words like any other. */
export const headingsOf = (sheet: FileSheet, row: number): string[] =>
  (sheet.rows[row] ?? []).map((text) => plain(text).replace(/_/g, ' '));

const unseen = new WeakMap<FileSheet, { rows: ReadonlySet<number>; columns: ReadonlySet<number> }>();

/** Whether a person does not see a cell when the workbook is opened. */
export function isHidden(sheet: FileSheet, row: number, column: number): boolean {
  const { hidden } = sheet;
  if (!hidden) return false;
  const known = unseen.get(sheet) ?? { rows: new Set(hidden.rows), columns: new Set(hidden.columns) };
  unseen.set(sheet, known);
  return known.rows.has(row) || known.columns.has(column);
}

/** An issue where a person does not see one of these cells of a row. */
export function hiddenCells(sheet: FileSheet, row: number, columns: readonly number[]): Issue[] {
  const column = columns.find((each) => isHidden(sheet, row, each));
  if (column === undefined) return [];
  return [cellIssue('rating.import.hidden', sheet, [row, column], { value: shown(cellAt(sheet, row, column)) })];
}
