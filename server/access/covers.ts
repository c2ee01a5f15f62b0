import type { Catalog, Entity, Grant, Issue, Rights } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import { isMemberRole, rightsOf } from './rights.ts';
import type { LoadedRole } from './roles.ts';

/** Whether the scope `own` includes the rows of `asked`, within one organisation. */
const wider: Readonly<Record<string, readonly string[]>> = {
  orgAndBelow: ['orgAndBelow', 'org', 'custom', 'self'],
  org: ['org', 'custom', 'self'],
  custom: ['custom', 'self'],
  self: ['self'],
};

/**
 * Permissions of a role that this person lacks: one issue per entity and code. `only` limits the check to some codes (a
 * preview needs only reading). A member role's rows belong to that member, so only codes count there.
 */
export function beyond(
  catalog: Catalog,
  actor: Actor,
  role: LoadedRole,
  only: (code: string) => boolean = () => true,
): Issue[] {
  const member = isMemberRole(role);
  return catalog.entities.flatMap((entity) => {
    const given = rightsOf(entity, [role], { platform: actor.platform, member, closed: actor.closed });
    return beyondOn(entity, actor.rightsOn(entity), given, member, only);
  });
}

function beyondOn(
  entity: Entity,
  own: Rights,
  given: Rights,
  member: boolean,
  only: (code: string) => boolean,
): Issue[] {
  const missing = new Set<string>();
  for (const grant of given) {
    for (const code of grant.codes) {
      if (!entity.codes.includes(code) || !only(code)) continue;
      if (own.some((mine) => mine.codes.includes(code) && contains(mine, grant, member))) continue;
      missing.add(code);
    }
  }
  return [...missing].map((code) => issue('grant.notHeld', 'grants', { code: `${entity.path}:${code}` }));
}

function contains(own: Grant, asked: Grant, member: boolean): boolean {
  const rows = member || own.rows === 'all' || sameRows(own, asked) || widerRows(own, asked);
  const shut = (grant: Grant) => new Set([...grant.hide, ...grant.readOnly]);
  const askedShut = shut(asked);
  return (
    rows && own.hide.every((name) => asked.hide.includes(name)) && [...shut(own)].every((name) => askedShut.has(name))
  );
}

const sameRows = (own: Grant, asked: Grant): boolean =>
  typeof own.rows !== 'string' && typeof asked.rows !== 'string' && own.rows.text === asked.rows.text;

const widerRows = (own: Grant, asked: Grant): boolean =>
  typeof own.rows === 'string' && typeof asked.rows === 'string' && (wider[own.rows] ?? []).includes(asked.rows);
