import { defineEffect, defineJob, issue, type EffectCall, type EffectTransaction } from '../../modules/module.ts';
import { chargeServices, dropServices, type ServiceLine } from '../customer-bills/service-lines.ts';
import { decimal, exact, percentScale } from '../rating/kernel/exact.ts';
import { compareBill, type BilledLine, type Quoted } from './kernel/compare.ts';
import { duplicateSql, loadSql, lockBillSql, ordersSql } from './main-bill-sql.ts';
import { loadOf, type CostOffer } from './offers.ts';
import { tariffsById, type NamedTariff } from './read-tariffs.ts';

type Values = Readonly<Record<string, unknown>>;

const cents = (value: unknown): number => exact(String(value ?? 0), 100) ?? 0;
const money = (value: number): string => decimal(value, 100, 2);

/** An order goes on a main bill of its own carrier that is not printed yet. */
const join = defineEffect('freight.join', async ({ record, transaction }) => {
  const [before] = await transaction.query('SELECT "mainBill"::text AS bill FROM ltl_order WHERE id = $1', [
    record['id'],
  ]);
  if (before?.['bill'] && before['bill'] !== record['mainBill'])
    return { issues: [issue('freight.onOtherBill', 'mainBill')] };
  const [bill] = await transaction.query(lockBillSql, [record['mainBill']]);
  if (bill?.['status'] !== 'draft') return { issues: [issue('freight.billPrinted', 'mainBill')] };
  if (bill['carrier'] !== record['carrier']) return { issues: [issue('freight.otherCarrier', 'mainBill')] };
  return undefined;
});

const leave = defineEffect('freight.leave', async ({ record, transaction }) => {
  const [bill] = await transaction.query(lockBillSql, [record['mainBill']]);
  if (bill && bill['status'] !== 'draft') return { issues: [issue('freight.billPrinted', 'mainBill')] };
  return { patch: { mainBill: null } };
});

const openBillsSql = `SELECT id::text FROM ltl_main_bill WHERE tenant_id = $1 AND status = 'draft' ORDER BY id`;

/** Main bills that are not printed count their orders again. */
const countBill = defineJob('freight.count-bill', async ({ services, tenant }) => {
  for (const { id } of await services.query(openBillsSql, [tenant]))
    await services.act({ tenant, entity: 'ltl-main-bill', id: String(id) }, 'recount');
});

async function loadedOf({ record, transaction }: EffectCall) {
  const [row] = await transaction.query(loadSql, [record['id']]);
  return {
    ...{ orderCount: Number(row?.['orders'] ?? 0), pallets: Number(row?.['units'] ?? 0) },
    ...{ weightLb: Number(row?.['pounds'] ?? 0), charge: Number(row?.['charge'] ?? 0) },
  };
}

const recount = defineEffect('freight.recount', async (call) => ({ patch: await loadedOf(call) }));

const print = defineEffect('freight.print-bill', async (call) => {
  const load = await loadedOf(call);
  return load.orderCount === 0 ? { issues: [issue('freight.emptyBill', '')] } : { patch: load };
});

interface OrderRow extends Values {
  readonly id: string;
  readonly customer: string;
  readonly orderNo: string;
  readonly pickupDate: string;
  readonly cost: string;
  readonly currency: string;
  readonly offer: number | null;
  readonly costOffers: readonly CostOffer[] | null;
}

const readOrders = async (on: EffectTransaction, bill: unknown) => await on.query<OrderRow>(ordersSql, [bill]);

async function quotedOf(on: EffectTransaction, order: OrderRow, duplicateOf: string | null): Promise<Quoted> {
  const used = order.costOffers?.find((each) => each.offer === Number(order.offer)) ?? null;
  const ids = used ? [used.saleTariff, ...(used.costTariff ? [used.costTariff] : [])] : [];
  const tables: readonly NamedTariff[] = ids.length > 0 ? await tariffsById(on, ids, order.pickupDate) : [];
  return {
    load: loadOf(order),
    total: cents(order.cost),
    cost: tables.find(({ id }) => id === used?.costTariff) ?? null,
    sale: tables.find(({ id }) => id === used?.saleTariff) ?? null,
    duplicateOf,
  };
}

