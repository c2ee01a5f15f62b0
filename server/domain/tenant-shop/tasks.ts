import { defineSchedule, type ActingServices } from '../../modules/module.ts';

/** Days after which an unpaid order is cancelled. */
const unpaidDays = 14;

/** Orders whose term begins or ends in their tenant's zone, and abandoned unpaid ones. */
const dueSql = `SELECT g.tenant_id::text AS tenant, g.id::text AS id,
    CASE WHEN g.status = 'unpaid' THEN 'cancel' WHEN g."endsOn" < d.today THEN 'expire' ELSE 'activate' END AS step
  FROM goods_order g JOIN tenant t ON t.id = g.tenant AND t.tenant_id = g.tenant_id
  CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE t."timeZone")::date AS today) d
  WHERE (g.status IN ('paid', 'active') AND g."endsOn" < d.today) OR (g.status = 'paid' AND g."startsOn" <= d.today)
     OR (g.status = 'unpaid' AND g."createdAt" < now() - interval '${unpaidDays} days')
  ORDER BY g.id LIMIT 2000`;

async function moveOn(services: ActingServices): Promise<number> {
  let moved = 0;
  for (const { tenant, id, step } of await services.query(dueSql, [])) {
    const of = { tenant: String(tenant), entity: 'goods-order', id: String(id) };
    if ((await services.act(of, String(step))).length === 0) moved += 1;
  }
  return moved;
}

/**
 * Notifications of a tenant with a plan, each once: 14 and 3 days before its end, at its end, at the end of the grace period,
 * and at 90 % of a month's orders. `about` names the occasion, so that a renewed plan is notified again.
 */
const toldSql = `SELECT t.id::text AS tenant, t."defaultLocale" AS culture, t.email, a.until::text AS until, a.grace_until::text AS "graceUntil",
    a.monthly::text AS allowed, coalesce(u.used, 0)::text AS used, x.stage, x.about
  FROM tenant t CROSS JOIN LATERAL tenant_shop.allowance(t.id) a
  LEFT JOIN tenant_shop.usage u ON u.tenant_id = t.id AND u.bucket = 'month:' || to_char(a.today, 'YYYY-MM')
  CROSS JOIN LATERAL (
    SELECT s.stage, s.stage || ':' || a.until AS about FROM (
      SELECT CASE WHEN a.today > a.grace_until THEN 'over' WHEN a.today > a.until THEN 'ended' WHEN a.until - a.today <= 3 THEN 'days3'
                  WHEN a.until - a.today <= 14 THEN 'days14' END AS stage) s WHERE s.stage IS NOT NULL
    UNION ALL
    SELECT 'orders', 'orders:' || to_char(a.today, 'YYYY-MM') WHERE a.state IN ('active', 'grace') AND a.monthly > 0 AND coalesce(u.used, 0) * 10 >= a.monthly * 9) x
  WHERE t.kind = 'tenant' AND t."planRequired" AND t.status IN ('trial', 'active')
    AND NOT EXISTS (SELECT FROM tenant_shop.told d WHERE d.tenant_id = t.id AND d.about = x.about)
  ORDER BY t.id LIMIT 2000`;

/** Stores the occasion and notifies the tenant's administrators; a concurrent run notifies no one. */
const noteSql = `WITH noted AS (
    INSERT INTO tenant_shop.told (tenant_id, about) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING about)
  INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
    SELECT $1::bigint, lading.new_id(), left($3, 120), '1', 'staff', $4::jsonb, array_agg(a.id), 'published', now()
      FROM noted, account a WHERE a.tenant_id = $1::bigint AND a."adminType" = '2' AND a.status = '0' HAVING count(*) > 0`;

export async function tellTenants(services: ActingServices): Promise<number> {
  const rows = await services.query(toldSql, []);
  for (const row of rows) {
    const [tenant, culture, about] = [String(row['tenant']), String(row['culture']), String(row['about'])];
    const params = {
      ...{ until: row['until'], graceUntil: row['graceUntil'], used: row['used'], allowed: row['allowed'] },
    };
    const say = (part: string) => services.say(culture, 'plans', `plans.told.${String(row['stage'])}${part}`, params);
    const [title, text] = [say('Title'), say('Text')];
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    // The mail is written once for its key, so that a stop between the two loses neither.
    await services.mail({
      ...{ tenant, to: String(row['email']), culture, title, text, template: 'plan', about: tenant },
      key: `plan:${tenant}:${about}`,
    });
    await services.query(noteSql, [tenant, about, title, JSON.stringify(content)]);
  }
  return rows.length;
}

/** Begins and ends terms and notifies tenants. Answers the number handled. */
export const plans = defineSchedule('tenant-plans', '7 * * * *', async ({ services }) =>
  services ? (await moveOn(services)) + (await tellTenants(services)) : 0,
);
