import type { SystemServices } from '../../modules/module.ts';
import type { TrackEvent } from '../carriers/carrier.ts';
import { raiseAlerts } from './alerts/raise.ts';
import { codeTable, type CodeRow, type CodeTable } from './codes/meaning.ts';
import { isReadable, keepable, type KeptEvent } from './events/read-event.ts';
import { stateOf, type PackageState, type ReadEvent } from './events/state.ts';
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
        .query(
          `SELECT carrier, section, code, category, "exceptionType", coalesce(correction, false) AS correction
             FROM tracking_status_code WHERE tenant_id = $1`,
          [tenant],
        )
        .then((rows) => codeTable(rows as unknown as CodeRow[]));
    read.set(tenant, found);
    return found;
  };
}

const keepSql = `INSERT INTO track_event (tenant_id, id, org_id, package, "order", customer, at, "localTime", "offset",
    "carrierCode", type, code, text, city, state, "postalCode", country, source, key)
  SELECT p.tenant_id, lading.new_id(), p.org_id, p.id, p."order", p.customer, e.at, e."localTime", e."offset",
         coalesce(p."carrierCode", '-'), e.type, e.code, e.text, e.city, e.state, e."postalCode", e.country, $4, e.key
    FROM package p
    CROSS JOIN jsonb_to_recordset($3::jsonb) AS e(at timestamptz, "localTime" text, "offset" text, type text, code text,
      text text, city text, state text, "postalCode" text, country text, key text)
   WHERE p.tenant_id = $1 AND p.id = $2
  ON CONFLICT DO NOTHING RETURNING "carrierCode", type, code, text`;

const countSql = `INSERT INTO tracking_status_code (tenant_id, id, carrier, section, code, description, correction, seen, "lastSeenAt")
  SELECT $1, lading.new_id(), u.carrier, u.section, u.code, left(u.text, 300), false, u.times, now()
    FROM jsonb_to_recordset($2::jsonb) AS u(carrier text, section text, code text, text text, times integer)
  ON CONFLICT (tenant_id, carrier, section, code)
    DO UPDATE SET seen = tracking_status_code.seen + EXCLUDED.seen, "lastSeenAt" = now()`;

/** Stores the new events of a report, counts unmapped codes and updates the package. Answers the number of new events. */
export async function takeEvents(
  services: SystemServices,
  of: PackageOf,
  told: Told & { readonly source: 'poll' | 'push' | 'hand' },
  tables = codeTables(services),
): Promise<number> {
  const events = told.events.map(keepable).filter((event): event is KeptEvent => event !== null);
  const fresh =
    events.length === 0 ? [] : await services.query(keepSql, [of.tenant, of.id, JSON.stringify(events), told.source]);
  const table = await tables(of.tenant);
  const unmapped = new Map<string, { carrier: string; section: string; code: string; text: string; times: number }>();
  for (const row of fresh) {
    const {
      type,
      code: told,
      text: words,
    } = { type: text(row['type']), code: text(row['code']), text: text(row['text']) };
    const event = { carrierCode: String(row['carrierCode']), type, code: told, text: words };
    const { mapped, section } = table.read(event);
    const code = event.code.toUpperCase().replace(/[^A-Z0-9]/g, '');
    if (mapped || code === '') continue;
    const key = `${section}|${code}`;
    const times = (unmapped.get(key)?.times ?? 0) + 1;
    unmapped.set(key, { carrier: event.carrierCode, section, code, text: words, times });
  }
  if (unmapped.size > 0) await services.query(countSql, [of.tenant, JSON.stringify([...unmapped.values()])]);
  const state = await settle(services, of, table, told.estimatedAt);
  if (state) await raiseAlerts(services, of, state);
  if (state) await newsFor(services, of);
  return fresh.length;
}

