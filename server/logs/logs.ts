import { tenantByHost } from '../auth/tenant-host.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { clearLog, countLog } from './clear-logs.ts';
import { createLogWriter, type LogWriter } from './log-writer.ts';

/** The three logs: what is written beside the requests, and cleared when it is old. */
export interface Logs extends LogWriter {
  /** The tenant that a row belongs to when nobody is known; null where a host has none. */
  tenantAt(host: string): Promise<string | null>;
  /** Deletes what is older than so many days; answers how many rows. */
  clear(tenant: string, entity: string, days: number): Promise<number>;
  /** How many rows a log has. */
  count(tenant: string, entity: string): Promise<number>;
  /** Notes what no request failed with, and somebody must look at all the same: `where` is its place, `what` its words. */
  report(tenant: string, where: string, what: string): void;
}

/** Hosts whose tenant is asked for at once, for requests that were refused without one being known. */
const maxHosts = 2;

export function createLogs(system: SystemDatabase, newId: () => string, clock: () => Date): Logs {
  const complain = (message: string, error?: unknown) => {
    const { code, message: reason } = (error ?? {}) as { code?: string; message?: string };
    process.stderr.write(`${JSON.stringify({ event: message, code, reason })}\n`);
  };
  const writer = createLogWriter(system, newId, complain);
  const asking = new Map<string, Promise<string | null>>();
  // Refused requests come faster than a question each could be answered: those of one host share the one on its way.
  const tenantAt = async (host: string): Promise<string | null> => {
    const under = asking.get(host);
    if (under) return under;
    // Strangers may name any number of hosts: their refusals go unlogged rather than keep connections from people.
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
