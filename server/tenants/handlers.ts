import type { Catalog } from '../../engine/core/index.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { revokeAccountSql } from '../access/sessions.ts';
import { readSetting } from '../settings/settings.ts';
import { readTenantMenu } from '../store/menu-sql.ts';
import { defineEffect, defineJob, type Handler } from '../modules/module.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { withheldIn, withhold } from '../access/tenant-menu.ts';

/**
 * What the schemas of `schemas/platform` plug in. `system` comes later than the sockets, which are checked before there
 * is a database.
 */
export const tenantHandlers = (system: () => SystemDatabase, catalog: Catalog): readonly Handler[] => [
  /** One application is the default: the others step back before the asked one steps up. */
  defineEffect('system.clear-default', async ({ record, transaction }) => {
    await transaction.query(
      `UPDATE application SET active = 'N', version = version + 1, "updatedAt" = now()
        WHERE tenant_id = lading.tenant() AND active = 'Y' AND id <> $1`,
      [record['id']],
    );
  }),

  /** The tenant has these entries of its menu from now on, and no others; its record says what is kept from it. */
  defineEffect('tenants.grant-menu', async ({ record, input }) => {
    const rows = await readTenantMenu(system(), String(record['id']));
    const before = withheldIn(record['withheld']);
    const { kept, issues } = withhold(catalog, rows, input['grantMenuIdList'], before);
    return issues.length > 0 ? { issues } : { patch: { withheld: kept } };
  }),

  /** The administrator of another tenant signs in with the platform's default password again, and anew everywhere. */
  defineJob('tenants.reset-admin', async ({ record, tenant: platform }) => {
    const { db, pool } = system();
    const password = await readSetting(system(), platform, 'DEFAULT_PASSWORD');
    if (!password) return;
    const admin = await db
      .selectFrom('account')
      .select('id')
      .where('tenant_id', '=', String(record['id']))
      .where('adminType', '=', '2')
      .orderBy('id')
      .executeTakeFirst();
    if (!admin) return;
    const of = [record['id'], admin.id];
    const kept = await hashPassword(password);
    await pool.query(`UPDATE account SET password = $3 WHERE tenant_id = $1 AND id = $2`, [...of, kept]);
    // Apart, because a new password by itself says that somebody has chosen one.
    await pool.query(`UPDATE account SET "mustChange" = true WHERE tenant_id = $1 AND id = $2`, of);
    await pool.query(revokeAccountSql, of);
  }),
];
