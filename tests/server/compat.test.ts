import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docOfHtml, htmlOfDoc } from '../../server/http/compat/rich-html.ts';
import { hosts, personOf, type Answer, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/*
 * What clients that were there before our own send and read, path by path, as a table of requests and answers; and that
 * the same call in the plain form is what it is inside.
 */

let world: World;
let admin: Person;
let plain: Person;
let boss: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = old('north admin');
  plain = world.person('north admin').person;
  boss = old('platform superAdmin');
});
afterAll(() => world?.close());

const old = (name: string): Person => {
  const { home, person } = world.person(name);
  return personOf(world.test.app, hosts[home], person.token, false);
};
const data = <T = Record<string, unknown>>({ body }: Answer): T => {
  expect(body).toMatchObject({ success: true });
  return body.data as T;
};
type Row = Record<string, unknown>;
const rowsOf = async (who: Person, path: string, query: Record<string, string> = {}) =>
  data<{ rows: Row[] }>(await who.get(path, { pageSize: '200', ...query })).rows;
const org = (name: string): string => world.homes.north.samples.get(`org/${name}`) ?? '';

describe('codes', () => {
  const numbers: [string, string, (() => Person)?][] = [
    ['sysUser/page', 'sex,status,adminType'],
    ['sysApp/page', 'status'],
    ['sysDictType/page', 'status'],
    ['sysDictData/page', 'status'],
    ['sysRole/page', 'roleType,dataScopeType'],
    ['sysMenu/page', 'type,openType,weight'],
    ['sysFileInfo/page', 'fileLocation'],
    ['sysNotice/page', 'type,status'],
    ['sysTimers/page', 'requestType,timerType,executeType,timerStatus', () => boss],
  ];
  it.each(numbers)('of %s are numbers: %s', async (path, fields, who) => {
    const person = who?.() ?? admin;
    const rows = await rowsOf(person, path);
    expect(rows.length).toBeGreaterThan(0);
    for (const field of fields.split(',')) {
      const kinds = new Set(rows.flatMap((row) => (row[field] === null ? [] : [typeof row[field]])));
      expect([field, [...kinds]]).toEqual([field, ['number']]);
    }
  });

  it('that are words stay words, and so does everything in the plain form', async () => {
    const [app] = await rowsOf(admin, 'sysApp/page');
    expect(['Y', 'N']).toContain(app?.['active']);
    expect(typeof (await rowsOf(admin, 'sysOrg/page'))[0]?.['orgType']).toBe('string');
    expect(typeof (await rowsOf(plain, 'sysUser/page'))[0]?.['status']).toBe('string');
    expect(typeof (await rowsOf(plain, 'sysNotice/page'))[0]?.['status']).toBe('string');
  });

  it('are taken as numbers and as texts', async () => {
    const [dict] = data<Row[]>(await admin.get('sysDictType/list', { code: 'sex' }));
    for (const status of [1, '0']) {
      data(await admin.post('sysDictType/changeStatus', { id: dict?.['id'], status }));
      const now = data(await admin.get('sysDictType/detail', { id: String(dict?.['id']) }));
      expect(now['status']).toBe(Number(status));
    }
  });
});

