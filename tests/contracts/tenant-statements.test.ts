import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/*
 * Every statement names its tenant. Those of the request role need not say so: row security adds the condition to each
 * table. The system role sees every tenant's rows, so its statements must say it themselves: they are captured while the
 * server works, and Postgres' own plan shows whether each table is read by its tenant.
 */

/** Tables that are read by something else, and why that is no other tenant's. */
const byOther: Readonly<Record<string, string>> = {
  'public.tenant': "the id of a row is the tenant; the rows themselves are the platform's, found by host name",
  'lading.session_token': 'the hash of 32 random bytes',
  'public.culture': "languages are the platform's, the same for everybody",
  'public.translation': 'so are edited texts',
  'public.timer': 'so are timers',
};

/** Statements over all tenants at once, by their beginning, and why. */
const overAll: Readonly<Record<string, string>> = {
  'SELECT tenant_id::text AS id FROM lading.demo_tenant': 'which tenants the demo made, read once by each node',
  "SELECT (SELECT json_build_object( 'waiting'": 'counts for the platform whether the queue and the mails are well',
};

/** Clears what has expired, of everybody. */
const isExpiry = /^DELETE FROM [\w.]+ WHERE \w+ < now\(\)(?: - interval '[\w ]+')?$/;

type Plan = Readonly<Record<string, unknown>> & { readonly Plans?: readonly Plan[] };

const statements = new Set<string>();
/** Notes each statement of the system role, on whichever connection. */
function capture(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
    if (this.user?.startsWith('lading_system') && typeof text === 'string') statements.add(text.trim());
    return query.apply(this, args);
  };
  return () => void (prototype.query = query);
}

let world: World;
let release: () => void;
beforeAll(async () => {
  release = capture();
  world = await openWorld();
  const { test } = world;
  const { catalog, commands } = test.node;
  for (const name of ['north admin', 'north member', 'platform superAdmin']) {
    const { person } = world.person(name);
    for (const { path } of catalog.entities) {
      const page = await person.get(`${path}/page`);
      const [row] = (page.body.data as unknown as { rows?: { id: string }[] } | null)?.rows ?? [];
      if (row) await person.get(`${path}/detail`, { id: row.id });
    }
    for (const { path, body } of commands) {
      const [example = {}] = (body as { examples?: object[] } | undefined)?.examples ?? [];
      await person.post(path, example);
    }
  }
  await test.app.inject({
    ...{
      method: 'POST',
      url: '/api/login',
      headers: { host: hosts.north },
      payload: { account: 'admin', password: 'no' },
    },
  });
  await (await test.signIn(hosts.south, 'admin')).get('logout');
  await world.person('north admin').person.post('Level/export', { format: 'csv', columns: ['name'] });
  await world.owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now()`);
  await test.runJobs();
}, 240_000);
afterAll(async () => {
  release();
  await world?.close();
});

describe('the statements of the system role', () => {
  it('read each table by its tenant', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' WHERE c.relkind = 'r' AND n.nspname <> 'graphile_worker'`,
    );
    const tables = new Set(rows.map(({ name }) => name));
    const client = await world.owner.connect();
    await client.query('SET ROLE lading_system');
    const open: string[] = [];
    let read = 0;
    for (const statement of statements) {
      if (!/^(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(statement)) continue;
      const plan = await client
        .query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${statement}`)
        .then((found) => found.rows[0]?.['QUERY PLAN'][0]?.Plan)
        .catch((error: Error) => void open.push(`${error.message}: ${statement.slice(0, 200)}`));
      if (!plan) continue;
      read += 1;
      const text = statement.replaceAll(/\s+/g, ' ');
      if (isExpiry.test(text) || Object.keys(overAll).some((start) => text.startsWith(start))) continue;
      open.push(...unnamed(plan, tables).map((table) => `${table}: ${text.slice(0, 260)}`));
    }
    await client.query('RESET ROLE');
    client.release();
    expect(open).toEqual([]);
    expect(read).toBeGreaterThan(60);
  }, 60_000);

  it('are the only ones that row security does not hold: it is forced wherever the request role may go', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
        WHERE c.relkind IN ('r', 'p') AND has_any_column_privilege('lading_app', c.oid, 'SELECT, INSERT, UPDATE')
          AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
            SELECT FROM pg_policies p WHERE p.schemaname = n.nspname AND p.tablename = c.relname
               AND 'lading_app' = ANY (p.roles) AND coalesce(p.qual, p.with_check) ~ 'tenant_id = .*(lading[.])?(staff_)?tenant[(]'))`,
    );
    // A number by tenant that tells a node to read the schema again, before it has entered.
    expect(rows.map(({ name }) => name)).toEqual(['lading.schema_serial']);
  });
});

/** Tables with a tenant that a plan scans without a condition on it. */
function unnamed(plan: Plan, tables: ReadonlySet<string>): string[] {
  const nodes = (each: Plan): Plan[] => [each, ...(each.Plans ?? []).flatMap(nodes)];
  const all = nodes(plan);
  const conditions = all
    .flatMap((node) => Object.entries(node).filter(([key]) => /Cond$|Filter$|^Cache Key$/.test(key)))
    .map(([, text]) => String(text))
    .join('\n');
  return all.flatMap((node) => {
    const name = `${String(node['Schema'])}.${String(node['Relation Name'])}`;
    if (!String(node['Node Type']).endsWith('Scan') || !tables.has(name)) return [];
    const alias = String(node['Alias']);
    if (name in byOther) return [];
    return conditions.includes(`${alias}.tenant_id`) || conditions.includes(`"${alias}".tenant_id`) ? [] : [name];
  });
}
