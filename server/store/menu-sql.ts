import { pieces, type Pieces } from './sql.ts';

/**
 * The menu of the tenant without its buttons, in order. Read as the named wall of the menu lets: members see theirs, because the
 * function answers for the tenant that the transaction entered.
 */
export const menusSql = (): Pieces => pieces('SELECT * FROM lading.menus()');

/** The menu is no secret inside a tenant, but its administration is staff's: a function of the system role reads it. */
export const menuStatements: string[] = [
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
