import {
  defineCommand,
  issue,
  type ActingServices,
  type CommandCall,
  type HeldGrant,
  type JsonSchema,
} from '../../modules/module.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const needs = { entity: 'customer-config', code: 'edit' } as const;
const maxRoles = 50;

/** Every page needs these; they are given along with whatever else a role has. */
const basics = ['received-notice', 'file', 'dict-type', 'dict-data'];

export interface RoleGrant {
  readonly entity: string;
  readonly codes: string;
  readonly hide: string | null;
}

/** What of these grants the person does not hold themselves: a code, or a field that they do not see. */
export function beyondHeld(held: readonly HeldGrant[], grants: readonly RoleGrant[]): readonly RoleGrant[] {
  return grants.filter(({ entity, codes, hide }) => {
    const own = held.find((each) => each.entity === entity);
    const codesHeld = new Set(own?.codes.map(({ code }) => code));
    const isHidden = new Set(hide?.split(','));
    return !codes.split(',').every((code) => codesHeld.has(code)) || !own?.hidden.every((name) => isHidden.has(name));
  });
}

/** Role names are unique in a tenant, so the customer's code is appended; no customer learns another's names. */
export const shownName = `CASE WHEN right(r.name, length(c.code) + 3) = ' (' || c.code || ')'
  THEN left(r.name, -length(c.code) - 3) ELSE r.name END AS name`;

const ownRolesSql = `SELECT r.id::text AS id, r.version::integer AS version, ${shownName}, r.remark,
    (SELECT count(*)::integer FROM account a WHERE a.tenant_id = r.tenant_id AND a.customer = r.customer AND r.id = ANY (a.roles)) AS people,
    coalesce((SELECT json_agg(json_build_object('entity', g.entity, 'codes', g.codes, 'hide', g.hide) ORDER BY g.entity)
      FROM role__grants g WHERE g.tenant_id = r.tenant_id AND g.parent_id = r.id), '[]') AS grants
  FROM role r JOIN customer c ON c.tenant_id = r.tenant_id AND c.id = r.customer
 WHERE r.tenant_id = $1 AND r.customer = $2 ORDER BY r.name, r.id`;

interface OwnRole {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly remark: string | null;
  readonly people: number;
  readonly grants: readonly RoleGrant[];
}

async function readRoles(call: CommandCall): Promise<readonly OwnRole[]> {
  const { member } = call.actor;
  if (member === null) return call.forbid();
  return await call.read<OwnRole>(ownRolesSql, [call.tenant, member]);
}

/** A role of the caller's customer that gives nothing beyond what the caller holds. */
async function demandRole(call: CommandCall): Promise<OwnRole> {
  const role = (await readRoles(call)).find((each) => each.id === call.body['id']);
  if (!role) return call.refuse(issue('reference.missing', 'id'));
  if (beyondHeld(call.held(), role.grants).length > 0)
    return call.refuse(issue('members.roleAbove', 'id', { role: role.name }));
  return role;
}

const list = defineCommand({
  path: 'Members/roles',
  body: { type: 'object', properties: {} },
  answer: {
    type: 'object',
    required: ['roles', 'held'],
    properties: {
      roles: { type: 'array', items: { type: 'object' } },
      held: { type: 'array', description: 'What the caller may grant.', items: { type: 'object' } },
    },
    examples: [
      {
        roles: [{ id: '4', version: 1, name: 'Packer', people: 2, mayEdit: true, grants: { order: ['read'] } }],
        held: [{ entity: 'order', title: 'Orders', codes: [{ code: 'read', word: 'See' }] }],
      },
    ],
  },
  needs,
  perMinute: 120,
  async run(call) {
    const roles = await readRoles(call);
    const held = call.held();
    return {
      roles: roles.map(({ grants, ...role }) => ({
        ...role,
        mayEdit: beyondHeld(held, grants).length === 0,
        grants: Object.fromEntries(
          grants.flatMap(({ entity, codes }) => (basics.includes(entity) ? [] : [[entity, codes.split(',')]])),
        ),
      })),
      held: held.flatMap(({ entity, title, codes }) => (basics.includes(entity) ? [] : [{ entity, title, codes }])),
    };
  },
});

type Wanted = Readonly<Record<string, readonly string[]>>;