describe('text boxes of lists', () => {
  it.each([
    ['sysUser/page', 'name', 'in'],
    ['sysRole/page', 'code', 'lerk'],
    ['sysOrg/page', 'name', 'est'],
    ['sysDictType/page', 'code', 'otice_'],
    ['sysConfig/page', 'code', 'CAPTCHA'],
    ['sysMenu/page', 'code', 'account'],
    ['sysPos/page', 'name', 'a'],
  ])('of %s find what stands anywhere in %s', async (path, field, part) => {
    const found = await rowsOf(admin, path, { [field]: part });
    const meant = await rowsOf(plain, path, { [`${field}.contains`]: part });
    expect(meant.length).toBeGreaterThan(0);
    expect(found.map(({ id }) => id).toSorted()).toEqual(meant.map(({ id }) => id).toSorted());
    const exact = await rowsOf(plain, path, { [field]: part });
    expect(exact.every((row) => row[field] === part)).toBe(true);
  });

  it('know searchStatus, and the organisation of people with all below it', async () => {
    expect(await rowsOf(admin, 'sysUser/page', { searchStatus: '1' })).toEqual(
      await rowsOf(admin, 'sysUser/page', { status: '1' }),
    );
    const everyone = await rowsOf(admin, 'sysUser/page', { 'sysEmpParam.orgId': org('head') });
    const west = await rowsOf(admin, 'sysUser/page', { 'sysEmpParam.orgId': org('west') });
    expect(west.every((row) => row['org'] === org('west') || row['org'] !== org('head'))).toBe(true);
    expect(everyone.length).toBeGreaterThanOrEqual(west.length);
  });

  it('name what they do not know in the answer', async () => {
    const { body } = await admin.get('sysUser/page', { wings: '2', sortField: 'nothing', sortOrder: 'ascend' });
    expect(body).toMatchObject({ success: true, ignored: ['wings', 'sortField'] });
    expect((await plain.get('Customer/list', { name: 'Acme', 'name.nothing': 'y' })).body).toMatchObject({
      ignored: ['name.nothing'],
    });
    expect((await admin.get('sysUser/page', { name: 'in', pageNo: '1' })).body).not.toHaveProperty('ignored');
  });
});

describe('where a person works', () => {
  it('is taken as sysEmpParam and answered as sysEmpInfo', async () => {
    const [position] = await rowsOf(admin, 'sysPos/page');
    const person = {
      account: 'emp-one',
      name: 'Emp One',
      password: 'correct-horse-2',
      confirm: 'correct-horse-2',
      sex: '1',
      email: 'emp@example.com',
      phone: '+12025550123',
    };
    const sysEmpParam = {
      orgId: org('west'),
      orgName: 'West',
      jobNum: 'W7',
      posIdList: [position?.['id']],
      extIds: [{ orgId: org('head'), posId: position?.['id'] }, {}],
    };
    const { id } = data<{ id: string }>(await admin.post('sysUser/add', { ...person, sysEmpParam }));
    const read = async () => data(await admin.get('sysUser/detail', { id }));
    const post = { orgId: org('head'), posId: position?.['id'], posName: position?.['name'] };
    expect((await read())['sysEmpInfo']).toMatchObject({
      orgId: org('west'),
      orgName: expect.any(String),
      jobNum: 'W7',
      positions: [{ posId: position?.['id'], posName: position?.['name'] }],
      extOrgPos: [{ ...post, orgName: expect.any(String) }],
    });
    const moved = { orgId: org('head'), jobNum: 'H8', posIdList: [], extIds: [] };
    data(await admin.post('sysUser/edit', { id, ...person, sysEmpParam: moved }));
    expect((await read())['sysEmpInfo']).toMatchObject({
      orgId: org('head'),
      jobNum: 'H8',
      positions: [],
      extOrgPos: [],
    });
    const lost = await admin.post('sysUser/edit', { id, sysEmpParam: { ...moved, salary: 7 } });
    expect(lost.body).toMatchObject({ success: false, issues: [{ path: 'sysEmpParam.salary' }] });
  });
});

