import type { Catalog, Entity, Grant, Rights } from '../../engine/core/index.ts';

/** The parts of a role that determine rights: its template and its own grants. */
export interface HeldRole {
  id: string;
  code: string;
  template: string;
  /** A template that limits the role's own grants; `none` if there is no limit. */
  within?: string | null;
  /** Roles of the customer whose own role this is: it gives no more than they give together. */
  bounds?: readonly HeldRole[];
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
  return roles.flatMap((role) => grantsOf(entity, role)).map(open);
}

/** Grants of a role: those of its template, and its own as far as its limits go. */
function grantsOf(entity: Entity, role: HeldRole): readonly Grant[] {
  const own = role.grants.filter((line) => line.entity === entity.name).map((line) => lineGrant(entity, line));
  return [
    ...templateGrants(entity, role.template).map((grant) => scoped(grant, role)),
    ...[...menuGrants(entity, role), ...own].flatMap((grant) => inside(entity, role, grant)),
  ];
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

/** An own grant within the role's limits: their codes, rows and hidden fields apply. */
function inside(entity: Entity, role: HeldRole, grant: Grant): readonly Grant[] {
  const limits = limitsOf(entity, role);
  if (!limits) return [grant];
  return limits.flatMap(({ codes: limit, rows, hide, readOnly }) => {
    const codes = grant.codes.filter((code) => limit.includes(code));
    if (codes.length === 0) return [];
    return [{ codes, rows, hide: [...hide, ...grant.hide], readOnly: [...readOnly, ...grant.readOnly] }];
  });
}

/** A customer's own role stays within what the customer was given, any other within its template; null: no limit. */
function limitsOf(entity: Entity, role: HeldRole): readonly Grant[] | null {
  if (role.bounds) return role.bounds.flatMap((bound) => grantsOf(entity, bound));
  if (!role.within || role.within === 'none') return null;
  return templateGrants(entity, role.within).map((bound) => scoped(bound, role));
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
  JSON.stringify([person, roles.map(keyOf)]);

const keyOf = (role: HeldRole): readonly unknown[] => [
  ...[role.template, role.within, role.dataScopeType, role.grants, role.menuCodes],
  role.bounds?.map(keyOf),
];

/** Permission codes of the API: `Order:page` and similar for reading, `Order:add`, `Order:submit`. */
export function permissionCodes(catalog: Catalog, rightsOn: (entity: Entity) => Rights): string[] {
  const reading = ['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate'];
  return catalog.entities.flatMap((entity) => {
    const held = new Set(rightsOn(entity).flatMap((grant) => grant.codes));
    const verbs = entity.codes.flatMap((code) => (!held.has(code) ? [] : code === 'read' ? reading : [code]));
    return verbs.map((verb) => `${entity.path}:${verb}`);
  });
}
