import type { CommandCall } from '../../../modules/module.ts';
import { loadSql, type PriceRows } from './load-sql.ts';
import { Snapshot, type Contents } from './snapshot.ts';

/** Snapshots that a node keeps: of tenants that ask most lately, and of no more contents than this (cells and places). */
const maxTenants = 50;
const maxContents = 200_000_000;

interface Kept {
  readonly snapshot: Snapshot;
  readonly contents: Contents;
  /** Bytes of the contents as text. */
  readonly size: number;
}

/**
 * The prices of tenants as one node keeps them. Each quote asks the database for the state in which the prices are now, so
 * that another node's change counts at once; a snapshot is one state, so that no quote is made of two.
 */
export class Snapshots {
  private readonly kept = new Map<string, Kept>();
  private readonly loading = new Map<string, Promise<Snapshot>>();

  /** The prices in this state or a later one. */
  async of(call: Pick<CommandCall, 'tenant' | 'read'>, state: string): Promise<Snapshot> {
    const kept = this.kept.get(call.tenant);
    if (kept?.snapshot.state === state) {
      // The most recently used ones are last.
      this.kept.delete(call.tenant);
      this.kept.set(call.tenant, kept);
      return kept.snapshot;
    }
    const key = `${call.tenant} ${state}`;
    let loading = this.loading.get(key);
    if (!loading) {
      loading = this.load(call, kept).finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    return loading;
  }

  private async load({ tenant, read }: Pick<CommandCall, 'tenant' | 'read'>, kept?: Kept): Promise<Snapshot> {
    const [rows] = (await read<PriceRows>(loadSql, [[...(kept?.contents.keys() ?? [])].map(stampOf)])) as [PriceRows];
    const contents = contentsOf(rows, kept?.contents);
    const snapshot = new Snapshot(withoutContents(rows), contents);
    const size = [...contents.values()].reduce((sum, each) => sum + each.size, 0);
    this.keep(tenant, { snapshot, contents, size });
    return snapshot;
  }

  private keep(tenant: string, made: Kept): void {
    this.kept.delete(tenant);
    this.kept.set(tenant, made);
    let sum = [...this.kept.values()].reduce((total, { size }) => total + size, 0);
    for (const [oldest, { size }] of this.kept) {
      if ((this.kept.size <= maxTenants && sum <= maxContents) || oldest === tenant) break;
      this.kept.delete(oldest);
      sum -= size;
    }
  }
}

/** The contents of the rows by kind and version; unchanged ones are reused. */
export function contentsOf(rows: PriceRows, known?: Contents): Contents {
  const contents: Contents = new Map();
  const take = (key: string, raw: unknown) =>
    contents.set(key, known?.get(key) ?? { raw, size: JSON.stringify(raw).length });
  for (const kind of ['tables', 'charts', 'areas'] as const)
    for (const { stamp, contents: raw } of rows[kind]) take(`${kind} ${stamp}`, raw);
  for (const { stamp, terms } of rows.surcharges) take(`surcharges ${stamp}`, terms);
  return contents;
}

const stampOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** What is read lies under the contents alone, so that it is not held twice. */
const withoutContents = (rows: PriceRows): PriceRows => ({
  ...rows,
  tables: rows.tables.map((row) => ({ ...row, contents: null })),
  charts: rows.charts.map((row) => ({ ...row, contents: null })),
  areas: rows.areas.map((row) => ({ ...row, contents: null })),
});

const byNode = new WeakMap<CommandCall['services'], Snapshots>();

/** The snapshots of the node that a call runs on. */
export function snapshotsOf(services: CommandCall['services']): Snapshots {
  let found = byNode.get(services);
  if (!found) byNode.set(services, (found = new Snapshots()));
  return found;
}