describe('a rich text', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', '<p>Hello <strong>you</strong></p>'],
    ['<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
    ['<p onclick="x()">a<img src="javascript:x" onerror="x()">b</p>', '<p>ab</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
    [
      '<a href="https://example.com/?a=1&amp;b=2" onclick=x>a</a>',
      '<p><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a</a></p>',
    ],
    ['<ul><li>one</li><li><p>two</p></li></ul>', '<ul><li><p>one</p></li><li><p>two</p></li></ul>'],
    ['<h2>Head</h2>tail<br>end', '<h2>Head</h2><p>tail<br>end</p>'],
    ['<p><span style="x"><i>a</i></span> &lt;b&gt; &amp;</p>', '<p><em>a</em> &lt;b&gt; &amp;</p>'],
    ['<img src="/api/sysFileInfo/preview?id=7">', '<p><img src="/api/sysFileInfo/preview?id=7"></p>'],
    ['<svg><a href="x">y</a></svg><p>z', '<p>z</p>'],
    ['<iframe src="https://example.com"></iframe>ok', '<p>ok</p>'],
    ['a < b <p>c</p>', '<p>a &lt; b</p><p>c</p>'],
    ['<!-- x --><!DOCTYPE html><table><tr><td>1</td><td>2</td></tr></table>', '<p>1 2</p>'],
  ])('%s becomes %s', (html, kept) => {
    expect(htmlOfDoc(docOfHtml(html) as never)).toBe(kept);
    expect(htmlOfDoc(docOfHtml(kept) as never)).toBe(kept);
  });

  it('takes no longer for what is broken on purpose', () => {
    const began = performance.now();
    for (const piece of ['<', '<a ', '<a "', '<b>', '</b', '<!--', '<script>', '&#x41;'])
      docOfHtml(piece.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('is HTML both ways, a document inside, and nothing in it runs', async () => {
    const content = '<h2>Rates</h2><p onclick="x()">New <b>rates</b><script>alert(1)</script></p>';
    const { id } = data<{ id: string }>(
      await admin.post('sysNotice/add', { title: 'Html', type: 1, content, status: 0 }),
    );
    const kept = '<h2>Rates</h2><p>New <strong>rates</strong></p>';
    expect(data(await admin.get('sysNotice/detail', { id }))).toMatchObject({ content: kept, status: 0, type: 1 });
    expect(data(await plain.get('sysNotice/detail', { id }))).toMatchObject({ content: { type: 'doc' } });
  });
});

describe('a notice', () => {
  it('has its status as a number, in lists and filters, and for anyone who received it', async () => {
    const me = world.person('north admin').account;
    const notice = { title: 'Counted', type: '1', content: '<p>x</p>', status: 1, noticeUserIdList: [me] };
    expect(data(await admin.post('sysNotice/add', notice))).toMatchObject({ status: 1 });
    const [row] = await rowsOf(admin, 'sysNotice/page', { title: 'Counted', status: '1' });
    expect(row).toMatchObject({ status: 1, publicTime: expect.any(String) });
    expect(await rowsOf(admin, 'sysNotice/page', { title: 'Counted', status: '0' })).toEqual([]);
    const [received] = await rowsOf(admin, 'sysNotice/received', { searchValue: 'Counted' });
    expect(received).toMatchObject({
      status: 1,
      content: '<p>x</p>',
      publicUserName: 'Ada',
      publicTime: row?.['publicTime'],
    });
    data(await admin.post('sysNotice/changeStatus', { id: row?.['id'], status: 2 }));
    expect(await rowsOf(admin, 'sysNotice/page', { title: 'Counted', status: '2' })).toHaveLength(1);
  });
});

describe('times and sessions', () => {
  it('have the names of such clients beside our own', async () => {
    const [customer] = await rowsOf(admin, 'Customer/page');
    expect(customer).toMatchObject({ createdTime: customer?.['createdAt'], updatedTime: customer?.['updatedAt'] });
    const sorted = await rowsOf(admin, 'sysUser/page', { sortField: 'createdTime', sortOrder: 'descend' });
    const times = sorted.map((row) => String(row['createdTime']));
    expect(times).toEqual(times.toSorted().toReversed());
    const sessions = data<Row[]>(await admin.get('sysOnlineUser/list'));
    expect(sessions.map(({ account }) => account)).toContain('admin');
    for (const name of ['nickName', 'lastLoginIp', 'lastLoginTime', 'lastLoginBrowser', 'lastLoginOs']) {
      expect(sessions[0]).toHaveProperty(name);
    }
  });
});

describe('a deletion', () => {
  const add = async (code: string) =>
    data<{ id: string }>(await admin.post('sysPos/add', { name: code, code, sort: 1 })).id;
  const stale = async (code: string) => {
    const id = await add(code);
    const row = data(await admin.get('sysPos/detail', { id }));
    data(await admin.post('sysPos/edit', { id, name: `${code} 2` }));
    return row;
  };

  it('goes by the id of a whole row, whatever version stands in it', async () => {
    expect(data(await admin.post('sysPos/delete', await stale('whole-row')))).toMatchObject({ id: expect.any(String) });
  });

  it('holds to a version that comes alone, or as If-Match', async () => {
    const { id, version } = await stale('with-version');
    expect((await admin.post('sysPos/delete', { id, version })).status).toBe(409);
    expect((await admin.post('sysPos/delete', { id }, { 'if-match': `"${String(version)}"` })).status).toBe(409);
    data(await admin.post('sysPos/delete', { id }, { 'if-match': String(Number(version) + 1) }));
  });
});

describe('a reset password', () => {
  it('is the default of the tenant, which must be changed at once, where nobody would be shown another', async () => {
    const [setting] = await rowsOf(admin, 'sysConfig/page', { code: 'DEFAULT_PASSWORD' });
    const person = { account: 'forgetful', name: 'Forgetful', password: 'correct-horse-2', org: org('head') };
    const { id } = data<{ id: string }>(await admin.post('sysUser/add', person));
    expect(data(await admin.post('sysUser/resetPwd', { id }))).not.toHaveProperty('password');
    const entered = await world.test.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: hosts.north },
      payload: { account: 'forgetful', password: setting?.['value'] },
    });
    const { data: token } = entered.json<{ data: string }>();
    const again = personOf(world.test.app, hosts.north, token, false);
    expect((await again.get('Customer/page')).body).toMatchObject({ code: 1013005 });
  });
});

