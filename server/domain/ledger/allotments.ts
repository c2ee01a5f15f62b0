import { defineEffect, issue, type EffectTransaction } from '../../modules/module.ts';
import { postAll, type Leg, type Side } from './posting.ts';

/*
 * Money between a customer with distribution and its sub-customers. Both keep accounts of their own with the company, so
 * what goes from one to the other passes through its clearing account and leaves it as it was.
 */

const parentOf = async (transaction: EffectTransaction, customer: unknown): Promise<string | null> => {
  const [row] = await transaction.query(
    'SELECT parent::text AS parent FROM customer WHERE tenant_id = lading.tenant() AND id = $1',
    [customer],
  );
  return (row?.['parent'] as string | null | undefined) ?? null;
};

const available = (customer: string): Side => ({ kind: 'available', customer });

/** Gives a sub-customer money of its parent's, or takes it back; never more than the giver's limit allows. */
export const allot = defineEffect(
  'ledger.allot',
  async ({ record, input, currency, operationKey, transaction, entity }) => {
    const parent = await parentOf(transaction, record['customer']);
    if (parent === null) return { issues: [issue('ledger.noParent', '')] };
    const own = String(record['customer']);
    const [from, to] = input['back'] === true ? [own, parent] : [parent, own];
    const leg = {
      ...{ key: operationKey, kind: 'adjustment', amount: String(input['amount']), currency },
      ...{ ref: { entity, id: String(record['id']) }, note: String(record['customerCode']) },
    };
    const clearing: Side = { kind: 'bankClearing' };
    const issues = await postAll(transaction, [
      { ...leg, debit: available(from), credit: clearing },
      { ...leg, debit: clearing, credit: available(to) },
    ]);
    if (issues.length > 0) return { issues };
    // As with withdrawals: what a customer may owe is for shipping, and not for handing out.
    const past = await transaction.query(
      `SELECT FROM ledger_transfer WHERE tenant_id = lading.tenant() AND "opKey" = $1 AND "pastFloor" IS NOT NULL`,
      [operationKey],
    );
    return past.length > 0 ? { issues: [issue('ledger.notToAllot', 'amount')] } : {};
  },
);

/** Orders that a sub-customer has paid for or got back, and what the parent adds to their price; those not posted yet. */
const openSharesSql = `SELECT 'distribution:' || x."refId" AS key, s.currency, s.amount::text AS amount, o."orderNo" AS note, false AS back
    FROM ledger_transfer x JOIN "order" o ON o.tenant_id = x.tenant_id AND o.id = x."refId"::bigint
    JOIN LATERAL (SELECT sum(c.amount) AS amount, min(c.currency) AS currency FROM order_charge c
      WHERE c.tenant_id = x.tenant_id AND c."order" = o.id AND c.side = 'sale' AND c.phase = 'predicted' AND c.category = 'distribution') s
      ON s.amount > 0 AND s.amount <= x.amount
   WHERE x.tenant_id = lading.tenant() AND x.customer = $1 AND x.kind = 'capture' AND x."refEntity" = 'order'
     AND NOT EXISTS (SELECT FROM ledger_transfer d WHERE d.tenant_id = x.tenant_id AND d."opKey" = 'distribution:' || x."refId")
  UNION ALL
  SELECT 'distribution-back:' || x."refId", d.currency, d.amount::text, d.note, true
    FROM ledger_transfer x JOIN ledger_transfer d ON d.tenant_id = x.tenant_id AND d."opKey" = 'distribution:' || x."refId"
   WHERE x.tenant_id = lading.tenant() AND x.customer = $1 AND x.kind = 'refund' AND x."refEntity" = 'order'
     AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.tenant_id = x.tenant_id AND b."opKey" = 'distribution-back:' || x."refId")
  LIMIT 500`;

/** Credits the parent with what it adds to the price of a sub-customer's orders; an order that is refunded takes it back. */
export const shareDistribution = defineEffect('ledger.share-distribution', async ({ record, transaction, entity }) => {
  const parent = await parentOf(transaction, record['customer']);
  if (parent === null) return {};
  const rows = await transaction.query(openSharesSql, [record['customer']]);
  const legs = rows.map((row): Leg => {
    const sides = [{ kind: 'revenueShipping' }, available(parent)] as const;
    const [debit, credit] = row['back'] === true ? ([sides[1], sides[0]] as const) : sides;
    return {
      ...{ key: String(row['key']), kind: 'adjustment', debit, credit, pastFloor: row['back'] === true },
      ...{ amount: String(row['amount']), currency: String(row['currency']), note: row['note'] as string | null },
      ref: { entity, id: String(record['id']) },
    };
  });
  return { issues: await postAll(transaction, legs) };
});
