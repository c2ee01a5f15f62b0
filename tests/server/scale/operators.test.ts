import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../../server/backup/archive.ts';
import { tenantLockClass } from '../../../server/backup/lock-tenant.ts';
import { readTenant } from '../../../server/backup/read-tenant.ts';
import { restoreBackup } from '../../../server/backup/restore-backup.ts';
import { writeBackup } from '../../../server/backup/write-backup.ts';
import { writeTenant } from '../../../server/backup/write-tenant.ts';
import type { FileStore } from '../../../server/files/file-store.ts';
import { createFileStore } from '../../../server/files/open-file-store.ts';
import { openOtherCell, type OtherCell } from '../../support/cells.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { secretKey } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

const backupKey = 'a key for backups that nobody guesses';

/* Commands of two people at once, a store that fails, a schema that is published: nothing may be left out or lost. */
describe('commands beside other work', () => {
  let world: World;
  let folder: string;
  const databases: TestDatabase[] = [];
  let other: OtherCell | null = null;
  const from = (files: FileStore = world.test.files) => ({
    ...{ databaseUrl: world.test.databaseUrl, files, backupKey, secretKey },
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-operators-'));
    world = await openWorld();
    await world.owner.query('DROP SCHEMA test CASCADE');
    const sent = await world.person('north admin').person.send('sysFileInfo/upload', 'n.txt', 'of the north alone');
    if (!sent.body.success) throw new Error('not uploaded');
  }, 120_000);
  afterAll(async () => {
    await other?.close();
    await world?.close();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('an export has the rows of a table that is rewritten by a publish meanwhile', async () => {
    const north = world.homes.north.tenant;
    const [holder, changer] = [new pg.Client(world.test.databaseUrl), new pg.Client(world.test.databaseUrl)];
    await Promise.all([holder.connect(), changer.connect()]);
    const { rows } = await world.owner.query<{ many: number }>(
      `SELECT count(*)::int AS many FROM "order" WHERE tenant_id = $1`,
      [north],
    );
    // The export waits at one table while another one is rewritten.
    await holder.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE');
    const file = join(folder, 'rewritten.tenant');
    const writing = writeTenant({ ...from(), code: 'north', file });
    const waiting = async () =>
      (await holder.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'account'::regclass`)).rowCount;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await changer.query(`ALTER TABLE "order" ADD COLUMN rewritten text DEFAULT gen_random_uuid()::text`);
    await holder.query('COMMIT');
    await writing;
    await changer.query(`ALTER TABLE "order" DROP COLUMN rewritten`);
    await Promise.all([holder.end(), changer.end()]);
    let found = 0;
    for await (const { head, bytes } of readArchive(file, backupKey))
      if (head['name'] === 'order') found = (await text(bytes)).split('\n').length - 1;
    expect(found).toBe(rows[0]?.many);
  }, 60_000);

  it('neither backup nor export is made where the store fails, or is another one', async () => {
    const failing: FileStore = { ...world.test.files, read: async () => Promise.reject(new Error('the store fails')) };
    const to = { folder: join(folder, 'backups') };
    await expect(writeBackup({ ...from(failing), ...to })).rejects.toThrow('the store fails');
    const file = join(folder, 'failed.tenant');
    await expect(writeTenant({ ...from(failing), code: 'north', file })).rejects.toThrow('the store fails');
    await world.owner.query(
      `INSERT INTO lading.file_store (id, object_name) VALUES (1, '2025/01/' || repeat('a', 32))`,
    );
    await expect(writeBackup({ ...from(), ...to })).rejects.toThrow('the file store is another one');
    await expect(writeTenant({ ...from(), code: 'north', file })).rejects.toThrow('the file store is another one');
    await world.owner.query('DELETE FROM lading.file_store');
    expect([await readdir(to.folder), await readdir(folder)]).toEqual([[], ['backups', 'rewritten.tenant']]);
  });

  it('of two restores into one database the second is refused, and takes nothing from the first', async () => {
    const database = await createDatabase();
    databases.push(database);
    const { file } = await writeBackup({ ...from(), folder: join(folder, 'backups') });
    const files = createFileStore(join(folder, 'restored'));
    const on = { file, databaseUrl: database.url, files, backupKey, secretKeys: [secretKey] };
    const both = await Promise.allSettled([restoreBackup(on), restoreBackup(on)]);
    const [done] = both.filter((each) => each.status === 'fulfilled');
    const [refused] = both.filter((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toContain('another restore works on this database');
    let stored = 0;
    for await (const { objectName } of files.list()) stored += objectName === '' ? 0 : 1;
    expect(stored).toBe(done?.value.files);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(`SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS queue`);
    await client.end();
    expect(rows).toEqual([{ queue: true }]);
  }, 60_000);

  it('of two imports of one file the second is refused, and the files of the first stay', async () => {
    other = await openOtherCell();
    const file = join(folder, 'north.tenant');
    const { files } = await writeTenant({ ...from(), code: 'north', file });
    const on = {
      ...{ file, databaseUrl: other.test.databaseUrl, files: other.test.files, backupKey, secretKeys: [secretKey] },
      ...{ key: 'once', serves: true },
    };
    // One that fails still has the tenant while it removes the files that it added.
    const tried: string[] = [];
    const failing: FileStore = {
      ...on.files,
      async restore(...of) {
        await on.files.restore(...of);
        throw new Error('the store fails');
      },
      async remove(name) {
        tried.push(await readTenant(on).then(() => 'imported', String));
        await on.files.remove(name);
      },
    };
    await expect(readTenant({ ...on, files: failing })).rejects.toThrow('the store fails');
    expect(tried).toEqual([expect.stringContaining('another command')]);
    const both = await Promise.allSettled([readTenant(on), readTenant(on)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = both.filter((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toMatch(/another command|has such a tenant already/);
    let stored = 0;
    for await (const { objectName } of other.test.files.list()) stored += objectName === '' ? 0 : 1;
    expect(stored).toBe(files);
    const held = new pg.Client(other.test.databaseUrl);
    await held.connect();
    await held.query('SELECT pg_advisory_lock($1, hashint8($2))', [tenantLockClass, world.homes.north.tenant]);
    await expect(readTenant(on)).rejects.toThrow('another command');
    await held.end();
    expect((await buffer(await other.test.files.read(await someFile(other)))).length).toBeGreaterThan(0);
  }, 60_000);
});

async function someFile({ owner }: OtherCell): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT "objectName" AS name FROM file WHERE "originName" = 'n.txt'`,
  );
  return rows[0]?.name ?? '';
}
