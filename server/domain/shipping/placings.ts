import type { SystemServices } from '../../modules/module.ts';
import type { LabelFormat, Shipped } from '../carriers/carrier.ts';
import { repairOf, type ErrorCause } from '../carriers/causes.ts';

/** Timeouts of placing in milliseconds. */
export interface Timing {
  /** Lease of a worker on a placing, after which another takes over. Longer than any carrier call. */
  readonly lease: number;
  /** Time after a lost call in which the carrier may still be making the label, so that finding none proves nothing. */
  readonly grace: number;
  /** Pauses before further attempts; after the last one the order fails. */
  readonly pauses: readonly number[];
  /** Parallel carrier calls per drain; it claims twice as many. */
  readonly parallel: number;
}

export const usualTiming: Timing = {
  ...{ lease: 120_000, grace: 90_000, parallel: 16 },
  pauses: [5_000, 20_000, 60_000, 180_000],
};

/** The carrier's result until the order has it: labels as base64, then as file ids. */
export interface Made {
  readonly leadTracking: string;
  readonly charge: Shipped['charge'];
  readonly reply: unknown;
  readonly packages: readonly {
    readonly seq: number;
    readonly trackingNo: string;
    readonly labelFormat: LabelFormat | null;
    readonly label?: string | null;
    readonly labelFile?: string | null;
  }[];
}

export interface Placing {
  readonly tenant: string;
  readonly key: string;
  readonly order: string;
  readonly state: 'ready' | 'asking' | 'made';
  readonly attempts: number;
  readonly account: string | null;
  readonly result: Made | null;
  /** Milliseconds since the carrier was called. */
  readonly asked: number | null;
}

/** Claims due placings up to a limit, exclusively for the time of the lease. */
export async function claim(
  services: SystemServices,
  tenant: string,
  most: number,
  timing: Timing,
): Promise<readonly Placing[]> {
  return services.query<Placing>(
    `WITH due AS (
       SELECT key FROM shipping.placing WHERE tenant_id = $1 AND state <> 'ended' AND next_at <= now()
          AND coalesce(leased_until, '-infinity') < now() ORDER BY created_at, key LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE shipping.placing p SET leased_until = clock_timestamp() + $3 * interval '1 millisecond', leased_by = $4,
            attempts = p.attempts + 1 FROM due
      WHERE p.tenant_id = $1 AND p.key = due.key
      RETURNING p.tenant_id::text AS tenant, p.key, p."order"::text AS "order", p.state, p.attempts, p.account::text AS account, p.result,
        extract(epoch FROM now() - p.asked_at)::float8 * 1000 AS asked`,
    [tenant, most, timing.lease, services.worker()],
  );
}

/** Frees the placings of workers that are gone, which otherwise wait for the end of their lease. */
export async function freeOfDead(services: SystemServices): Promise<void> {
  const own = services.worker();
  await services.query(
    `UPDATE shipping.placing SET leased_until = NULL WHERE state <> 'ended' AND leased_until > now() AND leased_by <> $2
        AND split_part(leased_by, ':', 1)::integer IN (
          SELECT split_part(p.leased_by, ':', 1)::integer FROM shipping.placing p WHERE p.state <> 'ended' AND p.leased_until > now()
          EXCEPT (SELECT unnest($1::integer[]) EXCEPT SELECT split_part($2, ':', 1)::integer))`,
    [await services.livingNodes(), own],
  );
}

/** Stored before the call, so that a later worker queries the carrier first. False: another worker has taken it. */
export async function noteAsking(
  services: SystemServices,
  { tenant, key }: Placing,
  account: string,
): Promise<boolean> {
  const rows = await services.query(
    `UPDATE shipping.placing SET state = 'asking', account = $3, asked_at = now()
      WHERE tenant_id = $1 AND key = $2 AND state = 'ready' AND leased_until > now() AND leased_by = $4 RETURNING key`,
    [tenant, key, account, services.worker()],
  );
  return rows.length > 0;
}

/**
 * Stores the carrier's whole answer before anything else. `gone`: another worker has ended it, or stored another label.
 * `elsewhere`: another order has one of its numbers, which is asked where the answer itself is the only evidence.
 */
