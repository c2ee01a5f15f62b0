import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOracle, schemas, type Oracle, type RawRow, type SchemaText } from '../support/access-oracle.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

let world: World;
let oracle: Oracle;
let zone: string;
beforeAll(async () => {
  world = await openWorld();
  oracle = await openOracle(world.owner);
  zone = world.homes.north.actor.timeZone;
}, 240_000);
afterAll(() => world.close());

const schemaOf = (name: string): SchemaText => schemas.find(({ entity }) => entity === name)!;

interface Question {
  group?: string;
  unit?: string;
  measure: 'count' | 'sum' | 'avg' | 'min' | 'max';
  field: string;
  status?: string;
}

/** Entities with a number worth adding up, what may be grouped by, and by what states they may be narrowed. */
const subjects: Record<string, { groups: string[]; field: string; status: string[] }> = {
  order: { groups: ['status', 'channel', 'customer'], field: 'boxCount', status: ['draft', 'ordered'] },
  recharge: { groups: ['status', 'customer', 'method'], field: 'amount', status: ['pending', 'passed'] },
};

describe('counting over what a person may see', () => {
  it('answers what a statement written by hand finds among the rows that the oracle lets the person see', async () => {
    const people = world.people.filter(({ home }) => home !== 'platform');
    const property = fc.asyncProperty(
      fc.constantFrom(...people),
      fc.constantFrom(...Object.keys(subjects)),
      fc.nat(),
      fc.constantFrom(undefined, 'day', 'week', 'month', 'year'),
      fc.constantFrom<Question['measure']>('count', 'sum', 'avg', 'min', 'max'),
      fc.nat(),
      async (person, entity, at, unit, measure, narrow) => {
        const { groups, field, status } = subjects[entity]!;
        const asked: Question = {
          group: unit ? 'createdAt' : [...groups, undefined][at % (groups.length + 1)],
          unit,
          measure,
          field,
          status: [...status, undefined][narrow % (status.length + 1)],
        };
        const { answered, byHand } = await askBoth(person, schemaOf(entity), asked);
        expect(answered, `${person.name} ${JSON.stringify(asked)}`).toEqual(byHand);
      },
    );
    await fc.assert(property, { numRuns: 150 });
  }, 120_000);

  it('adds a named total over the rows that count, beside the whole, as the same person may see them', async () => {
    const person = world.person('north finance').person;
    const wanted = { counted: 'posted,waiting', sum: 'amount' };
    const [all] = (await person.get('Recharge/aggregate', wanted)).body.data as Record<string, number>[];
    const sumOf = async (field: string, status: string) =>
      ((await person.get('Recharge/aggregate', { sum: field, status })).body.data as Record<string, number>[])[0]?.[
        field
      ];
    expect(all?.['counted.posted']).toBe(await sumOf('postedAmount', 'passed'));
    expect(all?.['counted.waiting']).toBe(await sumOf('amount', 'pending'));
    expect(all?.['counted.posted']).toBeGreaterThan(0);
    expect(all?.['counted.waiting']).toBeLessThan(Number(all?.['amount']));
    const unknown = await person.get('Recharge/aggregate', { counted: 'drafts' });
    expect(unknown.body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['counted query.unknownField']);
  });

  it('cuts days where the tenant’s clock does, not the server’s', async () => {
    const admin = world.person('north admin');
    const { tenant } = admin;
    const { rows } = await world.owner.query<{ id: string }>(
      'SELECT id::text FROM recharge WHERE tenant_id = $1 ORDER BY id LIMIT 2',
      [tenant],
    );
    const [late, early] = rows.map(({ id }) => id);
    // Two moments of one day in London, on two days of New York.
    await world.owner.query(`UPDATE recharge SET "createdAt" = '2024-03-05 03:30:00+00' WHERE id = $1`, [late]);
    await world.owner.query(`UPDATE recharge SET "createdAt" = '2024-03-05 06:30:00+00' WHERE id = $1`, [early]);
    const query = { group: 'createdAt.day', 'createdAt.between': '2024-03-01,2024-03-31' };
    const { body } = await admin.person.get('Recharge/aggregate', query);
    expect(body.data).toEqual([
      { createdAt: '2024-03-04', count: 1 },
      { createdAt: '2024-03-05', count: 1 },
    ]);
    oracle = await openOracle(world.owner);
  });

  it('names the records behind a grouped reference, the largest first, and no more than asked for', async () => {
    const { person } = world.person('north admin');
    const all = await person.get('Order/aggregate', { group: 'customer', rank: '-count' });
    const top = await person.get('Order/aggregate', { group: 'customer', rank: '-count', limit: '1' });
    const rows = all.body.data as { customer: string; $customer: string; count: number }[];
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ count }) => count)).toEqual(rows.map(({ count }) => count).toSorted((a, b) => b - a));
    expect(rows.every(({ $customer }) => typeof $customer === 'string' && $customer !== '')).toBe(true);
    expect(top.body.data).toEqual(rows.slice(0, 1));
  });

  it('groups by two things at once', async () => {
    const { person } = world.person('north admin');
    const { body } = await person.get('Order/aggregate', { group: 'createdAt.month,status' });
    const rows = body.data as { createdAt: string; status: string; count: number }[];
    expect(new Set(rows.map(({ createdAt, status }) => `${createdAt} ${status}`)).size).toBe(rows.length);
    const visible = oracle.visible(schemaOf('order'), world.person('north admin'));
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(visible.length);
  });

  it.each([
    [{ group: 'nothing' }, 'group'],
    [{ group: 'status,channel,customer' }, 'group'],
    [{ group: 'status,status' }, 'group'],
    [{ group: 'status.day' }, 'group'],
    [{ group: 'createdAt.fortnight' }, 'group'],
    [{ group: "createdAt.day'; DROP TABLE account; --" }, 'group'],
    [{ group: 'boxes' }, 'group'],
    [{ sum: 'status' }, 'sum'],
    [{ avg: 'orderNo' }, 'avg'],
    [{ max: 'nothing' }, 'max'],
    [{ rank: '-boxCount' }, 'rank'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '1001' }, 'limit'],
  ])('refuses %j and says where', async (query, path) => {
    const { body } = await world.person('north admin').person.get('Order/aggregate', query);
    expect(body.success).toBe(false);
    expect(body.issues?.[0]?.path).toBe(path);
    expect(body.issues?.[0]?.message).not.toMatch(/^query\./);
  });

  it('knows no field that the person does not see on every row', async () => {
    const member = world.people.find((person) => person.member !== null)!;
    for (const schema of schemas.filter((each) => oracle.holds(each, member, 'read'))) {
      for (const name of oracle.hidden(schema, member)) {
        const asked: Record<string, string>[] = [
          { group: name },
          { group: `${name}.day` },
          { sum: name },
          { max: name },
        ];
        for (const query of asked) {
          const { body } = await member.person.get(`${schema.path}/aggregate`, query);
          expect(body.issues?.[0]?.code, `${schema.path} ${JSON.stringify(query)}`).toBe('query.unknownField');
        }
      }
    }
  });
});

