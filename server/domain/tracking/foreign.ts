import { defineCommand, defineWork, issue, type SystemServices, type JsonSchema } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { Tracked } from '../carriers/carrier.ts';
import type { CodeTable } from './codes/meaning.ts';
import { isAhead, keepable } from './events/read-event.ts';
import { stateOf, type ReadEvent } from './events/state.ts';
import { recognise } from './numbers/recognise.ts';
import { ownPackages } from './own-packages.ts';
import { codeTables, type PackageOf } from './take-events.ts';

/** What carriers have said of parcels that are none of ours, for a while. */
export const foreignStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS tracking.foreign_parcel (
     tenant_id bigint NOT NULL, carrier text NOT NULL, number text NOT NULL, told jsonb, failure text,
     asked_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, carrier, number))`,
  `ALTER TABLE tracking.foreign_parcel ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE tracking.foreign_parcel FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON tracking.foreign_parcel`,
  `CREATE POLICY system ON tracking.foreign_parcel TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON tracking.foreign_parcel TO lading_system`,
];

/** Numbers of one request to a carrier, as in polling. */
const together = 30;
/** Minutes for which an answer is cached; answers for delivered parcels never expire. */
const freshMinutes = 30;

export interface ForeignParcel {
  readonly state: string;
  readonly lastEvent: string | null;
  readonly lastEventAt: string | null;
  readonly estimatedAt: string | null;
  readonly deliveredAt: string | null;
}

const maybe: JsonSchema = { type: ['string', 'null'] };
export const foreignSchema: JsonSchema = {
  type: 'object',
  description: 'What its carrier last said of a parcel that is none of ours, or why nothing is known.',
  required: ['state', 'lastEvent'],
  properties: {
    ...{ state: { type: 'string' }, lastEvent: maybe, lastEventAt: maybe, estimatedAt: maybe, deliveredAt: maybe },
  },
};

/** The stored results for these numbers, by number. */
export async function foreignParcels(
  services: SystemServices,
  tenant: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ForeignParcel>> {
  if (numbers.length === 0) return new Map();
  const rows = await services.query(
    `SELECT number, told FROM tracking.foreign_parcel WHERE tenant_id = $1 AND number = ANY ($2::text[]) AND told IS NOT NULL`,
    [tenant, [...numbers]],
  );
  return new Map(rows.map(({ number, told }) => [String(number), told as ForeignParcel]));
}

/** One account per carrier; `waits` while the carrier limits it. */
const accountsSql = `SELECT DISTINCT ON (a."carrierCode") a."carrierCode" AS carrier, a.id::text AS id,
    EXISTS (SELECT FROM tracking.pause b WHERE b.tenant_id = a.tenant_id AND b.account = a.id AND b.until > now()) AS waits
  FROM express_account a WHERE a.tenant_id = $1 AND a.status = 'enabled'
  ORDER BY a."carrierCode", (a.environment = 'production') DESC, a.id`;

interface Asked {
  readonly carrier: string;
  readonly number: string;
}

/** Asks carriers about parcels that are none of ours: goes on after the answer, `Tracking/recognise` then shows the result. */
export const trackForeign = defineCommand({
  path: 'Tracking/trackForeign',
  body: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', maxLength: 900_000, description: 'As for `Tracking/recognise`.' } },
    examples: [{ text: '1Z5R89390357567127' }],
  },
  needs: { entity: 'track-event', code: 'read' },
  perMinute: 6,
  answer: {
    type: 'object',
    required: ['job', 'count', 'noAccount'],
    properties: {
      job: {
        type: ['string', 'null'],
        description: 'Null if no number can be tracked with the accounts of this tenant.',
      },
      count: { type: 'integer' },
      noAccount: {
        type: 'array',
        items: { type: 'string' },
        description: 'Carriers that the tenant has no account of.',
      },
    },
    examples: [{ job: '8801', count: 12, noAccount: ['USPS'] }],
  },
  async run(call) {
    const { services, tenant } = call;
    const { numbers } = recognise(call.body['text'] as string);
    if (numbers.length > 3_000)
      return call.refuse(issue('tracking.tooMany', 'text', { max: 3_000, count: numbers.length }));
    const known = await ownPackages(
      call,
      numbers.flatMap(({ number, trackingNo }) => [number, trackingNo]),
    );
    const foreign = numbers.filter(({ number, trackingNo }) => !known.has(number) && !known.has(trackingNo));
    const accounts = new Set((await services.query(accountsSql, [tenant])).map(({ carrier }) => String(carrier)));
    const asked = foreign.filter(({ carrier }) => accounts.has(carrier));
    const noAccount = [...new Set(foreign.map(({ carrier }) => carrier))].filter((carrier) => !accounts.has(carrier));
    const list = asked.map(({ carrier, trackingNo: number }): Asked => ({ carrier, number }));
    const job = list.length === 0 ? null : await call.order('tracking.foreign', { numbers: list });
    return { job, count: list.length, noAccount };
  },
});

const staleSql = `SELECT n.number, n.carrier FROM jsonb_to_recordset($2::jsonb) AS n(number text, carrier text)
   LEFT JOIN tracking.foreign_parcel f ON f.tenant_id = $1 AND f.carrier = n.carrier AND f.number = n.number
  WHERE f.number IS NULL OR (f.asked_at < now() - make_interval(mins => $3) AND f.told->>'deliveredAt' IS NULL)`;

const keepSql = `INSERT INTO tracking.foreign_parcel (tenant_id, carrier, number, told, failure)
  SELECT $1, n.carrier, n.number, n.told, n.failure
    FROM jsonb_to_recordset($2::jsonb) AS n(carrier text, number text, told jsonb, failure text)
  ON CONFLICT (tenant_id, carrier, number) DO UPDATE SET asked_at = now(), failure = EXCLUDED.failure,
    told = coalesce(EXCLUDED.told, tracking.foreign_parcel.told)`;

/** Skips fresh results, and the remaining numbers of a carrier that answers with a rate limit. */
export const foreignWork = (carriers: Carriers) =>
  defineWork('tracking.foreign', async ({ services, tenant, request, progress, signal }) => {
    const all = request['numbers'] as readonly Asked[];
    const stale = await services.query<Asked>(staleSql, [tenant, JSON.stringify(all), freshMinutes]);
    const accounts = await services.query<{ carrier: string; id: string; waits: boolean }>(accountsSql, [tenant]);
    const table = await codeTables(services)(tenant);
    let [done, refused] = [all.length - stale.length, 0];
    await progress({ done, total: all.length });
    for (const { carrier, id, waits } of accounts) {
      const mine = stale.filter((each) => each.carrier === carrier).map(({ number }) => number);
      if (waits) refused += mine.length;
      const account = mine.length > 0 && !waits ? await loadAccount(services, tenant, id) : null;
      if (!account) continue;
      for (let at = 0; at < mine.length; at += together) {
        signal.throwIfAborted();
        const some = mine.slice(at, at + together);
        const result = await carriers.of(carrier).track(account, some);
        if (!result.ok) {
          if (result.kind === 'limited') await pause(services, { tenant, id }, result.retryAt);
          refused += mine.length - at;
          break;
        }
        const rows = result.value.map((each) => {
          const found = 'error' in each ? null : parcelOf(carrier, each, { table, now: services.clock() });
          return { carrier, number: each.trackingNo, told: found, failure: 'error' in each ? each.error : null };
        });
        await services.query(keepSql, [tenant, JSON.stringify(rows)]);
        done += some.length;
        await progress({ done, total: all.length });
      }
    }
    await services.query(
      `DELETE FROM tracking.foreign_parcel WHERE tenant_id = $1 AND asked_at < now() - interval '60 days'`,
      [tenant],
    );
    return { asked: done, refused };
  });

function parcelOf(
  carrierCode: string,
  { events, estimatedAt }: Tracked,
  { table, now }: { table: CodeTable; now: Date },
): ForeignParcel {
  const read = events.flatMap((event): ReadEvent[] => {
    const kept = keepable(event);
    if (!kept || isAhead(kept, now)) return [];
    const meaning = table.read({ carrierCode, type: kept.type, code: kept.code, text: kept.text });
    return [{ ...meaning, at: Date.parse(kept.at), key: kept.key, text: kept.text }];
  });
  const { state, last, deliveredAt } = stateOf(read);
  const moment = (at: number | null | undefined) =>
    at === null || at === undefined ? null : new Date(at).toISOString();
  return {
    state,
    lastEvent: last?.text ?? null,
    lastEventAt: moment(last?.at),
    estimatedAt,
    deliveredAt: moment(deliveredAt),
  };
}

const pause = (services: SystemServices, { tenant, id }: PackageOf, until: Date | null) =>
  services.query(
    `INSERT INTO tracking.pause (tenant_id, account, until) VALUES ($1, $2, greatest(now() + interval '2 minutes', $3::timestamptz))
     ON CONFLICT (tenant_id, account) DO UPDATE SET until = EXCLUDED.until`,
    [tenant, id, until],
  );
