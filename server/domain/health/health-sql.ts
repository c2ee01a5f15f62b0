/** Facts of this installation that only belong to its operator. */
export const healthStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS health`,
  `CREATE TABLE IF NOT EXISTS health.call (
     hour timestamptz NOT NULL, "to" text NOT NULL, outcome text NOT NULL, many bigint NOT NULL, PRIMARY KEY (hour, "to", outcome))`,
  `CREATE TABLE IF NOT EXISTS health.certificate (
     host text PRIMARY KEY, until timestamptz, trouble text, asked_at timestamptz NOT NULL)`,
  // What is wrong now, since when, and when people were last notified.
  `CREATE TABLE IF NOT EXISTS health.alert ("check" text PRIMARY KEY, since timestamptz NOT NULL, told_at timestamptz NOT NULL)`,
  `GRANT USAGE ON SCHEMA health TO lading_system`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA health TO lading_system`,
];

/** Everything that is judged, in one statement. Counted over all tenants, without anything of one. */
export const factsSql = `
  SELECT
    (SELECT json_build_object(
       'waiting', count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()),
       'running', count(*) FILTER (WHERE locked_at IS NOT NULL),
       'failed', count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts),
       'oldest', coalesce(round(extract(epoch FROM now() - min(run_at)
         FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()))), 0))
       FROM graphile_worker._private_jobs) AS queue,
    (SELECT json_build_object('open', count(*), 'most', current_setting('max_connections')::int,
       'size', pg_database_size(current_database()))
       FROM pg_stat_activity WHERE backend_type = 'client backend') AS database,
    (SELECT json_build_object('running', count(*) FILTER (WHERE "timerStatus" = '0'),
       'stopped', coalesce(json_agg("jobName" ORDER BY "jobName") FILTER (WHERE "timerStatus" = '2'), '[]'),
       'failing', coalesce(json_agg("jobName" ORDER BY "jobName")
         FILTER (WHERE "timerStatus" = '0' AND outcome = 'failed' AND task IS DISTINCT FROM 'ledger-verify'), '[]'))
       FROM timer t LEFT JOIN LATERAL (SELECT r.outcome FROM timer_run r
         WHERE r.tenant_id = t.tenant_id AND r.timer = t.id AND r.outcome IN ('done', 'failed') ORDER BY r.id DESC LIMIT 1) l ON true
      WHERE t.tenant_id = $1) AS timers,
    (SELECT json_build_object('failed', r.outcome = 'failed', 'differences', substring(r.message FROM '^([0-9]{1,9}) <> 0')::int,
       'hours', round(extract(epoch FROM now() - coalesce(r."startedAt", t."createdAt")) / 3600))
       FROM timer t LEFT JOIN LATERAL (SELECT outcome, message, "startedAt" FROM timer_run
         WHERE tenant_id = t.tenant_id AND timer = t.id AND outcome IN ('done', 'failed') ORDER BY id DESC LIMIT 1) r ON true
      WHERE t.tenant_id = $1 AND t.task = 'ledger-verify' ORDER BY t.id LIMIT 1) AS proof,
    (SELECT json_build_object('seconds', coalesce(max(seconds), 0), 'pid', max(pid)) FROM lading.oldest_writer()) AS writer,
    (SELECT json_build_object('sent', count(*) FILTER (WHERE status = 'sent'), 'failed', count(*) FILTER (WHERE status = 'failed'))
       FROM mail WHERE "createdAt" > now() - interval '1 day') AS mails,
    (SELECT coalesce(json_agg(json_build_object('to', "to", 'answered', answered, 'failed', failed, 'since', since) ORDER BY "to"), '[]')
       FROM (SELECT "to", sum(many) FILTER (WHERE outcome = 'answered') AS answered,
                    sum(many) FILTER (WHERE outcome <> 'answered') AS failed,
                    sum(many) FILTER (WHERE outcome <> 'answered' AND hour > coalesce(last, '-infinity')) AS since
               FROM (SELECT *, max(hour) FILTER (WHERE outcome = 'answered') OVER (PARTITION BY "to") AS last
                       FROM health.call WHERE hour >= now() - interval '2 hours') h GROUP BY "to") c) AS calls,
    (SELECT coalesce(json_agg(json_build_object('host', host, 'until', until, 'trouble', trouble) ORDER BY until NULLS FIRST), '[]')
       FROM health.certificate WHERE trouble IS NOT NULL OR until < now() + interval '21 days') AS certificates,
    (SELECT count(*)::int FROM health.certificate) AS hosts`;

