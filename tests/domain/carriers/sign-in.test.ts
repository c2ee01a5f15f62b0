import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierBases } from '../../../server/domain/carriers/carrier.ts';
import { placeOf } from '../../../server/domain/carriers/hosts.ts';
import { tokenForms, type Login } from '../../../server/domain/carriers/wire/token-forms.ts';
import { askForToken } from '../../../server/domain/wire/tokens.ts';
import { knownLogin, openCarrierServer, type CarrierServer, type Mood } from '../../support/carrier-server.ts';

let server: CarrierServer;
beforeAll(async () => {
  server = await openCarrierServer();
});
afterAll(() => server?.close());

const carriers = ['ups', 'fedex'] as const;
async function signIn(carrier: keyof CarrierBases, base: string | null, more: Partial<Login> = {}): Promise<string> {
  const login = { number: 'A1B234', ...knownLogin, ...more };
  const result = await askForToken(tokenForms[carrier](login), { base: base ?? '', guarded: false }, 300);
  return result.ok ? 'ok' : result.why;
}

describe.each(carriers)('asking %s for a token', (carrier) => {
  it('is taken with the right credentials and refused with others', async () => {
    server.setMood('fair');
    server.calls.splice(0);
    expect(await signIn(carrier, server.bases[carrier])).toBe('ok');
    expect(await signIn(carrier, server.bases[carrier], { clientSecret: 'wrong' })).toBe('refused');
    expect(await signIn(carrier, server.bases[carrier], { clientId: 'wrong' })).toBe('refused');
    expect(server.calls).toEqual([`${carrier} 200`, `${carrier} 401`, `${carrier} 401`]);
  });

  const moods: readonly [Mood, string][] = [
    ['silent', 'noAnswer'],
    ['half', 'noAnswer'],
    ['cut', 'badAnswer'],
    ['strange', 'badAnswer'],
    ['away', 'badAnswer'],
    ['endless', 'badAnswer'],
    ['busy', 'busy'],
    ['parrot', 'refused'],
  ];
  it.each(moods)('of a server that is %s ends as %s, within the time', async (mood, result) => {
    server.setMood(mood);
    const began = performance.now();
    expect(await signIn(carrier, server.bases[carrier])).toBe(result);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('to an address without a server ends without an answer', async () => {
    expect(await signIn(carrier, 'http://127.0.0.1:9')).toBe('noAnswer');
  });
});

describe('an address that a tenant chose', () => {
  it('is not asked where its name stands for this machine or its network', async () => {
    const url = (server.bases.ups ?? '').replace('127.0.0.1', 'localhost');
    server.setMood('fair');
    server.calls.splice(0);
    const form = tokenForms.ups({ number: 'A1B234', ...knownLogin });
    expect(await askForToken(form, { base: url, guarded: true }, 2_000)).toEqual({ ok: false, why: 'noAnswer' });
    expect(server.calls).toEqual([]);
    expect(await askForToken(form, { base: url, guarded: false }, 2_000)).toMatchObject({ ok: true });
  });
});

describe('the place where a carrier is asked', () => {
  const none = { ups: null, fedex: null };
  const simulated = { ups: 'http://127.0.0.1:4000/ups/', fedex: null };
  const base = (
    carrier: keyof CarrierBases,
    environment: 'production' | 'test',
    own: string | null,
    bases: CarrierBases = none,
  ) => placeOf(carrier, { environment, base: own }, bases)?.base ?? null;

  it('is where the carrier says that it stands, by environment', () => {
    expect(base('ups', 'production', null)).toBe('https://onlinetools.ups.com');
    expect(base('ups', 'test', null)).toBe('https://wwwcie.ups.com');
    expect(base('fedex', 'production', null)).toBe('https://apis.fedex.com');
    expect(base('fedex', 'test', null)).toBe('https://apis-sandbox.fedex.com');
  });

  it('is the one of the settings, and before all the one of the account', () => {
    expect(
      placeOf('ups', { environment: 'test', base: null }, { ups: 'http://127.0.0.1:4000/ups/', fedex: null }),
    ).toEqual({
      base: 'http://127.0.0.1:4000/ups',
      guarded: false,
    });
    expect(placeOf('ups', { environment: 'test', base: 'https://ups.example.com/x/' }, none)).toEqual({
      base: 'https://ups.example.com/x',
      guarded: true,
    });
    // As UPS' documents write it; the token is not below it.
    expect(base('ups', 'test', null, { ups: 'http://127.0.0.1:4000/api/', fedex: null })).toBe('http://127.0.0.1:4000');
    expect(base('fedex', 'test', null, { ups: null, fedex: 'http://127.0.0.1:4000/api' })).toBe(
      'http://127.0.0.1:4000/api',
    );
  });

  it('leads a tenant to nothing of ours', () => {
    for (const own of ['http://ups.example.com', 'https://10.0.0.5', 'https://169.254.169.254/latest', 'https://[::1]'])
      expect(base('ups', 'test', own)).toBe(null);
    expect(base('ups', 'test', 'http://localhost:5432')).toBe(null);
    expect(base('fedex', 'test', 'http://127.0.0.1:4000/fedex', simulated as never)).toBe(null);
    expect(base('ups', 'test', 'http://127.0.0.1:5000/ups', simulated as never)).toBe('http://127.0.0.1:5000/ups');
  });
});
