import type { Issue } from '../../engine/core/index.ts';
import { can, issue } from '../../engine/core/index.ts';
import type { EscalationRequest } from './escalation-request.ts';
import { isAdministrator, outside } from './escalation-role.ts';
import { codeOfMenu } from './roles.ts';

/** Menu entries grant their code to every role that has them, so only holders of the code may write them. */
export async function menuIssues({ system, catalog, actor, verb, id, values }: EscalationRequest): Promise<Issue[]> {
  if (verb === 'delete') return [];
  const { rows } = await system.pool.query<{ type: string; entity: string | null; permission: string | null }>(
    'SELECT type, entity, permission FROM menu WHERE tenant_id = $1 AND id = $2',
    [actor.tenant, id],
  );
  const before = { type: '1', entity: null, permission: null, ...rows[0] };
  const given = codeOfMenu(catalog, { ...before, ...values });
  const entity = given ? catalog.byName.get(given.entity) : undefined;
  if (!given || !entity || can(actor.rightsOn(entity), given.code)) return [];
  const had = codeOfMenu(catalog, before);
  if (rows[0] && had?.entity === given.entity && had.code === given.code) return [];
  const inTemplate = Object.entries(entity.access).some(
    ([name, grants]) => name !== 'superAdmin' && grants.some(({ codes }) => codes.includes(given.code)),
  );
  if (isAdministrator(actor.facts.type) && inTemplate) return [];
  const path = given.code === 'read' ? 'entity' : 'permission';
  return [issue('grant.notHeld', path, { code: `${entity.path}:${given.code}` })];
}

/**
 * Organisations may be added and moved only within the person's own scope, and deleted only if nobody is assigned to
 * them.
 */
export async function orgIssues(asked: EscalationRequest): Promise<Issue[]> {
  const { system, actor, verb, id, values } = asked;
  if (verb === 'delete') return named(asked, `$2::bigint = ANY ("orgs")`);
  if (verb === 'edit' && !('parent' in values)) return [];
  const { rows } = await system.pool.query<{ parent: string | null }>(
    'SELECT parent::text FROM org WHERE tenant_id = $1 AND id = $2',
    [actor.tenant, id],
  );
  const parent = (values['parent'] as string | null | undefined) ?? '0';
  return rows[0] && (rows[0].parent ?? '0') === parent ? [] : outside([parent], asked, 'parent');
}

/** A position can only be deleted if nobody holds it. */
export const positionIssues = async (asked: EscalationRequest): Promise<Issue[]> =>
  asked.verb === 'delete' ? named(asked, `$2::bigint = ANY ("positions")`) : [];

async function named({ system, actor, id }: EscalationRequest, condition: string): Promise<Issue[]> {
  const { rows } = await system.pool.query(
    `SELECT 1 FROM account WHERE tenant_id = $1 AND ${condition} AND status <> '2' LIMIT 1`,
    [actor.tenant, id],
  );
  return rows.length > 0 ? [issue('inUse', '', { by: 'account' })] : [];
}
