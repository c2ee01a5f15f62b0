import type { Command, EntityDocument, FieldMeta, WordTree } from '../../engine/core/index.ts';
import { issue, valueAt } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** A field of an earlier revision that the present one lacks; `items.worth` within a sub-table. */
interface Removed {
  readonly field: string;
  readonly type: string;
  /** The last revision that had it. */
  readonly revision: number;
}

interface Row {
  readonly revision: number;
  readonly document: EntityDocument;
}

const rowsOf = async ({ pool }: SystemDatabase, actor: Actor, entity: string): Promise<Row[]> => {
  const { rows } = await pool.query<Row>(
    `SELECT revision, document FROM lading.revision WHERE tenant_id = $1 AND entity = $2 ORDER BY revision DESC`,
    [actor.tenant, entity],
  );
  return rows;
};

/** Every field of a document by its columns, which are never reused. */
const fieldsOf = ({ meta }: EntityDocument): Map<string, { name: string; meta: FieldMeta }> =>
  new Map(
    Object.entries(meta.fields).flatMap(([name, field]) => {
      const { id = name } = field;
      const inner = Object.entries(field.fields ?? {}).map(
        ([row, each]) => [`${id}.${each.id ?? row}`, { name: `${name}.${row}`, meta: each }] as const,
      );
      return [[id, { name, meta: field }] as const, ...inner];
    }),
  );

/** Removed fields of an entity that can be restored, latest first. */
export async function removedFields(system: SystemDatabase, actor: Actor, entity: string): Promise<Removed[]> {
  const [live, ...past] = await rowsOf(system, actor, entity);
  if (!live) return [];
  const present = fieldsOf(live.document);
  const found = new Map<string, Removed>();
  for (const { revision, document } of past)
    for (const [id, { name, meta }] of fieldsOf(document))
      if (!present.has(id) && !found.has(id)) found.set(id, { field: name, type: meta.type, revision });
  // Fields of a removed sub-table are restored with it.
  return [...found].flatMap(([id, each]) => (found.has(id.split('.')[0] ?? '') && id.includes('.') ? [] : [each]));
}

/** Commands that restore a removed field in a draft, with its column (and so its values) and its texts. */
export async function bringingBack(
  system: SystemDatabase,
  actor: Actor,
  entity: string,
  field: string,
  draft: EntityDocument,
): Promise<Command[]> {
  const removed = await removedFields(system, actor, entity);
  const found = removed.find((each) => each.field === field);
  if (!found) throw new AppError('notFound');
  const rows = await rowsOf(system, actor, entity);
  const document = rows.find(({ revision }) => revision === found.revision)?.document;
  if (!document) throw new AppError('notFound');
  const [head = '', inner] = field.split('.');
  const at = inner === undefined ? `fields.${head}` : `fields.${head}.fields.${inner}`;
  if (valueAt(draft, ['meta', ...at.split('.')]) !== undefined) throw refused(issue('schema.twice', at, { field }));
  const value = { ...(valueAt(document, ['meta', ...at.split('.')]) as FieldMeta) };
  const { id = inner ?? head } = value;
  const [section, lines] = Object.entries(draft.meta.form ?? {})[0] ?? [];
  return [
    { do: 'set', at, value: { ...value, id } },
    ...wordsOf(
      document,
      inner === undefined ? ['fields', 'help', 'notes', 'options', 'lines'] : [`lines.${head}`],
      inner ?? head,
    ),
    ...(inner === undefined && section !== undefined && lines
      ? [{ do: 'place' as const, in: 'form' as const, field: head, section, row: lines.length }]
      : []),
  ];
}

const wordsOf = ({ texts }: EntityDocument, heads: readonly string[], name: string): Command[] =>
  Object.entries(texts).flatMap(([culture, words]) =>
    heads.flatMap((head) => {
      const tree = valueAt(words, [...head.split('.'), name]) as WordTree | string | undefined;
      return tree === undefined ? [] : flatWords(tree, `${head}.${name}`, culture);
    }),
  );

const flatWords = (tree: WordTree | string, key: string, culture: string): Command[] =>
  typeof tree === 'string'
    ? [{ do: 'text', culture, key, value: tree }]
    : Object.entries(tree).flatMap(([name, inner]) => flatWords(inner, `${key}.${name}`, culture));
