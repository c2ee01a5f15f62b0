import type { Field, Issue } from '../../../core/index.ts';

/**
 * Issues in the order in which their fields are seen: what belongs to no field first, then field by field as the form sets
 * them out, row by row and column by column inside a sub-table. Issues at the same place keep their order.
 */
export function inVisualOrder<Found extends Issue>(
  issues: readonly Found[],
  order: readonly string[],
  field: (name: string) => Field | undefined,
): Found[] {
  const placeOf = ({ path }: Found): readonly [number, number, number] => {
    const [root = '', row, column] = path.split(/[[\].]+/).filter(Boolean);
    if (root === '') return [-1, -1, -1];
    const at = order.indexOf(root);
    const columns = field(root)?.lines ?? [];
    return [
      at < 0 ? order.length : at,
      row !== undefined && /^\d+$/.test(row) ? Number(row) : -1,
      columns.findIndex(({ name }) => name === column),
    ];
  };
  return issues
    .map((found) => ({ found, place: placeOf(found) }))
    .toSorted(({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(({ found }) => found);
}
