import pg from 'pg';
import { can, type Entity, type Field } from '../../engine/core/index.ts';
import { entityFolders, loadSamples } from '../../server/catalog.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { insertMany } from '../../server/operations/write/insert-many.ts';
import type { Actor } from '../../server/operations/context.ts';
import { lockedFields } from '../../server/operations/write/read-input.ts';
import { batchSql } from '../../server/store/record-sql.ts';
import type { Template } from './postgres.ts';
import {
  appOn,
  hosts,
  openTestApp,
  password,
  personOf,
  root,
  testModules,
  twoTenants,
  type Person,
  type Tenant,
  type TestApp,
} from './test-app.ts';

type Values = Record<string, unknown>;

/** A tenant with every sample of the project in it. */
export interface Home {
  tenant: string;
  actor: Actor;
  /** Ids by `entity/sample`. */
  samples: ReadonlyMap<string, string>;
}

/** One person of the world, with what an oracle needs to know of them. */
export interface Principal {
  name: string;
  template: string;
  home: keyof typeof hosts;
  person: Person;
  tenant: string;
  account: string;
  org: string;
  /** The customer that a member belongs to; null for staff. */
  member: string | null;
  /** Of whom the template is no more than a limit: the codes of their role by entity. */
  only?: Readonly<Record<string, readonly string[]>>;
}

export interface World {
  test: TestApp;
  homes: Record<keyof typeof hosts, Home>;
  people: Principal[];
  person(name: string): Principal;
  /** Statements as the owner of the tables, past every wall. */
  owner: pg.Pool;
  close(): Promise<void>;
}

/**
 * Both tenants with the samples of every entity, and someone of every role: staff of each template (the clerk in a
 * branch), members of two customers, the platform's administrator.
 */
export async function openWorld(modules = testModules, recorded = false): Promise<World> {
  const test = await openTestApp({ template: filledWorld, wings: modules, recorded });
  const owner = new pg.Pool({ connectionString: test.databaseUrl, max: 2 });
  const { rows } = await owner.query<{ kept: Kept }>('SELECT kept FROM test.world');
  if (!rows[0]) throw new Error('the template of the world is empty');
  const { kept } = rows[0];
  const homes = Object.fromEntries(
    kept.homes.map(({ name, row, samples }) => [name, homeOf(test, row, new Map(samples))]),
  ) as World['homes'];
  const people = kept.people.map(({ token, ...rest }) => ({
    ...rest,
    person: personOf(test.app, hosts[rest.home], token),
  }));
  return {
    test,
    homes,
    people,
    owner,
    person(name) {
      const found = people.find((each) => each.name === name);
      if (!found) throw new Error(`nobody is called ${name}`);
      return found;
    },
    close: async () => {
      await owner.end();
      await test.close();
    },
  };
}

/** What a copy of the world must know of how it was made. */
interface Kept {
  homes: { name: keyof typeof hosts; row: TenantRow; samples: [string, string][] }[];
  people: (Omit<Principal, 'person'> & { token: string })[];
}

interface TenantRow {
  id: string;
  name: string;
  host: string;
  kind: string;
  timeZone: string;
}

function homeOf(test: TestApp, row: TenantRow, samples: ReadonlyMap<string, string>): Home {
  const platform = row.kind === 'platform';
  return { tenant: row.id, actor: test.node.actors.system({ ...row, currency: 'USD', platform }), samples };
}

