import { createBounded } from '../../../outbound/bounded.ts';
import { amount, at, list, text } from '../../wire/read.ts';
import type { Place, TokenForm } from '../../wire/tokens.ts';
import { done, failed, type ShopAccount, type StoreFailure, type StoreResult } from '../store.ts';
import { refusedAs, retryAfter, type StoreReply, type StoreSettings } from '../wire/client.ts';

/** The hosts that Amazon publishes, by region. */
const hosts = {
  na: 'https://sellingpartnerapi-na.amazon.com',
  eu: 'https://sellingpartnerapi-eu.amazon.com',
  fe: 'https://sellingpartnerapi-fe.amazon.com',
} as const;
const tokenHost = 'https://api.amazon.com/auth/o2/token';

/** Documented rate limits; answers name higher ones that a seller has. */
const usages = {
  search: { perSecond: 0.0056, burst: 20 },
  order: { perSecond: 0.5, burst: 30 },
  searchV0: { perSecond: 0.0167, burst: 20 },
  orderV0: { perSecond: 0.5, burst: 30 },
  itemsV0: { perSecond: 0.5, burst: 30 },
  restricted: { perSecond: 1, burst: 10 },
  confirm: { perSecond: 2, burst: 10 },
} as const;
type Operation = keyof typeof usages;

export interface Wish {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** The path of a restricted data token, for names and addresses; without the role the call goes on without it. */
  readonly restrictedTo?: string;
}

export interface AmazonClient {
  ask(shop: ShopAccount, operation: Operation, wish: Wish): Promise<StoreReply | StoreFailure>;
  /** A token for buyers' data at a path, which is reused until shortly before its end. */
  restrictedToken(shop: ShopAccount, path: string): Promise<StoreResult<string>>;
}

const credentials = ['credentials', 'refused'];

export function createAmazonClient({ client, bases, now }: StoreSettings): AmazonClient {
  const restricted = createBounded(2_000, () => ({ token: '', until: 0 }));
  const keyOf = (shop: ShopAccount, path: string) => `${shop.tenant}/${shop.id} ${path}`;
  const tokenPlace: Place = { base: bases.amazonToken ?? tokenHost, guarded: false };

  const restrictedToken: AmazonClient['restrictedToken'] = async (shop, path) => {
    const known = restricted.of(keyOf(shop, path));
    if (known.until > now().getTime()) return done(known.token);
    const resource = { method: 'GET', path, dataElements: ['buyerInfo', 'shippingAddress'] };
    const reply = await ask(shop, 'restricted', {
      ...{ method: 'POST', path: '/tokens/2021-03-01/restrictedDataToken', body: { restrictedResources: [resource] } },
    });
    if (!reply.ok) return reply;
    const token = text(at(reply.body, 'restrictedDataToken'));
    if (!token) return failed('unavailable', 'stores.notUnderstood', 'The answer was not understood.');
    const seconds = Number(amount(at(reply.body, 'expiresIn')) ?? 0);
    Object.assign(known, { token, until: now().getTime() + Math.max(seconds - 60, 0) * 1_000 });
    return done(token);
  };

  const ask: AmazonClient['ask'] = async (shop, operation, wish) => {
    if (!shop.clientId || !shop.clientSecret || !shop.token)
      return failed('credentials', 'stores.noCredentials', 'The shop has no credentials.');
    const form = formOf(shop);
    const { method = 'GET', path, body, restrictedTo } = wish;
    for (let renewed = false; ; renewed = true) {
      const token = await client.token(form, tokenPlace);
      if (!token.ok) return token;
      const buyers = restrictedTo === undefined ? null : await restrictedToken(shop, restrictedTo);
      if (buyers && !buyers.ok && !credentials.includes(buyers.kind)) return buyers;
      const shown = buyers?.ok ? buyers.value : token.token;
      const secrets = [token.token, shown, shop.clientSecret, shop.token, shop.clientId];
      const place = { base: (bases.amazon ?? hosts[shop.region]).replace(/\/+$/, ''), guarded: false };
      const usage = usages[operation];
      const headers = { 'x-amz-access-token': shown };
      const reply = await client.ask(shop, place, { method, path, headers, body, operation, usage, secrets });
      if (!reply.ok) return reply;
      if ([401, 403].includes(reply.status) && !renewed && /expired/i.test(JSON.stringify(reply.body ?? ''))) {
        if (restrictedTo !== undefined) restricted.of(keyOf(shop, restrictedTo)).until = 0;
        await client.drop(form, tokenPlace, token.token);
        continue;
      }
      const bucket = client.bucketOf(shop, { usage, operation });
      const told = Number(reply.headers['x-amzn-ratelimit-limit']);
      if (Number.isFinite(told) && told > 0) bucket.tell({ perSecond: told });
      if (reply.status < 400) return reply;
      const refusal = refusalOf(reply, secrets, { now: now(), usual: 1 / usage.perSecond });
      if (refusal.retryAt) bucket.closeUntil(refusal.retryAt.getTime());
      return refusal;
    }
  };
  return { ask, restrictedToken };
}

const formOf = (shop: ShopAccount): TokenForm => ({
  path: '',
  headers: {},
  form: {
    ...{ grant_type: 'refresh_token', refresh_token: shop.token },
    ...{ client_id: shop.clientId, client_secret: shop.clientSecret },
  },
});

function refusalOf(
  reply: StoreReply,
  secrets: readonly string[],
  { now, usual }: { readonly now: Date; readonly usual: number },
): StoreFailure {
  const [first] = list(at(reply.body, 'errors'));
  const code = text(at(first, 'code')) ?? `http.${reply.status}`;
  const words = text(at(first, 'message')) ?? `The platform answered ${reply.status}.`;
  if (reply.status === 429) return refusedAs('limited', code, words, secrets, retryAfter(reply.headers, now, usual));
  const kind = [401, 403].includes(reply.status) ? 'credentials' : 'refused';
  return refusedAs(kind, reply.status === 404 ? 'http.404' : code, words, secrets);
}