describe('the menu', () => {
  it('is that of the application that opens, with a module for every page and a path of its own', async () => {
    const user = data<{ apps: Row[]; menus: Row[] }>(await admin.get('getLoginUser'));
    expect(
      user.apps
        .map(({ active }) => active)
        .toSorted()
        .toReversed()[0],
    ).toBe('Y');
    expect(new Set(user.apps.map(({ active }) => active))).toEqual(new Set(['Y', 'N']));
    expect(new Set(user.menus.map(({ application }) => application)).size).toBe(1);
    const system = data<Row[]>(await admin.post('sysMenu/change', { application: 'system' }));
    const platform = data<Row[]>(await boss.post('sysMenu/change', { application: 'platform' }));
    for (const nodes of [user.menus, system, platform]) {
      const pages = nodes.filter(({ meta }) => !(meta as Row)['target']);
      expect(pages.map(({ component }) => component).filter((each) => !each || each === 'entity')).toEqual([]);
      const paths = nodes.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }
    const modules = new Map(system.map(({ name, component }) => [name, component]));
    expect([...modules.values()]).toEqual(
      expect.arrayContaining([
        ...['system/org/index', 'system/pos/index', 'system/user/index', 'system/role/index', 'system/dict/index'],
        ...['system/onlineUser/index', 'system/notice/index', 'system/noticeReceived/index', 'system/file/index'],
        ...['system/email/index', 'system/sms/index', 'system/app/index', 'system/menu/index', 'system/config/index'],
        ...['system/log/vislog/index', 'system/log/oplog/index', 'system/log/exlog/index', 'gen/codeGenerate/index'],
        'system/formDesign/index',
      ]),
    );
    expect(platform.map(({ component }) => component)).toEqual(
      expect.arrayContaining(['system/tenant/index', 'system/timers/index', 'system/machine/index']),
    );
    expect(data<{ menus: Row[] }>(await plain.get('getLoginUser')).menus.some((n) => n['component'] === 'entity')).toBe(
      true,
    );
  });

  it('gives the module of a delivered entry and takes it back, with the screens that it had', async () => {
    for (const code of ['system.account', 'configuration', 'system.code-generator', 'organisation']) {
      const row = (await rowsOf(admin, 'sysMenu/page', { code })).find((each) => each['code'] === code);
      if (!row) throw new Error(`no entry ${code}`);
      const entry = data(await admin.get('sysMenu/detail', { id: String(row['id']) }));
      const before = data(await plain.get('sysMenu/detail', { id: String(row['id']) }));
      expect(entry['component']).toBeTruthy();
      const { version: _, ...form } = entry;
      data(await admin.post('sysMenu/edit', { ...form, sort: 7 }));
      const after = data(await plain.get('sysMenu/detail', { id: String(row['id']) }));
      for (const field of ['component', 'entity', 'type', 'openType', 'router']) {
        expect([code, field, after[field]]).toEqual([code, field, before[field]]);
      }
    }
    const menu = { name: 'Made', code: 'made-of-old', type: 1, pid: '0', application: 'system', openType: 1 };
    const made = await admin.post('sysMenu/add', {
      ...{ ...menu, router: '/made', component: 'system/pos/index', visible: 'Y' },
    });
    expect(made.body).not.toHaveProperty('ignored');
    const { id } = data<{ id: string }>(made);
    expect(data(await plain.get('sysMenu/detail', { id }))).toMatchObject({ entity: 'position', component: null });
  });
});

