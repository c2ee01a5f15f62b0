import type { SystemServices } from '../../../modules/module.ts';
import type { TrackEvent } from '../../carriers/carrier.ts';
import type { CodeTable } from '../codes/meaning.ts';
import { isAhead, keepable } from './read-event.ts';

export type Source = 'poll' | 'push' | 'hand';

/** What the packages of a tenant are written with. */
export interface Writer {
  readonly services: SystemServices;
  readonly tenant: string;
  readonly table: CodeTable;
}

/**
 * In order, so that two writers of the same events wait for each other and not in a circle. Carriers use numbers again after
 * months: events long before the ship date are of an earlier shipment. An event that was reported ahead of its time counts
 * once it is reported again when it can have happened.
 */
const keepSql = `WITH told AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS e(package bigint, at timestamptz, "localTime" text, "offset" text, type text,
      code text, text text, city text, state text, "postalCode" text, country text, key text, ahead boolean)),
  reached AS (
    UPDATE track_event t SET ahead = false, at = e.at, "offset" = e."offset" FROM told e
     WHERE t.tenant_id = $1 AND t.package = e.package AND t.key = e.key AND t.ahead AND NOT e.ahead
    RETURNING t.package, t."carrierCode", t.type, t.code, t.text),
  added AS (
    INSERT INTO track_event (tenant_id, id, org_id, package, "order", customer, at, "localTime", "offset",
      "carrierCode", type, code, text, city, state, "postalCode", country, source, key, ahead)
    SELECT p.tenant_id, lading.new_id(), p.org_id, p.id, p."order", p.customer, e.at, e."localTime", e."offset",
           coalesce(p."carrierCode", '-'), e.type, e.code, e.text, e.city, e.state, e."postalCode", e.country, $3, e.key, e.ahead
      FROM told e JOIN package p ON p.tenant_id = $1 AND p.id = e.package
       AND e.at > coalesce(p."shipDate"::timestamptz, p."createdAt") - interval '30 days'
     ORDER BY p.id, e.key
    ON CONFLICT DO NOTHING RETURNING package, "carrierCode", type, code, text)
  SELECT package::text AS id, "carrierCode", type, code, text FROM reached
  UNION ALL SELECT package::text, "carrierCode", type, code, text FROM added`;

const countSql = `INSERT INTO tracking_status_code (tenant_id, id, carrier, section, code, description, correction, seen, "lastSeenAt")
  SELECT $1, lading.new_id(), u.carrier, u.section, u.code, left(u.text, 300), false, u.times, now()
    FROM jsonb_to_recordset($2::jsonb) AS u(carrier text, section text, code text, text text, times integer)
   ORDER BY u.carrier, u.section, u.code
  ON CONFLICT (tenant_id, carrier, section, code)
    DO UPDATE SET seen = tracking_status_code.seen + EXCLUDED.seen, "lastSeenAt" = now()`;

/** Stores the events that are new and counts unmapped codes. Answers the number of new events by package. */
export async function keepEvents(
  { services, tenant, table }: Writer,
  source: Source,
  reports: readonly { readonly id: string; readonly events: readonly TrackEvent[] }[],
): Promise<ReadonlyMap<string, number>> {
  const now = services.clock();
  const events = reports.flatMap(({ id, events: told }) =>
    told.flatMap((event) => {
      const kept = keepable(event);
      return kept ? [{ package: id, ...kept, ahead: isAhead(kept, now) }] : [];
    }),
  );
  if (events.length === 0) return new Map();
  const rows = await services.query<Row>(keepSql, [tenant, JSON.stringify(events), source]);
  const fresh = new Map<string, number>();
  for (const { id } of rows) fresh.set(id, (fresh.get(id) ?? 0) + 1);
  const unmapped = unmappedOf(rows, table);
  if (unmapped.length > 0) await services.query(countSql, [tenant, JSON.stringify(unmapped)]);
  return fresh;
}

interface Row {
  readonly id: string;
  readonly carrierCode: string;
  readonly type: string | null;
  readonly code: string | null;
  readonly text: string;
}

interface Unmapped {
  readonly carrier: string;
  readonly section: string;
  readonly code: string;
  readonly text: string;
  readonly times: number;
}

function unmappedOf(rows: readonly Row[], table: CodeTable): readonly Unmapped[] {
  const unmapped = new Map<string, Unmapped>();
  for (const { carrierCode, type, code: told, text } of rows) {
    const { mapped, section } = table.read({ carrierCode, type: type ?? '', code: told ?? '', text });
    const code = (told ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
    if (mapped || code === '') continue;
    const key = `${carrierCode}|${section}|${code}`;
    const times = (unmapped.get(key)?.times ?? 0) + 1;
    unmapped.set(key, { carrier: carrierCode, section, code, text, times });
  }
  return [...unmapped.values()];
}
