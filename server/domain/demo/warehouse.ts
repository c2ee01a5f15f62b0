import type { RowQuery } from '../../modules/module.ts';
import type { Seeder } from './seeder.ts';

const customersSql = `SELECT id::text FROM customer WHERE tenant_id = $1 AND status = 'enabled' ORDER BY id LIMIT 4`;

const fee = (name: string, basis: string, price: number, fromDay = 1) => ({ fee: name, basis, price, fromDay });
const standard = [
  ...[fee('inbound', 'pallet', 12), fee('inbound', 'piece', 0.15)],
  ...[fee('storage', 'cbm', 0.45), fee('storage', 'cbm', 0.6, 31), fee('storage', 'cbm', 0.95, 91)],
  ...[fee('handling', 'order', 1.2), fee('handling', 'piece', 0.25), fee('label', 'label', 0.1)],
  ...[fee('outbound', 'pallet', 14.5), fee('returnHandling', 'piece', 2.5), fee('minimum', 'period', 50)],
];
const dearer = standard.map((row) => ({ ...row, price: Math.round(row.price * 10_600) / 10_000 }));
const byPallet = [fee('inbound', 'pallet', 9), fee('storage', 'pallet', 0.55), fee('outbound', 'pallet', 9)];

/** Goods of a few customers in one warehouse over the last months, with a profile in force and its next version to try. */
export async function tellWarehouse(pen: Seeder, query: RowQuery, tenant: string): Promise<void> {
  const customers = (await query(customersSql, [tenant])).map(({ id }) => String(id));
  const { day } = pen.calendar;
  const [warehouse] = await pen.add('warehouse', [
    {
      input: {
        ...{ code: 'ONT1', name: 'Ontario', contact: 'R. Delgado', phone: '+1 909 555 0140', country: 'US' },
        ...{ address1: '1901 South Archibald Avenue', city: 'Ontario', state: 'CA', postalCode: '91761' },
        hours: '08:00-17:00',
      },
    },
  ]);
  const price = (name: string, versionNo: number, daysAgo: number, fees: object[]) => {
    const code = name.toUpperCase();
    return {
      input: { code, name, currency: 'USD', from: day(daysAgo), freeDays: 7, fees },
      given: {
        status: daysAgo < 0 ? 'draft' : 'active',
        locked: { versionNo, label: `${code} v${versionNo}` },
      },
    };
  };
  const [first, pallet] = await pen.add('warehouse-price', [
    price('Standard', 1, 200, standard),
    price('Pallet', 1, 200, byPallet),
    price('Standard', 2, -14, dearer),
  ]);
  await pen.add(
    'warehouse-price-assignment',
    customers.map((customer, at) => ({ input: { customer, price: at === 3 ? pallet : first, from: day(200) } })),
  );
  const record = (customer: string | undefined, kind: string, daysAgo: number, more: object) => ({
    input: { customer, warehouse, kind, arrivedOn: day(daysAgo), unitType: '1', ...more },
  });
  await pen.add(
    'warehouse-record',
    customers.flatMap((customer, at) => [
      record(customer, 'inbound', 95 - at * 7, { reference: `PO-77${at}2`, pieces: 120, pallets: 4, volume: 6.4 }),
      record(customer, 'inbound', 62 - at * 5, {
        ...{ reference: `PO-78${at}4`, pieces: 80, pallets: 2, volume: 3.2, labels: 80, leftOn: day(20 - at) },
        departures: [{ leftOn: day(40 - at), pieces: 30, pallets: 1, volume: 1.2 }],
      }),
      record(customer, 'handling', 44 - at * 3, { reference: `KIT-${at + 1}`, pieces: 24, orders: 6 }),
      record(customer, 'outbound', 40 - at, { reference: `FBA-${at + 1}`, pieces: 30, pallets: 1, labels: 30 }),
    ]),
  );
}
