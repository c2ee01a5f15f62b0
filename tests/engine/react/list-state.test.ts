import { describe, expect, it } from 'vitest';
import {
  effectiveSort,
  emptyListState,
  listQueryParams,
  parseListState,
  printListState,
  toggleSort,
  withFilter,
} from '../../../engine/kit/controllers/list-state.ts';
import { ticketEntity } from '../../support/list-entity.ts';

const entity = ticketEntity();
const read = (address: string) => parseListState(new URLSearchParams(address), entity);

describe('the address of a list', () => {
  it('says everything the list shows, and gives the same list again', () => {
    const address = 'view=open&search=acme&colour.in=red%2Cblue&amount.gte=10&sort=-amount%2Cnumber&pageSize=20&page=3';
    const { state, dropped } = read(address);
    expect(dropped).toEqual([]);
    expect(printListState(state).toString()).toBe(address);
    expect(state.filters).toEqual([
      { field: 'colour', operator: 'in', value: 'red,blue' },
      { field: 'amount', operator: 'gte', value: '10' },
    ]);
  });

  it('names a range of days, so that a link from yesterday means today', () => {
    const { state, dropped } = read('due.between=days7&createdAt.between=lastMonth');
    expect(dropped).toEqual([]);
    expect(printListState(state).toString()).toBe('due.between=days7&createdAt.between=lastMonth');
    expect(listQueryParams(state)).toEqual({ 'due.between': 'days7', 'createdAt.between': 'lastMonth' });
  });

  it('is empty for a list as it first opens', () => {
    expect(printListState(read('').state).toString()).toBe('');
  });

  it.each([
    ['nonsense=1', 'nonsense'],
    ['amount.gte=much', 'amount.gte'],
    ['amount.contains=1', 'amount.contains'],
    ['due.between=2026-01-01', 'due.between'],
    ['due.between=days8', 'due.between'],
    ['amount.between=days7', 'amount.between'],
    ['colour.in=red,green', 'colour.in'],
    ['view=gone', 'view'],
    ['sort=nobody', 'sort'],
    ['pageSize=7', 'pageSize'],
    ['page=0', 'page'],
    ['page=x', 'page'],
  ])('opens without what no longer fits (%s) and names it', (address, key) => {
    const { state, dropped } = read(address);
    expect(dropped).toEqual([key]);
    expect(state).toEqual(emptyListState);
  });

  it('does not confuse a field with a reserved key of the same name', () => {
    const state = withFilter(emptyListState, 'sort', { field: 'sort', operator: 'eq', value: '3' });
    expect(printListState(state).toString()).toBe('sort.eq=3');
    expect(read('sort.eq=3').state.filters).toEqual(state.filters);
    expect(listQueryParams(state)).toEqual({ 'sort.eq': '3' });
  });
});

describe('the question to the server', () => {
  it('uses the keys of the wire', () => {
    expect(
      listQueryParams(read('view=open&search=acme&colour=red&due.between=2026-01-01,2026-02-01&sort=-due').state),
    ).toEqual({
      view: 'open',
      searchValue: 'acme',
      colour: 'red',
      'due.between': '2026-01-01,2026-02-01',
      sort: '-due',
    });
  });
});

describe('a press on the head of a column', () => {
  const press = (state = emptyListState, field = 'amount', also = false) => toggleSort({ state, entity, field, also });

  it('sorts up, then down, then as the entity has it', () => {
    const up = press();
    expect(up.sort).toEqual([{ field: 'amount', descending: false }]);
    const down = press(up);
    expect(down.sort).toEqual([{ field: 'amount', descending: true }]);
    const own = press(down);
    expect(own.sort).toEqual([]);
    expect(effectiveSort(own, entity)).toEqual([{ field: 'due', descending: true }]);
  });

  it('with Shift joins the columns already sorted by', () => {
    expect(press(press(), 'number', true).sort).toEqual([
      { field: 'amount', descending: false },
      { field: 'number', descending: false },
    ]);
  });

  it('with Shift turns one of several without moving it', () => {
    const two = press(press(), 'number', true);
    expect(press(two, 'amount', true).sort).toEqual([
      { field: 'amount', descending: true },
      { field: 'number', descending: false },
    ]);
  });
});

describe('a second condition on the same field', () => {
  it('takes the place of the first', () => {
    const { state } = read('amount.gte=1&colour=red');
    const next = withFilter(state, 'amount', { field: 'amount', operator: 'lte', value: '5' });
    expect(printListState(next).toString()).toBe('amount.lte=5&colour=red');
    expect(printListState(withFilter(next, 'colour', null)).toString()).toBe('amount.lte=5');
  });
});
