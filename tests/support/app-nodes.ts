import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CarrierBases } from '../../server/domain/carriers/carrier.ts';
import type { Timing } from '../../server/domain/shipping/placings.ts';
import type { StripeSettings } from '../../server/domain/payments/stripe.ts';
import { root, secretKey } from './test-app.ts';

/** What came back; null when nothing did, and nobody knows what became of the request. */
export type Reply = { readonly status: number; readonly text: string } | null;

export interface Sending {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A whole server, compiled, in a process of its own. */
export interface AppNode {
  readonly port: number;
  readonly pid: number;
  /** The end of what it printed, and how it ended, to tell why. */
  said(): string;
  send(sending: Sending): Promise<Reply>;
  /** Resolves when the process is gone, however it went. */
  readonly gone: Promise<void>;
  /** SIGKILL: it gets no time for anything. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds what such servers run, once per change. */
export function buildNodes(): void {
  const built = spawnSync(process.execPath, ['server/scripts/build.mjs', 'nodes'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}

/** What a server may be given beside its database. */
export interface NodeSettings {
  /** Where files lie, where several servers share them. */
  readonly shared?: string;
  /** Without it payments online are not offered. */
  readonly stripe?: StripeSettings;
  /** Connections for writes; a race needs more of one tenant's at once than a node otherwise gives it. */
  readonly writers?: number;
  /** Where its carriers are and how long placing waits for each; without it no carrier is asked. */
  readonly carriers?: {
    readonly apiBases?: CarrierBases;
    readonly placing?: Partial<Timing>;
    readonly webhookHosts?: readonly string[];
  };
}

/** Starts one on a prepared database and waits until it takes requests. */
export function startAppNode(
  databaseUrl: string,
  { shared, stripe, carriers, writers = 12 }: NodeSettings = {},
): Promise<AppNode> {
  const folder = shared ?? mkdtempSync(join(tmpdir(), 'lading-node-'));
  const args = [
    join(root, 'dist/nodes/app-node.js'),
    databaseUrl,
    root,
    secretKey,
    '0',
    folder,
    JSON.stringify(stripe ?? null),
    String(writers),
    JSON.stringify(carriers ?? {}),
  ];
  const env = { PATH: process.env['PATH'] };
  const reporting = ['--report-on-signal', '--report-signal=SIGUSR2', `--report-directory=${tmpdir()}`];
  const child = spawn(process.execPath, [...reporting, ...args], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const agent = new Agent({ keepAlive: true });
  const gone = new Promise<void>((done) =>
    child.once('exit', () => {
      agent.destroy();
      if (shared === undefined) rmSync(folder, { recursive: true, force: true });
      done();
    }),
  );
  const end = (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    return gone;
  };
  return new Promise((done, fail) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-10_000);
      const port = Number(/ready (\d+)/.exec(said)?.[1]);
      if (!port) return;
      const node = { port, pid: child.pid ?? 0, said: () => said, gone };
      done({
        ...node,
        send: (sending) => send(port, agent, sending),
        kill: () => end('SIGKILL'),
        stop: () => end('SIGTERM'),
      });
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code, signal) => {
      said += `\nended with ${code ?? signal}\n`;
      fail(new Error(`the server ended with ${code ?? signal}: ${said}`));
    });
  });
}

function send(port: number, agent: Agent, { method, path, host, headers = {}, body }: Sending): Promise<Reply> {
  return new Promise((done) => {
    const call = request({ port, agent, host: '127.0.0.1', method, path, headers: { host, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => done(answer.complete ? { status: answer.statusCode ?? 0, text } : null));
      answer.on('error', () => done(null));
    });
    call.on('error', () => done(null));
    call.end(body);
  });
}

/** Someone signed in, as a server is asked by them. */
export interface Door {
  readonly host: string;
  readonly token: string;
}

/** Posts JSON in the name of someone, under a key. */
export function postTo(node: AppNode, who: Door, path: string, body: unknown, key?: string): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${who.token}`,
    'x-wire': 'plain',
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const call = { method: 'POST', path: `/api/${path}?culture=en-US`, host: who.host, headers };
  return node.send({ ...call, body: JSON.stringify(body) });
}
