import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StripeSettings } from '../../server/domain/payments/stripe.ts';

/*
 * A small Stripe over HTTP, as its documentation has the wire: forms in, JSON out, errors in its shape, idempotency keys,
 * pages to pay at, and signed events. It sends no event by itself; a test says what comes, when and how often.
 */

export interface StripeServer {
  settings: StripeSettings;
  sessions: Map<string, StripeSession>;
  /** Method, path and status of every call of the API. */
  calls: string[];
  /** While this holds, pages are opened and the answers that say so are lost. */
  loseAnswers(lose: boolean): void;
  /** Answers 503 to everything, until it is told otherwise. */
  setAway(away: boolean): void;
  /** What happens on a page; the browser's buttons do the same. Answers the page afterwards. */
  pay(id: string, paid?: { amount?: number; currency?: string }): StripeSession;
  expire(id: string): StripeSession;
  /** So much has gone back in all, in the smallest unit. */
  refund(id: string, minor: number): void;
  /** An event about a page as it stands now, signed as of `age` seconds ago. */
  event(id: string, type: string, more?: { eventId?: string; age?: number; secret?: string }): SignedEvent;
  close(): Promise<void>;
}

export interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

export interface StripeSession {
  id: string;
  object: 'checkout.session';
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Form;
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  cancel_url: string;
  url: string | null;
}

interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  currency: string;
  metadata: Form;
  payment_intent: string;
}

type Form = { [key: string]: string };
interface Kept {
  params: string;
  body: string;
}

const secretKey = 'sk_test_simulator';
const webhookSecret = 'whsec_simulator';

