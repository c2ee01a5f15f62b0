import type { Range } from './sheet.ts';

export interface Spot {
  readonly row: number;
  readonly column: number;
}

/** The cells between where a selection began and the cell in use. */
export const rangeOf = (cell: Spot, from: Spot | null): Range => {
  const other = from ?? cell;
  return {
    top: Math.min(cell.row, other.row),
    bottom: Math.max(cell.row, other.row),
    left: Math.min(cell.column, other.column),
    right: Math.max(cell.column, other.column),
  };
};

export const isIn = ({ top, bottom, left, right }: Range, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

export const countOf = ({ top, bottom, left, right }: Range): number => (bottom - top + 1) * (right - left + 1);
