import { describe, expect, it } from 'vitest';
import { columnSums } from '../../../engine/kit/fields/lines/column-sums.ts';
import {
  duplicateRow,
  fillDown,
  isBlock,
  moveRow,
  pasteBlock,
  readBlock,
} from '../../../engine/kit/fields/lines/paste-block.ts';
import type { Field } from '../../../engine/core/index.ts';
import { createFormController } from '../../../engine/kit/controllers/form-controller.ts';
import { inVisualOrder } from '../../../engine/kit/fields/controls/issue-order.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';
import { surroundings, visitEntity } from './parts.ts';

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

  it('do not add up where a column says so, or where the rows are in several currencies', () => {
    const [weight, seats] = columns.filter(({ name }) => name === 'weight' || name === 'seats');
    const dated = [weight!, { ...seats!, meta: { ...seats!.meta, summed: false } }];
    expect([...columnSums(dated, [{ weight: 1, seats: 2 }]).keys()]).toEqual(['weight']);
    const fee = { ...weight!, name: 'fee', meta: { type: 'money', currency: 'currency' } } as Field;
    const sumOf = (...currencies: string[]) =>
      columnSums(
        [fee, { ...weight!, name: 'currency', meta: { type: 'text' } } as Field],
        currencies.map((currency) => ({ fee: 1, currency })),
      ).get('fee');
    expect([sumOf('USD', 'USD'), sumOf('USD', 'CNY')]).toEqual([2, undefined]);
  });
});

describe('a row that was just added', () => {
  const open = async () => {
    const { deps } = surroundings();
    const controller = createFormController(deps);
    const said = () => controller.store.getState().issues.map(({ path, code }) => `${path} ${code}`);
    controller.patch({ fee: 120, guests: [{ name: 'Bo', weight: 2 }] });
    await controller.submit();
    return { controller, said };
  };

  it('is judged once it is left, or with the next attempt', async () => {
    const { controller, said } = await open();
    const before = said();
    controller.hold('guests', 1);
    controller.patch({ guests: [{ name: 'Bo', weight: 2 }, { weight: -1 }] });
    expect(said()).toEqual(before);
    controller.patch({ guests: [{ name: '' }, { weight: -1 }] });
    expect(said().toSorted()).toEqual([...before, 'guests[0].name required'].toSorted());
    controller.hold('guests', null);
    expect(said().filter((each) => each.startsWith('guests[1]'))).toEqual([
      'guests[1].weight number.above',
      'guests[1].name required',
    ]);
    controller.hold('guests', 1);
    expect(said().some((each) => each.startsWith('guests[1]'))).toBe(false);
    await controller.submit();
    expect(said().some((each) => each.startsWith('guests[1]'))).toBe(true);
  });
});

describe('a rule over all rows', () => {
  it('says nothing that only the row just added brings about', async () => {
    const entity = visitEntity((meta) => {
      meta.validations = [{ code: 'weightless', when: 'guests.exists(guest, guest.weight == null)', at: 'guests' }];
    });
    const { deps } = surroundings({ entity });
    const controller = createFormController(deps);
    const codes = () => controller.store.getState().issues.map(({ code }) => code);
    controller.patch({ guests: [{ name: 'Bo', weight: 2 }] });
    await controller.submit();
    controller.hold('guests', 1);
    controller.patch({
      guests: [
        { name: 'Bo', weight: 2 },
        { name: 'Cy', weight: null },
      ],
    });
    expect(codes()).not.toContain('weightless');
    controller.hold('guests', null);
    expect(codes()).toContain('weightless');
  });
});

describe('the list of what is wrong', () => {
  it('goes as the form is seen, row by row and column by column', () => {
    const catalog = loadCatalog(`${projectRoot}/schemas`);
    const order = (catalog.ok ? catalog.value.byName.get('order') : undefined) ?? expect.fail('no order');
    const paths = [
      ...['items[1].quantity', 'shipToName', 'shipToAddress1', 'shipToCity', 'boxes[1].weight', 'shipToPostalCode'],
      ...['boxes[0].height', 'boxes[0].weight', 'boxes', 'customer', '', 'unheardOf'],
    ];
    const seen = Object.values(order.meta.form ?? {}).flat(2);
    const found = inVisualOrder(
      paths.map((path) => ({ code: 'required', path })),
      seen,
      (name) => order.byName.get(name),
    );
    expect(found.map(({ path }) => path)).toEqual([
      ...['', 'customer', 'shipToName', 'shipToPostalCode', 'shipToCity', 'shipToAddress1'],
      ...['boxes', 'boxes[0].weight', 'boxes[0].height', 'boxes[1].weight', 'items[1].quantity', 'unheardOf'],
    ]);
  });
});
