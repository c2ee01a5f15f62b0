import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskedParameters } from '../../server/logs/mask.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { hosts, openTestApp, password, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let owner: pg.Pool;
let admin: Person;
let finance: Person;
beforeAll(async () => {
  test = await openTestApp({ recorded: true });
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 2 });
  admin = await test.signIn(hosts.north, 'admin');
  const { rows } = await owner.query<{ id: string; name: string; timeZone: string; org: string; role: string }>(
    `SELECT t.id::text, t.name, t."timeZone", o.id::text AS org, r.id::text AS role FROM tenant t
       JOIN org o ON o.tenant_id = t.id JOIN role r ON r.tenant_id = t.id AND r.code = 'finance' WHERE t.host = $1`,
    [hosts.north],
  );
  const [{ org, role, ...tenant } = { org: '', role: '', id: '', name: '', timeZone: '' }] = rows;
  const actor = test.node.actors.system({ ...tenant, currency: 'USD', platform: false });
  const input = { account: 'finance', password, name: 'Fay', org, roles: [role], adminType: '3' };
  await insertOrFail(test.node.context, actor, 'account', [{ input }]);
  finance = await test.signIn(hosts.north, 'finance');
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});

type Row = Record<string, unknown> & { id: string };

async function read(path: string, query: Record<string, string> = {}, person = admin): Promise<Row[]> {
  await test.node.logs.flush();
  const { body } = await person.get(`${path}/list`, query);
  return body.data as Row[];
}

describe('the operation log', () => {
  it('has one row for a write: who, what, from where, how it ended and its trace', async () => {
    const { body, raw } = await admin.post('Level/add', { name: 'Gold' });
    expect(body.success).toBe(true);
    const rows = await read('sysOpLog', { url: '/api/Level/add' });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ account: 'admin', name: 'Ada', opType: '1', reqMethod: 'POST', success: 'Y', message: 'OK', result: '200' },
      ...{ className: 'Level', methodName: 'add', ip: '127.0.0.1' },
    });
    expect(JSON.parse(String(rows[0]?.['param']))).toMatchObject({ name: 'Gold' });
    expect(raw.statusCode).toBe(200);
  });

  it('has none for what screens send by themselves', async () => {
    expect((await admin.post('hub/ticket', {})).body.success).toBe(true);
    await admin.post('preference', { key: 'density', value: 'small' });
    const urls = (await read('sysOpLog')).map(({ url }) => String(url));
    expect(urls.filter((url) => /hub|preference/.test(url))).toEqual([]);
  });

  it('has a row for a refusal too, reading included, with the message that the person got', async () => {
    expect((await finance.get('sysRole/page')).status).toBe(403);
    const refused = await finance.post('sysRole/add', { name: 'x' });
    const rows = await read('sysOpLog', { account: 'finance' });
    expect(rows.map(({ url, success, result }) => [url, success, result]).toSorted()).toEqual([
      ['/api/sysRole/add', 'N', '1013002'],
      ['/api/sysRole/page', 'N', '1013002'],
    ]);
    expect(rows.map(({ message }) => message)).toContain(refused.body.message);
    expect((await finance.get('sysOpLog/list')).status).toBe(403);
  });

  it('has none for reading, for nobody, or for what screens keep by themselves', async () => {
    const before = (await read('sysOpLog')).length;
    await admin.get('Level/page');
    await admin.post('preference', { key: 'list.Level', value: {} });
    await test.app.inject({ method: 'POST', url: '/api/Level/add', headers: { host: hosts.north }, payload: {} });
    expect(await read('sysOpLog')).toHaveLength(before);
  });

  it('holds no password, no token and nothing of a query', async () => {
    await admin.post('sysUser/add', {
      account: 'somebody',
      name: 'S',
      password: 'hush-hush-1',
      confirm: 'hush-hush-1',
    });
    const { id } = (await read('sysConfig', { code: 'DEFAULT_PASSWORD' }))[0] ?? { id: '' };
    await admin.post('sysConfig/edit', { id, value: 'hush-hush-2' });
    await test.app.inject({
      method: 'POST',
      url: `/api/Level/delete?token=hush-hush-3&0=${admin.token}`,
      headers: { host: hosts.north, authorization: `Bearer ${admin.token}` },
      payload: { id: '1', accessToken: 'hush-hush-4', nested: { secretKey: 'hush-hush-5' } },
    });
    await test.node.logs.flush();
    const { rows } = await owner.query<{ row: string }>(
      `SELECT to_jsonb(l)::text AS row FROM operation_log l UNION ALL SELECT to_jsonb(v)::text FROM visit_log v`,
    );
    const all = rows.map(({ row }) => row).join('\n');
    expect(all).toContain('somebody');
    expect(all).not.toMatch(/hush-hush|correct-horse/);
    expect(all).not.toContain(admin.token);
  });

  it('stands still: no row can be added, changed or deleted by anybody', async () => {
    const [row] = await read('sysOpLog');
    expect((await admin.post('sysOpLog/add', { url: '/x' })).status).toBe(403);
    expect((await admin.post('sysOpLog/edit', { id: row?.id, url: '/x' })).status).toBe(403);
    const deleted = await admin.post('sysOpLog/delete', { id: row?.id });
    expect([deleted.body.success, deleted.body.issues?.[0]?.code]).toEqual([false, 'appendOnly']);
    expect((await read('sysOpLog', { id: row?.id ?? '' })).map(({ id }) => id)).toEqual([row?.id]);
  });

  it('is cleared of what is older than a week, which leaves a row of its own', async () => {
    await test.node.logs.flush();
    const old = await owner.query(
      `UPDATE operation_log SET "opTime" = now() - interval '8 days' WHERE url = '/api/Level/add'`,
    );
    const before = (await read('sysOpLog')).length;
    const headers = { host: hosts.north, authorization: `Bearer ${admin.token}` };
    const cleared = await test.app.inject({ method: 'POST', url: '/api/sysOpLog/delete', headers });
    expect(cleared.json()).toMatchObject({ success: true, data: { count: old.rowCount, days: 7 } });
    const rows = await read('sysOpLog');
    expect(rows).toHaveLength(before - (old.rowCount ?? 0) + 1);
    expect(rows[0]).toMatchObject({ url: '/api/sysOpLog/delete', opType: '12', success: 'Y' });
    expect((await finance.post('sysOpLog/delete', {})).status).toBe(403);
  });

  it('is a tenant’s own', async () => {
    const south = await test.signIn(hosts.south, 'admin');
    await south.post('Level/add', { name: 'Only here' });
    expect((await read('sysOpLog', { url: '/api/Level/add' }, south)).length).toBe(1);
    expect(JSON.stringify(await read('sysOpLog'))).not.toContain('Only here');
  });
});

