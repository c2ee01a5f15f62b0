import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/core/fields/field-types.ts';
import type { FieldMeta } from '../../../engine/core/meta/entity.ts';
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
    for (const value of values) expect([value, await isHeld(field, value)]).toEqual([value, true]);
  });
});

describe('the checks of columns', () => {
  it.each<[FieldMeta, unknown]>([
    [{ type: 'text', maxLength: 3 }, 'four'],
    [{ type: 'country' }, 'usa'],
    [{ type: 'color' }, 'red'],
    [{ type: 'email' }, 'x'.repeat(255)],
    [{ type: 'integer' }, '1000000000000000'],
  ])('keep %o from holding %s on every way in', async (field, value) => {
    await createTable(field);
    await expect(client.query('insert into held values ($1)', [value])).rejects.toMatchObject({ code: '23514' });
  });

  it('count characters as the type does', async () => {
    await createTable({ type: 'text', maxLength: 2 });
    expect(await isHeld({ type: 'text' }, '😀😀')).toBe(true);
  });
});

async function createTable(field: FieldMeta): Promise<void> {
  const column = fieldTypes[field.type].column(field)!;
  const check = column.check === undefined ? '' : `check (${column.check.replaceAll('{col}', '"value"')})`;
  await client.query(`drop table if exists held; create table held ("value" ${column.type} ${check})`);
}

/** Whether the value, once written, is still the same to Postgres: nothing rounded, cut or padded. */
async function isHeld(field: FieldMeta, value: unknown): Promise<boolean> {
  const isJson = fieldTypes[field.type].column(field)?.type === 'jsonb';
  const parameters = [isJson ? JSON.stringify(value) : value];
  await client.query('truncate held');
  await client.query('insert into held values ($1)', parameters);
  const { rows } = await client.query<{ same: boolean }>('select "value" = $1 as same from held', parameters);
  return rows[0]?.same === true;
}
