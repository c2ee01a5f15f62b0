import type { CarrierBases, Environment } from './carrier-hosts.ts';
import { hostOf } from './carrier-hosts.ts';

/** What a carrier's account signs in with. */
export interface Login {
  readonly carrier: keyof CarrierBases;
  readonly environment: Environment;
  /** The shipper number. */
  readonly number: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** `refused`: not these credentials. `busy`: later. `badAnswer`: whoever answers there does not speak as the carrier does. */
export type LoginResult = 'ok' | 'refused' | 'noAnswer' | 'badAnswer' | 'busy';

/** Under the six seconds that clients of this wire wait. */
export const patience = 4_500;
/** A token is a few thousand characters; whoever sends more is no carrier. */
const longest = 65_536;

/**
 * Asks a carrier for a token, which says whether it knows these credentials. The token and the carrier's own words go no
 * further than this function: either may hold what is secret.
 */
export async function askForToken(login: Login, bases: CarrierBases, limit = patience): Promise<LoginResult> {
  const { path, headers, form } = requests[login.carrier](login);
  const signal = AbortSignal.timeout(limit);
  try {
    const response = await fetch(`${hostOf(login.carrier, login.environment, bases)}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      // Credentials go to the carrier's host and not to where it might send us on.
      redirect: 'manual',
      signal,
    });
    if (response.ok) return isToken(await readText(response)) ? 'ok' : 'badAnswer';
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500) return 'busy';
    return [400, 401, 403].includes(response.status) ? 'refused' : 'badAnswer';
  } catch {
    return 'noAnswer';
  }
}

interface Ask {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

const requests: Readonly<Record<keyof CarrierBases, (login: Login) => Ask>> = {
  ups: ({ number, clientId, clientSecret }) => ({
    path: '/security/v1/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'x-merchant-id': number,
    },
    form: { grant_type: 'client_credentials' },
  }),
  fedex: ({ clientId, clientSecret }) => ({
    path: '/oauth/token',
    headers: {},
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  }),
};

/** The body as text; null where it is longer than any token. */
async function readText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > longest) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function isToken(text: string | null): boolean {
  try {
    const { access_token: token } = JSON.parse(text ?? '') as { access_token?: unknown };
    return typeof token === 'string' && token !== '';
  } catch {
    return false;
  }
}
