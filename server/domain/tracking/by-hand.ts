import { defineEffect, defineJob } from '../../modules/module.ts';
import { lookAgain } from './take-events.ts';

/** A state set by hand holds until the next event, so it stores the number of events known when it was set. */
export const setByHand = defineEffect('tracking.set-by-hand', async ({ record, transaction }) => {
  const [row] = await transaction.query(
    `SELECT count(*)::int AS events FROM track_event WHERE tenant_id = lading.tenant() AND package = $1 AND ahead IS NOT TRUE`,
    [String(record['id'])],
  );
  return { patch: { handEvents: row?.['events'] ?? 0 } };
});

const accountSql = `SELECT a.id::text AS id FROM express_account a
  WHERE a.tenant_id = lading.tenant() AND a."carrierCode" = $1 AND (a.status = 'enabled' OR a.id = $2::bigint)
  ORDER BY (a.id = $2::bigint) IS TRUE DESC, a.id LIMIT 1`;

/** A changed carrier is polled with an account of that carrier; without one, polling stops. */
export const changeCarrier = defineEffect('tracking.change-carrier', async ({ record, transaction }) => {
  const values = [String(record['carrierCode']), record['account'] ?? null];
  const [row] = await transaction.query(accountSql, values);
  return { patch: { account: row?.['id'] ?? null } };
});

const askSql = `UPDATE tracking.work w SET account = p.account, next_at = now(), retired_at = NULL, news_at = now(), failure = NULL
   FROM package p
  WHERE p.tenant_id = w.tenant_id AND p.id = w.package AND w.tenant_id = $1 AND w.package = $2
    AND w.account IS DISTINCT FROM p.account`;

/** Consequences of a manual change: the right carrier is polled soon, and followers are notified. */
export const afterHand = defineJob('tracking.look-again', async ({ tenant, record, services: deps }) => {
  const id = String(record['id']);
  await deps.query(askSql, [tenant, id]);
  await lookAgain(deps, tenant, [id]);
});