const billedOf = (line: Values): BilledLine => ({
  charge: line['charge'] as BilledLine['charge'],
  freightClass: (line['freightClass'] ?? null) as BilledLine['freightClass'],
  pounds: line['weightLb'] == null ? null : Number(line['weightLb']),
  percent: line['percent'] == null ? null : exact(String(line['percent']), percentScale),
  accessorial: line['accessorial'] == null ? null : String(line['accessorial']),
  amount: cents(line['amount']),
});

/** Compares a freight bill with the quotes, by order and type. */
const compare = defineEffect('freight.compare', async ({ record, transaction }) => {
  const lines = (record['invoiceLines'] ?? []) as readonly Values[];
  const orders = await readOrders(transaction, record['id']);
  const known = new Set(orders.map(({ id }) => id));
  const unknown = lines.findIndex((line) => !known.has(String(line['order'])));
  if (unknown >= 0) return { issues: [issue('freight.otherBill', `invoiceLines[${unknown}].order`)] };
  const bare = lines.findIndex(
    (line) => line['charge'] === 'linehaul' && (line['freightClass'] == null || line['weightLb'] == null),
  );
  if (bare >= 0) return { issues: [issue('freight.bareLinehaul', `invoiceLines[${bare}].freightClass`)] };
  const unnamed = lines.findIndex((line) => line['charge'] === 'accessorial' && line['accessorial'] == null);
  if (unnamed >= 0) return { issues: [issue('freight.bareAccessorial', `invoiceLines[${unnamed}].accessorial`)] };
  const [same] = await transaction.query(duplicateSql, [
    ...[record['id'], record['carrier'], record['proNo'], record['invoiceNo']],
  ]);
  const duplicateOf = same ? String(same['mainBillNo']) : null;
  const differences: Values[] = [];
  for (const order of orders) {
    const billed = lines.filter((line) => String(line['order']) === order.id).map(billedOf);
    if (billed.length === 0) continue;
    for (const { amount, sale, ...rest } of compareBill(await quotedOf(transaction, order, duplicateOf), billed))
      differences.push({ order: order.id, ...rest, amount: Number(money(amount)), sale: Number(money(sale)) });
  }
  return { patch: { differences } };
});

/** What the customers pay of the differences: a row of their next bill for each order and type. */
const charge = defineEffect('freight.charge', async ({ record, transaction, actor, entity }) => {
  const types = new Set((record['chargedTypes'] ?? []) as readonly string[]);
  const orders = new Map((await readOrders(transaction, record['id'])).map((order) => [order.id, order]));
  const sums = new Map<string, { sale: number; cost: number; figures: readonly string[] }>();
  for (const each of (record['differences'] ?? []) as readonly Values[]) {
    if (!types.has(String(each['type']))) continue;
    const key = `${String(each['order'])} ${String(each['type'])}`;
    const { sale, cost, figures } = sums.get(key) ?? { sale: 0, cost: 0, figures: [] };
    sums.set(key, {
      sale: sale + cents(each['sale']),
      cost: cost + cents(each['amount']),
      figures: [...figures, `${String(each['quoted'])} → ${String(each['billed'])}`],
    });
  }
  const lines = [...sums].flatMap(([key, { sale, cost, figures }]): ServiceLine[] => {
    const [id = '', type = ''] = key.split(' ');
    const order = orders.get(id);
    if (!order || sale === 0) return [];
    return [
      {
        ...{ entity, id: String(record['id']), part: `${id}:${type}`, customer: order.customer, category: 'freight' },
        ...{ amount: money(sale), cost: money(cost), currency: order.currency, day: String(record['invoiceDate']) },
        trackingNo: String(record['proNo']),
        // Figures alone, because the customer may read another language than the tenant.
        note: `${order.orderNo} · ${figures.join(', ')}`,
        person: actor.type === 'system' ? null : actor.id,
      },
    ];
  });
  if (lines.length === 0) return { issues: [issue('freight.nothingToCharge', 'chargedTypes')] };
  const issues = await chargeServices(transaction, lines);
  return issues.length > 0 ? { issues } : undefined;
});

const dropCharge = defineEffect('freight.drop-charge', async ({ record, transaction, entity }) => {
  const issues = await dropServices(transaction, entity, String(record['id']));
  return issues.length > 0 ? { issues } : undefined;
});

export const mainBillHandlers = [join, leave, countBill, recount, print, compare, charge, dropCharge];
