import type Stripe from 'stripe';
import { GatewayError, type CheckoutAsk, type Gateway, type Message, type Told } from './gateway.ts';
import { fromMinorUnits, toMinorUnits } from './minor-units.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Null: Stripe itself. */
  readonly apiBase: string | null;
}

/** Maximum age of a message in seconds, against replays. Stripe signs each repeat again. */
const tolerance = 300;
/** Below the six seconds that clients wait. */
const timeout = 4_500;
const paymentKey = 'lading_payment';

/** Stripe Checkout by its own library, loaded lazily. */
export function createStripe({ secretKey, webhookSecret, apiBase }: StripeSettings): Gateway {
  let opened: Promise<Stripe> | null = null;
  const client = () =>
    (opened ??= import('stripe').then(
      ({ default: Library }) =>
        new Library(secretKey, { ...placeOf(apiBase), timeout, maxNetworkRetries: 0, telemetry: false }),
    ));

  return {
    name: 'stripe',

    async createCheckout(ask) {
      const session = await answered(async () =>
        (await client()).checkout.sessions.create(checkoutOf(ask), { idempotencyKey: ask.key }),
      );
      if (!session.url) throw new GatewayError('refused', `the checkout ${session.id} has no page`);
      return { session: session.id, url: session.url };
    },

    async readMessage(body, headers) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string' || isOfTheFuture(signature)) return null;
      try {
        return messageOf((await client()).webhooks.constructEvent(body, signature, webhookSecret, tolerance));
      } catch {
        // The library throws for an invalid signature, age or JSON; none of them is a valid message.
        return null;
      }
    },

    async fetchOutcome(id) {
      const expand = ['payment_intent.latest_charge'];
      const session = await answered(async () => (await client()).checkout.sessions.retrieve(id, { expand }));
      return [sessionTold(session), refundTold(session)].flatMap((told) =>
        told && told.kind !== 'other' ? [told] : [],
      );
    },
  };
}

/** The library only checks the maximum age, so reject timestamps in the future here. */
function isOfTheFuture(signature: string): boolean {
  const moments = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds));
  return moments.some((seconds) => seconds > Date.now() / 1000 + tolerance);
}

function placeOf(base: string | null): Stripe.StripeConfig {
  if (base === null) return {};
  const { protocol, hostname, port } = new URL(base);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port } : {}) };
}

function checkoutOf(ask: CheckoutAsk): Stripe.Checkout.SessionCreateParams {
  const { payment, title, reference, amount, currency, returnTo } = ask;
  const minor = toMinorUnits(amount, currency);
  if (minor === null) throw new GatewayError('refused', `${currency} has no ${amount}`);
  const metadata = { [paymentKey]: payment };
  const price = { currency: currency.toLowerCase(), unit_amount: minor, product_data: { name: title } };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    client_reference_id: reference,
    metadata,
    // Later events of the money name the charge, which inherits this metadata.
    payment_intent_data: { metadata, description: reference },
    success_url: returnTo,
    cancel_url: returnTo,
  };
}

/** Maps refusals and unknown outcomes to `GatewayError`. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const { type, statusCode, message } = error as { type?: string; statusCode?: number; message: string };
    if (type === undefined) throw error;
    // `idempotency_key_in_use` means that a concurrent call of ours is still running.
    const refused =
      statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode);
    throw new GatewayError(refused ? 'refused' : 'noAnswer', message);
  }
}

function messageOf(event: Stripe.Event): Message {
  const told = toldBy(event);
  const metadata = (event.data.object as { metadata?: Record<string, string> | null }).metadata;
  return { ...told, eventId: event.id, type: event.type, payment: metadata?.[paymentKey] ?? null };
}

function toldBy(event: Stripe.Event): Told {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionTold(event.data.object);
    case 'checkout.session.async_payment_failed':
      return { ...nothing, kind: 'failed', session: event.data.object.id };
    case 'charge.refunded': {
      const { amount_refunded: minor, currency } = event.data.object;
      return refundedTo(minor, currency);
    }
    default:
      return nothing;
  }
}

const nothing: Told = { kind: 'other', session: null, amount: null, currency: null };

/** The facts of a page. Bank transfers complete the page long before the money arrives or fails. */
function sessionTold(session: Stripe.Checkout.Session): Told {
  const at = { ...nothing, session: session.id };
  if (session.payment_status === 'paid' && session.currency && session.amount_total !== null) {
    const currency = session.currency.toUpperCase();
    return { ...at, kind: 'paid', amount: fromMinorUnits(session.amount_total, currency), currency };
  }
  if (session.status === 'expired') return { ...at, kind: 'expired' };
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const failed =
    session.status === 'complete' && ['requires_payment_method', 'canceled'].includes(intent?.status ?? '');
  return failed ? { ...at, kind: 'failed' } : at;
}

function refundTold(session: Stripe.Checkout.Session): Told | null {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  if (!charge || charge.amount_refunded === 0) return null;
  return refundedTo(charge.amount_refunded, charge.currency);
}

function refundedTo(minor: number, code: string): Told {
  const currency = code.toUpperCase();
  return { ...nothing, kind: 'refunded', amount: fromMinorUnits(minor, currency), currency };
}
