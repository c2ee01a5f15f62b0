import type { SystemDatabase } from '../store/system-database.ts';
import { logTables, type ExceptionRow, type LogKind, type OperationRow, type VisitRow } from './log-rows.ts';

export interface LogWriter {
  operation(row: OperationRow): void;
  visit(row: VisitRow): void;
  exception(row: ExceptionRow): void;
  /** Writes what waits, now. */
  flush(): Promise<void>;
}

/** A row waits at most this long, so that many travel together and no request waits for one. */
const everyMilliseconds = 500;
const maxTogether = 500;
/** More than this wait only while the database is away; the newest are then let go, and their number is told. */
const maxWaiting = 10_000;

type Waiting = Record<LogKind, object[]>;

/**
 * Writes the logs beside the requests: rows gather in memory and go to the database in batches, in no request's
 * transaction. A node that is killed loses at most the last half second of them; the audit trail is never among these.
 */
export function createLogWriter(
  { pool }: Pick<SystemDatabase, 'pool'>,
  newId: () => string,
  complain: (message: string, error?: unknown) => void,
): LogWriter {
  const waiting: Waiting = { operation: [], visit: [], exception: [] };
  let dropped = 0;
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  const add = (kind: LogKind, row: object) => {
    if (waiting[kind].length >= maxWaiting) {
      dropped += 1;
      return;
    }
    waiting[kind].push({ ...row, id: newId() });
    timer ??= setTimeout(() => void flush(), everyMilliseconds).unref();
  };

  const writeAll = async () => {
    for (const kind of ['operation', 'visit', 'exception'] as const) {
      while (waiting[kind].length > 0) {
        const rows = waiting[kind].splice(0, maxTogether);
        try {
          await pool.query(statements[kind], [JSON.stringify(rows)]);
        } catch (error) {
          // They wait for the next turn, unless the rows themselves are what the database cannot take.
          const isData = /^2[23]/.test(String((error as { code?: string }).code));
          if (!isData) waiting[kind].unshift(...rows);
          complain('log', error);
          if (!isData) return;
        }
      }
    }
    if (dropped > 0) complain(`log: ${dropped} rows let go`);
    dropped = 0;
  };

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeAll);
    return writing;
  };

  return {
    operation: (row) => add('operation', row),
    visit: (row) => add('visit', row),
    // Where the server's files lie is nobody's business but its own: the trace id finds the rest in its log.
    exception: (row) => add('exception', { ...row, exceptionMsg: withoutPaths(row.exceptionMsg) }),
    flush,
  };
}

const given = `tenant_id, id, "createdAt", "createdBy", "updatedAt", "updatedBy", name, account`;
const request = 'tenant text, id bigint, at timestamptz, by bigint';
const place = 'url text, "className" text, "methodName" text, param text, "traceId" text';
const person = `LEFT JOIN account a ON a.tenant_id = r.tenant::bigint AND a.id = r.by`;
const values = 'r.tenant::bigint, r.id, r.at, r.by, r.at, r.by';

/** One statement a kind; the person's name and account are looked up as the rows come in. */
const statements: Record<LogKind, string> = {
  operation: `
    INSERT INTO ${logTables.operation} (${given}, "opTime", "opType", "reqMethod", url, "className", "methodName",
      success, message, param, result, ip, browser, os, elapsed, "traceId")
    SELECT ${values}, a.name, a.account, r.at, r."opType", r."reqMethod", r.url, r."className", r."methodName",
           r.success, r.message, r.param, r.result, r.ip, r.browser, r.os, r.elapsed, r."traceId"
      FROM json_to_recordset($1::json) r(${request}, ${place}, "opType" text, "reqMethod" text, success text,
           message text, result text, ip text, browser text, os text, elapsed bigint) ${person}`,
  visit: `
    INSERT INTO ${logTables.visit} (${given}, "visTime", "visType", success, message, ip, browser, os, "traceId")
    SELECT r.tenant::bigint, r.id, r.at, a.id, r.at, a.id, a.name, coalesce(a.account, r.account), r.at, r."visType",
           r.success, r.message, r.ip, r.browser, r.os, r."traceId"
      FROM json_to_recordset($1::json) r(${request}, account text, "visType" text, success text, message text,
           ip text, browser text, os text, "traceId" text)
      LEFT JOIN account a ON a.tenant_id = r.tenant::bigint
            AND (a.id = r.by OR (r.by IS NULL AND r.success = 'Y' AND a.account = r.account))`,
  exception: `
    INSERT INTO ${logTables.exception} (${given}, "exceptionName", "exceptionMsg", "exceptionTime", "traceId", url,
      "className", "methodName", param, "stackTrace")
    SELECT ${values}, a.name, a.account, r."exceptionName", r."exceptionMsg", r.at, r."traceId", r.url, r."className",
           r."methodName", r.param, CASE WHEN t.kind = 'platform' THEN r."stackTrace" END
      FROM json_to_recordset($1::json) r(${request}, ${place}, "exceptionName" text, "exceptionMsg" text,
           "stackTrace" text) JOIN tenant t ON t.id = r.tenant::bigint ${person}`,
};

/** Absolute paths of the server's own machine; addresses of other servers stay. */
const withoutPaths = (message: string): string => message.replace(/(?<![\w:/.])(?:\/[\w.@+-]+){2,}(?::\d+)*/g, '…');
