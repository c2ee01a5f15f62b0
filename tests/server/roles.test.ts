import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { callCodes } from '../../server/access/call-codes.ts';
import { hosts, password, type Answer, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Node {
  id: string;
  pid: string;
  title: string;
  code: string;
  children: Node[];
}

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
});
afterAll(() => world?.close());

const sample = (name: string): string => world.homes.north.samples.get(name) ?? '';
const codes = ({ body }: Answer): string[] => (body.issues ?? []).map(({ path, code }) => `${path} ${code}`);
const menuId = async (code: string): Promise<string> => {
  const { rows } = await world.owner.query<{ id: string }>(
    'SELECT id::text FROM menu WHERE tenant_id = $1 AND code = $2',
    [world.homes.north.tenant, code],
  );
  return rows[0]?.id ?? '';
};
let made = 0;

/** A role of one's own making, and someone who has it and nothing else. */
async function someone(grants: object[], more: { role?: object; account?: object } = {}) {
  made += 1;
  const name = `own-${made}`;
  const { actor } = world.homes.north;
  const [role = ''] = await insertOrFail(world.test.node.context, actor, 'role', [
    { input: { name, code: name, roleType: '0', dataScopeType: '2', grants, ...more.role } },
  ]);
  const [account = ''] = await insertOrFail(world.test.node.context, actor, 'account', [
    {
      input: {
        ...{ account: `someone-${made}`, password, name, org: sample('org/west'), roles: [role] },
        ...{ adminType: '3', ...more.account },
      },
    },
  ]);
  return { role, account, name: `someone-${made}`, person: await world.test.signIn(hosts.north, `someone-${made}`) };
}

describe('the menu', () => {
  it('is empty for an account without any role', async () => {
    const { person, account } = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    const menus = async () => ((await person.get('getLoginUser')).body.data as { menus: Node[] }).menus;
    expect(await menus()).not.toEqual([]);
    await world.owner.query(`UPDATE account SET roles = '{}' WHERE id = $1`, [account]);
    expect(await menus()).toEqual([]);
  });

  it('is a tree of directories, screens and buttons, and a tree to choose a parent from', async () => {
    const list = (await admin.get('sysMenu/list')).body.data as Node[];
    const orders = list.find(({ code }) => code === 'orders');
    const order = orders?.children.find(({ code }) => code === 'order');
    expect(order?.children.map(({ code }) => code)).toContain('order.add');
    const tree = (await admin.get('sysMenu/tree', { application: 'business' })).body.data as Node[];
    expect(JSON.stringify(tree)).not.toContain('order.add');
    expect(tree.length).toBeGreaterThan(2);
  });

  it('offers for granting what the asker holds, in the words of their language', async () => {
    const words = async (culture: string) =>
      JSON.stringify((await admin.get('sysMenu/treeForGrant', { culture })).body.data);
    expect(await words('en-US')).toContain('"title":"Add"');
    expect(await words('zh-CN')).toContain('"title":"新增"');
    const clerk = await someone([
      { entity: 'role', codes: 'read', rows: 'all' },
      { entity: 'order', codes: 'read', rows: 'all' },
    ]);
    const seen = JSON.stringify((await clerk.person.get('sysMenu/treeForGrant')).body.data);
    expect(seen).toContain(await menuId('order'));
    expect(seen).not.toContain(await menuId('order.add'));
    expect(seen).not.toContain(await menuId('carrier'));
  });

  it('goes with all below it, out of every role that had it', async () => {
    const add = async (code: string, more: object) =>
      String(
        (
          (
            await admin.post('sysMenu/add', {
              ...{ name: code, code, application: 'business', type: '0', router: `/${code}`, openType: '0' },
              ...more,
            })
          ).body.data as { id: string }
        ).id,
      );
    const top = await add('temp-top', {});
    const middle = await add('temp-middle', { parent: top, type: '1', openType: '1', entity: 'order' });
    const leaf = await add('temp-leaf', { parent: middle, type: '2', permission: 'Order:add' });
    const holder = await someone([], { role: { menus: [top, middle, leaf] } });
    expect((await holder.person.get('Order/page')).body.success).toBe(true);
    const moved = await admin.post('sysMenu/edit', { id: middle, application: 'system' });
    expect(codes(moved)).toEqual(['application onlyRoots']);
    expect((await admin.post('sysMenu/edit', { id: top, application: 'system' })).body.success).toBe(true);
    const below = (await admin.get('sysMenu/detail', { id: leaf })).body.data as { application: string };
    expect(below.application).toBe('system');
    expect((await admin.post('sysMenu/delete', { id: top })).body.success).toBe(true);
    expect((await admin.get('sysMenu/detail', { id: leaf })).body.code).toBe(1013003);
    expect((await admin.get('sysRole/detail', { id: holder.role })).body.data).toMatchObject({ menus: [] });
    expect((await holder.person.get('Order/page')).status).toBe(403);
  });
});

