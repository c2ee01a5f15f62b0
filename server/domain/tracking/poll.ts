import { defineSchedule, type SystemServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { CarrierFailure } from '../carriers/carrier.ts';
import { sweepPushed } from './push/read-pushed.ts';
import { codeTables, takeReports } from './take-events.ts';

/** Numbers of one account polled and written in one batch: four requests to FedEx, which answers 30 numbers at once. */
const together = 120;
/** Batches of an account under way side by side, so that one is written while the carrier is asked about the next. */
const lanes = 2;
/** A run ends before the next begins. */
const longest = 50_000;
/** Days without a new event after which polling stops. */
export const quietDays = 30;

/** How long a claim on work lasts, so that the work of a dead node is taken up again. */
const claimSql = `WITH chosen AS (
    SELECT w.tenant_id, w.package FROM tracking.work w
     WHERE w.retired_at IS NULL AND w.next_at <= now() AND coalesce(w.locked_until, '-infinity') < now()
       AND w.tenant_id = $1 AND w.account = $2 AND lading.at_home($1)
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
const nextSql = `WITH turn AS MATERIALIZED (
    SELECT w.package, w.package = ANY ($4::bigint[]) AS fresh FROM tracking.work w
     WHERE w.tenant_id = $1 AND w.package = ANY ($2::bigint[]) ORDER BY w.package FOR NO KEY UPDATE)
  UPDATE tracking.work w SET locked_until = NULL, tries = 0, failure = NULL, asked_at = now(),
    news_at = CASE WHEN turn.fresh THEN now() ELSE w.news_at END,
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
      WHEN NOT turn.fresh AND w.news_at < now() - make_interval(days => $3 * CASE WHEN ${returnLabel} THEN 4 ELSE 1 END) THEN now() END
  FROM turn JOIN package p ON p.tenant_id = $1 AND p.id = turn.package
  WHERE w.tenant_id = $1 AND w.package = turn.package`;

const failSql = `WITH turn AS MATERIALIZED (
    SELECT w.package, f.why FROM tracking.work w JOIN unnest($2::bigint[], $3::text[]) AS f(package, why) ON f.package = w.package
     WHERE w.tenant_id = $1 ORDER BY w.package FOR NO KEY UPDATE OF w)
  UPDATE tracking.work w SET locked_until = NULL, tries = tries + 1, failure = left(turn.why, 200), asked_at = now(),
    next_at = greatest(now() + least(interval '6 hours', interval '5 minutes' * power(2, least(tries, 8))), $4::timestamptz),
    retired_at = CASE WHEN news_at < now() - make_interval(days => $5) THEN now() END
  FROM turn WHERE w.tenant_id = $1 AND w.package = turn.package`;

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
    const accounts = await query<AccountOf>(accountsSql, []);
    const tables = codeTables(deps);
    const asked = await Promise.all(
      accounts.map((of) =>
        pollAccount({ services: deps, carriers, tables, deadline }, of).catch((error: unknown) => {
          deps.report(of.tenant, 'tracking-poll', String(error));
          return 0;
        }),
      ),
    );
    return asked.reduce((sum, count) => sum + count, 0);
  });

interface Asking {
  readonly services: SystemServices;
  readonly carriers: Carriers;
  readonly tables?: ReturnType<typeof codeTables>;
}

interface Poller extends Asking {
  readonly deadline: number;
}

async function pollAccount(on: Poller, of: AccountOf): Promise<number> {
  let asked = 0;
  let useful = true;
  let last: Promise<readonly Claimed[]> = Promise.resolve([]);
  // One after another, because claims at the same moment would share what one batch can take.
  const claim = () => {
    last = last.then(async () => await on.services.query<Claimed>(claimSql, [of.tenant, of.account, together]));
    return last;
  };
  const lane = async () => {
    while (useful && Date.now() < on.deadline) {
      const claimed = await claim();
      if (claimed.length === 0) break;
      asked += claimed.length;
      useful = (await askAbout(on, of, claimed)) && useful;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return asked;
}

/** Answers whether there is any use in asking on. */
export async function askAbout(
  { services, carriers, tables = codeTables(services) }: Asking,
  { tenant, account }: AccountOf,
  claimed: readonly Claimed[],
): Promise<boolean> {
  const fail = (why: ReadonlyMap<string, string>, retryAt: Date | null) =>
    services.query(failSql, [tenant, [...why.keys()], [...why.values()].map(storable), retryAt, quietDays]);
  const all = (why: string) => new Map(claimed.map(({ id }) => [id, why]));
  const opened = await loadAccount(services, tenant, account);
  if (!opened) {
    await fail(all('noAccount'), null);
    return false;
  }
  const result = await carriers.of(opened.carrier).track(
    opened,
    claimed.map(({ trackingNo }) => trackingNo),
  );
  if (!result.ok) {
    // The carrier account may be set up later.
    const tomorrow = new Date(Date.now() + 86_400_000);
    await fail(all(result.kind), result.kind === 'unsupported' ? tomorrow : result.retryAt);
    await pauseFor(services, { tenant, account }, result);
    return false;
  }
  const told = new Map(result.value.map((each) => [each.trackingNo, each]));
  const failures = new Map<string, string>();
  const reports = claimed.flatMap(({ id, trackingNo }) => {
    const about = told.get(trackingNo);
    if (about && !('error' in about)) return [{ id, events: about.events, estimatedAt: about.estimatedAt }];
    failures.set(id, about ? about.error : 'noAnswer');
    return [];
  });
  const taken = [...(await takeReports(services, { tenant, source: 'poll', reports }, tables))];
  for (const [id, each] of taken)
    if ('error' in each) failures.set(id, each.error instanceof Error ? each.error.message : 'unreadable');
  const good = taken.flatMap(([id, each]) => ('error' in each ? [] : [{ id, isFresh: each.fresh > 0 }]));
  const fresh = good.filter(({ isFresh }) => isFresh);
  if (good.length > 0) await services.query(nextSql, [tenant, idsOf(good), quietDays, idsOf(fresh)]);
  if (failures.size > 0) await fail(failures, null);
  return true;
}

/** Postgres stores no NUL in text. */
const storable = (words: string): string => words.replaceAll('\0', '');

const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id);

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
