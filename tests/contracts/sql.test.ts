import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/test-app.ts';

/*
 * The functions of the database, read as Postgres reads them when everything is there: names, types and columns of SQL
 * functions, the form of PL/pgSQL and variables that hide others.
 */

let test: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  test = await openTestApp();
  owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});

interface Routine {
  readonly name: string;
  readonly language: string;
  readonly definition: string;
}

const ours = `SELECT p.oid::regprocedure::text AS name, l.lanname AS language, pg_get_functiondef(p.oid) AS definition
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
 WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker') AND l.lanname IN ('sql', 'plpgsql')
   AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`;

describe('the functions of the database', () => {
  it('are read without an error or a variable that hides another', async () => {
    const { rows } = await owner.query<Routine>(ours);
    const faults: string[] = [];
    await owner.query(`SET check_function_bodies = on; SET plpgsql.extra_errors = 'shadowed_variables'`);
    for (const { name, definition } of rows) {
      await owner.query('BEGIN');
      await owner.query(definition).catch((error: Error) => faults.push(`${name}: ${error.message}`));
      await owner.query('ROLLBACK');
    }
    expect(faults).toEqual([]);
    expect(rows.length).toBeGreaterThan(60);
  });

  it('have a fixed search path where they run with the rights of their owner', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker')
          AND NOT coalesce(array_to_string(p.proconfig, ',') LIKE '%search_path=%', false)`,
    );
    expect(rows.map(({ name }) => name)).toEqual([]);
  });
});
