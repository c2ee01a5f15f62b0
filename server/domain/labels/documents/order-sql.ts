const text = (columns: readonly string[], of: string): string =>
  columns.map((column) => `${of}."${column}"::text AS "${column}"`).join(', ');

const own = ['Name', 'Company', 'Address1', 'Address2', 'City', 'State', 'PostalCode', 'Country', 'Phone'];

/** Facts for order documents. $1 orders. */
export const documentOrdersSql = `SELECT o.id::text, o.status, o."orderNo", o."refNo", o."unitType", o."taxPayer", o."leadTracking", o."carrierCode",
    o."senderMode", coalesce(o."shipDate", current_date)::text AS "shipDate", o.remarks,
    ${text(
      own.map((name) => `shipFrom${name}`),
      'o',
    )}, ${text(
      [...own, 'Address3', 'Email'].map((name) => `shipTo${name}`),
      'o',
    )},
    (SELECT row_to_json(f) FROM (SELECT c.company, c.address1, c.address2, c.city, c.state, c."postalCode", c.country, c.phone
       FROM channel_ship_from c WHERE c.tenant_id = o.tenant_id AND c.id = o."shipFrom") f) AS place,
    (SELECT s.name FROM channel_service s WHERE s.tenant_id = o.tenant_id AND s.id = o.service) AS service,
    (SELECT c.name FROM channel c WHERE c.tenant_id = o.tenant_id AND c.id = o.channel) AS channel,
    (SELECT c.name FROM customer c WHERE c.tenant_id = o.tenant_id AND c.id = o.customer) AS customer,
    coalesce((SELECT json_agg(b ORDER BY b.seq) FROM (
       SELECT b.seq, b.weight::text, b.length::text, b.width::text, b.height::text, b.quantity::integer
         FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) b), '[]') AS boxes,
    coalesce((SELECT json_agg(i ORDER BY i.seq) FROM (
       SELECT i.seq, i.description, i."hsCode", i."originCountry", i."unitPrice"::text AS "unitPrice", i."unitWeight"::text AS "unitWeight",
              i.quantity, i.purpose
         FROM "order__items" i WHERE i.tenant_id = o.tenant_id AND i.parent_id = o.id) i), '[]') AS items,
    coalesce((SELECT json_agg(p ORDER BY p.seq) FROM (
       SELECT p.seq, p."trackingNo", p.weight::text, p.length::text, p.width::text, p.height::text
         FROM package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id AND p.status = 'labelled') p), '[]') AS packages
  FROM "order" o WHERE o.id = ANY ($1::bigint[])`;

export interface DocumentItem {
  readonly description: string | null;
  readonly hsCode: string | null;
  readonly originCountry: string;
  readonly unitPrice: string;
  readonly unitWeight: string | null;
  readonly quantity: number;
  readonly purpose: string;
}

export interface DocumentBox {
  readonly seq: number;
  readonly trackingNo?: string;
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly quantity?: number;
}

export interface Place {
  readonly company: string | null;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string;
  readonly country: string;
  readonly phone: string | null;
}

export interface DocumentOrder extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly orderNo: string;
  readonly unitType: string;
  readonly place: Place | null;
  readonly boxes: readonly DocumentBox[];
  readonly items: readonly DocumentItem[];
  readonly packages: readonly DocumentBox[];
}
