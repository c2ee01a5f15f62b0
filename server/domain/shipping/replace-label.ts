import { defineEffect, type ActingServices, type EffectCall, type Issue } from '../../modules/module.ts';
import { tryOrders } from '../rating/public.ts';
import { ask } from './ask.ts';
import { refuseSql } from './batch-sql.ts';
import { noteRefusal } from './note-refusal.ts';

/** What a copy of an order takes over. The ship date is the next possible one, and the service is the same. */
const copied = [
  ...['customer', 'source', 'platform', 'ecommerceOrderNo', 'subOrderNo', 'refNo', 'returnOf', 'channel', 'service'],
  ...['signatureOption', 'labelSize', 'senderMode', 'shipFrom', 'unitType', 'taxPayer', 'remarks', 'internalNote'],
  ...['reference1', 'reference2', 'tags', 'shipToType', 'shipToEmail', 'shipToAddress3'],
  ...['Name', 'Company', 'Address1', 'Address2', 'City', 'State', 'PostalCode', 'Country', 'Phone'].flatMap((field) => [
    `shipFrom${field}`,
    `shipTo${field}`,
  ]),
];

type Row = Readonly<Record<string, unknown>>;
const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
const withoutId = (rows: unknown): Row[] =>
  ((rows ?? []) as Row[]).map(({ id: _id, ...row }) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => isGiven(value))),
  );

function copyOf({ record }: EffectCall): Row {
  const values = copied.flatMap((name) => (isGiven(record[name]) ? [[name, record[name]]] : []));
  return { ...Object.fromEntries(values), boxes: withoutId(record['boxes']), items: withoutId(record['items']) };
}

/**
 * A label is replaced: the order is copied into a draft, which cannot be placed before the first label is void. The
 * void follows as for any refund.
 */
export const replaceLabel = defineEffect('shipping.replace-label', async (call) => {
  if (await ask(call, 'open_copy($1)')) return;
  const copy = await call.add?.(copyOf(call));
  await ask(call, 'link_copy($1, $2)', copy);
});

const copySql = `SELECT n.id::text AS id, o.status, o."voidResult", o."voidText", t."defaultLocale" AS culture
  FROM "order" n JOIN "order" o ON o.tenant_id = n.tenant_id AND o.id = n.replaces JOIN tenant t ON t.id = n.tenant_id
 WHERE n.tenant_id = $1 AND n.replaces = $2 AND n.status = 'draft' ORDER BY n.id DESC LIMIT 1`;

/** Shop orders and returned parcels wait for the number of the copy instead; void numbers are told no more. */
const moveSql = [
  `DELETE FROM "store_order__parcels" c USING package p WHERE c.tenant_id = $1 AND c.state NOT IN ('confirmed', 'asks')
     AND p.tenant_id = $1 AND p.id = c.package AND p."order" = $2 AND $3::bigint IS NOT NULL`,
  `UPDATE store_order SET "order" = $3 WHERE tenant_id = $1 AND "order" = $2`,
  `UPDATE stores.draft SET "order" = $3, told_at = NULL WHERE tenant_id = $1 AND "order" = $2`,
  `UPDATE returned_parcel SET "resendOrder" = $3 WHERE tenant_id = $1 AND "resendOrder" = $2`,
];

/** Orders whose label is void while their copy still waits, because a process died in between. */
export const replacementsSql = `SELECT n.tenant_id::text AS tenant, n.replaces::text AS id FROM "order" n
  JOIN "order" o ON o.tenant_id = n.tenant_id AND o.id = n.replaces
 WHERE n.status = 'draft' AND n.replaces IS NOT NULL AND n."errorCode" IS NULL
   AND o.status IN ('refunding', 'refunded') AND o."voidResult" IN ('confirmed', 'alreadyVoid') LIMIT 200`;

/**
 * Continues an order whose label is replaced, as far as the carrier has answered: void, its money goes back and the
 * copy is tried and placed; not void, nothing is bought and the copy says why.
 */
export async function followReplacement(services: ActingServices, tenant: string, order: string): Promise<void> {
  const [found] = await services.query(copySql, [tenant, order]);
  if (!found || found['voidResult'] === 'asked') return;
  const [id, culture] = [String(found['id']), String(found['culture'])];
  if (found['voidResult'] === 'refused' || found['voidResult'] === 'manual') {
    const text = services.say(culture, 'shipping', `replacement.${found['voidResult']}`, {
      text: found['voidText'] ?? '',
    });
    await services.query(refuseSql, [tenant, id, 'check', text, 'shipping.firstNotVoid']);
    return;
  }
  const issues = await placeCopy(services, { tenant, order, copy: id, isOpen: found['status'] === 'refunding' });
  if (issues.length === 0) return;
  const { explain } = await services.asSystem(tenant, {}, culture);
  await noteRefusal(services, { tenant, id }, { issues, explain });
}

interface Waiting {
  readonly tenant: string;
  readonly order: string;
  readonly copy: string;
  /** Whether the money of the first label is still to go back. */
  readonly isOpen: boolean;
}

async function placeCopy(services: ActingServices, waiting: Waiting): Promise<readonly Issue[]> {
  const { tenant, order, copy, isOpen } = waiting;
  const refunded = isOpen ? await services.act({ tenant, entity: 'order', id: order }, 'refund', {}) : [];
  if (refunded.length > 0) return refunded;
  for (const text of moveSql) await services.query(text, [tenant, order, copy]);
  await tryOrders(services, tenant, [copy]);
  return services.act({ tenant, entity: 'order', id: copy }, 'submit');
}
