import { createHash } from 'node:crypto';
import { ask } from '../../outbound/ask.ts';
import { amount, at, text } from './read.ts';

/** The address of a server. */
export interface Place {
  readonly base: string;
  /** An address that a tenant chose: it may lead into the open internet, and to nothing of ours. */
  readonly guarded: boolean;
}

/** The token request of a server. */
export interface TokenForm {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

/** `refused`: not these credentials. `busy`: later. `badAnswer`: the server there does not answer as documented. */
export type TokenFailure = 'refused' | 'noAnswer' | 'badAnswer' | 'busy';
export type TokenResult =
  | { ok: true; token: string; seconds: number; refresh?: string | null }
  | { ok: false; why: TokenFailure };

/** Under the six seconds that clients of this wire wait. */
export const patience = 4_500;
/** A token is a few thousand characters; a longer answer is none. */
const longest = 65_536;

export const basicOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Requests a token. The other server's own message never leaves this function, because it may contain secrets. */
export async function askForToken(
  { path, headers, form }: TokenForm,
  { base, guarded }: Place,
  limit = patience,
): Promise<TokenResult> {
  const asked = await ask({
    ...{ url: `${base}${path}`, method: 'POST', body: new URLSearchParams(form).toString(), guarded, limit },
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    maxBytes: longest,
  });
  if (asked.kind !== 'answer') return { ok: false, why: asked.why === 'tooLong' ? 'badAnswer' : 'noAnswer' };
  const { status } = asked;
  if (status >= 200 && status < 300) return tokenIn(asked.text);
  if (status === 429 || status >= 500) return { ok: false, why: 'busy' };
  return { ok: false, why: [400, 401, 403].includes(status) ? 'refused' : 'badAnswer' };
}

function tokenIn(body: string): TokenResult {
  try {
    const reply: unknown = JSON.parse(body);
    const token = text(at(reply, 'access_token'));
    if (token !== null && !/\s/.test(token))
      return {
        ...{ ok: true, token, seconds: Number(amount(at(reply, 'expires_in')) ?? 600) },
        refresh: text(at(reply, 'refresh_token')),
      };
  } catch {
    // No JSON, so no token.
  }
  return { ok: false, why: 'badAnswer' };
}

/** Milliseconds before its end at which a token is renewed. */
const margin = 60_000;
/** How long a refusal is remembered, so that a batch with wrong credentials does not ask for each order. */
const grudge = 5_000;

/** Tokens by account, one request for however many ask. */
export function createTokens(now: () => number, most = 1_000) {
  const kept = new Map<string, { result: Promise<TokenResult>; until: number }>();
  const keyOf = (form: TokenForm, { base }: Place): string =>
    createHash('sha256')
      .update(JSON.stringify([base, form]))
      .digest('base64');

  return {
    get(form: TokenForm, place: Place): Promise<TokenResult> {
      const key = keyOf(form, place);
      const found = kept.get(key);
      if (found && found.until > now()) return found.result;
      const entry = { result: askForToken(form, place), until: Number.POSITIVE_INFINITY };
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
      return entry.result.then((result) => {
        const life = result.ok ? result.seconds * 1_000 : 0;
        entry.until = result.ok
          ? now() + Math.max(life - margin, life / 2)
          : now() + (result.why === 'refused' ? grudge : 0);
        return result;
      });
    },
    /** The other server no longer takes this one; another that came meanwhile stays. */
    async drop(form: TokenForm, place: Place, token: string): Promise<void> {
      const key = keyOf(form, place);
      const found = kept.get(key);
      const result = found ? await found.result : null;
      if (result?.ok && result.token === token && kept.get(key) === found) kept.delete(key);
    },
  };
}
