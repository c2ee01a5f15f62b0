import { defineEffect, issue, type EffectCall, type SystemServices } from '../../modules/module.ts';
import { asFacts, factsSql, type PaymentOf } from './facts.ts';
import { nextStep, type Standing, type Step } from './verdict.ts';

/** More steps than any payment has: whoever is still not through meets somebody who works against it. */
const maxSteps = 8;

/**
 * Moves a payment to where everything that is known of it says it belongs, step by step, each in a transaction of its own
 * with its posting. Runs of it may meet: where another has taken a step meanwhile, it is looked at anew.
 */
export async function settle(services: SystemServices, of: PaymentOf): Promise<void> {
  for (let steps = 0; steps < maxSteps; steps++) {
    const [standing] = await services.query(
      `SELECT status, amount::text, currency, session, "paidAmount"::text, "refundedAmount"::text
         FROM online_payment WHERE tenant_id = $1 AND id = $2`,
      [of.tenant, of.id],
    );
    const facts = asFacts(await services.query(factsSql, [of.tenant, of.id]));
    const step = standing ? nextStep(standing as unknown as Standing, facts) : null;
    if (!step) return;
    const refusals = await services.act({ ...of, entity: 'online-payment' }, step.action);
    const taken = refusals.every(({ code }) => code === 'state.wrong' || code === 'payments.notTold');
    if (!taken) throw new Error(`${step.action} ${of.id}: ${refusals.map(({ code }) => code).join(', ')}`);
  }
  throw new Error(`${of.id} does not come to rest`);
}

/**
 * A step of the gateway's: it is taken only where the facts, read again under the record's lock, say that it is due. So
 * nobody who may call the transition can move money by it.
 */
export const settlePayment = defineEffect('payments.settle', async (call) => {
  const { record, tenant, transaction, action } = call;
  const facts = asFacts(await transaction.query(factsSql, [tenant, record['id']]));
  const step = nextStep(standingBefore(call), facts);
  if (step?.action !== action) return { issues: [issue('payments.notTold', '')] };
  return { patch: patchOf(step, record) };
});

/** The record has the new state already; which states the step may start from, the workflow has judged. */
function standingBefore({ record, action, currency }: EffectCall): Standing {
  const text = (name: string) => (record[name] === null || record[name] === undefined ? null : String(record[name]));
  return {
    status: action.startsWith('refund') ? 'paid' : 'unpaid',
    amount: String(record['amount']),
    currency: text('currency') ?? currency,
    session: text('session'),
    paidAmount: text('paidAmount'),
    refundedAmount: text('refundedAmount'),
  };
}

function patchOf(step: Step, record: EffectCall['record']): Record<string, unknown> {
  if ('total' in step) return { refundedAmount: Number(step.total) };
  if (!('paid' in step)) return {};
  const { amount, currency, session } = step.paid;
  const came = { paidAmount: Number(amount), paidCurrency: currency };
  return step.action === 'pay' ? { ...came, session: record['session'] ?? session } : came;
}
