import type { SystemServices } from '../../modules/module.ts';
import type { TrackEvent } from '../carriers/carrier.ts';
import { raiseAlerts } from './alerts/raise.ts';
import { apart } from './apart.ts';
import { codeTable, type CodeRow, type CodeTable } from './codes/meaning.ts';
import { keepEvents, type Source } from './events/keep-events.ts';
import { settle, type Settled } from './events/settle.ts';
import { moveOrders } from './move-orders.ts';
import { newsFor } from './public/followers.ts';

export interface PackageOf {
  readonly tenant: string;
  readonly id: string;
}

/** A carrier's report on a package, polled or pushed. */
export interface Told {
  readonly events: readonly TrackEvent[];
  readonly estimatedAt: string | null;
}

/** The tables of codes of one run, each read once. */
export function codeTables(services: SystemServices): (tenant: string) => Promise<CodeTable> {
  const read = new Map<string, Promise<CodeTable>>();
  return (tenant) => {
    const found =
      read.get(tenant) ??
      services
        .query<CodeRow>(
          `SELECT carrier, section, code, category, "exceptionType", coalesce(correction, false) AS correction
             FROM tracking_status_code WHERE tenant_id = $1`,
          [tenant],
        )
        .then(codeTable);
    read.set(tenant, found);
    return found;
  };
}

/** Reports on packages of one tenant, each package once. */
export interface Reports {
  readonly tenant: string;
  readonly source: Source;
  readonly reports: readonly (Told & { readonly id: string })[];
}

/** What became of a report. */
export type Taken = { readonly fresh: number } | { readonly error: unknown };

/**
 * Stores the new events of reports, counts unmapped codes, updates packages and their orders and judges their alerts, in a
 * number of statements that does not depend on the number of packages. A package that fails does not stop the others.
 * Repeating it changes nothing. Answers by package the number of new events, or why it failed.
 */
export async function takeReports(
  services: SystemServices,
  { tenant, source, reports }: Reports,
  tables = codeTables(services),
): Promise<ReadonlyMap<string, Taken>> {
  const on = { services, tenant, table: await tables(tenant) };
  const failures = new Map<string, unknown>();
  const fresh = new Map<string, number>();
  const settled = new Map<string, Settled>();
  const fail = ({ id }: { id: string }, error: unknown) => failures.set(id, error);
  const good = () => reports.filter(({ id }) => !failures.has(id));
  const known = () => [...settled].filter(([id]) => !failures.has(id)).map(([id, each]) => ({ id, ...each }));

  await apart(
    reports,
    async (some) => {
      for (const [id, count] of await keepEvents(on, source, some)) fresh.set(id, count);
    },
    fail,
  );
  await apart(
    good(),
    async (some) => {
      for (const [id, each] of await settle(on, some)) settled.set(id, each);
    },
    fail,
  );
  await apart(known(), (some) => moveOrders(services, tenant, some), fail);
  await apart(known(), (some) => raiseAlerts(services, tenant, some), fail);
  await apart(known(), (some) => newsFor(services, tenant, some), fail);
  return new Map(
    reports.map(({ id }): [string, Taken] => [
      id,
      failures.has(id) ? { error: failures.get(id) } : { fresh: fresh.get(id) ?? 0 },
    ]),
  );
}

/** Takes a report on one package. Answers the number of new events; throws what it failed by. */
export async function takeEvents(
  services: SystemServices,
  { tenant, id }: PackageOf,
  { source, events, estimatedAt }: Told & { readonly source: Source },
): Promise<number> {
  const taken = await takeReports(services, { tenant, source, reports: [{ id, events, estimatedAt }] });
  const result = taken.get(id);
  if (result && 'error' in result) throw result.error;
  return result?.fresh ?? 0;
}

/** Evaluates the stored events of packages again and judges their alerts. Throws the first failure after all are done. */
export async function lookAgain(services: SystemServices, tenant: string, ids: readonly string[]): Promise<void> {
  const reports = ids.map((id) => ({ id, events: [], estimatedAt: null }));
  const taken = await takeReports(services, { tenant, source: 'poll', reports });
  for (const result of taken.values()) if ('error' in result) throw result.error;
}
