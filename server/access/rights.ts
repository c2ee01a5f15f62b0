import type { Catalog, Entity, Grant, Rights } from '../../engine/core/index.ts';

/** A role as it counts for rights: its template, and the grants of its own. */
export interface HeldRole {
  id: string;
  code: string;
  template: string;
  /** A template beyond which its own grants give nothing; `none` where they stand alone. */
  within?: string | null;
  dataScopeType: string;
  grants: readonly { entity: string; codes: string; rows: string; hide: string | null }[];
  /** Codes that come with the menu entries which the role was given. */
  menuCodes?: readonly { entity: string; code: string }[];
}

/** On which side of the walls the roles are held, and what the platform keeps from the tenant (`entity:code`). */
export interface Person {
  platform: boolean;
  member: boolean;
  closed: readonly string[];
}

/** The data scopes of the wire (contract: 1 all, 2 own organisation and below, 3 own, 4 self, 5 a list). */
const scopes: Record<string, string> = { '1': 'all', '2': 'orgAndBelow', '3': 'org', '4': 'self', '5': 'custom' };

/**
 * What a set of roles holds on an entity: each template's grants from the schema, each role's own lines, every grant
 * whole. `admin` and `superAdmin` have every code unless the schema names them; the platform's entities are for the
 * platform's tenant alone, and nothing but owned and shared entities is for members.
 */
export function rightsOf(entity: Entity, roles: readonly HeldRole[], person: Person): Rights {
  if (entity.tenancy === 'platform' && !person.platform) return [];
  if (person.member && entity.owner === null) return [];
  const shut = new Set(person.closed);
  if (shut.has(`${entity.name}:read`)) return [];
  const open = (grant: Grant): Grant =>
    shut.size === 0 ? grant : { ...grant, codes: grant.codes.filter((code) => !shut.has(`${entity.name}:${code}`)) };
  const held = roles.flatMap((role) => {
    const own = role.grants.filter((line) => line.entity === entity.name).map((line) => lineGrant(entity, line));
    return [
      ...templateGrants(entity, role.template).map((grant) => scoped(grant, role)),
      ...[...menuGrants(entity, role), ...own].flatMap((grant) => inside(entity, role, grant)),
    ];
  });
  return held.map(open);
}

/** The scope of a role, as the language of grants has it. */
export const scopeOf = (dataScopeType: string): string => scopes[dataScopeType] ?? 'self';

/** Screens and buttons of the menu: their codes, on the rows of the role's scope where rows belong to somebody. */
function menuGrants(entity: Entity, role: HeldRole): Grant[] {
  const codes = (role.menuCodes ?? []).flatMap((each) =>
    each.entity === entity.name && entity.codes.includes(each.code) ? [each.code] : [],
  );
  if (codes.length === 0) return [];
  const belongs = entity.owner !== null || entity.org !== null;
  return [{ codes, rows: belongs ? scopeOf(role.dataScopeType) : 'all', hide: [], readOnly: [] }];
}

/** Whether people behind a member's wall hold this role. */
export const isMemberRole = ({ template, within }: Pick<HeldRole, 'template' | 'within'>): boolean =>
  template === 'member' || within === 'member';

/** What is left of an own grant within the template that bounds its role: its codes there, on its rows, without what it hides. */
function inside(entity: Entity, role: HeldRole, grant: Grant): readonly Grant[] {
  if (!role.within || role.within === 'none') return [grant];
  return templateGrants(entity, role.within).flatMap((bound) => {
    const { rows, hide, readOnly } = scoped(bound, role);
    const codes = grant.codes.filter((code) => bound.codes.includes(code));
    if (codes.length === 0) return [];
    return [{ codes, rows, hide: [...hide, ...grant.hide], readOnly: [...readOnly, ...grant.readOnly] }];
  });
}

/** Where a template narrows rows by organisation, the role's own data scope says how; everything else stands. */
function scoped(grant: Grant, role: HeldRole): Grant {
  const byOrganisation = ['orgAndBelow', 'org', 'custom'].includes(String(grant.rows));
  return byOrganisation ? { ...grant, rows: scopeOf(role.dataScopeType) } : grant;
}

function templateGrants(entity: Entity, template: string): readonly Grant[] {
  const named = entity.access[template];
  if (named) return named;
  const whole = template === 'admin' || template === 'superAdmin';
  return whole ? [{ codes: entity.codes, rows: 'all', hide: [], readOnly: [] }] : [];
}

function lineGrant(entity: Entity, line: HeldRole['grants'][number]): Grant {
  const list = (text: string | null) => (text ?? '').split(',').flatMap((word) => word.trim() || []);
  return {
    codes: line.codes.trim() === '*' ? entity.codes : list(line.codes),
    rows: line.rows,
    hide: list(line.hide),
    readOnly: [],
  };
}

/** Everything on which the rights of these roles depend, as one text: people with equal keys share what is compiled. */
export const rightsKey = (roles: readonly HeldRole[], person: Person): string =>
  JSON.stringify([
    person,
    roles.map((role) => [role.template, role.within, role.dataScopeType, role.grants, role.menuCodes]),
  ]);

/** Permission codes as the wire lists them: `Order:page` and its kin for reading, `Order:add`, `Order:submit`. */
export function permissionCodes(catalog: Catalog, rightsOn: (entity: Entity) => Rights): string[] {
  const reading = ['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate'];
  return catalog.entities.flatMap((entity) => {
    const held = new Set(rightsOn(entity).flatMap((grant) => grant.codes));
    const verbs = entity.codes.flatMap((code) => (!held.has(code) ? [] : code === 'read' ? reading : [code]));
    return verbs.map((verb) => `${entity.path}:${verb}`);
  });
}