describe('figures of the machine', () => {
  it('are texts to read, with what they were made from beside them', async () => {
    expect(data(await boss.get('sysMachine/use'))).toMatchObject({
      totalRam: expect.stringMatching(/^[\d.]+ [KMGT]B$/),
      ramRate: expect.stringMatching(/^[\d.]+%$/),
      raw: { totalRam: expect.any(Number) },
    });
    expect(data(await boss.get('sysMachine/network'))).toMatchObject({
      networkSpeed: expect.stringMatching(/B\/s$/),
      raw: { networkSpeed: expect.any(Number) },
    });
  });
});

describe('calls that only such clients make', () => {
  it.each<[string, 'get' | 'post', string, Record<string, unknown>, unknown]>([
    ['admin', 'get', 'getTenantOpen', {}, false],
    ['admin', 'get', 'sms/page', {}, { pageNo: 1, pageSize: 10, rows: expect.any(Array) }],
    ['admin', 'get', 'sysEnumData/list', { enumName: 'YesOrNot' }, [{ code: 0 }, { code: 1 }]],
    [
      'admin',
      'get',
      'sysEnumData/list',
      { enumName: 'HttpMethod' },
      expect.arrayContaining([{ code: 1, value: 'POST' }]),
    ],
    [
      'admin',
      'get',
      'sysEnumData/listByFiled',
      { EntityName: 'SysUser', FieldName: 'Sex' },
      [{ code: 1 }, { code: 2 }, { code: 3 }],
    ],
    [
      'boss',
      'get',
      'sysEnumData/listByFiled',
      { EntityName: 'SysTimer', FieldName: 'RequestType' },
      expect.arrayContaining([{ code: 0, value: expect.any(String) }]),
    ],
    ['boss', 'get', 'sysTimers/getActionClasses', {}, expect.arrayContaining(['prune-logs'])],
    ['boss', 'post', 'sysTimers/getActionClasses', {}, expect.arrayContaining(['prune-logs'])],
    ['admin', 'get', 'codeGenerate/page', {}, { pageNo: 1, totalRows: expect.any(Number), rows: expect.any(Array) }],
    [
      'admin',
      'get',
      'codeGenerate/ColumnList/level',
      {},
      expect.arrayContaining([expect.objectContaining({ columnName: 'name' })]),
    ],
    [
      'admin',
      'get',
      'sysCodeGenerateConfig/list',
      { codeGenId: 'level' },
      expect.arrayContaining([expect.objectContaining({ columnName: 'name', whetherRequired: 'Y' })]),
    ],
  ])('%s: %s %s %j', async (who, method, path, sent, answered) => {
    const person = who === 'boss' ? boss : admin;
    const answer =
      method === 'get' ? await person.get(path, sent as Record<string, string>) : await person.post(path, sent);
    expect(answer.body).toMatchObject({ success: true });
    expect(answer.body.data).toEqual(
      Array.isArray(answered)
        ? answered.map((each) => expect.objectContaining(each as object))
        : typeof answered === 'object' && answered !== null && !('asymmetricMatch' in answered)
          ? expect.objectContaining(answered)
          : answered,
    );
  });

  it('read a menu entry by a posted id', async () => {
    const [row] = await rowsOf(admin, 'sysMenu/page');
    const detail = data(await admin.post('sysMenu/detail', { id: row?.['id'] }));
    expect(detail).toMatchObject({ id: row?.['id'], code: row?.['code'], component: expect.any(String) });
  });

  it.each([
    'codeGenerate/add',
    'codeGenerate/edit',
    'codeGenerate/delete',
    'codeGenerate/runLocal',
    'sysCodeGenerateConfig/edit',
  ])('refuse %s in words', async (path) => {
    expect((await admin.post(path, [{ id: '1' }])).body).toMatchObject({
      success: false,
      message: expect.stringMatching(/form designer/),
    });
    expect((await old('north clerk').post(path, {})).status).toBe(403);
  });

  it('ask for the rights that the entities ask for', async () => {
    const clerk = old('north clerk');
    for (const path of [
      'sms/page',
      'codeGenerate/page',
      'sysTimers/getActionClasses',
      'codeGenerate/ColumnList/level',
    ]) {
      expect([path, (await clerk.get(path)).status]).toEqual([path, 403]);
    }
    expect((await clerk.post('email/sendEmailHtml', { to: 'a@example.com', title: 'x', content: 'x' })).status).toBe(
      403,
    );
    expect((await clerk.post('sysMenu/detail', { id: '1' })).status).toBe(403);
  });

  it('send a mail as HTML, cleaned, with its words beside it', async () => {
    const mail = {
      to: 'html@example.com',
      title: 'Rates',
      content: '<p>New <b>rates</b> &amp; more</p><script>x</script>',
    };
    data(await admin.post('email/sendEmailHtml', mail));
    await world.test.runJobs();
    expect(await world.test.letters.next('html@example.com')).toMatchObject({
      html: '<p>New <strong>rates</strong> &amp; more</p>',
      text: 'New rates & more',
    });
  });

  it('send a code by text message, and look at it without spending it', async () => {
    const phoneNumbers = '+12025550199';
    const anonymous = personOf(world.test.app, hosts.north, 'nobody', false);
    data(await anonymous.post('sms/sendLoginMessage', { phoneNumbers, templateCode: 'x' }));
    const letter = await world.test.letters.next(phoneNumbers);
    const code = /\d{6}/.exec(letter.text)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await anonymous.post('sms/validateMessage', { phoneNumbers, code: wrong })).body).toMatchObject({
      success: false,
      issues: [{ code: 'code.wrong' }],
    });
    for (let time = 0; time < 2; time++) {
      expect((await anonymous.post('sms/validateMessage', { phoneNumbers, code })).body.success).toBe(true);
    }
  });

  it('tell a member of the membership, and staff that they have none', async () => {
    const info = data(await old('north member').get('membership/membershipInfo'));
    const balance = data(await old('north member').get('membership/balance'));
    expect(info).toMatchObject({
      id: world.person('north member').member,
      name: expect.any(String),
      contact: expect.any(String),
      chargeBalance: balance['chargeBalance'],
      totalRecharge: balance['totalRecharge'],
    });
    expect(data(await admin.get('membership/membershipInfo'))).toMatchObject({
      id: null,
      name: null,
      chargeBalance: null,
    });
  });
});

