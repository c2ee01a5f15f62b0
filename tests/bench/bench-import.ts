import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { ask, type Door } from './support/client.ts';
import { asOwner } from './support/cluster.ts';
import { jobEnd, sampleUntil } from './support/ended.ts';
import { openBench, root, startProduct } from './support/open-bench.ts';
import { cpuOf, memoryOf } from './support/process.ts';
import { hostOf, newOrder, password } from './support/tenants.ts';

const goal = 0.4;

/** Orders that stand in the table before: enough that its indexes are not empty. */
const before = 20_000;

/**
 * `npm run bench:import -- [--rows 100000]`: orders from a CSV file over HTTP, every rule checked, beside COPY of the very
 * rows that came of it into tables of the same layout. Answers 1 when the ratio is under its goal.
 */
export default async function benchImport(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--rows');
  const rows = Number(at < 0 ? '100000' : args[at + 1]);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const cluster = await openBench(before);
  const files = mkdtempSync(join(tmpdir(), 'bench-import-'));
  const server = await startProduct(cluster, { FILE_STORE: files });
  try {
    const imported = await importRows({ port: server.port, pid: server.pid, rows });
    const copied = await asOwner(cluster.product, (client) => copyRows(client, rows));
    const ratio = copied.seconds / imported.seconds;
    const line = (name: string, seconds: number, more: string) =>
      process.stdout.write(
        `${name.padEnd(28)}${seconds.toFixed(1).padStart(8)} s ${Math.round(rows / seconds)} rows/s ${more}\n`,
      );
    line('COPY, indexes and keys kept', copied.seconds, '');
    line('CSV over HTTP, every rule', imported.seconds, `${imported.cpu.toFixed(1)} s CPU, ${imported.memory} MB`);
    process.stdout.write(`ratio ${ratio.toFixed(2)}, goal ${goal}\n`);
    return ratio >= goal ? 0 : 1;
  } finally {
    await asOwner(cluster.product, async (client) => {
      await client.query(`DROP TABLE IF EXISTS copied_boxes, copied_order`);
      await client.query(`DELETE FROM "order" WHERE "refNo" LIKE 'IMPORT-%'`);
    });
    await server.stop();
    await cluster.embedded.stop();
    rmSync(files, { recursive: true, force: true });
  }
}

interface Job {
  readonly state: string;
  readonly result: { readonly added: number } | null;
}

/** Sends the file and waits for its job. Seconds from the first byte to the job's end. */
async function importRows({ port, pid, rows }: { port: number; pid: number; rows: number }) {
  const host = hostOf(1);
  const body = { account: 'admin', password };
  const token = String(await ask({ port, host, token: '' }, { method: 'POST', path: '/api/login', body }));
  const door: Door = { port, host, token };
  const form = new FormData();
  form.set('file', new Blob([csvOf(rows)], { type: 'text/csv' }), 'orders.csv');
  const cpu = cpuOf(pid);
  const started = performance.now();
  const url = `http://127.0.0.1:${port}/api/Order/import?culture=en-US`;
  const sent = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
  const ordered = (await sent.json()) as { success: boolean; data: { job: string } };
  if (!ordered.success) throw new Error(JSON.stringify(ordered));
  let memory = 0;
  const job = await sampleUntil(jobEnd<Job>(door, ordered.data.job), 50, () => {
    memory = Math.max(memory, memoryOf(pid));
  });
  if (job.result?.added !== rows) throw new Error(JSON.stringify(job));
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cpu: (cpuOf(pid) - cpu) / 1000, memory: Math.round(memory) };
}

/** Ordinary orders of one box, by the names that a person would write. */
function csvOf(rows: number): string {
  const { boxes, source, taxPayer, ...order } = newOrder;
  const [box] = boxes;
  const named = { customer: '', channel: 'West Coast', service: 'Ground', shipFrom: 'Ontario Hub' };
  const first: Record<string, unknown> = { ...named, ...order, source, taxPayer };
  const columns = [...Object.keys(first), ...Object.keys(box).map((name) => `boxes[1].${name}`)];
  const lines = Array.from({ length: rows }, (_, at) => {
    const differs = {
      customer: `Customer ${1 + (at % 20)}`,
      refNo: `IMPORT-${at}`,
      shipToName: `Hugo Lindqvist ${at}`,
    };
    return [...Object.values({ ...first, ...differs }), ...Object.values(box)].join(',');
  });
  return `${columns.join(',')}\n${lines.join('\n')}\n`;
}

/** The rows that the import has made, copied once more into empty tables with the same columns, checks, indexes and keys. */
async function copyRows(client: pg.Client, rows: number): Promise<{ seconds: number }> {
  const orders = await twin(client, 'order', 'copied_order');
  const boxes = await twin(client, 'order__boxes', 'copied_boxes');
  const imported = `FROM "order" o WHERE o."refNo" LIKE 'IMPORT-%'`;
  const list = (columns: readonly string[], alias: string) => columns.map((name) => `${alias}."${name}"`).join(', ');
  const orderRows = await bytesOf(client, `SELECT ${list(orders, 'o')} ${imported} ORDER BY o.id`);
  const ids = `SELECT o.tenant_id, o.id ${imported}`;
  const boxRows = await bytesOf(
    client,
    `SELECT ${list(boxes, 'b')} FROM order__boxes b WHERE (b.tenant_id, b.parent_id) IN (${ids}) ORDER BY b.parent_id`,
  );
  const into = async (table: string, columns: readonly string[], bytes: Buffer) => {
    const named = columns.map((name) => `"${name}"`).join(', ');
    await pipeline(Readable.from([bytes]), client.query(copyFrom(`COPY ${table} (${named}) FROM STDIN`)));
  };
  const started = performance.now();
  await into('copied_order', orders, orderRows);
  await into('copied_boxes', boxes, boxRows);
  const seconds = (performance.now() - started) / 1000;
  const { rows: counted } = await client.query<{ count: string }>('SELECT count(*) FROM copied_order');
  if (Number(counted[0]?.count) !== rows) throw new Error(`COPY took ${counted[0]?.count} rows`);
  return { seconds };
}

/** An empty table like another one, foreign keys too; answers the columns that are not generated. */
async function twin(client: pg.Client, table: string, copy: string): Promise<string[]> {
  await client.query(`DROP TABLE IF EXISTS ${copy} CASCADE`);
  await client.query(`CREATE TABLE ${copy} (LIKE "${table}" INCLUDING ALL)`);
  const { rows: keys } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = quote_ident($1)::regclass AND contype = 'f'`,
    [table],
  );
  for (const { definition } of keys) {
    await client.query(
      `ALTER TABLE ${copy} ADD ${definition.replace('REFERENCES "order"', 'REFERENCES copied_order')}`,
    );
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = quote_ident($1)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function bytesOf(client: pg.Client, select: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo(`COPY (${select}) TO STDOUT`))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
