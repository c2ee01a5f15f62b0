import { defineCommand, issue, type CommandCall, type JsonSchema, type StationCall } from '../../modules/module.ts';
import { signsOf } from './effects.ts';
import { numbersIn } from '../tracking/numbers/scanned.ts';
import { ownersSql, type Owner } from './owners.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const any: JsonSchema = { type: ['string', 'null'] };

async function parcelOf(call: CommandCall): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await call.list('returned-parcel', { id: String(call.body['parcel']) }, 1);
  return row ?? call.refuse(issue('reference.missing', 'parcel'));
}

const openSql = `SELECT p.id::text AS id, p."parcelNo" FROM returned_parcel p
  WHERE p.tenant_id = $1 AND p.status NOT IN ('processed', 'disposed') AND (p."trackingNo" = ANY ($2::text[]) OR p."parcelNo" = $3)
  ORDER BY p.id DESC LIMIT 1`;
const orderNoSql = `SELECT "orderNo" FROM "order" WHERE tenant_id = $1 AND id = $2`;

/** What the scan page shows of a parcel. */
const shown = ['id', 'version', 'parcelNo', 'status', 'choice', 'shelf', 'resendOrder', '$resendOrder'];

/** What the warehouse scans: a parcel that is here already, or one that has just come in and whose it would be. */
const scan = defineCommand({
  path: 'Returns/scan',
  body: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', minLength: 1, maxLength: 100 } },
    examples: [{ text: '1Z999AA10123456784' }],
  },
  answer: {
    type: 'object',
    required: ['number', 'parcel', 'orderNo'],
    properties: {
      number: any,
      parcel: { type: ['object', 'null'], description: 'The parcel that is here under this number, with its state.' },
      orderNo: { ...any, description: 'The order that a new parcel of this number belongs to.' },
    },
    examples: [{ number: '1Z999AA10123456784', parcel: null, orderNo: 'SO-2506-000123' }],
  },
  needs: { entity: 'returned-parcel', code: 'add' },
  atStation: 'act',
  perMinute: 240,
  async run(call) {
    const text = String(call.body['text']).trim();
    const numbers = numbersIn(text);
    const number = numbers.at(-1) ?? null;
    if (number === null) return call.refuse(issue('returns.noNumber', 'text'));
    const [open] = await call.read(openSql, [call.tenant, numbers, text.toUpperCase()]);
    const [parcel] = open ? await call.list('returned-parcel', { id: String(open['id']) }, 1) : [];
    // One that belongs to a customer of other colleagues is here as well, and is not taken in a second time.
    if (open && !parcel) return call.refuse(issue('returns.alreadyHere', 'text', { parcel: String(open['parcelNo']) }));
    const owners = await call.read<Owner>(ownersSql('$1'), [call.tenant, numbers, text, '']);
    const order = owners.find(({ why }) => why === 'tracking' || why === 'order')?.order;
    const [named] = order ? await call.read(orderNoSql, [call.tenant, order]) : [];
    const facts = parcel && Object.fromEntries(shown.map((name) => [name, parcel[name] ?? null]));
    return { number, parcel: facts ?? null, orderNo: named?.['orderNo'] ?? null };
  },
});

const likelySql = `SELECT f.*, o."orderNo", c.name, o."orderedAt" FROM (${ownersSql('$1')}) f
  JOIN "order" o ON o.tenant_id = $1 AND o.id = f."order"::bigint JOIN customer c ON c.tenant_id = $1 AND c.id = f.customer::bigint
  ORDER BY array_position('{tracking,order,reference,name}'::text[], f.why), o."orderedAt" DESC LIMIT 20`;

/** Possible owners of an unidentified parcel, for staff who assign it. */
const likely = defineCommand({
  path: 'Returns/likely',
  body: { type: 'object', required: ['parcel'], properties: { parcel: id }, examples: [{ parcel: '7001' }] },
  answer: {
    type: 'object',
    required: ['rows'],
    properties: { rows: { type: 'array', items: { type: 'object' } } },
    examples: [{ rows: [{ customer: '11', name: 'Acme', order: '22', orderNo: 'SO-2506-000123', why: 'name' }] }],
  },
  needs: { entity: 'returned-parcel', code: 'assign' },
  perMinute: 120,
  async run(call) {
    const parcel = await parcelOf(call);
    const found = await call.read(likelySql, [call.tenant, ...signsOf(parcel)]);
    const seen = new Set<string>();
    for (const { customer } of found)
      if ((await call.list('customer', { id: String(customer) }, 1)).length > 0) seen.add(String(customer));
    const rows = found
      .filter(({ customer }) => seen.has(String(customer)))
      .map(({ customer, name, order, orderNo, why }) => ({ customer, name, order, orderNo, why }));
    return { rows };
  },
});

