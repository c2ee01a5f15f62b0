import {
  defineExternalCall,
  defineJob,
  issue,
  type CallOf,
  type ActingServices,
  type Issue,
} from '../../modules/module.ts';
import { askForToken } from '../wire/tokens.ts';
import { loadShop } from './accounts.ts';
import { takeBack } from './cancel.ts';
import { makeDrafts, type Made } from './make-drafts.ts';
import type { Hold } from './plan.ts';
import { pullShop } from './pull.ts';
import { pushAgain, takeAsTold } from './push.ts';
import type { PullProblem, ShopOrder, StoreFailure } from './store.ts';
import type { Stores } from './stores.ts';
import { takePage } from './take-page.ts';

const refusals: Readonly<Record<StoreFailure['kind'], string>> = {
  ...{ refused: 'stores.refused', credentials: 'stores.badCredentials', limited: 'stores.limited' },
  ...{ unavailable: 'stores.noAnswer', expired: 'stores.noAnswer', unsupported: 'stores.fileOnly' },
};
const refusalOf = ({ kind, text }: StoreFailure): Issue => issue(refusals[kind], '', { text });

const problems: Readonly<Record<PullProblem, string>> = {
  noAddress: 'stores.noAddress',
  badNumber: 'stores.badNumber',
  noItems: 'stores.noItems',
  tooManyItems: 'stores.tooManyItems',
  itemsMissing: 'stores.itemsMissing',
};
const holds: Readonly<Record<Hold['hold'], string>> = {
  address: 'stores.hold.address',
  weight: 'stores.hold.weight',
  value: 'stores.hold.value',
  box: 'stores.hold.box',
  channel: 'stores.hold.channel',
};

/** Another shop through which the same orders come already. Its name is for its own customer; others know the seller. */
const twinSql = `SELECT CASE WHEN o.customer = s.customer THEN o.name ELSE o."sellerId" END AS name
  FROM shop s JOIN shop o ON o.tenant_id = s.tenant_id AND o.id <> s.id AND o.platform = s.platform AND o.status = 'connected'
   AND regexp_replace(lower(o."sellerId"), '[.]myshopify[.]com$', '') = regexp_replace(lower(s."sellerId"), '[.]myshopify[.]com$', '')
   AND (s.platform <> 'amazon' OR (o.region = s.region AND o.marketplace = s.marketplace))
 WHERE s.tenant_id = $1 AND s.id = $2 AND s.status <> 'connected' ORDER BY o.id LIMIT 1`;

/** Tests each required scope with a harmless call and lists the missing ones. */
const testConnection = (stores: Stores) =>
  defineExternalCall('stores.test-connection', async ({ tenant, entity, id, services: deps }) => {
    const of = { tenant, entity, id };
    const shop = await loadShop(deps, tenant, id);
    if (!shop) return;
    const checked = await stores.of(shop.platform).check(shop);
    if (!checked.ok) {
      const testResult = checked.kind === 'credentials' ? 'refused' : 'noAnswer';
      await deps.act(of, 'noteTest', { testResult, missingScopes: null });
      if (checked.kind === 'credentials') await deps.act(of, 'lose');
      return { issues: [refusalOf(checked)] };
    }
    const missing = checked.value.filter(({ state }) => state === 'missing').map(({ scope }) => scope);
    const failed = checked.value.some(({ state }) => state === 'failed');
    const testResult = missing.length > 0 ? 'missing' : failed ? 'noAnswer' : 'ok';
    await deps.act(of, 'noteTest', { testResult, missingScopes: missing.join(', ') || null });
    if (missing.length > 0) return { issues: [issue('stores.scopesMissing', '', { scopes: missing.join(', ') })] };
    if (failed) return { issues: [issue('stores.noAnswer', '', { text: '' })] };
    const [twin] = await deps.query(twinSql, [tenant, id]);
    if (twin) return { issues: [issue('stores.alreadyConnected', '', { shop: String(twin['name']) })] };
    // Fails harmlessly if it is connected already.
    await deps.act(of, 'connect');
    return {};
  });

const appSql = `SELECT c."applicationId", c."redirectUrl", s.platform FROM shop s
  LEFT JOIN ecommerce_config c ON c.tenant_id = s.tenant_id AND c.platform = s.platform WHERE s.tenant_id = $1 AND s.id = $2`;

/** Redirects the seller to the platform's consent page. */
const authorise = (stores: Stores) =>
  defineExternalCall('stores.authorise', async ({ tenant, id, services }) => {
    const [app] = await services.query(appSql, [tenant, id]);
    const [applicationId, redirect] = [app?.['applicationId'], app?.['redirectUrl']];
    if (typeof applicationId !== 'string' || typeof redirect !== 'string')
      return { issues: [issue('stores.noApplication', '')] };
    const page = stores.of('amazon').consentPage({ applicationId, redirect }, id);
    return page ? { goTo: page } : { issues: [issue('stores.noApplication', '')] };
  });

