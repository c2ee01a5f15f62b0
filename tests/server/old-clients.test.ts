import { readXlsx } from 'hucre/xlsx';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, personOf, type Answer, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let admin: Person;
let boss: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = old('north admin');
  boss = old('platform superAdmin');
});
afterAll(() => world?.close());

/** A person of the world with a client that was there before our own. */
const old = (name: string): Person => {
  const { home, person } = world.person(name);
  return personOf(world.test.app, hosts[home], person.token, false);
};
const org = (name: string): string => world.homes.north.samples.get(`org/${name}`) ?? '';
const data = <T>({ body }: Answer): T => {
  expect(body.issues ?? []).toEqual([]);
  return body.data as T;
};

describe('the parent of a tree under its old name', () => {
  it('is taken, and answered in lists and details', async () => {
    const input = { name: 'Old', code: 'old-org', orgtype: '1', pid: org('west') };
    const { id } = data<{ id: string }>(await admin.post('sysOrg/add', input));
    expect(data(await admin.get('sysOrg/detail', { id }))).toMatchObject({ parent: org('west'), pid: org('west') });
    data(await admin.post('sysOrg/edit', { id, pid: '0' }));
    expect(data(await admin.get('sysOrg/detail', { id }))).toMatchObject({ parent: null, pid: '0' });
    data(await admin.post('sysOrg/edit', { id, pid: org('west'), parent: org('head') }));
    expect(data(await admin.get('sysOrg/detail', { id }))).toMatchObject({ pid: org('head') });
    const { rows } = data<{ rows: { pid: string }[] }>(await admin.get('sysOrg/page', { code: 'old-org' }));
    expect(rows.map(({ pid }) => pid)).toEqual([org('head')]);
    data(await admin.post('sysOrg/delete', { id }));
    const menu = {
      name: 'Old',
      code: 'old-menu',
      application: 'business',
      type: '0',
      router: '/o',
      openType: '0',
      pid: 0,
    };
    const made = data<{ id: string }>(await admin.post('sysMenu/add', menu));
    expect(data(await admin.get('sysMenu/detail', { id: made.id }))).toMatchObject({ parent: null, pid: '0' });
  });

  it('asks a list for a record with all below it', async () => {
    data(await admin.post('sysOrg/edit', { id: org('shenzhen'), parent: org('west') }));
    const listed = async (query: Record<string, string>) =>
      data<{ rows: { id: string }[] }>(await admin.get('sysOrg/page', { pageSize: '200', ...query })).rows.map(
        ({ id }) => id,
      );
    const below = await listed({ pid: org('west') });
    expect(below.toSorted()).toEqual([org('west'), org('shenzhen')].toSorted());
    expect((await listed({ parentId: org('west') })).toSorted()).toEqual(below.toSorted());
    expect(await listed({ parent: org('west') })).toEqual([org('shenzhen')]);
    expect(await listed({ pid: org('shenzhen') })).toEqual([org('shenzhen')]);
    expect(await listed({ pid: '1' })).toEqual([]);
    expect(await listed({ pid: '0' })).toEqual(await listed({}));
    expect((await admin.get('sysOrg/page', { pid: 'x' })).body).toMatchObject({ success: false });
  });
});

describe('other old names', () => {
  it('are those of timers and of dictionary entries', async () => {
    const input = {
      timerName: 'Named of old',
      requestType: '0',
      task: 'prune-keys',
      timerType: '0',
      interval: 3600,
      headers: '',
    };
    const { id } = data<{ id: string }>(await boss.post('sysTimers/add', input));
    expect(data(await boss.get('sysTimers/detail', { id }))).toMatchObject({
      jobName: 'Named of old',
      timerName: 'Named of old',
    });
    const { rows } = data<{ rows: { id: string }[] }>(await boss.get('sysTimers/page', { timerName: 'Named of old' }));
    expect(rows.map((row) => row.id)).toEqual([id]);
    const [type] = data<{ id: string }[]>(await admin.get('sysDictType/list', { code: 'sex' }));
    const entry = { typeId: type?.id, code: '9', value: 'Other', sort: 9 };
    data(await admin.post('sysDictData/add', entry));
    const entries = data<{ rows: { typeId: string }[] }>(
      await admin.get('sysDictData/page', { typeId: type?.id ?? '' }),
    );
    expect(entries.rows).toHaveLength(4);
    expect(new Set(entries.rows.map(({ typeId }) => typeId))).toEqual(new Set([type?.id]));
  });
});

