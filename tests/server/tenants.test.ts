import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSetting } from '../../server/settings/settings.ts';
import { timerTasks } from '../../server/timers/tasks.ts';
import { hosts, openTestApp, password, personOf, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let boss: Person;
let firstPassword: string;
beforeAll(async () => {
  test = await openTestApp();
  boss = await test.signIn(hosts.platform, 'superAdmin');
  const { rows } = await test.node.system.pool.query<{ id: string }>(`SELECT id FROM tenant WHERE kind = 'platform'`);
  firstPassword = (await readSetting(test.node.system, rows[0]?.id ?? '', 'DEFAULT_PASSWORD')) ?? '';
});
afterAll(() => test?.close());

const acme = {
  ...{ name: 'Acme Forwarding', code: 'acme', host: 'acme.localhost', adminName: 'Ida', email: 'ida@acme.example' },
  ...{ timeZone: 'America/Chicago', currency: 'USD', defaultLocale: 'en-US' },
};

/** The token of a sign-in, or what was said instead. */
async function enter(host: string, account: string, word: string): Promise<string> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host },
    payload: { account, password: word },
  });
  const { success, data, code } = answer.json<{ success: boolean; data: string; code: number }>();
  return success ? data : `refused ${code}`;
}
async function ask(host: string, token: string, path: string) {
  const headers = { host, authorization: `Bearer ${token}` };
  return (await test.app.inject({ url: `/api/${path}?culture=en-US`, headers })).json<{ data: never }>();
}
const tenant = async (code: string) =>
  ((await boss.get('sysTenant/list')).body.data as { id: string; code: string; status: string }[]).find(
    (each) => each.code === code,
  );