/** Evaluates the stored events of a package again and raises its alerts. */
export async function lookAgain(services: SystemServices, of: PackageOf): Promise<void> {
  await takeEvents(services, of, { events: [], estimatedAt: null, source: 'poll' });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const readSql = `SELECT p."order"::text AS "order", p."trackingStatus" AS status, p.logistics,
    p."handStatus", p."handEvents"::int, p."lastEvent", p."lastEventAt", p."firstScanAt", p."deliveredAt", p."estimatedAt", o.status AS "orderStatus",
    coalesce((SELECT json_agg(json_build_object('at', e.at, 'type', e.type, 'code', e.code, 'text', e.text, 'key', e.key,
       'carrier', e."carrierCode"))
       FROM track_event e WHERE e.tenant_id = p.tenant_id AND e.package = p.id), '[]') AS events
  FROM package p LEFT JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
 WHERE p.tenant_id = $1 AND p.id = $2`;

/**
 * Writes only if no event was added since the state was computed; a later report computes it again. The first date that is
 * known is the one that was promised.
 */
const writeSql = `WITH promised AS (
    UPDATE tracking.work w SET promised_at = coalesce(p."estimatedAt", $9::timestamptz) FROM package p
     WHERE p.tenant_id = w.tenant_id AND p.id = w.package AND w.tenant_id = $1 AND w.package = $2
       AND w.promised_at IS NULL AND coalesce(p."estimatedAt", $9::timestamptz) IS NOT NULL)
  UPDATE package p SET "trackingStatus" = $3, logistics = $4, "lastEvent" = $5, "lastEventAt" = $6,
    "firstScanAt" = $7, "deliveredAt" = $8, "estimatedAt" = $9, "handStatus" = $11, version = version + 1, "updatedAt" = now()
  WHERE p.tenant_id = $1 AND p.id = $2
    AND (SELECT count(*) FROM track_event e WHERE e.tenant_id = p.tenant_id AND e.package = p.id) = $10
  RETURNING p.id`;

interface Stored {
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
  readonly events: readonly {
    at: string;
    type: string | null;
    code: string | null;
    text: string;
    key: string;
    carrier: string;
  }[];
}

/** Works out where a package is from all of its events and writes it down; may be done any number of times. */
export async function settle(
  services: SystemServices,
  of: PackageOf,
  table: CodeTable,
  estimatedAt: string | null = null,
): Promise<PackageState | null> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [row] = (await services.query(readSql, [of.tenant, of.id])) as unknown as (Stored | undefined)[];
    if (!row) return null;
    const state = stateOf(row.events.map((event) => readEvent(event, table)));
    // What a person has said holds until the next event.
    const byHand = row.handEvents === row.events.length ? row.handStatus : null;
    const expected = state.deliveredAt === null ? (dateOf(estimatedAt) ?? row.estimatedAt) : row.estimatedAt;
    const values = [
      ...[
        byHand ?? state.state,
        state.logistics,
        state.last?.text ?? null,
        asDate(state.last?.at),
        asDate(state.firstScanAt),
      ],
      ...[asDate(state.deliveredAt), expected],
    ];
    const before = [
      ...[row.status, row.logistics, row.lastEvent, row.lastEventAt, row.firstScanAt],
      ...[row.deliveredAt, row.estimatedAt],
    ];
    const changed =
      byHand !== row.handStatus || values.some((value, at) => JSON.stringify(value) !== JSON.stringify(before[at]));
    const written =
      !changed || (await services.query(writeSql, [of.tenant, of.id, ...values, row.events.length, byHand])).length > 0;
    if (!written) continue;
    await moveOrder(services, of.tenant, row, state);
    return state;
  }
  throw new Error(`package ${of.id}: its events keep changing`);
}

function readEvent(event: Stored['events'][number], table: CodeTable): ReadEvent {
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

/** An order is shipped with the first scan of a box, and delivered with the last box of those that still count. */
async function moveOrder(
  services: SystemServices,
  tenant: string,
  { order, orderStatus }: Stored,
  { firstScanAt, state }: PackageState,
): Promise<void> {
  if (order === null || firstScanAt === null) return;
  const of = { tenant, entity: 'order', id: order };
  if (orderStatus === 'ordered') await services.act(of, 'ship');
  if (state !== 'delivered' || (orderStatus !== 'ordered' && orderStatus !== 'shipped')) return;
  const [open] = await services.query(
    `SELECT 1 FROM package WHERE tenant_id = $1 AND "order" = $2 AND status <> 'voided'
        AND "trackingStatus" <> 'delivered' LIMIT 1`,
    [tenant, order],
  );
  if (!open) await services.act(of, 'deliver');
}
