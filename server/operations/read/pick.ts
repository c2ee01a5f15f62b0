import type { Entity, Expression, Field } from '../../../engine/core/index.ts';
import { can, lastingFilter, targetOf } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { onlyRow, prepared } from '../../store/database.ts';
import { dropDownSql, treeSql } from '../../store/choice-sql.ts';
import { readableOrgs, sqlOf, walls } from '../../store/predicates.ts';
import { pieces } from '../../store/sql.ts';
import type { Texts } from '../../texts.ts';
import { choiceWords } from './cell-words.ts';
import type { Actor, Context } from '../context.ts';
import { namesFound, readerOf } from './delivered-names.ts';
import { readDictionaryWords } from './dictionaries.ts';
import { open, type Query } from './list-records.ts';

/**
 * Selectable records as `[{code, value, subtitle?}]`, at most fifty, as JSON text. From a form (`from`, `field`), the picker's
 * filter narrows them with the form's fields from the query. Needs the right to write the reference, not to read the
 * target's list, except for a field with `codeOf`, whose choices are the records' codes. For the filter of a list (`listOf`, `field`), the lasting part of the field's filter narrows them, except
 * for given ids.
 */
export async function dropDown(
  context: Context,
  actor: Actor,
  entity: Entity,
  query: Query,
  texts: Texts,
): Promise<string> {
  const referrer = referringField(context, actor, entity, query);
  const readable = can(actor.rightsOn(entity), 'read');
  const coded = referrer?.field.meta.codeOf !== undefined;
  const allowed = coded ? readable && actor.lensOn(entity).everywhere.has('code') : readable || referrer !== null;
  if (!allowed) throw new AppError('forbidden', { params: { code: `${entity.path}:dropDown` } });
  const where = readable ? actor.lensOn(entity).where : walls(entity, actor.member);
  const record = referrer ? readReferrer(referrer, query) : {};
  const narrowing = referrer?.field.filter ?? listFilter(actor, entity, query);
  const narrowed = narrowing ? sqlOf(entity, narrowing, record) : null;
  // Only organisations in which the author could still see the record.
  const within =
    referrer && referrer.entity.org === referrer.field.name
      ? readableOrgs(referrer.entity, actor.rightsOn(referrer.entity))
      : null;
  const filter =
    narrowed && within
      ? pieces('(', narrowed, ') AND (', within, ')')
      : ((within && pieces('(', within, ')')) ?? narrowed);
  const ids = [query['id'] ?? []].flat().filter((id) => /^\d{1,18}$/.test(id));
  const search = String([query['searchValue'] ?? ''].flat()[0] ?? '')
    .trim()
    .slice(0, 100);
  const statement = dropDownSql(actor.catalog, entity, where ?? pieces('false'), {
    search,
    alsoSearch: [
      ...namesFound(readerOf(actor, texts, texts.culture(query['culture'])), entity.name, search),
      ...context.registry.numbersIn(search),
    ],
    ids,
    filter,
    facts: readable ? factsOf(actor, entity) : [],
    key: coded ? entity.byName.get('code') : undefined,
  });
  const [found] = await context.database.read(
    actor.entrance,
    search ? statement.statement(actor) : prepared(statement, actor),
  );
  const { rows } = onlyRow<{ rows: string }>(found);
  return entity.title.meta.type === 'choice' ? wordedTitles({ context, texts }, actor, entity, query, rows) : rows;
}

/** What tells records with similar titles apart: texts that lists search, and that this person sees in every record. */
function factsOf(actor: Actor, entity: Entity): Field[] {
  const { everywhere } = actor.lensOn(entity);
  return (entity.meta.list.search ?? []).flatMap((name) => {
    const field = entity.byName.get(name);
    const fits = field && field !== entity.title && ['text', 'sequence', 'email', 'phone'].includes(field.meta.type);
    return fits && !field.meta.many && !field.lines && everywhere.has(name) ? [field] : [];
  });
}

