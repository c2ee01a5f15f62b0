import type { SystemServices } from '../../modules/module.ts';
import type { LabelFormat, Shipped } from '../carriers/carrier.ts';

/** How long things take before they count as gone; milliseconds. */
export interface Timing {
  /** Length of a worker's lease on a placing, after which another takes it up. Longer than any carrier call. */
  readonly lease: number;
  /** So long after a lost call a carrier may still be making the label: that it finds none says nothing before. */
  readonly grace: number;
  /** Before each further attempt; after the last of them the order has failed. */
  readonly pauses: readonly number[];
  /** Carriers asked at once by one drain of a node; it has twice as many in hand. */
  readonly parallel: number;
}

export const usualTiming: Timing = {
  ...{ lease: 120_000, grace: 90_000, parallel: 16 },
  pauses: [5_000, 20_000, 60_000, 180_000],
};

/** What the carrier made, as it is kept until the order has it: labels as base64, then as the ids of their files. */
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
  /** Milliseconds since the carrier was asked. */
  readonly asked: number | null;
}

/** Takes what is due, so many at most, each for this caller alone as long as the lease lasts. */
export async function claim(
  services: SystemServices,
  tenant: string,
  most: number,
  timing: Timing,
): Promise<readonly Placing[]> {
  const rows = await services.query(
    `WITH due AS (
       SELECT key FROM shipping.placing WHERE tenant_id = $1 AND state <> 'ended' AND next_at <= now()
          AND coalesce(leased_until, '-infinity') < now() ORDER BY created_at, key LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE shipping.placing p SET leased_until = clock_timestamp() + $3 * interval '1 millisecond', attempts = p.attempts + 1 FROM due
      WHERE p.tenant_id = $1 AND p.key = due.key
      RETURNING p.tenant_id::text AS tenant, p.key, p."order"::text AS "order", p.state, p.attempts, p.account::text AS account, p.result,
        extract(epoch FROM now() - p.asked_at)::float8 * 1000 AS asked`,
    [tenant, most, timing.lease],
  );
  return rows as unknown as Placing[];
}

/** Written before the call, so that a later worker asks the carrier first. False: another worker has taken it. */
export async function noteAsking(
  services: SystemServices,
  { tenant, key }: Placing,
  account: string,
): Promise<boolean> {
  const rows = await services.query(
    `UPDATE shipping.placing SET state = 'asking', account = $3, asked_at = now()
      WHERE tenant_id = $1 AND key = $2 AND state = 'ready' AND leased_until > now() RETURNING key`,
    [tenant, key, account],
  );
  return rows.length > 0;
}

/** The carrier's answer is kept whole before anything else is done with it. */
export async function noteMade(services: SystemServices, { tenant, key }: Placing, made: Made): Promise<void> {
  await services.query(
    `UPDATE shipping.placing SET state = 'made', result = $3 WHERE tenant_id = $1 AND key = $2 AND state <> 'ended'`,
    [tenant, key, JSON.stringify(made)],
  );
}

/** Lets go until a moment; `ready`: nothing was made, `asking`: unknown. No moment: until a person does it by hand. */
export async function letGo(
  services: SystemServices,
  { tenant, key }: Placing,
  state: 'ready' | 'asking' | 'made',
  pause: number | null,
): Promise<void> {
  await services.query(
    `UPDATE shipping.placing SET state = $3, leased_until = NULL,
            next_at = CASE WHEN $4::float8 IS NULL THEN 'infinity' ELSE clock_timestamp() + $4 * interval '1 millisecond' END
      WHERE tenant_id = $1 AND key = $2 AND state <> 'ended'`,
    [tenant, key, state, pause],
  );
}

/** What keeps an order waiting, shown on it; a page that shows it hears of it. */
export async function noteFailure(
  services: SystemServices,
  { tenant, order }: Placing,
  failure: { code: string; text: string | null; next: Date | null },
): Promise<void> {
  await services.query(
    `WITH noted AS (
       UPDATE "order" SET "errorCode" = $3, "errorText" = $4, "errorAt" = now(), "nextTryAt" = $5
        WHERE tenant_id = $1 AND id = $2 AND status = 'placing' RETURNING id)
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT $1, 'record', 'order', id, 'edit' FROM noted`,
    [tenant, order, failure.code, failure.text, failure.next],
  );
}
