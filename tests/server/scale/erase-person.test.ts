import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, type TestApp } from '../../support/test-app.ts';

describe('a person whose data are deleted on request', () => {
  let test: TestApp;
  let owner: pg.Pool;
  beforeAll(async () => {
    test = await openTestApp({ recorded: true });
    owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
  });
  afterAll(async () => {
    await owner?.end();
    await test?.close();
  });

  const marks = { name: 'Marguerite', account: 'marguerite.d', email: 'marguerite@example.org', phone: '+13105550199' };
  const later = { name: 'Perpetua', account: 'perpetua.k', email: 'perpetua@example.org' };
  /** Texts of any table in which a mark still stands. */
  const found = async () => {
    const { rows: columns } = await owner.query<{ name: string; column: string }>(
      `SELECT c.oid::regclass::text AS name, quote_ident(a.attname) AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND c.relnamespace::regnamespace::text !~ '^(pg_|information)'
          AND a.atttypid IN ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)`,
    );
    const places: string[] = [];
    for (const { name, column } of columns) {
      const { rowCount } = await owner.query(`SELECT FROM ${name} WHERE ${column}::text ILIKE ANY($1) LIMIT 1`, [
        [...Object.values(marks), ...Object.values(later)].map((mark) => `%${mark}%`),
      ]);
      if (rowCount) places.push(`${name}.${column}`);
    }
    return places;
  };

  it('is named in no table afterwards, and cannot sign in', async () => {
    const admin = await test.signIn(hosts.north, 'admin');
    const { rows } = (await admin.get('sysOrg/page')).body.data as { rows: { id: string }[] };
    const password = 'harbour-crane-7';
    const added = await admin.post('sysUser/add', { ...marks, password, adminType: '3', org: rows[0]?.id });
    const { id } = added.body.data as { id: string };
    const trySignIn = (account: string) =>
      test.app.inject({
        ...{ method: 'POST', url: '/api/login', headers: { host: hosts.north } },
        payload: { account, password },
      });
    const signIn = () => trySignIn(marks.account);
    const token = (await signIn()).json<{ data: string }>().data;
    await admin.post('sysUser/edit', { id, nickName: marks.name, phone: marks.phone });
    // Both tried by them: the address instead of the name, and a name that they have given up since.
    await trySignIn(marks.email);
    const comment = { path: 'sysOrg', record: rows[0]?.id, text: '@Marguerite, look', mentions: [id] };
    expect((await admin.post('comment', comment)).body).toMatchObject({ success: true });
    await admin.post('sysUser/edit', { id, ...later });
    await test.node.logs.flush();
    expect(await found()).toEqual(
      expect.arrayContaining(['account.name', 'visit_log.account', 'audit.changes', 'record_comment.text']),
    );
    const early = await admin.post('sysUser/erase', { id });
    expect(early.body.issues?.map(({ code }) => code)).toEqual(['stillActive']);
    await admin.post('sysUser/changeStatus', { id, status: '1' });
    expect((await admin.post('sysUser/erase', { id })).body).toMatchObject({ success: true });
    await test.node.logs.flush();
    expect(await found()).toEqual([]);
    expect((await signIn()).json<{ success: boolean }>().success).toBe(false);
    const asThem = await test.app.inject({
      url: '/api/getLoginUser',
      headers: { host: hosts.north, authorization: `Bearer ${token}` },
    });
    expect(asThem.statusCode).toBe(401);
    const left = (await admin.get('sysUser/detail', { id })).body.data as Record<string, unknown>;
    expect(left).toMatchObject({ account: `deleted-${id}`, status: '2', email: null });
  });
});
