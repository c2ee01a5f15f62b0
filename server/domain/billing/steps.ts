import { defineEffect, defineJob, issue, type Effect } from '../../modules/module.ts';
import { postAll, type Leg } from '../ledger/posting.ts';
import { matchSql } from './match-sql.ts';

/**
 * What the carrier gets for a bill is posted: the part that was accrued when its packages were placed, the difference as
 * cost, credits back. It can never be taken back, and no line of it changes any more.
 */
const post: Effect['run'] = async ({ record, tenant, transaction }) => {
  const bill = String(record['id']);
  const [row] = await transaction.query('SELECT billing.lock($1) AS figures', [bill]);
  const figures = row?.['figures'] as Figures | null;
  if (!figures) return { issues: [issue('billing.changedMeanwhile', '')] };
  const legs = legsOf(figures, {
    key: `carrier-bill:${tenant}:${bill}`,
    currency: String(record['currency']),
    ref: { entity: 'carrier-bill', id: bill },
  });
  const { matched: matchedSum, unmatched: unmatchedSum, account: accountSum } = figures;
  const sums = { matchedSum, unmatchedSum, accountSum };
  const issues = await postAll(transaction, legs);
  return issues.length > 0 ? { issues } : { patch: { ...sums, predicted: Number(figures.accrued) } };
};
const lock = defineEffect('billing.lock', post);
const finishLock = defineEffect('billing.finish-lock', post);

/** Computes a long bill in a job, then posts it in a transition. */
const lockLong = defineJob('billing.lock-long', async ({ services: deps, tenant, record }) => {
  const bill = { tenant, entity: 'carrier-bill', id: String(record['id']) };
  const [row] = await deps.query('SELECT billing.prepare($1, $2) AS so', [tenant, bill.id]);
  const { state } = (row as { so: object }).so as { state: 'ready' | 'changed' | 'over' };
  if (state === 'over') return;
  const issues = state === 'ready' ? await deps.act(bill, 'finishLock') : [issue('billing.changedMeanwhile', '')];
  if (issues.length === 0) return;
  await deps.query(giveUpSql, [tenant, bill.id]);
  await deps.act(bill, 'giveUpLock');
  deps.report(tenant, 'billing.lock-long', JSON.stringify(issues));
});
const giveUpSql = `WITH gone AS (DELETE FROM billing.prepared WHERE tenant_id = $1 AND bill = $2)
  DELETE FROM billing.used WHERE tenant_id = $1 AND bill = $2`;

interface Figures {
  readonly charges: string;
  readonly credits: string;
  readonly accrued: string;
  readonly matched: number;
  readonly unmatched: number;
  readonly account: number;
}

type About = Pick<Leg, 'key' | 'currency' | 'ref'>;

/** Amounts in cents, so that nothing is rounded. */
function legsOf(figures: Figures, about: About): Leg[] {
  const [charges, credits, accrued] = [figures.charges, figures.credits, figures.accrued].map(centsOf) as [
    bigint,
    bigint,
    bigint,
  ];
  const accrual = { kind: 'costAccrual' } as const;
  const cost = { kind: 'costShipping' } as const;
  const payable = { kind: 'carrierPayable' } as const;
  const covered = accrued < charges ? accrued : charges;
  const legs: [bigint, Leg['kind'], Leg['debit'], Leg['credit']][] = [
    [covered, 'carrierBill', accrual, payable],
    [charges - covered, 'carrierBill', cost, payable],
    // Less was charged than accrued: the remainder was never a cost.
    [accrued - covered, 'carrierBill', accrual, cost],
    [credits, 'carrierCredit', payable, cost],
  ];
  return legs
    .filter(([amount]) => amount > 0n)
    .map(([amount, kind, debit, credit]) => ({ ...about, kind, debit, credit, amount: textOf(amount) }));
}

const centsOf = (text: string): bigint => BigInt(text.replace('.', ''));
const textOf = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** So many lines go with the step itself; the rest of a long bill is cleared behind it. */
const atOnce = 20_000;

const discard = defineEffect('billing.discard', async ({ record, transaction }) => {
  await transaction.query('SELECT billing.clear($1, $2)', [String(record['id']), atOnce]);
  const none = { matchedCount: 0, unmatchedCount: 0, accountCount: 0, unknownCount: 0, lineCount: 0 };
  return { patch: { ...none, matchedSum: 0, unmatchedSum: 0, accountSum: 0, predicted: null } };
});

const clearSql = `DELETE FROM carrier_bill_line l USING carrier_bill b
  WHERE b.tenant_id = $1 AND b.id = $2 AND b.status = 'discarded' AND l.tenant_id = b.tenant_id AND l.bill = b.id`;

const clear = defineJob('billing.clear', async ({ services, tenant, record }) => {
  await services.query(clearSql, [tenant, String(record['id'])]);
});

const match = defineJob('billing.match', async ({ services, tenant, record }) => {
  await services.query('SELECT billing.classify($1, $2)', [tenant, String(record['id'])]);
  await services.query(matchSql, [tenant, String(record['id'])]);
});

interface Answered {
  readonly code?: string;
  readonly package?: string | null;
  readonly order?: string;
  readonly customer?: string;
}

/** A line, and all of the same package on that bill, get their order by hand; what its references look like is remembered. */
const assign = defineEffect('billing.assign', async ({ record, input, transaction }) => {
  const asked = [String(record['id']), String(input['toOrder'])];
  const [row] = await transaction.query('SELECT billing.assign($1, $2) AS answer', asked);
  const { code, ...found } = (row?.['answer'] ?? {}) as Answered;
  if (code) return { issues: [issue(`billing.${code}`, '')] };
  return { patch: { matchState: 'matched', matchReason: 'manual', ...found } };
});

const put = (name: string, matchState: string, matchReason: string): Effect =>
  defineEffect(name, async ({ record, transaction }) => {
    const [row] = await transaction.query('SELECT billing.may_change($1) AS answer', [String(record['id'])]);
    const { code } = (row?.['answer'] ?? {}) as Answered;
    if (code) return { issues: [issue(`billing.${code}`, '')] };
    return { patch: { matchState, matchReason, package: null, order: null, customer: null } };
  });
const assignAccount = put('billing.assign-account', 'account', 'accountCharge');
const release = put('billing.release', 'unmatched', 'none');

/** The figures of a bill after its lines were assigned. */
const count = defineJob('billing.count', async ({ services, tenant, record }) => {
  await services.query(countSql, [tenant, String(record['bill'])]);
});
const countSql = `WITH counted AS MATERIALIZED (SELECT billing.count_lines($1, b.id), b.id FROM carrier_bill b
    WHERE b.tenant_id = $1 AND b.id = $2 AND b.status <> 'locked')
  INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT $1, 'record', 'carrier-bill', c.id, 'edit' FROM counted c`;

export const steps = [lock, finishLock, lockLong, discard, clear, match, assign, assignAccount, release, count];
