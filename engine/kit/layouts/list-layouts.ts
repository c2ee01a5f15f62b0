import {
  isTime,
  listLayouts,
  type Entity,
  type Field,
  type FilterOperator,
  type ListLayout,
} from '../../core/index.ts';
import type { ListQueryParams, WireRecord } from '../data/data-client.ts';

/** The layouts that an entity's list offers: a board where records have states, a calendar where they have a day of their own. */
export function layoutsOf(entity: Entity): readonly ListLayout[] {
  return listLayouts.filter((layout) =>
    layout === 'board' ? statesOf(entity).length > 1 : layout === 'calendar' ? hasOwnDay(entity) : true,
  );
}

export const statesOf = (entity: Entity): readonly string[] =>
  entity.byName.has('status') ? Object.keys(entity.states) : [];

/** Days and moments by which a calendar can be laid out: those of the list first, when a record was made last. */
export function dayFields(entity: Entity): readonly Field[] {
  const { columns, filters = [] } = entity.meta.list;
  const named = [...new Set([...columns, ...filters])].flatMap((name) => entity.byName.get(name) ?? []);
  const others = entity.fields.filter((field) => !named.includes(field));
  const days = [...named, ...others].filter(canLayOut);
  return [...days.filter(({ system }) => !system), ...days.filter(({ name }) => name === 'createdAt')];
}

const hasOwnDay = (entity: Entity): boolean => {
  const { columns, filters = [] } = entity.meta.list;
  return dayFields(entity).some(({ system, name }) => !system && [...columns, ...filters].includes(name));
};

const between: FilterOperator = 'between';

const canLayOut = (field: Field): boolean =>
  isTime(field) && !field.lines && field.type.operators.includes(between) && field.type.column(field.meta) !== null;

/** A query narrowed by one more condition on a field, beside those that it has. */
export function narrowed(query: ListQueryParams, key: string, value: string): ListQueryParams {
  const { [key]: before } = query;
  return { ...query, [key]: before === undefined ? value : [before, value].flat() };
}

/** The action that takes a record into each state that it may go to; a better meant one before a worse one. */
export function movesOf(entity: Entity, record: WireRecord): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  const possible = (record._can ?? []).flatMap((name) => entity.actions.get(name) ?? []);
  const ordered = possible.toSorted((one, other) => Number(isBad(one.meta.tone)) - Number(isBad(other.meta.tone)));
  for (const { name, transition } of ordered)
    if (transition && !moves.has(transition.to)) moves.set(transition.to, name);
  return moves;
}

const isBad = (tone: string | undefined): boolean => tone === 'bad';

/** Facts that a card has room for beside its title. */
const cardFacts = 3;

/** What a card says: the first columns of the list that the record has something in. */
export function cardFields(entity: Entity, record: WireRecord, leaving: readonly string[] = []): readonly Field[] {
  return entity.meta.list.columns
    .flatMap((name) => entity.byName.get(name) ?? [])
    .filter((field) => field !== entity.title && field.name !== 'status' && !leaving.includes(field.name))
    .filter(({ lines, type, name }) => !lines && type.traits.listable && !isEmpty(record[name]))
    .slice(0, cardFacts);
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The days of a month's sheet, whole weeks from Monday on. */
export function monthSheet(month: string): readonly string[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const [year, at] = [first.getUTCFullYear(), first.getUTCMonth()];
  const lead = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
  const cells = Math.ceil((lead + length) / 7) * 7;
  return Array.from({ length: cells }, (_, cell) =>
    new Date(Date.UTC(year, at, cell - lead + 1)).toISOString().slice(0, 10),
  );
}

/** The month so many months after another, `YYYY-MM`. */
export function monthAfter(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 7);
}
