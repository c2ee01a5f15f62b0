import type { CodeTable } from '../codes/meaning.ts';
import type { Writer } from './keep-events.ts';
import { isReadable } from './read-event.ts';
import { stateOf, type PackageState, type ReadEvent } from './state.ts';

const readSql = `SELECT p.id::text AS id, p.version::text AS version, p."order"::text AS "order", p."trackingStatus" AS status,
    p.logistics, p."handStatus", p."handEvents"::int, p."lastEvent", p."lastEventAt", p."firstScanAt", p."deliveredAt",
    p."estimatedAt", o.status AS "orderStatus",
    coalesce((SELECT json_agg(json_build_object('at', e.at, 'type', e.type, 'code', e.code, 'text', e.text, 'key', e.key,
       'carrier', e."carrierCode"))
       FROM track_event e WHERE e.tenant_id = p.tenant_id AND e.package = p.id AND e.ahead IS NOT TRUE), '[]') AS events
  FROM package p LEFT JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
 WHERE p.tenant_id = $1 AND p.id = ANY ($2::bigint[])`;

/**
 * Writes packages that have not changed since they were read. Rows are locked in order, so that two writers never wait in a
 * circle. The first date that is known is the one that was promised.
 */
const writeSql = `WITH told AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS t(id bigint, version bigint, events integer, status text, logistics text,
      "lastEvent" text, "lastEventAt" timestamptz, "firstScanAt" timestamptz, "deliveredAt" timestamptz,
      "estimatedAt" timestamptz, "handStatus" text)),
  turn AS MATERIALIZED (
    SELECT p.id, p."estimatedAt" FROM package p WHERE p.tenant_id = $1 AND p.id IN (SELECT id FROM told)
     ORDER BY p.id FOR NO KEY UPDATE),
  unpromised AS MATERIALIZED (
    SELECT w.package FROM tracking.work w WHERE w.tenant_id = $1 AND w.package IN (SELECT id FROM turn)
       AND w.promised_at IS NULL ORDER BY w.package FOR NO KEY UPDATE),
  promised AS (
    UPDATE tracking.work w SET promised_at = coalesce(p."estimatedAt", t."estimatedAt")
      FROM unpromised u JOIN turn p ON p.id = u.package JOIN told t ON t.id = u.package
     WHERE w.tenant_id = $1 AND w.package = u.package AND coalesce(p."estimatedAt", t."estimatedAt") IS NOT NULL)
  UPDATE package p SET "trackingStatus" = t.status, logistics = t.logistics, "lastEvent" = t."lastEvent",
    "lastEventAt" = t."lastEventAt", "firstScanAt" = t."firstScanAt", "deliveredAt" = t."deliveredAt",
    "estimatedAt" = t."estimatedAt", "handStatus" = t."handStatus", version = p.version + 1, "updatedAt" = now()
   FROM turn JOIN told t ON t.id = turn.id
  WHERE p.tenant_id = $1 AND p.id = turn.id AND p.version = t.version
    AND (SELECT count(*) FROM track_event e WHERE e.tenant_id = p.tenant_id AND e.package = p.id AND e.ahead IS NOT TRUE) = t.events
  RETURNING p.id::text AS id`;

const countSql = `SELECT e.package::text AS id, count(*)::int AS events FROM track_event e
  WHERE e.tenant_id = $1 AND e.package = ANY ($2::bigint[]) AND e.ahead IS NOT TRUE GROUP BY e.package`;

interface Stored {
  readonly id: string;
  readonly version: string;
  readonly order: string | null;
  readonly orderStatus: string | null;
  readonly status: string;
  readonly handStatus: string | null;
  readonly handEvents: number | null;
  readonly logistics: string;
  readonly lastEvent: string | null;
  readonly lastEventAt: Date | null;
  readonly firstScanAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly estimatedAt: Date | null;
  readonly events: readonly StoredEvent[];
}

interface StoredEvent {
  readonly at: string;
  readonly type: string | null;
  readonly code: string | null;
  readonly text: string;
  readonly key: string;
  readonly carrier: string;
}

