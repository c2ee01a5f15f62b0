import { keepTrialsSql } from '../../server/domain/rating/trial/trial-sql.ts';

/** A connection as the owner of the tables. */
interface Owner {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

interface Found {
  readonly tenant: string;
  readonly by: string | null;
}

/**
 * Keeps a trial of drafts on their own services, as if a price table had said these sums. It counts until the drafts or
 * the tenant's prices change; a draft without a service has none.
 */
export async function keepTrial(
  owner: Owner,
  orders: readonly string[],
  { sale, cost }: { readonly sale: number; readonly cost: number },
): Promise<void> {
  const { rows } = await owner.query(
    `SELECT o.tenant_id::text AS tenant, o."createdBy"::text AS by, lading.new_id()::text AS id, o.id::text AS "order",
            o.customer::text, o.channel::text, o.service::text, o."unitType", rating.fingerprint(o.tenant_id, o.id) AS fingerprint
       FROM "order" o WHERE o.id = ANY ($1::bigint[]) AND o.service IS NOT NULL AND o.channel IS NOT NULL`,
    [orders],
  );
  const found = rows as readonly Found[];
  const [first] = found;
  if (!first) return;
  const price = { available: true, currency: 'USD', sale, cost, margin: sale - cost, saleLines: [], costLines: [] };
  const kept = found.map((each) => ({ ...each, ...price }));
  await owner.query(keepTrialsSql, [first.tenant, orders, JSON.stringify(kept), first.by]);
}
