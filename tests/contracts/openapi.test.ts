import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entitiesOfEveryShape } from '../support/entity-shapes.ts';
import { hosts } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Operation {
  operationId: string;
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: unknown }> }>;
  security?: unknown[];
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  tags: { name: string; description: string }[];
}

let world: World;
let document: Document;
beforeAll(async () => {
  world = await openWorld();
  const answer = await world.test.app.inject({ url: '/api/openapi.json?culture=en-US' });
  document = answer.json<Document>();
});
afterAll(() => world?.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ path, method: method.toUpperCase() as 'GET' | 'POST', call })),
  );

/** Compiles schemas of the document where they stand, so that their references are followed. */
function compilers() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'https://lading.test/api', ...document }, 'https://lading.test/api');
  const made = new Map<string, ReturnType<typeof ajv.compile>>();
  return {
    at(place: string) {
      const check = made.get(place) ?? ajv.compile({ $ref: `https://lading.test/api#${place}` });
      made.set(place, check);
      return check;
    },
    errors: (check: ReturnType<typeof ajv.compile>) => ajv.errorsText(check.errors),
  };
}
const pointer = (...keys: string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

describe('the OpenAPI document', () => {
  it('is whole: version, ids of its own for every call, and answers for each', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.version.length).toBeGreaterThan(0);
    const ids = operations().map(({ call }) => call.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, call } of operations()) {
      expect([path, Object.keys(call.responses).length > 0]).toEqual([path, true]);
      for (const [status, answer] of Object.entries(call.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect('$ref' in answer || typeof (answer as { description?: string }).description === 'string').toBe(true);
      }
      for (const parameter of call.parameters ?? []) {
        expect('$ref' in parameter || (Boolean(parameter.name) && Boolean(parameter.in))).toBe(true);
      }
      const named = (path.match(/\{(\w+)\}/g) ?? []).map((part) => part.slice(1, -1));
      const given = (call.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
      expect(given).toEqual(named);
    }
    for (const kind of Object.values(document.components)) {
      for (const name of Object.keys(kind)) expect(name).toMatch(/^[\w.-]+$/);
    }
  });

  it('points at nothing that is not there', () => {
    const lost = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].filter(
      ([, kind = '', name = '']) => !document.components[kind]?.[name],
    );
    expect(lost.map(([text]) => text)).toEqual([]);
  });

  it('holds schemas that are schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    const schemas = [
      ...Object.entries(document.components['schemas'] ?? {}),
      ...operations().flatMap(({ call }) =>
        Object.values(call.requestBody?.content ?? {}).map(({ schema }): [string, unknown] => [
          call.operationId,
          schema,
        ]),
      ),
    ];
    const broken = schemas.filter(([, schema]) => !ajv.validateSchema(schema as Record<string, unknown>));
    expect(broken.map(([name]) => name)).toEqual([]);
    const compile = compilers();
    for (const name of Object.keys(document.components['schemas'] ?? {})) {
      expect(() => compile.at(pointer('components', 'schemas', name))).not.toThrow();
    }
  });

  it('has a call for every route of the live application, and a route for every call', async () => {
    const { catalog } = world.test.node;
    const reads = ['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate', 'importTemplate', 'nothing'];
    const writes = ['add', 'edit', 'delete', 'import', 'importPreview', 'export', 'nothing'];
    const candidates = new Set(operations().map(({ method, path }) => `${method} ${path}`));
    for (const entity of catalog.entities) {
      for (const verb of reads) candidates.add(`GET /${entity.path}/${verb}`);
      for (const verb of [...writes, ...entity.actions.keys()]) candidates.add(`POST /${entity.path}/${verb}`);
    }
    const spelled = new Map([...candidates].map((each) => [each.toLowerCase(), each]));
    for (const route of literalRoutes(world.test.app.printRoutes({ commonPrefix: false }))) {
      candidates.add(spelled.get(route.toLowerCase()) ?? route);
    }
    const { token } = world.person('north admin').person;
    const differing: string[] = [];
    for (const candidate of candidates) {
      const [method = 'GET', path = ''] = candidate.split(' ');
      // Signs the person out, which would turn every later answer into another.
      if (path === '/logout') continue;
      const { statusCode } = await world.test.app.inject({
        method: method as 'GET' | 'POST',
        url: `/api${path.replace('{path}', 'Level').replace('{n}', '1')}?path=Level`,
        headers: { host: hosts.north, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { payload: '{}' } : {}),
      });
      const documented = document.paths[path]?.[method.toLowerCase()] !== undefined;
      if (documented !== (statusCode !== 404)) differing.push(`${candidate} ${statusCode}`);
    }
    expect(differing).toEqual([]);
    expect(document.paths['/logout']?.['get']).toBeDefined();
  }, 60_000);

  it('describes what the live application answers', async () => {
    const { catalog } = world.test.node;
    const { person } = world.person('north admin');
    const { at, errors } = compilers();
    const wrong: string[] = [];
    for (const entity of catalog.entities.filter(({ tenancy }) => tenancy === 'tenant')) {
      const check = async (verb: string, query: Record<string, string>) => {
        const answer = await person.get(`${entity.path}/${verb}`, query);
        const place = [
          'paths',
          `/${entity.path}/${verb}`,
          'get',
          'responses',
          '200',
          'content',
          'application/json',
          'schema',
        ];
        const validate = at(pointer(...place));
        if (!validate(answer.body)) wrong.push(`${entity.path}/${verb}: ${errors(validate).slice(0, 300)}`);
        return answer.body.data as unknown;
      };
      const { rows } = (await check('page', {})) as { rows: { id: string }[] };
      // One that is like others answers by the same lines of code: its record is what may differ.
      if (!entitiesOfEveryShape.has(entity.name)) {
        for (const { id } of rows.slice(0, 1)) await check('detail', { id });
        continue;
      }
      await check('list', {});
      await check('dropDown', {});
      await check('aggregate', {});
      for (const { id } of rows.slice(0, 2)) {
        await check('detail', { id });
        await check('history', { id });
      }
      await check('detail', { id: '1' });
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('says the same in the other language, in its words', async () => {
    const chinese = (await world.test.app.inject({ url: '/api/openapi.json?culture=zh-CN' })).json<Document>();
    expect(Object.keys(chinese.paths)).toEqual(Object.keys(document.paths));
    expect(chinese.tags[0]?.description).not.toBe(document.tags[0]?.description);
  });
});

describe('the page that browses it', () => {
  it('comes without a session, with a script and a style of its own and no other', async () => {
    const page = await world.test.app.inject({ url: '/api/docs?culture=en-US' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'/);
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|\sstyle=|\son\w+=/);
    for (const [url, type] of [
      ['/api/docs.js', 'text/javascript'],
      ['/api/docs.css', 'text/css'],
    ] as const) {
      const { statusCode, headers, body } = await world.test.app.inject({ url });
      expect([statusCode, String(headers['content-type']).startsWith(type), body.length > 100]).toEqual([
        200,
        true,
        true,
      ]);
      expect(page.body).toContain(url);
    }
  });
});

/** `GET /health` and its kin out of the router's own drawing; parameters and the page's files aside. */
function literalRoutes(drawing: string): string[] {
  const found: string[] = [];
  const above: { depth: number; path: string }[] = [];
  for (const line of drawing.split('\n')) {
    const match = /^([\s│├└─]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match?.[2]) continue;
    const depth = match[1]?.length ?? 0;
    while (above.length > 0 && (above.at(-1)?.depth ?? 0) >= depth) above.pop();
    const path = `${above.at(-1)?.path ?? ''}${match[2]}`;
    above.push({ depth, path });
    for (const method of (match[3] ?? '').split(', ')) {
      if (method === 'GET' || method === 'POST') found.push(`${method} ${path}`);
    }
  }
  return found
    .map((route) => route.replace('/api', ''))
    .filter((route) => !/[:*]|\/docs\.(js|css)$/.test(route) && !/ \/?$/.test(route));
}
