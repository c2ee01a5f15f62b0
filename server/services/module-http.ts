import type { HttpCall, HttpReply } from '../modules/services.ts';
import { ask, type Asked } from '../outbound/ask.ts';
import { createBounded } from '../outbound/bounded.ts';
import { createBreaker, type Breaker } from '../outbound/breaker.ts';
import { createRateLimiter, type Limits } from '../outbound/limits.ts';

const maxBytes = 1_048_576;
const usualTimeout = 5_000;
const maxAttempts = 3;
/** Milliseconds before the second attempt; doubled before the third. */
const firstPause = 200;
/** A longer pause that the other server names ends the call instead. */
const maxPause = 2_000;
const limits: Limits = { atOnce: 8, perSecond: 20, wait: 4_000 };

export interface ModuleHttpDeps {
  now(): number;
  /** Called once when a server's circuit opens. */
  report(tenant: string, host: string): void;
  pause?(milliseconds: number): Promise<void>;
}

/** The HTTP client of modules (`SystemServices.http`). */
export function createModuleHttp({
  now,
  report,
  pause = wait,
}: ModuleHttpDeps): (call: HttpCall) => Promise<HttpReply> {
  const breakers = createBounded(1_000, () => createBreaker(now));
  const limiters = createBounded(2_000, () => createRateLimiter(limits, now));

  return async (call) => {
    const host = hostOf(call.url);
    if (host === null) return { kind: 'unsent', retryAt: null };
    const breaker = breakers.of(`${call.tenant} ${host}`);
    const opensAt = breaker.restsUntil();
    if (opensAt !== null) return { kind: 'unsent', retryAt: opensAt };
    const limiter = limiters.of(`${call.tenant} ${host} ${call.account ?? ''}`);
    const turn = await limiter.enter();
    if (!turn.ok) {
      breaker.passed();
      return { kind: 'unsent', retryAt: turn.retryAt };
    }
    try {
      const { asked, retryAt } = await attempts(call, pause);
      if (retryAt !== null) limiter.closeUntil(now() + retryAt);
      note(breaker, asked, () => report(call.tenant, host));
      if (asked.kind === 'answer')
        return { kind: 'answered', status: asked.status, headers: asked.headers, text: asked.text };
      return asked.kind === 'lost' ? { kind: 'lost' } : { kind: 'unsent', retryAt: null };
    } finally {
      turn.leave();
    }
  };
}

/** Up to three attempts; `retryAt` are the milliseconds that the last answer asked to wait, or null. */
async function attempts(call: HttpCall, pause: (milliseconds: number) => Promise<void>) {
  const repeatable = call.repeatable ?? (call.method ?? 'GET') === 'GET';
  for (let attempt = 1; ; attempt += 1) {
    const asked = await ask(requestOf(call));
    const retryAt = retryAfter(asked);
    const again = asked.kind === 'unsent' || (repeatable && (asked.kind === 'lost' || isBusy(asked.status)));
    const delay = retryAt ?? firstPause * 2 ** (attempt - 1);
    if (!again || attempt === maxAttempts || delay > maxPause) return { asked, retryAt };
    await pause(delay);
  }
}

const requestOf = ({
  url,
  method = 'GET',
  headers = {},
  body,
  timeoutMs = usualTimeout,
  ownNetwork = false,
}: HttpCall) => ({
  ...{ url, method, maxBytes, limit: timeoutMs, guarded: !ownNetwork },
  headers: typeof body === 'object' ? { 'content-type': 'application/json', ...headers } : headers,
  body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
});

const isBusy = (status: number): boolean => [429, 502, 503, 504].includes(status);

/** Milliseconds from a `Retry-After` in seconds, of an answer that asks to come back later. */
function retryAfter(asked: Asked): number | null {
  if (asked.kind !== 'answer' || !isBusy(asked.status)) return null;
  const seconds = Number(asked.headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** A server that answers anything but a failure of its own is well. */
function note(breaker: Breaker, asked: Asked, opened: () => void): void {
  if (asked.kind === 'answer' && asked.status < 500) return breaker.succeeded();
  const wasClosed = !breaker.isOpen();
  breaker.failed();
  if (wasClosed && breaker.isOpen()) opened();
}

function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? host : null;
}

const wait = (milliseconds: number) => new Promise<void>((resume) => setTimeout(resume, milliseconds));
