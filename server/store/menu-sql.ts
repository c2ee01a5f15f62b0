import type { Catalog, Entity, ListQuery } from '../../engine/core/index.ts';
import { cells, conditions, orderBy, type ReadScope } from './list-sql.ts';
import { join, pieces, quote, type SqlFragment } from './sql.ts';
import type { SystemDatabase } from './system-database.ts';

/** A row of a tenant's menu, buttons included. */
export interface TenantMenuEntry {
  id: string;
  parent: string | null;
  code: string;
  name: string;
  type: string;
  application: string;
  entity: string | null;
  permission: string | null;
  component: string | null;
  sort: number;
}

/** The menu of a tenant in order, or of one application; permissions are checked by the caller. */
export async function readTenantMenu(
  { pool }: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  application: string | null = null,
): Promise<TenantMenuEntry[]> {
  const { rows } = await pool.query<TenantMenuEntry>(
    `SELECT id::text, parent::text, code, name, type, application, entity, permission, component, sort
       FROM menu WHERE tenant_id = $1 AND ($2::text IS NULL OR application = $2) ORDER BY sort, id`,
    [tenant, application],
  );
  return rows;
}

/** What names an entry and places it in a tree. */
const placing: ReadonlySet<string> = new Set(['id', 'parent', 'code', 'name', 'entity', 'sort']);

/** The directories and screens that a list finds, with what names and places them, as JSON text in `rows`. */
export function menuParentsSql(
  entity: Entity,
  { catalog, lens, query }: { catalog: Catalog; lens: ReadScope; query: ListQuery },
): SqlFragment {
  const columns = lens.fields
    .filter(({ field }) => placing.has(field.name))
    .flatMap((access) => cells(catalog, entity, access).slice(0, 1));
  return pieces(
    `SELECT coalesce(json_agg(row_to_json(_row)), '[]')::text AS rows FROM (SELECT `,
    join(columns, ', '),
    ` FROM ${quote(entity.table)} t WHERE t.type <> '2' AND `,
    conditions(entity, lens, query),
    orderBy(query),
    ') _row',
  );
}

/**
 * The tenant's menu without buttons, in order. Members can read it too: the function answers for the tenant of the
 * transaction.
 */
export const menusSql = (): SqlFragment => pieces('SELECT * FROM lading.menus()');

/** Everyone in a tenant may read the menu but only staff administer it, so a function of the system role reads it. */
export const menuDdl: string[] = [
  `CREATE OR REPLACE FUNCTION lading.menus() RETURNS TABLE (id text, pid text, code text, name text, application text,
     type text, icon text, router text, component text, entity text, "openType" text, link text, redirect text, visible text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     SELECT m.id::text, coalesce(m.parent::text, '0'), m.code, m.name, m.application, m.type, m.icon, m.router, m.component,
            m.entity, m."openType", m.link, m.redirect, m.visible
       FROM public.menu m WHERE m.tenant_id = lading.tenant() AND m.type <> '2' ORDER BY m.sort, m.id $$`,
  `ALTER FUNCTION lading.menus() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION lading.menus() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.menus() TO lading_app`,
];
