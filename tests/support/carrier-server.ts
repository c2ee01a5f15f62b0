import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CarrierBases } from '../../server/domain/carriers/carrier.ts';

/*
 * Token endpoints of UPS and FedEx over HTTP, as their documentation has the wire: UPS takes the credentials as basic
 * authorization, FedEx in the form; each answers tokens and errors in a shape of its own.
 */

export interface CarrierServer {
  bases: CarrierBases;
  /** Carrier and status of every call that got a whole answer. */
  calls: string[];
  /** What happens to a call from now on instead of an answer by its credentials. */
  setMood(mood: Mood): void;
  close(): Promise<void>;
}

/** `half`: the connection breaks in the middle of a token. `parrot`: refuses, and repeats what it was sent. */
export type Mood = 'fair' | 'silent' | 'half' | 'cut' | 'busy' | 'strange' | 'away' | 'endless' | 'parrot';

export const knownLogin = { clientId: 'lading-client', clientSecret: 'open sesame: ü/7' } as const;
const token = 'eyJ.token-of-the-carrier.sig';

export async function openCarrierServer(): Promise<CarrierServer> {
  const calls: string[] = [];
  let mood: Mood = 'fair';
  const server = createServer((request, response) => {
    void answer(request, response, { mood, calls });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bases: { ups: base, fedex: base },
    calls,
    setMood: (next) => {
      mood = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { mood, calls }: { mood: Mood; calls: string[] },
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'));
  const who = request.url === '/security/v1/oauth/token' ? 'ups' : request.url === '/oauth/token' ? 'fedex' : 'nobody';
  const send = (status: number, body: string) => {
    calls.push(`${who} ${status}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  const good = JSON.stringify(who === 'ups' ? upsToken : fedexToken);
  switch (mood) {
    case 'silent':
      break;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': good.length });
      response.write(good.slice(0, 30), () => response.destroy());
      break;
    case 'cut':
      send(200, good.slice(0, 30));
      break;
    case 'busy':
      send(429, '{"response":{"errors":[{"code":"10429","message":"Too Many Requests"}]}}');
      break;
    case 'strange':
      send(200, '<html>Welcome to the hotel network</html>');
      break;
    case 'away':
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
      break;
    case 'endless':
      send(200, JSON.stringify({ ...upsToken, padding: 'x'.repeat(1_000_000) }));
      break;
    case 'parrot':
      send(
        401,
        JSON.stringify({ errors: [{ message: `${String(request.headers.authorization)} ${form.toString()}` }] }),
      );
      break;
    case 'fair': {
      const asked = form.get('grant_type') === 'client_credentials' && request.method === 'POST';
      const known = who === 'ups' ? isKnownToUps(request) : isKnownToFedex(form);
      if (who === 'nobody') send(404, '{}');
      else if (!asked) send(400, refusals[who]);
      else send(known ? 200 : 401, known ? good : refusals[who]);
    }
  }
}

const isKnownToUps = ({ headers }: IncomingMessage): boolean => {
  const [scheme, text = ''] = (headers.authorization ?? '').split(' ');
  const known = `${knownLogin.clientId}:${knownLogin.clientSecret}`;
  return scheme === 'Basic' && Buffer.from(text, 'base64').toString('utf8') === known && !!headers['x-merchant-id'];
};
const isKnownToFedex = (form: URLSearchParams): boolean =>
  form.get('client_id') === knownLogin.clientId && form.get('client_secret') === knownLogin.clientSecret;

const upsToken = {
  token_type: 'Bearer',
  issued_at: '1764000000000',
  client_id: knownLogin.clientId,
  access_token: token,
  expires_in: '14399',
  status: 'approved',
};
const fedexToken = { access_token: token, token_type: 'bearer', expires_in: 3599, scope: 'CXS-TP' };
const refusals = {
  ups: '{"response":{"errors":[{"code":"10401","message":"ClientId is Invalid"}]}}',
  fedex:
    '{"transactionId":"5f5d","errors":[{"code":"NOT.AUTHORIZED.ERROR","message":"The given client credentials were not valid."}]}',
};
