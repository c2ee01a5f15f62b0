import { createHash, randomBytes } from 'node:crypto';
import { can, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { readPlain } from '../operations/read/read-record.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { beyond } from './covers.ts';
import { isMemberRole } from './rights.ts';
import { loadRoles } from './roles.ts';

/** Maximum duration of a preview, which also ends with its parent session. */
const lifetime = '1 hour';

/**
 * Opens a preview session with exactly one role's rights, for a person who may edit the role and has all its read
 * permissions; a member role needs a customer whose records to show. Answers the token, which is not stored. Audited on
 * the role.
 */
export async function startPreview(
  context: Context,
  system: SystemDatabase,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
): Promise<{ token: string; role: string }> {
  const entity = actor.catalog.byName.get('role');
  if (!entity || !can(actor.rightsOn(entity), 'edit')) {
    throw new AppError('forbidden', { params: { code: 'sysRole:edit' } });
  }
  const record = JSON.parse(await readPlain(context, actor, entity, input['id'])) as { id: string; version: number };
  const [role] = await loadRoles(system, actor.catalog, actor.tenant, [record.id]);
  if (!role || !('tokenHash' in actor.entrance)) throw new AppError('notFound');
  if (beyond(actor.catalog, actor, role, (code) => code === 'read').length > 0) {
    throw refused(issue('preview.beyond', ''));
  }
  const member = isMemberRole(role) ? await customerOf(context, actor, input['customer']) : null;
  const token = randomBytes(32).toString('base64url');
  await system.pool.query(
    `WITH opened AS (
       INSERT INTO lading.session_token
         (token_hash, tenant_id, session_id, account_id, member_id, time_zone, expires_at, preview_role, preview_of)
       SELECT $1::bytea, tenant_id, session_id, account_id, $2::bigint, time_zone,
              least(expires_at, now() + interval '${lifetime}'), $3::bigint, $4::bytea
         FROM lading.session_token WHERE token_hash = $4::bytea AND revoked_at IS NULL AND preview_of IS NULL
       RETURNING tenant_id, account_id)
     INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT tenant_id, $5::bigint, 'role', $3::bigint, 'preview', $6::bigint, account_id, '[]' FROM opened`,
    [hash(token), member, record.id, actor.entrance.tokenHash, context.newId(), record.version],
  );
  return { token, role: role.name };
}

/** Ends a preview; its parent session continues. */
export async function endPreview(context: Context, system: SystemDatabase, actor: Actor): Promise<void> {
  if (!actor.preview || !('tokenHash' in actor.entrance)) throw refused(issue('preview.none', ''));
  await system.pool.query(
    `WITH ended AS (
       UPDATE lading.session_token SET revoked_at = now() WHERE token_hash = $1 AND revoked_at IS NULL
       RETURNING tenant_id, account_id, preview_role)
     INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT e.tenant_id, $2::bigint, 'role', e.preview_role, 'endPreview',
            (SELECT version FROM role r WHERE r.tenant_id = e.tenant_id AND r.id = e.preview_role), e.account_id, '[]'
       FROM ended e`,
    [actor.entrance.tokenHash, context.newId()],
  );
}

async function customerOf(context: Context, actor: Actor, id: unknown): Promise<string> {
  const customers = actor.catalog.byName.get('customer');
  if (id === undefined || id === null || id === '' || !customers) throw refused(issue('required', 'customer'));
  const { id: found } = JSON.parse(await readPlain(context, actor, customers, id)) as { id: string };
  return found;
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();
