import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { CarrierAccount, CarrierBases, CarrierFailure } from '../carrier.ts';
import { placeOf } from '../hosts.ts';
import { scrub, without } from '../../wire/keepable.ts';
import { ask, type Ask, type Asked, type Why } from '../../../outbound/ask.ts';
import { createBounded } from '../../../outbound/bounded.ts';
import { createBreaker } from '../../../outbound/breaker.ts';
import { createRateLimiter, type Limits } from '../../../outbound/limits.ts';
import { basicOf, createTokens, type Place, type TokenFailure } from '../../wire/tokens.ts';
import { tokenForms } from './token-forms.ts';

export interface Call {
  readonly method: Ask['method'];
  /** From the base on, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Something that must not happen twice. */
  readonly writes: boolean;
  /** Milliseconds for an attempt. */
  readonly limit: number;
  readonly maxBytes?: number;
}

/** A failure with the status that the carrier answered; null: it answered nothing. */
export interface Failed {
  readonly ok: false;
  readonly status: number | null;
  readonly failure: CarrierFailure;
}
export type Reply = { ok: true; reply: unknown } | Failed;

/** The differences between carriers' APIs. */
export interface Tongue {
  readonly carrier: keyof CarrierBases;
  /** The carrier's own refusal in a reply; null: there is none in it. */
  refusalIn(reply: unknown): { code: string; text: string } | null;
  /** Whether something was done, whatever errors stand beside it. */
  hasOutcome(reply: unknown): boolean;
}

export interface ClientSettings {
  /** Null: no carrier is called. */
  readonly bases: CarrierBases | null;
  now(): Date;
  /** Of an account, for what writes and for what reads each, so that a batch leaves room for look-ups. */
  readonly limits?: Partial<Limits>;
}

const defaults: Limits = { atOnce: 16, perSecond: 100, wait: 4_000 };
/** A batch may wait longer than a person in front of a screen. */
const writersWait = 20_000;
const maxBytes = 4_194_304;
const pause = 150;
/** Outcomes of calls, for the figures of the node. */
const measured = channel('lading.call');

export type Client = (account: CarrierAccount, tongue: Tongue, call: Call) => Promise<Reply>;

export function createClient({ bases, now, limits }: ClientSettings): Client {
  const clock = () => now().getTime();
  const tokens = createTokens(clock);
  const breakers = createBounded(1_000, () => createBreaker(clock));
  const readers = createBounded(2_000, () => createRateLimiter({ ...defaults, ...limits }, clock));
  const writers = createBounded(2_000, () => createRateLimiter({ ...defaults, wait: writersWait, ...limits }, clock));

  return async (account, tongue, call) => {
    if (!bases) return failed('unavailable', 'carriers.notOffered', 'Nobody is asked here.');
    if (account.clientId === '' || account.clientSecret === '')
      return failed('credentials', 'carriers.noCredentials', 'The account has no credentials.');
    const place = placeOf(tongue.carrier, account, bases);
    if (!place) return failed('unavailable', 'carriers.badBase', 'The API address of the account may not be asked.');
    const breaker = breakers.of(`${tongue.carrier} ${account.environment} ${place.base}`);
    const rests = breaker.restsUntil();
    if (rests !== null)
      return failed('unavailable', 'carriers.resting', 'The carrier does not answer.', null, new Date(rests));
    const gate = (call.writes ? writers : readers).of(gateKey(account, place));
    const turn = await gate.enter();
    if (!turn.ok) {
      breaker.passed();
      return failed('limited', 'carriers.tooMany', 'Too many requests at once.', null, new Date(turn.retryAt));
    }
    try {
      const answer = await withToken({ tokens, account, tongue, place, call, clock });
      measured.publish({
        to: `carrier ${tongue.carrier}`,
        outcome: answer.result.ok ? 'answered' : answer.result.failure.kind,
      });
      if (answer.heard) breaker.succeeded();
      else breaker.failed();
      if (!answer.result.ok && answer.result.failure.kind === 'limited')
        gate.closeUntil(answer.result.failure.retryAt?.getTime() ?? 0);
      return answer.result;
    } catch (error) {
      breaker.failed();
      throw error;
    } finally {
      turn.leave();
    }
  };
}

const gateKey = ({ number, clientId }: CarrierAccount, { base }: Place): string =>
  createHash('sha256')
    .update(JSON.stringify([base, number, clientId]))
    .digest('base64');

interface Heard {
  readonly result: Reply;
  /** Whether the carrier was there and well, whatever it said. */
  readonly heard: boolean;
}

interface Sending {
  readonly tokens: ReturnType<typeof createTokens>;
  readonly account: CarrierAccount;
  readonly tongue: Tongue;
  readonly place: Place;
  readonly call: Call;
  clock(): number;
}

/** Calls with a valid token; a refused token is renewed once, because a refused request had no effect. */
async function withToken(sending: Sending): Promise<Heard> {
  const { tokens, account, tongue, place } = sending;
  const form = tokenForms[tongue.carrier](account);
  for (let renewed = false; ; renewed = true) {
    const token = await tokens.get(form, place);
    if (!token.ok) return unsigned(token.why, sending.clock());
    const asked = await persistently(sending, token.token);
    if (asked.kind === 'answer' && asked.status === 401 && !renewed) {
      await tokens.drop(form, place, token.token);
      continue;
    }
    return heardOf(asked, sending, [token.token, account.clientSecret, account.clientId, basicOf(account)]);
  }
}

