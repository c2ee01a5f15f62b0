/**
 * Rows of `customer`, `"order"` and `why` (`tracking`, `order`, `reference`, `name`) that a parcel may belong to, surest
 * first: $2 numbers, $3 reference, $4 sender's name. Only orders that had a label count, so that no one finds a parcel by
 * typing an order. A parcel that comes back on a return label belongs to the order that first went out.
 */
export const ownersSql = (tenant: string): string => `SELECT DISTINCT ON (f.customer, coalesce(f.original, f."order"))
    f.customer::text AS customer, coalesce(f.original, f."order")::text AS "order", f.why
  FROM (
    SELECT p.customer, p."order", o."returnOf" AS original, 'tracking' AS why, 1 AS rank
      FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
     WHERE p.tenant_id = ${tenant} AND p."trackingNo" = ANY ($2::text[])
    UNION ALL
    SELECT o.customer, o.id, o."returnOf", 'order', 2 FROM "order" o
     WHERE o.tenant_id = ${tenant} AND o."orderedAt" IS NOT NULL AND o."orderNo" = $3
    UNION ALL
    SELECT o.customer, o.id, o."returnOf", 'reference', 3 FROM "order" o
     WHERE o.tenant_id = ${tenant} AND o."orderedAt" IS NOT NULL AND $3 <> ''
       AND $3 IN (o."refNo", o."ecommerceOrderNo", o.reference1, o.reference2)
    UNION ALL
    SELECT o.customer, o.id, o."returnOf", 'name', 4 FROM "order" o
     WHERE o.tenant_id = ${tenant} AND o."orderedAt" > now() - interval '180 days' AND $4 <> ''
       AND lower(o."shipToName") = lower($4)) f
  ORDER BY f.customer, coalesce(f.original, f."order"), f.rank`;

export interface Owner {
  readonly customer: string;
  readonly order: string | null;
  readonly why: 'tracking' | 'order' | 'reference' | 'name';
}

/** The one that a parcel surely belongs to: its number or its order is ours, and of one customer. */
export function sureOwner(found: readonly Owner[]): Owner | null {
  const sure = found.filter(({ why }) => why === 'tracking' || why === 'order');
  const [first] = sure;
  return first && sure.every(({ customer }) => customer === first.customer) ? first : null;
}