/** Lines of the role, or nothing where the person does not hold all of it. The right to act includes the right to read. */
function grantsOf(call: CommandCall, wanted: Wanted): readonly Readonly<Record<string, unknown>>[] {
  const held = call.held();
  const asked = Object.entries(wanted).filter(([, codes]) => codes.length > 0);
  for (const [entity, codes] of asked) {
    const own = held.find((each) => each.entity === entity);
    const missing = codes.find((code) => !own?.codes.some((each) => each.code === code));
    if (missing)
      call.refuse(issue('members.codeAbove', `grants.${entity}`, { entity: own?.title ?? entity, code: missing }));
  }
  const chosen = new Map(asked.map(([entity, codes]) => [entity, new Set(['read', ...codes])]));
  for (const entity of basics) chosen.set(entity, new Set(['read']));
  return held.flatMap(({ entity, codes, hidden }) => {
    const given = codes.filter(({ code }) => chosen.get(entity)?.has(code)).map(({ code }) => code);
    return given.length === 0 ? [] : [{ entity, codes: given.join(), rows: 'all', hide: hidden.join() || null }];
  });
}

const customerSql = `SELECT c.code, (SELECT count(*)::integer FROM role r WHERE r.tenant_id = c.tenant_id AND r.customer = c.id) AS roles
  FROM customer c WHERE c.tenant_id = $1 AND c.id = $2`;

const save = defineCommand({
  path: 'Members/saveRole',
  body: {
    type: 'object',
    required: ['name', 'grants'],
    properties: {
      id: { ...id, description: 'Nothing for a new role.' },
      version: { type: 'integer', minimum: 1 },
      name: { type: 'string', minLength: 1, maxLength: 36, pattern: '\\S' },
      remark: { type: ['string', 'null'], maxLength: 200 },
      grants: {
        type: 'object',
        description: 'Codes by entity.',
        maxProperties: 200,
        additionalProperties: {
          type: 'array',
          maxItems: 100,
          items: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,59}$' },
        },
      },
    },
    examples: [{ name: 'Packer', grants: { order: ['read'], package: ['read', 'print'] } }],
  },
  answer: { type: 'object', required: ['id'], properties: { id }, examples: [{ id: '4' }] },
  needs,
  perMinute: 30,
  async run(call) {
    const { member } = call.actor;
    if (member === null) return call.forbid();
    const {
      version,
      name,
      remark = null,
      grants,
    } = call.body as {
      version?: number;
      name: string;
      remark?: string | null;
      grants: Wanted;
    };
    const old = call.body['id'] === undefined ? null : await demandRole(call);
    const [home] = await call.read(customerSql, [call.tenant, member]);
    if (!old && Number(home?.['roles']) >= maxRoles)
      return call.refuse(issue('members.tooManyRoles', '', { max: maxRoles }));
    const lines = grantsOf(call, grants);
    const key = call.services.newId();
    const shown = { name: `${name.trim()} (${String(home?.['code'])})`, remark, grants: lines };
    const fixed = {
      ...{ code: `own-${key}`, customer: member, template: 'none', within: 'member' },
      ...{ roleType: '0', dataScopeType: '4', sort: 900 },
    };
    // The system writes roles; the request was validated above and is bounded again whenever rights are read.
    const system = await (call.services as ActingServices).asSystem(call.tenant);
    const row = old
      ? { key, id: old.id, version: version ?? old.version, values: shown }
      : { key, values: { ...fixed, ...shown } };
    const [saved] = await system.save('role', [row]);
    return saved?.ok ? { id: saved.id } : call.refuse(...(saved?.issues ?? []));
  },
});

const remove = defineCommand({
  path: 'Members/removeRole',
  body: { type: 'object', required: ['id'], properties: { id }, examples: [{ id: '4' }] },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs,
  perMinute: 30,
  async run(call) {
    const role = await demandRole(call);
    if (role.people > 0) return call.refuse(issue('members.roleInUse', 'id', { role: role.name, count: role.people }));
    const system = await (call.services as ActingServices).asSystem(call.tenant);
    const issues = await system.remove('role', role.id);
    return issues.length > 0 ? call.refuse(...issues) : {};
  },
});

export const ownRoleCommands = [list, save, remove];
