import { issue, type Issue } from '../../engine/core/index.ts';
import type { EscalationRequest } from './escalation-request.ts';
import { lengthIssues } from '../settings/password-rule.ts';
import { passwordLength, readSetting } from '../settings/settings.ts';

/** The default password must satisfy the tenant's minimum length, whichever of the two settings changes. */
export async function settingIssues({ system, actor, id, values }: EscalationRequest): Promise<Issue[]> {
  const { value } = values;
  if (!id || typeof value !== 'string') return [];
  const { rows } = await system.pool.query<{ code: string }>(
    'SELECT code FROM config WHERE tenant_id = $1 AND id = $2',
    [actor.tenant, id],
  );
  const code = rows[0]?.code;
  if (code === 'DEFAULT_PASSWORD') {
    return lengthIssues(value, 'value', await passwordLength(system, actor.tenant));
  }
  if (code !== 'PASSWORD_LENGTH') return [];
  const standard = await readSetting(system, actor.tenant, 'DEFAULT_PASSWORD');
  return standard !== null && standard.length < Number(value) ? [issue('password.defaultTooShort', 'value')] : [];
}
