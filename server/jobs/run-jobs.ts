import { Logger, runOnce } from 'graphile-worker';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { cut, keptAlive } from '../store/connection.ts';
import { planSweepsSql } from '../store/queue-grants.ts';
import { trackConnections } from '../store/watch.ts';
import type { JobDeps } from './job-deps.ts';
import { keepWorker } from './keep-worker.ts';
import { holdNames } from './live-workers.ts';
import { startLoops } from './run-loops.ts';
import { planAll } from '../timers/plan-timer.ts';
import { createTasks, timerDeps } from './tasks.ts';

export interface Jobs {
  /** Asks running jobs to stop at a resumable point and returns them to the queue. */
  stop(): Promise<void>;
}

const concurrency = 2;
/** Milliseconds between checks that the sweeps are queued. */
const planEvery = 300_000;

/** Processes the queue in this node as the system role and takes over jobs of dead nodes. */
export async function startJobs(deps: JobDeps, connectionString: string): Promise<Jobs> {
  const stopping = new AbortController();
  const pool = openPool(connectionString, deps.jobConnections || usualConnections);
  const open = trackConnections(pool);
  deps.watch.whenAway(() => open.cutAll(cut));
  const names = Array.from({ length: concurrency }, () => `worker-${randomBytes(9).toString('hex')}`);
  const held = await holdNames(connectionString, names, (error) => deps.log('queue', error));
  await planAll(timerDeps(deps));
  const taskList = createTasks(deps, stopping.signal);
  const logger = quiet(deps, stopping.signal);
  const workers = names.map((workerId) => keepWorker({ pool, taskList, workerId, logger }));
  // Not with the library's cron, which ends the process when the database is away at that moment.
  const sweeps = setInterval(() => {
    pool.query(planSweepsSql).catch((error: unknown) => deps.log('queue', error));
  }, planEvery);
  sweeps.unref();
  const loops = startLoops(deps);
  return {
    async stop() {
      await loops.stop();
      stopping.abort(new Error('the node stops'));
      clearInterval(sweeps);
      await Promise.all(workers.map((worker) => worker.stop()));
      await held.release();
      await pool.end();
    },
  };
}

/** Processes the jobs that are queued now, then stops; `signal` stops it earlier. */
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

/** Connection timeout (ms). */
const connecting = 5_000;
const usualConnections = 4;

function openPool(connectionString: string, max = usualConnections): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: connecting, ...keptAlive });
  pool.on('error', () => undefined);
  return pool;
}

/** Forwards worker errors to our log; ignores aborts during shutdown. */
const quiet = ({ log }: JobDeps, stopping: AbortSignal): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && !stopping.aborted) log(message, (meta as { error?: unknown } | undefined)?.error);
  });
