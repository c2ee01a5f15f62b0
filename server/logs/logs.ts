import { tenantByHost } from '../auth/tenant-host.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { clearLog, countLog } from './clear-logs.ts';
import { createLogWriter, type LogWriter } from './log-writer.ts';

/** The three logs: written beside requests, deleted by retention. */
export interface Logs extends LogWriter {
  /** The tenant of a host, for rows without a known actor; null for an unknown host. */
  tenantAt(host: string): Promise<string | null>;
  /** Deletes rows older than so many days; answers how many. */
  clear(tenant: string, entity: string, days: number): Promise<number>;
  /** How many rows a log has. */
  count(tenant: string, entity: string): Promise<number>;
  /** Logs a failure outside of requests that a person must look at: `where` it happened, and `what`. */
  report(tenant: string, where: string, what: string): void;
}

/** Maximum parallel tenant look-ups for refused requests without a known tenant. */
const maxHosts = 2;

export function createLogs(system: SystemDatabase, newId: () => string, clock: () => Date): Logs {
  const complain = (message: string, error?: unknown) => {
    const { code, message: reason } = (error ?? {}) as { code?: string; message?: string };
    process.stderr.write(`${JSON.stringify({ event: message, code, reason })}\n`);
  };
  const writer = createLogWriter(system, newId, complain);
  const asking = new Map<string, Promise<string | null>>();
  // Concurrent refusals of one host share a look-up.
  const tenantAt = async (host: string): Promise<string | null> => {
    const under = asking.get(host);
    if (under) return under;
    // Anyone may send any host: drop their log rows rather than use up connections.
    if (asking.size >= maxHosts) return null;
    const asked = tenantByHost(system, host)
      .then(
        (tenant) => tenant?.id ?? null,
        () => null,
      )
      .finally(() => asking.delete(host));
    asking.set(host, asked);
    return asked;
  };
  return {
    ...writer,
    report: (tenant, where, what) =>
      writer.exception({
        ...{ tenant, at: clock(), by: null, url: '', className: where, methodName: '' },
        ...{ param: null, ip: '', browser: '', os: '', traceId: '' },
        ...{ exceptionName: 'Report', exceptionMsg: what, stackTrace: '' },
      }),
    tenantAt,
    clear: (tenant, entity, days) => clearLog(system, tenant, entity, days),
    count: (tenant, entity) => countLog(system, tenant, entity),
  };
}
