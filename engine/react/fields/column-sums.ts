import { Decimal, type Field } from '../../index.ts';
import type { Row } from './paste-block.ts';

/** Quantities add up; rates, percentages and sides do not. */
const summed = ['integer', 'decimal', 'money', 'weight'];

/** The exact sums of the columns that add up, by name. Cells that are no numbers count as nothing. */
export function columnSums(columns: readonly Field[], rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const column of columns) {
    const kind = column.meta.type === 'computed' ? (column.meta.as ?? '') : column.meta.type;
    if (!summed.includes(kind)) continue;
    const total = rows.reduce((sum, row) => sum.add(decimalOf(row[column.name])), Decimal.zero);
    sums.set(column.name, Number(total.toString()));
  }
  return sums;
}

const decimalOf = (value: unknown): Decimal =>
  (typeof value === 'number' || typeof value === 'string' ? Decimal.parse(value) : null) ?? Decimal.zero;
