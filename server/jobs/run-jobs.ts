import { Logger, run, runOnce, type Runner } from 'graphile-worker';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { JobDeps } from './job-deps.ts';
import { holdNames } from './live-workers.ts';
import { startLoops } from './run-loops.ts';
import { planAll } from '../timers/plan-timer.ts';
import { createTasks, timerHome } from './tasks.ts';

export interface Jobs {
  /** Lets what runs come to a place where it can be taken up again, and gives it back to the queue. */
  stop(): Promise<void>;
}

const concurrency = 2;
/** By whichever node comes first: files that nobody has once a night, the places of timers every five minutes. */
const sweeps = ['17 3 * * * sweepFiles ?jobKey=sweepFiles', '*/5 * * * * timer-sweep ?jobKey=timer-sweep'].join('\n');

/** Works off the queue in this node, as the system role; jobs of nodes that are gone are taken over. */
export async function startJobs(deps: JobDeps, connectionString: string): Promise<Jobs> {
  const stopping = new AbortController();
  const pool = openPool(connectionString);
  const names = Array.from({ length: concurrency }, () => `worker-${randomBytes(9).toString('hex')}`);
  const held = await holdNames(connectionString, names, (error) => deps.log('queue', error));
  await planAll(timerHome(deps));
  const runners: Runner[] = [];
  for (const workerId of names) {
    const runner = await run({
      pgPool: pool,
      taskList: createTasks(deps, stopping.signal),
      concurrency: 1,
      workerId,
      crontab: sweeps,
      noHandleSignals: true,
      logger: quiet(deps, stopping.signal),
    } as Parameters<typeof run>[0]);
    runner.promise.catch((error: unknown) => deps.log('queue', error));
    runners.push(runner);
  }
  const loops = startLoops(deps);
  return {
    async stop() {
      await loops.stop();
      stopping.abort(new Error('the node stops'));
      await Promise.all(runners.map((runner) => runner.stop()));
      await held.release();
      await pool.end();
    },
  };
}

/** Works off what the queue holds now and stops; `signal` stops it earlier, as a node that is told to. */
export async function drainJobs(
  deps: JobDeps,
  connectionString: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const pool = openPool(connectionString);
  try {
    const taskList = createTasks(deps, signal);
    await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: quiet(deps, signal) });
  } finally {
    await pool.end();
  }
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on('error', () => undefined);
  return pool;
}

/** The library's own log, as far as it tells of failures; that work breaks off when a node stops is none. */
const quiet = ({ log }: JobDeps, stopping: AbortSignal): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && !stopping.aborted) log(message, (meta as { error?: unknown } | undefined)?.error);
  });
