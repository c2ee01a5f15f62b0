import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
        "GET /sysTenant/GetDoMain",
        "GET /sysTenant/logo",
        "GET /texts",
        "POST /MembershipLogin",
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
        "POST /ticket/exchange",
        "POST /tracking/fedex",
        "POST /tracking/ups",
      ]
    `);
  });

  it('keeps nobody from the calls that need none', async () => {
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