/** Made once per run: filling a database takes longer than copying it. */
export const filledWorld: Template = {
  name: 'world',
  prepare: async (url) => {
    await twoTenants.prepare(url);
    const test = await appOn(url);
    const owner = new pg.Pool({ connectionString: url, max: 2 });
    const { rows } = await owner.query<TenantRow>(`SELECT id::text, name, host, kind, "timeZone" FROM tenant`);
    const kept: Kept = { homes: [], people: [] };
    const homes = {} as World['homes'];
    for (const [name, host] of Object.entries(hosts) as [keyof typeof hosts, string][]) {
      const row = rows.find((each) => each.host === host);
      if (!row) throw new Error(`no tenant at ${host}`);
      const { actor } = homeOf(test, row, new Map());
      const samples = await loadHome(test, owner, actor, row.kind === 'platform');
      homes[name] = { tenant: row.id, actor, samples };
      kept.homes.push({ name, row, samples: [...samples] });
    }
    const people = await addPeople(test, owner, homes);
    kept.people = people.map(({ person, ...rest }) => ({ ...rest, token: person.token }));
    await owner.query('CREATE SCHEMA test');
    await owner.query('CREATE TABLE test.world AS SELECT $1::jsonb AS kept', [JSON.stringify(kept)]);
    await owner.end();
    await test.close();
  },
};

/** Samples as they stand in their files, by entity. */
export const sampleFiles: ReadonlyMap<string, Values[]> = new Map(
  entityFolders(`${root}schemas`).map((folder) => [folder.name, loadSamples(folder)]),
);

/** The samples of the entities that a tenant of this kind has; each record points at those before it. */
async function loadHome(test: TestApp, owner: pg.Pool, actor: Actor, platform: boolean): Promise<Map<string, string>> {
  const { catalog, context } = test.node;
  const ids = new Map<string, string>();
  for (const [entity, records] of sampleFiles) {
    for (const sample of records) ids.set(`${entity}/${String(sample['$id'])}`, context.newId());
  }
  const here = catalog.entities.filter((entity) => {
    return platform ? entity.tenancy === 'platform' || entity.name === 'file' : entity.tenancy === 'tenant';
  });
  for (const entity of inOrder(here)) {
    for (const sample of sampleFiles.get(entity.name) ?? []) {
      await addSample(test, owner, actor, entity, sample, ids);
    }
  }
  return ids;
}

/** A sample in the form that `insertMany` takes: references resolved, state and locked fields set apart. */
export function sampleRecord(entity: Entity, sample: Values, ids: ReadonlyMap<string, string>) {
  const locked = new Set(lockedFields(entity));
  const { $id, status, ...rest } = resolve(sample, ids) as Values;
  const own = entity.start === null && status !== undefined ? { ...rest, status } : rest;
  const split = (wanted: boolean) =>
    Object.fromEntries(Object.entries(own).filter(([name]) => locked.has(name) === wanted));
  return {
    input: split(false),
    given: {
      id: ids.get(`${entity.name}/${String($id)}`) ?? '',
      ...(entity.start === null ? {} : { status: String(status ?? entity.start) }),
      locked: split(true),
    },
  };
}

/** Adds one sample as the system, in the state and with the locked fields that it has in its file. */
export async function addSample(
  test: TestApp,
  owner: pg.Pool,
  actor: Actor,
  entity: Entity,
  sample: Values,
  ids: Map<string, string>,
): Promise<void> {
  const record = sampleRecord(entity, sample, ids);
  if (functionWritten.has(entity.name) || !can(actor.rightsOn(entity), 'add')) {
    const at = { id: record.given.id, org: null, by: actor.facts.id, at: null };
    const { status, locked } = record.given;
    const whole = { ...record.input, ...locked, ...(status === undefined ? {} : { status }) };
    for (const statement of batchSql(entity, [{ ...at, record: whole }])) {
      const { text, values } = statement.statement(actor);
      await asTenant(owner, actor.tenant, text, values);
    }
    return;
  }
  const outcome = await insertMany(test.node.context, actor, entity, [record], { verb: 'add', key: null });
  const reasons = outcome.refused.get(0);
  if (reasons) throw new Error(`${entity.name}/${String(sample['$id'])}: ${JSON.stringify(reasons)}`);
}

/** Tables that a function of their own writes, and no request; samples go in past the walls. */
export const functionWritten: ReadonlySet<string> = new Set([
  'ledger-account',
  'ledger-transfer',
  'tenant-flow',
  'operation-log',
  'visit-log',
  'exception-log',
]);

