import { pictureAddress, type Catalog, type Entity, type Field, type Rights } from '../../engine/core/index.ts';
import { rowsFor } from './predicates.ts';
import { join, literal, pieces, quote, slot, type SqlFragment } from './sql.ts';
import { linesTableName } from './tables.ts';

/**
 * The rows `t` that may be read, or null for no row at all. An upload that no record points at yet is its owner's alone,
 * whatever the grants of others reach: somebody is still filling in the form that it is meant for.
 */
export function readableRows(catalog: Catalog, entity: Entity, rights: Rights): SqlFragment | null {
  const rows = rowsFor(entity, rights, 'read');
  const kept = notWaiting(catalog, entity);
  return rows && kept ? pieces('(', rows, ') AND (', kept, ')') : rows;
}

/** The rows `t` that a field may be made to point at; where nobody reads the target, all but the uploads of others. */
export const pointableRows = (catalog: Catalog, target: Entity, rights: Rights): SqlFragment =>
  readableRows(catalog, target, rights) ?? notWaiting(catalog, target) ?? pieces('true');

/** The files `t` that are no upload of somebody else still to be attached; null for an entity that keeps no files. */
function notWaiting(catalog: Catalog, entity: Entity): SqlFragment | null {
  if (entity.name !== 'file') return null;
  // The system actor may read whatever a job or a timer was given.
  const isInternal = slot(({ platform, facts }) => platform === true || facts.id === '0', 'boolean');
  return join([ownFile(), pieces(isInternal), ...attached(catalog)], ' OR ');
}

export const ownFile = (): SqlFragment =>
  pieces(
    't."createdBy" = ',
    slot((reader) => reader.facts.id, 'bigint'),
  );

/** By field that holds files: that a record of the tenant points at the file `t` there, whoever may read that record. */
function attached(catalog: Catalog): SqlFragment[] {
  const found = new Map<string, SqlFragment>();
  for (const entity of catalog.entities) {
    const own = entity.fields.map((field) => ({ table: entity.table, field }));
    const lines = entity.fields.flatMap((parent) =>
      (parent.lines ?? []).map((field) => ({ table: linesTableName(entity, parent), field })),
    );
    for (const { table, field } of [...own, ...lines]) {
      // Two entities may show one table.
      if (holdsFiles(field)) found.set(`${table}.${field.id}`, pointedAt(table, field));
    }
  }
  return [...found.values()];
}

function pointedAt(table: string, field: Field): SqlFragment {
  const column = `p.${quote(field.id)}`;
  const tenant = slot((asker) => asker.tenant, 'bigint');
  const from = (what: string, beside = '') =>
    pieces(`SELECT ${what} FROM ${quote(table)} p${beside} WHERE p.tenant_id = `, tenant);
  // What no index leads to is read once for the whole statement and not once for each file.
  if (field.meta.type === 'richText') {
    const sources = ` CROSS JOIN jsonb_path_query(${column}, 'strict $.** ? (@.type == "image").attrs.src') s`;
    return pieces(`${literal(pictureAddress(''))} || t.id IN (`, from("s #>> '{}'", sources), ')');
  }
  return field.meta.many
    ? pieces('t.id IN (', from(`unnest(${column})`), ')')
    : pieces('EXISTS (', from('1'), ` AND ${column} = t.id)`);
}

/** Whether what stands in the field points at files. */
export const holdsFiles = (field: Field): boolean => ['file', 'image', 'richText'].includes(field.meta.type);