/** Exchanges the code from the platform for a permanent token, which is stored encrypted and never answered. */
const redeem = (tokenUrl: string) =>
  defineExternalCall('stores.redeem', async ({ tenant, entity, id, services, input }) => {
    const shop = await loadShop(services, tenant, id);
    if (!shop?.clientId || !shop.clientSecret) return { issues: [issue('stores.noApplication', '')] };
    const form = {
      ...{ grant_type: 'authorization_code', code: String(input['code']) },
      ...{ client_id: shop.clientId, client_secret: shop.clientSecret },
    };
    const given = await askForToken({ path: '', headers: {}, form }, { base: tokenUrl, guarded: false });
    if (!given.ok || !given.refresh) return { issues: [issue('stores.badCredentials', '', { text: '' })] };
    const issues = await services.act({ tenant, entity, id }, 'noteToken', { refreshToken: given.refresh });
    return issues.length > 0 ? { issues } : {};
  });

const errorSql = `SELECT o.id::text AS id, o.shop::text AS shop, o."platformNo" AS no, o."platformId" AS "platformId", s."unitType"
  FROM store_order o JOIN shop s ON s.tenant_id = o.tenant_id AND s.id = o.shop
  WHERE o.tenant_id = $1 AND o.status = 'errorPulling' AND (o.id = $2 OR o.shop = $3) ORDER BY o.id LIMIT 2000`;
const textSql = `UPDATE store_order SET "errorCode" = $3, "errorText" = left($4, 400), version = version + 1
  WHERE tenant_id = $1 AND id = $2 AND status = 'errorPulling'`;

interface Erring {
  readonly id: string;
  readonly shop: string;
  readonly no: string;
  readonly platformId: string | null;
  readonly unitType: string;
}

/** Pulls an order again; null: it arrived and is valid. */
async function retryOne(stores: Stores, services: ActingServices, tenant: string, row: Erring): Promise<Issue | null> {
  const shop = await loadShop(services, tenant, row.shop);
  if (!shop) return issue('stores.noAnswer', '', { text: '' });
  const found = await stores.of(shop.platform).one(shop, { no: row.no, id: row.platformId ?? row.no });
  if (!found.ok) {
    if (found.kind === 'refused') await services.query(textSql, [tenant, row.id, 'platform', found.text]);
    return refusalOf(found);
  }
  if (!found.value) {
    await services.query(textSql, [tenant, row.id, 'notThere', null]);
    return issue('stores.notThere', '', { no: row.no });
  }
  const order: ShopOrder = found.value;
  await takePage(services, { tenant, shop: row.shop, unitType: row.unitType }, [order], null);
  const problem: PullProblem | null = order.problem;
  return problem === null ? null : issue(problems[problem], '', { no: row.no });
}

const retry = (stores: Stores) =>
  defineExternalCall('stores.retry', async ({ tenant, id, services }) => {
    const [row] = await services.query<Erring>(errorSql, [tenant, id, null]);
    const problem = row ? await retryOne(stores, services, tenant, row) : null;
    return problem ? { issues: [problem] } : {};
  });

const shopSql = `SELECT shop::text AS shop FROM store_order WHERE tenant_id = $1 AND id = $2`;

const make = (name: string, split: boolean) =>
  defineExternalCall(name, async ({ tenant, id, services }: CallOf) => {
    const [row] = await services.query(shopSql, [tenant, id]);
    if (!row) return;
    const made: Made = await makeDrafts(services, { tenant, shop: String(row['shop']) }, { ids: [id], split });
    const hold = made.held.get(id);
    if (hold) return { issues: [issue(holds[hold.hold], '', { about: hold.about })] };
    const [now] = await services.query(heldSql, [tenant, id]);
    if (now?.['status'] !== 'pendingShipping') return {};
    const text = String(now['holdText'] ?? '');
    return {
      issues: [issue(now['hold'] === 'refused' ? 'stores.hold.refused' : 'stores.hold.platform', '', { about: text })],
    };
  });
const heldSql = `SELECT status, hold, "holdText" FROM store_order WHERE tenant_id = $1 AND id = $2`;

/** Handlers of shops and store orders. */
export const storeSockets = (stores: Stores, tokenUrl: string) => [
  testConnection(stores),
  authorise(stores),
  redeem(tokenUrl),
  retry(stores),
  make('stores.make-draft', false),
  make('stores.make-split', true),
  defineJob('stores.pull', async ({ services, tenant, record }) => {
    await pullShop({ stores }, services, { tenant, shop: String(record['id']) }, true);
  }),
  defineJob('stores.retry-errors', async ({ services, tenant, record }) => {
    const rows = await services.query<Erring>(errorSql, [tenant, null, record['id']]);
    for (const row of rows) {
      const problem = await retryOne(stores, services, tenant, row);
      if (problem && ['stores.limited', 'stores.noAnswer', 'stores.badCredentials'].includes(problem.code)) return;
    }
  }),
  defineJob('stores.push-again', ({ services, tenant, record }) =>
    pushAgain(stores, services, tenant, String(record['id'])),
  ),
  defineJob('stores.take-as-told', ({ services, tenant, record }) =>
    takeAsTold(services, tenant, String(record['id'])),
  ),
  defineJob(
    'stores.cancel',
    async ({ services, tenant, record }) => void (await takeBack(services, tenant, String(record['id']))),
  ),
];
