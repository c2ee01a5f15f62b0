import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, openHub } from '../../support/hub-client.ts';
import { hosts, password, type Answer, type Person } from '../../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../../support/two-nodes.ts';

/** What crosses from one node to the other must be there within a second. */
const soon = 1000;

let nodes: TwoNodes;
let admin: Person;
beforeAll(async () => {
  nodes = await openTwoNodes();
  admin = nodes.world.person('north admin').person;
});
afterAll(() => nodes?.close());

const person = (name: string) => nodes.world.person(name).person;
const dataOf = <T>({ body }: Answer): T => body.data as T;
const addNotice = async (fields: Record<string, unknown>) => {
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] }] };
  const added = await admin.post('sysNotice/add', { type: '1', audience: 'all', content, ...fields });
  return dataOf<{ id: string }>(added).id;
};

describe('a client of the existing kind', () => {
  it('shakes hands, is pinged, and shows the message of a notice that another node publishes', async () => {
    const client = openHub(nodes.hubs[1], { access_token: person('north clerk').token });
    expect(await client.next(() => true)).toEqual({});
    const id = await addNotice({ title: 'Gates close early', audience: 'staff' });
    await admin.post('sysNotice/publish', { id });
    const { target, arguments: told } = await client.next(({ target: name }) => name === 'ReceiveMessage', soon);
    expect([target, told]).toEqual([
      'ReceiveMessage',
      ['Gates close early', { title: 'Gates close early', message: 'Gates close early', messagetype: 0 }],
    ]);
    expect(client.records.filter((record) => record['target'] === 'Event')).toEqual([]);
    client.close();
  });

  it('is spared the message of a notice where its person wants none, and hears that there is one', async () => {
    const quiet = person('north finance');
    await quiet.post('preference', { key: 'notifications', value: { notices: { popup: false } } });
    const [mine, other] = await Promise.all([
      nodes.own(quiet, { node: 1 }),
      nodes.own(person('north clerk'), { node: 1 }),
    ]);
    const id = await addNotice({ title: 'Quietly', audience: 'staff' });
    await admin.post('sysNotice/publish', { id });
    await Promise.all([mine.event('notice', soon), other.event('notice', soon)]);
    const messages = [mine, other].map(
      ({ records }) => records.filter(({ target }) => target === 'ReceiveMessage').length,
    );
    expect(messages).toEqual([0, 1]);
    mine.close();
    other.close();
  });

  it('is told in its own words that it was signed out', async () => {
    const leaver = await nodes.world.test.signIn(hosts.north, 'clerk');
    const client = openHub(nodes.hubs[1], { access_token: leaver.token });
    await client.next(() => true);
    await leaver.get('logout');
    expect(await client.next(({ target }) => target === 'ForceExist', soon)).toMatchObject({ arguments: [] });
    expect(await client.closed).toBe(4401);
  });
});

