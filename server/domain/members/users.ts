import { randomBytes } from 'node:crypto';
import { sendInvitation } from './invitation.ts';
import { beyondHeld, shownName, type RoleGrant } from './own-roles.ts';
import { defineCommand, issue, type ActingServices, type CommandCall, type JsonSchema } from '../../modules/module.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const ids: JsonSchema = { type: 'array', maxItems: 20, items: id };
/** Who may change the company's settings looks after its people. */
const needs = { entity: 'customer-config', code: 'edit' } as const;

const rolesSql = `SELECT r.id::text AS id, ${shownName}, r.code, r.template, r.customer IS NOT NULL AS own,
    coalesce((SELECT json_agg(json_build_object('entity', g.entity, 'codes', g.codes, 'hide', g.hide)) FROM role__grants g
      WHERE g.tenant_id = r.tenant_id AND g.parent_id = r.id), '[]') AS grants
  FROM role r LEFT JOIN customer c ON c.tenant_id = r.tenant_id AND c.id = r.customer
 WHERE r.tenant_id = $1 AND (r.template = 'member' OR r.within = 'member') AND (r.customer IS NULL OR r.customer = $2)
  ORDER BY r.sort, r.id`;

interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly template: string;
  readonly own: boolean;
  readonly grants: readonly RoleGrant[];
}

const wholeSql = `SELECT EXISTS (SELECT FROM account a JOIN role r ON r.tenant_id = a.tenant_id AND r.id = ANY (a.roles)
  WHERE a.tenant_id = $1 AND a.id = $2 AND r.template = 'member') AS whole`;

/** Member roles, each with whether this person holds all its rights, because people cannot grant more than they have. */
async function rolesFor(call: CommandCall) {
  const { member, id: self } = call.actor;
  if (member === null) return call.forbid();
  const [rows, [own]] = await Promise.all([
    call.read<RoleRow>(rolesSql, [call.tenant, member]),
    call.read(wholeSql, [call.tenant, self]),
  ]);
  const held = call.held();
  const holds = ({ template, grants }: RoleRow): boolean =>
    own?.['whole'] === true || (template !== 'member' && beyondHeld(held, grants).length === 0);
  return rows.map((row) => ({ ...row, mayGive: holds(row) }));
}

const usersSql = `SELECT a.id::text AS id, a.version::integer AS version, a.name, a.account, a.email, a.status,
    coalesce((SELECT json_agg(r::text) FROM unnest(a.roles) r), '[]') AS roles
  FROM account a WHERE a.tenant_id = $1 AND a.customer = $2 AND a."adminType" = '4' ORDER BY a.id`;

interface User {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly roles: readonly string[];
}

const readUsers = async (call: CommandCall): Promise<readonly User[]> =>
  await call.read<User>(usersSql, [call.tenant, call.actor.member]);

/** The people of the caller's own customer, and the roles that there are. */
const list = defineCommand({
  path: 'Members/users',
  body: { type: 'object', properties: {} },
  answer: {
    type: 'object',
    required: ['users', 'roles', 'self'],
    properties: {
      users: { type: 'array', items: { type: 'object' } },
      roles: { type: 'array', items: { type: 'object' } },
      self: id,
    },
    examples: [{ users: [{ id: '31', name: 'Ann', roles: ['4'] }], roles: [{ id: '4', name: 'Buyer' }], self: '30' }],
  },
  needs,
  perMinute: 120,
  async run(call) {
    const roles = await rolesFor(call);
    const shown = roles.map(({ id: role, name, code, own, mayGive }) => ({ id: role, name, code, own, mayGive }));
    return { users: await readUsers(call), roles: shown, self: call.actor.id };
  },
});

async function demandRoles(call: CommandCall, wanted: readonly string[]): Promise<void> {
  const roles = await rolesFor(call);
  for (const role of wanted) {
    const found = roles.find((each) => each.id === role);
    if (!found) return call.refuse(issue('reference.missing', 'roles'));
    if (!found.mayGive) return call.refuse(issue('members.roleAbove', 'roles', { role: found.name }));
  }
  return undefined;
}

