import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readShape } from '../../server/backup/shape.ts';
import { hasTenant, nameOf, platformRowsOf, stayingRows, tenantTables } from '../../server/backup/tenant-tables.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { twoTenants } from '../support/test-app.ts';

/** Keys that do not begin with the tenant, and why two installations never give the same. */
const otherKeys: Readonly<Record<string, string>> = {
  'lading.session_token': 'the hash of 32 random bytes',
  'lading.ticket': 'the hash of random bytes',
  'lading.hub_ticket': 'the hash of random bytes; stays behind',
  'lading.station_browser': 'the hash of 32 random bytes',
  'lading.retired_table': 'a designed name, drawn from a million millions',
  'printing.device': 'the hash of a random token',
  'robots.waiting': 'an identity, given again by the server that takes it in',
};

describe('a tenant is whole under its id', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createDatabase(twoTenants);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });
  const ask = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows as T[];

  it('every table has a tenant, or a reason not to', async () => {
    const { tables } = await readShape(client);
    expect(tenantTables(tables).length).toBeGreaterThan(100);
    // Rows that only mean something on their server stay behind, whatever tenant they belong to.
    const left = tables.filter((table) => hasTenant(table) && !table.rows).map(nameOf);
    expect(left.toSorted()).toEqual([
      ...['billing.staged', 'lading.connection', 'lading.event', 'lading.hub_ticket', 'rating.change'],
    ]);
  });

  it('every unique key begins with the tenant, or cannot meet another', async () => {
    const found = await ask<{ name: string }>(
      `SELECT DISTINCT n.nspname || '.' || c.relname AS name FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
         JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
        WHERE x.indisunique AND c.relpersistence = 'p' AND n.nspname <> 'graphile_worker' AND x.indkey[0] <> t.attnum ORDER BY 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(Object.keys(otherKeys).toSorted());
  });

  it('every foreign key stays within the tenant', async () => {
    const found = await ask<{ key: string }>(
      `SELECT k.conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) AS key FROM pg_constraint k
         JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype = 'f' AND c.relnamespace::regnamespace::text <> 'graphile_worker'
          AND pg_get_constraintdef(k.oid) !~ '^FOREIGN KEY \\(tenant_id, [^)]*\\) REFERENCES [^(]*\\(tenant_id, '`,
    );
    expect(found).toEqual([]);
  });

  it('what the platform keeps of a tenant goes with it, or stays for a reason', async () => {
    const found = await ask<{ name: string }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
        WHERE column_name = 'tenant' AND table_schema = 'public' ORDER BY 1`,
    );
    const goes = (await platformRowsOf(client, '1', '2')).map(({ table }) => table).slice(2);
    expect(found.map(({ name }) => name)).toEqual([...goes, ...Object.keys(stayingRows)].toSorted());
    // A further unique key of theirs could meet one that the other platform has given.
    const keys = await ask<{ name: string }>(
      `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        WHERE x.indisunique AND NOT x.indisprimary AND x.indrelid = ANY(ARRAY['${goes.join("','")}']::regclass[])`,
    );
    expect(keys).toEqual([]);
  });
});
