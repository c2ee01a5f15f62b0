import { describe, expect, it } from 'vitest';
import { compareCell, goneFrom, summaryOf } from '../../../engine/modules/rating/price-sheet/compare.ts';
import {
  cellFault,
  cellText,
  columnsOf,
  faultOf,
  nextRow,
  pasteBlock,
  readSheet,
  withAbove,
  withCell,
  withoutZone,
  withZone,
  type PriceSheet,
} from '../../../engine/modules/rating/price-sheet/sheet.ts';

const sheet: PriceSheet = {
  zones: ['2', '3'],
  rows: [
    { to: '1', mode: 'flat', prices: { 2: '9.99', 3: '10.50' } },
    { to: '2', mode: 'flat', prices: { 2: '11.00' } },
    { to: '20', mode: 'firstAndSteps', first: '0.5', step: '0.5', prices: { 3: ['12.00', '3.50'] } },
  ],
};
const columns = columnsOf(sheet, false);
const at = (kind: string) =>
  columns.findIndex((column) => (column.kind === 'zone' ? column.zone : column.kind) === kind);

describe('a price sheet', () => {
  it('shows the columns that its rows need', () => {
    expect(columns.map((column) => (column.kind === 'zone' ? column.zone : column.kind))).toEqual([
      ...['to', 'mode', 'first', 'step'],
      ...['2', '3'],
    ]);
    expect(columnsOf(sheet, true)).toHaveLength(8);
  });

  it('takes a block of a spreadsheet from the cell in use, adds rows, and counts what is left over', () => {
    const { sheet: pasted, left } = pasteBlock({
      sheet,
      columns,
      at: { row: 2, column: at('2') },
      block: [
        ['$1,210.50 + 4', '13+2', 'beyond'],
        ['7 + 1', ''],
      ],
    });
    expect(pasted.rows[2]?.prices).toEqual({ 2: ['1210.50', '4'], 3: ['13', '2'] });
    expect(pasted.rows[3]).toMatchObject({ to: '38', mode: 'firstAndSteps', prices: { 2: ['7', '1'] } });
    expect(left).toBe(1);
    expect(sheet.rows).toHaveLength(3);
    const whole = pasteBlock({
      sheet,
      columns: columnsOf({ ...sheet, rows: [] }, false),
      at: { row: 0, column: 0 },
      block: [
        ['0.5', 'flat', '8.00', '/'],
        ['1', 'flat', '9', '10'],
      ],
    });
    expect(whole.sheet.rows.slice(0, 2)).toMatchObject([
      { to: '0.5', prices: { 2: '8.00' } },
      { to: '1', prices: { 2: '9', 3: '10' } },
    ]);
  });

  it('copies what it pastes', () => {
    const row = { ...(sheet.rows[0] as (typeof sheet.rows)[0]), fee: { amount: '8', per: 'shipment' as const } };
    const all = columnsOf(sheet, true);
    const texts = all.map((column) => cellText(row, column));
    const back = all.reduce((next, column, index) => withCell(next, column, texts[index] ?? ''), nextRow([row]));
    expect(back).toEqual(row);
  });

  it('keeps what was typed wrongly, and marks its cell', () => {
    const [first, second, third] = sheet.rows;
    if (!first || !second || !third) throw new Error('rows');
    const zone = { kind: 'zone', zone: '2' } as const;
    const wrong = withCell(first, zone, 'ten');
    expect(cellText(wrong, zone)).toBe('ten');
    expect(cellFault(wrong, zone, undefined)).toBe('price');
    expect(cellFault(withCell(third, zone, '5'), zone, second)).toBe('pair');
    expect(cellFault({ ...second, to: '0.5' }, { kind: 'to' }, first)).toBe('rising');
    expect(cellFault({ ...second, to: '1' }, { kind: 'to' }, first)).toBe('rising');
    expect(cellFault({ ...second, to: '1', prices: { 4: '1' } }, { kind: 'to' }, first)).toBeNull();
    expect(faultOf({ ...sheet, rows: [wrong] })).toMatchObject({
      code: 'widget.price-sheet.fault.price',
      params: { at: '1 × 2' },
    });
    expect(faultOf(sheet)).toBeNull();
    expect(faultOf('nothing')).toMatchObject({ code: 'widget.price-sheet.fault.empty' });
  });

  it('changes how a row is charged, adds and removes zones and rates above the last row', () => {
    const [first] = sheet.rows;
    if (!first) throw new Error('row');
    const steps = withCell(first, { kind: 'mode' }, 'firstAndSteps');
    expect(steps).toMatchObject({ first: '0.5', step: '0.5', prices: { 2: ['9.99', ''] } });
    expect(withCell(steps, { kind: 'mode' }, 'flat')).toEqual(first);
    expect(withZone(sheet, '4').zones).toEqual(['2', '3', '4']);
    const without = withoutZone({ ...sheet, above: { 2: '1', 3: '2' } }, '2');
    expect([without.zones, without.rows[0]?.prices, without.above]).toEqual([['3'], { 3: '10.50' }, { 3: '2' }]);
    expect(withAbove(withAbove(sheet, '2', '0.85'), '2', '')).toEqual(sheet);
  });

  it('is taken apart from any value, and is none where there is nothing of it', () => {
    expect(readSheet({ zones: [2], rows: [{ to: 1, mode: 'odd', prices: { 2: 9.5 } }] })).toEqual({
      zones: ['2'],
      rows: [{ to: '1', mode: 'flat', prices: { 2: '9.5' } }],
    });
    expect(readSheet({ rows: [] })).toBeNull();
    expect(readSheet('{')).toBeNull();
  });
});

describe('two versions of a sheet', () => {
  const next: PriceSheet = {
    zones: ['2', '4'],
    rows: [
      { to: '1', mode: 'flat', prices: { 2: '10.49', 4: '20' } },
      { to: '1.5', mode: 'flat', prices: { 2: '11.00' } },
      { to: '20', mode: 'perUnit', prices: { 2: '1.25' } },
    ],
  };
  const [first, second, third] = next.rows;
  if (!first || !second || !third) throw new Error('rows');

  it('differ by cells: higher, the same up to another weight, new, or charged in another way', () => {
    expect(compareCell(sheet, first, '2')).toEqual({ before: '9.99', percent: 5 });
    expect(compareCell(sheet, second, '2')).toBeNull();
    expect(compareCell(sheet, first, '4')).toEqual({ before: '', percent: null });
    expect(compareCell(sheet, third, '2')).toEqual({ before: '', percent: null });
    expect(compareCell(sheet, { ...first, prices: { 2: '9.9900' } }, '2')).toBeNull();
  });

  it('are summed up, with what is no more', () => {
    expect(summaryOf(sheet, next)).toEqual({ up: 1, down: 0, more: 2, mean: 5 });
    expect(goneFrom(sheet, next)).toEqual({ zones: ['3'], weights: ['2'] });
  });
});
