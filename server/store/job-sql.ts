import { actorId, param, pieces, type SqlFragment } from './sql.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed';

/** A job as ordered, with its progress. */
export interface JobRow {
  id: string;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  request: Readonly<Record<string, unknown>>;
  result: Readonly<Record<string, unknown>> | null;
  file: string | null;
}

/** Changes to a job; absent values stay. */
export interface JobProgress {
  state?: JobState;
  done?: number;
  total?: number;
  result?: unknown;
  file?: string | null;
}

export const orderJobSql = (job: { id: string; kind: string; request: unknown }): SqlFragment =>
  pieces(
    'INSERT INTO lading.job (tenant_id, id, account_id, kind, request) VALUES (lading.tenant(), ',
    param(job.id, 'bigint'),
    ', ',
    actorId,
    ', ',
    param(job.kind, 'text'),
    ', ',
    param(JSON.stringify(job.request), 'json'),
    ')',
  );

/** The job if this person ordered it. */
export const jobSql = (id: string): SqlFragment =>
  pieces(
    `SELECT id::text AS id, kind, state, done::double precision AS done, total::double precision AS total, request,
            result, file::text AS file
       FROM lading.job WHERE tenant_id = lading.tenant() AND id = `,
    param(id, 'bigint'),
    ' AND account_id = ',
    actorId,
  );

/** Stores a job's progress. A finished job does not change. */
export const progressSql = (id: string, progress: JobProgress): SqlFragment => {
  const { state, done, total, result, file } = progress;
  const ends = state === 'done' || state === 'failed';
  return pieces(
    'UPDATE lading.job SET state = coalesce(',
    param(state ?? null, 'text'),
    ', state), done = coalesce(',
    param(done ?? null, 'bigint'),
    ', done), total = coalesce(',
    param(total ?? null, 'bigint'),
    ', total), result = coalesce(',
    param(result === undefined ? null : JSON.stringify(result), 'json'),
    ', result), file = coalesce(',
    param(file ?? null, 'bigint'),
    `, file)${ends ? ', finished_at = now()' : ''} WHERE tenant_id = lading.tenant() AND id = `,
    param(id, 'bigint'),
    ` AND state IN ('queued', 'running')`,
  );
};

/** The newest jobs of this person or of the whole tenant, and the last day's jobs counted by status. */
export const jobsSql = (everybody: boolean, limit: number): SqlFragment => {
  const mine = everybody ? pieces('true') : pieces('j.account_id = ', actorId);
  return pieces(
    `SELECT json_build_object(
       'counts', (SELECT coalesce(json_object_agg(c.state, c.n), '{}') FROM (
          SELECT j.state, count(*) AS n FROM lading.job j
           WHERE j.tenant_id = lading.tenant() AND j.created_at > now() - interval '1 day' AND `,
    mine,
    ` GROUP BY j.state) c),
       'jobs', (SELECT coalesce(json_agg(row_to_json(o)), '[]') FROM (
          SELECT j.id::text AS id, j.kind, j.state, j.done, j.total, j.request->>'entity' AS entity,
                 to_char(j.created_at, 'YYYY-MM-DD HH24:MI:SS') AS at, j.account_id::text AS by,
                 (SELECT x.name FROM account x WHERE x.tenant_id = j.tenant_id AND x.id = j.account_id) AS "$by"
            FROM lading.job j WHERE j.tenant_id = lading.tenant() AND `,
    mine,
    ' ORDER BY j.id DESC LIMIT ',
    param(limit, 'bigint'),
    ') o))::text AS jobs',
  );
};
