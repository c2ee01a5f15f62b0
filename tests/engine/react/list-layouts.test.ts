import { describe, expect, it } from 'vitest';
import {
  cardFields,
  dayFields,
  layoutsOf,
  monthAfter,
  monthSheet,
  movesOf,
  narrowed,
} from '../../../engine/kit/layouts/list-layouts.ts';
import { emptyListState, parseListState, printListState } from '../../../engine/kit/controllers/list-state.ts';
import { compileEntity } from '../../../engine/core/index.ts';
import { ticketEntity, ticketMeta } from '../../support/list-entity.ts';

const { workflow: _workflow, ...stateless } = ticketMeta;
const columns = ticketMeta.list.columns.filter((name) => name !== 'due' && name !== 'status');
const list = { ...ticketMeta.list, columns, sort: 'number', views: {} };
const ticket = ticketEntity({ list });
const dated = ticketEntity({ fields: { ...ticketMeta.fields, closedOn: { type: 'date' } } });
const plain = compileEntity({ ...stateless, list });

describe('the layouts of a list', () => {
  it('are a board where records have states, and a calendar where the list shows a day of their own', () => {
    expect(layoutsOf(ticket)).toEqual(['table', 'board']);
    expect(layoutsOf(dated)).toEqual(['table', 'board', 'calendar']);
    expect(plain.ok && layoutsOf(plain.value)).toEqual(['table']);
  });

  it('begin a calendar with the day of the list, and offer when a record was made last', () => {
    const names = dayFields(dated).map(({ name }) => name);
    expect(names[0]).toBe('due');
    expect(names.at(-1)).toBe('createdAt');
    expect(names).toContain('closedOn');
  });

  it('stand in the address, where a table is not said', () => {
    expect(printListState({ ...emptyListState, layout: 'board' }).toString()).toBe('layout=board');
    expect(printListState(emptyListState).toString()).toBe('');
    expect(parseListState(new URLSearchParams('layout=calendar'), dated).state.layout).toBe('calendar');
    const unknown = parseListState(new URLSearchParams('layout=cube'), dated);
    expect([unknown.state.layout, unknown.dropped]).toEqual(['table', ['layout']]);
  });
});

describe('a narrowed query', () => {
  it('keeps the condition that was there', () => {
    expect(narrowed({ status: 'open' }, 'status', 'done')).toEqual({ status: ['open', 'done'] });
    expect(narrowed({ sort: '-id' }, 'status', 'done')).toEqual({ sort: '-id', status: 'done' });
  });
});

describe('a card', () => {
  const open = { id: '1', version: 1, status: 'open', createdAt: '2026-11-22 16:17:33' };

  it('moves only where the record may go', () => {
    const possible = [...ticket.actions.values()].filter(({ transition }) => transition !== null);
    expect(possible.length).toBeGreaterThan(0);
    expect(movesOf(ticket, open).size).toBe(0);
    const [action] = possible;
    const moves = movesOf(ticket, { ...open, _can: [action!.name] });
    expect([...moves]).toEqual([[action!.transition!.to, action!.name]]);
  });

  it('says nothing of its title, its state and what is empty', () => {
    const names = cardFields(ticket, open).map(({ name }) => name);
    expect(names).not.toContain('status');
    expect(names).not.toContain(ticket.title.name);
    for (const name of names) expect(open).toHaveProperty(name);
  });
});

describe('the sheet of a month', () => {
  it('has whole weeks from Monday on', () => {
    const november = monthSheet('2026-11');
    expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(monthSheet('2027-02')[0]).toBe('2027-02-01');
    expect(monthSheet('2027-02')).toHaveLength(28);
  });

  it('is followed over the end of a year', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });
});