const unsignedWords: Readonly<Record<TokenFailure, readonly [CarrierFailure['kind'], string, string]>> = {
  refused: ['credentials', 'carriers.token.refused', 'The carrier refuses these credentials.'],
  busy: ['unavailable', 'carriers.token.busy', 'The carrier is busy.'],
  noAnswer: ['unavailable', 'carriers.token.noAnswer', 'The carrier does not answer.'],
  badAnswer: ['unavailable', 'carriers.token.badAnswer', 'The answer was not understood.'],
};

/** Without a token no request was sent, so nothing happened. */
function unsigned(why: TokenFailure, at: number): Heard {
  const [kind, code, words] = unsignedWords[why];
  const retryAt = kind === 'credentials' ? null : new Date(at + 10_000);
  return { result: failed(kind, code, words, null, retryAt), heard: why === 'refused' };
}

/** Again where it is safe: what never left, and a read that got no whole answer though there was time. */
async function persistently({ place, call, clock }: Sending, token: string): Promise<Asked> {
  const { method, path, headers = {}, body, limit, writes } = call;
  const began = clock();
  const attempt = (left: number) =>
    ask({
      ...{ url: `${place.base}${path}`, method, guarded: place.guarded, limit: left },
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        authorization: `Bearer ${token}`,
      },
      maxBytes: call.maxBytes ?? maxBytes,
    });
  const first = await attempt(limit);
  const again =
    (first.kind === 'unsent' && first.why !== 'noAnswer') ||
    (!writes &&
      (first.kind === 'lost' ? first.why === 'brokenAnswer' : first.kind === 'answer' && first.status >= 500));
  const left = limit - (clock() - began) - pause;
  if (!again || left < 300) return first;
  await new Promise((done) => setTimeout(done, pause));
  return attempt(left);
}

const silence: Readonly<Record<Why, readonly [code: string, words: string]>> = {
  noConnection: ['carriers.noConnection', 'No connection to the carrier.'],
  noAnswer: ['carriers.noAnswer', 'The carrier does not answer.'],
  brokenAnswer: ['carriers.brokenAnswer', 'The answer of the carrier broke off.'],
  tooLong: ['carriers.tooLong', 'The answer of the carrier is too long.'],
};

function heardOf(asked: Asked, { call, tongue, clock }: Sending, secrets: readonly string[]): Heard {
  const soon = new Date(clock() + 10_000);
  const unknown = call.writes ? 'lost' : 'unavailable';
  if (asked.kind !== 'answer') {
    const kind = asked.kind === 'unsent' ? 'unavailable' : unknown;
    return { result: failed(kind, ...silence[asked.why], null, soon), heard: false };
  }
  const { status } = asked;
  const reply = parsed(without(asked.text, secrets));
  const said = reply === undefined ? null : tongue.refusalIn(reply);
  const end = (result: Reply): Heard => ({ result, heard: status < 500 });
  if (status >= 200 && status < 300) {
    if (said && !tongue.hasOutcome(reply)) return end(refused('refused', said, status, secrets));
    if (reply !== undefined) return end({ ok: true, reply });
    return end(failed(unknown, 'carriers.notUnderstood', 'The answer was not understood.', status, soon));
  }
  const words = said ?? { code: `http.${status}`, text: `The carrier answered ${status}.` };
  if (status === 401 || status === 403) return end(refused('credentials', words, status, secrets));
  if (status === 429) return end(refused('limited', words, status, secrets, laterAt(asked.headers, clock())));
  if (status >= 400 && status < 500 && status !== 408) return end(refused('refused', words, status, secrets));
  return end(refused(unknown, words, status, secrets, soon));
}

const parsed = (body: string): unknown => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The time of `Retry-After`, given in seconds or as a date, at most an hour ahead. */
function laterAt(headers: Readonly<Record<string, string | string[] | undefined>>, at: number): Date {
  const named = text(headers['retry-after']);
  const seconds = /^\d{1,6}$/.test(named) ? Number(named) : (Date.parse(named) - at) / 1_000;
  return new Date(at + Math.min(Math.max(Number.isFinite(seconds) ? seconds : 30, 1), 3_600) * 1_000);
}
const text = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? (header[0] ?? '') : (header ?? '');

const refused = (
  kind: CarrierFailure['kind'],
  { code, text: words }: { code: string; text: string },
  status: number,
  secrets: readonly string[],
  retryAt: Date | null = null,
): Failed => failed(kind, scrub(code, secrets).slice(0, 100), scrub(words, secrets).slice(0, 500), status, retryAt);

export const failed = (
  kind: CarrierFailure['kind'],
  code: string,
  words: string,
  status: number | null = null,
  retryAt: Date | null = null,
): Failed => ({ ok: false, status, failure: { ok: false, kind, code, text: words, retryAt } });