/** The same options with translated titles, for titles that are choices. */
async function wordedTitles(
  { context, texts }: { context: Context; texts: Texts },
  actor: Actor,
  entity: Entity,
  query: Query,
  rows: string,
): Promise<string> {
  const { title } = entity;
  const dictionaries = await readDictionaryWords(context, actor, title.meta.dictionary ? [title.meta.dictionary] : []);
  const words = choiceWords({ texts, culture: texts.culture(query['culture']), dictionaries }, entity, title);
  const choices = JSON.parse(rows) as { code: string; value: string; note?: string }[];
  return JSON.stringify(choices.map((choice) => ({ ...choice, value: words?.get(choice.value) ?? choice.value })));
}

interface Referrer {
  readonly entity: Entity;
  readonly field: Field;
  /** Of a field of a sub-table: its fields. */
  readonly columns: readonly Field[];
}

function referringField(context: Context, actor: Actor, target: Entity, query: Query): Referrer | null {
  const from = actor.catalog.byName.get(String(query['from'] ?? ''));
  if (!from) return null;
  const [outer = '', inner] = String(query['field'] ?? '').split('.');
  const columns = inner ? (from.byName.get(outer)?.lines ?? []) : [];
  const field = inner
    ? columns.find(({ name }) => name === inner)
    : (from.byName.get(outer) ??
      [...from.actions.values()].flatMap(({ input }) => input).find(({ name }) => name === outer));
  const rights = actor.rightsOn(from);
  const writes = rights.some((grant) => grant.codes.some((code) => code !== 'read' && code !== 'export'));
  const named = field && (targetOf(field) ?? field.meta.codeOf);
  return field && named === target.name && writes ? { entity: from, field, columns } : null;
}

/** What the field by which a list is filtered asks of its target; null for a list or field that this person does not see. */
function listFilter(actor: Actor, target: Entity, query: Query): Expression | null {
  const list = actor.catalog.byName.get(String(query['listOf'] ?? ''));
  if (!list || query['id'] !== undefined || !can(actor.rightsOn(list), 'read')) return null;
  const field = actor.lensOn(list).byName.get(String(query['field'] ?? ''));
  return field && targetOf(field) === target.name ? lastingFilter(field, target) : null;
}

/** The form's fields in the query, over them those of the row of a sub-table; unparsable ones are empty. */
function readReferrer({ entity, columns }: Referrer, query: Query): Record<string, unknown> {
  return Object.fromEntries(
    [...entity.fields, ...columns].flatMap((field) => {
      const raw = query[field.name];
      if (raw === undefined || field.lines) return [];
      const parsed = field.type.parse(raw, field.meta);
      return parsed.ok ? [[field.name, parsed.value]] : [];
    }),
  );
}

interface TreeNode {
  id: string;
  parentId: string;
  pid: string;
  title: string;
  value: string;
  weight: number;
  children: TreeNode[];
}

/**
 * The tree of nodes that this person may see; a node with a hidden parent becomes a root. Throws `noRoute` for an
 * entity without a tree.
 */
export async function readTree(context: Context, actor: Actor, entity: Entity): Promise<TreeNode[]> {
  if (entity.tree === null) throw new AppError('noRoute');
  const { lens } = open(actor, entity, {});
  const [rows = []] = await context.database.read(actor.entrance, prepared(treeSql(entity, lens), actor));
  const nodes = new Map<string, TreeNode>();
  for (const row of rows as { id: string; pid: string | null; title: string; weight: number }[]) {
    const pid = row.pid ?? '0';
    nodes.set(row.id, {
      id: row.id,
      parentId: pid,
      pid,
      title: row.title,
      value: row.id,
      weight: row.weight,
      children: [],
    });
  }
  const roots: TreeNode[] = [];
  for (const node of nodes.values()) (nodes.get(node.pid)?.children ?? roots).push(node);
  return roots;
}