async function asTenant(owner: pg.Pool, tenant: string, text: string, values: readonly unknown[]): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(`SELECT set_config('lading.tenant', $1, false)`, [tenant]);
    await client.query(text, [...values]);
  } finally {
    await client.query('RESET ALL');
    client.release();
  }
}

function resolve(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, ids));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, ids)]));
  }
  if (typeof value !== 'string' || !/^\$[\w-]+\/[\w.-]+$/.test(value)) return value;
  const id = ids.get(value.slice(1));
  if (!id) throw new Error(`no sample ${value}`);
  return id;
}

/** Entities so that whatever one points at comes before it. */
export function inOrder(entities: readonly Entity[]): Entity[] {
  const done: Entity[] = [];
  const visit = (entity: Entity, above: readonly Entity[]): void => {
    if (done.includes(entity) || above.includes(entity)) return;
    for (const field of entity.fields.filter(({ system }) => !system)) {
      for (const target of named(field)) {
        if (field.meta.readOnly !== true || !needs(target, entity)) visit(target, [...above, entity]);
      }
    }
    done.push(entity);
  };
  const named = (field: Field) => entities.filter(({ name }) => targets(field).includes(name));
  /** Whether people name one, directly or over others, when they add another. */
  const needs = (one: Entity, other: Entity, seen = new Set([one])): boolean =>
    one.fields
      .filter(({ system, meta }) => !system && meta.readOnly !== true)
      .flatMap(named)
      .some((next) => next === other || (!seen.has(next) && needs(next, other, seen.add(next))));
  for (const entity of entities) visit(entity, []);
  return done;
}

const targets = (field: Field): string[] => [
  ...(field.meta.to ? [field.meta.to] : []),
  ...(field.meta.type === 'file' || field.meta.type === 'image' ? ['file'] : []),
  ...(field.lines ?? []).flatMap(targets),
];

async function addPeople(test: TestApp, owner: pg.Pool, homes: World['homes']): Promise<Principal[]> {
  const people: Principal[] = [];
  const add = async (home: keyof typeof hosts, account: string, template: string, customer?: string) => {
    const { tenant } = homes[home];
    const person = await test.signIn(hosts[home], account, customer !== undefined);
    const { rows } = await owner.query<{ id: string; org: string }>(
      'SELECT id::text, org::text FROM account WHERE tenant_id = $1 AND account = $2',
      [tenant, account],
    );
    const { id = '', org = '' } = rows[0] ?? {};
    const name = `${home} ${account}`;
    people.push({ name, template, home, person, tenant, account: id, org, member: customer ?? null });
  };
  for (const home of ['north', 'south'] as const satisfies Tenant[]) {
    const { actor, samples, tenant } = homes[home];
    const { rows: roles } = await owner.query<{ id: string; code: string }>(
      'SELECT id::text, code FROM role WHERE tenant_id = $1',
      [tenant],
    );
    const role = (code: string) => roles.find((each) => each.code === code)?.id;
    const sample = (name: string) => samples.get(name) ?? '';
    const staff = (account: string, org: string) => ({
      input: { account, password, name: account, org: sample(org), roles: [role(account)], adminType: '3' },
    });
    const member = (account: string, customer: string) => ({
      input: {
        ...{ account, password, name: account, org: sample('org/operations') },
        ...{ roles: [role('member')], adminType: '4', customer: sample(customer) },
      },
    });
    await insertOrFail(test.node.context, actor, 'account', [
      staff('finance', 'org/head'),
      staff('clerk', 'org/operations'),
      member('member', 'customer/acme'),
      member('sibling', 'customer/harbor'),
    ]);
    await add(home, 'admin', 'admin');
    await add(home, 'finance', 'finance');
    await add(home, 'clerk', 'clerk');
    await add(home, 'member', 'member', sample('customer/acme'));
    await add(home, 'sibling', 'member', sample('customer/harbor'));
  }
  await add('platform', 'superAdmin', 'superAdmin');
  return people;
}
