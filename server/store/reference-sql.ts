import type { Catalog, Entity, Field, Rights } from '../../engine/core/index.ts';
import { namedBy } from '../../engine/core/index.ts';
import { wireValue } from './columns.ts';
import { readableOrgs, walls } from './predicates.ts';
import { pointableRows } from './readable-rows.ts';
import { join, literal, param, pieces, quote, type SqlFragment } from './sql.ts';

/** A reference whose targets are read: where it stands, and which fields of the target are needed. */
export interface ReferenceLookUp {
  /** `channel` or `boxes.product`. */
  path: string;
  field: Field;
  ids: readonly string[];
  /** Fields of the target that lookups copy or a picker's filter reads. */
  facts: readonly string[];
  /** Whether the reference itself is validated, or only copied from. */
  check: boolean;
}

/** A referenced record, as far as the reference needs it. */
export interface FoundReference {
  path: string;
  id: string;
  /** Matches the person's read rights on it, if they have any. */
  readable: boolean;
  /** The owner's organisation, which its records inherit. */
  org: string | null;
  facts: Readonly<Record<string, unknown>>;
  /** For an organisation: whether the person may read records of it. */
  within?: boolean;
  /** For a parent in a tree: its id and those of all its ancestors; else null. */
  above?: readonly string[] | null;
}

/** One row per referenced record within the tenant; null if nothing is requested. */
export function referencesSql(request: {
  catalog: Catalog;
  entity: Entity;
  asked: readonly ReferenceLookUp[];
  rightsOn: (target: Entity) => Rights;
  member: boolean;
}): SqlFragment | null {
  const selects = request.asked.flatMap((asked) => {
    const found = foundSql(request, asked, '', pieces('ANY(', param(asked.ids, 'bigint[]'), ')'));
    return found && asked.ids.length > 0 ? [found] : [];
  });
  return selects.length > 0 ? join(selects, ' UNION ALL ') : null;
}

/**
 * The records from which the row `t` copies values (`lookup:channel.status`), as a JSON list in the form of
 * `referencesSql`; null if nothing is copied.
 */
export function copiedSql(request: {
  catalog: Catalog;
  entity: Entity;
  rightsOn: (target: Entity) => Rights;
  member: boolean;
}): SqlFragment | null {
  const selects = copiesOf(request.entity).flatMap(({ field, facts }) => {
    const outer = `(SELECT t.${quote(field.id)} AS id) o CROSS JOIN `;
    const found = foundSql(request, { path: field.name, field, facts }, outer, pieces('o.id'));
    return found ? [found] : [];
  });
  if (selects.length === 0) return null;
  return pieces('(SELECT json_agg(row_to_json(f))::text FROM (', join(selects, ' UNION ALL '), ') f)');
}

/** References of an entity from whose targets fields are copied, with these fields. */
export function copiesOf(entity: Entity): { field: Field; facts: string[] }[] {
  const copies = entity.fields.flatMap((field) => {
    const match = /^lookup:(\w+)\.(\w+)$/.exec(field.meta.value ?? '');
    return match ? [{ by: match[1] ?? '', fact: match[2] ?? '' }] : [];
  });
  return entity.fields.flatMap((field) => {
    const facts = copies.filter(({ by }) => by === field.name).map(({ fact }) => fact);
    return facts.length > 0 ? [{ field, facts }] : [];
  });
}

/** The requested target records of one reference, within row security. */
function foundSql(
  on: { catalog: Catalog; entity: Entity; rightsOn: (target: Entity) => Rights; member: boolean },
  { path, field, facts }: Pick<ReferenceLookUp, 'path' | 'field' | 'facts'>,
  beside: string,
  is: SqlFragment,
): SqlFragment | null {
  const { catalog, entity, rightsOn, member } = on;
  const name = namedBy(entity, field);
  const target = name ? catalog.byName.get(name) : undefined;
  if (!target) return null;
  const known = facts.flatMap((fact) => {
    const source = target.byName.get(fact);
    return source && source.type.column(source.meta) ? [`${literal(fact)}, ${wireValue(source, 't')}`] : [];
  });
  const ownOrg = target.org ? (target.byName.get(target.org)?.id ?? 'org_id') : 'org_id';
  const within = entity.org === path ? readableOrgs(entity, rightsOn(entity)) : null;
  return pieces(
    `SELECT ${literal(path)} AS path, t.id::text AS id, (`,
    pointableRows(catalog, target, rightsOn(target)),
    `) IS TRUE AS readable, ${entity.owner === field.name ? `t.${quote(ownOrg)}::text` : 'NULL::text'} AS org, `,
    '(',
    within ?? 'true',
    ') IS TRUE AS within, ',
    `json_build_object(${known.join(', ')}) AS facts, ${aboveSql(target, field)} AS above FROM ${beside}${quote(target.table)} t WHERE `,
    walls(target, member),
    ' AND t.id = ',
    is,
  );
}

/** The path from row `t` to the root of its tree, itself included; a cycle in old data ends it. */
function aboveSql(target: Entity, field: Field): string {
  if (field.meta.type !== 'parent') return 'NULL::text[]';
  const table = quote(target.table);
  const parent = quote(field.id);
  return `ARRAY(WITH RECURSIVE _up AS (SELECT t.id, t.${parent} AS above UNION SELECT p.id, p.${parent} FROM ${table} p
    JOIN _up ON p.id = _up.above WHERE p.tenant_id = t.tenant_id) SELECT _up.id::text FROM _up)`;
}
