import type pg from 'pg';
import { BackupError } from './backup-error.ts';

/** First key of the lock of commands that move, import or delete a tenant; the second is the tenant's. */
export const tenantLockClass = 7_221_006;

/**
 * Until the connection ends no other command moves, imports or deletes the tenant. A lock of the transaction would end
 * before the files are removed that a failed command added, or that a deletion left.
 */
export async function lockTenant(client: pg.ClientBase, tenant: string, code: string): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, hashint8($2)) AS got', [
    tenantLockClass,
    tenant,
  ]);
  if (!rows[0]?.got) throw new BackupError('moving', code);
}
