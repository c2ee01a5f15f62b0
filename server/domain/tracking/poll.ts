import { defineSchedule, type SystemServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { CarrierFailure, Tracked } from '../carriers/carrier.ts';
import { sweepPushed } from './push/read-pushed.ts';
import { codeTables, takeEvents } from './take-events.ts';

/** Numbers of one account polled in one batch; the batches of an account run one after another. */
const together = 30;
/** A run ends before the next begins. */
const longest = 50_000;
/** Days without a new event after which polling stops. */
export const quietDays = 30;

/** How long a claim on work lasts, so that the work of a dead node is taken up again. */
const claimSql = `WITH chosen AS (
    SELECT w.tenant_id, w.package FROM tracking.work w
     WHERE w.retired_at IS NULL AND w.next_at <= now() AND coalesce(w.locked_until, '-infinity') < now()
       AND w.tenant_id = $1 AND w.account = $2 AND lading.at_home(w.tenant_id)
     ORDER BY w.next_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  UPDATE tracking.work w SET locked_until = now() + interval '5 minutes'
    FROM chosen c JOIN package p ON p.tenant_id = c.tenant_id AND p.id = c.package
   WHERE w.tenant_id = c.tenant_id AND w.package = c.package
  RETURNING w.package::text AS id, p."trackingNo", p.status, p."carrierCode" AS carrier`;

const accountsSql = `SELECT DISTINCT w.tenant_id::text AS tenant, w.account::text AS account FROM tracking.work w
   WHERE w.retired_at IS NULL AND w.next_at <= now() AND w.account IS NOT NULL
     AND NOT EXISTS (SELECT FROM tracking.pause b
       WHERE b.tenant_id = w.tenant_id AND b.account = w.account AND b.until > now())`;

/** Return labels are polled for longer, also void ones, because using one is charged. */
const returnLabel = `EXISTS (SELECT FROM "order" o WHERE o.tenant_id = p.tenant_id AND o.id = p."order" AND o."returnOf" IS NOT NULL)`;

/**
 * When a package is polled next: sooner the nearer it is to delivery, rarely when it grows old. Polling ends three days after
 * delivery, on cancellation or void, and after a long silence.
 */
const nextSql = `UPDATE tracking.work w SET locked_until = NULL, tries = 0, failure = NULL, asked_at = now(),
    news_at = CASE WHEN $4 THEN now() ELSE w.news_at END,
    promised_at = coalesce(w.promised_at, p."estimatedAt"),
    next_at = now() + CASE
      WHEN p."trackingStatus" = 'out_for_delivery' THEN interval '30 minutes'
      WHEN p."trackingStatus" = 'delivered' THEN interval '1 day'
      WHEN coalesce(p."lastEventAt", p."createdAt") > now() - interval '1 day' THEN interval '2 hours'
      WHEN coalesce(p."lastEventAt", p."createdAt") > now() - interval '4 days' THEN interval '4 hours'
      WHEN coalesce(p."lastEventAt", p."createdAt") > now() - interval '10 days' THEN interval '12 hours'
      ELSE interval '1 day' END,
    retired_at = CASE
      WHEN (p.status = 'voided' AND NOT ${returnLabel}) OR p."trackingStatus" = 'cancelled' THEN now()
      WHEN p."trackingStatus" = 'delivered' AND p."deliveredAt" < now() - interval '3 days' THEN now()
      WHEN NOT $4 AND w.news_at < now() - make_interval(days => $3 * CASE WHEN ${returnLabel} THEN 4 ELSE 1 END) THEN now() END
  FROM package p WHERE p.tenant_id = w.tenant_id AND p.id = w.package AND w.tenant_id = $1 AND w.package = $2`;

const failSql = `UPDATE tracking.work SET locked_until = NULL, tries = tries + 1, failure = left($3, 200), asked_at = now(),
    next_at = greatest(now() + least(interval '6 hours', interval '5 minutes' * power(2, least(tries, 8))), $4::timestamptz),
    retired_at = CASE WHEN news_at < now() - make_interval(days => $5) THEN now() END
  WHERE tenant_id = $1 AND package = ANY ($2::bigint[])`;

interface Claimed {
  readonly id: string;
  readonly trackingNo: string;
  readonly status: string;
  readonly carrier: string;
}

interface AccountOf {
  readonly tenant: string;
  readonly account: string;
}

/** Polls the carriers for every package that is due. Answers the number of packages polled. */
export const poll = (carriers: Carriers) =>
  defineSchedule('tracking-poll', '* * * * *', async ({ query, services: deps }) => {
    if (!deps) return 0;
    await sweepPushed(deps);
    const deadline = Date.now() + longest;
    const accounts = (await query(accountsSql, [])) as unknown as AccountOf[];
    const asked = await Promise.all(accounts.map((of) => pollAccount({ services: deps, carriers, deadline }, of)));
    return asked.reduce((sum, count) => sum + count, 0);
  });

interface Poller {
  readonly services: SystemServices;
  readonly carriers: Carriers;
  readonly deadline: number;
}

async function pollAccount(on: Poller, of: AccountOf): Promise<number> {
  let asked = 0;
  while (Date.now() < on.deadline) {
    const claimed = (await on.services.query(claimSql, [of.tenant, of.account, together])) as unknown as Claimed[];
    if (claimed.length === 0) break;
    asked += claimed.length;
    if (!(await askAbout(on, of, claimed))) break;
  }
  return asked;
}

/** Answers whether there is any use in asking on. */
export async function askAbout(
  { services, carriers }: Pick<Poller, 'services' | 'carriers'>,
  { tenant, account }: AccountOf,
  claimed: readonly Claimed[],
): Promise<boolean> {
  const fail = (ids: readonly string[], why: string, retryAt: Date | null) =>
    services.query(failSql, [tenant, ids, why, retryAt, quietDays]);
  const all = claimed.map(({ id }) => id);
  const opened = await loadAccount(services, tenant, account);
  if (!opened) {
    await fail(all, 'noAccount', null);
    return false;
  }
  const result = await carriers.of(opened.carrier).track(
    opened,
    claimed.map(({ trackingNo }) => trackingNo),
  );
  if (!result.ok) {
    // The carrier account may be set up later.
    const tomorrow = new Date(Date.now() + 86_400_000);
    await fail(all, result.kind, result.kind === 'unsupported' ? tomorrow : result.retryAt);
    await pauseFor(services, { tenant, account }, result);
    return false;
  }
  const told = new Map(result.value.map((each) => [each.trackingNo, each]));
  const tables = codeTables(services);
  for (const { id, trackingNo } of claimed) {
    const about = told.get(trackingNo);
    if (!about || 'error' in about) {
      await fail([id], about && 'error' in about ? about.error : 'noAnswer', null);
      continue;
    }
    try {
      const fresh = await takeEvents(services, { tenant, id }, { ...(about as Tracked), source: 'poll' }, tables);
      await services.query(nextSql, [tenant, id, quietDays, fresh > 0]);
    } catch (error) {
      // What one package cannot take must not hold up the others.
      await fail([id], error instanceof Error ? error.message : 'unreadable', null);
    }
  }
  return true;
}

/** Rate limiting and refused credentials pause the whole account. */
async function pauseFor(services: SystemServices, of: AccountOf, { kind, retryAt }: CarrierFailure): Promise<void> {
  if (kind !== 'limited' && kind !== 'credentials' && kind !== 'unavailable') return;
  const minutes = kind === 'credentials' ? 60 : 2;
  await services.query(
    `INSERT INTO tracking.pause (tenant_id, account, until)
       VALUES ($1, $2, greatest(now() + make_interval(mins => $3), $4::timestamptz))
     ON CONFLICT (tenant_id, account) DO UPDATE SET until = EXCLUDED.until`,
    [of.tenant, of.account, minutes, retryAt],
  );
}
