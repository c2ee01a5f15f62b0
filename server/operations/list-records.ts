import type { Entity } from '../../engine/index.ts';
import { can, listQuery, type ListQuery } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Statement } from '../store/batch.ts';
import { onlyRow, prepared } from '../store/database.ts';
import { countCap, pageSql, rowsSql } from '../store/list-sql.ts';
import type { Pieces } from '../store/sql.ts';
import type { Actor, Context } from './context.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Most rows that a list without pages answers. */
const mostRows = 1000;

/** One page as the wire has it, its rows still JSON text: they go from Postgres to the client untouched. */
export async function listPage(context: Context, actor: Actor, entity: Entity, query: Query): Promise<string> {
  const { lens, read } = open(actor, entity, query);
  const [found] = await context.database.read(actor.entrance, planned(pageSql(entity, lens, read), actor, read));
  const { rows, total } = onlyRow<{ rows: string; total: string }>(found);
  const capped = !read.exact && Number(total) > countCap;
  const totalRows = capped ? countCap : Number(total);
  const totalPage = Math.ceil(totalRows / read.pageSize);
  return `{"pageNo":${read.pageNo},"pageSize":${read.pageSize},"totalPage":${totalPage},"totalRows":${totalRows},"capped":${capped},"rows":${rows}}`;
}

/** All rows that match, at most a thousand, as JSON text. */
export async function listAll(context: Context, actor: Actor, entity: Entity, query: Query): Promise<string> {
  const { lens, read } = open(actor, entity, { ...query, pageNo: undefined, pageSize: undefined });
  const [found] = await context.database.read(
    actor.entrance,
    planned(rowsSql(entity, lens, read, mostRows), actor, read),
  );
  return onlyRow<{ rows: string }>(found).rows;
}

/** The lens of this person on the entity and the query read through it; or `forbidden`, or `refused`. */
export function open(actor: Actor, entity: Entity, query: Query) {
  if (!can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
  }
  const lens = actor.lensOn(entity);
  const read = listQuery(entity, lens.everywhere, query);
  if (!read.ok) throw refused(...read.issues);
  return { lens, read: read.value };
}

/**
 * A kept plan for ordinary pages. A search is planned for its own text each time: a plan made for any text walks the
 * sort's index from the start and takes hundreds of times as long for a rare number.
 */
export function planned(parts: Pieces, actor: Actor, { search }: Pick<ListQuery, 'search'>): Statement {
  return search === '' ? prepared(parts, actor) : parts.statement(actor);
}