/** Unidentified parcels beside the member's own orders that they fit to. Nothing of the parcel goes out that the order does not say. $2 customer. */
const offersSql = `SELECT p.id::text AS parcel, to_char(p."arrivedAt", 'YYYY-MM-DD') AS "arrivedOn", p.grade, f.why, o."orderNo",
    p.suggested IS NOT DISTINCT FROM $2::bigint AS asked
  FROM returned_parcel p CROSS JOIN LATERAL (
    SELECT DISTINCT ON (p.id) o.id, CASE WHEN p.reference IN (o."refNo", o."ecommerceOrderNo", o."orderNo", o.reference1, o.reference2)
        THEN 'reference' ELSE 'name' END AS why
      FROM "order" o WHERE o.tenant_id = $1 AND o.customer = $2 AND o."orderedAt" IS NOT NULL AND o."orderedAt" < p."arrivedAt" + interval '1 minute'
        AND (p.reference IN (o."refNo", o."ecommerceOrderNo", o."orderNo", o.reference1, o.reference2)
          OR (o."orderedAt" > now() - interval '180 days' AND lower(o."shipToName") = lower(p."senderName")))
      ORDER BY p.id, o."orderedAt" DESC) f
  JOIN "order" o ON o.tenant_id = $1 AND o.id = f.id
  WHERE p.tenant_id = $1 AND p.status = 'unidentified' ORDER BY p.id DESC LIMIT 50`;

const offersOf = (call: CommandCall) => call.read(offersSql, [call.tenant, call.actor.member]);

/** Unidentified parcels that may belong to the member. */
const offers = defineCommand({
  path: 'Returns/offers',
  body: { type: 'object', properties: {} },
  answer: {
    type: 'object',
    required: ['rows'],
    properties: { rows: { type: 'array', items: { type: 'object' } } },
    examples: [{ rows: [{ parcel: '7001', arrivedOn: '2025-06-02', grade: 'opened', why: 'name', orderNo: 'SO-1' }] }],
  },
  needs: { entity: 'returned-parcel', code: 'claim' },
  perMinute: 60,
  run: async (call) => ({ rows: call.actor.member === null ? [] : await offersOf(call) }),
});

/** A member claims an offered parcel; staff check and assign it. */
const mine = defineCommand({
  path: 'Returns/mine',
  body: { type: 'object', required: ['parcel'], properties: { parcel: id }, examples: [{ parcel: '7001' }] },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs: { entity: 'returned-parcel', code: 'claim' },
  perMinute: 30,
  async run(call) {
    const parcel = String(call.body['parcel']);
    const { member } = call.actor;
    const offered = member === null ? [] : await offersOf(call);
    if (!offered.some((each) => each['parcel'] === parcel)) return call.refuse(issue('reference.missing', 'parcel'));
    const of = { tenant: call.tenant, entity: 'returned-parcel', id: parcel };
    const issues = await call.services.act(of, 'suggest', { suggested: member });
    return issues.length > 0 ? call.refuse(...issues) : {};
  },
});

const parcelNeeds = (code: string) => ({ entity: 'returned-parcel', code });
const step = ['id', 'version'];

/** What the scan page does at a shared station besides scanning. */
export const returnStationCalls: readonly StationCall[] = [
  { path: 'sysFileInfo/upload', needs: parcelNeeds('add'), takes: [] },
  {
    path: 'ReturnedParcel/add',
    needs: parcelNeeds('add'),
    takes: ['trackingNo', 'grade', 'photos', 'unitType'],
  },
  { path: 'ReturnedParcel/process', needs: parcelNeeds('process'), takes: step },
  { path: 'ReturnedParcel/dispose', needs: parcelNeeds('dispose'), takes: step },
];

export const returnCommands = [scan, likely, offers, mine];
