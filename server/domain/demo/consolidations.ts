import type { RowQuery } from '../../modules/module.ts';
import goods from './main-bill-goods.json' with { type: 'json' };
import type { Seeder } from './seeder.ts';

const customersSql = `SELECT id::text FROM customer WHERE tenant_id = $1 AND status = 'enabled' ORDER BY id LIMIT 3`;

/** Sends a main bill on as far as it got. $1 tenant, $2 main bill. */
const billSql = `UPDATE main_bill SET status = 'arrived' WHERE tenant_id = $1 AND id = $2`;
const boxesSql = `UPDATE main_bill_box SET status = 'arrived' WHERE tenant_id = $1 AND "mainBill" = $2`;

/**
 * Two main bills: one by air that is being loaded, with a box of an unknown owner and one to weigh, and one by sea that has
 * arrived and waits to be settled. Beside them prices and bills of deliveries into warehouses of Amazon.
 */
export async function tellConsolidations(pen: Seeder, query: RowQuery, tenant: string): Promise<void> {
  const customers = (await query(customersSql, [tenant])).map(({ id }) => String(id));
  const { day } = pen.calendar;
  const [air, sea] = await pen.add('main-bill', [
    {
      input: {
        ...{ number: '176-22104574', mode: 'air', carrier: 'Emirates SkyCargo', vessel: 'EK 9809', origin: 'HKG' },
        ...{ destination: 'LAX', departsOn: day(-2), markupPercent: 12 },
        costs: [{ kind: 'freight', amount: 486.4, currency: 'USD' }],
      },
    },
    {
      input: {
        ...{ number: 'MATS4471902600', mode: 'sea', carrier: 'Matson', vessel: 'Manoa 418', origin: 'Ningbo' },
        ...{ destination: 'Long Beach', departsOn: day(16), arrivesOn: day(2), basis: 'volume', markupPercent: 15 },
        costs: [
          { kind: 'freight', amount: 318.25, currency: 'USD' },
          { kind: 'customs', amount: 95, currency: 'USD', basis: 'value' },
          { kind: 'trucking', amount: 140, currency: 'USD', basis: 'boxes' },
        ],
      },
    },
  ]);
  await load(pen, customers, { bill: air ?? '', prefix: 'HKG', boxes: 7, ago: 0 });
  await load(pen, customers, { bill: sea ?? '', prefix: 'NGB', boxes: 9, ago: 18 });
  await query(billSql, [tenant, sea]);
  await query(boxesSql, [tenant, sea]);
  await tellDeliveries(pen, customers);
}

interface Loading {
  readonly bill: string;
  readonly prefix: string;
  readonly boxes: number;
  readonly ago: number;
}

/** Boxes with goods that add up; of a main bill of today the last two are not complete. */
async function load(pen: Seeder, customers: readonly string[], { bill, prefix, boxes, ago }: Loading): Promise<void> {
  const random = pen.random(`boxes ${prefix}`);
  const told = Array.from({ length: boxes }, (_, at) => {
    const isUnknown = ago === 0 && at === boxes - 1;
    const each = random.pick(goods);
    const pieces = random.int(4, 40);
    const loadedAt = pen.calendar.moment(ago, 32_000 + at * 95);
    return {
      ...{ each, pieces, isUnknown },
      record: {
        given: {
          status: 'loaded',
          locked: { loadedAt, weighedAt: ago === 0 && at >= boxes - 2 ? null : loadedAt },
        },
        input: {
          ...{ boxNo: `${prefix}-${random.digits(6)}`, mainBill: bill, currency: 'USD' },
          ...(isUnknown ? {} : { customer: customers[at % customers.length], pieces }),
          ...(isUnknown ? {} : { declaredValue: Math.round(pieces * each.unitPrice * 100) / 100 }),
          ...{ weight: random.int(60, 240) / 10, length: random.int(35, 60), width: random.int(30, 45) },
          height: random.int(20, 40),
        },
      },
    };
  });
  const ids = await pen.add(
    'main-bill-box',
    told.map(({ record }) => record),
  );
  await pen.add(
    'goods-declare',
    told.flatMap(({ each, pieces, isUnknown }, at) =>
      isUnknown
        ? []
        : [{ input: { box: ids[at], origin: 'CN', quantity: pieces, unit: 'piece', currency: 'USD', ...each } }],
    ),
  );
}

async function tellDeliveries(pen: Seeder, customers: readonly string[]): Promise<void> {
  const random = pen.random('deliveries');
  const { day } = pen.calendar;
  const prices = customers.flatMap((customer) =>
    (
      [
        ['ONT8', 'kg', 1.28, 40],
        ['LGA9', 'box', 14.5, 0],
      ] as const
    ).map(([warehouseCode, basis, price, minimum]) => ({
      input: { customer, warehouseCode, basis, price, minimum, currency: 'USD', from: day(200) },
    })),
  );
  await pen.add('fba-customer-config', prices);
  await pen.add(
    'fba-bill',
    Array.from({ length: 6 }, (_, at) => ({
      input: {
        ...{
          shipmentId: `FBA15${random.digits(7)}`,
          customer: customers[at % customers.length],
          shippedOn: day(at + 1),
        },
        ...{ warehouseCode: at % 2 === 0 ? 'ONT8' : 'LGA9', boxes: random.int(2, 16), unitType: '1' },
        ...{ weight: random.int(300, 2200) / 10, cost: random.int(2000, 9000) / 100, costCurrency: 'USD' },
      },
    })),
  );
}