export async function openStripeServer(): Promise<StripeServer> {
  const sessions = new Map<string, StripeSession>();
  const charges = new Map<string, Charge>();
  const intents = new Map<string, Form>();
  const kept = new Map<string, Kept>();
  const calls: string[] = [];
  let isAway = false;
  let losing = false;
  let base = '';

  const sessionOf = (id: string): StripeSession => {
    const session = sessions.get(id);
    if (!session) throw new Error(`no checkout ${id}`);
    return session;
  };

  const pay: StripeServer['pay'] = (id, paid = {}) => {
    const session = sessionOf(id);
    const intent = `pi_${randomUUID().replaceAll('-', '')}`;
    Object.assign(session, {
      ...{ payment_status: 'paid', status: 'complete', payment_intent: intent, url: null },
      amount_total: paid.amount ?? session.amount_total,
      currency: paid.currency ?? session.currency,
    });
    charges.set(id, {
      ...{ id: `ch_${randomUUID().replaceAll('-', '')}`, object: 'charge', amount: session.amount_total },
      ...{ amount_refunded: 0, refunded: false, currency: session.currency },
      ...{ metadata: intents.get(id) ?? {}, payment_intent: intent },
    });
    return session;
  };

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', base);
    if (url.pathname.startsWith('/c/pay/'))
      return page(request.method, url.pathname.slice('/c/pay/'.length), body, response);
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    const send = (status: number, json: object | string, more: Record<string, string> = {}) => {
      calls.push(`${request.method} ${url.pathname.replace(/cs_test_\w+/, ':id')} ${status}`);
      const headers = { 'content-type': 'application/json', 'request-id': `req_${randomUUID().slice(0, 14)}`, ...more };
      response.writeHead(status, headers).end(typeof json === 'string' ? json : JSON.stringify(json));
    };
    if (isAway) return send(503, failure('api_error', 'Stripe is away.'));
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(401, failure('invalid_request_error', 'Invalid API Key provided.'));
    if (request.method === 'POST' && url.pathname === '/v1/checkout/sessions') {
      const key = String(request.headers['idempotency-key'] ?? randomUUID());
      const before = kept.get(key);
      if (before && before.params !== body)
        return send(400, failure('idempotency_error', 'Keys can only be used with the same parameters.'));
      const made = before ? null : create(new URLSearchParams(body));
      if (made && 'error' in made) return send(400, made);
      const text = before?.body ?? JSON.stringify(made);
      kept.set(key, { params: body, body: text });
      if (losing) return void request.socket.destroy();
      return send(200, text, before ? { 'idempotent-replayed': 'true' } : {});
    }
    const [, id = ''] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(url.pathname) ?? [];
    const session = sessions.get(id);
    if (request.method !== 'GET' || !session)
      return send(404, failure('invalid_request_error', `No such checkout.session: '${id}'`, 'resource_missing'));
    return send(200, isExpanded(url) ? { ...session, payment_intent: intentOf(session) } : session);
  }

  const isExpanded = (url: URL) => [...url.searchParams.values()].includes('payment_intent.latest_charge');

  const intentOf = (session: StripeSession) =>
    session.payment_intent && {
      ...{ id: session.payment_intent, object: 'payment_intent', latest_charge: charges.get(session.id) ?? null },
      status: session.payment_status === 'paid' ? 'succeeded' : 'requires_payment_method',
    };

  function create(params: URLSearchParams): StripeSession | ReturnType<typeof failure> {
    const text = (name: string) => params.get(name) ?? '';
    const item = 'line_items[0][price_data]';
    const minor = Number(text(`${item}[unit_amount]`));
    if (text('mode') !== 'payment') return failure('invalid_request_error', 'Missing required param: mode.');
    if (!Number.isInteger(minor) || minor < 50) return failure('invalid_request_error', 'Invalid integer.');
    if (!/^[a-z]{3}$/.test(text(`${item}[currency]`))) return failure('invalid_request_error', 'Invalid currency.');
    if (!/^https?:\/\//.test(text('success_url'))) return failure('invalid_request_error', 'Not a valid URL');
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    intents.set(id, notesIn(params, 'payment_intent_data[metadata]'));
    const session: StripeSession = {
      ...{ id, object: 'checkout.session', amount_total: minor * Number(text('line_items[0][quantity]')) },
      ...{ currency: text(`${item}[currency]`), client_reference_id: params.get('client_reference_id') },
      ...{ metadata: notesIn(params, 'metadata'), payment_intent: null, payment_status: 'unpaid', status: 'open' },
      ...{ success_url: text('success_url'), cancel_url: text('cancel_url'), url: `${base}/c/pay/${id}` },
    };
    sessions.set(id, session);
    return session;
  }

  /** What a payer sees: what is paid, and two ways to leave. */
  function page(method: string | undefined, id: string, body: string, response: ServerResponse): void {
    const session = sessionOf(id);
    if (method === 'POST') {
      if (body.includes('how=pay')) pay(id);
      const location = body.includes('how=pay') ? session.success_url : session.cancel_url;
      response.writeHead(303, { location }).end();
      return;
    }
    const amount = `${session.currency.toUpperCase()} ${(session.amount_total / 100).toFixed(2)}`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><title>Checkout</title><h1>${session.client_reference_id}</h1><p>${amount}</p>
       <form method="post"><button name="how" value="pay">Pay</button><button name="how" value="back">Back</button></form>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { secretKey, webhookSecret, apiBase: base },
    sessions,
    calls,
    pay,
    loseAnswers: (lose) => (losing = lose),
    setAway: (away) => (isAway = away),
    expire: (id) => Object.assign(sessionOf(id), { status: 'expired', url: null }),
    refund(id, minor) {
      const charge = charges.get(id);
      if (charge) Object.assign(charge, { amount_refunded: minor, refunded: minor === charge.amount });
    },
    event(id, type, { eventId = `evt_${randomUUID()}`, age = 0, secret = webhookSecret } = {}) {
      const object = type.startsWith('charge.') ? charges.get(id) : sessionOf(id);
      const at = Math.floor(Date.now() / 1000) - age;
      const facts = {
        object: 'event',
        api_version: '2026-10-28.endive',
        created: at,
        livemode: false,
        pending_webhooks: 1,
      };
      const body = JSON.stringify({ id: eventId, ...facts, request: { id: null }, type, data: { object } });
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return {
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
      };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** `metadata[name]=value` and its kin. */
const notesIn = (params: URLSearchParams, under: string): Form =>
  Object.fromEntries(
    [...params].flatMap(([key, value]) =>
      key.startsWith(`${under}[`) ? [[key.slice(under.length + 1, -1), value] as const] : [],
    ),
  );

const failure = (type: string, message: string, code?: string) => ({
  error: { type, message, ...(code ? { code } : {}) },
});
