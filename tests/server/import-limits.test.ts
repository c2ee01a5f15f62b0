import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFairSemaphore } from '../../server/files/fair-semaphore.ts';
import { readTable, tableLimits } from '../../server/files/read-table.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

describe('a CSV file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-csv-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const kept = async (text: string) => {
    const path = join(folder, 'table.csv');
    await writeFile(path, text);
    return path;
  };
  const rowsOf = async (table: AsyncIterable<string[]>) => {
    const rows: string[][] = [];
    for await (const row of table) rows.push(row);
    return rows;
  };
  const read = async (text: string) => rowsOf(readTable(await kept(text)));

  it('is read with its quotes, its own separator and its formulas unquoted', async () => {
    expect(await read('\ufeffa;b\r\n"x;""y""\n;";1\r\n\r\n\'=1;\r\n')).toEqual([
      ['a', 'b'],
      ['x;"y"\n;', '1'],
      ['=1', ''],
    ]);
  });

  it('counts the cells of a row and not the separators inside of quotes', async () => {
    const commas = ','.repeat(tableLimits.columns);
    expect((await read(`a,b\n"${commas}",x\n${commas.slice(1)}\n`))[1]).toEqual([commas, 'x']);
    await expect(read(`a,b\n${commas}\n`)).rejects.toMatchObject({
      code: 'import.tooManyColumns',
      params: { max: 500 },
    });
    await expect(read(`a,b\n"${commas}"${commas}\n`)).rejects.toMatchObject({ code: 'import.tooManyColumns' });
  });

  it('of nothing but separators is refused before its row is built, in a thread that could not hold it', async () => {
    await expect(read(','.repeat(19_500_000))).rejects.toMatchObject({ code: 'import.tooManyColumns' });
  });

  it('that is broken is refused', async () => {
    await expect(read('a,b\n1,2\n"x"y,3\n')).rejects.toMatchObject({ code: 'import.unreadable' });
  });

  it('is dropped when its requester has gone', async () => {
    const leaving = new AbortController();
    const path = await kept(`a,b\n${'1,2\n'.repeat(100_000)}`);
    const read = async () => {
      for await (const _ of readTable(path, leaving.signal)) leaving.abort(new Error('gone'));
    };
    await expect(read()).rejects.toThrow('aborted');
  });
});

describe('heavy work of many', () => {
  const places = { account: 1, tenant: 2, node: 3, waiting: { account: 1, tenant: 2 }, patience: 60_000 };
  const stays = new AbortController().signal;

  it('takes turns: one of an account, few of a tenant, too many in the queue are refused', async () => {
    const gate = createFairSemaphore(places);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (tenant: string, account: string, name = account) =>
      gate({ tenant, account }, stays, () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      });
    const end = async (name: string, answer: Promise<string>) => {
      ends.get(name)?.();
      await answer;
    };
    const first = ask('north', 'a', 'a1');
    const second = ask('north', 'a', 'a2');
    await expect(ask('north', 'a', 'a3')).rejects.toMatchObject({ kind: 'tooMany' });
    const other = ask('north', 'b');
    const third = ask('north', 'c');
    await expect(ask('north', 'd')).rejects.toMatchObject({ kind: 'tooMany' });
    const south = ask('south', 'e');
    await Promise.resolve();
    expect(started).toEqual(['a1', 'b', 'e']);
    await end('b', other);
    await Promise.resolve();
    expect(started).toEqual(['a1', 'b', 'e', 'c']);
    await end('a1', first);
    await Promise.resolve();
    expect(started).toEqual(['a1', 'b', 'e', 'c', 'a2']);
    for (const name of ['a2', 'c', 'e']) ends.get(name)?.();
    expect(await Promise.all([second, third, south])).toEqual(['a2', 'c', 'e']);
  });

  it('goes on when someone leaves the queue', async () => {
    const gate = createFairSemaphore({ ...places, node: 1 });
    const leaving = new AbortController();
    let end = (): void => undefined;
    const first = gate({ tenant: 'north', account: 'a' }, stays, () => new Promise<void>((done) => (end = done)));
    const second = gate({ tenant: 'north', account: 'b' }, leaving.signal, () => Promise.reject(new Error('ran')));
    const third = gate({ tenant: 'south', account: 'c' }, stays, () => Promise.resolve('third'));
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    end();
    await first;
    expect(await third).toBe('third');
  });
});

describe('previews of one person', () => {
  let world: World;
  let member: Person;
  beforeAll(async () => {
    world = await openWorld();
    member = world.person('north member').person;
  });
  afterAll(() => world?.close());

  it('come one after another; more than two at once are sent away', async () => {
    const file = `name,phone\n${'x,1\n'.repeat(200)}`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => member.send('AddressBook/importPreview', 'rows.csv', file)),
    );
    const codes = answers.map(({ body }) => body.code).toSorted((one, other) => one - other);
    expect(codes).toEqual([200, 200, 429, 429, 429, 429]);
    expect((await member.send('AddressBook/importPreview', 'rows.csv', ','.repeat(2_000))).body.issues).toMatchObject([
      { code: 'import.tooManyColumns' },
    ]);
  });

  it('and imports of one tenant wait for one another', async () => {
    for (const name of ['one', 'two']) await member.send('AddressBook/import', `${name}.csv`, 'name\nx\n');
    const { rows } = await world.test.node.system.pool.query<{ queues: string }>(
      `SELECT count(DISTINCT job_queue_id) AS queues FROM graphile_worker._private_jobs WHERE job_queue_id IS NOT NULL`,
    );
    expect(rows[0]?.queues).toBe('1');
    await world.test.runJobs();
  });
});
