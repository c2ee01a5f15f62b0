import type { SignedEvent, StripeServer } from './stripe-server.ts';

/** The other side of payments online: a gateway, and the way that its messages take to the server. */
export interface Payments {
  readonly stripe: StripeServer;
  /** Brings a message as often as it takes until it is taken. */
  deliver(event: SignedEvent): Promise<void>;
}

/** A payment at the gateway: the page where it is paid, and what is asked there, in the smallest unit. */
export interface Page {
  readonly session: string;
  readonly asked: number;
}

export const doorOf = 'payments/stripe';

/** What happens to a page, and the event that the gateway tells it by. */
type Happening = (stripe: StripeServer, page: Page) => string;

const completed = 'checkout.session.completed';
const paid: Happening = (stripe, { session, asked }) => {
  stripe.pay(session, { amount: asked });
  return completed;
};
const givenBack =
  (part: number): Happening =>
  (stripe, { session, asked }) => {
    stripe.refund(session, Math.round(asked * part));
    return 'charge.refunded';
  };

/** What brings a payment from its start to a state. */
const ways: Readonly<Record<string, Happening>> = {
  paid,
  held(stripe, { session, asked }) {
    stripe.pay(session, { amount: asked - 1 });
    return completed;
  },
  failed(stripe, { session }) {
    Object.assign(stripe.sessions.get(session) ?? {}, { status: 'complete' });
    return 'checkout.session.async_payment_failed';
  },
  expired(stripe, { session }) {
    stripe.expire(session);
    return 'checkout.session.expired';
  },
};

/** What a step that only the gateway takes is reported by. */
const told: Readonly<Record<string, Happening>> = { pay: paid, refund: givenBack(1), refundPart: givenBack(0.4) };

/** Brings a payment whose page is open to a state, by the gateway's own words. */
export async function bringTo({ stripe, deliver }: Payments, page: Page, state: string): Promise<void> {
  const way = ways[state];
  if (!way) throw new Error(`no message brings a payment to ${state}`);
  await deliver(stripe.event(page.session, way(stripe, page)));
}

/** Lets happen what a step is reported by. Each call of what is answered signs a message of its own about it. */
export function letHappen({ stripe }: Payments, page: Page, action: string): () => SignedEvent {
  const happening = told[action];
  if (!happening) throw new Error(`no message tells of ${action}`);
  const type = happening(stripe, page);
  return () => stripe.event(page.session, type);
}
