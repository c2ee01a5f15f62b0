import { pictureAddress, type Catalog, type Entity, type Field } from '../../engine/core/index.ts';
import type { ReadScope } from './list-sql.ts';
import { grantRows, walls } from './predicates.ts';
import { holdsFiles, ownFile } from './readable-rows.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';
import { linesTableName } from './tables.ts';

/**
 * Answers a row if this person may have the file: it is their own, they can read it in the list of files, or a field
 * visible to them of a readable record points at it or embeds it as a picture.
 */
export function fileAccessSql(request: {
  catalog: Catalog;
  files: Entity;
  lensOn: (entity: Entity) => ReadScope;
  member: boolean;
  id: string;
}): SqlFragment {
  const { catalog, files, lensOn, member, id } = request;
  const listed = lensOn(files).where;
  const direct = pieces(
    `SELECT 1 FROM ${quote(files.table)} t WHERE `,
    walls(files, member),
    ' AND t.id = ',
    param(id, 'bigint'),
    ' AND (',
    ownFile(),
    listed ? pieces(' OR (', listed, ')') : '',
    ')',
  );
  const pointing = catalog.entities.flatMap((entity) => pointers(entity, lensOn(entity), id));
  return pieces(join([direct, ...pointing], ' UNION ALL '), ' LIMIT 1');
}

/** What a download needs of a file; read as the tenant once access is checked. */
export const storedFileSql = (files: Entity, id: string): SqlFragment =>
  pieces(
    `SELECT "originName" AS name, "mediaType" AS media_type, "objectName" AS object_name, size::text AS size, sealed
       FROM ${quote(files.table)} t WHERE tenant_id = lading.tenant() AND id = `,
    param(id, 'bigint'),
  );

/** The same of a file that the reader has uploaded. */
export const uploadedFileSql = (files: Entity, id: string): SqlFragment =>
  pieces(storedFileSql(files, id), ' AND ', ownFile());

function pointers(entity: Entity, lens: ReadScope, id: string): SqlFragment[] {
  const { where } = lens;
  if (!where) return [];
  return entity.fields.flatMap((field) => {
    if (!lens.byName.has(field.name)) return [];
    const from = `SELECT 1 FROM ${quote(entity.table)} t`;
    const shown = shownRows(entity, lens, field);
    if (holdsFiles(field)) return [pieces(`${from} WHERE `, where, shown, ' AND ', holdsId(field, 't', id))];
    return (field.lines ?? []).filter(holdsFiles).map((line) => {
      const rows = `${quote(linesTableName(entity, field))} l ON l.tenant_id = t.tenant_id AND l.parent_id = t.id`;
      return pieces(`${from} JOIN ${rows} WHERE `, where, shown, ' AND ', holdsId(line, 'l', id));
    });
  });
}

/** The rows in which a reader sees the field: only grants that reach the row show it. */
function shownRows(entity: Entity, lens: ReadScope, field: Field): SqlFragment {
  const access = lens.fields.find((each) => each.field === field);
  if (!access || access.everywhere) return pieces();
  const grants = access.shownBy.map((grant) => grantRows(entity, grant));
  return pieces(' AND (', join(grants, ' OR ', 'false'), ')');
}

const holdsId = (field: Field, alias: string, id: string): SqlFragment => {
  const column = `${alias}.${quote(field.id)}`;
  if (field.meta.type === 'richText') {
    const asked = pieces("jsonb_build_object('src', ", param(pictureAddress(id), 'text'), ')');
    return pieces(
      `jsonb_path_exists(${column}, 'strict $.** ? (@.type == "image" && @.attrs.src == $src)', `,
      asked,
      ', true)',
    );
  }
  return field.meta.many
    ? pieces(param(id, 'bigint'), ` = ANY(${column})`)
    : pieces(`${column} = `, param(id, 'bigint'));
};

/** $1 tenant, $2 file: how an attachment is called and of which kind it is. Sealed files are for their modules alone. */
export const mailFileSql = `
  SELECT "originName" AS name, "mediaType" AS "mediaType" FROM file
   WHERE tenant_id = $1 AND id = $2 AND sealed IS NOT TRUE`;

/** $1 tenant: its logo, which is a file of the platform, if mail readers show pictures of its kind. */
export const mailLogoSql = `
  SELECT f.tenant_id::text AS tenant, f.id::text AS id
    FROM tenant t JOIN file f ON f.tenant_id = t.tenant_id AND f.id = t.logo
   WHERE t.id = $1 AND f.sealed IS NOT TRUE AND f."mediaType" IN ('image/png', 'image/jpeg', 'image/webp')`;
