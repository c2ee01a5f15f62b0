import { defineSchedule } from '../../modules/module.ts';
import { chargeLate, voidUnused } from './labels.ts';
import { rulesOf } from './rules.ts';

/** The next state of an unclaimed parcel: expired, or due for disposal. */
const dueSql = `SELECT p.tenant_id::text AS tenant, p.id::text AS id, CASE p.status WHEN 'toClaim' THEN 'expire' ELSE 'setAside' END AS step
  FROM returned_parcel p JOIN tenant t ON t.id = p.tenant_id CROSS JOIN LATERAL ${rulesOf('p.tenant_id')} r
  CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE t."timeZone")::date AS today) d
  WHERE (p.status = 'toClaim' AND p."claimUntil" < d.today)
     OR (p.status = 'expired' AND p."claimUntil" + r.dispose_days < d.today)
     OR (p.status = 'unidentified' AND (p."arrivedAt" AT TIME ZONE t."timeZone")::date + r.claim_days + r.dispose_days < d.today)
  ORDER BY p.id LIMIT 2000`;

/** Handles unclaimed parcels, unused return labels and late uses. Answers the number handled. */
export const expire = defineSchedule('returns-expire', '12 * * * *', async ({ services }) => {
  if (!services) return 0;
  let moved = 0;
  for (const { tenant, id, step } of await services.query(dueSql, [])) {
    const of = { tenant: String(tenant), entity: 'returned-parcel', id: String(id) };
    const issues = await services.act(of, String(step));
    if (issues.length === 0) moved += 1;
  }
  return moved + (await voidUnused(services)) + (await chargeLate(services));
});
