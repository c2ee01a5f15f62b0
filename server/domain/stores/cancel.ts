import type { ActingServices } from '../../modules/module.ts';
import { wordsFor } from './reopen.ts';
import type { Ended } from './take-page.ts';

/** Cancelled store orders with orders of ours that must be taken back. */
const cancelledSql = `UPDATE store_order SET "cancelledAt" = coalesce("cancelledAt", now()) WHERE tenant_id = $1 AND id = $2`;

const followedSql = `DELETE FROM stores.ended WHERE tenant_id = $1 AND store_order = $2 AND state = $3`;

/**
 * Handles orders that the platform closed: a cancelled one voids its label, one shipped elsewhere counts as in transit and its draft
 * is deleted. Repeatable; each is noted with its page until this has happened.
 */
export async function followEnded(deps: ActingServices, tenant: string, ended: readonly Ended[]): Promise<void> {
  for (const each of ended) {
    if (each.state === 'shipped') await followShipped(deps, tenant, each);
    else await followCancelled(deps, tenant, each);
    await deps.query(followedSql, [tenant, each.id, each.state]);
  }
}

const waits = ({ before }: Ended): boolean => before === 'pendingShipping' || before === 'errorPulling';

async function followCancelled(deps: ActingServices, tenant: string, ended: Ended): Promise<void> {
  const of = { tenant, entity: 'store-order', id: ended.id };
  await deps.query(cancelledSql, [tenant, ended.id]);
  if (waits(ended)) await deps.act(of, 'cancelByPlatform');
  else await deps.enqueue('stores.cancel', { ...of, action: '' }, { key: `store-cancel:${ended.id}` });
}

/** Drafts of a store order that still count; `own`: no other store order is merged into it. Status is null while one is being created. */
const liveDraftsSql = `SELECT d.key, d."order"::text AS "order", o.status, d.store_orders = ARRAY[$2::bigint] AS own FROM stores.draft d
  LEFT JOIN "order" o ON o.tenant_id = d.tenant_id AND o.id = d."order"
  WHERE d.tenant_id = $1 AND d.store_orders @> ARRAY[$2::bigint] AND (d."order" IS NULL OR o.status NOT IN ('refunded', 'cancelled'))`;

async function followShipped(deps: ActingServices, tenant: string, ended: Ended): Promise<void> {
  const { id, before } = ended;
  const of = { tenant, entity: 'store-order', id };
  if (waits(ended)) {
    if (before === 'errorPulling') await deps.query(backSql, [tenant, id]);
    await deps.act(of, 'process');
    await deps.act(of, 'ship');
    return;
  }
  if (before !== 'processing') return;
  const drafts = await deps.query(liveDraftsSql, [tenant, id]);
  // Our own label was bought: the platform heard the number from us.
  if (drafts.some(({ own, status }) => own !== true || status !== 'draft')) return;
  for (const { key, order } of drafts) {
    await (await deps.asSystem(tenant)).remove('order', String(order));
    await deps.query(dropDraftSql, [tenant, key]);
  }
  await deps.act(of, 'ship');
}

const leftSql = `SELECT e.tenant_id::text AS tenant, e.store_order::text AS id, e.state, o.status AS before FROM stores.ended e
  JOIN store_order o ON o.tenant_id = e.tenant_id AND o.id = e.store_order
  WHERE e.created_at < now() - interval '1 minute' ORDER BY e.created_at LIMIT 500`;

/** Continues what an interruption left between a page and its consequences. */
async function sweepEnded(deps: ActingServices): Promise<void> {
  for (const { tenant, id, state, before } of await deps.query(leftSql, []))
    await followEnded(deps, String(tenant), [
      { id: String(id), state: state as Ended['state'], before: String(before) },
    ]);
}

const backSql = `UPDATE store_order SET status = 'pendingShipping', "errorCode" = NULL WHERE tenant_id = $1 AND id = $2 AND status = 'errorPulling'`;

/** Orders of a cancelled store order, with other store orders merged into them. */
const ordersSql = `SELECT d.key, d."order"::text AS "order", o.status, o."voidResult", o.scanned AS "firstScan",
    (SELECT count(*)::integer FROM unnest(d.store_orders) u(id) JOIN store_order s ON s.tenant_id = d.tenant_id AND s.id = u.id
      WHERE s."cancelledAt" IS NULL AND s.id <> $2) AS others
  FROM stores.draft d
  JOIN LATERAL (SELECT o.status, o."voidResult", EXISTS (SELECT FROM package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id
       AND p.status <> 'voided' AND p."firstScanAt" IS NOT NULL) AS scanned FROM "order" o WHERE o.tenant_id = d.tenant_id AND o.id = d."order") o ON true
  WHERE d.tenant_id = $1 AND d.store_orders @> ARRAY[$2::bigint]`;

const dropDraftSql = `DELETE FROM stores.draft WHERE tenant_id = $1 AND key = $2`;
const lateSql = `UPDATE store_order SET hold = 'refused', "holdText" = $3 WHERE tenant_id = $1 AND id = $2`;
const releaseSql = `UPDATE store_order SET status = 'pendingShipping', "order" = NULL, version = version + 1
  WHERE tenant_id = $1 AND "order" = $2 AND status = 'processing' AND id <> $3 AND "cancelledAt" IS NULL`;

/**
 * Takes back a cancelled store order: deletes drafts, withdraws waiting orders, voids and refunds labels. Scanned
 * parcels continue, and a person is informed. Answers whether all is done. Repeatable.
 */
export async function takeBack(services: ActingServices, tenant: string, id: string): Promise<boolean> {
  const rows = await services.query(ordersSql, [tenant, id]);
  let left = 0;
  for (const row of rows) {
    const of = { tenant, entity: 'order', id: String(row['order']) };
    const status = String(row['status']);
    if (['placing', 'waitingForFunds', 'held'].includes(status)) {
      // An order being placed cannot be withdrawn; it is voided once placed.
      await services.act(of, 'withdraw');
      left += 1;
    } else if (status === 'failed') {
      await services.act(of, 'redraft');
      left += 1;
    } else if (status === 'draft') {
      await services.query(releaseSql, [tenant, of.id, id]);
      await (await services.asSystem(tenant)).remove('order', of.id);
      await services.query(dropDraftSql, [tenant, row['key']]);
    } else if (status === 'ordered' && row['firstScan'] !== true && Number(row['others']) === 0) {
      await services.act(of, 'applyRefund', { refundReason: 'The platform has cancelled the order.' });
      left += 1;
    } else if (status === 'refunding') {
      if (row['voidResult'] === 'confirmed' || row['voidResult'] === 'alreadyVoid')
        await services.act(of, 'refund', {});
      left += 1;
    } else if (['ordered', 'shipped', 'delivered', 'refundRejected'].includes(status)) {
      await services.query(lateSql, [tenant, id, await wordsFor(services, tenant, 'stores.hold.cancelledLate')]);
      return true;
    }
  }
  if (left > 0) return false;
  const issues = await services.act({ tenant, entity: 'store-order', id }, 'cancelByPlatform');
  return issues.length === 0;
}

const openSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM store_order
  WHERE "cancelledAt" IS NOT NULL AND status = 'processing' AND hold IS DISTINCT FROM 'refused' ORDER BY id LIMIT 500`;

export async function sweepCancelled(services: ActingServices): Promise<number> {
  await sweepEnded(services);
  const open = await services.query(openSql, []);
  for (const { tenant, id } of open) await takeBack(services, String(tenant), String(id));
  return open.length;
}
