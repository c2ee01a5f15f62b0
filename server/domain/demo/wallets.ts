import { later } from './calendar.ts';
import type { Cast } from './company.ts';
import { addByMonth, type Seeder, type Steps, type SeededRecord } from './seeder.ts';
import { printSlip } from './receipts.ts';

/** A recharge of a wallet as the platform books it. */
export interface WalletRecharge {
  record: { id: string; postedAmount: unknown; reverseReason: unknown; currency: string };
  through: Steps;
}

const count = 14;
const daysBack = 350;
/** What the platform charges each month. */
const fee = 299;
const months = 11;

/** A year of payments of a company into its wallet at the platform, with their slips, in every state. */
export async function tellWallet(pen: Seeder, cast: Cast): Promise<WalletRecharge[]> {
  const random = pen.random('wallet');
  const end = pen.calendar.moment(0, 0);
  const payments = Array.from({ length: count }, (_, at) => ({
    amount: random.int(3, 12) * 250,
    reference: `WT ${random.digits(6)}`,
    at: pen.calendar.moment(Math.max(1, Math.round(daysBack * (1 - at / (count - 1)))), random.int(9, 16) * 3600),
  }));
  const slips = await pen.keep(
    payments.map(({ amount, reference, at }) => ({
      name: `${pen.words.deposits.slip}-${at.slice(0, 10)}.pdf`,
      customer: null,
      mediaType: 'application/pdf',
      bytes: printSlip(['TRANSFER SLIP', at.slice(0, 10), reference, `USD ${amount}.00`]),
      by: cast.finance,
      at,
    })),
  );
  const told = payments.map(({ amount, reference, at }, index): SeededRecord & { steps: Steps } => {
    const status = index >= count - 2 ? 'pending' : ({ 4: 'refused', 7: 'reversed', 9: 'draft' }[index] ?? 'passed');
    const submitted = { submittedBy: cast.finance, submittedAt: later(at, 0.3, end) };
    const reviewedAt = later(at, 6, end);
    const reversedAt = later(at, 24 * 9, end);
    const passed = { postedAmount: amount, reviewedAt };
    const decided: Record<string, Record<string, unknown>> = {
      passed,
      refused: { remarks: pen.words.money.refused, reviewedAt },
      reversed: { ...passed, reverseReason: pen.words.money.called, reversedAt },
    };
    const steps: Record<string, Steps> = {
      passed: { pass: reviewedAt },
      reversed: { pass: reviewedAt, reverse: reversedAt },
    };
    return {
      given: { status, at, by: cast.finance, locked: { ...(status === 'draft' ? {} : submitted), ...decided[status] } },
      input: { amount, method: 'wire', paidOn: at.slice(0, 10), bankReference: reference, attachment: slips[index] },
      steps: steps[status] ?? {},
    };
  });
  const ids = await addByMonth(pen, 'tenant-recharge', told);
  return told.map(({ given, steps }, at) => ({
    record: {
      id: ids[at] ?? '',
      postedAmount: given?.locked?.['postedAmount'],
      reverseReason: given?.locked?.['reverseReason'],
      currency: 'USD',
    },
    through: steps,
  }));
}

/** What happened to the wallet of a tenant at the platform: its recharges were credited, and each month was charged. */
export function tellWalletAtPlatform(pen: Seeder, tenant: string, recharges: readonly WalletRecharge[]): void {
  for (const { record, through } of recharges) pen.happened('tenant-recharge-review', { ...record, tenant }, through);
  for (let month = months; month >= 1; month -= 1) {
    const charge = pen.calendar.moment(month * 30, 7 * 3600);
    const reason = `${pen.words.money.fee} ${charge.slice(0, 7)}`;
    pen.happened('tenant', { id: tenant, currency: 'USD' }, { charge }, { amount: fee, reason });
  }
}

/** Reviewer of wallet recharges: the platform's administrator. */
export const walletReviewersSql = `
  UPDATE tenant_recharge_review r SET reviewer = a.id, "reversedBy" = CASE WHEN r.status = 'reversed' THEN a.id END
    FROM account a WHERE a.tenant_id = r.tenant_id AND a."adminType" = '1' AND r."reviewedAt" IS NOT NULL`;