describe('two nodes on one database', () => {
  it('know a session that the other one opened', async () => {
    const entered = await nodes.apps[0].inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: hosts.north },
      payload: { account: 'clerk', password },
    });
    const token = entered.json<{ data: string }>().data;
    const asked = await nodes.apps[1].inject({
      url: '/api/getLoginUser',
      headers: { host: hosts.north, authorization: `Bearer ${token}` },
    });
    expect(asked.statusCode).toBe(200);
  });

  it('tell of a change of rights, and act on it at once', async () => {
    const clerk = await nodes.own(person('north clerk'), { node: 1 });
    const roles = await admin.get('sysRole/page', { code: 'clerk' });
    const [role] = dataOf<{ rows: { id: string; version: number }[] }>(roles).rows;
    const grants = [{ entity: 'level', codes: 'read,add', rows: 'all' }];
    const started = Date.now();
    const edited = await admin.post('sysRole/edit', { id: role?.id, version: role?.version, grants });
    expect(edited.body).toMatchObject({ success: true });
    expect(await clerk.event('rights', soon)).toEqual({ kind: 'rights' });
    expect(Date.now() - started).toBeLessThan(2 * soon);
    const codes = await nodes.apps[1].inject({
      url: '/api/getLoginUser',
      headers: { host: hosts.north, authorization: `Bearer ${person('north clerk').token}` },
    });
    expect(codes.json<{ data: { permissions: string[] } }>().data.permissions).toContain('Level:add');
    clerk.close();
  });

  it('tell of a change of the menu', async () => {
    const member = await nodes.own(person('north member'), { node: 1 });
    const menus = await admin.get('sysMenu/page', { searchValue: 'member.', pageSize: '50' });
    const [menu] = dataOf<{ rows: { id: string }[] }>(menus).rows;
    const edited = await admin.post('sysMenu/edit', { id: menu?.id, name: 'Announcements' });
    expect(edited.body).toMatchObject({ success: true });
    expect(await member.event('menu', soon)).toMatchObject({ kind: 'menu' });
    member.close();
  });

  it('end the socket of a person who is forced to sign out, wherever it is', async () => {
    const guest = await nodes.world.test.signIn(hosts.north, 'clerk');
    const socket = await nodes.own(guest, { node: 1 });
    const online = await admin.get('sysOnlineUser/page', { online: 'true', sort: '-createdAt' });
    // By the account: someone else may have signed in within the same second.
    const { id: account } = dataOf<{ id: string }>(await guest.get('getLoginUser'));
    const session = dataOf<{ rows: { id: string; account: string }[] }>(online).rows.find(
      (row) => row.account === account,
    );
    const kicked = await admin.post('sysOnlineUser/forceExist', { id: session?.id });
    expect(kicked.body).toMatchObject({ success: true });
    expect(await socket.event('forceExit', soon)).toEqual({ kind: 'forceExit' });
    expect(await socket.closed).toBe(4401);
    expect((await guest.get('getLoginUser')).status).toBe(401);
    const gone = async () => (await admin.get('sysOnlineUser/detail', { id: session?.id ?? '' })).body.data;
    await expect.poll(gone).toMatchObject({ online: false });
  });

  it('report progress of a job to the person who started it alone', async () => {
    const [mine, other] = await Promise.all([
      nodes.own(admin, { node: 1 }),
      nodes.own(person('north finance'), { node: 1 }),
    ]);
    const ordered = await admin.post('Customer/export', { format: 'csv', columns: ['name'], query: {} });
    const { job } = dataOf<{ job: string }>(ordered);
    await nodes.world.test.runJobs();
    expect(await mine.event('job', soon)).toMatchObject({ record: job });
    const ended = (record: Record<string, unknown>) => eventOf(record)['state'] === 'done';
    expect(eventOf(await mine.next(ended, soon))).toMatchObject({ kind: 'job', record: job });
    expect(other.records.map(eventOf).filter(({ kind }) => kind === 'job')).toEqual([]);
    mine.close();
    other.close();
  });
});

