import type { Catalog, Entity, Rights } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { ReadScope } from '../store/list-sql.ts';
import { beyond } from './covers.ts';
import type { LoadedRole } from './roles.ts';

interface Look {
  rightsOn(entity: Entity): Rights;
  lensOn(entity: Entity): ReadScope;
  menus: ReadonlySet<string> | null;
  member_id: string | null;
  expires_at: Date | string;
}

/**
 * A person with exactly one role's rights; callers must prevent writes. Null if the role sees more than the person may:
 * then there is no session either.
 */
export function previewActor(catalog: Catalog, person: Actor, role: LoadedRole, look: Look): Actor | null {
  if (beyond(catalog, person, role, (code) => code === 'read').length > 0) return null;
  const member = look.member_id !== null;
  return {
    ...person,
    rightsOn: look.rightsOn,
    lensOn: look.lensOn,
    menus: look.menus,
    member,
    roleIds: [role.id],
    facts: { ...person.facts, type: member ? 'member' : 'staff', member: look.member_id, roles: [role.code] },
    preview: { role: role.id, name: role.name, until: new Date(look.expires_at).toISOString() },
  };
}
