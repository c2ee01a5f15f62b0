import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/fields/field-types.ts';
import type { FieldMeta } from '../../../engine/meta/entity.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { hostile, title, variants } from './cases.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const fields = variants.filter((field) => fieldTypes[field.type].column(field) !== null);

describe.each(fields.map((field) => ({ words: title(field), field })))('the column of $words', ({ field }) => {
  const type = fieldTypes[field.type];

  it('takes every value that the type accepts and gives it back', async () => {
    await createTable(field);
    const values = [...type.samples(field).valid, ...hostile].flatMap((input) => {
      const outcome = type.parse(input, field);
      return outcome.ok && outcome.value !== undefined && outcome.value !== null ? [outcome.value] : [];
    });
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) expect(await stored(field, value)).toEqual(inSql(field, value));
  });
});

describe('the checks of columns', () => {
  it.each<[FieldMeta, unknown]>([
    [{ type: 'text', maxLength: 3 }, 'four'],
    [{ type: 'country' }, 'usa'],
    [{ type: 'color' }, 'red'],
    [{ type: 'email' }, 'x'.repeat(255)],
    [{ type: 'integer' }, '1000000000000000'],
  ])('keep %o from holding %s whoever writes it', async (field, value) => {
    await createTable(field);
    await expect(client.query('insert into held values ($1)', [value])).rejects.toMatchObject({ code: '23514' });
  });

  it('count characters as the type does', async () => {
    await createTable({ type: 'text', maxLength: 2 });
    expect(await stored({ type: 'text' }, '😀😀')).toBe('😀😀');
  });
});

async function createTable(field: FieldMeta): Promise<void> {
  const column = fieldTypes[field.type].column(field)!;
  const check = column.check === undefined ? '' : `check (${column.check.replaceAll('{col}', '"value"')})`;
  await client.query(`drop table if exists held; create table held ("value" ${column.type} ${check})`);
}

/** The value after a write and a read, as JSON has it. */
async function stored(field: FieldMeta, value: unknown): Promise<unknown> {
  const isJson = fieldTypes[field.type].column(field)?.type === 'jsonb';
  await client.query('truncate held');
  await client.query('insert into held values ($1)', [isJson ? JSON.stringify(value) : value]);
  const { rows } = await client.query<{ value: unknown }>('select to_jsonb("value") #>> \'{}\' as value from held');
  const text = String(rows[0]?.value);
  return typeof value === 'string' ? text : (JSON.parse(text) as unknown);
}

/** What Postgres answers for the value: ids of lists are numbers there, and instants are equal in any spelling. */
function inSql(field: FieldMeta, value: unknown): unknown {
  if (fieldTypes[field.type].column(field)?.type === 'timestamptz') return expect.any(String);
  return fieldTypes[field.type].column(field)?.type === 'bigint[]' ? (value as string[]).map(Number) : value;
}
