import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { startEmbedded } from '../../../server/store/embedded.ts';
import { buildNodes, startAppNode, type AppNode, type Door, type NodeSettings } from '../../support/app-nodes.ts';
import { hosts } from '../../support/test-app.ts';
import { filledWorld } from '../../support/world.ts';
import type { Served } from './persistent-client.ts';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';

export type Victim = 'server' | 'postgres';

/**
 * Two servers, each a process of its own, with a proxy between them and a Postgres that writes to the disk as in earnest.
 * One serves; the other takes over when it is killed, and a new one is started behind it.
 */
export interface FaultHouse extends Served {
  readonly proxy: PostgresProxy;
  readonly samples: ReadonlyMap<string, string>;
  /** The ids of the tenant whose money moves, and of the platform. */
  readonly tenants: { readonly north: string; readonly platform: string };
  /** Someone of the world, as `north admin`. */
  door(name: string): Door;
  /** SIGKILL: to the server that serves, or to the postmaster. Nobody may be there yet when it resolves. */
  kill(victim: Victim): Promise<void>;
  /** What the servers printed, and what the queue, the orders under way and Postgres hold: to tell why something stands still. */
  explain(): Promise<string>;
  stop(): Promise<void>;
}

interface Kept {
  homes: { name: string; row: { id: string }; samples: [string, string][] }[];
  people: { home: keyof typeof hosts; token: string; name: string }[];
}

export async function openFaultHouse(asked: Pick<NodeSettings, 'stripe' | 'carriers'>): Promise<FaultHouse> {
  buildNodes();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
  const filling = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const log = () => undefined;
  const patient = { timeout: 20_000, interval: 20 };
  const first = await startEmbedded({ dataDir, log, settings: filling });
  await filledWorld.prepare(first.url);
  // Anyone who has only just said goodbye would be told that the server goes, with nobody left to hear it.
  await vi.waitFor(async () => {
    const others = `SELECT usename, state, query FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
    const left = await askAt(first.url, others);
    if (left.length > 0) throw new Error(`connections are left: ${JSON.stringify(left)}`);
  }, patient);
  await first.stop();
  const postgres = await startEmbedded({ dataDir, log, settings: { shared_buffers: '64MB' } });
  const proxy = await startPostgresProxy(Number(new URL(postgres.url).port));
  const proxied = new URL(postgres.url);
  proxied.port = String(proxy.port);
  const ask = <T>(text: string, values?: unknown[]) => askAt<T>(postgres.url, text, values);
  // The samples were written past the ledger; what is proven is what it does itself.
  await ask(`TRUNCATE ledger_transfer, ledger_account, ledger.unrolled, ledger.turnover, ledger.hold, tenant_flow`);
  await ask(`UPDATE customer_config SET "minBalance" = 0, "overDraftAmount" = 0, "riskAction" = 'block'`);
  const [world] = await ask<{ kept: Kept }>('SELECT kept FROM test.world');
  const homeOf = (wanted: string) => world?.kept.homes.find(({ name }) => name === wanted);
  const idOf = (wanted: string) => homeOf(wanted)?.row.id ?? '';

  let stopped = false;
  // One that is started while Postgres is away ends at once, and is started again.
  const launch = (): Promise<AppNode> =>
    startAppNode(proxied.href, { shared: join(dataDir, 'files'), ...asked }).then(
      (node) => (waiting = node),
      (error: unknown) => {
        if (stopped) throw error;
        return launch();
      },
    );
  let waiting: AppNode | null = null;
  let [serving, spare] = [await launch(), launch()];
  const explain = async (): Promise<string> => {
    const held = await Promise.all(
      Object.entries(holdings).map(async ([name, text]) => [name, await ask(text).catch(String)] as const),
    );
    // A report of what it does is then in the folder for temporary files.
    if (!serving.said().includes('ended with')) process.kill(serving.pid, 'SIGUSR2');
    const words = { pid: serving.pid, serving: serving.said(), spare: waiting?.said() };
    return JSON.stringify({ ...words, ...Object.fromEntries(held) }, null, 1).replaceAll('\\n', '\n');
  };
  const send: Served['send'] = (sending) => serving.send(sending);

  return {
    proxy,
    samples: new Map([...(homeOf('north')?.samples ?? []), ['tenant/own', idOf('north')]]),
    tenants: { north: idOf('north'), platform: idOf('platform') },
    send,
    ask,
    said: () => serving.said(),
    door(wanted) {
      const person = world?.kept.people.find(({ name }) => name === wanted);
      if (!person) throw new Error(`nobody is called ${wanted}`);
      return { host: hosts[person.home], token: person.token };
    },
    explain,
    async well() {
      const look = async () => {
        const reply = await within(2_000, send({ method: 'GET', path: '/api/health', host: hosts.platform }));
        if (reply?.status !== 200) throw new Error(`not well: ${reply?.text ?? 'no answer'}`);
      };
      await vi.waitFor(look, patient).catch(async (error: Error) => {
        throw new Error(`${error.message}: ${await explain()}`);
      });
    },
    async kill(victim) {
      if (victim === 'server') {
        await serving.kill();
        serving = await spare;
        spare = launch();
        return;
      }
      const { pid } = postgres;
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => {
        if (postgres.pid === pid) throw new Error('Postgres is not back');
      }, patient);
    },
    async stop() {
      stopped = true;
      await Promise.all([serving.kill(), spare.then((node) => node.kill())]);
      await proxy.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Null past the deadline, so that a server that hangs is reported as one that is gone. */
const within = <T>(deadline: number, asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked, new Promise<null>((done) => setTimeout(() => done(null), deadline))]);

/** What may keep an order or a job from its end. */
const holdings = {
  placings: `SELECT key, state, attempts, leased_until - now() AS lease, next_at - now() AS next FROM shipping.placing
    WHERE state <> 'ended' LIMIT 10`,
  jobs: `SELECT task, payload, queue_name, key, attempts, locked_by, now() - locked_at AS locked, run_at - now() AS due, last_error
    FROM (SELECT j.*, t.identifier AS task, q.queue_name FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id) j ORDER BY locked_by, run_at LIMIT 20`,
  locks: `SELECT classid, objid, pid FROM pg_locks WHERE locktype = 'advisory'`,
  runs: `SELECT outcome, message, "startedAt", "finishedAt" FROM timer_run ORDER BY id DESC LIMIT 5`,
  activity: `SELECT usename, state, wait_event, now() - state_change AS since, left(query, 90) AS query FROM pg_stat_activity
    WHERE backend_type = 'client backend'`,
  exceptions: `SELECT "exceptionMsg", "exceptionTime" FROM exception_log ORDER BY id DESC LIMIT 10`,
};

async function askAt<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
