import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Field } from '../../engine/core/index.ts';
import { loadCatalog } from '../../server/catalog.ts';
import { entitiesOfEveryInput } from '../support/entity-shapes.ts';
import { hosts, root } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/*
 * Two hundred inputs per endpoint that no decent client sends. Whatever comes in, the answer is an envelope with words,
 * and never the server's own failure. An entity that is like others gets twenty per endpoint in the run of a day, each
 * time others of them than the entity before; in the night all have two hundred.
 */

const perEndpoint = 200;
const perLikeEndpoint = 20;
const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const entities = loaded.value.entities;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** One request: what is asked for, and everything about it that is wrong. */
interface Attempt {
  query?: string;
  body?: string;
  headers?: Record<string, string>;
}

async function send(method: 'GET' | 'POST', path: string, token: string, attempt: Attempt): Promise<string[]> {
  const options: InjectOptions = {
    method,
    url: `/api/${path}${attempt.query ? `?${attempt.query}` : ''}`,
    headers: {
      host: hosts.north,
      authorization: `Bearer ${token}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...attempt.headers,
    },
    ...(attempt.body === undefined ? {} : { payload: attempt.body }),
  };
  const told = `${method} ${path} ${JSON.stringify(attempt).slice(0, 160)}`;
  const answer = await world.test.app.inject(options);
  return wrongIn(answer).map((wrong) => `${wrong}: ${told} -> ${answer.statusCode} ${answer.body.slice(0, 160)}`);
}

/** What is wrong with an answer, if anything. */
function wrongIn({ statusCode, body, headers }: LightMyRequestResponse): string[] {
  if (statusCode >= 500) return ['fails'];
  if (!String(headers['content-type']).startsWith('application/json')) return ['is no JSON'];
  const { success, code, message, issues = [] } = JSON.parse(body) as Record<string, unknown> & { issues?: unknown[] };
  const found: string[] = [];
  if (typeof success !== 'boolean' || typeof code !== 'number') found.push('is no envelope');
  if (typeof message !== 'string' || message.trim() === '') found.push('has no words');
  // A code without words is answered as itself: a gap in the locale.
  if (/^[a-z]+\.[a-zA-Z.]+$/.test(String(message))) found.push('has a code for words');
  for (const each of issues as Record<string, unknown>[]) {
    if (typeof each['message'] !== 'string' || each['message'] === '' || each['message'] === each['code']) {
      found.push('has an issue without words');
    }
    if (typeof each['path'] !== 'string') found.push('has an issue without a path');
  }
  return found;
}

/** Values that are wrong wherever they stand, as JSON text: some of them no parser gives back as they were. */
const strange = [
  ...['null', 'true', '0', '-1', '1e308', '-1e-308', '12345678901234567890123', '0.1234567890123456789', '""', '" "'],
  ...[
    '"x"',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '[{}]',
    '{"a":{"b":{"c":1}}}',
    '["a","b"]',
    '{"length":5}',
    '{"toString":1}',
  ],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202e"', '"%00"', '"${7*7}"', `"' OR 1=1 --"`],
  ...['"<script>alert(1)</script>"', '"../../etc/passwd"', '"__proto__"', '"constructor"', '{"__proto__":{"x":1}}'],
  ...['"2026-02-30"', '"0000-00-00"', '"99999-01-01"', '"25:61"', '"NaN"', '"Infinity"', '"1e999"', '"0x10"', '"１２"'],
  `"${'x'.repeat(70_000)}"`,
  `[${'1,'.repeat(3000)}1]`,
  `${'['.repeat(400)}${']'.repeat(400)}`,
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
];

const wrongIds = [
  ...['null', '""', '"0"', '"-1"', '"abc"', '1.5', '1e30', '"9223372036854775808"', '"99999999999999999999999"', '{}'],
  ...['[]', 'true', '"1;DROP TABLE account"', '"\\u0000"', '" 1 "', '"0x1"', '"１"'],
];

const bodies: string[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    'nothing',
    'null',
    '0',
    '"text"',
    'true',
    '[]',
    '[1,2]',
    '[null]',
    '[[]]',
    '{"a":1,}',
    "{'a':1}",
  ],
  ...['{"a":NaN}', '\ufeff{}', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
  ...['{"id":1,"id":2}', '{"ids":[]}', '{"ids":"1"}', '{"ids":[{}]}', '{"ids":[null]}', '{"ids":[[1]]}', '{"ids":{}}'],
  `{"ids":[${'1,'.repeat(1500)}1]}`,
  ...wrongIds.map((id) => `{"id":${id}}`),
  ...wrongIds.map((id) => `[{"id":${id}}]`),
  ...strange.slice(0, 20).map((version) => `{"id":"1","version":${version}}`),
];

const wrongHeaders: Attempt[] = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    ';',
    'application',
  ].map((type) => ({ headers: { 'content-type': type }, body: '{}' })),
  { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nbroken' },
  ...['', ' ', 'a b', 'k'.repeat(201), 'é', '\t', 'ключ'].map((key) => ({
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
    body: '{}',
  })),
  ...['', 'Bearer', 'Bearer  ', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`, 'Bearer \u00e9'].map((authorization) => ({
    headers: { authorization },
    body: '{}',
  })),
];

const queries = (entity: Entity): string[] => {
  const fields = entity.fields.map(({ name }) => name);
  const enc = (json: string) => encodeURIComponent(json);
  const operators = [
    'eq',
    'ne',
    'in',
    'contains',
    'startsWith',
    'gt',
    'gte',
    'lt',
    'lte',
    'between',
    'empty',
    'nothing',
  ];
  const values = [
    '',
    ',',
    ',,',
    'a,b',
    'a,b,c',
    '%00',
    '%ED%A0%80',
    '%',
    '%zz',
    'null',
    '{}',
    '-',
    '1e400',
    'x'.repeat(2000),
  ];
  return [
    ...['-1', '0', '1.5', 'abc', '99999999', '1e3', '%00', '', '+1', '１'].flatMap((n) => [
      `pageNo=${n}`,
      `pageSize=${n}`,
    ]),
    ...[
      'pageNo=1000000&pageSize=200',
      'pageNo=1&pageNo=2',
      'pageSize[]=10',
      'view=nothing',
      'view=__proto__',
      'view=constructor',
    ],
    ...[
      'view=toString',
      'sort=__proto__',
      'sort=-',
      'sort=,,,',
      'sort=a,b,c,d,e,f',
      `sort=${'-'.repeat(500)}`,
      'count=maybe',
    ],
    ...[
      'sortField=constructor&sortOrder=x',
      'sortField=id',
      'sortOrder=descend',
      'searchValue=%00',
      'searchValue=%25%25',
    ],
    ...[
      `searchValue=${'y'.repeat(101)}`,
      'searchValue=a&searchValue=b',
      'searchValue=%5C',
      'searchBeginTime=x',
      'searchEndTime=%00',
    ],
    ...[
      'group=__proto__',
      'group=nothing',
      'sum=id',
      'sum=nothing,nothing',
      'sum=constructor',
      'group=,',
      'from=order&field=x',
    ],
    ...[
      'from=__proto__&field=a.b',
      'from=order&field=boxes.weight',
      'culture=xx',
      'culture=zh-CN&culture=en-US',
      '__proto__=1',
    ],
    ...[
      '__proto__.eq=1',
      'constructor=1',
      'id.id.id=1',
      '.=1',
      '=1',
      '&&&',
      'id=&id=&id=',
      `id.in=${'1,'.repeat(4000)}`,
      '%=%',
    ],
    ...wrongIds.map((id) => `id=${enc(id.replace(/^"|"$/g, ''))}`),
    ...fields.flatMap((field, at) =>
      operators.map((operator, turn) => `${field}.${operator}=${values[(at + turn) % values.length] ?? ''}`),
    ),
    ...fields.flatMap((field, at) =>
      values.map((_, turn) => `${field}=${values[(at * 3 + turn) % values.length] ?? ''}`),
    ),
    fields.map((field) => `${field}.empty=1`).join('&'),
    Array.from({ length: 60 }, () => 'id=1').join('&'),
    Array.from({ length: 60 }, (_, at) => `${fields[at % fields.length]}.ne=1`).join('&'),
  ];
};

/** Objects in which one field is wrong: by its own type's measure first, then by any. */
function wrongRecords(fields: readonly Field[], around: string): string[] {
  const wrap = (name: string, json: string) => `{${around}${JSON.stringify(name)}:${json}}`;
  const invalid = fields.flatMap((field) =>
    field.type.samples(field.meta).invalid.map((value) => wrap(field.name, JSON.stringify(value ?? null) ?? 'null')),
  );
  const inner = fields.flatMap((field) =>
    (field.lines ?? []).flatMap((line) =>
      line.type
        .samples(line.meta)
        .invalid.map((value) => wrap(field.name, `[{${JSON.stringify(line.name)}:${JSON.stringify(value ?? null)}}]`)),
    ),
  );
  const any = strange.flatMap((json, at) => {
    const field = fields[at % Math.max(fields.length, 1)];
    return field ? [wrap(field.name, json)] : [`{${around}"zz":${json}}`];
  });
  const everywhere = strange.map(
    (json) =>
      `{${around}${fields.map(({ name }) => `${JSON.stringify(name)}:${json.length > 5000 ? '[]' : json}`).join(',')}}`,
  );
  return [...any, ...everywhere, ...invalid, ...inner].map((text) => text.replace(/,}$/, '}'));
}

