import type { CarrierAccount, CarrierApi, CarrierBases } from './carrier.ts';
import { fedex } from './fedex/fedex.ts';
import { placeOf } from './hosts.ts';
import { manualCarrier } from './manual.ts';
import { ups } from './ups/ups.ts';
import { createClient, type Client } from './wire/client.ts';
import type { Limits } from '../../outbound/limits.ts';
import { askForToken, type TokenFailure } from '../wire/tokens.ts';
import { tokenForms } from './wire/token-forms.ts';

export interface Carriers {
  of(carrierCode: string): CarrierApi;
  /** Requests a token, which tests the credentials; null: no carrier is called here. */
  signIn(account: CarrierAccount): Promise<SignedIn | null>;
}
export type SignedIn = 'ok' | 'noCredentials' | TokenFailure;

export interface CarrierSettings {
  /** Base addresses of the carriers; null: none is called. */
  readonly bases: CarrierBases | null;
  readonly now?: () => Date;
  readonly limits?: Partial<Limits>;
}

const names: Readonly<Record<string, keyof CarrierBases>> = { UPS: 'ups', FEDEX: 'fedex' };

/** Carriers with an API, one line each. */
const wired: readonly ((client: Client, now: () => Date) => CarrierApi)[] = [ups, fedex];

/** Carriers by code. One per node, because it holds tokens, limits and circuit breakers. */
export function createCarriers({ bases, now = () => new Date(), limits = {} }: CarrierSettings): Carriers {
  const client = createClient({ bases, now, limits });
  const apis = new Map(wired.map((make) => make(client, now)).map((api) => [api.code, api]));
  return {
    of: (code) => apis.get(code) ?? manualCarrier(code),
    async signIn(account) {
      if (!bases) return null;
      const carrier = names[account.carrier];
      if (!carrier || account.clientId === '' || account.clientSecret === '') return 'noCredentials';
      const place = placeOf(carrier, account, bases);
      if (!place) return 'noAnswer';
      const result = await askForToken(tokenForms[carrier](account), place);
      return result.ok ? 'ok' : result.why;
    },
  };
}
