import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBatch } from '../../../server/store/batch.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';

const one = { name: 'one', text: 'SELECT $1::int AS n', values: [1] };
const insert = (n: number) => ({ name: 'insert', text: 'INSERT INTO kept VALUES ($1::int)', values: [n] });
const all = { text: 'SELECT n FROM kept ORDER BY n', values: [] };

describe('statements that travel together', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createDatabase();
    client = new pg.Client({ connectionString: database.url, pipeline: true } as pg.ClientConfig);
    await client.connect();
    await client.query('CREATE TABLE kept (n int PRIMARY KEY)');
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  it('answer each with its rows, named or not, the second time as the first', async () => {
    const statements = [
      one,
      { text: 'SELECT $1::text AS word, $2::text[] AS list', values: ['a', ['b "c"', null]] },
      one,
    ];
    const answers = [[{ n: 1 }], [{ word: 'a', list: ['b "c"', null] }], [{ n: 1 }]];
    expect(await sendBatch(client, statements)).toEqual(answers);
    expect(await sendBatch(client, statements)).toEqual(answers);
  });

  it('are one transaction: what fails takes the rest with it, and says why', async () => {
    await expect(sendBatch(client, [insert(1), insert(1), insert(2)])).rejects.toMatchObject({ code: '23505' });
    expect(await sendBatch(client, [all])).toEqual([[]]);
  });

  it('say what is wrong with a statement that cannot be prepared, and leave the connection as it was', async () => {
    const wrong = { name: 'wrong', text: 'SELECT nothing FROM nowhere', values: [] };
    await expect(sendBatch(client, [one, wrong])).rejects.toMatchObject({ code: '42P01' });
    await expect(sendBatch(client, [wrong])).rejects.toMatchObject({ code: '42P01' });
    expect(await sendBatch(client, [one])).toEqual([[{ n: 1 }]]);
  });

  it('do not mix with others on the same connection, also when those fail', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        sendBatch(client, at % 3 === 0 ? [one, { text: 'SELECT 1/0', values: [] }] : [{ ...one, values: [at] }]),
      ),
    );
    const answers = settled.map((each) => (each.status === 'fulfilled' ? each.value[0]?.[0]?.['n'] : 'failed'));
    expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? 'failed' : at)));
  });

  it('end the transaction that they belong to, unless one of them fails', async () => {
    const begin = { text: 'BEGIN', values: [] };
    const commit = { text: 'COMMIT', values: [] };
    await sendBatch(client, [begin, insert(3)]);
    await expect(sendBatch(client, [insert(3), commit])).rejects.toMatchObject({ code: '23505' });
    await client.query('ROLLBACK');
    await sendBatch(client, [begin, insert(4)]);
    await sendBatch(client, [insert(5), commit]);
    expect(await sendBatch(client, [all])).toEqual([[{ n: 4 }, { n: 5 }]]);
  });
});