describe('menus granted to a role', () => {
  it('open their screens and give the codes of their buttons, at once and no more', async () => {
    const holder = await someone([]);
    expect((await holder.person.get('Level/page')).status).toBe(403);
    const ids = await Promise.all(['customers', 'level', 'level.add'].map(menuId));
    const granted = await admin.post('sysRole/grantMenu', { id: holder.role, grantMenuIdList: ids });
    expect(granted.body.success).toBe(true);
    expect((await admin.get('sysRole/ownMenu', { id: holder.role })).body.data).toEqual(ids);
    const user = (await holder.person.get('getLoginUser')).body.data as {
      permissions: string[];
      menus: { name: string }[];
    };
    expect(user.menus.map(({ name }) => name).sort()).toEqual(['customers', 'level']);
    expect(user.permissions).toContain('Level:add');
    expect(user.permissions).not.toContain('Level:edit');
    await admin.post('sysRole/grantMenu', { id: holder.role, grantMenuIdList: [] });
    expect((await holder.person.get('Level/page')).status).toBe(403);
  });

  it('are all that its rights open where it was given none, and change nothing when they are given back', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read,add', rows: 'all' }]);
    const own = async (id: string) => (await admin.get('sysRole/ownMenu', { id })).body.data as string[];
    const before = await own(holder.role);
    for (const code of ['customers', 'level', 'level.add']) expect(before).toContain(await menuId(code));
    for (const code of ['level.edit', 'carrier', 'order']) expect(before).not.toContain(await menuId(code));
    const seen = (await holder.person.get('getLoginUser')).body.data as { menus: { id: string }[] };
    expect(seen.menus.filter(({ id }) => !before.includes(id))).toEqual([]);

    const back = await admin.post('sysRole/grantMenu', { id: holder.role, grantMenuIdList: before });
    expect(back.body.success).toBe(true);
    expect((await admin.get('sysRole/detail', { id: holder.role })).body.data).toMatchObject({ menus: null });
    await admin.post('sysRole/grantMenu', { id: holder.role, grantMenuIdList: before.slice(1) });
    expect(await own(holder.role)).toEqual(before.slice(1));
  });

  it('are all that can be granted to staff for a role without limit', async () => {
    const { tenant } = world.homes.north;
    type Entry = { id: string; application: string; children: Entry[] };
    const flat = (entries: Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
    const offered = flat((await admin.get('sysMenu/treeForGrant')).body.data as Entry[]);
    const roles = await world.owner.query<{ id: string }>(
      `SELECT id::text FROM role WHERE tenant_id = $1 AND template = 'admin' ORDER BY id LIMIT 1`,
      [tenant],
    );
    const own = (await admin.get('sysRole/ownMenu', { id: roles.rows[0]?.id ?? '' })).body.data as string[];
    const staffs = offered.filter(({ application }) => application !== 'member').map(({ id }) => id);
    expect(own.toSorted()).toEqual(staffs.toSorted());
  });
});

