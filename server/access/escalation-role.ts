import type { Catalog, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { allowedOrgs } from './allowed-orgs.ts';
import { beyond } from './covers.ts';
import type { EscalationRequest } from './escalation-request.ts';
import type { HeldRole } from './rights.ts';
import { codeOfMenu, loadRoles, type LoadedRole } from './roles.ts';

/** Whether a person may use every template of the tenant; the schema withholds the platform's own. */
export const isAdministrator = (type: string): boolean => type === 'admin' || type === 'super';

const blank: LoadedRole = {
  id: '0',
  code: '',
  name: '',
  template: 'none',
  dataScopeType: '4',
  grants: [],
  orgs: [],
  menus: [],
  menuCodes: [],
};

/** Why this person may not create this role or change it in this way. */
export async function roleIssues({ system, catalog, actor, verb, id, values }: EscalationRequest): Promise<Issue[]> {
  if (verb === 'delete') return [];
  const [old] = id ? await loadRoles(system, catalog, actor.tenant, [id]) : [];
  const administrator = isAdministrator(actor.facts.type);
  if (old && !administrator && beyond(catalog, actor, old).length > 0) return [issue('grant.aboveYou', '')];
  const next = {
    ...(old ?? blank),
    ...(values as Partial<LoadedRole>),
    menuCodes: Array.isArray(values['menus'])
      ? await menuCodes(system, catalog, actor.tenant, values['menus'] as string[])
      : old?.menuCodes,
  };
  const lines = (values['grants'] ?? []) as HeldRole['grants'];
  const parts = {
    template: { ...next, menuCodes: [], grants: [] },
    menus: { ...next, template: memberOrNone(next), grants: [] },
    grants: { ...next, template: memberOrNone(next), menuCodes: [] },
  };
  const found = administrator ? [] : beyond(catalog, actor, parts.template).map((each) => at('template', each));
  const wider = administrator ? [] : await outside(next.dataScopeType === '5' ? next.orgs : [], { system, actor });
  return [
    ...unknownNames(catalog, lines),
    ...found,
    ...notTheirs(catalog, actor, parts.menus).map((each) => at('menus', each)),
    ...notTheirs(catalog, actor, parts.grants),
    ...wider,
  ];
}

/** A member role's own grants only reach the member's rows; its template is checked separately. */
const memberOrNone = ({ template }: { template: string }): string => (template === 'member' ? 'member' : 'none');

/** Leaves out what the tenant's templates grant, because administrators may always grant that. */
function notTheirs(catalog: Catalog, actor: EscalationRequest['actor'], role: LoadedRole): Issue[] {
  const found = beyond(catalog, actor, role);
  if (!isAdministrator(actor.facts.type)) return found;
  return found.filter(({ params }) => {
    const [path = '', code = ''] = String(params?.['code']).split(':');
    const entity = catalog.byPath.get(path.toLowerCase());
    const templates = Object.entries(entity?.access ?? {}).filter(([name]) => name !== 'superAdmin');
    return !templates.some(([, grants]) => grants.some(({ codes }) => codes.includes(code)));
  });
}

/** Issues for unknown names in grants, which would have no effect. */
function unknownNames(catalog: Catalog, lines: HeldRole['grants']): Issue[] {
  return lines.flatMap((line, row) => {
    const entity = catalog.byName.get(String(line.entity ?? ''));
    if (!entity) return [issue('schema.unknownEntity', `grants[${row}].entity`, { entity: String(line.entity ?? '') })];
    const named = (text: unknown) => (typeof text === 'string' ? text.split(',') : []).filter(Boolean);
    const codes = line.codes === '*' ? [] : named(line.codes).filter((code) => !entity.codes.includes(code));
    const fields = named(line.hide).filter((name) => !entity.byName.has(name));
    return [
      ...codes.map((code) => issue('schema.unknownCode', `grants[${row}].codes`, { code })),
      ...fields.map((field) => issue('schema.unknownField', `grants[${row}].hide`, { field })),
    ];
  });
}

async function menuCodes(
  system: EscalationRequest['system'],
  catalog: Catalog,
  tenant: string,
  ids: readonly string[],
) {
  const { rows } = await system.pool.query<{ type: string; entity: string | null; permission: string | null }>(
    'SELECT type, entity, permission FROM menu WHERE tenant_id = $1 AND id = ANY ($2::bigint[])',
    [tenant, ids],
  );
  return rows.flatMap((row) => codeOfMenu(catalog, row) ?? []);
}

/** Organisations beyond those whose data the person may grant. */
export async function outside(
  orgs: readonly string[] | null,
  { system, actor }: Pick<EscalationRequest, 'system' | 'actor'>,
  path = 'orgs',
): Promise<Issue[]> {
  if (!orgs?.length) return [];
  const allowed = await allowedOrgs(system, actor);
  return allowed && orgs.some((id) => !allowed.has(id)) ? [issue('grant.orgOutside', path)] : [];
}

const at = (path: string, found: Issue): Issue => ({ ...found, path });
