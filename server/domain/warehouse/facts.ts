/** What a warehouse bill is counted from, as the database answers it: decimals and days as text. */

export const fees = ['inbound', 'storage', 'handling', 'label', 'outbound', 'returnHandling', 'minimum'] as const;
export type Fee = (typeof fees)[number];
export type Basis = 'piece' | 'pallet' | 'cbm' | 'order' | 'label' | 'period';

export interface DepartureRow {
  readonly leftOn: string;
  readonly pieces: string;
  readonly pallets: string;
  readonly volume: string;
}

export interface RecordRow {
  readonly id: string;
  readonly recordNo: string;
  readonly kind: 'inbound' | 'storage' | 'handling' | 'outbound';
  readonly reference: string | null;
  readonly returned: boolean;
  readonly arrivedOn: string;
  readonly leftOn: string | null;
  readonly pieces: string;
  readonly pallets: string;
  readonly orders: string;
  readonly labels: string;
  /** Null: not measured. */
  readonly cbm: string | null;
  readonly departures: readonly DepartureRow[];
}

export interface FeeRow {
  readonly fee: Fee;
  readonly basis: Basis;
  readonly fromDay: number;
  readonly price: string;
}

export interface PriceRow {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  readonly freeDays: number;
  readonly countFirstDay: boolean;
  readonly countLastDay: boolean;
  readonly fees: readonly FeeRow[];
}

export interface AssignmentRow {
  readonly price: string;
  readonly from: string;
  /** Whether it names the warehouse; one that does goes before those for all. */
  readonly own: boolean;
}

/** Goods or work of a period whose bill was pushed without them. */
export interface LateRow {
  readonly record: RecordRow;
  readonly bill: string;
  readonly billNo: string;
  readonly from: string;
  readonly to: string;
  /** Only fees by volume are owed: the rest was charged before it was measured. */
  readonly volume: boolean;
  /** What was charged beyond the fees of that period, up to its minimum, and is not yet used up by other late charges. */
  readonly filled: string;
}

export interface Facts {
  readonly customer: string;
  readonly warehouse: string;
  readonly records: readonly RecordRow[];
  readonly late: readonly LateRow[];
  readonly assignments: readonly AssignmentRow[];
  readonly prices: readonly PriceRow[];
}

export interface Period {
  readonly from: string;
  readonly to: string;
}

const departures = `(SELECT coalesce(json_agg(json_build_object('leftOn', d."leftOn"::text, 'pieces', d.pieces::text, 'pallets', d.pallets::text,
      'volume', d.volume::text) ORDER BY d.seq), '[]') FROM "warehouse_record__departures" d WHERE d.tenant_id = r.tenant_id AND d.parent_id = r.id)`;

/** Records that a period is charged for: goods that are stored in it, and work that was done in it. */
const touches = (from: string, to: string): string =>
  `r."arrivedOn" <= ${to} AND (r."arrivedOn" >= ${from} OR (r.kind IN ('inbound', 'storage') AND (r."leftOn" IS NULL OR r."leftOn" >= ${from})))`;

const priceJson = `json_build_object('id', p.id::text, 'label', p.label, 'currency', p.currency, 'freeDays', p."freeDays",
    'countFirstDay', coalesce(p."countFirstDay", false), 'countLastDay', coalesce(p."countLastDay", false), 'fees',
    (SELECT coalesce(json_agg(json_build_object('fee', f.fee, 'basis', f.basis, 'fromDay', f."fromDay", 'price', f.price::text) ORDER BY f.seq), '[]')
       FROM "warehouse_price__fees" f WHERE f.tenant_id = p.tenant_id AND f.parent_id = p.id))`;

const recordJson = `json_build_object('id', r.id::text, 'recordNo', r."recordNo", 'kind', r.kind, 'reference', coalesce(r.reference, r.sku),
        'returned', r."returnedParcel" IS NOT NULL, 'arrivedOn', r."arrivedOn"::text, 'leftOn', r."leftOn"::text, 'pieces', r.pieces::text,
        'pallets', r.pallets::text, 'orders', r.orders::text, 'labels', r.labels::text, 'cbm', r.cbm::text, 'departures', ${departures})`;

/** Whether a bill has charged a record for the days of the bill `b`, or its fees by volume afterwards. */
const charged = (more = ''): string =>
  `coalesce(r.billing -> 'bills' @> jsonb_build_array(jsonb_build_object('of', b.id::text${more})), false)`;

/** A volume that was measured after a bill had charged the days of `b` without it, as the proof of that bill says. */
const measuredLate = `r.cbm IS NOT NULL AND NOT ${charged(", 'volume', true")} AND EXISTS (
      SELECT FROM jsonb_array_elements(r.billing -> 'bills') e JOIN warehouse_bill x ON x.tenant_id = r.tenant_id AND x.id = (e.value ->> 'by')::bigint
       WHERE e.value ->> 'of' = b.id::text AND x.proof -> 'unmeasured' ? r."recordNo")`;

/**
 * A pushed bill and a record of its days that no bill has charged for them, or not by its volume. Bills that were counted before
 * late ones were charged have every record that was there.
 */
