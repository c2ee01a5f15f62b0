import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../server/domain/public-api/scopes.ts';
import { entitiesOfEveryShape, metas } from '../support/entity-shapes.ts';
import { hosts } from '../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../support/two-nodes.ts';

/*
 * Every call of the OpenAPI document with the token of a session that is over, on a node that knows the person from before
 * and on the node where the session ended: whatever is asked, and however badly, the answer is 401. Entities that are
 * like others are asked after one of the endings each, in turn; in the night after all.
 */

interface Operation {
  method: 'GET' | 'POST';
  path: string;
  open: boolean;
}

let nodes: TwoNodes;
let operations: Operation[];
beforeAll(async () => {
  nodes = await openTwoNodes();
  const document = (await nodes.apps[0].inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  }>();
  operations = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { security }]) => ({
      method: method.toUpperCase() as 'GET' | 'POST',
      path,
      open: security?.length === 0,
    })),
  );
});
afterAll(() => nodes?.close());

const call = (app: FastifyInstance, host: string, token: string, { method, path }: Omit<Operation, 'open'>) =>
  app.inject({
    method,
    url: `/api${path.replace('{path}', 'Order').replace('{entity}', 'order').replace('{name}', 'home').replace('{n}', '1')}`,
    headers: { host, authorization: `Bearer ${token}` },
    ...(method === 'POST' ? { payload: {} } : {}),
  });

/** Signs in on the first node and has both know the person. */
async function known(host: string, account: string): Promise<string> {
  const { token } = await nodes.world.test.signIn(host, account);
  for (const app of nodes.apps) {
    expect((await call(app, host, token, { method: 'GET', path: '/getLoginUser' })).statusCode).toBe(200);
  }
  return token;
}

