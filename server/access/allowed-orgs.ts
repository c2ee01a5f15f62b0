import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/**
 * The organisations whose data this person may grant: those of their scopes and those assigned to them. Null means all:
 * administrators, and holders of a role over all data.
 */
export async function allowedOrgs(system: SystemDatabase, actor: Actor): Promise<ReadonlySet<string> | null> {
  if (['super', 'admin', 'system'].includes(actor.facts.type)) return null;
  const { rows } = await system.pool.query<{ id: string | null; all: boolean }>(
    `WITH RECURSIVE person AS (SELECT org, "orgs" FROM account WHERE tenant_id = $1 AND id = $2),
       held AS (SELECT "dataScopeType" AS scope, "orgs" FROM role WHERE tenant_id = $1 AND id = ANY ($3::bigint[])),
       below AS (SELECT org AS id FROM person WHERE EXISTS (SELECT 1 FROM held WHERE scope = '2')
                 UNION SELECT o.id FROM org o JOIN below b ON o.parent = b.id WHERE o.tenant_id = $1)
     SELECT id::text, false AS all FROM below
     UNION SELECT org::text, false FROM person WHERE EXISTS (SELECT 1 FROM held WHERE scope = '3')
     UNION SELECT unnest("orgs")::text, false FROM person
     UNION SELECT unnest("orgs")::text, false FROM held WHERE scope = '5'
     UNION SELECT NULL, true FROM held WHERE scope = '1'`,
    [actor.tenant, actor.facts.id, actor.roleIds],
  );
  return rows.some(({ all }) => all) ? null : new Set(rows.flatMap(({ id }) => id ?? []));
}