describe('a tenant that the platform makes', () => {
  it('works at once under its host: its administrator signs in and finds organisation, roles, menu and settings', async () => {
    const { body } = await boss.post('sysTenant/add', acme, { 'idempotency-key': 'make-acme' });
    expect(body.issues ?? []).toEqual([]);
    const token = await enter('acme.localhost', 'ida@acme.example', firstPassword);
    expect(token).not.toMatch(/^refused/);
    // The platform's default password is known to more than one: it opens nothing but the choice of another.
    expect((await ask('acme.localhost', token, 'getLoginUser')).data).toMatchObject({ mustChangePassword: true });
    const headers = { host: 'acme.localhost', authorization: `Bearer ${token}` };
    expect((await test.app.inject({ url: '/api/sysOrg/list', headers })).json()).toMatchObject({ code: 1013005 });
    const payload = { password: firstPassword, newPassword: 'a-word-of-ones-own-1' };
    await test.app.inject({ method: 'POST', url: '/api/sysUser/updatePwd', headers, payload });
    expect((await ask('acme.localhost', token, 'getLoginUser')).data).toMatchObject({ mustChangePassword: false });
    const { data } = await ask('acme.localhost', token, 'getLoginUser');
    const user = data as { name: string; apps: { code: string }[]; menus: unknown[]; tenant: { name: string } };
    expect(user).toMatchObject({ name: 'Ida', tenant: { name: 'Acme Forwarding', timeZone: 'America/Chicago' } });
    expect(user.apps.map(({ code }) => code)).toEqual(['business', 'system']);
    expect(user.menus.length).toBeGreaterThan(10);
    for (const path of ['sysOrg/list', 'sysRole/list', 'sysConfig/list', 'sysDictType/list']) {
      expect((await ask('acme.localhost', token, path)).data).not.toHaveLength(0);
    }
    const brand = await ask('acme.localhost', '', 'sysTenant/GetDoMain');
    expect(brand.data).toMatchObject({ name: 'Acme Forwarding', footer: 'Acme Forwarding' });
  });

  it('invites its administrator, who chooses a password by a code; the platform sees it, and may invite again', async () => {
    const id = (await tenant('acme'))?.id ?? '';
    const seen = async () =>
      (await boss.post('Tenants/firstSignIn', { tenant: id })).body.data as Record<string, never>;
    await test.runJobs();
    const letter = await test.letters.next('ida@acme.example');
    expect(letter).toMatchObject({ kind: 'mail', title: 'Acme Forwarding: your tenant is ready' });
    expect(letter.text).toContain('acme.localhost/user/recover?to=ida%40acme.example');
    expect(await seen()).toMatchObject({
      found: { account: 'ida@acme.example', waits: false, mails: [{ to: 'ida@acme.example', status: 'sent' }] },
    });

    test.letters.refuse('550 mailbox unavailable');
    expect((await boss.post('sysTenant/resetPwd', { id })).body.success).toBe(true);
    expect((await boss.post('sysTenant/invite', { id })).body.success).toBe(true);
    await test.runJobs();
    test.letters.refuse(null);
    expect(await seen()).toMatchObject({
      found: { waits: true, mails: [{ status: 'failed', failure: '550 mailbox unavailable' }, { status: 'sent' }] },
    });
    const platform = (await tenant('platform'))?.id;
    expect((await boss.post('sysTenant/invite', { id: platform })).body.issues).toMatchObject([
      { code: 'platformStays' },
    ]);
    // An administrator of the platform is none of a tenant.
    const orgs = (await boss.get('sysOrg/list')).body.data as { id: string }[];
    const deputy = { account: 'deputy', password, name: 'Bea', adminType: '2', org: orgs[0]?.id };
    expect((await boss.post('sysUser/add', deputy)).body).toMatchObject({ success: true });
    expect((await boss.post('Tenants/firstSignIn', { tenant: platform })).body.data).toEqual({ found: null });
    const admin = await test.signIn(hosts.north, 'admin');
    expect((await admin.post('Tenants/firstSignIn', { tenant: id })).status).toBe(403);
  });

  it('is one, however often the same request comes', async () => {
    const again = await boss.post('sysTenant/add', acme, { 'idempotency-key': 'make-acme' });
    expect(again.body.data).toMatchObject({ id: (await tenant('acme'))?.id });
    const { rows } = await test.node.system.pool.query(`SELECT FROM tenant WHERE code = 'acme'`);
    expect(rows).toHaveLength(1);
  });

  it('takes its code and host from its name where a client names neither', async () => {
    const { body } = await boss.post('sysTenant/add', { name: 'Blue Sea!', adminName: 'Bo', email: 'bo@blue.example' });
    expect(body.success).toBe(true);
    expect(await enter('blue-sea.localhost', 'bo@blue.example', firstPassword)).not.toMatch(/^refused/);
  });

  it('is completed by the next request when its first maker died half-way', async () => {
    const { pool } = test.node.system;
    const { rows } = await pool.query<{ id: string }>(`SELECT id::text FROM tenant WHERE code = 'acme'`);
    const id = rows[0]?.id ?? '';
    await pool.query('DELETE FROM account WHERE tenant_id = $1', [id]);
    expect(await enter('acme.localhost', 'ida@acme.example', firstPassword)).toMatch(/^refused/);
    const completed = await boss.post('sysTenant/add', acme, { 'idempotency-key': 'make-acme' });
    expect(completed.body).toMatchObject({ success: true });
    expect(await enter('acme.localhost', 'ida@acme.example', firstPassword)).not.toMatch(/^refused/);
    const { rows: roots } = await pool.query('SELECT FROM org WHERE tenant_id = $1', [id]);
    expect(roots).toHaveLength(1);
  });

  it('leaves nothing behind when it is refused', async () => {
    const taken = await boss.post('sysTenant/add', { ...acme, code: 'other', host: 'acme.localhost', name: 'Other' });
    expect(taken.body.issues?.map(({ path, code }) => [path, code])).toEqual([['host', 'unique']]);
    const odd = { ...acme, code: 'odd', host: 'odd.localhost', name: 'Odd', email: `${'o'.repeat(60)}@odd.example` };
    const refused = await boss.post('sysTenant/add', odd);
    expect(refused.body).toMatchObject({ success: false, issues: [{ path: 'email' }] });
    expect(await tenant('odd')).toBeUndefined();
    const { rows } = await test.node.system.pool.query(
      `SELECT FROM (SELECT tenant_id FROM org UNION ALL SELECT tenant_id FROM carrier UNION ALL SELECT tenant_id FROM bill_basic) r
        WHERE tenant_id NOT IN (SELECT id FROM tenant)`,
    );
    expect(rows).toEqual([]);
  });

  it('is made by nobody but the platform', async () => {
    const admin = await test.signIn(hosts.north, 'admin');
    expect((await admin.post('sysTenant/add', { ...acme, code: 'mine', host: 'mine.localhost' })).status).toBe(403);
  });
});

