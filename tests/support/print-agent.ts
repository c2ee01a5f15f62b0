import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './test-app.ts';

export interface Agent {
  readonly child: ChildProcess;
  /** All that it has said. */
  readonly said: () => string;
  /** Comes back when it has said this. */
  hears(text: string): Promise<void>;
  /** Its code when it has ended; null where it was killed. */
  readonly ended: Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A print agent as it runs on someone's computer; ends with the test. */
export function startAgent(options: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = {}): Agent {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [`${root}server/print-agent/print-agent.mjs`, ...flags], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      said += text.toString();
      for (const listener of listeners) listener();
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const kill = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  onTestFinished(async () => void (await kill('SIGKILL')));
  return {
    ...{ child, ended, kill, said: () => said },
    hears: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!said.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        void ended.then(() => (said.includes(text) ? resolve() : reject(new Error(`the agent ended: ${said}`))));
        look();
      }),
  };
}

/** A folder that ends with the test. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-print-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What is in a spooler's folder, as a printer would find it. */
export const spooled = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted();
