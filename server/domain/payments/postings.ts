import type { Fact } from './verdict.ts';
import { defineEffect, issue, type EffectCall } from '../../modules/module.ts';
import { posting } from '../ledger/posting.ts';
import { moneyOf } from '../ledger/record.ts';
import { factsSql } from './facts.ts';

const keyOf = (id: string): string => `online-payment:${id}`;

/**
 * Credits a payment: gatewayClearing to available (DOMAIN.md D3). Keyed by the payment, so it is credited once,
 * whatever messages arrive.
 */
export const creditPayment = defineEffect('payments.credit', async (call) => {
  const { id, customer, currency, ref } = moneyOf(call);
  const booking = posting({
    ...{ key: keyOf(id), kind: 'onlinePayment', amount: String(call.record['paidAmount']), currency, ref },
    debit: { kind: 'gatewayClearing' },
    credit: { kind: 'available', customer },
    note: await noteOf(call),
  });
  return { booking };
});

/** Posts refunds made at the gateway that are not posted yet; the money is gone, so limits do not apply. */
export const giveBack = defineEffect('payments.give-back', async (call) => {
  const { id, customer, currency, ref } = moneyOf(call);
  const total = String(call.record['refundedAmount']);
  const [row] = await call.transaction.query(
    `SELECT ($3::numeric - coalesce(sum(amount), 0))::text AS amount FROM ledger_transfer
      WHERE tenant_id = $1 AND "refEntity" = 'online-payment' AND "refId" = $2 AND kind = 'refund'`,
    [call.tenant, id, total],
  );
  const booking = posting({
    ...{ key: `${keyOf(id)}:refund:${total}`, kind: 'refund', amount: String(row?.['amount']), currency, ref },
    debit: { kind: 'available', customer },
    credit: { kind: 'gatewayClearing' },
    note: await noteOf(call),
    pastFloor: true,
  });
  return { booking };
});

/** Checks a held payment that a person accepts: not if the gateway has refunded it already. */
export const checkHeld = defineEffect('payments.check-held', async ({ record, tenant, transaction }) => {
  const facts = await transaction.query<Fact>(factsSql, [tenant, record['id']]);
  return facts.some(({ kind }) => kind === 'refunded') ? { issues: [issue('payments.refunded', '')] } : {};
});

/** The line's note names the payment and its author. */
async function noteOf({ record, tenant, transaction }: EffectCall): Promise<string> {
  const [made] = await transaction.query(
    `SELECT concat_ws(' · ', p."paymentNo", a.name) AS note FROM online_payment p
       LEFT JOIN account a ON a.tenant_id = p.tenant_id AND a.id = p."createdBy" WHERE p.tenant_id = $1 AND p.id = $2`,
    [tenant, record['id']],
  );
  return String(made?.['note'] ?? '');
}
