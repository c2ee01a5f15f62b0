import type { NumberFormat } from './formats.ts';
import type { Cell } from './pieces.ts';
import { mayBeNumber, type FoundNumber } from './read-cell.ts';

/** A cell of a line and the numbers in it. */
export interface CellWithNumbers {
  readonly cell: Cell;
  readonly found: readonly FoundNumber[];
}

/** Rows from which a column can be judged. */
const fewest = 10;

/**
 * Columns of a sheet in which no more texts fit a carrier than by chance, while another column holds the numbers: telephone
 * numbers, order numbers, times. One check digit in ten fits by chance.
 */
export function columnsOfOthers(lines: readonly (readonly CellWithNumbers[])[]): ReadonlySet<number> {
  const counts = new Map<number, { all: number; fit: number }>();
  for (const line of lines)
    for (const { cell, found } of line) {
      const column = cell[0]?.column ?? 0;
      if (found.length === 0 && !isOneText(cell)) continue;
      const { all, fit } = counts.get(column) ?? { all: 0, fit: 0 };
      counts.set(column, { all: all + 1, fit: fit + (found.some(isProven) ? 1 : 0) });
    }
  const columns = [...counts].filter(([, { all }]) => all >= fewest);
  if (!columns.some(([, { all, fit }]) => fit * 2 >= all)) return new Set();
  return new Set(columns.flatMap(([column, { all, fit }]) => (fit * 4 < all ? [column] : [])));
}

export const isOneText = (cell: Cell): boolean => cell.length === 1 && mayBeNumber(cell[0]?.text ?? '');

const isProven = ({ fits }: FoundNumber): boolean => fits.some(({ proof }: NumberFormat) => proof !== 'guess');