describe('permissions', () => {
  it.each(['admin', 'finance', 'clerk', 'member'])(
    'of %s hold the code of every question they may ask, and no other',
    async (name) => {
      const person = old(`north ${name}`);
      const { permissions } = data<{ permissions: string[] }>(await person.get('getLoginUser'));
      const { paths } = (await world.test.app.inject({ url: '/api/openapi.json' })).json<{
        paths: Record<string, object>;
      }>();
      const differing: string[] = [];
      for (const [path, calls] of Object.entries(paths)) {
        const [, group = '', verb = '', more] = path.split('/');
        if (!('get' in calls) || !/^(sys|email|sms|code)/.test(group) || verb === '' || more || verb === 'exportNow')
          continue;
        if (['sysTenant/GetDoMain', 'sysTenant/logo'].includes(`${group}/${verb}`) || verb === 'export') continue;
        const { statusCode } = await person.raw(`${group}/${verb}`, { id: '1' });
        const may = statusCode !== 403 && statusCode !== 404;
        // The template of an import belongs to the right to import.
        const code = verb === 'importTemplate' ? 'import' : verb;
        if (permissions.includes(`${group}:${code}`) !== may) differing.push(`${group}:${verb} ${statusCode}`);
      }
      expect(differing).toEqual([]);
    },
  );

  it('hold the codes of what an administrator may do', async () => {
    const { permissions } = data<{ permissions: string[] }>(await admin.get('getLoginUser'));
    expect(permissions).toEqual(
      expect.arrayContaining([
        ...['sysRole:grantMenu', 'sysRole:grantData', 'sysUser:grantRole', 'sysUser:grantData', 'sysUser:updatePwd'],
        ...['sysNotice:changeStatus', 'sysNotice:received', 'sysFileInfo:upload', 'sysFileInfo:download'],
        ...[
          'sysFileInfo:preview',
          'email:sendEmail',
          'email:sendEmailHtml',
          'codeGenerate:page',
          'codeGenerate:runDown',
        ],
      ]),
    );
    const own = data<{ permissions: string[] }>(await boss.get('getLoginUser'));
    expect(own.permissions).toContain('sysMachine:query');
    expect(new Set(permissions).size).toBe(permissions.length);
  });
});

