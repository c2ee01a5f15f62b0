import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { root } from '../../support/test-app.ts';

export const password = 'correct-horse-1';

/** What came back; null when nothing did, and nobody knows what became of the request. */
export type Reply = { readonly status: number; readonly text: string } | null;

/** The built server in a process of its own, with a Postgres of its own that writes to the disk as in earnest. */
export interface RealServer {
  send(call: {
    method: string;
    path: string;
    host: string;
    headers?: Record<string, string>;
    body?: string;
  }): Promise<Reply>;
  /** SIGKILL to the server alone; its Postgres lives on. Starts it again and waits until it is ready. */
  killServer(): Promise<void>;
  /** SIGKILL to the postmaster; the server starts it again by itself. */
  killPostgres(): void;
  /** Waits until the server answers that it is well. */
  well(): Promise<void>;
  /** Asks the database itself, past every wall. */
  ask<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** The end of what the server printed, to tell why. */
  said(): string;
  stop(): Promise<void>;
}

export async function startRealServer(): Promise<RealServer> {
  const built = spawnSync(process.execPath, ['server/scripts/build.mjs', 'server'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
  const port = await freePort();
  let running = await launch(dataDir, port);
  const note = (): string[] => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');

  const send: RealServer['send'] = ({ method, path, host, headers = {}, body }) =>
    new Promise((done) => {
      const call = request({ port, host: '127.0.0.1', method, path, headers: { host, ...headers } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => done(answer.complete ? { status: answer.statusCode ?? 0, text } : null));
        answer.on('error', () => done(null));
      });
      call.on('error', () => done(null));
      call.end(body);
    });

  return {
    send,
    async killServer() {
      await ended(running, 'SIGKILL');
      running = await launch(dataDir, port);
    },
    killPostgres: () => void process.kill(Number(note()[0]), 'SIGKILL'),
    well: () =>
      vi.waitFor(
        async () => {
          const reply = await send({ method: 'GET', path: '/api/health', host: 'localhost' });
          if (reply?.status !== 200) throw new Error(`not well: ${reply?.text ?? running.said()}`);
        },
        { timeout: 20_000, interval: 50 },
      ),
    async ask<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const secret = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
      const client = new pg.Client(`postgresql://lading:${secret}@127.0.0.1:${note()[3]}/lading`);
      await client.connect();
      try {
        return (await client.query<T>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    said: () => running.said(),
    async stop() {
      await ended(running, 'SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  /** The end of what it printed. */
  said(): string;
}

function launch(dataDir: string, port: number): Promise<Running> {
  const env = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: password };
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...env, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((done, fail) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000);
      if (/is ready at/.test(said)) done({ child, said: () => said });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
  });
}

function ended({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
