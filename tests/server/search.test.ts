import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Group {
  entity: string;
  rows: { id: string; title: string; exact: boolean }[];
}

describe('a search over everything', () => {
  let world: World;
  const people: Record<string, Person> = {};
  beforeAll(async () => {
    world = await openWorld();
    for (const name of ['north admin', 'south admin', 'north member', 'north clerk'])
      people[name] = world.person(name).person;
  });
  afterAll(() => world?.close());

  const search = async (who: string, searchValue: string) =>
    (await people[who]!.get('search', { searchValue })).body.data as Group[];
  const numberOf = async (who: string) => {
    const { rows } = (await people[who]!.get('Order/page', { pageSize: '1' })).body.data as {
      rows: { id: string; code?: string; orderNo?: string }[];
    };
    return rows[0] as { id: string } & Record<string, unknown>;
  };

  it('puts the kind that holds just this number first, and that record first in it', async () => {
    const order = await numberOf('north admin');
    const title = Object.values(order).find((value) => typeof value === 'string' && /^[A-Z]{2}-?\d/.test(value));
    const groups = await search('north admin', String(title).toLowerCase());
    expect(groups[0]?.rows[0]).toMatchObject({ id: order.id, exact: true });
  });

  it('finds a number that is copied in groups or with full-width signs, in lists and pickers too', async () => {
    const number = '774890957244';
    for (const text of ['7748 9095 7244', ' 774 890 957 244 ', '７７４８９０９５７２４４']) {
      const groups = await search('north admin', text);
      const boxes = groups.find(({ entity }) => entity === 'package')?.rows;
      expect(boxes, text).toMatchObject([{ title: number, exact: true }]);
      const found = async (verb: string) =>
        JSON.stringify((await people['north admin']!.get(`OrderBox/${verb}`, { searchValue: text })).body.data);
      expect(await found('page'), text).toContain(number);
      expect(await found('dropDown'), text).toContain(number);
    }
  });

  it('finds the number within a scanned bar code, in lists and pickers too', async () => {
    const number = '774890957244';
    const code = `9632001960000000000400${number}`;
    for (const text of [code, `]C1${code}`, `]C1${number}`, `${code.slice(0, 20)}\u001d${code.slice(20)}`]) {
      const groups = await search('north admin', text);
      expect(groups[0]?.rows[0], text).toMatchObject({ exact: true });
      const boxes = groups.find(({ entity }) => entity === 'package')?.rows;
      expect(boxes, text).toMatchObject([{ title: number, exact: true }]);
      const found = async (path: string) =>
        JSON.stringify((await people['north admin']!.get(path, { searchValue: text })).body.data);
      for (const path of ['OrderBox/page', 'OrderBox/dropDown', 'Order/page'])
        expect(await found(path), `${path} ${text}`).toContain(number);
    }
  });

  it('finds numbers by their ends and by their middles, and none that only ends alike', async () => {
    const { rows } = (await people['north admin']!.get('Order/page', { pageSize: '200' })).body.data as {
      rows: { id: string; orderNo: string }[];
    };
    const [{ id, orderNo } = { id: '', orderNo: '' }] = rows;
    const found = async (query: Record<string, string>) => {
      const { data } = (await people['north admin']!.get('Order/page', { pageSize: '200', ...query })).body;
      return (data as { rows: { id: string }[] }).rows.map((row) => row.id);
    };
    const end = orderNo.slice(-6);
    const other = `XX-${end}`;
    for (const text of [orderNo, orderNo.toLowerCase(), orderNo.slice(1), orderNo.slice(0, -1), end])
      expect(await found({ searchValue: text }), text).toContain(id);
    expect(await found({ searchValue: other })).toEqual([]);
    const asked: readonly [Record<string, string>, boolean][] = [
      [{ orderNo }, true],
      [{ orderNo: orderNo.toLowerCase() }, false],
      [{ orderNo: other }, false],
      [{ 'orderNo.in': `${other},${orderNo}` }, true],
      [{ 'orderNo.in': `${other},${orderNo.toLowerCase()}` }, false],
      [{ 'orderNo.in': `${orderNo},X` }, true],
      [{ 'orderNo.contains': orderNo.slice(1).toLowerCase() }, true],
      [{ 'orderNo.contains': `%${end}` }, false],
      [{ 'orderNo.startsWith': orderNo.slice(0, -1) }, true],
      [{ 'orderNo.startsWith': orderNo.slice(1) }, false],
    ];
    for (const [query, isFound] of asked)
      expect((await found(query)).includes(id), JSON.stringify(query)).toBe(isFound);
  });

  it('tells records apart by state, owner and day, and a member’s without the owner', async () => {
    type Row = { id: string; title: string; status?: { text: string; tone: string }; owner?: string; at?: string };
    const { rows } = (await people['north member']!.get('Order/page', { pageSize: '1', sort: '-createdAt' })).body
      .data as { rows: { id: string; orderNo: string; createdAt: string; status: string }[] };
    const [order] = rows;
    const find = async (who: string) => {
      const groups = await search(who, order?.orderNo ?? '');
      return groups.flatMap((group) => group.rows as Row[]).find(({ id }) => id === order?.id);
    };
    const staff = await find('north admin');
    expect(staff).toMatchObject({ at: order?.createdAt, owner: expect.stringContaining('Acme') });
    expect(staff?.status?.text).toMatch(/^[A-Z]/);
    expect(staff?.status?.tone).toMatch(/^(neutral|info|good|warn|bad)$/);
    const own = await find('north member');
    expect(own).toEqual({ ...staff, owner: undefined });
  });

  it('groups by kind, at most five of each', async () => {
    const groups = await search('north admin', 'acme');
    expect(groups.map(({ entity }) => entity)).toContain('customer');
    expect(new Set(groups.map(({ entity }) => entity)).size).toBe(groups.length);
    expect(Math.max(...groups.map(({ rows }) => rows.length))).toBeLessThanOrEqual(5);
  });

  it('finds nothing of another tenant and nothing of another customer', async () => {
    const mine = await search('north admin', 'acme');
    const ids = mine.flatMap(({ rows }) => rows.map(({ id }) => id));
    const theirs = (await search('south admin', 'acme')).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(theirs.filter((id) => ids.includes(id))).toEqual([]);
    const { rows } = (await people['north member']!.get('Order/page', { pageSize: '200' })).body.data as {
      rows: { id: string }[];
    };
    const own = new Set(rows.map(({ id }) => id));
    const seen = (await search('north member', 'harbor')).filter(({ entity }) => entity === 'order');
    expect(seen.flatMap((group) => group.rows).filter(({ id }) => !own.has(id))).toEqual([]);
  });

  it('names only kinds that the person may read', async () => {
    const { data } = (await people['north clerk']!.get('meta')).body as unknown as { data: { entity: string }[] };
    const readable = new Set(data.map(({ entity }) => entity));
    const found = await search('north clerk', 'admin');
    expect(found.map(({ entity }) => entity).filter((entity) => !readable.has(entity))).toEqual([]);
  });

  it('wants between two and a hundred characters, and a session', async () => {
    const answers = await Promise.all(
      ['a', ' ', 'x'.repeat(101)].map((searchValue) => people['north admin']!.get('search', { searchValue })),
    );
    expect(answers.map(({ body }) => body.issues?.[0]?.code)).toEqual(Array(3).fill('search.length'));
    expect((await world.test.app.inject({ url: '/api/search?searchValue=acme' })).statusCode).toBe(401);
  });
});
