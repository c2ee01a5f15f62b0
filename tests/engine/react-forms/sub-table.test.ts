import { describe, expect, it } from 'vitest';
import { columnSums } from '../../../engine/react/fields/column-sums.ts';
import {
  duplicateRow,
  fillDown,
  isBlock,
  moveRow,
  pasteBlock,
  readBlock,
} from '../../../engine/react/fields/paste-block.ts';
import { visitEntity } from './parts.ts';

const columns = visitEntity().byName.get('guests')?.lines ?? [];
const heads = new Map([
  ['weight', 'weight'],
  ['name', 'name'],
]);
const paste = (text: string, rows: Record<string, unknown>[], at: { row: number; column: number }) =>
  pasteBlock({
    columns,
    rows,
    at,
    block: readBlock(text),
    heads,
    newRow: () => ({ seats: 1 }),
    read: (cell) => (cell === '?' ? undefined : cell),
  });

describe('a block from a spreadsheet', () => {
  it('is read cell by cell, with quoted line breaks and doubled quotes', () => {
    expect(readBlock('a\t"b\nc"\r\n"say ""hi"""\td\n')).toEqual([
      ['a', 'b\nc'],
      ['say "hi"', 'd'],
    ]);
    expect(isBlock('one cell\n')).toBe(false);
    expect(isBlock('two\tcells')).toBe(true);
  });

  it('is laid over the table from the cell in use, and rows are added for what is longer', () => {
    const { rows, cells } = paste('3\n4\n5', [{ name: 'Bo', weight: 1 }, { name: 'Cy' }], { row: 1, column: 1 });
    expect(rows).toEqual([
      { name: 'Bo', weight: 1 },
      { name: 'Cy', weight: '3' },
      { seats: 1, weight: '4' },
      { seats: 1, weight: '5' },
    ]);
    expect(cells).toBe(3);
  });

  it('follows its own heads when it brings them along', () => {
    expect(paste('Weight\tName\n9\tAl', [], { row: 0, column: 0 }).rows).toEqual([
      { seats: 1, weight: '9', name: 'Al' },
    ]);
  });

  it('counts what fits nowhere', () => {
    expect(paste('Al\t?\t2\textra', [], { row: 0, column: 0 })).toMatchObject({ cells: 2, skipped: 2 });
  });
});

describe('the rows of a sub-table', () => {
  const rows = [{ id: '1', name: 'a', host: '5', $host: 'Ann' }, { name: 'b' }, { name: 'c' }];

  it('take a value from above, with its title', () => {
    expect(fillDown(rows, 0, 'host').map((row) => [row['host'], row['$host']])).toEqual(rows.map(() => ['5', 'Ann']));
  });

  it('are duplicated without the id, and moved within the table', () => {
    expect(duplicateRow(rows, 0)[1]).toEqual({ name: 'a', host: '5', $host: 'Ann' });
    expect(moveRow(rows, 2, 0).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(moveRow(rows, 0, -1)).toEqual(rows);
  });

  it('add up exactly, column by column, where adding up means something', () => {
    const sums = columnSums(columns, [{ weight: 0.1, seats: 1 }, { weight: 0.2, seats: 2 }, { weight: 'many' }]);
    expect([...sums]).toEqual([
      ['weight', 0.3],
      ['seats', 3],
    ]);
  });
});