/** Tasks that a person ordered and was notified about: run again they would find their job ended. */
const ordered = `ARRAY['export', 'import', 'work', 'publish']`;

/** Jobs that ran out of attempts, newest first. $1: at most so many. */
export const failedJobsSql = `
  SELECT j.id::text AS id, t.identifier AS task, coalesce(j.payload ->> 'job', j.payload ->> 'kind', '') AS kind,
         n.name AS tenant, j.attempts, t.identifier <> ALL(${ordered}) AS retry, left(j.last_error, 300) AS error, j.updated_at AS at
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN tenant n ON n.id::text = j.payload ->> 'tenant'
   WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts ORDER BY j.updated_at DESC LIMIT $1`;

const chosen = `SELECT array_agg(j.id) AS ids FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE j.id = ANY($1::bigint[]) AND j.locked_at IS NULL AND j.attempts >= j.max_attempts`;

/** Gives failed jobs their attempts back. $1 ids. */
export const retrySql = `SELECT count(*)::int AS many FROM (${chosen} AND t.identifier <> ALL(${ordered})) c,
  LATERAL graphile_worker.reschedule_jobs(c.ids, run_at => now(), attempts => 0) WHERE c.ids IS NOT NULL`;

/** Takes failed jobs out of the queue. $1 ids. */
export const dropSql = `SELECT count(*)::int AS many FROM (${chosen}) c,
  LATERAL graphile_worker.complete_jobs(c.ids) WHERE c.ids IS NOT NULL`;

/** By steps of ten minutes, so that an outage is not hidden by the good calls before it. $1 kinds of servers, $2 outcomes, $3 numbers. */
export const addCallsSql = `INSERT INTO health.call AS c (hour, "to", outcome, many)
  SELECT date_bin('10 minutes', now(), '2000-01-01'), * FROM unnest($1::text[], $2::text[], $3::bigint[])
  ON CONFLICT (hour, "to", outcome) DO UPDATE SET many = c.many + EXCLUDED.many`;

export const pruneCallsSql = `DELETE FROM health.call WHERE hour < now() - interval '3 days'`;

/** Hosts whose certificate was not looked at today, or was not well; those that are no tenant's any more go. */
export const hostsToAskSql = `
  WITH gone AS (DELETE FROM health.certificate WHERE host NOT IN (SELECT host FROM tenant WHERE status <> 'suspended'))
  SELECT t.host FROM tenant t LEFT JOIN health.certificate c ON c.host = t.host
   WHERE t.status <> 'suspended' AND (coalesce(c.asked_at, '-infinity') < now() - interval '20 hours'
         OR c.trouble IS NOT NULL OR c.until < now() + interval '21 days') ORDER BY c.asked_at NULLS FIRST LIMIT 50`;

/** $1 host, $2 until, $3 trouble. */
export const noteCertificateSql = `INSERT INTO health.certificate (host, until, trouble, asked_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (host) DO UPDATE SET until = $2, trouble = $3, asked_at = now()`;

/**
 * What is wrong now ($1 names) and what is good ($2): answers what began, what is repeated after a day, and what ended.
 * What only deserves a look has not ended.
 */
export const alertsSql = `
  WITH ended AS (DELETE FROM health.alert WHERE "check" = ANY($2) RETURNING "check"),
       told AS (INSERT INTO health.alert AS a ("check", since, told_at) SELECT unnest($1::text[]), now(), now()
         ON CONFLICT ("check") DO UPDATE SET told_at = now() WHERE a.told_at < now() - interval '1 day' RETURNING "check")
  SELECT coalesce((SELECT json_agg("check") FROM told), '[]') AS told, coalesce((SELECT json_agg("check") FROM ended), '[]') AS ended`;

/** The platform, and its administrators who can be written to. */
export const operatorsSql = `
  SELECT t.id::text AS id, t.name, t.host, t."defaultLocale" AS culture,
         coalesce((SELECT json_agg(DISTINCT a.email) FROM account a WHERE a.tenant_id = t.id AND a.status = '0'
            AND a."adminType" IN ('1', '2') AND a.email IS NOT NULL), '[]') AS mails
    FROM tenant t WHERE t.kind = 'platform'`;

/** Tells the platform's administrators in the product. $1 tenant, $2 id, $3 title, $4 content. */
export const noticeSql = `INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
  SELECT $1, $2, left($3, 120), '2', 'staff', $4, array_agg(id), 'published', now() FROM account
   WHERE tenant_id = $1 AND status = '0' AND "adminType" IN ('1', '2') HAVING count(*) > 0`;
