import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../support/postgres.ts';

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
};

describe('the database of a test file', () => {
  it('is a copy of the template, which is prepared once however many ask', async () => {
    let prepared = 0;
    const template = {
      name: 'words',
      prepare: async (url: string) => {
        prepared += 1;
        await query(url, "create table word as select 'given' as text");
      },
    };
    const [first, second] = await Promise.all([createDatabase(template), createDatabase(template)]);
    await query(first.url, "update word set text = 'changed'");
    expect(await query(first.url, 'select text from word')).toEqual([{ text: 'changed' }]);
    expect(await query(second.url, 'select text from word')).toEqual([{ text: 'given' }]);
    expect(prepared).toBe(1);
    await Promise.all([first.drop(), second.drop()]);
    await expect(query(first.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });
});
