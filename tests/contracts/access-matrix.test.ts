import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsOf, openOracle, schemas, type Oracle, type RawRow, type SchemaText } from '../support/access-oracle.ts';
import { entitiesOfEveryAccess } from '../support/entity-shapes.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { hosts, type Answer } from '../support/test-app.ts';
import { functionWritten, openWorld, type Principal, type World } from '../support/world.ts';

/*
 * Every endpoint of every entity, asked by someone of every role for a row of their own, a sibling member's, another
 * tenant's and none at all; each answer compared with what the text of the schema promises. Of an entity whose access is
 * granted in no way of its own, one row stands for those that the schema promises the same of; in the night all are asked.
 */

const missing = '999999999999999';
const names = ['admin', 'finance', 'clerk', 'member', 'sibling'].map((name) => `north ${name}`);
const everyone = [...names, 'south admin', 'south member', 'platform superAdmin'];

let world: World;
let oracle: Oracle;
beforeAll(async () => {
  world = await openWorld();
  oracle = await openOracle(world.owner);
});
afterAll(() => world?.close());

/** An answer without what differs for every call. */
const plain = ({ status, raw }: Answer): string => `${status} ${raw.body.replace(/"traceId":"\w+"/, '')}`;
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => String(id)).toSorted();

/** What the answer comes to, in one word. Anything that is refused for another reason than access was allowed. */
function verdict({ status, body }: Answer): 'forbidden' | 'notFound' | 'allowed' | 'broken' {
  if (status >= 500 || status === 404 || status === 401) return 'broken';
  if (status === 403) return 'forbidden';
  return body.code === 1013003 ? 'notFound' : 'allowed';
}

/** Rows of every distance from this person: visible ones, those inside the tenant that are not, a foreign one, none. */
function distances(schema: SchemaText, principal: Principal): { id: string; row: RawRow | null }[] {
  const rows = oracle.rows(schema);
  const visible = rows.filter((row) => oracle.reaches(schema, principal, 'read', row));
  const unseen = rows.filter((row) => row.tenant_id === principal.tenant && !visible.includes(row));
  const foreign = rows.filter((row) => row.tenant_id !== principal.tenant);
  const picked = entitiesOfEveryAccess.has(schema.entity)
    ? [...visible.slice(0, 4), ...unseen.slice(0, 4), ...foreign.slice(0, 2)]
    : [visible, unseen, foreign].flatMap((alike) => differing(schema, principal, alike).slice(0, 4));
  return [...picked.map((row) => ({ id: row.id, row })), { id: missing, row: null }];
}

/** The first of all rows that this person may do the same things with. */
function differing(schema: SchemaText, principal: Principal, rows: readonly RawRow[]): RawRow[] {
  const codes = ['read', 'edit', 'delete', ...actionsOf(schema).map(({ code }) => code)];
  const promised = (row: RawRow) => codes.map((code) => oracle.reaches(schema, principal, code, row)).join();
  return [...new Map(rows.toReversed().map((row) => [promised(row), row])).values()];
}

/** The menu's list is nested, as its clients read it. */
interface Nested {
  id: string;
  children?: Nested[];
}
const flat = (rows: readonly Nested[]): Nested[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);

