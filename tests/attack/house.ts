import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../server/store/embedded.ts';
import { buildNodes, startAppNode, type AppNode, type Door } from '../support/app-nodes.ts';
import { hosts } from '../support/test-app.ts';
import { filledWorld } from '../support/world.ts';

/** A whole server in a process of its own, with a Postgres of its own that can be stopped. */
export interface AttackHouse {
  readonly node: AppNode;
  door(name: string): Door;
  /** SIGSTOP or SIGCONT to every process of Postgres. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Resident memory of the server, in megabytes. */
  memory(): number;
  stop(): Promise<void>;
}

interface Kept {
  people: { home: keyof typeof hosts; token: string; name: string }[];
}

export async function openAttackHouse(): Promise<AttackHouse> {
  buildNodes();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-attack-'));
  const postgres = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  await filledWorld.prepare(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ kept: Kept }>('SELECT kept FROM test.world');
  await client.end();
  const node = await startAppNode(postgres.url);
  return {
    node,
    door(wanted) {
      const person = rows[0]?.kept.people.find(({ name }) => name === wanted);
      if (!person) throw new Error(`nobody is called ${wanted}`);
      return { host: hosts[person.home], token: person.token };
    },
    signal(signal) {
      for (const pid of [postgres.pid, ...childrenOf(postgres.pid)]) process.kill(pid, signal);
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${node.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      await node.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const ppid = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
        return ppid === parent ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
