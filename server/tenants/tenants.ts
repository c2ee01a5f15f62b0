import { bootstrapTenant, type Provisioning } from '../provisioning/provision.ts';
import { startingTables } from '../provisioning/starting-records.ts';
import { readSetting } from '../settings/settings.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { AppError } from '../errors.ts';

export interface Tenants {
  /**
   * Gives a listed tenant what it needs: root organisation, roles, dictionaries, menus, settings and its administrator,
   * whose account is the tenant's e-mail and who is invited there. Completes a tenant whose earlier attempt was interrupted; a complete one
   * stays as it is.
   */
  complete(id: string): Promise<void>;
  /** Removes a tenant that could not be completed. */
  withdraw(id: string): Promise<void>;
}

/** Tables of a tenant's default records, referencing tables first. */
const furniture = ['account', 'role', 'org', 'dict_data', 'dict_type', 'application', 'config'];

/** Lock class held while a tenant is completed. */
const completionLockClass = 7_221_004;

export function createTenants(on: Provisioning): Tenants {
  const { pool } = on.system;

  const withdrawFurniture = async (id: string) => {
    // Delete children before their parents.
    const leaves = `DELETE FROM menu m WHERE m.tenant_id = $1
                       AND NOT EXISTS (SELECT FROM menu c WHERE c.tenant_id = m.tenant_id AND c.parent = m.id)`;
    while ((await pool.query(leaves, [id])).rowCount) continue;
    for (const table of [...furniture, ...startingTables(on.context)])
      await pool.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [id]);
  };

  // Serialised within this node: each holds a connection while it needs others.
  let last: Promise<unknown> = Promise.resolve();

  const complete = async (id: string): Promise<void> => {
    const client = await pool.connect();
    try {
      // A lock of a transaction: one of a session would stay on a connection that a pool has lent to others meanwhile.
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1, hashint8($2))', [completionLockClass, id]);
      const tenant = await unfurnished(on.system, id);
      if (!tenant) return;
      const password = await readSetting(on.system, tenant.home, 'DEFAULT_PASSWORD');
      if (!password) throw new AppError('internal');
      // Remove what an interrupted attempt left.
      await withdrawFurniture(id);
      const actor = on.actors.system({ ...tenant, platform: false });
      await bootstrapTenant(on, actor, {
        ...tenant,
        ...{ kind: 'tenant', starting: true },
        locale: on.texts.culture(tenant.locale),
        // The default password is widely known, so it must be changed at the first sign-in.
        admin: { account: tenant.email, password, mustChange: true },
      });
      await on.context.services?.enqueue('tenants.invite-admin', { tenant: tenant.home, entity: 'tenant', id });
    } finally {
      const isLost = await client.query('COMMIT').then(
        () => false,
        () => true,
      );
      client.release(isLost);
    }
  };

  return {
    complete(id) {
      const mine = last.then(() => complete(id));
      last = mine.catch(() => undefined);
      return mine;
    },
    async withdraw(id) {
      await withdrawFurniture(id);
      await pool.query('DELETE FROM tenant WHERE id = $1', [id]);
    },
  };
}

/** The tenant to be completed; null if it has accounts already, or does not exist. */
async function unfurnished({ pool }: SystemDatabase, id: string) {
  const { rows } = await pool.query<{
    id: string;
    home: string;
    name: string;
    adminName: string;
    email: string;
    timeZone: string;
    currency: string;
    locale: string;
  }>(
    `SELECT id::text AS id, tenant_id::text AS home, name, "adminName", email, "timeZone", currency, "defaultLocale" AS locale
       FROM tenant t WHERE id = $1 AND kind = 'tenant' AND NOT EXISTS (SELECT FROM account a WHERE a.tenant_id = t.id)`,
    [id],
  );
  return rows[0] ?? null;
}
