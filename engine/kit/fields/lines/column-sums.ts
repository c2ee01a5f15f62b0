import { Decimal, fieldTypes, valueTypeOf, type Field } from '../../../core/index.ts';
import type { Row } from './paste-block.ts';

/** Row multiplier: per-unit values times quantity. */
const quantityName = 'quantity';

/**
 * The exact sums of the columns that add up, by name; amounts in several currencies do not. Cells that are no numbers
 * count as nothing; weights and amounts are those of one piece, so that a row of several counts them all.
 */
export function columnSums(columns: readonly Field[], rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const column of columns) {
    const kind = valueTypeOf(column.meta);
    if (!fieldTypes[kind].traits.summable || column.meta.summed === false || isMixed(column, columns, rows)) continue;
    const times = (kind === 'weight' || kind === 'money') && columns.some(({ name }) => name === quantityName);
    const total = rows.reduce((sum, row) => {
      const one = decimalOf(row[column.name]);
      return sum.add(times ? one.mul(isEmpty(row[quantityName]) ? Decimal.of(1n) : decimalOf(row[quantityName])) : one);
    }, Decimal.zero);
    sums.set(column.name, Number(total.toString()));
  }
  return sums;
}

/** Whether the rows name several currencies, or units, for a column. */
const isMixed = ({ meta }: Field, columns: readonly Field[], rows: readonly Row[]): boolean =>
  columns
    .filter(({ name }) => name === meta.currency || name === meta.unit)
    .some(({ name }) => new Set(rows.map((row) => row[name])).size > 1);

const decimalOf = (value: unknown): Decimal =>
  (typeof value === 'number' || typeof value === 'string' ? Decimal.parse(value) : null) ?? Decimal.zero;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
