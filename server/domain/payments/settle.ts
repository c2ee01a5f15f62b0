import { defineEffect, issue, type EffectCall, type SystemServices } from '../../modules/module.ts';
import { factsSql, type PaymentOf } from './facts.ts';
import { nextStep, type Fact, type Standing, type Step } from './verdict.ts';

/** More steps than any payment takes; reaching it means that another process keeps undoing them. */
const maxSteps = 8;

/**
 * Moves a payment step by step to the state that its known facts call for, each step in a transaction with its posting.
 * Concurrent runs are safe: if another run took a step first, the payment is read again.
 */
export async function settle(services: SystemServices, of: PaymentOf): Promise<void> {
  for (let steps = 0; steps < maxSteps; steps++) {
    const [standing] = await services.query<Standing>(
      `SELECT status, amount::text, currency, session, "paidAmount"::text, "refundedAmount"::text
         FROM online_payment WHERE tenant_id = $1 AND id = $2`,
      [of.tenant, of.id],
    );
    const facts = await services.query<Fact>(factsSql, [of.tenant, of.id]);
    const step = standing ? nextStep(standing, facts) : null;
    if (!step) return;
    const refusals = await services.act({ ...of, entity: 'online-payment' }, step.action);
    const taken = refusals.every(({ code }) => code === 'state.wrong' || code === 'payments.notTold');
    if (!taken) throw new Error(`${step.action} ${of.id}: ${refusals.map(({ code }) => code).join(', ')}`);
  }
  throw new Error(`payment ${of.id}: no final state after ${maxSteps} steps`);
}

/**
 * A step that follows from the messages of the gateway: allowed only if the facts, read again under the lock of the
 * record, call for it. So calling the transition directly moves no money.
 */
export const settlePayment = defineEffect('payments.settle', async (call) => {
  const { record, tenant, transaction, action } = call;
  const facts = await transaction.query<Fact>(factsSql, [tenant, record['id']]);
  const step = nextStep(standingBefore(call), facts);
  if (step?.action !== action) return { issues: [issue('payments.notTold', '')] };
  return { patch: patchOf(step, record) };
});

/** The record already has the new state; the workflow has checked the old one. */
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
