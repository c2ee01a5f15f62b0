import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runTaskList, type Logger, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

/** Milliseconds between two tries to give a job back. */
const pause = 500;

/**
 * Keeps one worker at the queue. The library's own ends for good when it cannot note the end of a job, as when Postgres
 * goes away under it, and the job stays locked in its name: here the job goes back to the queue and another worker begins.
 */
export function keepWorker(on: { pool: pg.Pool; taskList: TaskList; workerId: string; logger: Logger }): {
  stop(): Promise<void>;
} {
  const { pool, taskList, workerId, logger } = on;
  const stopping = new AbortController();
  const begin = () => {
    const events: WorkerEvents = new EventEmitter();
    const ended = new Promise<void>((done) => events.once('worker:fatalError', () => done()));
    const options = { pgPool: pool, concurrency: 1, workerId, noHandleSignals: true, logger, events };
    return { ended, workers: runTaskList(options as Parameters<typeof runTaskList>[0], taskList, pool) };
  };
  const giveBack = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const given = pool.query('SELECT graphile_worker.force_unlock_workers($1)', [[workerId]]);
      if (await given.catch(() => null)) return;
      await sleep(pause);
    }
  };
  const stopped = new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done(), { once: true }));
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { ended, workers } = begin();
      await Promise.race([ended, stopped]);
      await workers.gracefulShutdown();
      await giveBack();
    }
  };
  const kept = keep();
  return {
    stop() {
      stopping.abort();
      return kept;
    },
  };
}
