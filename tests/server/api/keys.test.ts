import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '../../support/access-oracle.ts';
import { openTwoNodes, type TwoNodes } from '../../support/two-nodes.ts';
import { hosts, personOf, type Answer, type Person } from '../../support/test-app.ts';

let nodes: TwoNodes;
let member: Person;
let admin: Person;
let customer: string;
beforeAll(async () => {
  nodes = await openTwoNodes();
  member = nodes.world.person('north member').person;
  admin = nodes.world.person('north admin').person;
  customer = String(nodes.world.person('north member').member);
}, 120_000);
afterAll(() => nodes?.close());

let made = 0;
async function keyOf(values: object): Promise<{ id: string; key: string }> {
  made += 1;
  const added = await member.post('ApiKey/add', { customer, name: `Key ${made}`, perMinute: 1000, ...values });
  expect(added.body.issues ?? []).toEqual([]);
  const { id } = added.body.data as { id: string };
  const { body } = await member.post('ApiKey/generate', { id });
  expect(body.issues ?? []).toEqual([]);
  return { id, key: (body.data as { key: string }).key };
}
const withKey = (key: string, node = 0): Person => personOf(nodes.apps[node === 0 ? 0 : 1], hosts.north, key, false);
const said = ({ status, body }: Answer) => [status, body.code];