const isLate = (first: string): string => `b.source = 'records' AND b.status = 'pushed' AND b."periodTo" < ${first}
    AND ${touches('b."periodFrom"', 'b."periodTo"')}
    AND CASE WHEN ${charged()} THEN ${measuredLate} ELSE b.proof ? 'late' OR r."createdAt" > b."countedAt" END`;

const filled = `(SELECT coalesce(sum(l.amount), 0)::text FROM "warehouse_bill__lines" l JOIN warehouse_bill o ON o.tenant_id = l.tenant_id AND o.id = l.parent_id
       WHERE l.tenant_id = b.tenant_id AND l.fee = 'minimum' AND ((o.id = b.id AND l."lateOf" IS NULL)
         OR (o.customer = b.customer AND o.warehouse = b.warehouse AND o.status = 'pushed' AND l."lateOf" = b."billNo")))`;

const late = `(SELECT coalesce(json_agg(json_build_object('record', ${recordJson}, 'bill', b.id::text, 'billNo', b."billNo", 'from', b."periodFrom"::text,
        'to', b."periodTo"::text, 'volume', ${charged()}, 'filled', ${filled}) ORDER BY b."periodFrom", r."arrivedOn", r.id), '[]')
       FROM warehouse_bill b JOIN warehouse_record r ON r.tenant_id = b.tenant_id AND r.customer = b.customer AND r.warehouse = b.warehouse
      WHERE b.tenant_id = $1 AND b.customer = x.customer AND b.warehouse = x.warehouse AND ${isLate('$2::date')})`;

/** Facts of pairs of customer and warehouse; a draft that is given to a customer counts once it is active. $1 tenant, $2 first day, $3 last day, $4 customers, $5 their warehouses. */
export const factsSql = `SELECT x.customer::text, x.warehouse::text,
    (SELECT coalesce(json_agg(${recordJson}
        ORDER BY r."arrivedOn", r.id), '[]')
       FROM warehouse_record r WHERE r.tenant_id = $1 AND r.customer = x.customer AND r.warehouse = x.warehouse
        AND ${touches('$2::date', '$3::date')}) AS records,
    ${late} AS late,
    (SELECT coalesce(json_agg(json_build_object('price', a.price::text, 'from', a."from"::text, 'own', a.warehouse IS NOT NULL)), '[]')
       FROM warehouse_price_assignment a JOIN warehouse_price p ON p.tenant_id = a.tenant_id AND p.id = a.price AND p.status <> 'draft'
      WHERE a.tenant_id = $1 AND a.customer = x.customer AND (a.warehouse IS NULL OR a.warehouse = x.warehouse) AND a."from" <= $3::date) AS assignments,
    (SELECT coalesce(json_agg(${priceJson}), '[]') FROM warehouse_price p WHERE p.tenant_id = $1 AND p.id IN (
       SELECT a.price FROM warehouse_price_assignment a WHERE a.tenant_id = $1 AND a.customer = x.customer
          AND (a.warehouse IS NULL OR a.warehouse = x.warehouse) AND a."from" <= $3::date)) AS prices
  FROM unnest($4::bigint[], $5::bigint[]) AS x (customer, warehouse)`;

/** Customers with something to charge in a period. $1 tenant, $2 first day, $3 last day, $4 customers or null, $5 warehouse or null. */
export const pairsSql = `SELECT DISTINCT r.customer::text, r.warehouse::text FROM warehouse_record r
  WHERE r.tenant_id = $1 AND ($4::bigint[] IS NULL OR r.customer = ANY ($4::bigint[])) AND ($5::bigint IS NULL OR r.warehouse = $5::bigint)
    AND ${touches('$2::date', '$3::date')}
  UNION SELECT r.customer::text, r.warehouse::text FROM warehouse_bill b
    JOIN warehouse_record r ON r.tenant_id = b.tenant_id AND r.customer = b.customer AND r.warehouse = b.warehouse
   WHERE b.tenant_id = $1 AND ($4::bigint[] IS NULL OR b.customer = ANY ($4::bigint[])) AND ($5::bigint IS NULL OR b.warehouse = $5::bigint)
    AND ${isLate('$2::date')} ORDER BY 1, 2`;

/** One version, whatever its state. $1 tenant, $2 id. */
export const priceSql = `SELECT ${priceJson} AS price, p.code FROM warehouse_price p WHERE p.tenant_id = $1 AND p.id = $2`;

/** Two bills of one customer and warehouse wait for each other. $1 the key of the pair. */
export const lockSql = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
export const pairKey = (tenant: string, customer: unknown, warehouse: unknown): string =>
  `warehouse-bill ${tenant} ${String(customer)} ${String(warehouse)}`;

/** Records that a bill may charge stay as they are until it is pushed. $1 customer, $2 warehouse, $3 first day, $4 last day. */
export const lockRecordsSql = `SELECT r.id FROM warehouse_record r WHERE r.customer = $1 AND r.warehouse = $2
    AND r."arrivedOn" <= $4::date AND (r."billedTo" IS NULL OR r."billedTo" < $3::date OR ${touches('$3::date', '$4::date')})
  ORDER BY r.id FOR UPDATE`;
