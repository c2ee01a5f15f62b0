import { defineSchedule, type SystemServices } from '../../../modules/module.ts';
import type { PackageState } from '../events/state.ts';
import { alertsOf, hoursOf, type AlertFacts, type AlertRule } from './alerts-of.ts';

const factsSql = `SELECT p.id::text AS id, p."carrierCode" AS carrier, p.status, p."createdAt" AS "labelledAt", p."estimatedAt",
    w.promised_at AS "promisedAt",
    upper(CASE WHEN o."senderMode" = 'channel' THEN f.state::text ELSE o."shipFromState"::text END) AS "fromState",
    coalesce((SELECT json_object_agg(e.key, upper(e.state)) FROM track_event e
       WHERE e.tenant_id = p.tenant_id AND e.package = p.id AND e.state IS NOT NULL), '{}') AS states
  FROM package p
  LEFT JOIN tracking.work w ON w.tenant_id = p.tenant_id AND w.package = p.id
  LEFT JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
  LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom"
 WHERE p.tenant_id = $1 AND p.id = ANY ($2::bigint[])`;

const ofTenantSql = `SELECT kind, status = 'enabled' AS enabled, hours, carriers FROM alert_rule WHERE tenant_id = $1`;

const raiseSql = `INSERT INTO track_alert (tenant_id, id, org_id, status, kind, package, "order", customer, "carrierCode",
    "trackingNo", text, key, "raisedAt")
  SELECT p.tenant_id, lading.new_id(), p.org_id, 'open', a.kind, p.id, p."order", p.customer, p."carrierCode",
         p."trackingNo", nullif(left(a.text, 200), ''), left(a.key, 100), now()
    FROM jsonb_to_recordset($2::jsonb) AS a(package bigint, kind text, key text, text text)
    JOIN package p ON p.tenant_id = $1 AND p.id = a.package
   ORDER BY p.id, a.kind, a.key
  ON CONFLICT DO NOTHING`;

/** Alerts of before know the number of their package, by which people look for them. */
export const alertStatements: readonly string[] = [
  `UPDATE track_alert a SET "trackingNo" = p."trackingNo" FROM package p
    WHERE p.tenant_id = a.tenant_id AND p.id = a.package AND a."trackingNo" IS NULL AND p."trackingNo" IS NOT NULL`,
];

/** An alert whose cause ended is closed, also when a person had taken it; one that a person closed stays closed. */
const endSql = `WITH ended AS MATERIALIZED (
    SELECT t.id FROM track_alert t WHERE t.tenant_id = $1 AND t.package = ANY ($2::bigint[]) AND t.status <> 'closed'
       AND NOT EXISTS (SELECT FROM jsonb_to_recordset($3::jsonb) AS a(package bigint, kind text, key text)
         WHERE a.package = t.package AND a.kind = t.kind AND left(a.key, 100) = t.key)
     ORDER BY t.id FOR NO KEY UPDATE)
  UPDATE track_alert t SET status = 'closed', "endedAt" = now(), version = version + 1, "updatedAt" = now()
    FROM ended WHERE t.tenant_id = $1 AND t.id = ended.id`;

interface Facts {
  readonly id: string;
  readonly carrier: string | null;
  readonly status: string;
  readonly labelledAt: Date;
  readonly estimatedAt: Date | null;
  readonly promisedAt: Date | null;
  readonly fromState: string | null;
  readonly states: Readonly<Record<string, string>>;
}

/** Raises the current alerts of packages, each cause once, and closes those that have ended. */
export async function raiseAlerts(
  services: SystemServices,
  tenant: string,
  packages: readonly { readonly id: string; readonly state: PackageState }[],
): Promise<void> {
  const ids = packages.map(({ id }) => id);
  const [rows, rules] = await Promise.all([
    services.query<Facts>(factsSql, [tenant, ids]),
    services.query<AlertRule>(ofTenantSql, [tenant]),
  ]);
  const states = new Map(packages.map(({ id, state }) => [id, state]));
  const now = Date.now();
  const alerts = rows.flatMap((row) => {
    const state = states.get(row.id);
    return state ? alertsOf(factsOf(row, state), rules, now).map((alert) => ({ package: row.id, ...alert })) : [];
  });
  const told = JSON.stringify(alerts);
  if (alerts.length > 0) await services.query(raiseSql, [tenant, told]);
  await services.query(endSql, [tenant, ids, told]);
}

