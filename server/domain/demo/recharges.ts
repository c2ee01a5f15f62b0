import type { Cast, Customer } from './company.ts';
import { later } from './calendar.ts';
import type { Pen, Told } from './pen.ts';
import type { Random } from './random.ts';
import { drawReceipt, printSlip } from './slips.ts';

const daysBack = 88;

interface Payment {
  customer: Customer;
  by: string;
  amount: number;
  method: string;
  reference: string;
  daysAgo: number;
  at: string;
}

/** Payments of the last months with their slips; what is passed is posted in the ledger by the transition's own effect. */
export async function tellRecharges(pen: Pen, cast: Cast, count: number): Promise<void> {
  const random = pen.random('recharges');
  const payments = Array.from({ length: count }, (_, at) => inventPayment(pen, random, cast, at / count));
  const slips = await pen.keep(payments.map((payment, at) => slipOf(pen, payment, at)));
  const told = payments.map((payment, at) => inventRecharge(pen, random, cast, payment, slips[at] ?? ''));
  const dayOf = ({ given }: Told) => given?.at?.slice(0, 10) ?? '';
  // Numbers count by month, so that a batch never holds two.
  for (const month of new Set(told.map((each) => dayOf(each).slice(0, 7)))) {
    const batch = told.filter((each) => dayOf(each).startsWith(month));
    await pen.add('recharge', batch, batch.map(dayOf).at(-1));
  }
}

function inventPayment(pen: Pen, random: Random, cast: Cast, part: number): Payment {
  const payers = cast.customers.filter(({ enabled }) => enabled);
  const customer = random.chance(0.6) ? random.pick(payers.slice(0, 6)) : random.pick(payers);
  const daysAgo = Math.max(1, daysBack - Math.floor(part * daysBack));
  return {
    customer,
    by: customer.member ?? cast.clerks[customer.branch],
    amount: random.chance(0.6) ? random.int(5, 120) * 100 : random.int(20_000, 950_000) / 100,
    method: random.weighted({ wire: 5, ach: 3, zelle: 1, check: 1 }),
    reference: `${random.pick(['WT', 'TR', 'PM'])} ${random.digits(6)}-${random.digits(3)}`,
    daysAgo,
    at: pen.calendar.moment(daysAgo, Math.floor((9 + ((part * daysBack) % 1) * 8) * 3600)),
  };
}

function inventRecharge(pen: Pen, random: Random, cast: Cast, payment: Payment, attachment: string): Told {
  const { amount, at, by, customer, daysAgo } = payment;
  const { deposits } = pen.words;
  const status =
    daysAgo <= 4
      ? random.weighted({ draft: 2, pending: 6, passed: 1 })
      : random.weighted({ draft: 2, pending: 4, refused: 9, passed: 85 });
  const end = pen.calendar.moment(0, 0);
  const submitted = status === 'draft' ? {} : { submittedBy: by, submittedAt: later(at, 0.2, end) };
  const short = random.chance(0.08);
  const review = { reviewer: cast.finance, reviewedAt: later(at, 1 + random.next() * 20, end) };
  const note = random.pick(deposits.reviewNotes) || null;
  const passed = {
    postedAmount: short ? amount - 15 : amount,
    remarks: short ? deposits.short : null,
    reviewNote: note,
  };
  const refused = { remarks: random.pick(deposits.refused), reviewNote: null };
  const reviewed =
    status === 'passed' ? { ...review, ...passed } : status === 'refused' ? { ...review, ...refused } : {};
  return {
    ...(status === 'passed' ? { through: 'pass' } : {}),
    given: { status, at, by, locked: { ...submitted, ...reviewed } },
    input: {
      customer: customer.id,
      amount,
      method: payment.method,
      paidOn: at.slice(0, 10),
      bankReference: payment.reference,
      attachment,
      note: random.pick(deposits.notes) || null,
    },
  };
}

/** Every third slip is a picture, the others are documents. */
function slipOf(pen: Pen, { amount, at, by, reference }: Payment, index: number) {
  const { slip, photo } = pen.words.deposits;
  const day = at.slice(0, 10);
  const picture = index % 3 === 2;
  return {
    name: picture ? `${photo}-${day}.png` : `${slip}-${day}.pdf`,
    mediaType: picture ? 'image/png' : 'application/pdf',
    bytes: picture
      ? drawReceipt(amount, index)
      : printSlip(['TRANSFER SLIP', day, reference, `USD ${amount.toFixed(2)}`]),
    by,
    at,
  };
}
