import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteTenant, isProof } from '../../../server/cells/delete-tenant.ts';
import { tenantLockClass } from '../../../server/backup/lock-tenant.ts';
import { added, state } from '../../support/money.ts';
import { hosts, secretKey } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

describe('a tenant that is deleted on request', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(undefined, true);
    await world.owner.query('DROP SCHEMA test CASCADE');
  }, 120_000);
  afterAll(() => world?.close());
  const remove = (jobsWait = 0) =>
    deleteTenant({
      ...{ code: 'north', databaseUrl: world.test.databaseUrl, files: world.test.files, secretKey },
      jobsWait,
    });

  it('is refused while it is served, and while there is money of it', async () => {
    const finance = world.person('north finance').person;
    const platform = world.person('platform superAdmin').person;
    const slip = (await finance.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
    const form = { amount: 900, method: 'wire', paidOn: '2025-06-02', bankReference: 'WT 1', attachment: slip };
    const id = added(await finance.post('TenantRecharge/add', form));
    await finance.post('TenantRecharge/submit', { id });
    expect(state(await platform.post('TenantRechargeAdmin/pass', { id, postedAmount: 885.5 }))).toBe('passed');
    await expect(remove()).rejects.toThrow('suspend it on its record first');
    await world.owner.query(`UPDATE tenant SET status = 'suspended' WHERE code = 'north'`);
    await expect(remove()).rejects.toThrow('885.50 USD');
    expect(state(await platform.post('TenantRechargeAdmin/reverse', { id, reverseReason: 'paid out' }))).toBe(
      'reversed',
    );
  });

  it('is refused while a move of it is not finished, in both installations', async () => {
    const { tenant } = world.homes.north;
    for (const state of ['leaving', 'arriving']) {
      await world.owner.query(`INSERT INTO lading.tenant_place (tenant, host, state) VALUES ($1, $2, $3)`, [
        ...[tenant, hosts.north, state],
      ]);
      await expect(remove()).rejects.toThrow('a move of it was interrupted: north');
      await world.owner.query('DELETE FROM lading.tenant_place WHERE tenant = $1', [tenant]);
    }
  });

  it('is refused while another command has it, and while a job of it runs, whose rows would come later', async () => {
    const { tenant } = world.homes.north;
    const other = await world.owner.connect();
    await other.query('SELECT pg_advisory_lock($1, hashint8($2))', [tenantLockClass, tenant]);
    await expect(remove()).rejects.toThrow('another command');
    await other.query('SELECT pg_advisory_unlock($1, hashint8($2))', [tenantLockClass, tenant]);
    other.release();
    const jobs = (sql: string) => world.owner.query(sql, [tenant]);
    await jobs(`SELECT graphile_worker.add_job('export', json_build_object('tenant', $1::text))`);
    await jobs(`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody'
                 WHERE payload ->> 'tenant' = $1 AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'export')`);
    await expect(remove()).rejects.toThrow('a job');
    await jobs(`SELECT graphile_worker.add_job('export', json_build_object('tenant', $1::text))`);
    // Killed while it waits for the job that runs.
    const removing = remove(60_000).then(() => 'deleted', String);
    const kill = async () => {
      const { rowCount } = await world.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE datname = current_database() AND locktype = 'advisory' AND classid = $1 AND query LIKE 'SELECT FROM graphile_worker.\\_private\\_jobs%'`,
        [tenantLockClass],
      );
      return rowCount;
    };
    await expect.poll(kill, { timeout: 30_000 }).toBe(1);
    expect(await removing).toMatch(/terminat|connection/i);
    const parked = await jobs(`SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'tenant' = $1
                                  AND run_at > now() + interval '50 years'`);
    expect(parked.rowCount).toBe(0);
    await jobs(
      `UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE payload ->> 'tenant' = $1`,
    );
  }, 60_000);

  it('leaves no row and no file, another tenant everything, and a proof that cannot be changed', async () => {
    const { tenant } = world.homes.north;
    const south = world.person('south admin').person;
    const rowsOf = async (of: string) => {
      const { rows: tables } = await world.owner.query<{ name: string }>(
        `SELECT c.oid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          WHERE a.attname = 'tenant_id' AND c.relkind = 'r' AND NOT a.attisdropped`,
      );
      let sum = 0;
      for (const { name } of tables) {
        const { rows } = await world.owner.query<{ many: number }>(
          `SELECT count(*)::int AS many FROM ${name} WHERE tenant_id = $1`,
          [of],
        );
        sum += rows[0]?.many ?? 0;
      }
      return sum;
    };
    const stored = async () => {
      let count = 0;
      for await (const { objectName } of world.test.files.list()) count += objectName === '' ? 0 : 1;
      return count;
    };
    // The platform's people have named it and its administrator.
    const platform = world.person('platform superAdmin').person;
    for (const adminName of ['Wilhelmina', 'Theodora']) {
      const edited = await platform.post('sysTenant/edit', { id: tenant, adminName, email: 'w@mina.example' });
      expect(edited.body.issues ?? []).toEqual([]);
    }
    await world.test.node.logs.flush();
    const named = async () => {
      const { rows } = await world.owner.query<{ text: string }>(
        `SELECT param AS text FROM operation_log UNION ALL SELECT changes::text FROM lading.audit`,
      );
      return rows.filter(({ text }) => /Wilhelmina|Theodora|mina\.example/.test(text ?? '')).length;
    };
    expect(await named()).toBeGreaterThan(1);
    const before = { south: await rowsOf(world.homes.south.tenant), files: await stored() };
    expect(await rowsOf(tenant)).toBeGreaterThan(500);
    const proof = await remove();
    expect(await rowsOf(tenant)).toBe(0);
    expect(proof).toMatchObject({ code: 'north', left: 0, tenant });
    expect(proof.rows).toBeGreaterThan(500);
    expect(proof.files).toBeGreaterThan(0);
    expect(await stored()).toBe(before.files - proof.files);
    expect(await rowsOf(world.homes.south.tenant)).toBe(before.south);
    expect((await south.get('Order/page')).status).toBe(200);
    // Nothing that names a person of it is left in any text of the platform.
    const { rows } = await world.owner.query<{ text: string }>(`SELECT t::text AS text FROM tenant t WHERE id = $1`, [
      tenant,
    ]);
    expect(rows[0]?.text).toContain('deleted@deleted.invalid');
    expect(rows[0]?.text).not.toContain(hosts.north);
    expect(await named()).toBe(0);
    expect(isProof(proof, secretKey)).toBe(true);
    expect(isProof({ ...proof, rows: proof.rows - 1 }, secretKey)).toBe(false);
    await expect(remove()).resolves.toMatchObject({ rows: 0 });
  });
});
