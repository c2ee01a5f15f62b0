import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../../support/cells.ts';
import { untilLeft } from '../../support/postgres.ts';
import { copyServer, startScratchPostgres, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import { appOn, hosts, personOf, twoTenants, type Person, type TestApp } from '../../support/test-app.ts';

let archive: string;
let primary: ScratchPostgres;
let first: TestApp;
let admin: Person;
const closing: (() => Promise<unknown>)[] = [];
const database = ({ url }: ScratchPostgres) => url.replace(/postgres$/, 'drilled');

beforeAll(async () => {
  archive = await mkdtemp(join(tmpdir(), 'scratch-archive-'));
  // Postgres runs as a user of its own.
  await chmod(archive, 0o777);
  primary = await startScratchPostgres([
    ...['-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`],
    ...['-c', 'synchronous_commit=on'],
  ]);
  const server = new pg.Client({ connectionString: primary.url });
  await server.connect();
  await server.query('CREATE DATABASE drilled');
  await server.end();
  await twoTenants.prepare(database(primary));
  first = await appOn(database(primary));
  admin = await first.signIn(hosts.north, 'admin');
}, 180_000);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await first?.close();
  if (primary) await leave(primary);
  await primary?.stop();
  await rm(archive, { recursive: true, force: true });
});

/** Waits until the server has seen its clients go: what it ends itself is an error of theirs. */
async function leave({ url }: ScratchPostgres): Promise<void> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  await untilLeft(server, 'drilled');
  await server.end();
}

const named = async (person: Person, name: string) =>
  ((await person.get('Level/page', { name })).body.data as { rows: unknown[] }).rows.length;

it('a database is brought back to the moment before a mistake, from a base backup and the archived log', async () => {
  const copy = await copyServer(primary);
  expect((await admin.post('Level/add', { name: 'Written after the base backup' })).body.success).toBe(true);
  const owner = new pg.Pool({ connectionString: primary.url, max: 1 });
  closing.push(() => owner.end());
  const { rows } = await owner.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  expect((await admin.post('Level/add', { name: 'The mistake' })).body.success).toBe(true);
  const { rows: last } = await owner.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const archived = 'SELECT coalesce(last_archived_wal >= $1, false) AS done FROM pg_stat_archiver';
  await expect
    .poll(async () => (await owner.query(archived, [last[0]?.file])).rows[0], { timeout: 30_000 })
    .toEqual({ done: true });

  await copy.write('recovery.signal', '');
  const restored = await copy.start([
    `restore_command=cp ${archive}/%f %p`,
    ...[`recovery_target_time=${rows[0]?.now}`, 'recovery_target_action=promote', 'archive_mode=off'],
  ]);
  closing.push(() => restored.stop());
  closing.push(() => leave(restored));
  const again = new pg.Pool({ connectionString: database(restored), max: 1 });
  closing.push(() => again.end());
  await expect
    .poll(async () => (await again.query('SELECT pg_is_in_recovery() AS recovering')).rows[0], { timeout: 30_000 })
    .toEqual({ recovering: false });
  expect(await findings(again)).toEqual([]);

  const second = await appOn(database(restored));
  closing.push(() => second.close());
  // The session that wrote goes on.
  const same = personOf(second.app, hosts.north, admin.token);
  expect(await named(same, 'Written after the base backup')).toBe(1);
  expect(await named(same, 'The mistake')).toBe(0);
  expect((await same.post('Level/add', { name: 'Written after the restore' })).body.success).toBe(true);
  expect(await named(admin, 'The mistake')).toBe(1);
}, 180_000);
