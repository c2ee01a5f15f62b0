import type { Entity } from '../../../engine/core/index.ts';
import { can, listQuery, withDays } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { onlyRow, prepared } from '../../store/database.ts';
import { figuresSql, idsOfPage, type Figure } from '../../store/beside-record/figure-sql.ts';
import { countCap, pageSql, type Page } from '../../store/list-sql.ts';
import type { Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { momentIn } from '../moment.ts';
import { seenFigures } from './figures.ts';
import { codesFound, namesFound, readerOf } from './delivered-names.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Maximum rows of a list without pages. */
export const maxRows = 1000;

/** A page of a list; its rows pass from Postgres to the client as JSON text, with the figures of other entities beside them. */
export async function listPage(
  context: Context,
  actor: Actor,
  entity: Entity,
  query: Query,
  texts?: Texts,
): Promise<string> {
  const { lens, read } = open(actor, entity, dated(context, actor, query), { context, texts });
  const beside = seenFigures(actor, entity);
  const { rows, total, figures } = await readPage(context, actor, pageSql(entity, lens, read), beside);
  const capped = !read.exact && Number(total) > countCap;
  const totalRows = capped ? countCap : Number(total);
  const totalPage = Math.ceil(totalRows / read.pageSize);
  return `{"pageNo":${read.pageNo},"pageSize":${read.pageSize},"totalPage":${totalPage},"totalRows":${totalRows},"capped":${capped},"rows":${rows}${figures ? `,"figures":${figures}` : ''}}`;
}

/** All matching rows, at most `maxRows`, as JSON text. */
export const listAll = (context: Context, actor: Actor, entity: Entity, query: Query, texts?: Texts): Promise<string> =>
  listFirst(context, actor, entity, query, { most: maxRows, texts });

/** The first matching row, as JSON text. */
export async function listFirst(
  context: Context,
  actor: Actor,
  entity: Entity,
  query: Query,
  { most, texts }: { most: number; texts?: Texts | undefined },
): Promise<string> {
  const { lens, read } = open(
    actor,
    entity,
    { ...dated(context, actor, query), pageNo: undefined, pageSize: undefined },
    { context, texts },
  );
  const { rows } = await readPage(context, actor, pageSql(entity, lens, { ...read, pageSize: most }, false));
  return rows;
}

/**
 * The keys are planned for each query's own values: a generic plan would walk the sort index from its start and take
 * hundreds of times as long for a rare value.
 */
async function readPage(context: Context, actor: Actor, [keys, rows]: Page, beside: readonly Figure[] = []) {
  const amounts = beside.length > 0 ? [figuresSql(beside, idsOfPage).statement(actor)] : [];
  const found = await context.database.read(actor.entrance, keys.statement(actor), prepared(rows, actor), ...amounts);
  const { figures } = amounts.length > 0 ? onlyRow<{ figures: string }>(found[2]) : { figures: null };
  return { ...onlyRow<{ total: string | null }>(found[0]), ...onlyRow<{ rows: string }>(found[1]), figures };
}

/** The query with the days that ranges such as `days7` mean now, in the zone of the person's tenant. */
export const dated = (context: Context, actor: Actor, query: Query): Query =>
  withDays(query, momentIn(actor.timeZone, context.clock()).slice(0, 10));

/** What searches look up beside the text. */
interface Words {
  readonly context: Context;
  readonly texts: Texts | undefined;
}

/**
 * This person's read scope of the entity and the parsed query. Throws `forbidden` or `refused`. With `words`,
 * searches also find delivered records by their translated names, and numbers within scanned codes.
 */
export function open(actor: Actor, entity: Entity, query: Query, words: Partial<Words> = {}) {
  if (!can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
  }
  const lens = actor.lensOn(entity);
  const read = listQuery(entity, lens.everywhere, query);
  if (!read.ok) throw refused(...read.issues);
  const { context, texts } = words;
  if (!context || !texts) return { lens, read: read.value };
  const { search, filters } = read.value;
  const reader = readerOf(actor, texts, texts.culture(query['culture']));
  return {
    lens,
    read: {
      ...read.value,
      filters: filters.map((filter) => ({ ...filter, codes: codesFound(reader, filter) })),
      ...(search
        ? { alsoSearch: [...namesFound(reader, entity.name, search), ...context.registry.numbersIn(search)] }
        : {}),
    },
  };
}
