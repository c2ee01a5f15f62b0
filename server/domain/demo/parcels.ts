import type { RowQuery } from '../../modules/module.ts';
import type { Seeder } from './seeder.ts';

/** Alert rules of the tenant; the first three have a delay in hours. */
const rules = [
  { kind: 'expired', hours: 48 },
  { kind: 'brokenUpdate', hours: 72 },
  { kind: 'expectedChange', hours: 24 },
  ...['crossRegion', 'delay', 'abnormalAddress', 'orderReturn'].map((kind) => ({ kind })),
];

/** Parcels with cases: the oldest in transit, and the last delivered ones. */
const askedAboutSql = `SELECT * FROM (
    (SELECT p.id::text, p.customer::text FROM package p WHERE p.tenant_id = $1 AND p.status = 'labelled' AND p."trackingStatus" = 'in_transit'
      ORDER BY p."lastEventAt", p.id LIMIT 2)
    UNION ALL
    (SELECT p.id::text, p.customer::text FROM package p WHERE p.tenant_id = $1 AND p."trackingStatus" = 'delivered'
      ORDER BY p."deliveredAt" DESC, p.id LIMIT 1)) p`;

/** Alert rules, and cases about problem parcels. */
export async function tellParcels(pen: Seeder, query: RowQuery, tenant: string): Promise<void> {
  await pen.add(
    'alert-rule',
    rules.map((input) => ({ input })),
  );
  const parcels = await query(askedAboutSql, [tenant]);
  await pen.add(
    'track-case',
    parcels.flatMap(({ id, customer }, at) => {
      const kind = (['trace', 'lost', 'damaged'] as const)[at] ?? 'trace';
      return { input: { kind, customer, package: id, description: pen.words.cases[kind] } };
    }),
  );
}
