import { defineEffect, defineFiller, issue } from '../../modules/module.ts';
import { posting } from '../ledger/posting.ts';
import { centsOf, refundOf, textOf, type Refundable, type RefundRule } from './refund.ts';

const offerSql = `SELECT g.name, g."nameZh", g.kind, g.currency, CASE WHEN g."refundsAllowed" THEN g."refundPeriod" ELSE 'none' END AS rule,
    s.value, s."valueZh", s.price::text, s.days::integer, s.orders::integer, s."ordersPer", s.seats::integer, to_json(s.modules) AS modules
  FROM goods g JOIN "goods__sets" s ON s.tenant_id = g.tenant_id AND s.parent_id = g.id
  WHERE g.tenant_id = lading.tenant() AND g.id = $1 AND s.code = $2 AND g.status = 'onSale'`;

/** What is sold, as it is offered now: the order keeps it, whatever becomes of the goods. */
export const takeOffer = defineFiller('goods-order', async ({ records, query }) => {
  const patches = [];
  for (const { tenant, goods, setCode, quantity } of records) {
    const known = typeof tenant === 'string' && /^\d{1,18}$/.test(String(goods)) && typeof setCode === 'string';
    const [offer] = known ? await query(offerSql, [goods, setCode]) : [];
    patches.push(offer ? snapshotOf(offer, Number(quantity ?? 1)) : null);
  }
  return patches;
});

const snapshotOf = (offer: Readonly<Record<string, unknown>>, quantity: number) => ({
  ...{ goodsName: offer['name'], goodsNameZh: offer['nameZh'], setName: offer['value'], setNameZh: offer['valueZh'] },
  ...{ kind: offer['kind'], currency: offer['currency'], refundRule: offer['rule'] },
  unitPrice: Number(offer['price']),
  amount: Number(textOf(centsOf(offer['price']) * BigInt(Number.isSafeInteger(quantity) ? quantity : 0))),
  ...{ days: offer['days'], orders: offer['orders'], ordersPer: offer['ordersPer'], seats: offer['seats'] },
  modules: offer['modules'],
});

const wallet = (record: Readonly<Record<string, unknown>>) =>
  ({ kind: 'tenantWallet', tenant: String(record['tenant']) }) as const;

/** Takes the price from the tenant's wallet and sets the term. */
const pay = defineEffect('tenant-shop.pay', async ({ entity, record, transaction }) => {
  const id = String(record['id']);
  const [row] = await transaction.query('SELECT tenant_shop.term($1) AS term', [id]);
  const term = row?.['term'] as Record<string, unknown> | null | undefined;
  if (!term) return { issues: [issue('reference.missing', 'tenant')] };
  if (centsOf(record['amount']) === 0n) return { patch: term };
  const booking = posting({
    key: `goods-order:${id}`,
    kind: 'goodsPurchase',
    debit: wallet(record),
    credit: { kind: 'platformRevenue' },
    amount: String(record['amount']),
    currency: String(record['currency']),
    ref: { entity, id },
    note: `${String(record['goodsName'])} ${String(record['setName'])}`.slice(0, 200),
  });
  return { patch: term, booking };
});

export const refundable = (facts: Readonly<Record<string, unknown>>): Refundable => ({
  amount: centsOf(facts['amount']),
  rule: String(facts['rule']) as RefundRule,
  paidOn: String(facts['paidOn']),
  startsOn: String(facts['startsOn']),
  endsOn: String(facts['endsOn']),
  orders: facts['orders'] === null ? null : Number(facts['orders']),
  usedOrders: Number(facts['usedOrders']),
});

/** Refunds the unused part. */
const refund = defineEffect('tenant-shop.refund', async ({ entity, record, input, transaction }) => {
  const id = String(record['id']);
  const [row] = await transaction.query('SELECT tenant_shop.refund_facts($1) AS facts', [id]);
  const facts = row?.['facts'] as Record<string, unknown> | null | undefined;
  if (!facts) return { issues: [issue('reference.missing', 'tenant')] };
  const found = refundOf(refundable(facts), String(facts['today']));
  if (found.refused !== null) return { issues: [issue(`plans.${found.refused}`, '', { until: found.until })] };
  const expected = input['expected'];
  if (expected !== undefined && expected !== null && centsOf(expected) !== found.amount)
    return { issues: [issue('plans.refundChanged', '', { amount: textOf(found.amount) })] };
  const patch = {
    refundAmount: Number(textOf(found.amount)),
    ...{ unusedDays: found.unusedDays, unusedOrders: found.unusedOrders },
  };
  if (found.amount === 0n) return { patch };
  const booking = posting({
    key: `goods-order:${id}:refund`,
    kind: 'goodsRefund',
    debit: { kind: 'platformRevenue' },
    credit: wallet(record),
    amount: textOf(found.amount),
    currency: String(record['currency']),
    ref: { entity, id },
    note: `${String(record['goodsName'])} ${String(record['setName'])}`.slice(0, 200),
  });
  return { patch, booking };
});

export const shopEffects = [pay, refund];
