import { defineEffect, issue } from '../../modules/module.ts';
import { chargeServices, dropServices } from '../customer-bills/service-lines.ts';
import { priceOf, type FbaPrice } from './price.ts';

/** The price that counts for a customer, a warehouse and a day. $1 tenant, $2 customer, $3 warehouse, $4 day. */
const priceSql = `SELECT id::text, basis, price::text, minimum::text, currency FROM fba_customer_config
  WHERE tenant_id = $1 AND customer = $2 AND "warehouseCode" = $3 AND "from" <= $4::date AND coalesce("to", 'infinity') >= $4::date`;

const unpriced = Object.fromEntries(
  ['config', 'priceBasis', 'billedQuantity', 'price', 'minimum', 'computed', 'sale', 'currency'].map((name) => [
    name,
    null,
  ]),
);

interface PriceRow extends FbaPrice {
  readonly id: string;
  readonly currency: string;
}

/** A draft gets its price, with everything that explains it. */
const price = defineEffect('fba.price', async ({ record, tenant, transaction }) => {
  const { customer, warehouseCode, shippedOn } = record;
  const [found] = await transaction.query<PriceRow>(priceSql, [tenant, customer, warehouseCode, shippedOn]);
  if (!found) return { issues: [issue('fba.noPrice', 'warehouseCode', { warehouse: warehouseCode, day: shippedOn })] };
  const { id, currency, ...terms } = found;
  const of = { boxes: Number(record['boxes']), kg: String(record['weightKg']) };
  const { quantity, computed, sale } = priceOf(terms, of);
  return {
    patch: {
      ...{ config: id, currency, priceBasis: terms.basis, price: Number(terms.price) },
      ...{ minimum: Number(terms.minimum), billedQuantity: Number(quantity) },
      ...{ computed: Number(computed), sale: Number(sale) },
    },
  };
});

const revise = defineEffect('fba.revise', async () => ({ patch: unpriced }));

/** The sale joins the customer's next bill. */
const push = defineEffect('fba.push', async ({ record, transaction, actor }) => {
  const { shipmentId, warehouseCode, priceBasis, billedQuantity, price: each, sale, cost, currency } = record;
  const sameCurrency = cost !== null && cost !== undefined && record['costCurrency'] === currency;
  const unit = priceBasis === 'kg' ? ' kg' : '';
  const issues = await chargeServices(transaction, [
    {
      ...{ entity: 'fba-bill', id: String(record['id']), part: 'delivery', customer: String(record['customer']) },
      ...{ category: 'fba', amount: Number(sale).toFixed(2), currency: String(currency) },
      cost: sameCurrency ? Number(cost).toFixed(2) : null,
      day: String(record['pushedOn']),
      trackingNo: String(shipmentId),
      note: `${String(shipmentId)} · ${String(warehouseCode)} · ${String(billedQuantity)}${unit} × ${String(each)}`,
      person: actor.type === 'system' ? null : actor.id,
    },
  ]);
  return { issues };
});

/** A delivery is charged no more; refused once a customer's bill has it. */
const cancel = defineEffect('fba.cancel', async ({ record, transaction }) => ({
  issues: await dropServices(transaction, 'fba-bill', String(record['id'])),
}));

export const fbaEffects = [price, revise, push, cancel];