const factsOf = (row: Facts, state: PackageState): AlertFacts => ({
  ...{ carrier: row.carrier ?? '', counts: row.status === 'labelled', state, fromState: row.fromState },
  labelledAt: row.labelledAt.getTime(),
  ...{ estimatedAt: row.estimatedAt?.getTime() ?? null, promisedAt: row.promisedAt?.getTime() ?? null },
  stateOf: ({ key }) => row.states[key] ?? null,
});

const rulesSql = `SELECT t.id::text AS tenant, coalesce((SELECT json_agg(json_build_object('kind', r.kind,
    'enabled', r.status = 'enabled', 'hours', r.hours, 'carriers', r.carriers)) FROM alert_rule r WHERE r.tenant_id = t.id), '[]') AS rules
  FROM tenant t WHERE t.kind <> 'platform'`;

/** Null: every carrier. */
const isOf = (carriers: string) =>
  `(${carriers}::text IS NULL OR p."carrierCode" = ANY (string_to_array(${carriers}, ' ')))`;

/** Packages that stand still for longer than a rule allows and have raised no alert since. */
const stillSql = `SELECT p.id::text AS id FROM package p
  WHERE p.tenant_id = $1 AND p.status = 'labelled' AND p."trackingStatus" NOT IN ('delivered', 'cancelled')
    AND p."createdAt" > now() - interval '90 days'
    AND ((p."firstScanAt" IS NULL AND p."createdAt" < now() - make_interval(hours => $2) AND ${isOf('$4')})
      OR (p."firstScanAt" IS NOT NULL AND p."lastEventAt" < now() - make_interval(hours => $3) AND ${isOf('$5')}))
    AND NOT EXISTS (SELECT FROM track_alert a WHERE a.tenant_id = p.tenant_id AND a.package = p.id
      AND a.kind IN ('expired', 'brokenUpdate') AND a."raisedAt" >= coalesce(p."lastEventAt", p."createdAt"))
  ORDER BY p.id LIMIT 2000`;

/** Stands for a rule that never raises an alert. */
const never = 1_000_000;
/** Packages examined in one batch. */
const together = 200;

/** Raises alerts that depend on time alone and wakes snoozed ones. Answers the number of packages examined. */
export const watch = (look: (services: SystemServices, tenant: string, ids: readonly string[]) => Promise<void>) =>
  defineSchedule('tracking-watch', '7 * * * *', async ({ query, services: deps }) => {
    if (!deps) return 0;
    await query(
      `UPDATE track_alert SET status = 'open', "snoozeUntil" = NULL, version = version + 1, "updatedAt" = now()
        WHERE status = 'snoozed' AND "snoozeUntil" <= now()`,
      [],
    );
    let looked = 0;
    const tenants = await query<{ tenant: string; rules: readonly AlertRule[] }>(rulesSql, []);
    for (const { tenant, rules } of tenants) {
      const all = rules.map((rule) => ({ ...rule, carriers: null }));
      const kinds = ['expired', 'brokenUpdate'] as const;
      const hours = kinds.map((kind) => hoursOf(all, kind, '') ?? never);
      const carriers = kinds.map((kind) => rules.find((rule) => rule.kind === kind)?.carriers ?? null);
      const still = await query(stillSql, [tenant, ...hours, ...carriers]);
      for (let at = 0; at < still.length; at += together) {
        const ids = still.slice(at, at + together).map(({ id }) => String(id));
        // What one package cannot take must not hold up the others.
        await look(deps, tenant, ids).catch((error: unknown) => deps.report(tenant, 'tracking-watch', String(error)));
      }
      looked += still.length;
    }
    return looked;
  });
