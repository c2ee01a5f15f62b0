import type { Cast, Customer } from './company.ts';
import { later } from './calendar.ts';
import { addByMonth, type Seeder, type SeededRecord } from './seeder.ts';
import type { Random } from './random.ts';
import { drawReceipt, printSlip } from './receipts.ts';

/** A year of top-ups. */
const daysBack = 360;

type State = 'draft' | 'pending' | 'passed' | 'refused' | 'reversed';

interface Payment {
  customer: Customer;
  by: string;
  /** In the smallest unit, so that every difference stays exact. */
  cents: number;
  method: string;
  reference: string;
  at: string;
}

/** Recharges of the last months with their receipts; approved ones are posted by the transition's own effect. */
export async function tellRecharges(pen: Seeder, cast: Cast, count: number): Promise<void> {
  const random = pen.random('recharges');
  const payments = Array.from({ length: count }, (_, at) => inventPayment(pen, random, cast, at, count));
  const slips = await pen.keep(payments.map((payment, at) => slipOf(pen, payment, at)));
  const told = payments.map((payment, at) =>
    inventRecharge(pen, random, cast, payment, { attachment: slips[at] ?? '', fromEnd: count - at }),
  );
  await addByMonth(pen, 'recharge', told);
}

function inventPayment(pen: Seeder, random: Random, cast: Cast, at: number, count: number): Payment {
  const part = at / count;
  const payers = cast.customers.filter(({ enabled }) => enabled);
  // Customers who withdraw later pay in first.
  const customer =
    payers[at < 6 ? at : -1] ?? (random.chance(0.6) ? random.pick(payers.slice(0, 6)) : random.pick(payers));
  const daysAgo = Math.max(1, daysBack - Math.floor(part * daysBack));
  return {
    customer,
    by: customer.member ?? cast.clerks[customer.branch],
    cents: random.chance(0.6) ? random.int(5, 120) * 10_000 : random.int(20_000, 950_000),
    method: random.weighted({ wire: 5, ach: 3, zelle: 1, check: 1 }),
    reference: `${random.pick(['WT', 'TR', 'PM'])} ${random.digits(6)}-${random.digits(3)}`,
    at: pen.calendar.moment(daysAgo, Math.floor((9 + ((part * daysBack) % 1) * 8) * 3600)),
  };
}

/** The latest, the last one last: some are on their way, and the month that runs has money in it already. */
const latest: readonly State[] = [
  ...(['passed', 'refused', 'passed', 'passed', 'pending', 'passed'] as const),
  ...(['draft', 'passed', 'pending', 'pending', 'draft', 'pending'] as const),
];

function inventRecharge(
  pen: Seeder,
  random: Random,
  cast: Cast,
  payment: Payment,
  proof: { attachment: string; fromEnd: number },
): SeededRecord {
  const { at, by, cents, customer } = payment;
  const { deposits } = pen.words;
  const status = latest.at(-proof.fromEnd) ?? random.weighted({ refused: 2, passed: 21, reversed: 1 });
  const end = pen.calendar.moment(0, 0);
  const submitted = status === 'draft' ? {} : { submittedBy: by, submittedAt: later(at, 0.2, end) };
  const short = random.chance(0.08);
  const review = { reviewer: cast.finance, reviewedAt: later(at, 1 + random.next() * 20, end) };
  const note = random.pick(deposits.reviewNotes) || null;
  const passed = {
    postedAmount: (short ? cents - 1_500 : cents) / 100,
    remarks: short ? deposits.short : null,
    reviewNote: note,
  };
  const refused = { remarks: random.pick(deposits.refused), reviewNote: null };
  const reversed = {
    ...{ reverseReason: pen.words.money.called, reversedBy: cast.finance },
    reversedAt: later(review.reviewedAt, 30, end),
  };
  const reviews = { passed, refused, reversed: { ...passed, ...reversed } };
  const reviewed = status in reviews ? { ...review, ...reviews[status as keyof typeof reviews] } : {};
  const pass = { pass: review.reviewedAt };
  const steps = { passed: pass, reversed: { ...pass, reverse: reversed.reversedAt } };
  return {
    through: steps[status as keyof typeof steps] ?? {},
    given: { status, at, by, locked: { ...submitted, ...reviewed } },
    input: {
      customer: customer.id,
      amount: cents / 100,
      method: payment.method,
      paidOn: at.slice(0, 10),
      bankReference: payment.reference,
      attachment: proof.attachment,
      note: random.pick(deposits.notes) || null,
    },
  };
}

/** Every third slip is a picture, the others are documents. */
function slipOf(pen: Seeder, { at, by, cents, customer, reference }: Payment, index: number) {
  const { slip, photo } = pen.words.deposits;
  const day = at.slice(0, 10);
  const picture = index % 3 === 2;
  return {
    name: picture ? `${photo}-${day}.png` : `${slip}-${day}.pdf`,
    customer: customer.id,
    mediaType: picture ? 'image/png' : 'application/pdf',
    bytes: picture
      ? drawReceipt(cents, index)
      : printSlip(['TRANSFER SLIP', day, reference, `USD ${(cents / 100).toFixed(2)}`]),
    by,
    at,
  };
}