describe('what a new tenant starts with', () => {
  const made = { ...acme, name: '启航货运', code: 'sail', host: 'sail.localhost', email: 'sun@sail.example' };
  const own = 'a-word-of-ones-own-2';
  const request = () =>
    boss.post('sysTenant/add', { ...made, defaultLocale: 'zh-CN' }, { 'idempotency-key': 'make-sail' });
  let admin: Person;
  beforeAll(async () => {
    await request();
    const token = await enter(made.host, made.email, firstPassword);
    const headers = { host: made.host, authorization: `Bearer ${token}` };
    const payload = { password: firstPassword, newPassword: own };
    await test.app.inject({ method: 'POST', url: '/api/sysUser/updatePwd', headers, payload });
    admin = personOf(test.app, made.host, await enter(made.host, made.email, own));
  });
  const list = async (path: string, culture = 'en-US') =>
    (await admin.get(`${path}/list`, { culture })).body.data as Record<string, unknown>[];

  it('are the carriers, in the language of the reader', async () => {
    const named = async (culture: string) =>
      (await list('Carrier', culture)).map(({ code, name, status }) => [code, name, status]);
    expect(await named('en-US')).toEqual([
      ['FEDEX', 'FedEx', 'enabled'],
      ['MANUAL', 'Carrier without an API', 'enabled'],
      ['UPS', 'UPS', 'enabled'],
    ]);
    expect((await named('zh-CN')).map(([, name]) => name)).toEqual(['FedEx', '手工录入承运商', 'UPS']);
    const { rows } = await test.node.system.pool.query(`SELECT FROM carrier c JOIN tenant t ON t.id = c.tenant_id
      WHERE t.code = 'sail' AND c.name = '手工录入承运商'`);
    expect(rows).toHaveLength(1);
  });

  it('are the charges, with fuel and how each is sold, and the codes of tracking', async () => {
    const categories = await list('ChargeCategory');
    const fuelOf = Object.fromEntries(categories.map(({ code, kind, fuelBearing }) => [code, [kind, fuelBearing]]));
    expect(fuelOf).toMatchObject({ transport: ['transport', true], fuel: ['fuel', false], area: ['surcharge', false] });
    const names = (await list('ChargeCategory', 'zh-CN')).map(({ name }) => name);
    expect(names).toContain('燃油附加费');
    expect(names.filter((name) => /^[a-zA-Z]+$/.test(String(name)))).toEqual([]);
    const { rows } = await test.node.system.pool.query(
      `SELECT (SELECT count(DISTINCT "saleMode")::int FROM bill_basic b WHERE b.tenant_id = t.id) AS modes,
              (SELECT count(DISTINCT carrier)::int FROM tracking_status_code c WHERE c.tenant_id = t.id) AS tracked
         FROM tenant t WHERE t.code = 'sail'`,
    );
    expect(rows).toEqual([{ modes: 3, tracked: 2 }]);
  });

  it('are refused as taken where a client adds them, and can be edited, which stays', async () => {
    const again = await admin.post('Carrier/add', { code: 'UPS', name: 'United' });
    expect(again.body.issues?.map(({ path, code }) => [path, code])).toEqual([['code', 'unique']]);
    const ups = (await list('Carrier')).find(({ code }) => code === 'UPS');
    const edited = { id: ups?.['id'], version: ups?.['version'], code: 'UPS', name: '优比速' };
    expect((await admin.post('Carrier/edit', edited)).body.issues ?? []).toEqual([]);
    expect((await request()).body.success).toBe(true);
    const names = (await list('Carrier')).map(({ name }) => name);
    expect(names).toEqual(['FedEx', 'Carrier without an API', '优比速']);
  });

  it('are not given to tenants that exist', async () => {
    const { rows } = await test.node.system.pool.query(`SELECT FROM carrier c JOIN tenant t ON t.id = c.tenant_id
      WHERE t.code IN ('north', 'south')`);
    expect(rows).toEqual([]);
  });
});

