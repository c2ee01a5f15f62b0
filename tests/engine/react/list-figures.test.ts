import { describe, expect, it } from 'vitest';
import { listColumns } from '../../../engine/kit/controllers/list-columns.ts';
import { isFigure, withFigures } from '../../../engine/kit/controllers/list-figures.ts';
import { readView } from '../../../engine/kit/controllers/list-views.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import { isBelowZero, listText } from '../../../engine/kit/fields/controls/cell-text.ts';
import { ticketAnswer, ticketEntity } from '../../support/list-entity.ts';

const entity = ticketEntity({
  list: { columns: ['number', 'status', 'amount', 'due'] },
});
const figures = [{ key: 'account.standing', label: 'Standing', scale: 2 }];
const words = entityLabels({ ...ticketAnswer, figures });
const columns = listColumns(entity, words, null);
const column = columns.find(({ id }) => isFigure(id))!;
const page = withFigures({
  pageNo: 1,
  pageSize: 10,
  totalRows: 3,
  capped: false,
  rows: [
    { id: '1', version: 1 },
    { id: '2', version: 1 },
    { id: '3', version: 1 },
  ],
  figures: {
    'account.standing': [
      { id: '1', currency: 'EUR', sum: -5.5 },
      { id: '1', currency: 'USD', sum: 7750.25 },
      { id: '2', currency: 'USD', sum: 0 },
    ],
  },
});
const texts = page.rows.map((row) => listText(column.field, row, { words, culture: 'en-US' }));

describe('the column of a figure', () => {
  it('stands behind title and state, at the right, and sorts nothing', () => {
    const names = columns.filter(({ hidden }) => !hidden).map(({ id }) => id);
    expect(names).toEqual(['number', 'status', 'figure.account.standing', 'amount', 'due']);
    expect(column).toMatchObject({ label: 'Standing', numeric: true, sortable: false });
  });

  it('says the amounts of its row with their currencies, and nothing where there are none', () => {
    expect(texts).toEqual(['-5.50 EUR · 7,750.25 USD', '0.00 USD', '']);
    expect(page.rows.map((row) => isBelowZero(row[column.field.name]))).toEqual([true, false, false]);
  });

  it('is no gap in a saved view for those who do not see it', () => {
    const view = { id: '7', name: 'Mine', state: { columns: [{ id: column.id }, { id: 'number' }] } };
    const read = readView(entity, view as unknown as Parameters<typeof readView>[1]);
    expect(read?.dropped).toEqual([]);
    const without = listColumns(entity, entityLabels(ticketAnswer), read?.arrangement ?? null);
    expect(without.some(({ id }) => isFigure(id))).toBe(false);
  });
});
