/** The facts that only the database knows, in one statement as the system role; nothing of a tenant is in them. */
export const factsSql = `
  SELECT json_build_object(
    'queue', (SELECT json_build_object(
       'waiting', count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()),
       'scheduled', count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now()),
       'running', count(*) FILTER (WHERE locked_at IS NOT NULL),
       'failed', count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts),
       'oldest', coalesce(extract(epoch FROM now() - min(run_at)
         FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())), 0))
       FROM graphile_worker._private_jobs),
    'timers', coalesce((SELECT json_agg(json_build_object('task', task, 'good', good, 'failing', failing, 'age', age))
       FROM (SELECT t.task, bool_and(r.outcome = 'done') AS good, count(*) FILTER (WHERE r.outcome = 'failed') AS failing,
                    extract(epoch FROM now() - min(r."startedAt")) AS age
               FROM timer t CROSS JOIN LATERAL (
                 SELECT outcome, "startedAt" FROM timer_run
                  WHERE tenant_id = t.tenant_id AND timer = t.id AND outcome IN ('done', 'failed')
                  ORDER BY id DESC LIMIT 1) r
              WHERE t.task IS NOT NULL AND t."timerStatus" <> '1' GROUP BY t.task) tasks), '[]'),
    'mails', (SELECT json_build_object(
       'pending', count(*) FILTER (WHERE status = 'pending'), 'failed', count(*) FILTER (WHERE status = 'failed'))
       FROM mail WHERE "createdAt" > now() - interval '1 day'),
    'connections', (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()),
    'connectionLimit', current_setting('max_connections')::int,
    'horizon', coalesce((SELECT seconds FROM lading.oldest_writer()), 0),
    'size', pg_database_size(current_database())) AS facts`;

export interface Facts {
  readonly queue: Readonly<Record<'waiting' | 'scheduled' | 'running' | 'failed' | 'oldest', number>>;
  readonly timers: readonly { task: string; good: boolean; failing: number; age: number }[];
  readonly mails: { readonly pending: number; readonly failed: number };
  readonly connections: number;
  readonly connectionLimit: number;
  /** Age of the oldest writing transaction, below which realtime events are delivered for certain. */
  readonly horizon: number;
  readonly size: number;
}
