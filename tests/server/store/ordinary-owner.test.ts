import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedPassword } from '../../../server/secrets/secrets.ts';
import { startScratchPostgres, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import { secretKey, twoTenants } from '../../support/test-app.ts';

/* Roles are of the whole server, hence one of its own. */

describe('an owner that is no superuser', () => {
  let postgres: ScratchPostgres;
  const as = (user: string, password: string) => {
    const url = new URL(postgres.url);
    [url.username, url.password, url.pathname] = [user, password, '/house'];
    return url.href;
  };
  const signedIn = async (role: string) => {
    const client = new pg.Client({ connectionString: as(role, derivedPassword(secretKey, role)) });
    await client.connect();
    return client;
  };
  beforeAll(async () => {
    postgres = await startScratchPostgres();
    const server = new pg.Client({ connectionString: postgres.url });
    await server.connect();
    await server.query(`CREATE ROLE house LOGIN CREATEROLE PASSWORD 'house'`);
    await server.query('CREATE DATABASE house OWNER house');
    await server.end();
    await twoTenants.prepare(as('house', 'house'));
  }, 120_000);
  afterAll(() => postgres?.stop());

  it('learns since when requests and jobs write', async () => {
    const system = await signedIn('lading_system');
    const seen: boolean[] = [];
    for (const role of ['lading_app', 'lading_system']) {
      const writer = await signedIn(role);
      await writer.query('BEGIN');
      const { rows: own } = await writer.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_current_xact_id()');
      const { rows } = await system.query<{ pid: number }>('SELECT pid FROM lading.oldest_writer()');
      seen.push(rows[0]?.pid === own[0]?.pid);
      await writer.end();
    }
    await system.end();
    expect(seen).toEqual([true, true]);
  });
});
