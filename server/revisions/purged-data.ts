import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import { momentIn } from '../operations/moment.ts';
import type { Actor } from '../operations/context.ts';
import { retiredColumnAs } from '../store/convert.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Blocker } from './blockers.ts';
import { keptName, placeKey, placesOf, stemOf, type FieldColumn } from './columns-of.ts';
import { retainedUntil, readDays } from './retention.ts';
import type { TargetSchema } from './target-schema.ts';

interface Cleared {
  readonly table: string;
  readonly column: string;
  readonly type: string | null;
  readonly at: Date;
}

/** What was purged of an entity, latest first. */
async function clearedOf({ pool }: SystemDatabase, tenant: string, entity: string): Promise<Cleared[]> {
  const { rows } = await pool.query<Cleared>(
    `SELECT table_name AS table, column_name AS column, type, at FROM lading.cleared
      WHERE tenant_id = $1 AND entity = $2 ORDER BY at DESC`,
    [tenant, entity],
  );
  return rows;
}

const dayOf = (actor: Actor, moment: Date): string => momentIn(actor.timeZone, moment).slice(0, 10);

/** Warnings for fields that a document restores although their data was purged. */
export async function clearedWarnings(system: SystemDatabase, actor: Actor, shape: TargetSchema): Promise<Blocker[]> {
  const { before, after, standing } = shape;
  const cleared = before ? await clearedOf(system, actor.tenant, after.name) : [];
  if (!before || cleared.length === 0) return [];
  const was = new Map(placesOf(before.meta, before.table).map((place) => [placeKey(place), place]));
  const told = new Map<string, Issue>();
  for (const place of placesOf(after.meta, after.table)) {
    const found = lacking(place, was.get(placeKey(place)), cleared, standing);
    const code = was.has(placeKey(place)) ? 'schema.keptCleared' : 'schema.cleared';
    if (!found || [...told.keys()].some((field) => place.field.startsWith(`${field}.`))) continue;
    told.set(place.field, issue(code, `fields.${place.field}`, { field: place.field, on: dayOf(actor, found.at) }));
  }
  return [...told.values()].map((each) => ({ ...each, count: 0, records: [], warns: true }));
}

/** The purged data of a place that is restored, or restored to its earlier type. */
function lacking(
  place: FieldColumn,
  was: FieldColumn | undefined,
  cleared: readonly Cleared[],
  standing: TargetSchema['standing'],
): Cleared | undefined {
  const here = cleared.filter(({ table }) => table === place.table);
  const columns = standing.get(place.table);
  if (!was) {
    const isBack = place.column === '' ? columns !== undefined : columns?.has(place.column);
    return isBack ? undefined : here.find(({ column }) => column === place.column);
  }
  if (was.type === place.type || place.type === null || retiredColumnAs(columns, place.column, place.type))
    return undefined;
  return here.find(({ column, type }) => keptName(column)?.stem === stemOf(place.column) && type === place.type);
}

/** Throws `refused` if the records of a retired entity were purged. */
export async function demandStanding(
  client: Pick<SystemDatabase['pool'], 'query'>,
  actor: Actor,
  entity: string,
): Promise<void> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT r.cleared_at AS at FROM lading.live_schema l JOIN lading.retired_table r ON r.table_name = l.own_table
      WHERE l.tenant_id = $1 AND l.entity = $2 AND r.cleared_at IS NOT NULL`,
    [actor.tenant, entity],
  );
  if (rows[0]) throw refused(issue('schema.entityCleared', '', { on: dayOf(actor, rows[0].at) }));
}

/** Fields of a revision that were removed or retyped since, and until when their data can be restored. */
export interface Keeping {
  readonly fields: readonly string[];
  /** The last day of retention; null once purged. */
  readonly until: string | null;
  /** The day of the purge; null while retained. */
  readonly cleared: string | null;
}

interface Row {
  readonly revision: number;
  readonly at: Date;
  readonly ended: Date | null;
  readonly document: EntityDocument;
}

/** By revision: data that the live revision lacks. Data with unlimited retention is left out. */
export async function keepingOf(
  system: SystemDatabase,
  actor: Actor,
  entity: string,
  table: string,
): Promise<Map<number, Keeping[]>> {
  const { rows } = await system.pool.query<Row>(
    `SELECT revision, at, document, lead(at) OVER (ORDER BY revision) AS ended FROM lading.revision
      WHERE tenant_id = $1 AND entity = $2 ORDER BY revision`,
    [actor.tenant, entity],
  );
  const days = (await readDays(system.pool))(actor.tenant);
  const cleared = await clearedOf(system, actor.tenant, entity);
  const used = rows.map((row) => ({ ...row, places: new Map(placesOf(row.document.meta, table).map(byKey)) }));
  const live = used.at(-1)?.places;
  const found = new Map<number, Keeping[]>();
  for (const { revision, ended, places } of used.slice(0, -1)) {
    const fates = new Map<string, { until: string | null; cleared: string | null; fields: Set<string> }>();
    for (const [key, place] of places) {
      const now = live?.get(key);
      if (!ended || (now && now.type === place.type)) continue;
      const fate = now ? fateOfKept(place) : fateOfGone(key, place);
      if (!fate) continue;
      const known = fates.get(JSON.stringify(fate)) ?? { ...fate, fields: new Set<string>() };
      fates.set(JSON.stringify(fate), { ...known, fields: known.fields.add(place.field.split('.')[0] ?? '') });
    }
    found.set(
      revision,
      [...fates.values()].map((fate) => ({ ...fate, fields: [...fate.fields] })),
    );

    function fateOfGone(key: string, { table: on }: FieldColumn) {
      const last = used.findLast((each) => each.places.has(key))?.ended ?? null;
      const gone = cleared.find((each) => placeKey(each) === key || placeKey(each) === `${on} `);
      return told(last, gone && ended && gone.at >= ended ? gone.at : null);
    }
    function fateOfKept(place: FieldColumn) {
      const key = placeKey(place);
      const changed = used.find((each) => each.revision > revision && typeAt(each, key) !== place.type);
      const name = `${stemOf(place.column)}__r${changed?.revision}`;
      const gone = cleared.find((each) => each.column === name && each.table === place.table);
      return told(changed?.at ?? null, gone?.at ?? null);
    }
  }
  return found;

  function told(last: Date | null, gone: Date | null): { until: string | null; cleared: string | null } | null {
    if (gone) return { until: null, cleared: dayOf(actor, gone) };
    const until = retainedUntil(last, days);
    return Number.isFinite(until) ? { until: dayOf(actor, new Date(until)), cleared: null } : null;
  }
}

const byKey = (place: FieldColumn): [string, FieldColumn] => [placeKey(place), place];
const typeAt = ({ places }: { places: ReadonlyMap<string, FieldColumn> }, key: string) => places.get(key)?.type;
