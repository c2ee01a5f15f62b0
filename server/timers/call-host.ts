import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as http, type RequestOptions } from 'node:http';
import { request as https } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../outbound/public-address.ts';

/** Timeout of a call in milliseconds. */
const timeoutMs = 10_000;

const methods: Readonly<Record<string, string>> = { '1': 'GET', '2': 'POST', '3': 'PUT', '4': 'DELETE' };

/** Hosts that a timer may call, and those of them that may be in a private network (`name` or `name:port`). */
export interface CallableHosts {
  hosts: readonly string[];
  privateHosts?: readonly string[];
}

type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Calls an allowed host and answers the status; throws for any other host. The name is resolved once and exactly the
 * checked address is called, so that DNS cannot redirect the call into our network. Follows no redirects, sends only
 * the timer's headers, and reads nothing of the answer but its status.
 */
export async function callHost(
  timer: { requestType: string; requestUrl: string; headers?: unknown; requestParameters: string | null },
  { hosts, privateHosts = [] }: CallableHosts,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): Promise<string> {
  const url = new URL(timer.requestUrl);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !hosts.includes(url.host)) {
    throw new Error(`${url.host}: not in TIMER_HOSTS`);
  }
  const signal = AbortSignal.timeout(timeoutMs);
  const [address] = isIP(url.hostname)
    ? [{ address: url.hostname, family: isIP(url.hostname) }]
    : await addressesOf(url, privateHosts.includes(url.host), resolve);
  const method = methods[timer.requestType] ?? 'GET';
  const body = method === 'GET' ? undefined : (timer.requestParameters ?? undefined);
  const status = await statusOf(url, address ?? null, body, {
    method,
    signal,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...namesAndTexts(timer.headers),
      'user-agent': 'Lading',
    },
  });
  if (status < 200 || status >= 300) throw new Error(`HTTP ${status}`);
  return `HTTP ${status}`;
}

/** The addresses of a host; throws if any is private without being allowed. */
async function addressesOf(url: URL, mayBePrivate: boolean, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const found = await resolve(url.hostname);
  if (!mayBePrivate && !found.every(({ address }) => isPublicAddress(address))) {
    throw new Error(`${url.host}: a private address, and not in TIMER_PRIVATE_HOSTS`);
  }
  return found;
}

/** The status of an answer from exactly this address. */
function statusOf(
  url: URL,
  at: LookupAddress | null,
  body: string | undefined,
  options: RequestOptions,
): Promise<number> {
  if (!at) return Promise.reject(new Error(`${url.host}: no address`));
  const send = url.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    const request = send(url, {
      ...options,
      agent: false,
      lookup: (_host, asked, answer) => (asked.all ? answer(null, [at]) : answer(null, at.address, at.family)),
    });
    request.on('response', (response) => {
      done(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** A timer's headers as an object of texts. Throws for anything else, which the history then shows. */
function namesAndTexts(headers: unknown): Record<string, string> {
  if (headers === null || headers === undefined) return {};
  const entries = Array.isArray(headers) ? null : Object.entries(headers as object);
  const names = new Set<string>();
  for (const [name, text] of entries ?? [['', null]]) {
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof text !== 'string' || ours.has(lower) || names.has(lower)) {
      throw new Error(`headers: ${name.slice(0, 60)}`);
    }
    names.add(lower);
  }
  return Object.fromEntries(entries ?? []) as Record<string, string>;
}

/** Headers of the connection itself, which timers may not set. */
const ours: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'keep-alive'],
]);
