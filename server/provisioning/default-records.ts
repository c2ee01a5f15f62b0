import { randomBytes } from 'node:crypto';
import type { Actor } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import { insertOrFail } from './insert-or-fail.ts';
import { forEachTenant, type TenantSteps } from './each-tenant.ts';
import { applicationsOf, type ProvisioningDeps } from './default-menus.ts';
import {
  defaultMailsPerHour,
  defaultPasswordLength,
  defaultUploadsPerHour,
  systemSettings,
  type SystemSetting,
} from '../settings/settings.ts';

/** Default values of settings. Each tenant has its own default password. */
const startingValues: Record<SystemSetting, (actor: Actor) => string> = {
  ALERT_DIGEST_HOURS: () => '8,14',
  CAPTCHA_OPEN: () => 'false',
  DEFAULT_PASSWORD: () => `Lading-${randomBytes(6).toString('base64url')}`,
  LOG_KEEP_DAYS: () => '180',
  MAILS_PER_HOUR: () => String(defaultMailsPerHour),
  NEWCOMER_TEMPLATE: () => '-',
  PAGE_FOOTER: (actor) => actor.tenantName,
  PASSWORD_LENGTH: () => String(defaultPasswordLength),
  PAYMENT_DETAILS: (actor) => actor.tenantName,
  REGISTRATION_OPEN: (actor) => String(!actor.platform),
  RETURN_CLAIM_DAYS: () => '30',
  RETURN_DESTROY_FEE: () => '0',
  RETURN_DISPOSE_DAYS: () => '14',
  RETURN_FREE_DAYS: () => '7',
  RETURN_HANDLING_FEE: () => '0',
  RETURN_LABEL_DAYS: () => '28',
  RETURN_STORAGE_FEE: () => '0',
  SCHEMA_KEEP_DAYS: () => '90',
  SINGLE_LOGIN: () => 'false',
  STATION_IDLE_MINUTES: () => '5',
  STORE_SECOND_FACTOR: () => 'false',
  UPLOADS_PER_HOUR: () => String(defaultUploadsPerHour),
  WEIGHT_TOLERANCE: () => '5%',
};

/** Timers of a new platform, which purge its tables. */
const startingTimers = [
  ['prune-sessions', '15 3 * * *'],
  ['prune-logs', '30 3 * * *'],
  ['contract-schemas', '20 2 * * *'],
  ['prune-keys', '45 * * * *'],
  ['prune-timer-runs', '0 4 * * 0'],
  ['end-trials', '5 0 * * *'],
  ['access-review', '10 1 * * *'],
] as const;

/** Adds missing applications and system settings to a tenant. Repeatable. */
export async function addDefaultRecords(on: ProvisioningDeps, actor: Actor, culture: Culture): Promise<void> {
  const known = async (table: 'application' | 'config') => {
    const { rows } = await on.system.pool.query<{ code: string }>(`SELECT code FROM ${table} WHERE tenant_id = $1`, [
      actor.tenant,
    ]);
    return new Set(rows.map(({ code }) => code));
  };
  const [applications, settings] = await Promise.all([known('application'), known('config')]);
  const codes = applicationsOf[actor.platform ? 'platform' : 'tenant'];
  // A tenant with applications has made its choice; deleted ones are not restored.
  if (applications.size === 0) {
    const records = codes.map((code, at) => ({
      input: { name: on.texts.menu(culture, code) ?? code, code, active: at === 0 ? 'Y' : 'N', sort: (at + 1) * 10 },
    }));
    await insertOrFail(on.context, actor, 'application', records);
  }
  if (actor.platform) await addTimers(on, actor, culture);
  const fresh = systemSettings.filter((code) => !settings.has(code));
  if (fresh.length === 0) return;
  const records = fresh.map((code) => ({
    input: {
      name: on.texts.engine(culture, `setting.${code}.name`),
      code,
      value: startingValues[code](actor),
      groupCode: 'DEFAULT',
      sysFlag: 'Y',
      remark: on.texts.engine(culture, `setting.${code}.remark`),
    },
  }));
  await insertOrFail(on.context, actor, 'config', records);
}

/** Adds timers that this platform never had; deleted ones are not restored. */
async function addTimers(on: ProvisioningDeps, actor: Actor, culture: Culture): Promise<void> {
  const { pool } = on.system;
  const { rows } = await pool.query<{ task: string }>(
    'SELECT task FROM timer WHERE tenant_id = $1 AND task IS NOT NULL UNION SELECT task FROM lading.known_timer',
    [actor.tenant],
  );
  const known = new Set(rows.map(({ task }) => task));
  const supplied = on.context.registry.tasks.map(({ name, cron }) => [name, cron] as const);
  const all = [...startingTimers, ...supplied];
  const records = all
    .filter(([task]) => !known.has(task))
    .map(([task, cron]) => ({
      input: { jobName: on.texts.engine(culture, `timer.${task}`), requestType: '0', task, timerType: '1', cron },
      given: { locked: { timerStatus: '0' } },
    }));
  if (records.length > 0) await insertOrFail(on.context, actor, 'timer', records);
  const tasks = all.map(([task]) => task);
  await pool.query('INSERT INTO lading.known_timer SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [tasks]);
}

/** Adds this release's new default records to the tenants that lack one, found at once: there may be thousands. */
export async function syncDefaultRecords(on: ProvisioningDeps & TenantSteps): Promise<void> {
  const { rows } = await on.system.pool.query<{ id: string }>(
    `SELECT id FROM tenant t
      WHERE kind = 'platform'
         OR NOT EXISTS (SELECT FROM application a WHERE a.tenant_id = t.id)
         OR (SELECT count(DISTINCT c.code) FROM config c WHERE c.tenant_id = t.id AND c.code = ANY($1)) < $2`,
    [systemSettings, systemSettings.length],
  );
  const lacking = new Set(rows.map(({ id }) => String(id)));
  const add = (actor: Actor, culture: Culture) => addDefaultRecords(on, actor, culture);
  await forEachTenant(on, 'provisioning.records', add, (tenant) => lacking.has(tenant));
}