describe('what is said', () => {
  it('names the field that a refusal is about', async () => {
    const { body } = await admin.post('sysPos/add', { code: 'no name' });
    expect(body.message).toMatch(/^Code: .+; Name: Required\.$/);
    const line = await admin.post('sysUser/edit', {
      id: world.person('north clerk').account,
      sysEmpParam: { extIds: [{ orgId: org('west') }] },
    });
    expect(line.body.message).toMatch(/ 1, .+: Required\.$/);
    expect((await admin.get('sysPos/page', { pageSize: 'x' })).body.message).toMatch(/^pageSize: /);
    const chinese = await admin.get('sysPos/page', { pageSize: 'x', pageNo: 'x', culture: 'zh-CN' });
    expect(chinese.body.message).toMatch(/^page\w+：[^;]+。page\w+：[^;]+。$/);
    const [settings] = data<{ rows: { id: string }[] }>(await admin.get('MemberConfig/page')).rows;
    const cleared = await admin.post('MemberConfig/clearAccount', { id: settings?.id });
    expect(cleared.body.message).toBe('Remainder to: Required.; Reason: Required.');
  });

  it('is that a new account’s repeated password must match', async () => {
    const account = { account: 'repeated', name: 'Repeated', sysEmpParam: { orgId: org('west') } };
    const passwords = { password: 'Stripes-of-zebras-7', confirm: 'Stripes-of-zebras-8' };
    const { body } = await admin.post('sysUser/add', { ...account, ...passwords });
    expect(body).toMatchObject({ success: false, issues: [{ path: 'confirm', code: 'password.differs' }] });
    const { body: added } = await admin.post('sysUser/add', { ...account, ...passwords, confirm: passwords.password });
    expect(added).toMatchObject({ success: true });
    expect(added).not.toHaveProperty('ignored');
  });

  it('tells what a cleared log keeps, and why', async () => {
    const { body } = await admin.post('sysVisLog/delete', {});
    expect(body).toMatchObject({ success: true, data: { days: 7, kept: expect.any(Number) } });
    expect(body.message).toMatch(/older than 7 days were deleted\. What is younger stays/);
  });
});
