import type { Catalog } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import { zoned } from '../store/sql.ts';

/** How long a person counts as present at a draft after the last request. */
const presence = '60 seconds';

/** Records that this person views a draft, and answers who else does. */
export async function editorsOf(
  system: SystemDatabase,
  actor: Actor,
  entity: string,
): Promise<{ name: string; at: string }[]> {
  await system.pool.query(
    `INSERT INTO lading.designing (tenant_id, entity, account_id) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, entity, account_id) DO UPDATE SET at = now()`,
    [actor.tenant, entity, actor.facts.id],
  );
  const { rows } = await system.pool.query<{ name: string; at: string }>(
    `SELECT a.name, ${zoned('d.at', 'd.tenant_id')} AS at FROM lading.designing d
       JOIN public.account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
      WHERE d.tenant_id = $1 AND d.entity = $2 AND d.account_id <> $3 AND d.at > now() - interval '${presence}'`,
    [actor.tenant, entity, actor.facts.id],
  );
  return rows;
}

/** Open drafts by entity, or by key for screens. */
export async function openDrafts<D>(
  system: SystemDatabase,
  actor: Actor,
  of: 'entities' | 'screens',
): Promise<ReadonlyMap<string, { by: string; at: string; document: D }>> {
  const { rows } = await system.pool.query<{ entity: string; by: string; at: string; document: D }>(
    `SELECT d.entity, coalesce(a.name, '') AS by, ${zoned('d.at', 'd.tenant_id')} AS at, d.document
       FROM lading.draft d LEFT JOIN public.account a ON a.tenant_id = d.tenant_id AND a.id = d.by
      WHERE d.tenant_id = $1 AND (d.entity LIKE 'screen:%') = $2`,
    [actor.tenant, of === 'screens'],
  );
  return new Map(rows.map((draft) => [draft.entity, draft]));
}

/** The role templates that the tenant uses, each with the name of its first role. */
export async function rolesOf(system: SystemDatabase, actor: Actor): Promise<{ code: string; name: string }[]> {
  const { rows } = await system.pool.query<{ code: string; name: string }>(
    `SELECT DISTINCT ON (template) template AS code, name FROM public.role WHERE tenant_id = $1 ORDER BY template, id`,
    [actor.tenant],
  );
  return rows;
}

/** Entities that a document may reference, for pickers. */
export const pickable = (catalog: Catalog, actor: Actor, texts: Texts, culture: Culture) =>
  catalog.entities
    .filter(({ tenancy }) => tenancy === 'tenant' || actor.platform)
    .map((other) => ({
      entity: other.name,
      path: other.path,
      title: other.title.name,
      name: texts.entity(culture, other).name,
      fields: other.fields.map((field) => ({ name: field.name, type: field.meta.type })),
    }));
