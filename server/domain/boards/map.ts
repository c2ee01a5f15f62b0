import { defineCommand, type JsonSchema } from '../../modules/module.ts';
import { dayIn, periods, spanOf, type Period } from './period.ts';
import { reachOf } from './reach.ts';

const count: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const place: JsonSchema = {
  type: 'object',
  properties: {
    place: text,
    packages: count,
    delivered: count,
    late: count,
    open: count,
    delayed: count,
    days: { type: ['number', 'null'] },
  },
};

/**
 * Packages sent to the United States in a period by destination: delivered, late, in transit, and delayed. $1 tenant,
 * $2 time zone, $3 organisations or null, $4 and $5 the span, $6 a state or ''.
 */
const placesSql = `WITH sent AS MATERIALIZED (
    SELECT upper(o."shipToState") AS state, left(o."shipToPostalCode", 3) AS zip3, p."trackingStatus" = 'delivered' AS delivered,
           (p."deliveredAt" AT TIME ZONE $2)::date AS arrived, coalesce((p."firstScanAt" AT TIME ZONE $2)::date, p."shipDate") AS began,
           coalesce((w.promised_at AT TIME ZONE $2)::date, (p."estimatedAt" AT TIME ZONE $2)::date) AS promised,
           p."trackingStatus" IN ('delivery_delayed', 'on_hold', 'delivery_failed', 'return_to_sender') AS troubled
      FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
      LEFT JOIN tracking.work w ON w.tenant_id = p.tenant_id AND w.package = p.id
     WHERE p.tenant_id = $1 AND ($3::bigint[] IS NULL OR p.org_id = ANY ($3)) AND p.status = 'labelled' AND o."shipToCountry" IN ('US', 'PR')
       AND p."shipDate" BETWEEN $4::date AND $5::date AND ($6 = '' OR upper(o."shipToState") = $6)),
  tally AS (
    SELECT state, zip3, count(*)::integer AS packages, (count(*) FILTER (WHERE delivered))::integer AS delivered,
           (count(*) FILTER (WHERE delivered AND arrived > promised))::integer AS late, (count(*) FILTER (WHERE NOT delivered))::integer AS open,
           (count(*) FILTER (WHERE NOT delivered AND (troubled OR promised < (now() AT TIME ZONE $2)::date)))::integer AS delayed,
           sum(arrived - began) FILTER (WHERE delivered) AS days
      FROM sent GROUP BY GROUPING SETS ((state), (state, zip3)))
  SELECT coalesce(json_agg(json_build_object('place', t.place, 'packages', t.packages, 'delivered', t.delivered, 'late', t.late, 'open', t.open,
      'delayed', t.delayed, 'days', t.days) ORDER BY t.packages DESC, t.place) FILTER (WHERE NOT t.small), '[]') AS states,
    coalesce(json_agg(json_build_object('place', t.place, 'packages', t.packages, 'delivered', t.delivered, 'late', t.late, 'open', t.open,
      'delayed', t.delayed, 'days', t.days) ORDER BY t.packages DESC, t.place) FILTER (WHERE t.small AND $6 <> ''), '[]') AS zips
    FROM (SELECT zip3 IS NOT NULL AS small, coalesce(zip3, state) AS place, packages, delivered, late, open, delayed,
                 round(days::numeric / nullif(delivered, 0), 1)::float8 AS days FROM tally WHERE state IS NOT NULL) t`;

/** Deliveries and delays by state, and within a state by the first three digits of the postal code. */
export const map = defineCommand({
  path: 'Map/places',
  needs: { entity: 'package', code: 'read' },
  perMinute: 120,
  body: {
    ...{ type: 'object', required: ['period'], additionalProperties: false, examples: [{ period: 'month' }] },
    properties: {
      period: { enum: periods },
      day: { ...text, format: 'date' },
      state: { ...text, pattern: '^[A-Z]{2}$' },
    },
  },
  answer: {
    type: 'object',
    properties: { states: { type: 'array', items: place }, zips: { type: 'array', items: place } },
  },
  async run(call) {
    const { body, tenant, timeZone, services } = call;
    const orgs = await reachOf(call);
    const day = typeof body['day'] === 'string' ? body['day'] : dayIn(timeZone, new Date());
    const { from, to } = spanOf(body['period'] as Period, day);
    const values = (state: string) => [tenant, timeZone, orgs, from, to, state];
    const state = String(body['state'] ?? '');
    const [[all], [one]] = await Promise.all([
      services.queryReport(placesSql, values('')),
      state ? services.queryReport(placesSql, values(state)) : [undefined],
    ]);
    return { states: all?.['states'] ?? [], zips: one?.['zips'] ?? [] };
  },
});
