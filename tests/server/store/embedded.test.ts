import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbedded, type Embedded } from '../../../server/store/embedded.ts';

const log = vi.fn<(event: string, facts?: Record<string, unknown>) => void>();
let dataDir = '';
let postgres: Embedded;

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
};

const events = (): string[] => log.mock.calls.map(([event]) => event);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-embedded-'));
  postgres = await startEmbedded({ dataDir, log, settings: { shared_buffers: '16MB' } });
  await query(postgres.url, 'create table kept (word text)');
  await query(postgres.url, "insert into kept values ('before')");
});

afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('an embedded Postgres', () => {
  it('keeps its word on disk and orders text by code point, whatever the machine', async () => {
    const settings = ['fsync', 'synchronous_commit', 'jit', 'listen_addresses', 'server_encoding', 'TimeZone'];
    const rows = await query(
      postgres.url,
      `select name, setting from pg_settings where name in ('${settings.join("','")}')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
    });
    const [order] = await query(postgres.url, "select 'Z' < 'a' as codes, lower('ÄÉ') = 'äé' as folds");
    expect(order).toEqual({ codes: true, folds: true });
  });

  it('lets nobody in without the password, which only its keeper may read', async () => {
    const outsider = new URL(postgres.url);
    outsider.password = 'guess';
    await expect(query(outsider.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('finds letters beyond ASCII by trigram', async () => {
    await query(postgres.url, 'create extension if not exists pg_trgm');
    const [row] = await query(postgres.url, "select cardinality(show_trgm('čšž')) > 1 as letters");
    expect(row).toEqual({ letters: true });
  });

  it('comes back by itself on the same address after it was killed, with what was written', async () => {
    const { pid, url } = postgres;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(postgres.pid).not.toBe(pid), { timeout: 15_000, interval: 50 });
    expect(events()).toContain('postgres.died');
    expect(postgres.url).toBe(url);
    expect(await query(url, 'select word from kept')).toEqual([{ word: 'before' }]);
  });

  it('is used, not started twice, by the next node, and goes on when that one stops', async () => {
    log.mockClear();
    const next = await startEmbedded({ dataDir, log });
    expect(events()).toEqual(['postgres.adopted']);
    expect(next.pid).toBe(postgres.pid);
    expect(await query(next.url, 'select word from kept')).toEqual([{ word: 'before' }]);
    await next.stop();
    expect(events()).toEqual(['postgres.adopted', 'postgres.left']);
    expect(await query(postgres.url, 'select word from kept')).toEqual([{ word: 'before' }]);
  });

  it('is taken over by the next node when its own was killed, and stopped by that one', async () => {
    log.mockClear();
    const before = await startEmbedded({ dataDir, log });
    // As if the process that started it were gone: no process has this number.
    writeFileSync(join(dataDir, 'postgres.keeper'), '4194305 1');
    const next = await startEmbedded({ dataDir, log });
    await before.stop();
    expect(events()).toEqual(['postgres.adopted', 'postgres.adopted', 'postgres.left']);
    await next.stop();
    expect(events().at(-1)).toBe('postgres.stopped');
    await postgres.stop();
  });

  it('starts again with everything after a stop', async () => {
    log.mockClear();
    postgres = await startEmbedded({ dataDir, log });
    expect(events()).toEqual(['postgres.started']);
    expect(await query(postgres.url, 'select word from kept')).toEqual([{ word: 'before' }]);
  });
});
