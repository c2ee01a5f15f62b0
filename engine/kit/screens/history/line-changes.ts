import type { Field } from '../../../core/index.ts';

type Row = Readonly<Record<string, unknown>>;

/** What happened to one row of a sub-table; `at` counts from 1, as people do. */
export type LineChange =
  | { kind: 'added' | 'removed'; at: number; row: Row }
  | { kind: 'changed'; at: number; before: Row; after: Row; fields: readonly Field[] };

/** The difference of two versions of a sub-table, row by row in their order. Rows that stayed the same are left out. */
export function lineChanges(lines: readonly Field[], before: unknown, after: unknown): LineChange[] {
  const [was, is] = [rowsOf(before), rowsOf(after)];
  const changes: LineChange[] = [];
  for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
    const [old, now] = [was[index], is[index]];
    if (!old && now) changes.push({ kind: 'added', at: index + 1, row: now });
    else if (old && !now) changes.push({ kind: 'removed', at: index + 1, row: old });
    else if (old && now) {
      const fields = lines.filter(({ name }) => !isSame(old[name], now[name]));
      if (fields.length > 0) changes.push({ kind: 'changed', at: index + 1, before: old, after: now, fields });
    }
  }
  return changes;
}

const rowsOf = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null) ||
  // The same number may stand as text and as a number.
  (one !== null && other !== null && one !== '' && other !== '' && Number(one) === Number(other));
