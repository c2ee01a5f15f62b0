import type { Catalog, Entity, Grant, Rights } from '../../engine/core/index.ts';

/** The parts of a role that determine rights: its template and its own grants. */
export interface HeldRole {
  id: string;
  code: string;
  template: string;
  /** A template that limits the role's own grants; `none` if there is no limit. */
  within?: string | null;
  dataScopeType: string;
  grants: readonly { entity: string; codes: string; rows: string; hide: string | null }[];
  /** Codes of the menu entries granted to the role. */
  menuCodes?: readonly { entity: string; code: string }[];
}

/** Whether the holder is staff or a member, and what the platform withholds from the tenant (`entity:code`). */
export interface Person {
  platform: boolean;
  member: boolean;
  closed: readonly string[];
}

/** Data scopes in the API (1 all, 2 own organisation and below, 3 own organisation, 4 own records, 5 a list). */
const scopes: Record<string, string> = { '1': 'all', '2': 'orgAndBelow', '3': 'org', '4': 'self', '5': 'custom' };

/**
 * The rights of a set of roles on an entity: each template's grants from the schema and each role's own ones. `admin`
 * and `superAdmin` have every code unless the schema names them; platform entities are only for the platform's tenant,
 * and members only reach owned and shared entities.
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

/** The scope of a role as named in grants. */
export const scopeOf = (dataScopeType: string): string => scopes[dataScopeType] ?? 'self';

/** Grants of menu entries: their codes, on the role's data scope if the entity's rows have owners. */
function menuGrants(entity: Entity, role: HeldRole): Grant[] {
  const codes = (role.menuCodes ?? []).flatMap((each) =>
    each.entity === entity.name && entity.codes.includes(each.code) ? [each.code] : [],
  );
  if (codes.length === 0) return [];
  const belongs = entity.owner !== null || entity.org !== null;
  return [{ codes, rows: belongs ? scopeOf(role.dataScopeType) : 'all', hide: [], readOnly: [] }];
}

/** Whether this role is held by members. */
export const isMemberRole = ({ template, within }: Pick<HeldRole, 'template' | 'within'>): boolean =>
  template === 'member' || within === 'member';

/** An own grant limited by the role's template: the template's codes, rows and hidden fields apply. */
function inside(entity: Entity, role: HeldRole, grant: Grant): readonly Grant[] {
  if (!role.within || role.within === 'none') return [grant];
  return templateGrants(entity, role.within).flatMap((bound) => {
    const { rows, hide, readOnly } = scoped(bound, role);
    const codes = grant.codes.filter((code) => bound.codes.includes(code));
    if (codes.length === 0) return [];
    return [{ codes, rows, hide: [...hide, ...grant.hide], readOnly: [...readOnly, ...grant.readOnly] }];
  });
}

/** Where a template restricts rows by organisation, the role's data scope replaces that restriction. */
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

/** A key of everything that the rights of these roles depend on; people with equal keys share compiled rights. */
export const rightsKey = (roles: readonly HeldRole[], person: Person): string =>
  JSON.stringify([
    person,
    roles.map((role) => [role.template, role.within, role.dataScopeType, role.grants, role.menuCodes]),
  ]);

/** Permission codes of the API: `Order:page` and similar for reading, `Order:add`, `Order:submit`. */
export function permissionCodes(catalog: Catalog, rightsOn: (entity: Entity) => Rights): string[] {
  const reading = ['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate'];
  return catalog.entities.flatMap((entity) => {
    const held = new Set(rightsOn(entity).flatMap((grant) => grant.codes));
    const verbs = entity.codes.flatMap((code) => (!held.has(code) ? [] : code === 'read' ? reading : [code]));
    return verbs.map((verb) => `${entity.path}:${verb}`);
  });
}