/**
 * `count` of them, spread evenly, so that no kind is left out where there are too many. `turn`, below 1, moves the places:
 * a run that takes few takes others than the run before.
 */
function spread<T>(all: readonly T[], count: number, turn = 0): T[] {
  if (all.length <= count) return Array.from({ length: count }, (_, at) => all[at % all.length] as T);
  return Array.from({ length: count }, (_, at) => all[Math.floor(((at + turn) * all.length) / count)] as T);
}

async function inBatches(attempts: readonly (() => Promise<string[]>)[], together = 25): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < attempts.length; at += together) {
    found.push(...(await Promise.all(attempts.slice(at, at + together).map((attempt) => attempt()))).flat());
  }
  return found.slice(0, 20);
}

describe.each(entities.filter(({ tenancy }) => tenancy === 'tenant'))('$path', (entity) => {
  const token = () => world.person('north admin').person.token;
  const count = entitiesOfEveryInput.has(entity.name) ? perEndpoint : perLikeEndpoint;
  const turn = (entities.indexOf(entity) * 0.618_034) % 1;

  it.each(['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate'])(
    'survives whatever asks for %s',
    async (verb) => {
      const all = queries(entity).map((query): Attempt => ({ query }));
      const tries = spread(all, count, turn).map((each) => () => send('GET', `${entity.path}/${verb}`, token(), each));
      expect(await inBatches(tries)).toEqual([]);
    },
    // Two hundred whole trees of menus take eight seconds on two quiet processors.
    60_000,
  );

  it.each(['add', 'edit', 'delete', ...entity.actions.keys()])('survives whatever is sent to %s', async (verb) => {
    const action = entity.actions.get(verb);
    const id = [...world.homes.north.samples].find(([key]) => key.startsWith(`${entity.name}/`))?.[1] ?? '1';
    const declared = action ? [...action.form, ...action.input] : entity.fields;
    const records = verb === 'delete' ? [] : wrongRecords(declared, verb === 'add' ? '' : `"id":"${id}",`);
    const general = [...bodies.map((body): Attempt => ({ body })), ...wrongHeaders];
    const share = records.length === 0 ? count : count / 2;
    const wrong = spread(records, count - share, turn).map((body): Attempt => ({ body }));
    const all = [...spread(general, share, turn), ...wrong];
    const tries = all.map((each) => () => send('POST', `${entity.path}/${verb}`, token(), each));
    // Anyone who changes rights makes everyone load theirs again: too many such writes get 429.
    const together = ['role', 'account', 'customer'].includes(entity.name) ? 4 : 25;
    expect(await inBatches(tries, together)).toEqual([]);
  });
});

