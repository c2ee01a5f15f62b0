import { reviewAccess } from '../access/access-review.ts';
import { ownOf } from '../../engine/core/index.ts';
import { readSetting } from '../settings/settings.ts';
import { logEntities } from '../logs/log-rows.ts';
import type { ClearedData, TimerDeps } from './timer-deps.ts';

/** Does the work and answers how many rows it affected. Must be repeatable. */
export type TimerTask = (on: TimerDeps) => Promise<number>;

/** The built-in tasks of timers, by the name in the schema. */
export const timerTasks: Readonly<Record<string, TimerTask>> = {
  /** Tokens are deleted a day after their end; sessions stay visible for a month. */
  async 'prune-sessions'({ system }) {
    const counts = await Promise.all([
      remove(
        system,
        `lading.session_token WHERE least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '1 day'`,
      ),
      remove(
        system,
        `session WHERE least("expiresAt", coalesce("revokedAt", "expiresAt")) < now() - interval '30 days'`,
      ),
      remove(system, `lading.failed_sign_in WHERE last_at < now() - interval '1 day'`),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  },

  /** Log retention is a setting of each tenant. */
  async 'prune-logs'({ system, logs }) {
    const tenants = await system.db.selectFrom('tenant').select('id').execute();
    let count = 0;
    for (const { id } of tenants) {
      const days = Number((await readSetting(system, id, 'LOG_KEEP_DAYS')) ?? 180);
      for (const entity of Object.keys(logEntities)) count += await logs.clear(id, entity, days);
    }
    return count;
  },

  /** Idempotency keys expire after two days. */
  'prune-keys': ({ system }) => remove(system, `lading.idempotency WHERE created_at < now() - interval '2 days'`),

  /** A trial ends with its last day in the tenant's zone; where a plan is required, its end is that of a plan. */
  async 'end-trials'({ system }) {
    const { rowCount } = await system.pool.query(
      `UPDATE tenant SET status = 'suspended', version = version + 1, "updatedAt" = now()
        WHERE status = 'trial' AND kind = 'tenant' AND "planRequired" IS NOT TRUE
          AND "trialUntil" < (now() AT TIME ZONE "timeZone")::date`,
    );
    return rowCount ?? 0;
  },

  /** Retention of retired schema data is a setting of each tenant. */
  'contract-schemas': ({ schemaService: schemaEndpoints, logs, context }) =>
    schemaEndpoints.contract((cleared) => noteCleared(logs, context.clock(), cleared)),

  'access-review': ({ services, ...on }) => (services ? reviewAccess({ ...on, services }) : Promise.resolve(0)),

  'prune-timer-runs': ({ system }) => remove(system, `timer_run WHERE "dueAt" < now() - interval '90 days'`),
};

/** A timer's task by name, built-in or of a module. */
export function taskNamed({ tasks, services: deps }: TimerDeps, name: string): TimerTask | undefined {
  const supplied = tasks?.find((task) => task.name === name);
  if (!supplied) return ownOf(timerTasks, name);
  return ({ system }) =>
    supplied.run({ query: async (text, values) => (await system.pool.query(text, [...values])).rows, services: deps });
}

async function remove({ pool }: TimerDeps['system'], what: string): Promise<number> {
  return (await pool.query(`DELETE FROM ${what}`)).rowCount ?? 0;
}

/** Logs purged data among the tenant's operations. */
function noteCleared(logs: TimerDeps['logs'], at: Date, { tenant, entity, places }: ClearedData): void {
  const names = places.map(({ table, column }) => (column === '' ? table : `${table}.${column}`));
  logs.operation({
    ...{ tenant, at, by: null, url: '', className: 'schema', methodName: 'contract', opType: '2' },
    ...{ param: entity, ip: '', browser: '', os: '', traceId: '', reqMethod: '', success: 'Y', result: '200' },
    ...{ elapsed: 0, message: names.join(', ').slice(0, 500) },
  });
}
