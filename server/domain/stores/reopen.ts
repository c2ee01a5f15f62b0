import { issue, type ActingServices } from '../../modules/module.ts';

/**
 * Store orders of which every order of ours was deleted, refunded or cancelled while the platform knows of no parcel.
 * Those that the platform closed are left to `followEnded`, and those whose label is replaced wait for the new one.
 */
const looseSql = `SELECT s.tenant_id::text AS tenant, s.id::text AS id, s."order" IS NULL AS deleted FROM store_order s
  LEFT JOIN "order" p ON p.tenant_id = s.tenant_id AND p.id = s."order"
 WHERE s.status = 'processing' AND s."cancelledAt" IS NULL AND (s."order" IS NULL OR p.status IN ('refunded', 'cancelled'))
   AND EXISTS (SELECT FROM stores.draft d WHERE d.tenant_id = s.tenant_id AND d.store_orders @> ARRAY[s.id])
   AND NOT EXISTS (SELECT FROM stores.draft d LEFT JOIN "order" o ON o.tenant_id = d.tenant_id AND o.id = d."order"
     WHERE d.tenant_id = s.tenant_id AND d.store_orders @> ARRAY[s.id]
       AND (d."order" IS NULL OR o.status NOT IN ('refunded', 'cancelled')
         OR EXISTS (SELECT FROM "order" n WHERE n.tenant_id = o.tenant_id AND n.replaces = o.id)))
   AND NOT EXISTS (SELECT FROM stores.ended e WHERE e.tenant_id = s.tenant_id AND e.store_order = s.id)
   AND NOT EXISTS (SELECT FROM "store_order__parcels" c WHERE c.tenant_id = s.tenant_id AND c.parent_id = s.id
     AND c.state IN ('confirmed', 'asks'))
 ORDER BY s.id LIMIT 500`;

const untoldSql = `DELETE FROM "store_order__parcels" WHERE tenant_id = $1 AND parent_id = $2 AND state NOT IN ('confirmed', 'asks')`;
const holdSql = `UPDATE store_order SET hold = 'refused', "holdText" = left($3, 500), push = 'none', version = version + 1
  WHERE tenant_id = $1 AND id = $2 AND status = 'pendingShipping'`;

/** Puts store orders without an order of ours back to waiting, on hold, so that only a person ships them again. Repeatable. */
export async function reopenLoose(services: ActingServices): Promise<void> {
  for (const { tenant, id, deleted } of await services.query(looseSql, [])) {
    const of = { tenant: String(tenant), entity: 'store-order', id: String(id) };
    const issues = await services.act(of, 'reopen');
    if (issues.length > 0) continue;
    await services.query(untoldSql, [of.tenant, of.id]);
    const text = await wordsFor(services, of.tenant, deleted ? 'stores.hold.deleted' : 'stores.hold.voided');
    await services.query(holdSql, [of.tenant, of.id, text]);
  }
}

const cultureSql = `SELECT "defaultLocale" AS culture FROM tenant WHERE id = $1`;

/** A hold in the language of the tenant. */
export async function wordsFor(services: ActingServices, tenant: string, code: string): Promise<string> {
  const [row] = await services.query(cultureSql, [tenant]);
  const { explain } = await services.asSystem(tenant, {}, String(row?.['culture']));
  return explain(issue(code, ''));
}
