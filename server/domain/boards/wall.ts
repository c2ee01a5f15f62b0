import { defineCommand, type JsonSchema, type SystemServices } from '../../modules/module.ts';
import { nowSql } from './operations-sql.ts';
import { dayIn, shift } from './period.ts';
import { reachOf } from './reach.ts';

const count: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };

/** $1 tenant, $2 time zone, $3 organisations or null, $4 today, $5 yesterday. */
const todaySql = `WITH day AS (SELECT ($4::date)::timestamp AT TIME ZONE $2 AS began, ($5::date)::timestamp AT TIME ZONE $2 AS before)
  SELECT
  (SELECT json_build_object('today', count(*) FILTER (WHERE i.at >= d.began), 'before', count(*) FILTER (WHERE i.at < d.began AND i.at < now() - interval '1 day'))
     FROM boards.income i, day d WHERE i.tenant_id = $1 AND i.at >= d.before AND ($3::bigint[] IS NULL OR i.org_id = ANY ($3))) AS orders,
  (SELECT json_build_object('today', count(*) FILTER (WHERE p."createdAt" >= d.began),
            'before', count(*) FILTER (WHERE p."createdAt" < d.began AND p."createdAt" < now() - interval '1 day'))
     FROM package p, day d WHERE p.tenant_id = $1 AND p."createdAt" >= d.before AND p.status <> 'voided' AND ($3::bigint[] IS NULL OR p.org_id = ANY ($3))) AS labels,
  (SELECT json_build_object('today', count(*) FILTER (WHERE p."deliveredAt" >= d.began),
            'before', count(*) FILTER (WHERE p."deliveredAt" < d.began AND p."deliveredAt" < now() - interval '1 day'))
     FROM package p, day d WHERE p.tenant_id = $1 AND p."trackingStatus" = 'delivered' AND p."createdAt" > d.began - interval '60 days'
      AND p."deliveredAt" >= d.before AND ($3::bigint[] IS NULL OR p.org_id = ANY ($3))) AS delivered,
  (SELECT coalesce(json_agg(json_build_object('name', c.name, 'orders', c.orders) ORDER BY c.orders DESC, c.name), '[]')
     FROM (SELECT coalesce(h.name, '') AS name, count(*)::integer AS orders FROM day d, boards.income i
             LEFT JOIN channel h ON h.tenant_id = i.tenant_id AND h.id = i.channel
            WHERE i.tenant_id = $1 AND i.at >= d.began AND ($3::bigint[] IS NULL OR i.org_id = ANY ($3)) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) c) AS channels`;

const pair: JsonSchema = {
  type: 'object',
  description: 'Today, and yesterday until the same time of day.',
  properties: { today: count, before: count },
};

/** The answer of the wall monitor. */
export const wallSchema: Readonly<Record<string, JsonSchema>> = {
  ...{ orders: pair, labels: pair, delivered: pair, unscanned: count },
  stuck: {
    type: 'object',
    properties: { placingLong: count, placing: count, waitingForFunds: count, held: count, failed: count },
  },
  alerts: { type: 'array', items: { type: 'object', properties: { kind: text, count } } },
  channels: { type: 'array', items: { type: 'object', properties: { name: text, orders: count } } },
  at: { type: 'string', format: 'date-time' },
};

export async function wallFigures(
  services: Pick<SystemServices, 'queryReport'>,
  { tenant, timeZone, orgs }: { tenant: string; timeZone: string; orgs: readonly string[] | null },
): Promise<Readonly<Record<string, unknown>>> {
  const day = dayIn(timeZone, new Date());
  const [[standing], [today]] = await Promise.all([
    services.queryReport(nowSql, [tenant, timeZone, orgs, null]),
    services.queryReport(todaySql, [tenant, timeZone, orgs, day, shift(day, -1)]),
  ]);
  return { ...standing, ...today, at: new Date().toISOString() };
}

/** Key figures for a wall monitor, within the reader's orders and packages. */
export const wall = defineCommand({
  path: 'Monitor/figures',
  needs: { entity: 'package', code: 'read' },
  perMinute: 120,
  body: { type: 'object', additionalProperties: false, examples: [{}] },
  answer: { type: 'object', properties: wallSchema },
  async run(call) {
    const { tenant, timeZone, services } = call;
    return wallFigures(services, { tenant, timeZone, orgs: await reachOf(call) });
  },
});