/** Another person of the caller's customer, none of whose roles is above the caller. */
async function demandOther(call: CommandCall): Promise<User> {
  const user = (await readUsers(call)).find((each) => each.id === call.body['account']);
  if (!user) return call.refuse(issue('reference.missing', 'account'));
  if (user.id === call.actor.id) return call.refuse(issue('members.notYourself', 'account'));
  await demandRoles(call, user.roles);
  return user;
}

const customerSql = `SELECT c.org::text AS org FROM customer c WHERE c.tenant_id = $1 AND c.id = $2`;

/** Invites a person by mail; they choose their password with a code sent to the same address. */
const invite = (originOf: (host: string) => string) =>
  defineCommand({
    path: 'Members/invite',
    body: {
      type: 'object',
      required: ['name', 'email', 'roles'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 60 },
        email: { type: 'string', minLength: 5, maxLength: 60, pattern: '^[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9.-]+$' },
        roles: { ...ids, minItems: 1 },
      },
      examples: [{ name: 'Ann Lee', email: 'ann@example.com', roles: ['4'] }],
    },
    answer: { type: 'object', required: ['id'], properties: { id }, examples: [{ id: '31' }] },
    needs,
    perMinute: 10,
    async run(call) {
      const { name, roles } = call.body as { name: string; roles: string[] };
      // As at registration: one address is one account, however it is typed.
      const email = String(call.body['email']).toLowerCase();
      const { member } = call.actor;
      await demandRoles(call, roles);
      const [home] = await call.services.query(customerSql, [call.tenant, member]);
      const values = {
        ...{ account: email, name, email, password: randomBytes(24).toString('base64url'), org: home?.['org'] },
        ...{ adminType: '4', customer: member, roles },
      };
      // The system writes accounts; the request was validated above.
      const system = await actingAs(call);
      const [saved] = await system.save('account', [{ key: call.services.newId(), values }]);
      if (!saved?.ok) return call.refuse(...(saved?.issues ?? []));
      await sendInvitation(call, originOf, { id: saved.id, name, email });
      return { id: saved.id };
    },
  });

/** The services of a request are those that act as the system as well, of which commands are seldom in need. */
const actingAs = (call: CommandCall): Promise<CommandCall> => (call.services as ActingServices).asSystem(call.tenant);

const setRoles = defineCommand({
  path: 'Members/setRoles',
  body: {
    type: 'object',
    required: ['account', 'roles'],
    properties: { account: id, roles: { ...ids, minItems: 1 } },
    examples: [{ account: '31', roles: ['4'] }],
  },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs,
  perMinute: 60,
  async run(call) {
    const user = await demandOther(call);
    const roles = call.body['roles'] as string[];
    await demandRoles(call, roles);
    const system = await actingAs(call);
    const row = { key: call.services.newId(), id: user.id, version: user.version, values: { roles } };
    const [saved] = await system.save('account', [row]);
    return saved?.ok ? {} : call.refuse(...(saved?.issues ?? []));
  },
});

const setStatus = defineCommand({
  path: 'Members/setStatus',
  body: {
    type: 'object',
    required: ['account', 'enabled'],
    properties: { account: id, enabled: { type: 'boolean' } },
    examples: [{ account: '31', enabled: false }],
  },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs,
  perMinute: 60,
  async run(call) {
    const user = await demandOther(call);
    const of = { tenant: call.tenant, entity: 'account', id: user.id };
    const issues = await call.services.act(of, 'changeStatus', { status: call.body['enabled'] === true ? '0' : '1' });
    return issues.length > 0 ? call.refuse(...issues) : {};
  },
});

export const userCommands = (originOf: (host: string) => string) => [list, invite(originOf), setRoles, setStatus];
