import { ask, type Asked } from '../../../outbound/ask.ts';
import { createBounded } from '../../../outbound/bounded.ts';
import { createBreaker } from '../../../outbound/breaker.ts';
import { createBucket, type Usage } from '../../wire/bucket.ts';
import { scrub, without } from '../../wire/keepable.ts';
import { createRateLimiter } from '../../../outbound/limits.ts';
import { createTokens, type Place, type TokenFailure, type TokenForm } from '../../wire/tokens.ts';
import { failed, type ShopAccount, type StoreBases, type StoreFailure } from '../store.ts';

export interface StoreCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Rate limits are per operation. */
  readonly operation: string;
  readonly usage: Usage;
  /** Cost against the limit; one by default. */
  readonly cost?: number;
  /** Must never be part of a stored text. */
  readonly secrets: readonly string[];
}

/** Any answer of the platform. */
export interface StoreReply {
  readonly ok: true;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined unless it is JSON. */
  readonly body: unknown;
}

/** Timeout in milliseconds; pages of a hundred orders are slow. */
const limit = 20_000;
const maxBytes = 16_777_216;

/** The HTTP client for platforms: tokens, limits per shop and operation, and circuit breakers. One per node. */
export function createStoreClient(now: () => Date) {
  const clock = () => now().getTime();
  const tokens = createTokens(clock, 5_000);
  const breakers = createBounded(1_000, () => createBreaker(clock));
  const gates = createBounded(5_000, () => createRateLimiter({ atOnce: 2, perSecond: 50, wait: 5_000 }, clock));
  const buckets = createBounded(20_000, (key) => {
    const [burst = 1, perSecond = 1] = key.split(' ').slice(0, 2).map(Number);
    return createBucket({ burst, perSecond }, clock);
  });
  const bucketOf = (shop: ShopAccount, { usage, operation }: Pick<StoreCall, 'usage' | 'operation'>) =>
    buckets.of(`${usage.burst} ${usage.perSecond} ${shop.tenant}/${shop.id} ${operation}`);

  return {
    bucketOf,
    async token(form: TokenForm, place: Place): Promise<{ ok: true; token: string } | StoreFailure> {
      const result = await tokens.get(form, place);
      return result.ok ? result : unsigned(result.why, clock());
    },
    drop: (form: TokenForm, place: Place, token: string) => tokens.drop(form, place, token),
    async ask(shop: ShopAccount, place: Place, call: StoreCall): Promise<StoreReply | StoreFailure> {
      const breaker = breakers.of(place.base);
      const rests = breaker.restsUntil();
      if (rests !== null)
        return failed('unavailable', 'stores.resting', 'The platform does not answer.', new Date(rests));
      const bucket = bucketOf(shop, call);
      const free = bucket.take(call.cost);
      if (free !== null) {
        breaker.passed();
        return failed('limited', 'stores.limit', 'The limit of this shop is used up for now.', new Date(free));
      }
      const turn = await gates.of(`${shop.tenant}/${shop.id}`).enter();
      if (!turn.ok) {
        breaker.passed();
        return failed('limited', 'stores.tooMany', 'Too many requests at once.', new Date(turn.retryAt));
      }
      try {
        const asked = await ask({
          ...{ url: `${place.base}${call.path}`, method: call.method, guarded: place.guarded, limit, maxBytes },
          body: call.body === undefined ? null : JSON.stringify(call.body),
          headers: {
            accept: 'application/json',
            'user-agent': 'Lading/1 (Language=TypeScript)',
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...call.headers,
          },
        });
        const there = asked.kind === 'answer' && asked.status < 500;
        if (there) breaker.succeeded();
        else breaker.failed();
        return heard(asked, call, clock());
      } finally {
        turn.leave();
      }
    },
  };
}
export type StoreClient = ReturnType<typeof createStoreClient>;

/** Settings for calling platforms. */
export interface StoreSettings {
  readonly client: StoreClient;
  readonly bases: StoreBases;
  now(): Date;
}

function heard(asked: Asked, { secrets }: StoreCall, at: number): StoreReply | StoreFailure {
  const soon = new Date(at + 30_000);
  if (asked.kind !== 'answer') return failed('unavailable', `stores.${asked.why}`, 'No answer of the platform.', soon);
  const { status, headers } = asked;
  if (status >= 500) return failed('unavailable', `http.${status}`, `The platform answered ${status}.`, soon);
  return { ok: true, status, headers, body: parsed(without(asked.text, secrets)) };
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
};

function unsigned(why: TokenFailure, at: number): StoreFailure {
  if (why === 'refused')
    return failed('credentials', 'stores.token.refused', 'The platform refuses the credentials of this shop.');
  return failed('unavailable', `stores.token.${why}`, 'The platform gives no token.', new Date(at + 30_000));
}

/** A refusal in the platform's words, without our secrets. */
export const refusedAs = (
  kind: StoreFailure['kind'],
  code: string,
  text: string,
  secrets: readonly string[],
  retryAt: Date | null = null,
): StoreFailure => failed(kind, scrub(code, secrets).slice(0, 100), scrub(text, secrets).slice(0, 400), retryAt);

/** Seconds of `Retry-After`, or the default; at most an hour. */
export function retryAfter(headers: StoreReply['headers'], now: Date, usual: number): Date {
  const named = headers['retry-after'];
  const seconds = Number(Array.isArray(named) ? named[0] : (named ?? usual));
  return new Date(now.getTime() + Math.min(Math.max(Number.isFinite(seconds) ? seconds : usual, 1), 3_600) * 1_000);
}
