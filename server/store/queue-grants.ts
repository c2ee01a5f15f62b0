import { systemRole } from './row-security.ts';

/**
 * Grants of the system role on the queue, which belongs to the owner: take jobs and store their end. The library's
 * tables have row-level security without a policy, so other roles need one.
 */
export const queueDdl: string[] = [
  `GRANT USAGE ON SCHEMA graphile_worker TO ${systemRole}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${systemRole}`,
  `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO ${systemRole}`,
  `DO $$ DECLARE queue text; BEGIN
     FOR queue IN SELECT relname FROM pg_class
       WHERE relnamespace = 'graphile_worker'::regnamespace AND relkind = 'r' AND relrowsecurity
         AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'system') LOOP
       EXECUTE format('CREATE POLICY system ON graphile_worker.%I TO ${systemRole} USING (true)', queue);
     END LOOP;
   END $$`,
];

/** Lock class of living workers; the object is a hash of the worker's name. */
export const workerLockClass = 7_221_002;

/** Returns the jobs of dead workers, whose name lock is no longer held. */
export const unlockDeadSql = `
  SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT j.locked_by))
    FROM graphile_worker._private_jobs j
   WHERE j.locked_by IS NOT NULL AND NOT j.locked_by = ANY($1)
     AND NOT EXISTS (
       SELECT FROM pg_locks l
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid = ${workerLockClass}
          AND l.objid::bigint = (hashtext(j.locked_by)::bigint & 4294967295)
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
  HAVING count(*) > 0`;

export const holdWorkerSql = `SELECT pg_advisory_lock(${workerLockClass}, hashtext($1))`;

/** Queues the recurring sweeps once among all nodes: timers now, unreferenced files at night. */
export const planSweepsSql = `
  SELECT graphile_worker.add_job('timer-sweep', job_key => 'timer-sweep'),
         graphile_worker.add_job('sweepFiles', job_key => 'sweepFiles', job_key_mode => 'preserve_run_at',
           run_at => date_trunc('day', now() + interval '20 hours 43 minutes', 'UTC') + interval '3 hours 17 minutes')`;
