import { lookup as resolve, type LookupAddress } from 'node:dns';
import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { openSpan, traceHeaders, type Attributes } from '../tracing/spans.ts';
import { isPublicAddress } from './public-address.ts';

export interface Ask {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds until the last byte of the answer. */
  readonly limit: number;
  /** The longest body that is read. */
  readonly maxBytes: number;
  /** A longer one is cut there instead of being no answer. */
  readonly cut?: boolean;
  /** Only addresses of the open internet. */
  readonly guarded: boolean;
}

/**
 * `unsent`: nothing of it left this machine. `lost`: it was sent and no whole answer came, so the outcome is unknown. A redirect is an
 * answer like any other and is not followed, since credentials go nowhere else.
 */
export type Asked =
  | { kind: 'answer'; status: number; headers: IncomingMessage['headers']; text: string }
  | { kind: 'unsent'; why: Why }
  | { kind: 'lost'; why: Why };
export type Why = 'noConnection' | 'noAnswer' | 'brokenAnswer' | 'tooLong';

// Free connections are given up before servers do so: one that ends while it is written to is a lost answer.
const agentOptions = { keepAlive: true, maxFreeSockets: 32, timeout: 4_000 } as const;
const plain = new PlainAgent(agentOptions);
const secure = new SecureAgent(agentOptions);
// A connection that was made without the guard is never taken for a request that has it.
const guardedPlain = new PlainAgent(agentOptions);
const guardedSecure = new SecureAgent(agentOptions);

export async function ask(request: Ask): Promise<Asked> {
  const { method, url } = request;
  const span = openSpan({ name: `call ${method}`, kind: 'client', attributes: { 'http.request.method': method } });
  if (!span) return once(request);
  const asked = await span.run(() => once({ ...request, headers: { ...request.headers, ...traceHeaders() } }));
  const outcome: Attributes =
    asked.kind === 'answer' ? { 'http.response.status_code': asked.status } : { 'error.type': asked.why };
  const server: Attributes = URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {};
  span.end({ attributes: { ...server, ...outcome }, failed: asked.kind !== 'answer' || asked.status >= 500 });
  return asked;
}

async function once(request: Ask): Promise<Asked> {
  try {
    return await exchange(request, begin(request));
  } catch {
    // The address or a header is invalid, so that there is no request.
    return { kind: 'unsent', why: 'noConnection' };
  }
}

function begin({ url, method, headers, body, guarded }: Ask): ClientRequest {
  const secured = url.startsWith('https:');
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  // An address is connected to without being looked up.
  if (guarded && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error('a private address');
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return (secured ? secureRequest : plainRequest)(url, {
    ...{ method, agent: agentOf(secured, guarded), headers: { ...headers, ...length } },
    ...(guarded ? { lookup: publicLookup } : {}),
  });
}

const agentOf = (secured: boolean, guarded: boolean): PlainAgent =>
  secured ? (guarded ? guardedSecure : secure) : guarded ? guardedPlain : plain;

function exchange({ url, body, limit, maxBytes, cut = false }: Ask, request: ClientRequest): Promise<Asked> {
  return new Promise((done) => {
    const secured = url.startsWith('https:');
    let sent = false;
    let late = false;
    let answered = false;
    const timer = setTimeout(() => {
      late = true;
      request.destroy();
    }, limit);
    const end = (asked: Asked) => {
      clearTimeout(timer);
      done(asked);
    };
    const fail = (why: Why) => {
      request.destroy();
      const named = late ? 'noAnswer' : why;
      end(sent ? { kind: 'lost', why: named } : { kind: 'unsent', why: late ? 'noAnswer' : 'noConnection' });
    };
    request.on('socket', (socket) => {
      // From here on bytes may be sent: nothing is written before the (encrypted) connection is open.
      const mark = () => {
        sent = true;
      };
      if (!socket.connecting && !(secured && (socket as TLSSocket & { secureConnecting?: boolean }).secureConnecting))
        mark();
      else socket.once(secured ? 'secureConnect' : 'connect', mark);
      // The agent's time limit is for free connections; this one is bounded by the timer above.
      socket.setTimeout(0);
    });
    request.on('error', () => fail('brokenAnswer'));
    request.on('close', () => {
      if (!answered) fail('brokenAnswer');
    });
    request.on('response', (response) => {
      sent = true;
      answered = true;
      readBody(response, maxBytes, cut).then(
        (read) =>
          read === null
            ? fail('tooLong')
            : end({ kind: 'answer', status: response.statusCode ?? 0, headers: response.headers, text: read }),
        () => fail('brokenAnswer'),
      );
    });
    request.end(body ?? undefined);
  });
}

/** The body as text, whole or not at all; null where it is longer than it may be. */
async function readBody(response: IncomingMessage, maxBytes: number, cut: boolean): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    parts.push(part);
    // What is left unread ends the connection.
    if (size > maxBytes) return cut ? Buffer.concat(parts).subarray(0, maxBytes).toString('utf8') : null;
  }
  if (!response.complete) throw new Error('the answer ended early');
  const bytes = Buffer.concat(parts);
  // Some servers compress their answers even if not requested.
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (packed ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes).toString('utf8');
}

/** Names of addresses in our own network count as unknown. */
const publicLookup: LookupFunction = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    const addresses: readonly LookupAddress[] = error ? [] : found;
    const first = addresses[0];
    if (error || !first || !addresses.every(({ address }) => isPublicAddress(address)))
      return answer(error ?? new Error('a private address'), '', 4);
    return options.all ? answer(null, [...addresses]) : answer(null, first.address, first.family);
  });
};