describe.each(everyone)('%s', (name) => {
  const of = () => world.person(name);

  it.each(schemas)('reads of $path what the schema grants, row by row', async (schema) => {
    const principal = of();
    const { person } = principal;
    const readable = oracle.holds(schema, principal, 'read');
    const expected = idsOf(oracle.visible(schema, principal));
    const [page, list, dropDown, count] = await Promise.all([
      person.get(`${schema.path}/page`, { pageSize: '200', count: 'exact' }),
      person.get(`${schema.path}/list`),
      person.get(`${schema.path}/dropDown`),
      person.get(`${schema.path}/aggregate`),
    ]);
    if (!readable) {
      for (const answer of [page, list, dropDown, count]) expect(verdict(answer)).toBe('forbidden');
    } else {
      const { rows, totalRows } = page.body.data as { rows: { id: string }[]; totalRows: number };
      // Who is signed in grows while the tests run; everything else stands still.
      if (schema.entity !== 'session') {
        expect(totalRows).toBe(expected.length);
        expect((count.body.data as { count: number }[])[0]?.count).toBe(expected.length);
      }
      if (expected.length <= 200) expect(idsOf(rows)).toEqual(expected);
      expect(idsOf(flat(list.body.data as Nested[]))).toEqual(
        schema.entity === 'menu' ? expected : expected.slice(0, 1000),
      );
      const offered = (dropDown.body.data as { code: string }[]).map(({ code }) => code);
      expect(offered.length).toBe(Math.min(expected.length, 50));
      expect(offered.filter((id) => !expected.includes(id))).toEqual([]);
    }
    const wanted = distances(schema, principal).flatMap(({ id, row }) => {
      const allowed = row !== null && oracle.reaches(schema, principal, 'read', row);
      const answer = !readable ? 'forbidden' : allowed ? 'allowed' : 'notFound';
      const one = ['detail', 'history'].map((verb) => ({ verb, id, answer }));
      return readable ? [...one, { verb: 'page', id, answer: allowed ? 1 : 0 }] : one;
    });
    const found = await sideBySide(wanted, async ({ verb, id }) => {
      const answer = await person.get(`${schema.path}/${verb}`, { id });
      if (verb !== 'page') return { verb, id, answer: verdict(answer) };
      return { verb, id, answer: (answer.body.data as { rows: unknown[] }).rows.length };
    });
    expect(found).toEqual(wanted);
  });

  it.each(schemas)('changes of $path what the schema grants, row by row', async (schema) => {
    const principal = of();
    const { person } = principal;
    // A version that no row ever has, or a state that does not fit, is what stops a change that is otherwise allowed.
    const calls = [
      { verb: 'edit', code: 'edit' },
      { verb: 'delete', code: 'delete' },
      ...actionsOf(schema).map(({ name: verb, code }) => ({ verb, code })),
    ];
    const wanted = distances(schema, principal).flatMap(({ id, row }) =>
      calls.map(({ verb, code }) => {
        const seen = row !== null && oracle.reaches(schema, principal, 'read', row);
        const answer = !oracle.holds(schema, principal, code)
          ? 'forbidden'
          : !seen
            ? lockedFor(schema, code)
            : oracle.reaches(schema, principal, code, row)
              ? 'allowed'
              : 'forbidden';
        return { verb, id, answer, success: false };
      }),
    );
    const found = await sideBySide(wanted, async ({ verb, id }) => {
      const answer = await person.post(`${schema.path}/${verb}`, { id, version: 987654321 });
      return { verb, id, answer: verdict(answer), success: answer.body.success };
    });
    expect(found).toEqual(wanted);
    const [first = ''] = Object.entries(schema.fields).flatMap(([key, { type }]) => (type === 'json' ? [] : [key]));
    const added = await person.post(`${schema.path}/add`, { [first]: { not: 'a value' } });
    expect(verdict(added)).toBe(oracle.holds(schema, principal, 'add') ? 'allowed' : 'forbidden');
    expect(added.body.success).toBe(false);
  });

  it.each(schemas)('exports and imports $path as the schema grants', async (schema) => {
    const principal = of();
    // An order that names no format is refused for that, and a file that is none of ours is never read.
    const exported = await principal.person.post(`${schema.path}/export`, { format: 'none' });
    expect(verdict(exported)).toBe(oracle.holds(schema, principal, 'export') ? 'allowed' : 'forbidden');
    expect(exported.body.success).toBe(false);
    if (oracle.holds(schema, principal, 'import')) return;
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--x--\r\n';
    const { statusCode } = await world.test.app.inject({
      method: 'POST',
      url: `/api/${schema.path}/import`,
      headers: {
        host: hosts[principal.home],
        authorization: `Bearer ${principal.person.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: form,
    });
    expect(statusCode).toBe(403);
  });

  it.each(schemas)('cannot tell a foreign record of $path from none', async (schema) => {
    const principal = of();
    const { person } = principal;
    const foreign = oracle.rows(schema).find((row) => row.tenant_id !== principal.tenant)?.id;
    const unseen = oracle
      .rows(schema)
      .find((row) => row.tenant_id === principal.tenant && !oracle.reaches(schema, principal, 'read', row))?.id;
    const ask = async (id: string) => {
      const answers = await Promise.all([
        ...['detail', 'history', 'page', 'list', 'dropDown', 'aggregate'].map((verb) =>
          person.get(`${schema.path}/${verb}`, { id }),
        ),
        person.get('explain', { path: schema.path, id, code: 'edit' }),
        ...['edit', 'delete', ...actionsOf(schema).map(({ name: verb }) => verb)].flatMap((verb) => [
          person.post(`${schema.path}/${verb}`, { id }),
          ...(verb === 'edit' ? [] : [person.post(`${schema.path}/${verb}`, { ids: [id] })]),
        ]),
      ]);
      return answers.map((answer) => plain(answer).replaceAll(id, '(id)'));
    };
    const ids = [missing, foreign, unseen].filter((id) => id !== undefined);
    const [none = [], ...others] = await Promise.all(ids.map(ask));
    expect(none.length).toBeGreaterThan(0);
    for (const answers of others) expect(answers).toEqual(none);
  });
});

/** Where not even the request role may write, every change is forbidden before any row is looked at. */
const lockedFor = (schema: SchemaText, code: string): 'forbidden' | 'notFound' =>
  functionWritten.has(schema.entity) && !schema.appendOnly && code !== 'read' ? 'forbidden' : 'notFound';

describe.each(everyone)('what is hidden from %s', (name) => {
  const of = () => world.person(name);
  const hiding = () =>
    schemas.filter((schema) => oracle.hidden(schema, of()).length > 0 && oracle.holds(schema, of(), 'read'));

  it('is no key and no text of any answer', async () => {
    const principal = of();
    const { person } = principal;
    const found: string[] = [];
    for (const schema of hiding()) {
      const hidden = oracle.hidden(schema, principal);
      const visible = oracle.visible(schema, principal);
      const secrets = textsIn(visible, hidden);
      const shown = textsIn(
        visible,
        Object.keys(schema.fields).filter((field) => !hidden.includes(field)),
      ).concat(visible.map(({ id }) => id));
      const telling = secrets.filter((secret) => !shown.some((text) => text.includes(secret)));
      const answers = await Promise.all([
        person.get(`${schema.path}/page`, { pageSize: '200' }),
        person.get(`${schema.path}/list`),
        person.get(`${schema.path}/dropDown`),
        person.get(`meta/${schema.path}`),
        ...visible
          .slice(0, 20)
          .flatMap(({ id }) => [
            person.get(`${schema.path}/detail`, { id }),
            person.get(`${schema.path}/history`, { id }),
            person.post(`${schema.path}/edit`, { id, version: 987654321 }),
          ]),
      ]);
      for (const { raw, body } of answers) {
        for (const secret of telling) if (raw.body.includes(secret)) found.push(`${schema.path}: ${secret}`);
        // The keys of `refs` are names of entities, those below a field's options its choices, and a hidden field may be
        // called like one.
        const { refs: _, texts, ...data } = (body.data ?? {}) as { refs?: unknown; texts?: { options?: object } };
        const choices = Object.fromEntries(Object.keys(texts?.options ?? {}).map((field) => [field, null]));
        const mentioned = keysIn({ ...data, texts: { ...texts, options: choices } });
        for (const field of hidden) {
          if (mentioned.has(field) || mentioned.has(`$${field}`)) found.push(`${schema.path}: ${field}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('sorts, filters, searches and sums like a name that does not exist', async () => {
    const principal = of();
    const { person } = principal;
    const differing: string[] = [];
    for (const schema of hiding()) {
      const rows = oracle.rows(schema).filter((row) => row.tenant_id === principal.tenant);
      for (const field of oracle.hidden(schema, principal)) {
        const value = String(rows.map((row) => row[field]).find((cell) => cell !== null && cell !== undefined) ?? 'x');
        const queries = (key: string): [string, Record<string, string>][] => [
          ['page', { sort: key }],
          ['page', { sort: `-${key}` }],
          ['page', { sortField: key, sortOrder: 'descend' }],
          ['page', { [key]: value }],
          ['page', { [`${key}.ne`]: value }],
          ['page', { [`${key}.empty`]: '1' }],
          ['page', { [`${key}.notEmpty`]: '1' }],
          ['list', { [`${key}.contains`]: value.slice(0, 5) }],
          ['aggregate', { group: key }],
          ['aggregate', { sum: key }],
        ];
        const ask = (key: string) =>
          Promise.all(
            queries(key).map(async ([verb, query]) =>
              // The whole name alone: other fields may begin with it.
              plain(await person.get(`${schema.path}/${verb}`, query)).replaceAll(
                new RegExp(`(?<![A-Za-z])${key}(?![A-Za-z])`, 'g'),
                '(field)',
              ),
            ),
          );
        const [real, invented] = await Promise.all([ask(field), ask('zzUnheardOf')]);
        real.forEach((answer, at) => {
          if (answer !== invented[at]) differing.push(`${schema.path} ${JSON.stringify(queries(field)[at])}`);
        });
        const searched = await person.get(`${schema.path}/page`, { searchValue: value });
        const { rows: matching } = searched.body.data as { rows: Record<string, unknown>[] };
        for (const row of matching) {
          const shown = Object.values(row).some((cell) => String(cell).toLowerCase().includes(value.toLowerCase()));
          if (!shown) differing.push(`${schema.path} searchValue=${value} (${field})`);
        }
      }
    }
    expect(differing).toEqual([]);
  });

  it('is in no view that may be opened', async () => {
    const principal = of();
    for (const schema of hiding()) {
      const hidden = oracle.hidden(schema, principal);
      const views = Object.entries((schema.list as { views?: Record<string, { filter: string }> }).views ?? {});
      for (const [view, { filter }] of views) {
        const reads = hidden.some((field) => new RegExp(`\\b${field}\\b`).test(filter));
        const { body } = await principal.person.get(`${schema.path}/page`, { view });
        expect([schema.path, view, body.success]).toEqual([schema.path, view, !reads]);
      }
    }
    expect(schemas.length).toBeGreaterThan(0);
  });
});

describe.each(names)('a reference written by %s', (name) => {
  it('may not tell a foreign record from none', async () => {
    const principal = world.person(name);
    const references = schemas
      .filter((each) => oracle.holds(each, principal, 'add'))
      .flatMap((schema) =>
        Object.entries(schema.fields).flatMap(([field, { type, to }]) => {
          const target = type === 'parent' ? schema : schemas.find(({ entity }) => entity === to);
          return target && ['reference', 'references', 'parent'].includes(type)
            ? [{ schema, field, type, target }]
            : [];
        }),
      );
    const differing = await sideBySide(references, async ({ schema, field, type, target }) => {
      const foreign = oracle.rows(target).find((row) => row.tenant_id !== principal.tenant);
      const sibling = oracle
        .rows(target)
        .find((row) => row.tenant_id === principal.tenant && !oracle.inside(target, principal, row));
      const send = async (id: string) => {
        const answer = await principal.person.post(`${schema.path}/add`, {
          [field]: type === 'references' ? [id] : id,
        });
        return plain(answer).replaceAll(id, '(id)');
      };
      const none = await send(missing);
      const others = [foreign, sibling].filter((row) => row !== undefined);
      const answers = await Promise.all(others.map(({ id }) => send(id)));
      return answers.every((answer) => answer === none) ? [] : [`${schema.path}.${field}`];
    });
    expect(differing.flat()).toEqual([]);
  });
});

/** Texts of these fields that are long enough to be told from chance. */
function textsIn(rows: readonly RawRow[], fields: readonly string[]): string[] {
  const all = rows.flatMap((row) => fields.map((field) => row[field]));
  return [...new Set(all.filter((cell): cell is string => typeof cell === 'string' && cell.length >= 6))];
}

/** Every key, and every field name that stands as a text, anywhere in an answer. */
function keysIn(value: unknown, keys = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value) keysIn(each, keys);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key);
      if (key === 'field' && typeof inner === 'string') keys.add(inner);
      keysIn(inner, keys);
    }
  }
  return keys;
}
