import pg from 'pg';

/** Connections of one node by use. */
export interface ConnectionBudget {
  /** Shared by all reads. */
  readonly readers: number;
  /** One for each write; a tenant gets at most a third. */
  readonly writers: number;
  /** Sign-in, jobs' own statements, background work. */
  readonly system: number;
  /** The queue; none where no jobs run. */
  readonly jobs: number;
}

/** What every node has beside the pools: its number, its heartbeat, two listeners, the names of its workers, a publish. */
const alwaysOpen = 6;
export const fewestConnections = 16;
const usual: ConnectionBudget = { readers: 4, writers: 12, system: 4, jobs: 4 };

/** Divides `DATABASE_CONNECTIONS` among the pools; null: the usual sizes, 30 altogether. */
export function divideConnections(total: number | null, runsJobs: boolean): ConnectionBudget {
  if (total === null) return runsJobs ? usual : { ...usual, jobs: 0 };
  const jobs = runsJobs ? usual.jobs : 0;
  const left = total - alwaysOpen - jobs;
  const readers = Math.max(1, Math.floor(left / 5));
  const system = Math.max(2, Math.floor(left / 5));
  return { readers, system, writers: left - readers - system, jobs };
}

/** How many connections the server has left for one more node; others' are counted as they are now. */
export async function freeConnections(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ free: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS free`,
  );
  return rows[0]?.free ?? 0;
}
