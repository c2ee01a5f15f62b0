import { describe, expect, it } from 'vitest';
import {
  filterEditor,
  filterFields,
  filterOperators,
  pinnedFilters,
  termOf,
  termParts,
} from '../../../engine/kit/controllers/list-filters.ts';
import { ticketEntity } from '../../support/list-entity.ts';

const entity = ticketEntity();
const field = (name: string) => entity.byName.get(name)!;

describe('what a list can be narrowed by', () => {
  it('begins with the state and the declared filters, which wait in the bar', () => {
    expect(pinnedFilters(entity).map(({ name }) => name)).toEqual(['status', 'colour', 'account']);
  });

  it('is every column and the dates of the record too, but never a secret', () => {
    const names = filterFields(entity).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['amount', 'due', 'createdAt', 'updatedAt']));
    expect(names).not.toContain('key');
    expect(new Set(names).size).toBe(names.length);
  });

  it('asks each type in its own way', () => {
    const editors = ['number', 'amount', 'due', 'urgent', 'colour', 'account', 'createdAt'].map((name) =>
      filterEditor(field(name), filterOperators(field(name))[0]!),
    );
    expect(editors).toEqual(['text', 'number', 'date', 'boolean', 'choice', 'reference', 'datetime']);
  });

  it('offers only operators that the type knows', () => {
    for (const one of entity.fields) expect(one.type.operators).toEqual(expect.arrayContaining(filterOperators(one)));
  });
});

describe('a condition being written', () => {
  it('says nothing until it is whole', () => {
    expect(termOf(field('amount'), 'between', ['5', ''])).toBeNull();
    expect(termOf(field('number'), 'contains', ['  '])).toBeNull();
  });

  it('needs no value to ask for emptiness', () => {
    expect(termOf(field('due'), 'empty', [])).toEqual({ field: 'due', operator: 'empty', value: '1' });
  });

  it('keeps a range of days by its name', () => {
    const term = termOf(field('createdAt'), 'between', ['days7']);
    expect(term).toEqual({ field: 'createdAt', operator: 'between', value: 'days7' });
    expect(termParts(term!)).toEqual(['days7']);
    expect(termOf(field('createdAt'), 'between', ['days8'])).toBeNull();
  });

  it('takes a pasted column of numbers, each once', () => {
    const term = termOf(field('number'), 'in', ['A1', 'A2, A3', 'A1', '']);
    expect(term).toEqual({ field: 'number', operator: 'in', value: 'A1,A2,A3' });
    expect(termParts(term!)).toEqual(['A1', 'A2', 'A3']);
  });
});