describe('the calls beside the entities', () => {
  it.each([
    'meta',
    'meta/Customer',
    'explain',
    'getLoginUser',
    'sysTenant/GetDoMain',
    'job',
    'preference',
    'nothing/page',
    'sms/page',
    'sysEnumData/list',
    'sysEnumData/listByFiled',
    'codeGenerate/page',
    'codeGenerate/ColumnList/x',
    'sysCodeGenerateConfig/list',
    'membership/membershipInfo',
  ])('survive whatever asks for %s', async (path) => {
    const { token } = world.person('north admin').person;
    const all = queries(entities[0] as Entity).map((query): Attempt => ({ query: `path=Customer&${query}` }));
    expect(await inBatches(spread(all, perEndpoint).map((each) => () => send('GET', path, token, each)))).toEqual([]);
  });

  it.each([
    'login',
    'MembershipLogin',
    'preference',
    'Customer/nothing',
    'Customer/page',
    '__proto__/add',
    'sysFileInfo/upload',
    'sysFileInfo/uploadAvatar',
    'sysUser/updateInfo',
    'sysUser/updatePwd',
    'sysUser/updateAvatar',
    'account/endSessions',
    'account/sendCode',
    'account/bind',
    'sysMenu/detail',
    'email/sendEmailHtml',
    'sms/sendLoginMessage',
    'sms/validateMessage',
    'sysTimers/getActionClasses',
    'codeGenerate/add',
    'Rate/quote',
    'Order/trial',
    'Order/recalculate',
  ])('survive whatever is sent to %s', async (path) => {
    const { token } = world.person('north admin').person;
    const named = strange.flatMap((json) =>
      json.length > 60_000 ? [] : [`{"account":${json},"password":${json},"key":${json}}`],
    );
    // Each attempt to sign in costs a password hash; the shapes that are refused before that are many enough.
    const all = [...bodies, ...named.slice(0, 30)].map((body): Attempt => ({ body })).concat(wrongHeaders);
    expect(await inBatches(spread(all, perEndpoint).map((each) => () => send('POST', path, token, each)))).toEqual([]);
  });

  it('leave the prototype of all objects alone', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('name what is wrong with a content type, a method and a path', async () => {
    const { token } = world.person('north admin').person;
    const headers = { host: hosts.north, authorization: `Bearer ${token}` };
    const ask = async (options: InjectOptions) =>
      (await world.test.app.inject({ ...options, headers: { ...headers, ...options.headers } })).statusCode;
    const text = { 'content-type': 'text/plain' };
    expect(await ask({ method: 'POST', url: '/api/Level/add', headers: text, payload: 'x' })).toBe(415);
    expect(await ask({ method: 'PUT', url: '/api/Level/add', payload: {} })).toBe(404);
    expect(await ask({ method: 'GET', url: `/api/${'x'.repeat(200)}/page` })).toBe(404);
    expect(await ask({ method: 'GET', url: '/api/%E0%A4%A/page' })).toBe(400);
    const large = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    expect(
      await ask({
        method: 'POST',
        url: '/api/Level/add',
        headers: { 'content-type': 'application/json' },
        payload: large,
      }),
    ).toBe(413);
  });
});
