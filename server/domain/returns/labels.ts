import {
  defineCommand,
  defineEffect,
  issue,
  type CommandCall,
  type JsonSchema,
  type SystemServices,
} from '../../modules/module.ts';
import { deduct } from './charge.ts';
import { orderFactsSql, valuesOf } from './resend.ts';
import { rulesOf } from './rules.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };

/** Where an order was sent from: its own sender, or the place of its channel. */
const placeSql = `SELECT f."shortName" AS name, f.company, f.address1, f.address2, f.city, f.state, f."postalCode", f.country, f.phone,
    coalesce(c.phone, '') AS "customerPhone"
  FROM "order" o JOIN customer c ON c.tenant_id = o.tenant_id AND c.id = o.customer
  LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom"
 WHERE o.tenant_id = $1 AND o.id = $2`;

const fields = ['Name', 'Company', 'Address1', 'Address2', 'City', 'State', 'PostalCode', 'Country', 'Phone'];
const columnOf = (field: string): string => `${field.charAt(0).toLowerCase()}${field.slice(1)}`;
type Facts = Readonly<Record<string, unknown>>;

/** The way back: from where it went to, to where it came from. */
function backwards(facts: Facts, place: Facts): Record<string, unknown> {
  const own = facts['senderMode'] === 'own';
  const entries = fields.flatMap((field) => {
    const from =
      facts[`shipTo${field}`] ?? (field === 'Phone' ? facts['shipFromPhone'] || place['customerPhone'] : null);
    const to = own ? facts[`shipFrom${field}`] : place[columnOf(field)];
    return [
      [`shipFrom${field}`, from || null],
      [`shipTo${field}`, to || null],
    ];
  });
  const rest = {
    senderMode: 'own',
    shipFrom: null,
    shipToAddress3: null,
    shipToEmail: null,
    shipToType: 'commercial',
    taxPayer: null,
  };
  const items = ((facts['items'] ?? []) as Facts[]).map((item) => ({ ...item, purpose: 'return' }));
  return { ...facts, ...Object.fromEntries(entries), ...rest, items };
}

const labelled = ['ordered', 'shipped', 'delivered'];

async function originalOf(call: CommandCall): Promise<string> {
  const [order] = await call.list('order', { id: String(call.body['order']) }, 1);
  if (!order) return call.refuse(issue('reference.missing', 'order'));
  if (!labelled.includes(String(order['status'])) || order['returnOf'])
    return call.refuse(issue('returns.noLabelYet', 'order'));
  return String(order['id']);
}

/** A return of an order without a label yet. $1 tenant, $2 the order. */
const openSql = `SELECT id::text, "orderNo" FROM "order" WHERE tenant_id = $1 AND "returnOf" = $2
    AND status IN ('draft', 'failed', 'placing', 'held', 'waitingForFunds') ORDER BY id LIMIT 1`;
const turnSql = `SELECT pg_advisory_xact_lock(hashtextextended('returns.label ' || $2, $1::bigint))`;

/** An order has one return at a time that has no label yet. Concurrent requests wait for each other. */
export const oneReturn = defineEffect('returns.one-return', async ({ transaction, tenant, record }) => {
  const original = record['returnOf'];
  if (typeof original !== 'string') return undefined;
  await transaction.query(turnSql, [tenant, original]);
  const [open] = await transaction.query(openSql, [tenant, original]);
  return open ? { issues: [issue('returns.labelOpen', 'returnOf', { order: open['orderNo'] })] } : undefined;
});

/** The open return of an order, if the person may see it. */
async function openReturn(call: CommandCall, original: string): Promise<{ order: string } | null> {
  const [open] = await call.read(openSql, [call.tenant, original]);
  const [seen] = open ? await call.list('order', { id: String(open['id']) }, 1) : [];
  return seen ? { order: String(seen['id']) } : null;
}

/**
 * A draft that brings an order back, or the one that is there already; placed, its money is set aside and charged at
 * the first scan.
 */
