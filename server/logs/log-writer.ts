import type { SystemDatabase } from '../store/system-database.ts';
import { logTables, type ExceptionRow, type LogKind, type OperationRow, type VisitRow } from './log-rows.ts';

export interface LogWriter {
  operation(row: OperationRow): void;
  visit(row: VisitRow): void;
  exception(row: ExceptionRow): void;
  /** Writes all buffered rows now. */
  flush(): Promise<void>;
}

/** Maximum delay of a row in milliseconds; rows are written in batches outside of requests. */
const everyMilliseconds = 500;
const maxTogether = 500;
/** Buffer limit, only reached while the database is away; the newest rows are then dropped and counted. */
const maxWaiting = 10_000;

type Waiting = Record<LogKind, object[]>;

/**
 * Writes logs asynchronously: rows are buffered and inserted in batches outside of the requests' transactions. A killed
 * node loses at most half a second of them; audit entries are never written this way.
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
          // Retry with the next batch, unless the database rejects the rows themselves.
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
    // Server paths are not shown to people; the trace id leads to the full entry in the server's log.
    exception: (row) => add('exception', { ...row, exceptionMsg: withoutPaths(row.exceptionMsg) }),
    flush,
  };
}

const given = `tenant_id, id, "createdAt", "createdBy", "updatedAt", "updatedBy", name, account`;
const request = 'tenant text, id bigint, at timestamptz, by bigint';
const place = 'url text, "className" text, "methodName" text, param text, "traceId" text';
const person = `LEFT JOIN account a ON a.tenant_id = r.tenant::bigint AND a.id = r.by`;
const values = 'r.tenant::bigint, r.id, r.at, r.by, r.at, r.by';

/** One statement per kind; names and accounts are looked up on insert. */
const statements: Record<LogKind, string> = {
  operation: `
    INSERT INTO ${logTables.operation} (${given}, "opTime", "opType", "reqMethod", url, "className", "methodName",
      success, message, param, result, ip, browser, os, elapsed, "traceId")
    SELECT ${values}, a.name, a.account, r.at, r."opType", r."reqMethod", r.url, r."className", r."methodName",
           r.success, r.message, r.param, r.result, r.ip, r.browser, r.os, r.elapsed, r."traceId"
      FROM json_to_recordset($1::json) r(${request}, ${place}, "opType" text, "reqMethod" text, success text,
           message text, result text, ip text, browser text, os text, elapsed bigint) ${person}`,
  visit: `
    INSERT INTO ${logTables.visit} (${given}, "visTime", "visType", success, message, ip, browser, os, "traceId", station)
    SELECT r.tenant::bigint, r.id, r.at, a.id, r.at, a.id, a.name, coalesce(a.account, p.account, r.account), r.at,
           r."visType", r.success, r.message, r.ip, r.browser, r.os, r."traceId", r.station
      FROM json_to_recordset($1::json) r(${request}, about bigint, account text, "visType" text, success text,
           message text, ip text, browser text, os text, "traceId" text, station text)
      LEFT JOIN account p ON p.tenant_id = r.tenant::bigint AND p.id = r.about
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

/** Removes absolute paths of the server; addresses of other servers stay. */
const withoutPaths = (message: string): string => message.replace(/(?<![\w:/.])(?:\/[\w.@+-]+){2,}(?::\d+)*/g, '…');
