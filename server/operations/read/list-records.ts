import type { Entity } from '../../../engine/core/index.ts';
import { can, listQuery } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { onlyRow, prepared } from '../../store/database.ts';
import { countCap, pageSql, type Page } from '../../store/list-sql.ts';
import type { Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { namesFound } from './delivered-names.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Most rows that a list without pages answers. */
export const maxRows = 1000;

/** One page as the wire has it, its rows still JSON text: they go from Postgres to the client untouched. */
export async function listPage(
  context: Context,
  actor: Actor,
  entity: Entity,
  query: Query,
  texts?: Texts,
): Promise<string> {
  const { lens, read } = open(actor, entity, query, texts);
  const { rows, total } = await readPage(context, actor, pageSql(entity, lens, read));
  const capped = !read.exact && Number(total) > countCap;
  const totalRows = capped ? countCap : Number(total);
  const totalPage = Math.ceil(totalRows / read.pageSize);
  return `{"pageNo":${read.pageNo},"pageSize":${read.pageSize},"totalPage":${totalPage},"totalRows":${totalRows},"capped":${capped},"rows":${rows}}`;
}

/** All rows that match, at most a thousand, as JSON text. */
export const listAll = (context: Context, actor: Actor, entity: Entity, query: Query, texts?: Texts): Promise<string> =>
  listFirst(context, actor, entity, query, maxRows, texts);

/** The first of the rows that match, as JSON text. */
export async function listFirst(
  context: Context,
  actor: Actor,
  entity: Entity,
  query: Query,
  most: number,
  texts?: Texts,
): Promise<string> {
  const { lens, read } = open(actor, entity, { ...query, pageNo: undefined, pageSize: undefined }, texts);
  const { rows } = await readPage(context, actor, pageSql(entity, lens, { ...read, pageSize: most }, false));
  return rows;
}

/**
 * The keys are planned for the query's own values each time: a plan made for any value walks the sort's index from the
 * start, and takes hundreds of times as long for a rare number.
 */
async function readPage(context: Context, actor: Actor, [keys, rows]: Page) {
  const found = await context.database.read(actor.entrance, keys.statement(actor), prepared(rows, actor));
  return { ...onlyRow<{ total: string | null }>(found[0]), ...onlyRow<{ rows: string }>(found[1]) };
}

/**
 * The lens of this person on the entity and the query read through it; or `forbidden`, or `refused`. With `texts`, a search
 * also finds delivered records by the names that the reader sees.
 */
export function open(actor: Actor, entity: Entity, query: Query, texts?: Texts) {
  if (!can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
  }
  const lens = actor.lensOn(entity);
  const read = listQuery(entity, lens.everywhere, query);
  if (!read.ok) throw refused(...read.issues);
  if (!texts || !read.value.search) return { lens, read: read.value };
  const reader = { texts, culture: texts.culture(query['culture']), catalog: actor.catalog };
  return { lens, read: { ...read.value, alsoSearch: namesFound(reader, entity.name, read.value.search) } };
}
