import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runTaskList, type Logger, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

/** Milliseconds between attempts to return a job. */
const pause = 500;
/** Failed polls in a row after which a new worker starts. */
const maxFailures = 3;

/**
 * Keeps one worker on the queue. The library's worker ends for good if it cannot store a job's end, for example when
 * Postgres restarts, and leaves the job locked: here the job is returned to the queue and a new worker starts. A worker
 * whose first query failed remembers the failure for its life and takes no job, so it is replaced, too.
 */
export function keepWorker(on: { pool: pg.Pool; taskList: TaskList; workerId: string; logger: Logger }): {
  stop(): Promise<void>;
} {
  const { pool, taskList, workerId, logger } = on;
  const stopping = new AbortController();
  const begin = () => {
    const events: WorkerEvents = new EventEmitter();
    const ended = new Promise<void>((done) => {
      let failures = 0;
      events.once('worker:fatalError', () => done());
      events.on('worker:getJob:error', () => {
        failures += 1;
        if (failures >= maxFailures) done();
      });
      for (const event of ['worker:getJob:empty', 'job:start'] as const) events.on(event, () => (failures = 0));
    });
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
