import { definePublic, issue, type SystemServices, type JsonSchema } from '../../../modules/module.ts';
import { codeTables } from '../take-events.ts';
import { idOfLink, linkTo } from './links.ts';

const maybe: JsonSchema = { type: ['string', 'null'] };
const text: JsonSchema = { type: 'string' };

const columns = `p.id::text AS id, p."trackingNo", p."carrierCode", p."trackingStatus" AS state, p."estimatedAt",
    p."deliveredAt", s.name AS service`;
const from = `FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
  LEFT JOIN channel_service s ON s.tenant_id = p.tenant_id AND s.id = p.service
 WHERE p.tenant_id = $1 AND p.status <> 'voided' AND p."trackingNo" IS NOT NULL`;
const byLinkSql = `SELECT ${columns} ${from} AND p.id = $2`;
/** The first five of a US code; elsewhere all of it, without what people leave out. */
const byNumberSql = `SELECT ${columns} ${from} AND p."trackingNo" = $2
   AND left(regexp_replace(upper(o."shipToPostalCode"), '[^A-Z0-9]', '', 'g'), CASE WHEN o."shipToCountry" IN ('US', 'PR') THEN 5 ELSE 20 END)
     = left($3, CASE WHEN o."shipToCountry" IN ('US', 'PR') THEN 5 ELSE 20 END)
 ORDER BY p.id DESC LIMIT 1`;
const eventsSql = `SELECT e.at, e."localTime", e."offset", e.type, e.code, e.text, e.city, e.state, e.country
  FROM track_event e WHERE e.tenant_id = $1 AND e.package = $2 AND e.ahead IS NOT TRUE ORDER BY e.at DESC, e.id DESC LIMIT 200`;

interface Parcel {
  readonly id: string;
  readonly trackingNo: string;
  readonly carrierCode: string | null;
  readonly service: string | null;
  readonly state: string;
  readonly estimatedAt: Date | null;
  readonly deliveredAt: Date | null;
}

interface Event {
  readonly localTime: string;
  readonly offset: string | null;
  readonly type: string | null;
  readonly code: string | null;
  readonly text: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

const plain = (value: unknown): string =>
  String(value ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

async function find(
  services: SystemServices,
  tenant: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Parcel | null> {
  const { link, number, postalCode } = body as { link?: string; number?: string; postalCode?: string };
  if (link !== undefined) {
    const id = idOfLink(services, tenant, 'parcel', link);
    const [row] = id === null ? [] : await services.query<Parcel>(byLinkSql, [tenant, id]);
    return row ?? null;
  }
  // One query for both: a wrong number and a wrong postal code get the same answer.
  const [row] = await services.query<Parcel>(byNumberSql, [tenant, plain(number), plain(postalCode)]);
  return row ?? null;
}

/**
 * The public timeline of a parcel, by link or by tracking number and destination: states in our words and places,
 * without the carrier's texts, which may contain names.
 */
export const publicTimeline = definePublic({
  path: 'Tracking/public',
  body: {
    type: 'object',
    properties: {
      link: { ...text, maxLength: 60, description: 'What stands behind `t=` in a tracking link.' },
      number: { ...text, maxLength: 60, description: 'With the postal code, where there is no link.' },
      postalCode: { ...text, maxLength: 20, description: 'Where the parcel goes.' },
    },
    examples: [{ number: '1Z5R89390357567127', postalCode: '10001' }],
  },
  perMinute: 20,
  answer: {
    type: 'object',
    required: ['trackingNo', 'state', 'events', 'link'],
    properties: {
      ...{ trackingNo: text, carrier: maybe, service: maybe, state: text, estimatedOn: maybe, deliveredAt: maybe },
      link: { ...text, description: 'The parcel again, without its postal code.' },
      events: {
        type: 'array',
        items: {
          type: 'object',
          required: ['localTime', 'state', 'place'],
          properties: { localTime: text, offset: maybe, state: text, exception: maybe, place: text },
        },
      },
    },
  },
  async run({ tenant, body, services, refuse }) {
    const parcel = await find(services, tenant, body);
    if (!parcel) return refuse(issue('tracking.notFound', ''));
    const [table, rows] = await Promise.all([
      codeTables(services)(tenant),
      services.query<Event>(eventsSql, [tenant, parcel.id]),
    ]);
    const events = rows.map(({ localTime, offset, type, code, text: words, city, state, country }) => {
      const carrierCode = parcel.carrierCode ?? '';
      const read = table.read({ carrierCode, type: type ?? '', code: code ?? '', text: words });
      const place = [city, state, country].filter(Boolean).join(', ');
      return { localTime, offset: offset || null, state: read.state, exception: read.exception, place };
    });
    const delivered = parcel.deliveredAt === null ? null : events.find(({ state }) => state === 'delivered');
    return {
      ...{ trackingNo: parcel.trackingNo, carrier: parcel.carrierCode, service: parcel.service, state: parcel.state },
      estimatedOn: parcel.deliveredAt === null ? (parcel.estimatedAt?.toISOString().slice(0, 10) ?? null) : null,
      deliveredAt: delivered?.localTime ?? parcel.deliveredAt?.toISOString().slice(0, 19) ?? null,
      link: linkTo(services, tenant, 'parcel', parcel.id),
      // Events without news of the parcel are left out.
      events: events.filter(({ state, exception }) => state !== 'unknown' || exception !== null),
    };
  },
});
