import { compileEntity, type Entity, type EntityMeta } from '../../engine/core/index.ts';
import type { EntityAnswer } from '../../engine/kit/data/data-client.ts';

/** A small entity with one field of every kind that lists treat differently. */
export const ticketMeta: EntityMeta = {
  entity: 'ticket',
  path: 'Ticket',
  title: 'number',
  fields: {
    number: { type: 'text' },
    amount: { type: 'money', currency: 'USD' },
    due: { type: 'date' },
    urgent: { type: 'boolean' },
    colour: { type: 'choice', options: ['red', 'blue'], tones: { red: 'bad' } },
    account: { type: 'reference', to: 'account' },
    note: { type: 'longText' },
    sort: { type: 'integer' },
    key: { type: 'secret' },
  },
  list: {
    columns: ['number', 'amount', 'due', 'status'],
    filters: ['colour', 'account'],
    search: ['number'],
    sort: '-due',
    views: { open: { filter: "status == 'open'" } },
    totals: ['amount'],
  },
  workflow: {
    start: 'open',
    states: { open: { edit: true, remove: true, tone: 'info' }, closed: {} },
    transitions: { close: { from: ['open'], to: 'closed', bulk: true }, reopen: { from: ['closed'], to: 'open' } },
  },
  access: { clerk: { codes: ['*'] } },
};

export function ticketEntity(change: Partial<EntityMeta> = {}): Entity {
  const outcome = compileEntity({ ...ticketMeta, ...change });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
}

export const ticketAnswer: EntityAnswer = {
  meta: ticketMeta,
  codes: ['read', 'add', 'edit', 'delete', 'close', 'reopen'],
  refs: { account: { path: 'sysUser', title: 'name', readable: true } },
  rights: { readOnly: [] },
  texts: {
    name: 'Ticket',
    plural: 'Tickets',
    fields: {
      number: 'Number',
      amount: 'Amount',
      due: 'Due',
      urgent: 'Urgent',
      colour: 'Colour',
      account: 'Account',
      note: 'Note',
      sort: 'Sort',
      key: 'Key',
    },
    options: { colour: { red: 'Red', blue: 'Blue' } },
    states: { open: 'Open', closed: 'Closed' },
    actions: { close: 'Close', reopen: 'Reopen' },
    views: { open: 'Open' },
  },
};
