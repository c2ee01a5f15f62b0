import { defineSchedule, type SystemServices } from '../../../modules/module.ts';
import type { PackageState } from '../events/state.ts';
import { alertsOf, hoursOf, type Alert, type AlertRule } from './alerts-of.ts';

interface PackageOf {
  readonly tenant: string;
  readonly id: string;
}

const factsSql = `SELECT p."carrierCode" AS carrier, p.status, p."createdAt" AS "labelledAt", p."estimatedAt",
    w.promised_at AS "promisedAt",
    upper(CASE WHEN o."senderMode" = 'channel' THEN f.state::text ELSE o."shipFromState"::text END) AS "fromState",
    coalesce((SELECT json_object_agg(e.key, upper(e.state)) FROM track_event e
       WHERE e.tenant_id = p.tenant_id AND e.package = p.id AND e.state IS NOT NULL), '{}') AS states,
    coalesce((SELECT json_agg(json_build_object('kind', r.kind, 'enabled', r.status = 'enabled', 'hours', r.hours,
       'carriers', r.carriers)) FROM alert_rule r WHERE r.tenant_id = p.tenant_id), '[]') AS rules
  FROM package p
  LEFT JOIN tracking.work w ON w.tenant_id = p.tenant_id AND w.package = p.id
  LEFT JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
  LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom"
 WHERE p.tenant_id = $1 AND p.id = $2`;

const raiseSql = `INSERT INTO track_alert (tenant_id, id, org_id, status, kind, package, "order", customer, "carrierCode",
    "trackingNo", text, key, "raisedAt")
  SELECT p.tenant_id, lading.new_id(), p.org_id, 'open', a.kind, p.id, p."order", p.customer, p."carrierCode",
         p."trackingNo", nullif(left(a.text, 200), ''), left(a.key, 100), now()
    FROM package p CROSS JOIN jsonb_to_recordset($3::jsonb) AS a(kind text, key text, text text)
   WHERE p.tenant_id = $1 AND p.id = $2
  ON CONFLICT DO NOTHING`;

/** Alerts of before know the number of their package, by which people look for them. */
export const alertStatements: readonly string[] = [
  `UPDATE track_alert a SET "trackingNo" = p."trackingNo" FROM package p
    WHERE p.tenant_id = a.tenant_id AND p.id = a.package AND a."trackingNo" IS NULL AND p."trackingNo" IS NOT NULL`,
];

/** An alert whose cause ended is closed, also when a person had taken it; one that a person closed stays closed. */
const endSql = `UPDATE track_alert t SET status = 'closed', "endedAt" = now(), version = version + 1, "updatedAt" = now()
  WHERE t.tenant_id = $1 AND t.package = $2 AND t.status <> 'closed'
    AND NOT EXISTS (SELECT FROM jsonb_to_recordset($3::jsonb) AS a(kind text, key text)
      WHERE a.kind = t.kind AND left(a.key, 100) = t.key)`;

interface Facts {
  readonly carrier: string | null;
  readonly status: string;
  readonly labelledAt: Date;
  readonly estimatedAt: Date | null;
  readonly promisedAt: Date | null;
  readonly fromState: string | null;
  readonly states: Readonly<Record<string, string>>;
  readonly rules: readonly AlertRule[];
}

/** Raises the current alerts of a package, each cause once, and closes those that have ended. */
export async function raiseAlerts(
  services: SystemServices,
  { tenant, id }: PackageOf,
  state: PackageState,
  now = Date.now(),
): Promise<readonly Alert[]> {
  const [row] = (await services.query(factsSql, [tenant, id])) as unknown as (Facts | undefined)[];
  if (!row) return [];
  const facts = {
    ...{ carrier: row.carrier ?? '', counts: row.status === 'labelled', state, fromState: row.fromState },
    labelledAt: row.labelledAt.getTime(),
    ...{ estimatedAt: row.estimatedAt?.getTime() ?? null, promisedAt: row.promisedAt?.getTime() ?? null },
    stateOf: ({ key }: { key: string }) => row.states[key] ?? null,
  };
  const alerts = alertsOf(facts, row.rules, now);
  const told = JSON.stringify(alerts);
  if (alerts.length > 0) await services.query(raiseSql, [tenant, id, told]);
  await services.query(endSql, [tenant, id, told]);
  return alerts;
}

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

/** Raises alerts that depend on time alone and wakes snoozed ones. Answers the number of packages examined. */
export const watch = (look: (services: SystemServices, of: PackageOf) => Promise<void>) =>
  defineSchedule('tracking-watch', '7 * * * *', async ({ query, services: deps }) => {
    if (!deps) return 0;
    await query(
      `UPDATE track_alert SET status = 'open', "snoozeUntil" = NULL, version = version + 1, "updatedAt" = now()
        WHERE status = 'snoozed' AND "snoozeUntil" <= now()`,
      [],
    );
    let looked = 0;
    const tenants = (await query(rulesSql, [])) as unknown as { tenant: string; rules: readonly AlertRule[] }[];
    for (const { tenant, rules } of tenants) {
      const all = rules.map((rule) => ({ ...rule, carriers: null }));
      const kinds = ['expired', 'brokenUpdate'] as const;
      const hours = kinds.map((kind) => hoursOf(all, kind, '') ?? never);
      const carriers = kinds.map((kind) => rules.find((rule) => rule.kind === kind)?.carriers ?? null);
      const still = await query(stillSql, [tenant, ...hours, ...carriers]);
      for (const { id } of still) await look(deps, { tenant, id: String(id) });
      looked += still.length;
    }
    return looked;
  });
