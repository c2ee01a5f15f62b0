import type { CarrierAddress, LabelFormat, LabelSize, ShipOrder, ShipPackage } from '../carriers/carrier.ts';
import type { SystemServices } from '../../modules/module.ts';

interface Box {
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly quantity: number;
  readonly declaredValue: string | null;
  readonly signature: ShipPackage['signature'] | null;
  readonly packaging: ShipPackage['packaging'] | null;
}

interface Item {
  readonly description: string | null;
  readonly hsCode: string | null;
  readonly originCountry: string;
  readonly unitPrice: string;
  readonly unitWeight: string | null;
  readonly quantity: number;
  readonly purpose: string;
}

type Facts = Readonly<Record<string, string | null>> & {
  readonly boxes: readonly Box[];
  readonly items: readonly Item[];
};

/** An order being placed, with everything that its carrier needs. */
export interface PlacedOrder {
  readonly id: string;
  readonly orderNo: string;
  readonly channel: string;
  readonly customer: string;
  readonly status: string;
  readonly batch: string | null;
  readonly ship: ShipOrder;
}

const factsSql = `SELECT p.key, o.id::text AS id, o."orderNo", o.channel::text AS channel, o.customer::text AS customer, o.status,
    o.batch::text AS batch, s."carrierServiceCode" AS service, o."shipDate"::text AS "shipDate", o."unitType",
    o."labelSize", o."signatureOption", o."taxPayer", o."senderMode",
    o."thirdPartyAccount", o."thirdPartyCountry", o."thirdPartyPostalCode",
    CASE WHEN o."returnOf" IS NOT NULL THEN 'yes' END AS "isReturn", o.reference1, o.reference2,
    coalesce(c."labelFormat", 'pdf') AS "labelFormat", coalesce(o.currency, t.currency) AS currency,
    o."shipFromName", o."shipFromCompany", o."shipFromAddress1", o."shipFromAddress2", o."shipFromCity", o."shipFromState",
    o."shipFromPostalCode", o."shipFromCountry", o."shipFromPhone",
    f."shortName" AS "placeName", f.company AS "placeCompany", f.address1 AS "placeAddress1", f.address2 AS "placeAddress2",
    f.city AS "placeCity", f.state AS "placeState", f."postalCode" AS "placePostalCode", f.country AS "placeCountry",
    f.phone AS "placePhone", o."shipToName", o."shipToCompany", o."shipToAddress1", o."shipToAddress2", o."shipToAddress3",
    o."shipToCity", o."shipToState", o."shipToPostalCode", o."shipToCountry", o."shipToPhone", o."shipToEmail", o."shipToType",
    (SELECT coalesce(json_agg(json_build_object('weight', b.weight::text, 'length', b.length::text, 'width', b.width::text,
        'height', b.height::text, 'quantity', b.quantity, 'declaredValue', b."declaredValue"::text, 'signature', b.signature,
        'packaging', b.packaging) ORDER BY b.seq), '[]') FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) AS boxes,
    (SELECT coalesce(json_agg(json_build_object('description', i.description, 'hsCode', i."hsCode", 'originCountry', i."originCountry",
        'unitPrice', i."unitPrice"::text, 'unitWeight', i."unitWeight"::text, 'quantity', i.quantity, 'purpose', i.purpose)
        ORDER BY i.seq), '[]') FROM "order__items" i WHERE i.tenant_id = o.tenant_id AND i.parent_id = o.id) AS items
  FROM shipping.placing p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
  JOIN tenant t ON t.id = o.tenant_id
  LEFT JOIN channel_service s ON s.tenant_id = o.tenant_id AND s.id = o.service
  LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom"
  LEFT JOIN customer_config c ON c.tenant_id = o.tenant_id AND c.customer = o.customer
 WHERE p.tenant_id = $1 AND p.key = ANY ($2)`;

/** Orders of these placings in the carriers' form, by key. */
export async function loadOrders(
  services: SystemServices,
  tenant: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PlacedOrder>> {
  const rows = await services.query<Facts>(factsSql, [tenant, keys]);
  return new Map(rows.map((row) => [String(row['key']), placedOrder(row)]));
}

const placedOrder = (row: Facts): PlacedOrder => ({
  id: String(row['id']),
  orderNo: String(row['orderNo']),
  channel: String(row['channel']),
  customer: String(row['customer']),
  status: String(row['status']),
  batch: row['batch'] ?? null,
  ship: {
    key: String(row['key']),
    service: String(row['service']),
    shipDate: String(row['shipDate']),
    unitType: row['unitType'] === '1' ? '1' : '0',
    currency: String(row['currency']),
    from: fromOf(row),
    to: toOf(row),
    packages: packagesOf(row),
    label: { format: row['labelFormat'] as LabelFormat, size: row['labelSize'] as LabelSize },
    dutiesPayer: row['taxPayer'] === 'recipient' ? 'recipient' : 'sender',
    customs: row.items.map((item) => ({ ...item, description: item.description ?? '' })),
    ...(row['isReturn'] === 'yes' ? { isReturn: true } : {}),
    ...thirdPartyOf(row),
  },
});

function thirdPartyOf(row: Facts): Pick<ShipOrder, 'thirdParty'> {
  const { thirdPartyAccount: number, thirdPartyCountry: country, thirdPartyPostalCode: postalCode } = row;
  return number && country ? { thirdParty: { number, country, postalCode: postalCode ?? null } } : {};
}

const lines = (...given: readonly (string | null | undefined)[]): string[] =>
  given.flatMap((line) => (line ? [line] : []));

function fromOf(row: Facts): CarrierAddress {
  const of = row['senderMode'] === 'own' ? 'shipFrom' : 'place';
  const text = (name: string) => row[`${of}${name}`] ?? null;
  return {
    name: text('Name') ?? '',
    company: text('Company'),
    lines: lines(text('Address1'), text('Address2')),
    city: text('City') ?? '',
    state: text('State'),
    postalCode: text('PostalCode') ?? '',
    country: text('Country') ?? 'US',
    ...{ phone: text('Phone'), email: null, residential: false },
  };
}

const toOf = (row: Facts): CarrierAddress => ({
  name: row['shipToName'] ?? '',
  company: row['shipToCompany'] ?? null,
  lines: lines(row['shipToAddress1'], row['shipToAddress2'], row['shipToAddress3']),
  city: row['shipToCity'] ?? '',
  state: row['shipToState'] ?? null,
  postalCode: row['shipToPostalCode'] ?? '',
  country: row['shipToCountry'] ?? 'US',
  phone: row['shipToPhone'] ?? null,
  email: row['shipToEmail'] ?? null,
  residential: row['shipToType'] === 'unknown' ? null : row['shipToType'] === 'residential',
});

/** A row stands for a quantity of identical boxes; the carrier gets each box. */
function packagesOf(row: Facts): ShipPackage[] {
  const references = lines(row['reference1'] ?? row['orderNo'], row['reference2']);
  const each = row.boxes.flatMap((box) => Array.from({ length: box.quantity }, () => box));
  return each.map((box, at) => ({
    ...{ seq: at + 1, weight: box.weight, length: box.length, width: box.width, height: box.height },
    declaredValue: box.declaredValue,
    signature: box.signature ?? (row['signatureOption'] as ShipPackage['signature']),
    packaging: box.packaging ?? 'box',
    references,
  }));
}