/** A package as its events say, and its order as it was read. */
export interface Settled {
  readonly state: PackageState;
  readonly order: string | null;
  readonly orderStatus: string | null;
}

export interface Expected {
  readonly id: string;
  /** The carrier's newest estimate, if it gave one. */
  readonly estimatedAt: string | null;
}

/** Works out where packages are from all of their events and writes it down; may be done any number of times. */
export async function settle(on: Writer, packages: readonly Expected[]): Promise<ReadonlyMap<string, Settled>> {
  const settled = new Map<string, Settled>();
  const estimates = new Map(packages.map(({ id, estimatedAt }) => [id, estimatedAt]));
  let left: readonly string[] = [...estimates.keys()];
  for (let attempt = 0; left.length > 0 && attempt < 5; attempt += 1) {
    const rows = await on.services.query<Stored>(readSql, [on.tenant, left]);
    const judged = rows.map((row) => judge(row, estimates.get(row.id) ?? null, on.table));
    const outdated = await write(
      on,
      judged.filter(({ changed }) => changed),
    );
    for (const { row, state } of judged)
      if (!outdated.has(row.id)) settled.set(row.id, { state, order: row.order, orderStatus: row.orderStatus });
    left = [...outdated];
  }
  if (left.length > 0) throw new Error(`packages ${left.join(', ')}: their events keep changing`);
  return settled;
}

interface Judged {
  readonly row: Stored;
  readonly state: PackageState;
  readonly now: Readonly<Record<string, unknown>>;
  readonly changed: boolean;
}

function judge(row: Stored, estimatedAt: string | null, table: CodeTable): Judged {
  const state = stateOf(row.events.map((event) => readEvent(event, table)));
  // What a person has said holds until the next event.
  const byHand = row.handEvents === row.events.length ? row.handStatus : null;
  const now = {
    ...{ status: byHand ?? state.state, handStatus: byHand, logistics: state.logistics },
    ...{ lastEvent: state.last?.text ?? null, lastEventAt: asDate(state.last?.at) },
    ...{ firstScanAt: asDate(state.firstScanAt), deliveredAt: asDate(state.deliveredAt) },
    estimatedAt: state.deliveredAt === null ? (dateOf(estimatedAt) ?? row.estimatedAt) : row.estimatedAt,
  };
  const before: Readonly<Record<string, unknown>> = { ...row };
  const changed = Object.entries(now).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  return { row, state, now, changed };
}

/**
 * Answers the packages that must be read again: changed meanwhile, or with an event that came while the write waited for its
 * lock and that its writer found no reason to write for.
 */
async function write({ services, tenant }: Writer, changed: readonly Judged[]): Promise<ReadonlySet<string>> {
  if (changed.length === 0) return new Set();
  const told = changed.map(({ row, now }) => ({ ...now, id: row.id, version: row.version, events: row.events.length }));
  const rows = await services.query(writeSql, [tenant, JSON.stringify(told)]);
  const written = rows.map(({ id }) => String(id));
  const counted = await services.query(countSql, [tenant, written]);
  const counts = new Map(counted.map(({ id, events }) => [String(id), Number(events)]));
  const done = new Set(written);
  const stands = ({ id, events }: (typeof told)[number]) => done.has(id) && (counts.get(id) ?? 0) === events;
  return new Set(told.filter((each) => !stands(each)).map(({ id }) => id));
}

function readEvent(event: StoredEvent, table: CodeTable): ReadEvent {
  const { state, correction, exception } = table.read({
    ...{ carrierCode: event.carrier, type: event.type ?? '', code: event.code ?? '', text: event.text },
  });
  return { at: Date.parse(event.at), key: event.key, text: event.text, state, correction, exception };
}

const asDate = (at: number | null | undefined): Date | null => (at === null || at === undefined ? null : new Date(at));

function dateOf(time: string | null): Date | null {
  const at = time === null ? Number.NaN : Date.parse(/[Z+]|-\d\d:\d\d$/.test(time) ? time : `${time}Z`);
  return isReadable(at) ? new Date(at) : null;
}
