import { createBounded } from '../../../outbound/bounded.ts';
import { at, list, text } from '../../wire/read.ts';
import { done, failed, type ShopAccount, type StoreFailure, type StoreResult } from '../store.ts';
import { refusedAs, retryAfter, type StoreReply, type StoreSettings } from '../wire/client.ts';
import type { Query } from './queries.ts';

/** The Admin API version of the queries. */
export const version = '2026-01';
const usage = { burst: 2_000, perSecond: 100 };
const shopName = /^[a-z0-9][a-z0-9-]*$/;

/** Cost of each query until an answer has named it. */
const costs: Readonly<Record<string, number>> = { PullOrders: 400, OneOrder: 100, OpenLines: 60, Fulfil: 10 };

interface Wish {
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Fields that a missing permission empties do not refuse the whole answer. */
  readonly partial?: boolean;
}
export interface ShopifyClient {
  ask(shop: ShopAccount, query: Query, wish?: Wish): Promise<StoreResult<unknown>>;
  /**
   * A query whose page of `first` records may cost more than the platform allows for one query: it is then asked for fewer, and the
   * size that passed is remembered for the shop.
   */
  askSized(shop: ShopAccount, query: Query, wish: Wish & { readonly size: Size }): Promise<StoreResult<unknown>>;
}
interface Size {
  readonly variable: string;
  readonly most: number;
}

export function createShopifyClient({ client, bases, now }: StoreSettings): ShopifyClient {
  const learned = createBounded(10_000, () => ({ cost: 0, size: 0 }));
  const learnedOf = (shop: ShopAccount, { name }: Query) => learned.of(`${shop.tenant}/${shop.id} ${name}`);

  const ask: ShopifyClient['ask'] = async (shop, query, { variables = {}, partial = false } = {}) => {
    const name = shop.sellerId.toLowerCase().replace(/\.myshopify\.com$/, '');
    if (!shop.token || !shopName.test(name))
      return failed('credentials', 'stores.noCredentials', 'The shop has no credentials.');
    const base =
      bases.shopify === null ? `https://${name}.myshopify.com` : `${bases.shopify.replace(/\/+$/, '')}/${name}`;
    const secrets = [shop.token, shop.clientSecret];
    const known = learnedOf(shop, query);
    const call = { operation: 'graphql', usage, cost: known.cost || (costs[query.name] ?? 10), secrets };
    const reply = await client.ask(
      shop,
      { base, guarded: false },
      {
        ...{ method: 'POST', path: `/admin/api/${version}/graphql.json`, ...call },
        headers: { 'x-shopify-access-token': shop.token },
        body: { operationName: query.name, query: query.text, variables },
      },
    );
    if (!reply.ok) return reply;
    const bucket = client.bucketOf(shop, call);
    const refused = statusRefusal(reply, now());
    if (refused?.retryAt && refused.kind === 'limited') bucket.closeUntil(refused.retryAt.getTime());
    if (refused) return refused;
    const { left, perSecond, cost } = throttleOf(reply.body);
    const refusal = refusalIn(reply.body, { secrets, partial, now: now() });
    if (refusal && isTooDear(refusal)) bucket.give(call.cost);
    else if (cost !== null && cost > 0 && cost <= usage.burst) known.cost = cost;
    bucket.tell({ ...(left === null ? {} : { left }), ...(perSecond === null ? {} : { perSecond }) });
    return refusal ?? done(at(reply.body, 'data'));
  };

  const askSized: ShopifyClient['askSized'] = async (shop, query, { size, variables, ...wish }) => {
    const known = learnedOf(shop, query);
    for (;;) {
      const count = known.size || size.most;
      const reply = await ask(shop, query, { ...wish, variables: { ...variables, [size.variable]: count } });
      if (reply.ok || count === 1 || !isTooDear(reply)) return reply;
      known.size = Math.max(1, Math.floor(count * shareOf(reply.text)));
    }
  };
  return { ask, askSized };
}

const isTooDear = ({ code, text: words }: StoreFailure): boolean =>
  code === 'MAX_COST_EXCEEDED' || /max(imum)? cost/i.test(words);

/** How much of a query would pass, by the two costs that the refusal names; a half if it names none. */
function shareOf(words: string): number {
  const [asked = 0, most = 0] = (words.match(/\d+/g) ?? []).map(Number);
  return asked > most && most > 0 ? Math.min(most / asked, 0.9) : 0.5;
}

function statusRefusal(reply: StoreReply, now: Date): StoreFailure | null {
  const { status, headers, body } = reply;
  if (status === 429) return failed('limited', 'http.429', 'Too many requests.', retryAfter(headers, now, 2));
  if (status === 401 || status === 403 || status === 404)
    return failed('credentials', `http.${status}`, 'The platform does not let this shop in.');
  if (status >= 400 || body === undefined)
    return failed('unavailable', 'stores.notUnderstood', 'The answer was not understood.', later(now, 30));
  return null;
}

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

function throttleOf(body: unknown): { left: number | null; perSecond: number | null; cost: number | null } {
  const cost = at(body, 'extensions', 'cost');
  const number = (...names: readonly string[]): number | null => {
    const found = Number(text(at(cost, ...names)) ?? Number.NaN);
    return Number.isFinite(found) ? found : null;
  };
  return {
    left: number('throttleStatus', 'currentlyAvailable'),
    perSecond: number('throttleStatus', 'restoreRate'),
    cost: number('requestedQueryCost'),
  };
}

interface Refusing {
  readonly secrets: readonly string[];
  readonly partial: boolean;
  readonly now: Date;
}

function refusalIn(body: unknown, { secrets, partial, now }: Refusing): StoreFailure | null {
  const errors = list(at(body, 'errors'));
  const [first] = errors;
  if (first === undefined) return null;
  const codeOf = (error: unknown): string => text(at(error, 'extensions', 'code')) ?? 'error';
  // Buyers' data without a permission is null, with an error per field.
  const isField = (error: unknown): boolean => codeOf(error) === 'ACCESS_DENIED' && list(at(error, 'path')).length > 1;
  if (partial && at(body, 'data') !== null && at(body, 'data') !== undefined && errors.every(isField)) return null;
  const code = codeOf(first);
  const words = text(at(first, 'message')) ?? (typeof first === 'string' ? first : '');
  if (code === 'THROTTLED') {
    const { left, perSecond, cost } = throttleOf(body);
    const missing = left !== null && perSecond && cost !== null ? Math.ceil((cost - left) / perSecond) : 5;
    return refusedAs('limited', code, words, secrets, later(now, Math.min(Math.max(missing, 1), 60)));
  }
  return refusedAs(code === 'ACCESS_DENIED' ? 'credentials' : 'refused', code, words, secrets);
}