describe('a notice with its recipients', () => {
  const notice = { type: '1', content: 'Words.' };
  const bell = async (name: string) =>
    data<{ notices: { title: string }[] }>(
      await world.person(`north ${name}`).person.get('NoticesList/getNotices'),
    ).notices.map(({ title }) => title);

  it('is kept as a draft, or added and published at once to these people', async () => {
    const noticeUserIdList = [world.person('north finance').account];
    data(await admin.post('sysNotice/add', { ...notice, title: 'Kept back', status: 0, noticeUserIdList }));
    const sent = { ...notice, title: 'Sent at once', status: 1, noticeUserIdList };
    const first = data<{ id: string }>(await admin.post('sysNotice/add', sent, { 'idempotency-key': 'send-notice' }));
    expect(first).toMatchObject({ status: 1 });
    const again = data<{ id: string }>(await admin.post('sysNotice/add', sent, { 'idempotency-key': 'send-notice' }));
    expect(again).toEqual(first);
    expect(await bell('finance')).toContain('Sent at once');
    expect(await bell('finance')).not.toContain('Kept back');
    expect(await bell('clerk')).not.toContain('Sent at once');
    const [draft] = data<{ id: string }[]>(await admin.get('sysNotice/list', { title: 'Kept back' }));
    data(
      await admin.post('sysNotice/edit', { ...notice, id: draft?.id, title: 'Let go', status: '1', noticeUserIdList }),
    );
    expect(await bell('finance')).toContain('Let go');
  });

  it('is published by nobody who may not, and nothing is kept of it', async () => {
    const finance = world.person('north finance').person;
    expect((await finance.post('sysNotice/add', { ...notice, title: 'Not mine', status: 1 })).status).toBe(403);
    expect(data(await admin.get('sysNotice/list', { title: 'Not mine' }))).toEqual([]);
  });
});

describe('a mail in one call', () => {
  it('is written, sent and listed', async () => {
    const mail = { to: 'someone@example.com', title: 'Rates', content: 'New rates.' };
    expect(data(await admin.post('email/sendEmail', mail))).toMatchObject({ status: 'pending' });
    await world.test.runJobs();
    expect(await world.test.letters.next('someone@example.com')).toMatchObject({ title: 'Rates', text: 'New rates.' });
    const [row] = data<{ status: string }[]>(await admin.get('sysEmail/list', { to: 'someone@example.com' }));
    expect(row).toMatchObject({ status: 'sent' });
    const wrong = await admin.post('email/sendEmail', { ...mail, to: 'nobody' });
    expect(wrong.body.issues).toMatchObject([{ path: 'to' }]);
    const member = world.person('north member').person;
    expect((await member.post('email/sendEmail', mail)).status).toBe(403);
  });
});

describe('an export in one answer', () => {
  it('is the workbook of the list, with a name that ends, for anyone who may export', async () => {
    const file = await admin.raw('sysUser/export', { culture: 'en-US' });
    expect(file.headers['content-disposition']).toMatch(/filename=Accounts%20\d{4}-\d\d-\d\d\.xlsx/);
    const book = await readXlsx(file.rawPayload);
    const [header, ...rows] = book.sheets[0]?.rows ?? [];
    expect(header).toContain('Account');
    const { totalRows } = data<{ totalRows: number }>(await admin.get('sysUser/page'));
    expect(rows).toHaveLength(totalRows);
    const one = await admin.raw('sysUser/export', { account: 'clerk', culture: 'en-US' });
    expect((await readXlsx(one.rawPayload)).sheets[0]?.rows).toHaveLength(2);
    const { rows: trail } = await world.owner.query(
      `SELECT changes FROM lading.audit WHERE entity = 'account' AND verb = 'export' AND tenant_id = $1`,
      [world.homes.north.tenant],
    );
    expect(trail).toHaveLength(2);
    const member = world.person('north member').person;
    expect((await member.raw('sysUser/export')).statusCode).toBe(403);
    expect((await admin.raw('nothing/export')).statusCode).toBe(404);
  });
});

describe('what a schema yields, as an archive', () => {
  it('holds every part whole, of what the reader may read', async () => {
    const file = await admin.raw('codeGenerate/runDown', { id: 'level' });
    expect(file.headers['content-disposition']).toContain('filename=level.zip');
    const parts = unzip(file.rawPayload);
    expect(Object.keys(parts)).toEqual([
      'level.json',
      'level.d.ts',
      'level.openapi.json',
      'level.sql',
      'level.sample.json',
    ]);
    expect(parts['level.sql']).toContain('CREATE TABLE "level"');
    expect(JSON.parse(parts['level.json'] ?? '')).toMatchObject({ entity: 'level' });
    for (const id of ['timer', 'nothing', '']) {
      expect((await admin.raw('codeGenerate/runDown', { id })).json()).toMatchObject({ code: 1013003 });
    }
  });
});

/** The texts of an archive that packs nothing, each checked against its sum. */
function unzip(bytes: Buffer): Record<string, string> {
  const parts: Record<string, string> = {};
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, named, from] = [bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const name = bytes.toString('utf8', at + 46, at + 46 + named);
    const body = bytes.subarray(from + 30 + named, from + 30 + named + size);
    expect(bytes.readUInt32LE(from + 14)).toBe(crc32(body));
    parts[name] = body.toString('utf8');
    at += 46 + named;
  }
  return parts;
}

describe('the machine, asked once', () => {
  it('tells of system, runtime and memory', async () => {
    expect(data(await boss.get('sysMachine/query'))).toMatchObject({
      sysOsInfo: { osName: expect.any(String) },
      sysJavaInfo: { javaVersion: process.versions.node },
      sysJvmMemInfo: { jvmUsedMemory: expect.stringMatching(/^\d+(\.\d)? MB$/) },
    });
    expect((await admin.get('sysMachine/query')).status).toBe(403);
  });
});