export async function noteMade(
  services: SystemServices,
  { tenant, key }: Placing,
  made: Made,
  isDirect: boolean,
): Promise<'made' | 'gone' | 'elsewhere'> {
  const [row] = await services.query(`SELECT shipping.note_made($1, $2, $3, $4, $5) AS noted`, [
    ...[tenant, key, JSON.stringify(made), made.packages.map(({ trackingNo }) => trackingNo), isDirect],
  ]);
  return row?.['noted'] as 'made' | 'gone' | 'elsewhere';
}

/** Ends a placing whose shipment is void and begins another for the same order. False: another worker has moved it. */
export async function beginAgain(
  services: SystemServices,
  { tenant, key }: Placing,
  next: { key: string; at: Date },
): Promise<boolean> {
  const rows = await services.query(
    `WITH ended AS (
       UPDATE shipping.placing SET state = 'ended', leased_until = NULL WHERE tenant_id = $1 AND key = $2 AND state = 'asking'
        RETURNING "order"),
     begun AS (INSERT INTO shipping.placing (tenant_id, key, "order", next_at) SELECT $1, $3, "order", $4 FROM ended)
     UPDATE "order" o SET "placeKey" = $3 FROM ended WHERE o.tenant_id = $1 AND o.id = ended."order" RETURNING o.id`,
    [tenant, key, next.key, next.at],
  );
  return rows.length > 0;
}

/** Replaces the stored labels by their files. */
export async function noteFiles(services: SystemServices, { tenant, key }: Placing, made: Made): Promise<void> {
  await services.query(
    `UPDATE shipping.placing SET result = $3 WHERE tenant_id = $1 AND key = $2 AND state = 'made' AND result ->> 'leadTracking' = $4`,
    [tenant, key, JSON.stringify(made), made.leadTracking],
  );
}

/** The numbers under a key that an order has or is about to get. */
export async function ownNumbers(services: SystemServices, { tenant, key }: Placing): Promise<ReadonlySet<string>> {
  const rows = await services.query(
    `SELECT p."trackingNo" AS number FROM shipment s JOIN package p ON p.tenant_id = s.tenant_id AND p.shipment = s.id
      WHERE s.tenant_id = $1 AND s.key = $2
     UNION SELECT unnest(numbers) FROM shipping.placing WHERE tenant_id = $1 AND key = $2 AND state = 'made'`,
    [tenant, key],
  );
  return new Set(rows.map(({ number }) => String(number)));
}

/** The carrier has no label after a lost answer: schedules a last query for when its call must have ended. */
export async function noteDoubt(services: SystemServices, { tenant, key }: Placing): Promise<void> {
  await services.query(`UPDATE shipping.placing SET doubt_at = now() WHERE tenant_id = $1 AND key = $2`, [tenant, key]);
}

/**
 * Releases a placing until a time; `ready`: nothing was made, `asking`: unknown. Without a time: until a person
 * continues it.
 */
export async function letGo(
  services: SystemServices,
  { tenant, key }: Placing,
  state: 'ready' | 'asking' | 'made',
  pause: number | null,
): Promise<void> {
  await services.query(
    `UPDATE shipping.placing SET state = $3, leased_until = NULL,
            next_at = CASE WHEN $4::float8 IS NULL THEN 'infinity' ELSE clock_timestamp() + $4 * interval '1 millisecond' END
      WHERE tenant_id = $1 AND key = $2 AND state <> 'ended' AND (state <> 'made' OR $3 = 'made')`,
    [tenant, key, state, pause],
  );
}

/** Stores and announces why an order is waiting, for the pages that show it. */
export async function noteFailure(
  services: SystemServices,
  { tenant, order }: Placing,
  failure: { code: string; cause: ErrorCause; text: string | null; said: string | null; next: Date | null },
): Promise<void> {
  await services.query(
    `WITH noted AS (
       UPDATE "order" SET "errorCode" = $3, "errorText" = $4, "errorAt" = now(), "nextTryAt" = $5, "errorCause" = $6, "errorRepair" = $7,
               "errorDetail" = $8
        WHERE tenant_id = $1 AND id = $2 AND status = 'placing' RETURNING id)
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT $1, 'record', 'order', id, 'edit' FROM noted`,
    [
      ...[tenant, order, failure.code, failure.text, failure.next],
      ...[failure.cause, repairOf(failure.cause), failure.said],
    ],
  );
}