describe('changes of records', () => {
  it('reach open lists of those who may read the row, with no more than its id', async () => {
    const [staff, member, sibling, foreign, closed] = await Promise.all([
      nodes.own(admin, { node: 1, watch: ['address-book'] }),
      nodes.own(person('north member'), { node: 1, watch: ['address-book'] }),
      nodes.own(person('north sibling'), { node: 1, watch: ['address-book'] }),
      nodes.own(person('south admin'), { node: 1, host: hosts.south, watch: ['address-book'] }),
      nodes.own(person('north finance'), { node: 1 }),
    ]);
    const page = await person('north member').get('AddressBook/page');
    const [row] = dataOf<{ rows: { id: string }[] }>(page).rows;
    const edited = await person('north member').post('AddressBook/edit', { id: row?.id, company: 'New name' });
    expect(edited.body).toMatchObject({ success: true });
    const told = { entity: 'address-book', record: row?.id, added: false, kind: 'record' };
    const event = await staff.event('record', soon);
    expect(event).toEqual({ ...told, id: expect.any(String), cursor: expect.any(String) });
    expect(await member.event('record', soon)).toMatchObject(told);
    // A word to everyone closes the line: whatever was to come before it has come.
    const id = await addNotice({ title: 'Last' });
    await admin.post('sysNotice/publish', { id });
    await Promise.all([sibling.event('notice'), closed.event('notice')]);
    for (const client of [sibling, foreign, closed])
      expect(client.records.map(eventOf).filter(({ kind }) => kind === 'record')).toEqual([]);
    for (const client of [staff, member, sibling, foreign, closed]) client.close();
  });

  it('wait for anyone who was away', async () => {
    const before = await nodes.own(admin, { watch: ['level'] });
    const { cursor } = await before.event('cursor');
    before.close();
    await before.closed;
    const added = await admin.post('Level/add', { name: 'Away' });
    expect(added.body).toMatchObject({ success: true });
    const again = await nodes.own(admin, { node: 1, watch: ['level'], cursor: String(cursor) });
    const { id } = dataOf<{ id: string }>(added);
    expect(await again.event('record')).toMatchObject({ entity: 'level', record: id, added: true });
    again.close();
  });

  it('reach a screen whose entity the connection did not watch yet when it was read', async () => {
    const [early, late, foreign] = await Promise.all([
      nodes.own(admin, { watch: ['level'] }),
      nodes.own(admin),
      nodes.own(person('south admin'), { host: hosts.south }),
    ]);
    const { id } = dataOf<{ id: string }>(await admin.post('Level/add', { name: 'Meanwhile' }));
    await early.next((record) => eventOf(record)['record'] === id);
    for (const client of [late, foreign]) client.send({ type: 1, target: 'Watch', arguments: [['level'], 0] });
    // A node that has just started does not know what came before it, and announces one change of many.
    const told = (record: Record<string, unknown>) =>
      eventOf(record)['kind'] === 'record' && [id, null].includes(eventOf(record)['record'] as string | null);
    expect(eventOf(await late.next(told))).toMatchObject({ entity: 'level' });
    const southern = dataOf<{ id: string }>(await person('south admin').post('Level/add', { name: 'Southern' }));
    await foreign.next((record) => eventOf(record)['record'] === southern.id);
    expect(foreign.records.map(eventOf).filter(({ record }) => record === id)).toEqual([]);
    for (const client of [early, late, foreign]) client.close();
  });

  it('are announced as one where too many came before the connection watched', async () => {
    const [early, late] = await Promise.all([nodes.own(admin, { watch: ['level'] }), nodes.own(admin)]);
    await nodes.world.owner.query(
      `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
         SELECT $1, 'record', 'level', n, 'edit' FROM generate_series(1, 300) n`,
      [nodes.world.homes.north.tenant],
    );
    await early.next((record) => eventOf(record)['record'] === '300');
    late.send({ type: 1, target: 'Watch', arguments: [['level'], 0] });
    expect(await late.event('record')).toMatchObject({ entity: 'level', record: null });
    for (const client of [early, late]) client.close();
  });

  it('are announced as one to a screen that was read longer ago than is remembered', async () => {
    const client = await nodes.own(admin);
    client.send({ type: 1, target: 'Watch', arguments: [['level'], 3_600_000] });
    expect(await client.event('record')).toMatchObject({ entity: 'level', record: null });
    client.close();
  });

  it('of a schema come through however many records changed in the same moment', async () => {
    const client = await nodes.own(admin, { watch: ['level'] });
    await client.event('cursor');
    await nodes.world.owner.query(
      `WITH records AS (INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
         SELECT $1, 'record', 'level', n, 'edit' FROM generate_series(1, 6000) n)
       INSERT INTO lading.event (tenant_id, kind) VALUES ($1, 'design')`,
      [nodes.world.homes.north.tenant],
    );
    expect(await client.event('design')).toMatchObject({ kind: 'design' });
    expect(await client.event('reload')).toMatchObject({ kind: 'reload' });
    client.close();
  });

  it('are not told one by one to anyone who was away too long, or comes with a cursor of another place', async () => {
    for (const cursor of ['1.1000', '999999999999.9999999999', 'x']) {
      const client = await nodes.own(admin, { watch: ['level'], cursor });
      expect(await client.event('reload')).toMatchObject({ kind: 'reload' });
      client.close();
    }
  });
});
