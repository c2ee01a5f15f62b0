import type { Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { beyond } from './covers.ts';
import type { EscalationRequest } from './escalation-request.ts';
import { isAdministrator, outside } from './escalation-role.ts';
import { lengthIssues } from '../settings/password-rule.ts';
import { loadRoles } from './roles.ts';
import { passwordLength } from '../settings/settings.ts';

/** Why this person may not create, change, delete or reset this account. */
export async function accountIssues(asked: EscalationRequest): Promise<Issue[]> {
  const { system, catalog, actor, verb, id, values } = asked;
  const old = id
    ? await system.db
        .selectFrom('account')
        .select(['id', 'roles', 'orgs', 'org', 'adminType'])
        .where('tenant_id', '=', actor.tenant)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (id && !old) return [];
  const protectedOne = old?.adminType === '1' || old?.adminType === '2';
  if (verb === 'delete' && id === actor.facts.id) return [issue('account.deleteSelf', '')];
  if (verb === 'delete' && protectedOne) return [issue('account.deleteAdmin', '')];
  const administrator = isAdministrator(actor.facts.type);
  if (old && !administrator && old.id !== actor.facts.id) {
    const held = await loadRoles(system, catalog, actor.tenant, old.roles ?? []);
    const above = protectedOne || held.some((role) => beyond(catalog, actor, role).length > 0);
    if (above) return [issue('grant.accountAbove', '')];
  }
  const { password } = values;
  const short =
    typeof password === 'string' ? lengthIssues(password, 'password', await passwordLength(system, actor.tenant)) : [];
  if (verb !== 'add' && verb !== 'edit' && verb !== 'import') return short;

  const before = new Set(old?.roles ?? []);
  const wanted = 'roles' in values ? (list(values['roles']) ?? []) : null;
  const added = wanted?.filter((role) => !before.has(role)) ?? [];
  const changed = added.length > 0 || (wanted !== null && wanted.length !== before.size);
  if (protectedOne && changed && actor.facts.type !== 'super') return [issue('grant.rolesOfAdmin', 'roles')];
  if (administrator) return short;
  const roles = await loadRoles(system, catalog, actor.tenant, added);
  const org = typeof values['org'] === 'string' && values['org'] !== old?.org ? [values['org']] : [];
  const orgs = (list(values['orgs']) ?? []).filter((one) => !(old?.orgs ?? []).includes(one));
  return [
    ...short,
    ...roles
      .filter((role) => beyond(catalog, actor, role).length > 0)
      .map(({ name }) => issue('grant.roleAbove', 'roles', { role: name })),
    ...(await outside(org, asked, 'org')),
    ...(await outside(orgs, asked)),
  ];
}

const list = (value: unknown): string[] | null => (Array.isArray(value) ? value.map(String) : null);
