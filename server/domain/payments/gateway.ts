/** A service that takes money for us on pages of its own. One driver each; they speak in decimal amounts and ISO codes. */
export interface Gateway {
  readonly name: 'stripe';
  /**
   * Opens a page where exactly this can be paid. The same `key` opens the same page, however often it is asked. Throws
   * `GatewayError`.
   */
  createCheckout(ask: CheckoutAsk): Promise<Checkout>;
  /** What a message says, once its signature and its age hold; null where they do not. */
  readMessage(body: Buffer, headers: Readonly<Record<string, unknown>>): Promise<Message | null>;
  /** What has become of a page, as the gateway knows it now; nothing while it is open. Throws `GatewayError`. */
  fetchOutcome(session: string): Promise<readonly Told[]>;
}

export interface CheckoutAsk {
  readonly key: string;
  /** Comes back with every message about it. */
  readonly payment: string;
  /** What the payer reads there. */
  readonly title: string;
  readonly reference: string;
  /** A decimal string in the currency's own unit. */
  readonly amount: string;
  readonly currency: string;
  /** Where the payer is sent afterwards. That somebody comes back says nothing. */
  readonly returnTo: string;
}

export interface Checkout {
  readonly session: string;
  readonly url: string;
}

/** One thing that happened to a payment. They may come in any order and any number of times. */
export interface Told {
  readonly kind: 'paid' | 'failed' | 'expired' | 'refunded' | 'other';
  /** The page that it is about, where the gateway says so. */
  readonly session: string | null;
  /** Paid: what came. Refunded: everything that has gone back so far. */
  readonly amount: string | null;
  readonly currency: string | null;
}

export interface Message extends Told {
  /** Of this message alone; repeats have the same. */
  readonly eventId: string;
  /** The gateway's own word for it. */
  readonly type: string;
  /** What was asked with, and nothing else, says which payment it is; null: none of ours. */
  readonly payment: string | null;
}

/** `noAnswer`: it may have been done or not, and only asking again with the same key tells. `refused`: it was not done. */
export class GatewayError extends Error {
  constructor(
    readonly outcome: 'noAnswer' | 'refused',
    message: string,
  ) {
    super(message);
  }
}
