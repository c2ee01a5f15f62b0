import type { ActingServices } from '../../modules/module.ts';
import { loadShop } from './accounts.ts';
import { followEnded } from './cancel.ts';
import { makeDrafts } from './make-drafts.ts';
import type { StoreFailure, Window } from './store.ts';
import type { Stores } from './stores.ts';
import { takePage } from './take-page.ts';

/** Maximum window per query in milliseconds. */
export const maxWindow = 5 * 86_400_000;
/** Platforms are only consistent for changes older than two minutes. */
const settled = 120_000;
const lease = `interval '3 minutes'`;

export interface Puller {
  readonly stores: Stores;
  /** Pages per run; the cursor stores the rest. */
  readonly pages?: number;
}

/**
 * Leases a shop's cursor and opens the next window if none is open. $1 tenant, $2 shop, $3 now, $4 maximum window in
 * seconds, $5 whether the shop is due or a person requested it.
 */
const beginSql = `WITH shop AS (
    SELECT s.id, k.until, coalesce(c."backDays", 5) AS back
      FROM shop s LEFT JOIN ecommerce_config c ON c.tenant_id = s.tenant_id AND c.platform = s.platform
      LEFT JOIN stores.cursor k ON k.tenant_id = s.tenant_id AND k.shop = s.id
     WHERE s.tenant_id = $1 AND s.id = $2 AND s.status = 'connected'),
  span AS (
    SELECT coalesce(until, $3::timestamptz - make_interval(days => back::integer)) AS begins, $3::timestamptz - interval '2 minutes' AS latest
      FROM shop)
  INSERT INTO stores.cursor AS c (tenant_id, shop, window_from, window_to, leased_until)
    SELECT $1, s.id, p.begins, least(p.begins + make_interval(secs => $4::integer), p.latest), now() + ${lease} FROM shop s, span p
     WHERE p.begins < p.latest
  ON CONFLICT (tenant_id, shop) DO UPDATE SET leased_until = now() + ${lease},
      page = CASE WHEN c.window_from IS NULL THEN NULL ELSE c.page END,
      window_from = coalesce(c.window_from, EXCLUDED.window_from),
      window_to = CASE WHEN c.window_from IS NULL THEN EXCLUDED.window_to ELSE c.window_to END
    WHERE (c.leased_until IS NULL OR c.leased_until < now()) AND (c.next_at <= now() OR $5)
  RETURNING to_json(c.window_from) #>> '{}' AS "from", to_json(c.window_to) #>> '{}' AS "to", c.page`;

const leaveSql = `UPDATE stores.cursor SET leased_until = NULL, next_at = greatest(now(), coalesce($3::timestamptz, now()))
  WHERE tenant_id = $1 AND shop = $2`;
const restartSql = `UPDATE stores.cursor SET page = NULL WHERE tenant_id = $1 AND shop = $2`;
const failSql = `WITH c AS (
    UPDATE stores.cursor SET leased_until = NULL, failures = failures + 1,
           next_at = greatest($3::timestamptz, now() + least(interval '1 hour', interval '1 minute' * power(2, least(failures, 6))))
     WHERE tenant_id = $1 AND shop = $2 RETURNING next_at)
  UPDATE shop SET "pullError" = $4, "nextPullAt" = c.next_at FROM c WHERE tenant_id = $1 AND id = $2`;
const factsSql = `SELECT "unitType", "afterPull" FROM shop WHERE tenant_id = $1 AND id = $2`;
const renewSql = `UPDATE stores.cursor SET leased_until = now() + ${lease} WHERE tenant_id = $1 AND shop = $2`;

/**
 * Pulls a shop's changes by window and page. The cursor is stored together with each page, so that an interruption
 * neither loses nor duplicates orders. Answers the number of orders written.
 */
export async function pullShop(
  { stores, pages = 200 }: Puller,
  deps: ActingServices,
  { tenant, shop: id }: { readonly tenant: string; readonly shop: string },
  asked = false,
): Promise<number> {
  let written = 0;
  const shop = await loadShop(deps, tenant, id);
  if (!shop) return 0;
  const api = stores.of(shop.platform);
  let due = asked;
  for (let done = 0; done < pages;) {
    const now = stores.now();
    const [cursor] = await deps.query(beginSql, [tenant, id, now.toISOString(), maxWindow / 1_000, due]);
    if (!cursor) return written;
    due = true;
    const window = { from: String(cursor['from']), to: String(cursor['to']) } satisfies Window;
    let page = cursor['page'] === null ? null : String(cursor['page']);
    const [facts] = await deps.query(factsSql, [tenant, id]);
    for (;;) {
      const pulled = await api.pull(shop, utc(window), page);
      if (!pulled.ok) return ended(deps, { tenant, id }, pulled, written);
      const of = { tenant, shop: id, unitType: String(facts?.['unitType'] ?? '0') };
      const cursorNext = { next: pulled.value.next, to: window.to };
      const taken = await takePage(deps, of, pulled.value.orders, cursorNext);
      written += taken.written;
      done += 1;
      await followEnded(deps, tenant, taken.ended);
      page = pulled.value.next;
      if (page === null) break;
      if (done >= pages) {
        await deps.query(leaveSql, [tenant, id, null]);
        return written;
      }
      await deps.query(renewSql, [tenant, id]);
    }
    const caughtUp = Date.parse(window.to) >= now.getTime() - settled - 1_000;
    await deps.query(leaveSql, [tenant, id, null]);
    if (facts?.['afterPull'] !== 'wait')
      await makeDrafts(deps, { tenant, shop: id }, { place: facts?.['afterPull'] === 'place' });
    if (caughtUp) {
      await deps.query(nextSql, [tenant, id]);
      return written;
    }
  }
  return written;
}

/** Schedules the next pull after the tenant's interval. */
const nextSql = `WITH due AS (
    SELECT s.id, now() + make_interval(mins => coalesce(c."intervalMinutes", 15)::integer) AS at
      FROM shop s LEFT JOIN ecommerce_config c ON c.tenant_id = s.tenant_id AND c.platform = s.platform
     WHERE s.tenant_id = $1 AND s.id = $2),
  told AS (UPDATE shop s SET "nextPullAt" = due.at FROM due WHERE s.tenant_id = $1 AND s.id = due.id RETURNING s.id)
  UPDATE stores.cursor c SET next_at = due.at FROM due WHERE c.tenant_id = $1 AND c.shop = due.id`;

const utc = ({ from, to }: Window): Window => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Pauses the shop after a failure; refused credentials wait for a person. */
async function ended(
  services: ActingServices,
  { tenant, id }: { tenant: string; id: string },
  failure: StoreFailure,
  written: number,
): Promise<number> {
  if (failure.kind === 'expired') {
    await services.query(restartSql, [tenant, id]);
    await services.query(leaveSql, [tenant, id, null]);
    return written;
  }
  // Rate limiting is no failure: the rest follows later.
  if (failure.kind === 'limited') {
    await services.query(leaveSql, [tenant, id, failure.retryAt?.toISOString() ?? null]);
    return written;
  }
  const retryAt = failure.retryAt?.toISOString() ?? new Date().toISOString();
  await services.query(failSql, [tenant, id, retryAt, `${failure.code}: ${failure.text}`.slice(0, 300)]);
  if (failure.kind === 'credentials') await services.act({ tenant, entity: 'shop', id }, 'lose');
  return written;
}