describe('a key', () => {
  it('opens what its scopes name, and nothing else', async () => {
    const { id, key } = await keyOf({ scopes: ['orders:read'] });
    expect(key).toMatch(/^lad_[\w-]{43}$/);
    const program = withKey(key);
    const orders = await program.get('Order/page');
    const own = await member.get('Order/page');
    expect(orders.body.data).toEqual(own.body.data);
    expect(said(await program.post('Order/add', {}))).toEqual([403, 1013006]);
    expect(said(await program.get('LedgerTransfer/page'))).toEqual([403, 1013006]);
    for (const path of ['getLoginUser', 'ApiKey/page', 'sysOnlineUser/page', 'account/profile', 'Order/aggregate']) {
      expect([path, ...said(await program.get(path))]).toEqual([path, 403, 1013007]);
    }
    expect(said(await program.post('ApiKey/generate', { id }))).toEqual([403, 1013007]);
    // Nothing that is kept or told again holds the secret.
    const { body } = await member.get('ApiKey/detail', { id });
    expect(JSON.stringify(body)).not.toContain(key.slice(9));
    expect((body.data as { hint: string }).hint).toBe(key.slice(0, 8));
    const { rows } = await nodes.world.owner.query('SELECT * FROM api_key WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(9));
  });

  it('sees of every entity what its member sees, or nothing', async () => {
    const all = ['rates:read', 'orders:read', 'orders:write', 'labels:read', 'tracking:read', 'fees:read'];
    const program = withKey((await keyOf({ scopes: all, perMinute: 6000 })).key);
    const open: string[] = [];
    for (const { path } of schemas) {
      const answer = await program.get(`${path}/page`);
      if (answer.status === 403) continue;
      open.push(path);
      expect([path, answer.body.data]).toEqual([path, (await member.get(`${path}/page`)).body.data]);
    }
    expect(open.length).toBeGreaterThan(5);
    for (const path of ['Webhook', 'WebhookDelivery', 'OrderRule', 'ApiKey', 'Customer'])
      expect(open).not.toContain(path);
    expect((await program.get('MemberBillLine/fees', { numbers: 'nothing' })).body.data).toEqual({ fees: [] });
  }, 60_000);

  it('makes orders of its own source, once under one idempotency key', async () => {
    const { key } = await keyOf({ scopes: ['orders:write', 'orders:read'] });
    const program = withKey(key);
    const wish = {
      ...{ customer, source: 'manual', unitType: '0', senderMode: 'channel', shipToName: 'Ann Lee' },
      ...{ shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY', shipToPostalCode: '10001' },
    };
    const once = await program.post('Order/add', wish, { 'idempotency-key': 'shop-1' });
    const again = await program.post('Order/add', wish, { 'idempotency-key': 'shop-1' });
    expect(once.body.issues ?? []).toEqual([]);
    expect(again.body.data).toEqual(once.body.data);
    const { id } = once.body.data as { id: string };
    const order = (await program.get('Order/detail', { id })).body.data as Record<string, unknown>;
    expect(order['source']).toBe('api');
    expect(order).not.toHaveProperty('predictedCost');
  });

  it('is counted by the minute, and told when to come again', async () => {
    const { key } = await keyOf({ scopes: ['orders:read'], perMinute: 2 });
    const program = withKey(key);
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await withKey(key, n % 2).get('Order/page'));
    const limited = answers.filter(({ status }) => status === 429);
    // Five calls lie in two minutes at most.
    expect(limited.length).toBeGreaterThan(0);
    for (const { raw } of limited) {
      expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0);
      expect(raw.headers['x-ratelimit-remaining']).toBe('0');
    }
    expect(answers[0]?.raw.headers['x-ratelimit-limit']).toBe('2');
    expect((await program.get('Order/page')).raw.headers).toHaveProperty('x-ratelimit-reset');
  });

  it('may be used from its addresses alone, from the moment they are said', async () => {
    const { id, key } = await keyOf({ scopes: ['orders:read'] });
    expect((await withKey(key).get('Order/page')).status).toBe(200);
    const edit = (addresses: string) => member.post('ApiKey/edit', { id, addresses });
    expect((await edit('203.0.113.0/24')).body.success).toBe(true);
    for (const node of [0, 1]) expect(said(await withKey(key, node).get('Order/page'))).toEqual([403, 1013008]);
    expect((await edit('203.0.113.0/24\n127.0.0.0/8')).body.success).toBe(true);
    for (const node of [0, 1]) expect((await withKey(key, node).get('Order/page')).status).toBe(200);
  });

  it('is refused on every node once it is revoked, replaced, over or its maker is off', async () => {
    const endings: ((id: string) => Promise<unknown>)[] = [
      (id) => admin.post('ApiKey/revoke', { id }),
      (id) => member.post('ApiKey/revoke', { id }),
      (id) => member.post('ApiKey/generate', { id }),
      (id) => nodes.world.owner.query(`UPDATE api_key SET "expiresOn" = current_date - 2 WHERE id = $1`, [id]),
    ];
    for (const end of endings) {
      const { id, key } = await keyOf({ scopes: ['orders:read'] });
      for (const node of [0, 1]) expect((await withKey(key, node).get('Order/page')).status).toBe(200);
      await end(id);
      for (const node of [0, 1]) expect((await withKey(key, node).get('Order/page')).status).toBe(401);
    }
  });

  it('outlives its maker’s session and other sign-ins, and no account that is switched off', async () => {
    const { world } = nodes;
    const sibling = await world.test.signIn(hosts.north, 'sibling', true);
    const harbor = String(world.person('north sibling').member);
    const values = { customer: harbor, name: 'Shop', scopes: ['orders:read'], perMinute: 100 };
    const { id } = (await sibling.post('ApiKey/add', values)).body.data as { id: string };
    const { key } = (await sibling.post('ApiKey/generate', { id })).body.data as { key: string };
    // Another customer's member does not know it.
    expect((await member.post('ApiKey/generate', { id })).body.success).toBe(false);
    await sibling.get('logout');
    expect((await sibling.get('Order/page')).status).toBe(401);
    await withKey(key).get('logout');
    expect((await withKey(key).get('Order/page')).status).toBe(200);
    await world.owner.query(`UPDATE account SET status = '1' WHERE account = 'sibling' AND tenant_id = $1`, [
      world.homes.north.tenant,
    ]);
    for (const node of [0, 1]) expect((await withKey(key, node).get('Order/page')).status).toBe(401);
    const { rows } = await world.owner.query<{ status: string }>('SELECT status FROM api_key WHERE id = $1', [id]);
    expect(rows[0]?.status).toBe('revoked');
  });

  it('is made by members for their own customer: staff see and revoke', async () => {
    const { id } = await keyOf({ scopes: ['orders:read'] });
    expect((await admin.get('ApiKey/detail', { id })).body.success).toBe(true);
    expect((await admin.post('ApiKey/add', { customer, name: 'Staff', scopes: ['orders:read'] })).status).toBe(403);
    expect((await admin.post('ApiKey/generate', { id })).status).toBe(403);
    expect((await member.post('ApiKey/issue', { id, digest: 'a'.repeat(64), hint: 'lad_' })).body.success).toBe(false);
  });
});
