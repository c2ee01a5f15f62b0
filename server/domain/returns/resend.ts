import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };

/** Fields of an order that another one of the same goods takes over. */
const taken = [
  ...['channel', 'service', 'senderMode', 'shipFrom', 'unitType', 'signatureOption', 'labelSize', 'taxPayer'],
  ...['Name', 'Company', 'Address1', 'Address2', 'City', 'State', 'PostalCode', 'Country', 'Phone'].flatMap((field) => [
    `shipFrom${field}`,
    `shipTo${field}`,
  ]),
  ...['shipToAddress3', 'shipToEmail', 'shipToType'],
];

const boxes = `(SELECT coalesce(json_agg(json_strip_nulls(json_build_object('weight', b.weight::float8, 'length', b.length::float8,
    'width', b.width::float8, 'height', b.height::float8, 'quantity', b.quantity, 'declaredValue', b."declaredValue"::float8,
    'packaging', b.packaging)) ORDER BY b.seq), '[]')
    FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) AS boxes`;
const items = `(SELECT coalesce(json_agg(json_strip_nulls(json_build_object('description', i.description, 'hsCode', i."hsCode",
    'originCountry', i."originCountry", 'unitPrice', i."unitPrice"::float8, 'unitWeight', i."unitWeight"::float8, 'quantity', i.quantity,
    'purpose', i.purpose)) ORDER BY i.seq), '[]') FROM "order__items" i WHERE i.tenant_id = o.tenant_id AND i.parent_id = o.id) AS items`;
export const orderFactsSql = `SELECT o.customer::text AS customer, o.status, o."orderNo",
    ${taken.map((name) => (['channel', 'service', 'shipFrom'].includes(name) ? `o."${name}"::text AS "${name}"` : `o."${name}"`)).join(', ')},
    ${boxes}, ${items} FROM "order" o WHERE o.tenant_id = $1 AND o.id = $2`;

/** The non-empty values of an order that are copied into another one. */
export const valuesOf = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    [...taken, 'boxes', 'items', 'customer'].flatMap((name) =>
      facts[name] === null || facts[name] === undefined ? [] : [[name, facts[name]]],
    ),
  );

const ended = ['refunding', 'refunded', 'refundRejected', 'cancelled'];

/** A label that was bought before the parcel came back, or that is void, does not send it again. */
function sendsAgain(order: Readonly<Record<string, unknown>>, parcel: Readonly<Record<string, unknown>>): boolean {
  const { id: own, orderedAt, status } = order;
  const boughtBefore =
    own === parcel['order'] || (orderedAt !== null && String(orderedAt) < String(parcel['arrivedAt']));
  return !boughtBefore && !ended.includes(String(status));
}

async function orderFor(call: CommandCall, parcel: Readonly<Record<string, unknown>>): Promise<string> {
  const named = call.body['order'];
  if (typeof named === 'string') {
    const [own] = await call.list('order', { id: named }, 1);
    if (!own || own['customer'] !== parcel['customer']) return call.refuse(issue('returns.otherCustomer', 'order'));
    if (!sendsAgain(own, parcel)) return call.refuse(issue('returns.cannotResend', 'order'));
    return named;
  }
  const original = parcel['order'];
  if (typeof original !== 'string') return call.refuse(issue('returns.noOrder', 'order'));
  const [facts] = await call.read(orderFactsSql, [call.tenant, original]);
  const [saved] = await call.save('order', [
    {
      key: `returned-parcel-${String(parcel['id'])}-${String(parcel['version'])}`,
      values: { ...valuesOf(facts ?? {}), refNo: parcel['parcelNo'] },
    },
  ]);
  if (!saved?.ok) return call.refuse(...(saved?.issues ?? []));
  return saved.id;
}

/** The order with which a claimed parcel goes out again: one that is named, or a draft like the first. */
export const resend = defineCommand({
  path: 'Returns/resend',
  body: {
    type: 'object',
    required: ['parcel'],
    properties: {
      parcel: id,
      order: { ...id, description: 'An order of the same customer; without one a draft is made.' },
    },
    examples: [{ parcel: '7001' }],
  },
  answer: { type: 'object', required: ['order'], properties: { order: id }, examples: [{ order: '9001' }] },
  needs: { entity: 'returned-parcel', code: 'claim' },
  perMinute: 60,
  async run(call) {
    const [parcel] = await call.list('returned-parcel', { id: String(call.body['parcel']) }, 1);
    if (!parcel) return call.refuse(issue('reference.missing', 'parcel'));
    if (typeof parcel['resendOrder'] === 'string' && call.body['order'] === undefined)
      return { order: parcel['resendOrder'] };
    if (parcel['status'] !== 'claimed' || parcel['choice'] !== 'resend')
      return call.refuse(issue('returns.notToResend', 'parcel'));
    const order = await orderFor(call, parcel);
    const of = { tenant: call.tenant, entity: 'returned-parcel', id: String(parcel['id']) };
    const issues = await call.services.act(of, 'noteResend', { resendOrder: order });
    return issues.length > 0 ? call.refuse(...issues) : { order };
  },
});
