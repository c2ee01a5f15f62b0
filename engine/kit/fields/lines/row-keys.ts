import type { Row } from './paste-block.ts';

const keys = new WeakMap<Row, number>();
let last = 0;

/** A key that a row keeps while it is edited and moved, so that the cursor stays in its cell. */
export function rowKey(row: Row): number {
  const key = keys.get(row) ?? ++last;
  keys.set(row, key);
  return key;
}

/** The row after an edit is still the same row. */
export function sameRow(before: Row, after: Row): Row {
  keys.set(after, rowKey(before));
  return after;
}
