/** A payment service with its own pages; one driver each. Amounts are decimal strings with ISO codes. */
export interface Gateway {
  readonly name: 'stripe';
  /** Opens a page for exactly this payment. Idempotent by `key`. Throws `GatewayError`. */
  createCheckout(ask: CheckoutAsk): Promise<Checkout>;
  /** Parses a message if its signature and age are valid; null otherwise. */
  readMessage(body: Buffer, headers: Readonly<Record<string, unknown>>): Promise<Message | null>;
  /** The present outcome of a page; empty while it is open. Throws `GatewayError`. */
  fetchOutcome(session: string): Promise<readonly Told[]>;
}

export interface CheckoutAsk {
  readonly key: string;
  /** Returned in every message about it. */
  readonly payment: string;
  /** Shown to the payer. */
  readonly title: string;
  readonly reference: string;
  /** A decimal string in the currency's own unit. */
  readonly amount: string;
  readonly currency: string;
  /** Where the payer is redirected afterwards, which proves nothing about the payment. */
  readonly returnTo: string;
}

export interface Checkout {
  readonly session: string;
  readonly url: string;
}

/** A fact about a payment. Facts may arrive in any order and repeatedly. */
export interface Told {
  readonly kind: 'paid' | 'failed' | 'expired' | 'refunded' | 'other';
  /** The page concerned, if the gateway names it. */
  readonly session: string | null;
  /** For `paid` the amount received; for `refunded` the total refunded so far. */
  readonly amount: string | null;
  readonly currency: string | null;
}

export interface Message extends Told {
  /** Unique per message; repeats have the same. */
  readonly eventId: string;
  /** The gateway's own event type. */
  readonly type: string;
  /** The payment from the page's metadata; null if it is not ours. */
  readonly payment: string | null;
}

/** `noAnswer`: unknown whether it was done, so repeat with the same key. `refused`: it was not done. */
export class GatewayError extends Error {
  constructor(
    readonly outcome: 'noAnswer' | 'refused',
    message: string,
  ) {
    super(message);
  }
}
