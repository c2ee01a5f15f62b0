import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { actionsOf, openOracle, schemas } from '../support/access-oracle.ts';
import { reasons } from '../support/money.ts';
import { hosts, password, type Person } from '../support/test-app.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

/* Roles that a member makes for their own company: never more than they hold, and less at once when the company has less. */

type Row = Record<string, unknown>;
let world: World;
let member: Person;
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows as Row[];
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const tenantOf = () => world.homes.north.tenant;
const roleOf = async (code: string): Promise<string> =>
  String((await sql('SELECT id::text FROM role WHERE tenant_id = $1 AND code = $2', [tenantOf(), code]))[0]?.['id']);

async function signInAs(account: string, roles: string[], customer = 'customer/acme'): Promise<Person> {
  const { actor, samples } = world.homes.north;
  const of = { org: samples.get('org/operations'), adminType: '4', customer: samples.get(customer) };
  await insertOrFail(world.test.node.context, actor, 'account', [
    { input: { account, password, name: account, roles, ...of } },
  ]);
  return world.test.signIn(hosts.north, account, true);
}

const make = (who: Person, name: string, grants: Row, more: Row = {}) =>
  who.post('Members/saveRole', { name, grants, ...more });
const made = async (name: string, grants: Row) => String(data(await make(member, name, grants))['id']);
const held = async (who: Person): Promise<string[]> =>
  data<{ permissions: string[] }>(await who.get('getLoginUser')).permissions;

beforeAll(async () => {
  world = await openWorld();
  member = world.person('north member').person;
}, 120_000);
afterAll(() => world?.close());

const granted = {
  order: ['read', 'add', 'edit'],
  package: ['read'],
  'customer-config': ['read'],
  recharge: ['read', 'add'],
};
const basics = { 'received-notice': ['read'], file: ['read'], 'dict-type': ['read'], 'dict-data': ['read'] };

