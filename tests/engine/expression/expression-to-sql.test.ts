import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expressionToSql } from '../../../engine/core/expression/expression-to-sql.ts';
import type { Expression, SqlScope } from '../../../engine/core/expression/expression.ts';
import { startScratchPostgres, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import { anyExpression, anyRecord, columns } from './any-expression.ts';
import { bind, compiled, numbered } from './support.ts';

const sqlScope: SqlScope = { column: (name) => (name in columns ? `"${name}"` : null) };

const bindings = bind({}, { referrer: { owner: 'Ann', limit: 12.5, level: 2, strict: true } });

let server: ScratchPostgres;
let client: pg.Client;

beforeAll(async () => {
  server = await startScratchPostgres();
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
}, 60_000);

afterAll(async () => {
  await client?.end();
  await server?.stop();
});

/** What each expression gives on each record: the rows of one SELECT. */
async function inSql(expressions: readonly Expression[], records: readonly Record<string, unknown>[]) {
  const values: unknown[] = [JSON.stringify(records.map((record, place) => ({ ...record, place })))];
  const texts = expressions.map((expression) => {
    const outcome = expressionToSql(expression, sqlScope);
    if (!outcome.ok) throw new Error(`${expression.text}: ${JSON.stringify(outcome.issues)}`);
    return numbered(outcome.value, bindings, values).text;
  });
  const definitions = Object.entries({ ...columns, place: 'integer' }).map(([name, type]) => `"${name}" ${type}`);
  const query = `SELECT ${texts.join(', ')} FROM jsonb_to_recordset($1) AS r (${definitions.join(', ')}) ORDER BY place`;
  const { rows } = await client.query<unknown[]>({ text: query, values, rowMode: 'array' });
  return rows;
}

async function one(text: string, record: Record<string, unknown> = {}): Promise<unknown> {
  const [row] = await inSql([compiled(text)], [record]);
  return row?.[0];
}

describe('random expressions over random records', () => {
  it('are true, false and unknown in SQL where they are so in the engine', async () => {
    const verdicts = new Map<unknown, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyExpression, { minLength: 40, maxLength: 60, size: 'max' }),
        fc.array(anyRecord, { minLength: 40, maxLength: 60, size: 'max' }),
        async (texts, records) => {
          const expressions = texts.map((text) => compiled(text));
          const rows = await inSql(expressions, records);
          records.forEach((record, row) => {
            expressions.forEach((expression, column) => {
              const bound = { ...bindings, record };
              const inEngine = expression.evaluate(bound) ?? null;
              const found = rows[row]?.[column];
              verdicts.set(found, (verdicts.get(found) ?? 0) + 1);
              if (found === inEngine && expression.holds(bound) === (found === true)) return;
              throw new Error(`${expression.text} on ${JSON.stringify(record)}: ${inEngine} here, ${found} in SQL`);
            });
          });
        },
      ),
      { numRuns: 12 },
    );
    for (const verdict of [true, false, null]) expect(verdicts.get(verdict)).toBeGreaterThan(1_000);
  }, 60_000);
});