describe('the data of a role', () => {
  it('is set with its organisations, and read back', async () => {
    const holder = await someone([]);
    const orgs = [sample('org/west'), sample('org/shenzhen')];
    const set = { id: holder.role, dataScopeType: 5, grantOrgIdList: orgs };
    expect((await admin.post('sysRole/grantData', set)).body.success).toBe(true);
    expect((await admin.get('sysRole/ownData', { id: holder.role })).body.data).toEqual(orgs);
    await admin.post('sysRole/grantData', { id: holder.role, dataScopeType: '3', grantOrgIdList: orgs });
    expect((await admin.get('sysRole/ownData', { id: holder.role })).body.data).toEqual([]);
  });

  it('reaches for one person also the organisations named for them', async () => {
    const holder = await someone([{ entity: 'account', codes: 'read', rows: 'org' }]);
    const seen = async () =>
      (
        (await holder.person.get('sysUser/page', { pageSize: '100' })).body.data as { rows: { org: string }[] }
      ).rows.map(({ org }) => org);
    expect(new Set(await seen())).toEqual(new Set([sample('org/west')]));
    const set = { id: holder.account, grantOrgIdList: [sample('org/operations')] };
    expect((await admin.post('sysUser/grantData', set)).body.success).toBe(true);
    expect((await admin.get('sysUser/ownData', { id: holder.account })).body.data).toEqual([sample('org/operations')]);
    expect(new Set(await seen())).toEqual(new Set([sample('org/west'), sample('org/operations')]));
  });
});