describe('the visit log', () => {
  it('has sign-in, failed sign-in and sign-out, by account and person', async () => {
    const headers = { host: hosts.north, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36' };
    const failed = { account: 'finance', password: 'wrong-one' };
    await test.app.inject({ method: 'POST', url: '/api/login?culture=en-US', headers, payload: failed });
    const nobody = { account: 'no\u0000body', password: 'x' };
    await test.app.inject({ method: 'POST', url: '/api/login', headers, payload: nobody });
    const leaver = await test.signIn(hosts.north, 'finance');
    await leaver.get('logout', { 0: leaver.token });
    const rows = await read('sysVisLog', { account: 'finance' });
    expect(rows.map(({ visType, success }) => [visType, success])).toEqual([
      ['2', 'Y'],
      ['1', 'Y'],
      ['1', 'N'],
      ['1', 'Y'],
    ]);
    expect(rows[2]).toMatchObject({ name: null, message: 'Wrong account or password.', browser: 'Chrome 141' });
    expect(rows[0]).toMatchObject({ name: 'Fay' });
    expect((await read('sysVisLog', { account: 'nobody' })).map(({ success }) => success)).toEqual(['N']);
  });
});

describe('the exception log', () => {
  it('has what failed inside the server, under the trace that the person got', async () => {
    await owner.query('ALTER TABLE level RENAME TO level_away');
    const answer = await admin.get('Level/page').finally(() => owner.query('ALTER TABLE level_away RENAME TO level'));
    expect(answer.status).toBe(500);
    const { traceId } = answer.body as unknown as { traceId: string };
    const rows = await read('sysExLog', { traceId });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ account: 'admin', className: 'Level', methodName: 'page', url: '/api/Level/page' });
    expect(String(rows[0]?.['exceptionMsg'])).toContain('level');
  });

  it('shows a tenant no stack and no path of the server, which the platform sees of its own', async () => {
    const { rows } = await owner.query<{ id: string; kind: string }>(
      `SELECT DISTINCT ON (kind) id::text, kind FROM tenant WHERE kind = 'platform' OR host LIKE 'north%' ORDER BY kind`,
    );
    for (const { id: tenant } of rows) {
      test.node.logs.exception({
        ...{ tenant, at: new Date(), by: null, url: '', className: 'stacked', methodName: '', param: null, ip: '' },
        ...{ browser: '', os: '', traceId: '', exceptionName: 'Error', stackTrace: 'at /srv/lading/a.js:1:2' },
        exceptionMsg: 'ENOENT: open /srv/lading/files/a, asked https://api.example.com/v1/x',
      });
    }
    await test.node.logs.flush();
    const kept = await owner.query<{ kind: string; trace: string | null; told: string }>(
      `SELECT t.kind, e."stackTrace" AS trace, e."exceptionMsg" AS told FROM exception_log e JOIN tenant t ON t.id = e.tenant_id
        WHERE e."className" = 'stacked'`,
    );
    for (const { kind, trace, told } of kept.rows) {
      expect([kind, trace]).toEqual([kind, kind === 'platform' ? 'at /srv/lading/a.js:1:2' : null]);
      expect(told).toBe('ENOENT: open …, asked https://api.example.com/v1/x');
    }
    expect(kept.rows.map(({ kind }) => kind).toSorted()).toEqual(rows.map(({ kind }) => kind).toSorted());
  });
});

describe('parameters on their way into a log', () => {
  it('lose every secret and keep what the entity declares', () => {
    const plain = new Set(['code']);
    const kept = maskedParameters({ code: 'A', otp: '1234', user: { passWord: 'x' } }, new Set(['note']), plain);
    expect(JSON.parse(kept ?? '')).toEqual({ code: 'A', otp: '******', user: { passWord: '******' } });
    expect(maskedParameters({ text: 'ldbABCDEFGHIJKLMNOP ' })).toBe('{"text":"******"}');
    expect(maskedParameters({ note: 'x' }, new Set(['note']))).toBe('{"note":"******"}');
  });

  it('are cut, whatever comes in', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as unknown;
    for (const body of [deep, 'x'.repeat(70_000), Array.from({ length: 5000 }, () => 1), { a: '\ud800\u0000' }]) {
      const text = maskedParameters(body) ?? '';
      expect(text.length).toBeLessThanOrEqual(2000);
      expect(text).not.toMatch(/\\u0000|\0/);
    }
    expect(maskedParameters(undefined)).toBeNull();
  });
});
