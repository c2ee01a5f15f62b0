import { defineJob, type ActingServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { CarrierFailure } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { followReplacement } from './replace-label.ts';

const askedSql = `SELECT s.id::text AS id, s."leadTracking", s.account::text AS account, s.key,
    (SELECT coalesce(json_agg(p."trackingNo" ORDER BY p.seq), '[]') FROM package p
      WHERE p.tenant_id = s.tenant_id AND p.shipment = s.id AND p."trackingNo" IS NOT NULL) AS numbers
  FROM shipment s JOIN "order" o ON o.tenant_id = s.tenant_id AND o.id = s."order"
 WHERE s.tenant_id = $1 AND s."order" = $2 AND s.status = 'voidRequested' AND o.status = 'refunding' AND o."voidResult" = 'asked'`;

/** Asks the carrier to void an order's labels and stores the answer; retried if the carrier is unavailable. */
export const voidJob = (carriers: Carriers) =>
  defineJob('shipping.void', async ({ services: deps, tenant, record }) =>
    voidOrder(carriers, deps, tenant, String(record['id'])),
  );

export async function voidOrder(
  carriers: Carriers,
  services: ActingServices,
  tenant: string,
  order: string,
): Promise<void> {
  const [asked] = await services.query(askedSql, [tenant, order]);
  if (!asked) return;
  const account = asked['account'] ? await loadAccount(services, tenant, String(asked['account'])) : null;
  const note = async (voidResult: string, voidText: string | null) => {
    const issues = await services.act({ tenant, entity: 'order', id: order }, 'noteVoid', { voidResult, voidText });
    const left = issues.filter(({ code }) => code !== 'notRefunding');
    if (left.length > 0) throw new Error(`void of ${order}: ${left.map(({ code }) => code).join(', ')}`);
    await followReplacement(services, tenant, order);
  };
  if (!account || account.clientId === '') return note('manual', null);
  const answer = await carriers.of(account.carrier).void(account, {
    leadTracking: String(asked['leadTracking']),
    trackingNos: asked['numbers'] as string[],
    key: String(asked['key']),
  });
  if (answer.ok) return note('confirmed', null);
  if (answer.kind === 'unsupported' || answer.kind === 'credentials') return note('manual', null);
  if (answer.kind === 'refused') return note(isVoidAlready(answer) ? 'alreadyVoid' : 'refused', said(answer));
  // Repeating is harmless: a void label stays void.
  throw new Error(`void of ${order}: ${answer.kind} ${answer.code}`);
}

const said = ({ code, text }: CarrierFailure): string => `${code}: ${text}`.slice(0, 300);

/** Carriers report this in different texts, with codes that differ by product. */
const isVoidAlready = ({ code, text }: CarrierFailure): boolean =>
  /already.{0,20}(void|cancel)|(void|cancel).{0,20}already|previously (voided|cancell?ed)/i.test(`${code} ${text}`);