/** The same question to the server and, over the rows that the oracle names, to Postgres by hand. */
async function askBoth(person: Principal, schema: SchemaText, asked: Question) {
  const { group, unit, measure, field, status } = asked;
  const query = {
    ...(group ? { group: unit ? `${group}.${unit}` : group } : {}),
    ...(measure === 'count' ? {} : { [measure]: field }),
    ...(status ? { status } : {}),
  };
  const { body } = await person.person.get(`${schema.path}/aggregate`, query);
  const hidden = oracle.hidden(schema, person);
  const open = oracle.holds(schema, person, 'read') && [group, field].every((name) => !hidden.includes(name ?? ''));
  if (!open || !body.success) return { answered: body.success, byHand: open };
  const key = measure === 'count' ? 'count' : measure === 'sum' ? field : `${measure}.${field}`;
  const answered = (body.data as Record<string, unknown>[]).map((row) => [
    group ? (row[group] ?? null) : 'all',
    number(row[key]),
  ]);
  const ids = oracle.visible(schema, person).map((row: RawRow) => row.id);
  return { answered: sorted(answered), byHand: await countByHand(schema, ids, asked) };
}

async function countByHand(schema: SchemaText, ids: string[], asked: Question): Promise<unknown[][]> {
  const { group, unit, measure, field, status } = asked;
  const cut = unit
    ? `to_char(date_trunc('${unit}', t."${group}" AT TIME ZONE '${zone}'), 'YYYY-MM-DD')`
    : `t."${group}"::text`;
  const value = measure === 'count' ? 'count(*)' : `${measure}(t."${field}")`;
  const { rows } = await world.owner.query<{ key: string | null; value: string | null }>(
    `SELECT ${group ? cut : `'all'`} AS key, ${value}::text AS value FROM "${schema.entity}" t
      WHERE t.id = ANY($1::bigint[]) AND ($2::text IS NULL OR t.status = $2) ${group ? 'GROUP BY 1' : ''}`,
    [ids, status ?? null],
  );
  return sorted(rows.map(({ key, value: found }) => [key, number(found)]));
}

const number = (value: unknown): number | null =>
  value === null || value === undefined ? null : Math.round(Number(value) * 1e4) / 1e4;
const sorted = (rows: unknown[][]): unknown[][] => rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
