import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInThread } from '../../server/files/table-worker-thread.ts';
import { tableLimits } from '../../server/files/read-table.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Preview {
  header: string[];
  mapping: (string | null)[];
  problems: string[];
  rows: { cells: string[]; reasons: string[] }[];
  more: boolean;
}

const file = ['Name,Who?,Code', 'Alpha Goods,Mira,C9001', ',Otto,C9002'].join('\n');

describe('an import before it is ordered', () => {
  let world: World;
  let admin: Person;
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
  });
  afterAll(() => world?.close());

  const look = async (bytes: string, mapping?: unknown, person = admin) => {
    const query = mapping === undefined ? '' : `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    const answer = await person.send(`Customer/importPreview${query}`, 'rows.csv', bytes);
    return answer.body as unknown as { success: boolean; code: number; data: Preview; issues: { code: string }[] };
  };
  const customers = async () =>
    ((await admin.get('Customer/page', { pageSize: '1', count: 'exact' })).body.data as { totalRows: number })
      .totalRows;

  it('shows the first rows with the reasons against them, and adds nothing', async () => {
    const before = await customers();
    const { data } = await look(file);
    expect(data.header).toEqual(['Name', 'Who?', 'Code']);
    expect(data.mapping).toEqual(['name', null, 'code']);
    expect(data.problems).toEqual([]);
    expect(data.more).toBe(false);
    expect(data.rows[1]?.reasons.join(' ')).toContain('Name');
    expect(await customers()).toBe(before);
  });

  it('takes the columns for what the person says', async () => {
    const { data } = await look(file, ['name', 'contact', null]);
    expect(data.mapping).toEqual(['name', 'contact', null]);
    const twice = await look(file, ['name', 'name', null]);
    expect(twice.data.problems).toHaveLength(1);
    const nothing = await look(file, ['nowhere', null, null]);
    expect(nothing.data.problems).toHaveLength(1);
  });

  it('refuses what is no mapping, no table, or not allowed', async () => {
    expect((await look(file, { a: 1 })).issues[0]?.code).toBe('import.mapping');
    expect((await look('Name')).issues[0]?.code).toBe('import.noRows');
    expect((await look(file, undefined, world.person('north member').person)).code).toBe(1013002);
    expect((await world.person('north member').person.get('Customer/importTemplate')).body.code).toBe(1013002);
  });

  it('adds a mapped file once, however often it is sent under one key', async () => {
    const mapping = encodeURIComponent(JSON.stringify(['name', null, null]));
    const order = () =>
      admin.send(`Level/import?mapping=${mapping}`, 'levels.csv', 'A,B,C\nMapped level,2,3', {
        'idempotency-key': 'import-of-levels',
      });
    const first = (await order()).body.data as { job: string };
    expect((await order()).body.data).toEqual(first);
    await world.test.runJobs();
    const { rows } = (await admin.get('Level/page', { name: 'Mapped level' })).body.data as { rows: unknown[] };
    const job = (await admin.get('job', { id: first.job })).body.data as { state: string };
    expect(job.state).toBe('done');
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  it('has a template whose columns the import knows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lading-template-'));
    const path = join(folder, 'template.xlsx');
    await writeFile(path, (await admin.raw('Order/importTemplate', { culture: 'en-US' })).rawPayload);
    const rows: string[][] = [];
    for await (const row of readInThread(path, null, tableLimits)) rows.push(row);
    await rm(folder, { recursive: true });
    const [header = []] = rows;
    expect(header.length).toBeGreaterThan(3);
    expect(header.some((name) => /^\w+\[1\]\.\w+$/.test(name))).toBe(true);
    const csv = [header, header.map(() => 'x')].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
    const answer = await admin.send('Order/importPreview', 'rows.csv', csv);
    const { mapping } = answer.body.data as Preview;
    expect(mapping.every((place) => place !== null)).toBe(true);
  });
});