export const returnLabel = defineCommand({
  path: 'Returns/label',
  body: { type: 'object', required: ['order'], properties: { order: id }, examples: [{ order: '22' }] },
  answer: { type: 'object', required: ['order'], properties: { order: id }, examples: [{ order: '9001' }] },
  needs: { entity: 'order', code: 'add' },
  perMinute: 60,
  async run(call) {
    const original = await originalOf(call);
    const present = await openReturn(call, original);
    if (present) return present;
    const [[facts = {}], [place = {}]] = await Promise.all([
      call.read(orderFactsSql, [call.tenant, original]),
      call.read(placeSql, [call.tenant, original]),
    ]);
    const values = { ...valuesOf(backwards(facts, place)), returnOf: original, refNo: facts['orderNo'] };
    const [saved] = await call.save('order', [{ key: call.services.newId(), values }]);
    if (saved?.ok) return { order: saved.id };
    const issues = saved?.issues ?? [];
    // Another request made it since.
    const made = issues.some(({ code }) => code === 'returns.labelOpen') ? await openReturn(call, original) : null;
    return made ?? call.refuse(...issues);
  },
});

const unusedSql = `SELECT o.tenant_id::text AS tenant, o.id::text AS id, o.status, o."voidResult", t."defaultLocale" AS culture, r.label_days AS days
  FROM "order" o JOIN tenant t ON t.id = o.tenant_id CROSS JOIN LATERAL ${rulesOf('o.tenant_id')} r
  WHERE o."returnOf" IS NOT NULL AND o.status IN ('ordered', 'refunding')
    AND o."orderedAt" < now() - make_interval(days => r.label_days)
    AND NOT EXISTS (SELECT FROM package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id AND p."firstScanAt" IS NOT NULL)
  ORDER BY o.id LIMIT 500`;

/** Voids labels that were not used in time and releases their money, whatever the carrier answers. */
export async function voidUnused(services: SystemServices): Promise<number> {
  const rows = await services.query(unusedSql, []);
  for (const { tenant, id: order, status, voidResult, culture, days } of rows) {
    const of = { tenant: String(tenant), entity: 'order', id: String(order) };
    const reason = services.say(String(culture), 'returns', 'unused', { days });
    if (status === 'ordered') await services.act(of, 'applyRefund', { refundReason: reason });
    else if (voidResult === 'refused') await services.act(of, 'cancelInside', { cancelReason: reason });
    else if (voidResult !== 'asked') await services.act(of, 'refund', {});
  }
  return rows.length;
}

const lateSql = `SELECT o.tenant_id::text AS tenant, o.id::text AS id, o.customer::text AS customer, o."predictedSale"::text AS sale, o."orderNo",
    o."leadTracking", to_char(s.at, 'YYYY-MM-DD') AS "scannedOn", t."defaultLocale" AS culture, d.id::text AS deduction
  FROM "order" o JOIN tenant t ON t.id = o.tenant_id
  JOIN LATERAL (SELECT min(p."firstScanAt") AS at FROM package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id) s ON s.at IS NOT NULL
  LEFT JOIN deduction d ON d.tenant_id = o.tenant_id AND d."order" = o.id AND d.reason = 'returnHandling'
 WHERE o."returnOf" IS NOT NULL AND o.status IN ('refunded', 'cancelled') AND o."predictedSale" > 0
   AND (d.id IS NULL OR d.status = 'draft') ORDER BY o.id LIMIT 500`;

/** Charges a label that was used although void, with the reason. */
export async function chargeLate(services: Parameters<typeof deduct>[0]): Promise<number> {
  const rows = await services.query(lateSql, []);
  for (const { tenant, id: order, customer, sale, orderNo, leadTracking, scannedOn, culture, deduction } of rows) {
    if (deduction) {
      await services.act({ tenant: String(tenant), entity: 'deduction', id: String(deduction) }, 'confirm');
      continue;
    }
    const number = String(leadTracking ?? orderNo);
    await deduct(services, String(tenant), {
      ...{
        key: `return-late-${String(order)}`,
        customer: String(customer),
        amount: Number(sale),
        order: String(order),
      },
      trackingNo: number,
      description: services.say(String(culture), 'returns', 'late', { order: orderNo, number, day: scannedOn }),
    });
  }
  return rows.length;
}
