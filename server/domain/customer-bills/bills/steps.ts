import { defineEffect, defineJob, issue, type EffectCall, type Issue } from '../../../modules/module.ts';
import { capture, release } from '../../ledger/holds.ts';
import { postAll, refusals, reverse, type Leg } from '../../ledger/posting.ts';
import { cents } from '../sale/sell.ts';
import { money } from '../sale/sell-order.ts';

const ask = async ({ transaction }: Pick<EffectCall, 'transaction'>, text: string, values: readonly unknown[]) => {
  const [row] = await transaction.query(`SELECT ${text} AS found`, values);
  return row?.['found'] ?? null;
};

const refused = (code: string, path = '', params: Readonly<Record<string, unknown>> = {}) => ({
  issues: [issue(`sale.${code}`, path, params)],
});

const keyOf = (record: EffectCall['record'], count: number): string => `member-bill:${String(record['id'])}:${count}`;

interface Pushed {
  readonly difference: string;
  readonly due: number;
  readonly settled: boolean;
  readonly dueDate: string | null;
}

/**
 * Posts a bill's difference (DOMAIN.md D3): underpaid amounts from available to revenue, overpaid ones the other way.
 * It may exceed the floor, because the carrier has charged. Each push has a key of its own.
 */
const push = defineEffect('customer-bills.push', async (call) => {
  const { record, entity, transaction } = call;
  const id = String(record['id']);
  const pushed = (await ask(call, 'sale.push($1)', [id])) as Pushed | null;
  if (!pushed) return refused('changedMeanwhile');
  const difference = cents(pushed.difference);
  const count = Number(record['pushCount'] ?? 0) + 1;
  const available = { kind: 'available', customer: String(record['customer']) } as const;
  const revenue = { kind: 'revenueShipping' } as const;
  const leg: Leg = {
    key: keyOf(record, count),
    kind: difference > 0 ? 'billUnderpaid' : 'billOverpaid',
    debit: difference > 0 ? available : revenue,
    credit: difference > 0 ? revenue : available,
    amount: money(Math.abs(difference)),
    currency: String(record['currency']),
    ref: { entity, id },
    pastFloor: true,
  };
  const issues = await postAll(transaction, difference === 0 ? [] : [leg]);
  if (issues.length > 0) return { issues };
  return {
    patch: {
      ...{ pushCount: count, due: pushed.due, dueDate: pushed.dueDate, settledAmount: 0 },
      settleState: pushed.settled ? 'settled' : 'unsettled',
    },
  };
});

/** Reverses a bill's posting, unless some of it is settled or one of its rows is disputed or decided. */
const recall = defineEffect('customer-bills.recall', async (call) => {
  const { record, entity, transaction } = call;
  const id = String(record['id']);
  const code = (await ask(call, 'sale.recall($1)', [id])) as string | null;
  if (code) return refused(code);
  const key = keyOf(record, Number(record['pushCount']));
  const issues =
    cents(record['difference']) === 0
      ? []
      : await reverse(transaction, key, `${key}:recall`, { entity, id }, String(record['recallReason']));
  if (issues.length > 0) return { issues };
  return { patch: { pushedAt: null, pushedBy: null, due: null, dueDate: null, settleState: 'unsettled' } };
});

/** Releases a bill's rows for the next bill. */
const cancel = defineEffect('customer-bills.cancel', async (call) => {
  const many = Number(await ask(call, 'sale.cancel($1)', [String(call.record['id'])]));
  if (many !== Number(call.record['lineCount'])) return refused('changedMeanwhile');
  return { patch: { lineCount: 0, packageCount: 0, predicted: 0, actual: 0, difference: 0, cost: 0, margin: 0 } };
});

const settle = defineEffect('customer-bills.settle', async (call) => {
  const { record, input, operationKey } = call;
  const amount = input['amount'] ?? null;
  const values = [
    String(record['id']),
    input['recharge'] ?? null,
    amount === null ? null : String(amount),
    operationKey,
  ];
  const found = (await ask(call, 'sale.settle($1, $2, $3, $4)', values)) as {
    readonly code?: string;
    readonly settled: number;
    readonly whole: boolean;
  };
  if (found.code) {
    const { code, ...params } = found;
    return refused(code, code === 'overDue' ? 'amount' : code === 'balanceOwed' ? '' : 'recharge', params);
  }
  return { patch: { settledAmount: found.settled, settleState: found.whole ? 'settled' : 'partly' } };
});

const disputeKey = (id: unknown): string => `dispute:${String(id)}`;

const dispute = defineEffect('customer-bills.dispute', async (call) => {
  const { id } = call.record;
  const found = (await ask(call, 'sale.dispute($1, $2)', [String(id), disputeKey(id)])) as {
    readonly refusal: object | null;
    readonly answerUntil: string;
  };
  const issues = refusals(found.refusal);
  return issues.length > 0 ? { issues } : { patch: { answerUntil: found.answerUntil } };
});

const decide = (name: string, ending: string, act: (call: EffectCall, key: string) => Promise<Issue[]>) =>
  defineEffect(name, async (call) => {
    const issues = await act(call, `${disputeKey(call.record['id'])}:${ending}`);
    // A deadline decided this, not a person.
    return issues.length > 0
      ? { issues }
      : { patch: { decidedBy: call.actor.type === 'system' ? null : call.actor.id } };
  });

const settlingOf = ({ record, entity }: EffectCall, key: string) => ({
  ...{ hold: disputeKey(record['id']), key },
  ref: { entity, id: String(record['id']) },
});

/** The charge is upheld: the reserved amount is revenue again. */
const keepCharge = decide('customer-bills.keep-charge', 'keep', (call, key) =>
  capture(call.transaction, { ...settlingOf(call, key), to: 'revenueShipping' }),
);
/** The charge was wrong: the reserved amount returns to the customer. */
const waive = decide('customer-bills.waive', 'waive', (call, key) => release(call.transaction, settlingOf(call, key)));

/** An adjustment becomes a row of the next bill; above a limit a second person must approve it. */
const approve = defineEffect('customer-bills.approve-adjustment', async (call) => {
  const code = (await ask(call, 'sale.adjust($1, $2)', [String(call.record['id']), call.actor.id])) as string | null;
  return code ? refused(code) : undefined;
});

/** The other side than the one that proposes has to agree. */
const proposeMeasure = defineEffect('customer-bills.propose-measure', async ({ actor }) => ({
  patch: { proposedBy: actor.member === null ? 'staff' : 'customer' },
}));

/** Staff decided that the customer pays for the carrier's measure of an agreed box. */
const chargeDifference = defineEffect('customer-bills.charge-difference', async (call) => {
  await ask(call, 'sale.charge_difference($1, $2)', [String(call.record['id']), call.actor.id]);
});

/** Recounts a bill's disputed amount after the step. */
const countSql = `UPDATE member_bill b SET disputed = coalesce((SELECT sum(r.difference) FROM member_bill_line r
    WHERE r.tenant_id = b.tenant_id AND r."memberBill" = b.id AND r.status = 'disputed'), 0)
  WHERE b.tenant_id = $1 AND b.id = $2`;
const count = defineJob('customer-bills.count', async ({ services: deps, tenant, record }) => {
  if (record['memberBill']) await deps.query(countSql, [tenant, String(record['memberBill'])]);
});

export const billSteps = [
  push,
  recall,
  cancel,
  settle,
  dispute,
  keepCharge,
  waive,
  approve,
  proposeMeasure,
  chargeDifference,
  count,
];
