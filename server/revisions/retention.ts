import type { EntityDocument, EntityMeta } from '../../engine/core/index.ts';
import type { Standing } from '../store/change-plan.ts';
import { keptName, placeKey, placesOf, stemOf, type FieldColumn } from './columns-of.ts';

/** A revision and the time it was live; the last one of a tenant still is. */
interface Past {
  readonly tenant: string;
  readonly revision: number;
  readonly at: Date;
  readonly ended: Date | null;
  readonly document: EntityDocument;
}

/** Which tenants still need which parts of an entity's tables. */
export interface Needs {
  readonly table: string;
  readonly delivered: boolean;
  readonly pasts: readonly Past[];
  /** Tenants with an open draft or ordered publish, which may restore anything they ever had. */
  readonly busy: ReadonlySet<string>;
  /** Columns named in these documents, and columns that draft steps could restore. */
  readonly open: readonly EntityMeta[];
  readonly spoken: ReadonlySet<string>;
  /** Retention by tenant in days; 0 keeps data indefinitely. */
  readonly days: (tenant: string) => number;
}

export interface RetentionQuery {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** Reads these needs for one tenant or for all. */
export async function readNeeds(
  client: RetentionQuery,
  { entity, table, tenant }: { entity: string; table: string; tenant: string | null },
): Promise<Needs> {
  const of = [entity, tenant];
  const mine = 'entity = $1 AND ($2::bigint IS NULL OR tenant_id = $2)';
  const { rows: pasts } = await client.query<Past>(
    `SELECT tenant_id::text AS tenant, revision, at, document, lead(at) OVER (PARTITION BY tenant_id ORDER BY revision) AS ended
       FROM lading.revision WHERE ${mine}`,
    of,
  );
  const { rows: drafts } = await client.query<{ tenant: string; document: EntityDocument | null }>(
    `SELECT tenant_id::text AS tenant, unnest(ARRAY[document, ground]) AS document FROM lading.draft WHERE ${mine}
     UNION ALL SELECT tenant_id::text, (request->'document')::json FROM lading.job
      WHERE kind = 'publish' AND state IN ('queued', 'running') AND request->>'entity' = $1 AND ($2::bigint IS NULL OR tenant_id = $2)`,
    of,
  );
  const { rows: steps } = await client.query<{ said: string }>(
    `SELECT edits::text || inverse::text AS said FROM lading.draft_step WHERE ${mine}`,
    of,
  );
  const days = await readDays(client);
  return {
    ...{ table, delivered: tenant === null, pasts, days },
    busy: new Set(drafts.map((draft) => draft.tenant)),
    open: drafts.flatMap(({ document }) => document?.meta ?? []),
    spoken: new Set(steps.flatMap(({ said }) => said.match(/\bx\d+\b/g) ?? [])),
  };
}

/** Each tenant's retention period in days. */
export async function readDays(client: RetentionQuery): Promise<(tenant: string) => number> {
  const { rows } = await client.query<{ tenant: string; value: string }>(
    `SELECT tenant_id::text AS tenant, value FROM public.config WHERE code = $1`,
    ['SCHEMA_KEEP_DAYS'],
  );
  const days = new Map(rows.map(({ tenant, value }) => [tenant, Number(value)]));
  return (tenant) => days.get(tenant) ?? 90;
}

/** When the retention of data removed at a time ends. */
export function retainedUntil(ended: Date | null, days: number): number {
  return ended === null || !(days > 0) ? Infinity : ended.getTime() + days * 86_400_000;
}

/**
 * Columns that nobody needs any more: no live revision, no draft, and no revision within the retention period. Only
 * columns from tenants' revisions are considered, never delivered ones.
 */
export function dueOf(needs: Needs, standing: Standing, now: Date): FieldColumn[] {
  const until = new Map<string, { place: FieldColumn; until: number }>();
  const need = (place: FieldColumn, moment: number) => {
    const known = until.get(placeKey(place))?.until ?? -Infinity;
    until.set(placeKey(place), { place, until: Math.max(known, moment) });
  };
  for (const { tenant, ended, document } of needs.pasts) {
    const moment = needs.busy.has(tenant) ? Infinity : retainedUntil(ended, needs.days(tenant));
    for (const place of placesOf(document.meta, needs.table)) need(place, moment);
  }
  for (const meta of needs.open) for (const place of placesOf(meta, needs.table)) need(place, Infinity);
  for (const place of retiredColumnsOf(
    needs,
    standing,
    [...until.values()].map(({ place: each }) => each),
  ))
    need(place, retainedUntilMoment(needs, place));
  const over = [...until.values()].flatMap(({ place, until: moment }) =>
    moment <= now.getTime() && stands(standing, place) && isTheirs(needs, place) ? [place] : [],
  );
  const tables = new Set(over.flatMap(({ table, column }) => (column === '' ? [table] : [])));
  return over.filter(({ table, column }) => column === '' || !tables.has(table));
}

const stands = (standing: Standing, { table, column }: FieldColumn): boolean =>
  column === '' ? standing.has(table) : standing.get(table)?.has(column) === true;

/** In a delivered table only the added columns belong to tenants; an added sub-table belongs to them entirely. */
function isTheirs({ delivered, spoken }: Needs, { table, column }: FieldColumn): boolean {
  const [added] = /^x\d+/.exec(column) ?? /x\d+$/.exec(table) ?? [];
  if (added !== undefined && spoken.has(added)) return false;
  return !delivered || /__x\d+$/.test(table) || /^x\d+(_g|_mm|__r\d+)?$/.test(column);
}

/** Columns retired by changes of type, beside the places that revisions name. */
const retiredColumnsOf = ({ table: main }: Needs, standing: Standing, places: readonly FieldColumn[]): FieldColumn[] =>
  [...standing].flatMap(([table, columns]) =>
    [...columns].flatMap(([column, type]) => {
      const kept = keptName(column);
      const of = kept && places.find((place) => place.table === table && stemOf(place.column) === kept.stem);
      return of && table.startsWith(main) ? [{ table, column, type, field: of.field }] : [];
    }),
  );

/** Whether a tenant ever had data in a place. */
export const isKnownTo = (
  { pasts, table }: Needs,
  of: string,
  place: Pick<FieldColumn, 'table' | 'column'>,
): boolean => {
  const stem = keptName(place.column)?.stem;
  return pasts.some(
    ({ tenant, document }) =>
      tenant === of &&
      placesOf(document.meta, table).some(
        (each) => placeKey(each) === placeKey(place) || (each.table === place.table && stemOf(each.column) === stem),
      ),
  );
};

/** A retired column is needed for rollbacks to before the revision that replaced it. */
function retainedUntilMoment(needs: Needs, { table, column }: FieldColumn): number {
  const { revision } = keptName(column) ?? {};
  const tenants = new Set(
    needs.pasts.map(({ tenant }) => tenant).filter((of) => isKnownTo(needs, of, { table, column })),
  );
  const moments = needs.pasts.flatMap(({ tenant, revision: n, at }) => {
    if (!tenants.has(tenant)) return [];
    if (needs.busy.has(tenant)) return [Infinity];
    return n === revision ? [retainedUntil(at, needs.days(tenant))] : [];
  });
  return moments.length === 0 ? Infinity : Math.max(...moments);
}
