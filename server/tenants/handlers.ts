import type { Catalog } from '../../engine/core/index.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { revokeAccountSql } from '../access/sessions.ts';
import { readSetting } from '../settings/settings.ts';
import { forgetFactorSql } from '../store/account-sql.ts';
import { readTenantMenu } from '../store/menu-sql.ts';
import { defineEffect, defineJob, type Handler } from '../modules/module.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { withheldIn, withhold } from '../access/tenant-menu.ts';
import { withheldByPlan } from './plan-menus.ts';

/**
 * Handlers of `schemas/platform`. `system` is a function, because handlers are registered before there is a database.
 */
export const tenantHandlers = (system: () => SystemDatabase, catalog: Catalog): readonly Handler[] => [
  /** There is one default application: clears the flag on the others first. */
  defineEffect('system.clear-default', async ({ record, transaction }) => {
    await transaction.query(
      `UPDATE application SET active = 'N', version = version + 1, "updatedAt" = now()
        WHERE tenant_id = lading.tenant() AND active = 'Y' AND id <> $1`,
      [record['id']],
    );
  }),

  /** Grants a tenant exactly these menu entries; its record stores what is withheld. */
  defineEffect('tenants.grant-menu', async ({ record, input }) => {
    const rows = await readTenantMenu(system(), String(record['id']));
    const before = withheldIn(record['withheld']);
    const { kept, issues } = withhold(catalog, rows, input['grantMenuIdList'], before);
    return issues.length > 0 ? { issues } : { patch: { withheld: kept } };
  }),

  /**
   * Withholds the menu entries that a tenant's plan does not contain, and ends a free start that a plan follows. The
   * record is the tenant, or names it.
   */
  defineJob('tenants.fit-plan', async ({ entity, record, services }) => {
    const id = String(entity === 'tenant' ? record['id'] : record['tenant']);
    const { pool } = system();
    const { rows } = await pool.query<{ shut: string[]; platform: string; follows: boolean }>(
      `SELECT tenant_shop.shut_menus(a.modules) AS shut, t.tenant_id::text AS platform, t.status = 'trial' AND a.state = 'active' AS follows
         FROM tenant t, tenant_shop.allowance(t.id) a WHERE t.id = $1`,
      [id],
    );
    const [allowed] = rows;
    if (!allowed) return;
    const withheld = withheldByPlan(catalog, await readTenantMenu(system(), id), allowed.shut);
    await pool.query(
      `UPDATE tenant SET "planWithheld" = $2::jsonb, version = version + 1, "updatedAt" = now()
        WHERE id = $1 AND "planWithheld" IS DISTINCT FROM $2::jsonb`,
      [id, withheld === null ? null : JSON.stringify(withheld)],
    );
    if (allowed.follows) await services.act({ tenant: allowed.platform, entity: 'tenant', id }, 'activate');
  }),

  /**
   * Resets a tenant administrator's password to the platform's default, removes their second factor, which nobody in
   * the tenant may do for them, and ends all their sessions.
   */
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
    // A separate statement, because setting a password clears the flag by trigger.
    await pool.query(
      `UPDATE account SET "mustChange" = true, "secondFactor" = false, "factorKey" = NULL WHERE tenant_id = $1 AND id = $2`,
      of,
    );
    await pool.query(forgetFactorSql, of);
    await pool.query(revokeAccountSql, of);
  }),
];
