import { describe, expect, it } from 'vitest';
import { columnPreferences, listColumns, moveColumn } from '../../../engine/kit/controllers/list-columns.ts';
import { showableRows } from '../../../engine/kit/controllers/list-limits.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import { ticketAnswer, ticketEntity, ticketMeta } from '../../support/list-entity.ts';

const words = entityLabels(ticketAnswer);
const columns = listColumns(ticketEntity(), words, null);
const shown = (list: typeof columns) => list.filter(({ hidden }) => !hidden).map(({ field }) => field.name);

describe('the columns of an unchanged list', () => {
  it('are those of the schema, with the others ready but hidden', () => {
    expect(shown(columns)).toEqual(['number', 'amount', 'due', 'status']);
    expect(columns.map(({ field }) => field.name)).toEqual(expect.arrayContaining(['note', 'createdAt']));
  });

  it('never hold a secret', () => {
    expect(columns.some(({ field }) => field.name === 'key')).toBe(false);
  });

  it('name a fixed currency in the head and set numbers to the right', () => {
    const amount = columns.find(({ field }) => field.name === 'amount');
    expect(amount).toMatchObject({ label: 'Amount (USD)', numeric: true, sortable: true });
  });
});

describe('the columns a person has arranged', () => {
  const kept = columnPreferences(
    moveColumn(columns, 'due', -1).map((column) =>
      column.id === 'amount' ? { ...column, hidden: true, width: 99 } : column,
    ),
  );

  it('come back in that order and width', () => {
    const again = listColumns(ticketEntity(), words, { columns: kept });
    expect(shown(again)).toEqual(['number', 'due', 'status']);
    expect(again.find(({ id }) => id === 'amount')).toMatchObject({ hidden: true, width: 99 });
  });

  it('outlive a rename, because the id of a field stays', () => {
    const { amount, ...rest } = ticketMeta.fields;
    const renamed = ticketEntity({
      fields: { ...rest, total: { ...amount!, id: 'amount' } },
      list: { ...ticketMeta.list, columns: ['number', 'total', 'due', 'status'], totals: ['total'] },
    });
    expect(listColumns(renamed, words, { columns: kept }).find(({ field }) => field.name === 'total')).toMatchObject({
      hidden: true,
      width: 99,
    });
  });

  it('lose what the schema has lost and gain what it has gained', () => {
    const again = listColumns(ticketEntity(), words, { columns: [{ id: 'gone' }, { id: 'due', hidden: false }] });
    expect(again[0]?.id).toBe('due');
    expect(again).toHaveLength(columns.length);
  });

  it('are never none at all', () => {
    const hidden = columns.map(({ id }) => ({ id, hidden: true }));
    expect(shown(listColumns(ticketEntity(), words, { columns: hidden }))).toEqual([
      'number',
      'amount',
      'due',
      'status',
    ]);
  });

  it('stop at the ends when moved', () => {
    expect(moveColumn(columns, columns[0]!.id, -1)).toEqual(columns);
  });
});

describe('a very long list', () => {
  it('shows as many rows as a browser can draw without tearing', () => {
    expect(showableRows(1_000_000, 40)).toBe(400_000);
    expect(showableRows(12, 40)).toBe(12);
  });
});
