import { later } from './calendar.ts';
import type { Cast, Customer } from './company.ts';
import { play, told } from './money.ts';
import { addByMonth, type Seeder, type Steps, type SeededRecord } from './seeder.ts';

/** The gateway's facts of a payment, by final state. */
const stories = {
  unpaid: [],
  paid: ['paid'],
  held: ['paid'],
  failed: ['failed'],
  expired: ['expired'],
  refunded: ['paid', 'refunded'],
  closed: ['paid', 'refunded'],
} as const;
type State = keyof typeof stories;
type Kind = (typeof stories)[State][number];

const types: Record<Kind, string> = {
  paid: 'checkout.session.completed',
  failed: 'checkout.session.async_payment_failed',
  expired: 'checkout.session.expired',
  refunded: 'charge.refunded',
};

/** Rarer states by index in the year; the last ones are pending. */
const ends: Readonly<Record<number, State>> = {
  9: 'failed',
  14: 'refunded',
  21: 'expired',
  27: 'failed',
  33: 'closed',
};
const latest: readonly State[] = ['paid', 'held', 'unpaid'];
const count = 44;

interface Scene {
  state: State;
  customer: string;
  session: string;
  amount: number;
  /** Amount received, which may differ from the requested one. */
  came: number;
  /** Times at which the page was requested, the money received and refunded. */
  askedAt: string;
  paidAt: string;
  refundedAt: string;
}

/** A year of online payments in every state, with their messages; the transitions' own effects post the money. */
export async function tellOnlinePayments(pen: Seeder, cast: Cast, payers: readonly Customer[]): Promise<void> {
  const scenes: Scene[] = [];
  const payments = play(
    pen,
    cast,
    payers,
    { name: 'online payments', count },
    ({ random, customer, at, end, ...rest }, index) => {
      const state = latest[index - (count - latest.length)] ?? ends[index] ?? 'paid';
      const amount = random.int(2, 30) * 50;
      const scene = {
        ...{ state, amount, customer: customer.id, session: `cs_demo_${random.digits(16)}` },
        came: state === 'held' || state === 'closed' ? amount - 20 : amount,
        ...{ askedAt: later(at, 0.1, end), paidAt: later(at, 0.2, end), refundedAt: later(at, 40, end) },
      };
      scenes.push(scene);
      const by = customer.member ?? cast.clerks[customer.branch];
      const input = { customer: customer.id, amount };
      return told({ ...rest, random, customer, at, end, by }, state, {}, { input, locked: factsOf(pen, cast, scene) });
    },
  );
  const ids = await addByMonth(pen, 'online-payment', payments);
  const random = pen.random('payment messages');
  const number = () => `evt_demo_${random.digits(16)}`;
  await pen.add(
    'payment-message',
    scenes.flatMap((scene, at) => stories[scene.state].map((kind) => messageOf(scene, kind, ids[at] ?? '', number()))),
  );
  for (const [at, { state, session, customer, amount, came, paidAt, refundedAt }] of scenes.entries()) {
    const record = { id: ids[at], session, customer, amount, paidAmount: came };
    const moves: Partial<Record<State, Steps>> = {
      paid: { pay: paidAt },
      refunded: { pay: paidAt, refund: refundedAt },
    };
    pen.happened('online-payment', record, moves[state] ?? {});
  }
}

/** Columns of a payment in this state beside its input. */
function factsOf(pen: Seeder, cast: Cast, { state, session, came, askedAt, paidAt, refundedAt }: Scene) {
  const isPaid = state === 'paid' || state === 'refunded';
  const reviewed = { remarks: pen.words.money.givenBack, reviewer: cast.finance, reviewedAt: refundedAt };
  return {
    // Unpaid payments have no page, so the gateway is never queried about them.
    ...(state === 'unpaid' ? {} : { session, askedAt }),
    ...(isPaid || state === 'held' || state === 'closed' ? { paidAmount: came, paidCurrency: 'USD' } : {}),
    ...(isPaid ? { paidAt } : {}),
    ...(state === 'refunded' ? { refundedAmount: came, refundedAt } : {}),
    ...(state === 'closed' ? reviewed : {}),
  };
}

function messageOf(
  { session, came, paidAt, refundedAt }: Scene,
  kind: Kind,
  payment: string,
  eventId: string,
): SeededRecord {
  const isMoney = kind === 'paid' || kind === 'refunded';
  return {
    given: { at: kind === 'refunded' ? refundedAt : paidAt },
    input: {
      ...{ eventId, payment, kind, source: 'message', type: types[kind] },
      ...(kind === 'refunded' ? {} : { session }),
      ...(isMoney ? { amount: came, currency: 'USD' } : {}),
    },
  };
}
