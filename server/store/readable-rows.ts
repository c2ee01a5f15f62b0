import { pictureAddress, type Catalog, type Entity, type Field, type Rights } from '../../engine/core/index.ts';
import { rowsFor } from './predicates.ts';
import { actorId, join, literal, pieces, quote, slot, type SqlFragment } from './sql.ts';
import { linesTableName } from './tables.ts';

/**
 * The readable rows `t`, or null for none. An upload that no record references yet is readable by its owner only,
 * whatever others' grants reach: the owner may still be filling in the form.
 */
export function readableRows(catalog: Catalog, entity: Entity, rights: Rights): SqlFragment | null {
  const rows = rowsFor(entity, rights, 'read');
  const kept = notWaiting(catalog, entity);
  return rows && kept ? pieces('(', rows, ') AND (', kept, ')') : rows;
}

/** The rows `t` that a field may reference; without read rights on the target, all but uploads of others. */
export const pointableRows = (catalog: Catalog, target: Entity, rights: Rights): SqlFragment =>
  readableRows(catalog, target, rights) ?? notWaiting(catalog, target) ?? pieces('true');

/** The files `t` that are not another person's unattached uploads; null for an entity without files. */
function notWaiting(catalog: Catalog, entity: Entity): SqlFragment | null {
  if (entity.name !== 'file') return null;
  // The system actor may read whatever a job or timer was given.
  const isInternal = slot(({ platform, facts }) => platform === true || facts.id === '0', 'boolean');
  return join([ownFile(), pieces(isInternal), ...attached(catalog)], ' OR ');
}

export const ownFile = (): SqlFragment => pieces('t."createdBy" = ', actorId);

/** By field that holds files: the condition that a record of the tenant references the file `t`, readable or not. */
function attached(catalog: Catalog): SqlFragment[] {
  const found = new Map<string, SqlFragment>();
  for (const entity of catalog.entities) {
    const own = entity.fields.map((field) => ({ table: entity.table, field }));
    const lines = entity.fields.flatMap((parent) =>
      (parent.lines ?? []).map((field) => ({ table: linesTableName(entity, parent), field })),
    );
    for (const { table, field } of [...own, ...lines]) {
      // Two entities may share a table.
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
  // Without an index, read the references once per statement instead of once per file.
  if (field.meta.type === 'richText') {
    const sources = ` CROSS JOIN jsonb_path_query(${column}, 'strict $.** ? (@.type == "image").attrs.src') s`;
    return pieces(`${literal(pictureAddress(''))} || t.id IN (`, from("s #>> '{}'", sources), ')');
  }
  return field.meta.many
    ? pieces('t.id IN (', from(`unnest(${column})`), ')')
    : pieces('EXISTS (', from('1'), ` AND ${column} = t.id)`);
}

/** Whether the field's value references files. */
export const holdsFiles = (field: Field): boolean => ['file', 'image', 'richText'].includes(field.meta.type);