describe('an expression in SQL', () => {
  const record = { name: '50%_\\x', city: 'Łódź', amount: 30.5, rate: 0.1, count: 7, quantity: -2, active: true };
  it.each<[string, unknown]>([
    ['rate * 3 == 0.3', true],
    ['amount / 3 * 3 == amount', false],
    ['round(amount / 3, 2) == 10.17', true],
    ['count / quantity == -3', true],
    ['count % quantity == 1', true],
    ['count / 0 == null', true],
    ['2147483647 * count > 2147483647', true],
    ['999999999999999 * 999999999999999 * 999999999999999 > 1', true],
    // With Postgres' own scale the quotient would be rounded up to 1 and then cut.
    ['(999999999999999 * 1000000000000 - 1) / (999999999999999 * 1000000000000) == 0', true],
    // And here it would keep 16 places, where the engine keeps 20.
    ['1000000.0 - 1000000.0 / 3 * 3 < 0.0000000000000000001', true],
    ['0.0000000000000000005 / 100 == 0.00000000000000000001', true],
    ['-0.0000000000000000005 / 100 == -0.00000000000000000001', true],
    ["name.startsWith('50%_')", true],
    ["name.startsWith('50__')", false],
    ["name.contains('%_\\\\')", true],
    ["name.endsWith('\\\\x')", true],
    ["name.endsWith('_x')", false],
    ['name.contains(name) && name.startsWith(name) && name.endsWith(name)', true],
    ["name.contains('') && name.endsWith('')", true],
    ["city.lower() == 'Łódź' && city.upper() == 'ŁóDź'", true],
    ['size(city) == 4', true],
    ["'B' < 'a' && 'a' < 'ä' && 'z' < 'ä'", true],
    ["' \\t\\u00a0\\u3000x\\ufeff'.trim() == 'x'", true],
    ["name == 'x\\'; drop table r; --'", false],
    ["actor.id == 'u1' && actor.member == null && 'clerk' in actor.roles && !('boss' in actor.roles)", true],
    ["today == '2026-03-01' && now > today", true],
    [
      "record.owner == 'Ann' && record.limit < amount && record.level == 2 && record.strict && record.gone == null",
      true,
    ],
    ['active ? count > amount : null', false],
    ['day in [null]', null],
    ['(active ? null : null) in [1]', null],
    ['null in []', false],
    ['tags == null', true],
  ])('%s gives %j, as in the engine', async (text, expected) => {
    expect(await one(text, record)).toBe(expected);
    const inEngine = compiled(text).evaluate({ ...bindings, record }) ?? null;
    expect(inEngine).toBe(expected);
  });

  it('trims every sign that is a blank in JavaScript', async () => {
    const blanks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) => !one.trim());
    const city = `${blanks.join('')}x\u200b${blanks.join('')}`;
    expect(blanks.length).toBeGreaterThan(20);
    expect(await one("city.trim() == 'x\\u200b'", { city })).toBe(true);
  });

  it('carries what people type as parameters, never as text', () => {
    const outcome = expressionToSql(compiled("name == 'O\\'Hara' && amount > 30.50 && count == 3"), sqlScope);
    expect(outcome).toEqual({
      ok: true,
      value: [
        '(((("name") = ',
        { value: "O'Hara", type: 'text' },
        ') AND (("amount") > ',
        { value: '30.5', type: 'numeric' },
        ')) AND (("count") = ',
        { value: '3', type: 'bigint' },
        '))',
      ],
    });
  });

  it('lets an index serve equality and what a text starts with', async () => {
    await client.query('CREATE TABLE r (name text COLLATE "C", count integer)');
    await client.query("INSERT INTO r SELECT 'n' || g, g FROM generate_series(1, 20000) g");
    await client.query('CREATE INDEX ON r (name); CREATE INDEX ON r (count); ANALYZE r');
    for (const text of [
      "name == 'n77'",
      "name.startsWith('n77')",
      "name in ['n1', 'n2']",
      'count == 77',
      'count > 19990',
    ]) {
      const outcome = expressionToSql(compiled(text), sqlScope);
      if (!outcome.ok) throw new Error(text);
      const { text: where, values } = numbered(outcome.value, bindings);
      const { rows } = await client.query(`EXPLAIN SELECT * FROM r WHERE ${where}`, values);
      expect(JSON.stringify(rows), text).toMatch(/Index/);
    }
  });

  it.each<[string, string[]]>([
    ['rows.all(r, r.weight > 0)', ['all']],
    ['size(rows) > 0', ['size']],
    ["'a' in tags", ['in']],
    ["name.matches('a')", ['matches']],
    ['daysBetween(day, today) > 1', ['daysBetween']],
    ['max(amount, rate) > 1', ['max']],
    ["address.city == 'x'", ['city']],
    ['extra == 1', ['extra']],
    ["old.name == 'x' || input.sum > 1", ['name', 'sum']],
    ['rows == null', ['rows']],
    ['[1][0] == 1', ['list']],
    ['actor.roles == null', ['roles']],
  ])('refuses %s, naming %j', (text, names) => {
    const outcome = expressionToSql(compiled(text), sqlScope);
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    expect(outcome.issues.every((found) => found.code === 'expression.noSql' && found.path === '')).toBe(true);
    expect(outcome.issues.map((found) => found.params?.name)).toEqual(names);
  });
});
