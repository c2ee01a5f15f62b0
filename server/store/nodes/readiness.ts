import type pg from 'pg';
import type { Watch } from '../watch.ts';

/** Why a node takes no requests. */
export type Unready = 'stopping' | 'database' | 'schema' | 'queue';

export interface Readiness {
  /** Why requests should go to another node; null if they may come here. */
  why(): Promise<Unready | null>;
  /** The node is going to stop: from now on it is not ready. */
  stop(): void;
  isStopping(): boolean;
}

/** The relation and the function without which nothing can be queued, as this role sees them. */
const standsSql = `
  SELECT NOT pg_is_in_recovery() AS primary, coalesce((SELECT true FROM lading.catalog WHERE id = 1), false) AS schema,
         has_table_privilege(jobs, 'SELECT') IS TRUE AND has_table_privilege(jobs, 'INSERT') IS TRUE AS queue
    FROM to_regclass('graphile_worker._private_jobs') AS jobs`;

/** Whether the node can serve: the database answers, the schema is complete, jobs can be queued. */
export function createReadiness(watch: Pick<Watch, 'answers'>, pool: pg.Pool): Readiness {
  let stopping = false;
  return {
    async why() {
      if (stopping) return 'stopping';
      if (!(await watch.answers())) return 'database';
      try {
        const { rows } = await pool.query<{ primary: boolean; schema: boolean; queue: boolean }>(standsSql);
        // A standby that is not promoted yet answers, and takes no writes.
        if (rows[0]?.primary === false) return 'database';
        if (!rows[0]?.schema) return 'schema';
        return rows[0].queue ? null : 'queue';
      } catch (error) {
        // The schema itself, or a table in it, is not there.
        return /^(42P01|3F000)$/.test(String((error as { code?: string }).code)) ? 'schema' : 'database';
      }
    },
    stop() {
      stopping = true;
    },
    isStopping: () => stopping,
  };
}
