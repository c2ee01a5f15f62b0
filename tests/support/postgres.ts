import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database that many test files start from: made once per run by anyone who needs it first. */
export interface Template {
  /** Part of the database's name: lower case letters, digits, underscores. */
  name: string;
  prepare(url: string): Promise<void>;
}

export interface TestDatabase {
  url: string;
  /** Drops it. Throws where someone is still connected ten seconds later. */
  drop(): Promise<void>;
}

/** A database for one test file alone, on the run's Postgres: empty, or a copy of the template. */
export async function createDatabase(template?: Template): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const source = template ? await prepareOnce(template) : 'template0';
  // The log of a copy would be as large as the copy, and no run is recovered from it.
  await asServer((client) => client.query(`create database ${name} template ${source} strategy file_copy`));
  return {
    url: urlOf(name),
    drop: () =>
      asServer(async (client) => {
        await untilLeft(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

const lockKey = 726_103;

/** Test files run in processes of their own: a lock in the server lets the first one prepare and the others wait. */
async function prepareOnce({ name, prepare }: Template): Promise<string> {
  const finished = `template_${name}`;
  return asServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [finished]);
    if (rowCount) return finished;
    const aside = `${finished}_unfinished`;
    await client.query(`drop database if exists ${aside} with (force)`);
    await client.query(`create database ${aside} template template0`);
    await prepare(urlOf(aside));
    await analyze(urlOf(aside));
    // Only a database that nobody uses can be renamed or copied.
    await untilLeft(client, aside);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [aside]);
    await client.query(`alter database ${aside} rename to ${finished}`);
    return finished;
  });
}

/**
 * Counts what has been filled in. Without it Postgres takes every table for a page of rows, and finds each menu entry by
 * walking its tenant's part of an index; autovacuum comes within a minute of filling, a test often before.
 */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/**
 * Waits a little for connections that have been ended on our side to end in the server too: one that is thrown out
 * meanwhile tells its pool, which has stopped listening, and the run would fail by that. Who stays has been forgotten.
 */
export async function untilLeft(client: pg.Client, database: string): Promise<void> {
  await client.query(`do $$ begin
    for turn in 1..500 loop
      exit when not exists (
        select from pg_stat_activity where datname = '${database}' and backend_type = 'client backend');
      if turn = 500 then
        raise 'a client stays connected to ${database}: %', (
          select string_agg(concat_ws(' ', usename, state, state_change, wait_event, left(query, 200)), '; ')
          from pg_stat_activity where datname = '${database}' and backend_type = 'client backend');
      end if;
      perform pg_sleep(0.02), pg_stat_clear_snapshot();
    end loop;
  end $$`);
}

async function asServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}
