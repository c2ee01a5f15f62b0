import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDeliveredRoles } from '../../server/provisioning/delivered-roles.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { metas } from '../support/entity-shapes.ts';
import { reasons } from '../support/money.ts';
import { hosts, password, root, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Delivered roles, and people whom members invite: what each may do is counted from the schemas, not from the server. */

const deliveredRoles = readDeliveredRoles(root);
let world: World;
type Row = Record<string, unknown>;
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const roleOf = async (code: string): Promise<string> =>
  String(
    (await sql('SELECT id::text FROM role WHERE tenant_id = $1 AND code = $2', [world.homes.north.tenant, code]))[0]
      ?.id,
  );

/** Someone of north with one role. */
async function signInAs(account: string, role: string, isMember: boolean): Promise<Person> {
  const { actor, samples } = world.homes.north;
  const kind = isMember ? { adminType: '4', customer: samples.get('customer/acme') } : { adminType: '3' };
  const org = samples.get('org/operations');
  await insertOrFail(world.test.node.context, actor, 'account', [
    { input: { account, password, name: account, org, roles: [await roleOf(role)], ...kind } },
  ]);
  return world.test.signIn(hosts.north, account, isMember);
}

beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(() => world?.close());

describe('a delivered role', () => {
  const reading = ['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate'];
  /** What entities can be asked for at all; calls that belong to no entity's code follow from these. */
  const codes = new Set(
    metas.flatMap(({ path, access }) => {
      const named = Object.values(access).flatMap((grants) => [grants].flat().flatMap((grant) => grant.codes));
      return [...reading, 'add', 'edit', 'delete', ...named].map((verb) => `${path}:${verb}`);
    }),
  );
  /** Permission codes of a role by the texts of the schemas: what it names, as far as its template has it. */
  const promised = ({ within, grants }: (typeof deliveredRoles)[number]): string[] =>
    metas.flatMap(({ entity, path, access }) => {
      const named = grants[entity];
      const bound = (access as Readonly<Record<string, unknown>>)[within];
      if (named === undefined || bound === undefined) return [];
      const held = new Set([bound].flat().flatMap((grant) => (grant as { codes: string[] }).codes));
      const codes = named === '*' ? [...held] : named.split(',').filter((code) => held.has(code) || held.has('*'));
      return codes.flatMap((code) => (code === 'read' ? reading : [code]).map((verb) => `${path}:${verb}`));
    });

  it.each(deliveredRoles.map((role) => [role.code, role] as const))(
    '%s holds what it says and nothing beside',
    async (code, role) => {
      const person = await signInAs(`role-${code}`, code, role.within === 'member');
      const { permissions } = data<{ permissions: string[] }>(await person.get('getLoginUser'));
      const own = permissions.filter((each) => codes.has(each)).toSorted();
      expect(own).toEqual([...new Set(promised(role))].filter((each) => !each.includes(':*')).toSorted());
      // Someone is there for every entity that it names.
      expect(Object.keys(role.grants).filter((entity) => !metas.some((meta) => meta.entity === entity))).toEqual([]);
    },
  );

  it('hides what its template hides', async () => {
    const packer = await world.test.signIn(hosts.north, 'role-packer', true);
    const warehouse = await world.test.signIn(hosts.north, 'role-warehouse', false);
    for (const person of [packer, warehouse]) {
      const { rows } = data<{ rows: Row[] }>(await person.get('Order/page', { pageSize: '20' }));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => 'predictedCost' in row)).toEqual([]);
      expect((await person.post('Order/add', {})).status).toBe(403);
    }
    expect((await packer.get('Recharge/page')).status).toBe(403);
  });
});

describe('people of a member', () => {
  const users = async (who: Person) => data<{ users: Row[]; roles: Row[] }>(await who.post('Members/users', {}));

  it('are invited by mail, and get no more than the one who invites holds', async () => {
    const member = world.person('north member').person;
    const [packer, whole] = [await roleOf('packer'), await roleOf('member')];
    const { id } = data<{ id: string }>(
      await member.post('Members/invite', { name: 'Pia', email: 'pia@acme.example', roles: [packer] }),
    );
    expect(await sql('SELECT "adminType", customer::text, roles::text[] FROM account WHERE id = $1', [id])).toEqual([
      { adminType: '4', customer: world.homes.north.samples.get('customer/acme'), roles: [packer] },
    ]);
    expect(await sql(`SELECT "to" FROM mail WHERE template LIKE 'invitation:%'`)).toEqual([{ to: 'pia@acme.example' }]);
    // Staff's roles are not among those of members, and nobody is invited twice.
    const finance = await roleOf('finance');
    const ask = (roles: string[], email = 'x@acme.example') =>
      member.post('Members/invite', { name: 'X', email, roles });
    expect(reasons(await ask([finance]))).toEqual(['roles reference.missing']);
    for (const email of ['pia@acme.example', 'Pia@Acme.Example'])
      expect(reasons(await ask([packer], email))).toEqual(['account unique']);
    // Others of the tenant see nothing of them; their roles are changed by their own people alone.
    const sibling = world.person('north sibling').person;
    expect((await users(sibling)).users.map((each) => each['id'])).not.toContain(id);
    expect(reasons(await sibling.post('Members/setRoles', { account: id, roles: [packer] }))).toEqual([
      'account reference.missing',
    ]);
    expect(reasons(await sibling.post('Members/setStatus', { account: id, enabled: false }))).toEqual([
      'account reference.missing',
    ]);
    data(await member.post('Members/setRoles', { account: id, roles: [packer, whole] }));
    data(await member.post('Members/setStatus', { account: id, enabled: false }));
    expect(await sql('SELECT status FROM account WHERE id = $1', [id])).toEqual([{ status: '1' }]);
    const { account: self } = world.person('north member');
    expect(reasons(await member.post('Members/setRoles', { account: self, roles: [packer] }))).toEqual([
      'account members.notYourself',
    ]);
    // Who does not look after the company's settings looks after no people; staff have their own pages.
    const accountant = await world.test.signIn(hosts.north, 'role-accountant', true);
    expect((await accountant.post('Members/users', {})).status).toBe(403);
    expect((await world.person('north admin').person.post('Members/users', {})).status).toBe(403);
  });

  it('sign in by their address however it is typed', async () => {
    const member = world.person('north member').person;
    const packer = await roleOf('packer');
    const invited = { name: 'Rob', email: 'Rob@Acme.example', roles: [packer] };
    const { id } = data<{ id: string }>(await member.post('Members/invite', invited));
    const [known] = await sql('SELECT password FROM account WHERE id = $1', [world.person('north member').account]);
    await sql('UPDATE account SET password = $2 WHERE id = $1', [id, known?.password]);
    for (const typed of ['Rob@Acme.example', 'rob@acme.example', 'ROB@ACME.EXAMPLE'])
      expect((await (await world.test.signIn(hosts.north, typed, true)).get('getLoginUser')).body.success).toBe(true);
  });
});