const likeOthers = new Set(
  metas.filter(({ entity }) => !entitiesOfEveryShape.has(entity)).map(({ path }) => `/${path}/`),
);
const isLikeOthers = ({ path }: Operation): boolean => likeOthers.has(/^\/\w+\//.exec(path)?.[0] ?? '');

async function notRefused(host: string, token: string, turn: number): Promise<string[]> {
  const found: string[] = [];
  const closed = operations.filter(({ open }) => !open);
  const asked = closed.filter((each, at) => !isLikeOthers(each) || at % endings.length === turn);
  expect(asked.length).toBeGreaterThan(closed.length / endings.length - 1);
  for (const operation of asked) {
    for (const [at, app] of nodes.apps.entries()) {
      const { statusCode } = await call(app, host, token, operation);
      if (statusCode !== 401) found.push(`${operation.method} ${operation.path} at node ${at}: ${statusCode}`);
    }
  }
  return found;
}

const endings: [string, string, string, (token: string) => Promise<unknown>][] = [
  [
    'signed out',
    hosts.north,
    'admin',
    (token) => call(nodes.apps[0], hosts.north, token, { method: 'GET', path: '/logout' }),
  ],
  [
    'signed out of the platform',
    hosts.platform,
    'superAdmin',
    (token) => call(nodes.apps[0], hosts.platform, token, { method: 'GET', path: '/logout' }),
  ],
  [
    'expired',
    hosts.north,
    'admin',
    (token) =>
      nodes.world.owner.query(
        `UPDATE lading.session_token SET expires_at = now() WHERE token_hash = sha256($1::text::bytea)`,
        [token],
      ),
  ],
  [
    'revoked',
    hosts.north,
    'admin',
    (token) =>
      nodes.world.owner.query(
        `UPDATE lading.session_token SET revoked_at = now() WHERE token_hash = sha256($1::text::bytea)`,
        [token],
      ),
  ],
  [
    'of a disabled account',
    hosts.south,
    'admin',
    () =>
      nodes.world.owner.query(
        `UPDATE account SET status = '1' WHERE account = 'admin' AND tenant_id = (SELECT id FROM tenant WHERE host = $1)`,
        [hosts.south],
      ),
  ],
];

const allScopes = scopes.map(({ name }) => name);

async function keyOfMember(): Promise<{ id: string; key: string }> {
  const { person, member } = nodes.world.person('north member');
  const values = { customer: member, name: 'Program', scopes: allScopes, perMinute: 6000 };
  const { id } = (await person.post('ApiKey/add', values)).body.data as { id: string };
  const { key } = (await person.post('ApiKey/generate', { id })).body.data as { key: string };
  return { id, key };
}

describe('a key with every scope', () => {
  it('opens the calls that scopes name, and no other of the document', async () => {
    const { key } = await keyOfMember();
    const named = new Set(scopes.flatMap(({ calls }) => calls.map((each) => each.call.toLowerCase())));
    const asked = operations.filter((each, at) => !each.open && (!isLikeOthers(each) || at % endings.length === 0));
    const wrong: string[] = [];
    for (const operation of asked) {
      const { statusCode, body } = await call(nodes.apps[0], hosts.north, key, operation);
      // A form is refused for what it is before anybody is asked who sent it.
      const closed = statusCode === 415 || (statusCode === 403 && body.includes('"code":1013007'));
      const name = `${operation.method} ${operation.path.slice(1)}`;
      if (closed === named.has(name.toLowerCase()) || statusCode === 429) wrong.push(`${name}: ${statusCode}`);
    }
    expect(wrong).toEqual([]);
    // Each of them is a call that there is.
    const known = new Set(operations.map(({ method, path }) => `${method} ${path.slice(1)}`.toLowerCase()));
    expect([...named].filter((each) => !known.has(each))).toEqual([]);
  }, 120_000);
});

describe('a session that is over', () => {
  it.each(endings)(
    'is answered by no call of the document: %s',
    async (_, host, account, end) => {
      const token = await known(host, account);
      await end(token);
      const turn = endings.findIndex(([, , , each]) => each === end);
      expect(await notRefused(host, token, turn)).toEqual([]);
    },
    120_000,
  );

  it('is answered by no call of the document: a key that was revoked', async () => {
    const { id, key } = await keyOfMember();
    expect((await call(nodes.apps[1], hosts.north, key, { method: 'GET', path: '/Order/page' })).statusCode).toBe(200);
    await nodes.world.person('north admin').person.post('ApiKey/revoke', { id });
    expect(await notRefused(hosts.north, key, 0)).toEqual([]);
  }, 120_000);

  it('is asked for by all calls but these', () => {
    expect(operations.length).toBeGreaterThan(700);
    const open = operations.filter((operation) => operation.open);
    expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toMatchInlineSnapshot(`
      [
        "GET /docs",
        "GET /getCaptchaOpen",
        "GET /getSmsCaptcha",
        "GET /getTenantOpen",
        "GET /health",
        "GET /logout",
        "GET /openapi.json",
        "GET /ready",
        "GET /sysTenant/GetDoMain",
        "GET /sysTenant/logo",
        "GET /texts",
        "POST /MembershipLogin",
        "POST /Monitor/public",
        "POST /PrintAgent/done",
        "POST /PrintAgent/label",
        "POST /PrintAgent/pair",
        "POST /PrintAgent/take",
        "POST /PrintAgent/weigh",
        "POST /Tracking/follow",
        "POST /Tracking/public",
        "POST /Tracking/unfollow",
        "POST /captcha/check",
        "POST /captcha/get",
        "POST /login",
        "POST /payments/stripe",
        "POST /recover",
        "POST /register",
        "POST /sendCode",
        "POST /sms/sendLoginMessage",
        "POST /sms/validateMessage",
        "POST /stationSignIn/enter",
        "POST /stationSignIn/pair",
        "POST /stationSignIn/view",
        "POST /stores/shopify",
        "POST /ticket/exchange",
        "POST /tracking/fedex",
        "POST /tracking/ups",
      ]
    `);
  });

  it('does not affect calls that need no session', async () => {
    const token = await known(hosts.north, 'finance');
    await nodes.world.owner.query('UPDATE lading.session_token SET revoked_at = now()');
    const refused: string[] = [];
    for (const operation of operations.filter(({ open }) => open)) {
      const { statusCode } = await call(nodes.apps[0], hosts.north, token, operation);
      if (statusCode === 401) refused.push(operation.path);
    }
    expect(refused).toEqual([]);
  });
});
