import { defineSchedule, type SystemServices } from '../../../modules/module.ts';

/** Hours of the tenant's day at which people hear of new alerts, where the setting ALERT_DIGEST_HOURS says nothing else. */
const usualHours = '8,14';

const kinds = [
  ...['expired', 'crossRegion', 'brokenUpdate', 'delay', 'expectedChange', 'abnormalAddress', 'orderReturn'],
] as const;

/** Open alerts that people have heard of. */
export const digestStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS tracking.alert_told (tenant_id bigint NOT NULL, alert bigint NOT NULL, PRIMARY KEY (tenant_id, alert))`,
  `ALTER TABLE tracking.alert_told ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE tracking.alert_told FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON tracking.alert_told`,
  `CREATE POLICY system ON tracking.alert_told TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON tracking.alert_told TO lading_system`,
];

/** Tenants with new alerts whose clock stands at one of their hours. $1 a moment, null: now. */
const dueSql = `SELECT t.id::text AS tenant, t."defaultLocale" AS culture,
    to_char(coalesce($1::timestamptz, now()) AT TIME ZONE t."timeZone", 'YYYYMMDDHH24') AS slot
  FROM tenant t
 WHERE extract(hour FROM coalesce($1::timestamptz, now()) AT TIME ZONE t."timeZone")::text = ANY (string_to_array(replace(
         coalesce((SELECT g.value FROM config g WHERE g.tenant_id = t.id AND g.code = 'ALERT_DIGEST_HOURS'), '${usualHours}'), ' ', ''), ','))
   AND EXISTS (SELECT FROM track_alert a WHERE a.tenant_id = t.id AND a.status = 'open'
         AND NOT EXISTS (SELECT FROM tracking.alert_told d WHERE d.tenant_id = a.tenant_id AND d.alert = a.id))`;

/** Roles that look after alerts: as delivered, or by a grant of their own. */
const mayRead = (templates: string) => `(r.template IN (${templates}) OR EXISTS (SELECT FROM role__grants g
    WHERE g.tenant_id = r.tenant_id AND g.parent_id = r.id AND g.entity = 'track-alert'
      AND (g.codes = '*' OR 'read' = ANY (string_to_array(g.codes, ',')))))`;

/**
 * Who hears of which new alerts: staff of the organisations that they see, members of their own company. Everybody with the
 * same alerts is one row. $1 tenant.
 */
const groupsSql = `WITH RECURSIVE fresh AS (
    SELECT a.id, a.kind, a.customer, a.org_id FROM track_alert a WHERE a.tenant_id = $1 AND a.status = 'open'
       AND NOT EXISTS (SELECT FROM tracking.alert_told d WHERE d.tenant_id = a.tenant_id AND d.alert = a.id)
     ORDER BY a.id LIMIT 20000),
  person AS (
    SELECT a.id, a.org, a."orgs", a.customer, a.email, a."adminType" = '4' AS member, a."adminType" IN ('1', '2') OR coalesce(bool_or(r.template = 'admin'), false) AS everything,
           coalesce(array_agg(r."dataScopeType") FILTER (WHERE r.id IS NOT NULL), '{}') AS scopes,
           (SELECT coalesce(array_agg(o), '{}') FROM role x, unnest(x."orgs") o WHERE x.tenant_id = $1 AND x.id = ANY (a.roles) AND x."dataScopeType" = '5') AS listed
      FROM account a
      LEFT JOIN role r ON r.tenant_id = a.tenant_id AND r.id = ANY (a.roles)
       AND (CASE WHEN a."adminType" = '4' THEN ${mayRead(`'member'`)} ELSE ${mayRead(`'admin', 'clerk'`)} END)
     WHERE a.tenant_id = $1 AND a.status = '0'
     GROUP BY a.tenant_id, a.id),
  below AS (
    SELECT p.id AS account, p.org FROM person p WHERE '2' = ANY (p.scopes)
    UNION SELECT b.account, o.id FROM org o JOIN below b ON o.parent = b.org WHERE o.tenant_id = $1),
  seen AS (
    SELECT p.id AS account, p.member, f.kind, count(*)::integer AS many
      FROM person p JOIN fresh f ON CASE
        WHEN p.member THEN cardinality(p.scopes) > 0 AND f.customer = p.customer
        WHEN p.everything OR '1' = ANY (p.scopes) THEN true
        ELSE cardinality(p.scopes) > 0 AND (f.org_id = ANY (p."orgs") OR f.org_id = ANY (p.listed)
          OR ('3' = ANY (p.scopes) AND f.org_id = p.org)
          OR EXISTS (SELECT FROM below b WHERE b.account = p.id AND b.org = f.org_id)) END
     GROUP BY 1, 2, 3),
  counted AS (SELECT account, member, jsonb_object_agg(kind, many) AS counts FROM seen GROUP BY 1, 2),
  mailed AS (
    SELECT c.account, p.email FROM counted c JOIN person p ON p.id = c.account
      JOIN lading.bound_address b ON b.tenant_id = $1 AND b.account_id = c.account AND b.way = 'email' AND b.address = p.email
      JOIN lading.preference w ON w.tenant_id = $1 AND w.account_id = c.account AND w.key = 'notifications'
     WHERE w.value #>> '{notices,mail}' = 'true')
  SELECT c.member, c.counts, array_agg(c.account::text ORDER BY c.account) AS accounts,
         coalesce(array_agg(m.email) FILTER (WHERE m.email IS NOT NULL), '{}') AS mails,
         (SELECT array_agg(f.id::text) FROM fresh f) AS alerts
    FROM counted c LEFT JOIN mailed m ON m.account = c.account GROUP BY c.member, c.counts ORDER BY min(c.account)`;

/** Shows a notice to each group and stores which alerts each has seen, in one statement. $1 tenant, $2 alerts, $3 notices. */
const tellSql = `WITH told AS (
    INSERT INTO tracking.alert_told (tenant_id, alert) SELECT $1::bigint, unnest($2::bigint[]) ON CONFLICT DO NOTHING RETURNING alert)
  INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
    SELECT $1::bigint, lading.new_id(), left(n.title, 120), '1', n.audience, n.content, n.accounts, 'published', now()
      FROM jsonb_to_recordset($3::jsonb) AS n(title text, audience text, content jsonb, accounts bigint[])
     WHERE EXISTS (SELECT FROM told)`;

const pruneSql = `DELETE FROM tracking.alert_told d WHERE NOT EXISTS (
  SELECT FROM track_alert a WHERE a.tenant_id = d.tenant_id AND a.id = d.alert AND a.status = 'open')`;

/**
 * Tells people of new alerts by the bell, and by mail those who want notices by mail: each alert once,
 * counted by kind. Alerts that ended before are not mentioned. Answers the number of notices.
 */
export async function tellNewAlerts(services: SystemServices, now: Date | null = null): Promise<number> {
  await services.query(pruneSql, []);
  let notices = 0;
  for (const row of await services.query(dueSql, [now])) {
    const [tenant, culture, slot] = [String(row['tenant']), String(row['culture']), String(row['slot'])];
    const groups = await services.query(groupsSql, [tenant]);
    const letters = groups.map((group) => letterOf(services, culture, group));
    const [alerts] = groups.map((group) => group['alerts']);
    if (!alerts) continue;
    // Mails are written once for their key, so that a stop before the notices loses neither.
    for (const { title, text, mails, accounts } of letters)
      for (const to of mails)
        await services.mail({
          ...{ tenant, to, culture, title, text, template: 'trackAlerts', about: slot },
          key: `track-alerts:${tenant}:${slot}:${accounts[0]}:${to}`,
        });
    await services.query(tellSql, [tenant, alerts, JSON.stringify(letters)]);
    notices += letters.length;
  }
  return notices;
}

function letterOf(services: SystemServices, culture: string, group: Readonly<Record<string, unknown>>) {
  const counts = group['counts'] as Readonly<Record<string, number>>;
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
    services.say(culture, 'tracking', `digest.${key}`, params);
  const lines = kinds.flatMap((kind) =>
    counts[kind] ? say('line', { kind: say(`kind.${kind}`), count: counts[kind] }) : [],
  );
  const all = [...lines, say('where')];
  return {
    title: say('title', { count: Object.values(counts).reduce((sum, many) => sum + many, 0) }),
    text: all.join('\n'),
    content: {
      type: 'doc',
      content: all.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    },
    audience: group['member'] === true ? 'members' : 'staff',
    accounts: group['accounts'] as readonly string[],
    mails: group['mails'] as readonly string[],
  };
}

export const alertDigest = defineSchedule('tracking-digest', '3 * * * *', async ({ services }) =>
  services ? tellNewAlerts(services) : 0,
);
