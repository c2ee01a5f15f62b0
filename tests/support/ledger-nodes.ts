import { fork, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Issue } from '../../server/modules/module.ts';
import type { Sent } from '../domain/ledger/support/money-calls.ts';
import { root, secretKey } from './test-app.ts';

/** A server process of its own that moves money as it is told. */
export interface LedgerNode {
  readonly pid: number;
  ask(sent: Sent): Promise<Issue[]>;
  close(): Promise<void>;
}

/** Two of them on one database, compiled as they would be shipped. */
export async function openLedgerNodes(databaseUrl: string): Promise<readonly [LedgerNode, LedgerNode]> {
  const built = spawnSync(process.execPath, ['server/scripts/build.mjs', 'nodes'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return Promise.all([openLedgerNode(databaseUrl), openLedgerNode(databaseUrl)]);
}

type Told = { ready: true } | { at: number; issues?: Issue[]; error?: string };

function openLedgerNode(databaseUrl: string): Promise<LedgerNode> {
  const child = fork(join(root, 'dist/nodes/ledger-node.js'), [databaseUrl, root, secretKey], { execArgv: [] });
  const waiting = new Map<number, { done(issues: Issue[]): void; fail(error: Error): void }>();
  let last = 0;
  return new Promise((done, fail) => {
    child.once('exit', (code) => {
      const ended = new Error(`the ledger's node ended with ${code}`);
      for (const each of waiting.values()) each.fail(ended);
      fail(ended);
    });
    child.on('message', (told: Told) => {
      if ('ready' in told) return done(node);
      const asked = waiting.get(told.at);
      waiting.delete(told.at);
      if (told.issues) asked?.done(told.issues);
      else asked?.fail(new Error(told.error));
    });
    const node: LedgerNode = {
      pid: child.pid ?? 0,
      ask: (sent) =>
        new Promise((answered, failed) => {
          last += 1;
          waiting.set(last, { done: answered, fail: failed });
          child.send({ at: last, sent });
        }),
      close: () =>
        new Promise((closed) => {
          if (child.exitCode !== null || child.signalCode !== null) return closed();
          child.once('exit', () => closed());
          child.disconnect();
        }),
    };
  });
}