describe('nobody hands on what they do not hold', () => {
  const roleAdmin = () =>
    someone([
      { entity: 'role', codes: 'read,add,edit', rows: 'all' },
      { entity: 'account', codes: '*', rows: 'all' },
      { entity: 'menu', codes: '*', rows: 'all' },
      { entity: 'org', codes: 'read,add,edit', rows: 'all' },
      { entity: 'order', codes: 'read', rows: 'orgAndBelow', hide: 'shipToPhone' },
    ]);
  const input = (grants: object[], more: object = {}) => {
    made += 1;
    return { name: `try-${made}`, code: `try-${made}`, roleType: '0', dataScopeType: '4', grants, ...more };
  };

  it('lets a person give less than they hold', async () => {
    const { person } = await roleAdmin();
    const line = { entity: 'order', codes: 'read', rows: 'org', hide: 'shipToPhone' };
    expect(codes(await person.post('sysRole/add', input([line])))).toEqual([]);
  });

  it.each([
    ['a code', { entity: 'order', codes: 'read,add', rows: 'org', hide: 'shipToPhone' }],
    ['an entity', { entity: 'recharge', codes: 'read', rows: 'self' }],
    ['every code', { entity: 'order', codes: '*', rows: 'self', hide: 'shipToPhone' }],
    ['wider rows', { entity: 'order', codes: 'read', rows: 'all', hide: 'shipToPhone' }],
    ['a hidden field', { entity: 'order', codes: 'read', rows: 'org' }],
  ])('refuses %s beyond it', async (_, line) => {
    const { person, role } = await roleAdmin();
    expect(codes(await person.post('sysRole/add', input([line])))).toContain('grants grant.notHeld');
    const shouted = { ID: undefined, id: role, GRANTS: [line] };
    expect(codes(await person.post('sysRole/edit', shouted))).toContain('grants grant.notHeld');
  });

  it('judges what stands when it writes, not what stood when it was asked', async () => {
    const { person } = await roleAdmin();
    const target = await someone([]);
    const client = await world.owner.connect();
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE role SET template = 'finance' WHERE id = $1`, [target.role]);
      const editing = person.post('sysRole/edit', { id: target.role, remark: 'Now it is mine' });
      const waiting = async () =>
        (
          await world.owner.query(`SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
           WHERE NOT l.granted AND a.datname = current_database()`)
        ).rowCount;
      await expect.poll(waiting).toBeGreaterThan(0);
      await client.query('COMMIT');
      expect(codes(await editing)).toEqual([' grant.aboveYou']);
    } finally {
      client.release();
    }
  });

  it('refuses templates, scopes and menus beyond it', async () => {
    const { person, role } = await roleAdmin();
    expect(codes(await person.post('sysRole/add', input([], { template: 'finance' })))).toContain(
      'template grant.notHeld',
    );
    expect(codes(await person.post('sysRole/add', input([], { dataScopeType: '1' })))).toContain(
      'dataScopeType scopeTooWide',
    );
    const orgs = [sample('org/operations')];
    expect(
      codes(await person.post('sysRole/grantData', { id: role, dataScopeType: '5', grantOrgIdList: orgs })),
    ).toEqual(['orgs grant.orgOutside']);
    const menus = [await menuId('recharge.add')];
    expect(codes(await person.post('sysRole/grantMenu', { id: role, grantMenuIdList: menus }))).toEqual([
      'menus grant.notHeld',
    ]);
  });

  it('refuses to turn a button that one has into a right that one has not', async () => {
    const { person } = await roleAdmin();
    const id = await menuId('order.export');
    expect(codes(await person.post('sysMenu/edit', { id, permission: 'Recharge:pass' }))).toEqual([
      'permission grant.notHeld',
    ]);
  });

  it('refuses roles and accounts that hold more', async () => {
    const { person, role, account } = await roleAdmin();
    const finance = world.people.find(({ name }) => name === 'north finance');
    const { rows } = await world.owner.query<{ id: string }>(
      `SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'finance'`,
      [world.homes.north.tenant],
    );
    const high = rows[0]?.id ?? '';
    const grant = { id: account, grantRoleIdList: [role, high] };
    expect(codes(await person.post('sysUser/grantRole', grant))).toEqual(['roles grant.roleAbove']);
    expect(codes(await person.post('sysUser/edit', { id: account, Roles: [high] }))).toEqual(['roles grant.roleAbove']);
    expect(codes(await person.post('sysRole/edit', { id: high, name: 'x' }))).toEqual([' grant.aboveYou']);
    const reset = { id: finance?.account, password: 'taken-over-1', confirm: 'taken-over-1' };
    expect(codes(await person.post('sysUser/resetPwd', reset))).toEqual([' grant.accountAbove']);
    const many = (await person.post('sysUser/resetPwd', { ...reset, id: undefined, ids: [finance?.account] })).body;
    expect(JSON.stringify(many.data)).toContain('grant.accountAbove');
    expect(codes(await person.post('sysUser/changeStatus', { id: finance?.account, status: '1' }))).toEqual([
      ' grant.accountAbove',
    ]);
  });

  it('refuses accounts and organisations outside the own scope', async () => {
    const { person } = await roleAdmin();
    const account = { account: 'outsider', password, name: 'x', org: sample('org/operations'), adminType: '3' };
    expect(codes(await person.post('sysUser/add', account))).toContain('org grant.orgOutside');
    const org = { name: 'Outside', code: 'outside', orgType: '1', parent: sample('org/operations') };
    expect(codes(await person.post('sysOrg/add', org))).toEqual(['parent grant.orgOutside']);
    expect(codes(await person.post('sysOrg/add', { ...org, parent: sample('org/west') }))).toEqual([]);
    expect(codes(await person.post('sysOrg/add', { ...org, code: 'top', parent: null }))).toEqual([
      'parent grant.orgOutside',
    ]);
  });

  it('holds for rows of a file as well', async () => {
    const { person, role } = await roleAdmin();
    const csv = `account,password,name,org,roles,adminType\nfiled-one,${password},One,${sample('org/west')},finance,3\nfiled-two,${password},Two,${sample('org/west')},${role},3\n`;
    const sent = await person.send('sysUser/import', 'people.csv', csv);
    await world.test.runJobs();
    const job = await person.get('job', { id: (sent.body.data as { job: string }).job });
    expect((job.body.data as { result: unknown }).result).toMatchObject({ added: 1, refused: 1 });
  });

  it('tells a grant that names nothing', async () => {
    const lines = [
      { entity: 'nothing', codes: 'read' },
      { entity: 'order', codes: 'dance', hide: 'nose' },
    ];
    expect(codes(await admin.post('sysRole/add', input(lines)))).toEqual([
      'grants[0].entity schema.unknownEntity',
      'grants[1].codes schema.unknownCode',
      'grants[1].hide schema.unknownField',
    ]);
  });
});

describe('a view as a role', () => {
  const look = async (role: string, more: object = {}) => {
    const started = await admin.post('sysRole/preview', { id: role, ...more });
    const { token } = started.body.data as { token: string };
    const headers = { host: hosts.north, authorization: `Bearer ${token}` };
    const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
      world.test.app.inject({ method, url: `/api/${path}`, headers, ...(payload ? { payload } : {}) });
    return { token, call };
  };

  it('has exactly the rights of that role, writes nothing, and ends', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read,add', rows: 'all' }]);
    const { call } = await look(holder.role);
    const user = (await call('GET', 'getLoginUser')).json<{
      data: { permissions: string[]; preview: { role: string } };
    }>();
    expect(user.data.preview.role).toBe('own-' + holder.name.split('-')[1]);
    // Beside the role's own, the calls that everybody signed in may make.
    const everyones = callCodes(world.test.node.catalog, () => [], false);
    const others = user.data.permissions.filter((code) => !code.startsWith('Level:'));
    expect(others.toSorted()).toEqual(everyones.toSorted());
    expect((await call('GET', 'Level/page')).statusCode).toBe(200);
    expect((await call('GET', 'Order/page')).statusCode).toBe(403);
    for (const path of ['Level/add', 'Level/export', 'preference', 'sysRole/preview', 'sysUser/updatePwd']) {
      expect((await call('POST', path, {})).json(), path).toMatchObject({ code: 1013004 });
    }
    expect((await call('POST', 'sysRole/endPreview', {})).statusCode).toBe(200);
    expect((await call('GET', 'Level/page')).statusCode).toBe(401);
    expect((await admin.get('Level/page')).status).toBe(200);
    const trail = (await admin.get('sysRole/history', { id: holder.role })).body.data as { verb: string }[];
    expect(trail.map(({ verb }) => verb).slice(0, 2)).toEqual(['endPreview', 'preview']);
  });

  it('stands behind the wall of one customer when the role is a member’s', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'member'`,
      [world.homes.north.tenant],
    );
    const role = rows[0]?.id ?? '';
    expect(codes(await admin.post('sysRole/preview', { id: role }))).toEqual(['customer required']);
    const { call } = await look(role, { customer: sample('customer/acme') });
    const own = (await call('GET', 'Order/page?pageSize=100')).json<{ data: { rows: { customer: string }[] } }>();
    const member = (await world.person('north member').person.get('Order/page', { pageSize: '100' })).body.data as {
      rows: unknown[];
    };
    expect(own.data.rows.length).toBe(member.rows.length);
    expect(new Set(own.data.rows.map(({ customer }) => customer))).toEqual(new Set([sample('customer/acme')]));
  });

  it('shows nobody more than they see themselves', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'finance'`,
      [world.homes.north.tenant],
    );
    const id = rows[0]?.id ?? '';
    const small = await someone([{ entity: 'role', codes: 'read,edit', rows: 'all' }]);
    expect(codes(await small.person.post('sysRole/preview', { id }))).toEqual([' preview.beyond']);
    expect((await world.person('north clerk').person.post('sysRole/preview', { id })).status).toBe(403);
    expect((await world.person('south admin').person.post('sysRole/preview', { id })).body.code).toBe(1013003);
  });

  it('ends with the session that it came out of', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    const other = await world.test.signIn(hosts.north, 'admin');
    const started = await other.post('sysRole/preview', { id: holder.role });
    const { token } = started.body.data as { token: string };
    const headers = { host: hosts.north, authorization: `Bearer ${token}` };
    const read = () => world.test.app.inject({ method: 'GET', url: '/api/Level/page', headers });
    expect((await read()).statusCode).toBe(200);
    await other.get('logout');
    expect((await read()).statusCode).toBe(401);
  });

  it('ends when its person no longer sees all that the role shows', async () => {
    const shown = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    const looks = await someone([{ entity: 'role', codes: 'read,edit', rows: 'all' }]);
    const set = (grantRoleIdList: string[]) => admin.post('sysUser/grantRole', { id: looks.account, grantRoleIdList });
    expect((await set([looks.role, shown.role])).body.success).toBe(true);
    const started = await looks.person.post('sysRole/preview', { id: shown.role });
    const { token } = started.body.data as { token: string };
    const headers = { host: hosts.north, authorization: `Bearer ${token}` };
    const read = () => world.test.app.inject({ method: 'GET', url: '/api/Level/page', headers });
    expect((await read()).statusCode).toBe(200);
    expect((await set([looks.role])).body.success).toBe(true);
    expect((await read()).statusCode).toBe(401);
    expect((await looks.person.get('sysRole/page')).status).toBe(200);
  });
});

describe('signing out of a view as a role', () => {
  it('leaves altogether: view and own session end, and the list of sessions says so', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    const other = await world.test.signIn(hosts.north, 'admin');
    const bystander = await world.test.signIn(hosts.north, 'admin');
    const started = await other.post('sysRole/preview', { id: holder.role });
    const { token } = started.body.data as { token: string };
    const headers = { host: hosts.north, authorization: `Bearer ${token}` };
    const read = () => world.test.app.inject({ method: 'GET', url: '/api/Level/page', headers });
    expect((await read()).statusCode).toBe(200);
    await world.test.app.inject({ method: 'GET', url: '/api/logout', headers });
    expect((await read()).statusCode).toBe(401);
    expect((await other.get('Level/page')).status).toBe(401);
    expect((await bystander.get('Level/page')).status).toBe(200);
    const { rows } = await world.owner.query<{ open: string }>(
      `SELECT count(*)::text AS open FROM lading.session_token t JOIN session s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
        WHERE t.preview_of IS NULL AND (t.revoked_at IS NULL) <> (s."revokedAt" IS NULL)`,
    );
    expect(rows).toEqual([{ open: '0' }]);
  });
});

describe('why something is refused', () => {
  it('is told about another person: the missing grant, the rows, the state, the guard', async () => {
    const ask = async (account: string, path: string, code: string, id = '') => {
      const { body } = await admin.get('sysUser/explain', { account, path, code, ...(id ? { id } : {}) });
      return body.data as { allowed: boolean; reasons: { code: string; message: string }[]; roles: string[] };
    };
    const clerk = world.person('north clerk').account;
    expect(await ask(clerk, 'Recharge', 'pass')).toMatchObject({
      allowed: false,
      reasons: [{ code: 'explain.theirNoGrant' }],
      roles: [],
    });
    expect(await ask(clerk, 'Order', 'read')).toMatchObject({ allowed: true });
    const self = await ask(world.person('north admin').account, 'sysUser', 'delete', sample('account/none') || clerk);
    expect(self.allowed).toBe(true);
    const holder = await someone([{ entity: 'account', codes: 'read', rows: 'self' }]);
    expect(await ask(holder.account, 'sysUser', 'read', clerk)).toMatchObject({
      allowed: false,
      reasons: [{ code: 'explain.hiddenRow' }],
    });
  });

  it('tells nobody more than they may see', async () => {
    const clerk = world.person('north clerk');
    const asked = { account: world.person('north finance').account, path: 'Order', code: 'read' };
    expect((await clerk.person.get('sysUser/explain', asked)).status).toBe(403);
    const foreign = { ...asked, account: world.person('south finance').account };
    expect((await admin.get('sysUser/explain', foreign)).body.code).toBe(1013003);
    expect((await admin.get('sysUser/explain', { ...asked, id: '999' })).body.code).toBe(1013003);
  });
});

describe('the summary of a role', () => {
  it('says in both languages what the role may do', async () => {
    const holder = await someone([{ entity: 'order', codes: 'read,add', rows: 'org', hide: 'shipToPhone' }]);
    const lines = async (culture: string) =>
      (await admin.get('sysRole/summary', { id: holder.role, culture })).body.data as {
        title: string;
        grants: { verbs: string[]; rows: string; hidden: string[] }[];
      }[];
    expect(await lines('en-US')).toMatchObject([
      { title: 'Orders', grants: [{ verbs: ['See', 'Add'], rows: 'records of the own organisation' }] },
    ]);
    expect((await lines('zh-CN'))[0]?.grants[0]).toMatchObject({ verbs: ['查看', '新增'], rows: '本机构的记录' });
  });
});

describe('an account', () => {
  it('gets a made-up password that is told once and must be changed', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    const reset = await admin.post('sysUser/resetPwd', { id: holder.account });
    const fresh = (reset.body.data as { password: string }).password;
    expect(fresh).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect((await holder.person.get('getLoginUser')).status).toBe(401);
    const entered = await world.test.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: hosts.north },
      payload: { account: holder.name, password: fresh },
    });
    const headers = { host: hosts.north, authorization: `Bearer ${entered.json<{ data: string }>().data}` };
    const get = (path: string) => world.test.app.inject({ method: 'GET', url: `/api/${path}`, headers });
    expect((await get('getLoginUser')).json()).toMatchObject({ data: { mustChangePassword: true } });
    expect((await get('Level/page')).json()).toMatchObject({ code: 1013005 });
    await world.owner.query(`UPDATE account SET password = 'chosen' WHERE id = $1`, [holder.account]);
    expect((await get('Level/page')).statusCode).toBe(200);
  });

  it('that is disabled has no session left, and gets none back', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    expect((await holder.person.get('Level/page')).status).toBe(200);
    await admin.post('sysUser/changeStatus', { id: holder.account, status: '1' });
    expect((await holder.person.get('Level/page')).status).toBe(401);
    await admin.post('sysUser/changeStatus', { id: holder.account, status: '0' });
    expect((await holder.person.get('Level/page')).status).toBe(401);
  });

  it('of an administrator is neither deleted nor given roles, and nobody deletes themselves', async () => {
    const self = world.person('north admin').account;
    expect(codes(await admin.post('sysUser/delete', { id: self }))).toEqual([' account.deleteSelf']);
    expect(codes(await admin.post('sysUser/grantRole', { id: self, grantRoleIdList: [] }))).toEqual([
      'roles grant.rolesOfAdmin',
    ]);
    const platform = world.person('platform superAdmin');
    expect(codes(await platform.person.post('sysUser/delete', { id: platform.account }))).toEqual([
      ' account.deleteSelf',
    ]);
  });

  it('has posts in other organisations, which the sign-in tells', async () => {
    const holder = await someone([{ entity: 'level', codes: 'read', rows: 'all' }]);
    const [position = ''] = await insertOrFail(world.test.node.context, world.homes.north.actor, 'position', [
      { input: { name: 'Deputy', code: 'deputy' } },
    ]);
    const posts = [{ org: sample('org/shenzhen'), position }];
    expect(codes(await admin.post('sysUser/edit', { id: holder.account, posts }))).toEqual([]);
    const user = (await holder.person.get('getLoginUser')).body.data as { loginEmpInfo: { extOrgPos: object[] } };
    expect(user.loginEmpInfo.extOrgPos).toMatchObject([{ posName: 'Deputy', orgId: sample('org/shenzhen') }]);
    expect(codes(await admin.post('sysPos/delete', { id: position }))).toEqual([' inUse']);
  });

  it('is among the people to choose from, but for super administrators', async () => {
    const people = (await admin.get('sysUser/selector', { name: 'fin' })).body.data as { name: string }[];
    expect(people.map(({ name }) => name)).toEqual(['finance']);
    const clerk = await someone([]);
    expect((await clerk.person.get('sysUser/selector')).status).toBe(403);
  });
});