describe('the menu of a tenant', () => {
  interface Entry {
    id: string;
    title: string;
    children: Entry[];
  }
  const flat = (entries: Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
  const idOf = async (code: string) => {
    const { rows } = await test.node.system.pool.query<{ id: string }>(
      `SELECT m.id::text FROM menu m JOIN tenant t ON t.id = m.tenant_id WHERE t.code = 'north' AND m.code = $1`,
      [code],
    );
    return rows[0]?.id ?? '';
  };

  it('holds what the platform grants and nothing else, at once, for menu, role tree and calls alike', async () => {
    const north = (await tenant('north'))?.id ?? '';
    const admin = await test.signIn(hosts.north, 'admin');
    const all = (await boss.get('sysTenant/ownMenu', { id: north })).body.data as string[];
    const tree = flat((await boss.get('sysTenant/menuTree', { id: north })).body.data);
    expect(tree.map(({ id }) => id).sort()).toEqual([...all].sort());

    const gone = await Promise.all(
      ['recharge', 'member.member-recharge', 'order.export', 'member.member-order.export'].map(idOf),
    );
    const buttons = tree.filter(({ id }) => gone.includes(id)).flatMap((entry) => flat([entry]));
    const shut = new Set(buttons.map(({ id }) => id));
    const grantMenuIdList = all.filter((id) => !shut.has(id));
    expect((await boss.post('sysTenant/grantMenu', { id: north, grantMenuIdList })).body).toMatchObject({
      success: true,
    });

    const user = (await admin.get('getLoginUser')).body.data as { menus: { name: string }[]; permissions: string[] };
    expect(user.menus.map(({ name }) => name)).not.toContain('recharge');
    expect(user.menus.map(({ name }) => name)).toContain('order');
    expect(user.permissions).not.toContain('Recharge:page');
    expect(user.permissions).not.toContain('Order:export');
    expect((await admin.get('Recharge/page')).status).toBe(403);
    expect((await admin.get('Order/page')).status).toBe(200);
    const offered = flat((await admin.get('sysMenu/treeForGrant')).body.data).map(({ id }) => id);
    expect(offered.filter((id) => shut.has(id))).toEqual([]);
    const own = (await boss.get('sysTenant/ownMenu', { id: north })).body.data as string[];
    expect(own.filter((id) => shut.has(id))).toEqual([]);
    // The other tenant has all of its own.
    const south = await test.signIn(hosts.south, 'admin');
    expect((await south.get('Recharge/page')).status).toBe(200);

    // Deleting the entry and making another like it opens nothing.
    expect((await admin.post('sysMenu/delete', { id: await idOf('recharge') })).body.success).toBe(true);
    const again = { name: 'Mine', code: 'mine', application: 'business', type: '1', router: '/x', entity: 'recharge' };
    await admin.post('sysMenu/add', again);
    expect((await admin.get('Recharge/page')).status).toBe(403);
  });

  it('opens again when everything is granted', async () => {
    const north = (await tenant('north'))?.id ?? '';
    const grantMenuIdList = flat((await boss.get('sysTenant/menuTree', { id: north })).body.data).map(({ id }) => id);
    expect((await boss.post('sysTenant/grantMenu', { id: north, grantMenuIdList })).body.success).toBe(true);
    const admin = await test.signIn(hosts.north, 'admin');
    expect((await admin.get('Recharge/page')).status).toBe(200);
  });

  it('refuses entries of another menu, the platform itself, and everybody else', async () => {
    const north = (await tenant('north'))?.id ?? '';
    const foreign = (await boss.get('sysMenu/list')).body.data as { id: string }[];
    const wrong = await boss.post('sysTenant/grantMenu', { id: north, grantMenuIdList: [foreign[0]?.id] });
    expect(wrong.body.issues).toMatchObject([{ path: 'grantMenuIdList', code: 'reference.missing' }]);
    const odd = await boss.post('sysTenant/grantMenu', { id: north, grantMenuIdList: { a: 1 } });
    expect(odd.body.issues).toMatchObject([{ path: 'grantMenuIdList', code: 'json.invalid' }]);
    const self = await boss.post('sysTenant/grantMenu', { id: (await tenant('platform'))?.id, grantMenuIdList: ['1'] });
    expect(self.body.issues).toMatchObject([{ code: 'platformStays' }]);
    const admin = await test.signIn(hosts.north, 'admin');
    for (const call of ['ownMenu', 'menuTree']) {
      expect((await admin.get(`sysTenant/${call}`, { id: north })).status).toBe(403);
    }
    expect((await admin.post('sysTenant/grantMenu', { id: north, grantMenuIdList: [] })).status).toBe(403);
  });
});

describe('a tenant that is suspended', () => {
  it('lets nobody in or go on, until it is resumed', async () => {
    const token = await enter('acme.localhost', 'ida@acme.example', firstPassword);
    const id = (await tenant('acme'))?.id;
    expect((await boss.post('sysTenant/suspend', { id, remark: 'Unpaid' })).body.success).toBe(true);
    const headers = { host: 'acme.localhost', authorization: `Bearer ${token}` };
    expect((await test.app.inject({ url: '/api/sysOrg/page', headers })).statusCode).toBe(401);
    expect(await enter('acme.localhost', 'ida@acme.example', firstPassword)).toMatch(/^refused/);
    expect((await boss.post('sysTenant/resume', { id })).body.success).toBe(true);
    expect(await enter('acme.localhost', 'ida@acme.example', firstPassword)).not.toMatch(/^refused/);
  });

  it('is so by itself on the day after its free time', async () => {
    const id = (await tenant('blue-sea'))?.id;
    const past = await boss.post('sysTenant/freeStart', { id, until: '2020-01-01' });
    expect(past.body.issues?.map(({ code }) => code)).toEqual(['trialOver']);
    expect((await boss.post('sysTenant/freeStart', { id, until: '2999-01-01' })).body.success).toBe(true);
    const on = { ...test.node, newId: test.node.context.newId, hosts: [] };
    expect(await timerTasks['end-trials']?.(on)).toBe(0);
    await test.node.system.pool.query(`UPDATE tenant SET "trialUntil" = current_date - 2 WHERE id = $1`, [id]);
    expect(await timerTasks['end-trials']?.(on)).toBe(1);
    expect((await tenant('blue-sea'))?.status).toBe('suspended');
    expect((await boss.post('sysTenant/freeStart', { id, until: '2999-01-01' })).body.success).toBe(true);
    expect(await enter('blue-sea.localhost', 'bo@blue.example', firstPassword)).not.toMatch(/^refused/);
  });
});

describe('the administrator of a tenant', () => {
  it('gets the platform’s default password back without a second factor, and every session of theirs ends', async () => {
    const token = await enter(hosts.north, 'admin', password);
    const id = (await tenant('north'))?.id;
    await test.node.system.pool.query(
      `UPDATE account SET "secondFactor" = true WHERE tenant_id = $1 AND account = 'admin'`,
      [id],
    );
    expect((await boss.post('sysTenant/resetPwd', { id })).body.success).toBe(true);
    await test.runJobs();
    expect(await enter(hosts.north, 'admin', password)).toMatch(/^refused/);
    const again = await enter(hosts.north, 'admin', firstPassword);
    expect((await ask(hosts.north, again, 'getLoginUser')).data).toMatchObject({ mustChangePassword: true });
    const headers = { host: hosts.north, authorization: `Bearer ${token}` };
    expect((await test.app.inject({ url: '/api/sysOrg/page', headers })).statusCode).toBe(401);
  });

  it('is offered the online shops that the platform opens for the tenant', async () => {
    const id = (await tenant('north'))?.id;
    const none = await boss.post('sysTenant/ecConfig', { id, ecEnabled: true, ecPlatforms: [] });
    expect(none.body.issues?.map(({ code }) => code)).toEqual(['noPlatforms']);
    const some = { id, ecEnabled: true, ecPlatforms: ['shopify'], ecShopLimit: 3 };
    expect((await boss.post('sysTenant/ecConfig', some)).body.success).toBe(true);
    expect((await boss.get('sysTenant/detail', { id: id ?? '' })).body.data).toMatchObject(some);
  });
});