describe('a role of a member’s own', () => {
  it('is an entry of the access matrix: on every entity it does what it says, within the member', async () => {
    const role = await made('Clerks', granted);
    const person = await signInAs('own-clerk', [role]);
    const oracle = await openOracle(world.owner);
    const [account] = await sql('SELECT id::text, org::text FROM account WHERE account = $1', ['own-clerk']);
    const principal: Principal = {
      ...{ name: 'own clerk', template: 'member', home: 'north', person, tenant: tenantOf() },
      ...{ account: String(account?.['id']), org: String(account?.['org']) },
      ...{ member: String(world.homes.north.samples.get('customer/acme')), only: { ...basics, ...granted } },
    };
    const wrong: string[] = [];
    for (const schema of schemas) {
      const page = await person.get(`${schema.path}/page`, { pageSize: '200', count: 'exact' });
      const mayRead = oracle.holds(schema, principal, 'read');
      if ((page.status === 403) === mayRead) wrong.push(`${schema.path} page ${page.status}`);
      if (mayRead && schema.entity !== 'session') {
        const { rows } = page.body.data as { rows: Row[] };
        const ids = oracle.visible(schema, principal).map(({ id }) => id);
        if (rows.length !== Math.min(ids.length, 200) || rows.some((row) => !ids.includes(String(row['id']))))
          wrong.push(`${schema.path} rows ${rows.length}, not ${ids.length}`);
        const hidden = oracle.hidden(schema, principal);
        for (const row of rows) for (const name of hidden) if (name in row) wrong.push(`${schema.path} ${name}`);
      }
      const [first = ''] = Object.entries(schema.fields).flatMap(([key, { type }]) => (type === 'json' ? [] : [key]));
      const calls = [
        ['add', 'add', { [first]: { not: 'a value' } }],
        ['export', 'export', { format: 'none' }],
        ...['edit', 'delete'].map((verb) => [verb, verb, { id: '999999999999999' }] as const),
        ...actionsOf(schema).map(({ name, code }) => [name, code, { id: '999999999999999' }] as const),
      ] as const;
      for (const [verb, code, body] of calls) {
        const { status } = await person.post(`${schema.path}/${verb}`, body);
        if ((status === 403) === oracle.holds(schema, principal, code)) wrong.push(`${schema.path} ${verb} ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('cannot exceed who makes it, and is changed by nobody who has less', async () => {
    expect(reasons(await make(member, 'Cost', { 'express-account': ['read'] }))).toEqual([
      'grants.express-account members.codeAbove',
    ]);
    expect(reasons(await make(member, 'Adders', { customer: ['add'] }))).toEqual(['grants.customer members.codeAbove']);
    expect(reasons(await make(member, 'Makers', { role: ['read'] }))).toEqual(['grants.role members.codeAbove']);
    const head = await made('Heads', { 'customer-config': ['read', 'edit'], order: ['read'] });
    const person = await signInAs('own-head', [head]);
    const wide = await made('Wide', { order: ['read', 'add'], recharge: ['read'] });
    const roles = data<{ roles: Row[]; held: Row[] }>(await person.post('Members/roles', {}));
    expect(roles.roles.map(({ name, mayEdit }) => [name, mayEdit])).toEqual([
      ['Clerks', false],
      ['Heads', true],
      ['Wide', false],
    ]);
    expect(roles.held.map(({ entity }) => entity)).toEqual(['customer-config', 'order']);
    expect(reasons(await make(person, 'Wide', { order: ['read'] }, { id: wide }))).toEqual(['id members.roleAbove']);
    expect(reasons(await person.post('Members/removeRole', { id: wide }))).toEqual(['id members.roleAbove']);
    expect(reasons(await make(person, 'Mine', { order: ['read', 'add'] }))).toEqual(['grants.order members.codeAbove']);
    const invited = { name: 'X', email: 'x@acme.example', roles: [wide] };
    expect(reasons(await person.post('Members/invite', invited))).toEqual(['roles members.roleAbove']);
    // What they hold, they hand on.
    const narrow = String(data(await make(person, 'Readers', { order: ['read'] }))['id']);
    data(await person.post('Members/invite', { ...invited, roles: [narrow] }));
    // Held by someone, it is not removed from under them.
    expect(reasons(await person.post('Members/removeRole', { id: narrow }))).toEqual(['id members.roleInUse']);
    data(await member.post('Members/removeRole', { id: wide }));
    // Who does not look after the company's people makes no roles.
    const clerk = await world.test.signIn(hosts.north, 'own-clerk', true);
    for (const call of ['roles', 'saveRole', 'removeRole'])
      expect((await clerk.post(`Members/${call}`, { id: head, name: 'X', grants: {} })).status).toBe(403);
    expect((await world.person('north admin').person.post('Members/roles', {})).status).toBe(403);
  });

  it('loses at once what the company loses, and has it again when the company has', async () => {
    const harbor = world.person('north sibling');
    const role = String(data(await make(harbor.person, 'Clerks', granted))['id']);
    const clerk = await signInAs('harbor-clerk', [role], 'customer/harbor');
    expect(await held(clerk)).toContain('Order:add');
    const set = async (code: string) => {
      const id = harbor.account;
      data(await world.person('north admin').person.post('sysUser/edit', { id, roles: [await roleOf(code)] }));
    };
    await set('accountant');
    const less = await held(clerk);
    expect(less).toContain('Recharge:add');
    expect(less.filter((code) => ['Order:add', 'Order:edit', 'MemberConfig:page'].includes(code))).toEqual([]);
    expect(less).toContain('Order:page');
    expect((await clerk.post('Order/add', {})).status).toBe(403);
    await set('member');
    expect(await held(clerk)).toContain('Order:add');
  });

  it('is nobody else’s to see, to name or to give', async () => {
    const { person: sibling } = world.person('north sibling');
    const names = data<{ roles: Row[] }>(await sibling.post('Members/roles', {})).roles.map(({ name }) => name);
    // A name that another company has is free.
    expect(names).toEqual(['Clerks']);
    const [own] = await sql('SELECT id::text FROM role WHERE name LIKE $1', ['Heads (%']);
    const id = String(own?.['id']);
    expect(reasons(await make(sibling, 'Heads', { order: ['read'] }, { id }))).toEqual(['id reference.missing']);
    expect(reasons(await sibling.post('Members/removeRole', { id }))).toEqual(['id reference.missing']);
    const invited = { name: 'Y', email: 'y@harbor.example', roles: [id] };
    expect(reasons(await sibling.post('Members/invite', invited))).toEqual(['roles reference.missing']);
    expect(reasons(await world.person('south member').person.post('Members/removeRole', { id }))).toEqual([
      'id reference.missing',
    ]);
    const offered = data<{ roles: Row[] }>(await sibling.post('Members/users', {})).roles;
    expect(offered.filter((role) => role['own'] === true).map(({ name }) => name)).toEqual(['Clerks']);
  });

  it('is changed by one of two at once', async () => {
    const role = await made('Pair', { order: ['read'] });
    const answers = await Promise.all(
      ['a', 'b'].map((remark) => make(member, 'Pair', { order: ['read'] }, { id: role, version: 1, remark })),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    const twice = await Promise.all([
      make(member, 'Twin', { order: ['read'] }),
      make(member, 'Twin', { order: ['read'] }),
    ]);
    expect(twice.filter(({ body }) => body.success)).toHaveLength(1);
  });
});
