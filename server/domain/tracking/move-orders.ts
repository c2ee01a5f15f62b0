import type { SystemServices } from '../../modules/module.ts';
import type { Settled } from './events/settle.ts';

const completeSql = `SELECT o.id::text AS id FROM unnest($2::bigint[]) AS o(id)
  WHERE NOT EXISTS (SELECT FROM package p WHERE p.tenant_id = $1 AND p."order" = o.id AND p.status <> 'voided'
    AND p."trackingStatus" <> 'delivered')`;

/** Orders are shipped with the first scan of a box, and delivered with the last box of those that still count. */
export async function moveOrders(
  services: SystemServices,
  tenant: string,
  packages: readonly Settled[],
): Promise<void> {
  const scanned = packages.filter(({ state }) => state.firstScanAt !== null);
  const ordered = ordersOf(scanned.filter(({ orderStatus }) => orderStatus === 'ordered'));
  await services.actOnEach({ tenant, entity: 'order', ids: ordered }, 'ship');
  const delivered = ordersOf(
    scanned.filter(
      ({ state, orderStatus }) =>
        state.state === 'delivered' && (orderStatus === 'ordered' || orderStatus === 'shipped'),
    ),
  );
  if (delivered.length === 0) return;
  const complete = await services.query(completeSql, [tenant, delivered]);
  await services.actOnEach({ tenant, entity: 'order', ids: complete.map(({ id }) => String(id)) }, 'deliver');
}

const ordersOf = (packages: readonly Settled[]): readonly string[] =>
  [...new Set(packages.flatMap(({ order }) => order ?? []))].toSorted();
