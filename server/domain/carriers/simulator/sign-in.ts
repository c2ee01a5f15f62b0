import type { Brand } from './model.ts';
import { Refusal } from './model.ts';
import type { Client, World } from './world.ts';

/** Seconds that a token lives. */
const lives = { ups: 14_399, fedex: 3_599 };
export const tokenPaths = { ups: '/security/v1/oauth/token', fedex: '/oauth/token' };

/** Credentials for a token: UPS takes them as basic authorization, FedEx in the form. */
export function issueToken(
  world: World,
  brand: Brand,
  headers: Readonly<Record<string, string>>,
  form: URLSearchParams,
): object {
  if (form.get('grant_type') !== 'client_credentials') throw invalid(brand, 400);
  const [id, secret] =
    brand === 'ups' ? basic(headers['authorization'] ?? '') : [form.get('client_id'), form.get('client_secret')];
  const token = world.signIn(brand, id ?? '', secret ?? '', lives[brand]);
  if (token === null) throw invalid(brand, 401);
  if (brand === 'fedex') return { access_token: token, token_type: 'bearer', expires_in: lives.fedex, scope: 'CXS-TP' };
  return {
    ...{ token_type: 'Bearer', issued_at: String(world.now()), client_id: id, access_token: token },
    ...{ expires_in: String(lives.ups), status: 'approved' },
  };
}

/** Whose token a request carries. */
export function clientOf(world: World, brand: Brand, headers: Readonly<Record<string, string>>): Client {
  const [, token = ''] = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '') ?? [];
  const client = world.clientOf(brand, token);
  if (!client) throw expired(brand);
  return client;
}

export const expired = (brand: Brand): Refusal =>
  new Refusal(401, [
    brand === 'ups'
      ? { code: '250002', message: 'Invalid Authentication Information.' }
      : { code: 'NOT.AUTHORIZED.ERROR', message: 'Access token expired. Please modify your request and try again.' },
  ]);

const invalid = (brand: Brand, status: number): Refusal =>
  new Refusal(status, [
    brand === 'ups'
      ? { code: '10401', message: 'ClientId is Invalid' }
      : { code: 'NOT.AUTHORIZED.ERROR', message: 'The given client credentials were not valid.' },
  ]);

function basic(header: string): [string, string] {
  const [, text = ''] = /^Basic (.+)$/i.exec(header) ?? [];
  const [id = '', ...rest] = Buffer.from(text, 'base64').toString('utf8').split(':');
  return [id, rest.join(':')];
}
