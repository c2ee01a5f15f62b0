import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostOf } from '../../../server/domain/network/carrier-hosts.ts';
import { askForToken, type Login } from '../../../server/domain/network/carrier-login.ts';
import { knownLogin, openCarrierServer, type CarrierServer, type Mood } from '../../support/carrier-server.ts';

let server: CarrierServer;
beforeAll(async () => {
  server = await openCarrierServer();
});
afterAll(() => server?.close());

const carriers = ['ups', 'fedex'] as const;
const loginAt = (carrier: Login['carrier'], more: Partial<Login> = {}): Login => ({
  ...{ carrier, environment: 'test', number: 'A1B234' },
  ...knownLogin,
  ...more,
});

describe.each(carriers)('asking %s for a token', (carrier) => {
  it('is taken with the right credentials and refused with others', async () => {
    server.setMood('fair');
    server.calls.splice(0);
    expect(await askForToken(loginAt(carrier), server.bases)).toBe('ok');
    expect(await askForToken(loginAt(carrier, { clientSecret: 'wrong' }), server.bases)).toBe('refused');
    expect(await askForToken(loginAt(carrier, { clientId: 'wrong' }), server.bases)).toBe('refused');
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
    expect(await askForToken(loginAt(carrier), server.bases, 300)).toBe(result);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('of nobody at all ends without an answer', async () => {
    const nowhere = { ups: 'http://127.0.0.1:9', fedex: 'http://127.0.0.1:9' };
    expect(await askForToken(loginAt(carrier), nowhere, 300)).toBe('noAnswer');
  });
});

describe('a carrier without another address', () => {
  it('is asked where it says that it stands, by environment', () => {
    const none = { ups: null, fedex: null };
    expect(hostOf('ups', 'production', none)).toBe('https://onlinetools.ups.com');
    expect(hostOf('ups', 'test', none)).toBe('https://wwwcie.ups.com');
    expect(hostOf('fedex', 'production', none)).toBe('https://apis.fedex.com');
    expect(hostOf('fedex', 'test', none)).toBe('https://apis-sandbox.fedex.com');
    expect(hostOf('ups', 'test', { ups: 'http://ups.test:8080', fedex: null })).toBe('http://ups.test:8080');
  });
});
