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

export interface Facts {
  readonly customer: string;
  readonly warehouse: string;
  readonly records: readonly RecordRow[];
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

/** Facts of pairs of customer and warehouse; a draft that is given to a customer counts once it is active. $1 tenant, $2 first day, $3 last day, $4 customers, $5 their warehouses. */
export const factsSql = `SELECT x.customer::text, x.warehouse::text,
    (SELECT coalesce(json_agg(json_build_object('id', r.id::text, 'recordNo', r."recordNo", 'kind', r.kind, 'reference', coalesce(r.reference, r.sku),
        'returned', r."returnedParcel" IS NOT NULL, 'arrivedOn', r."arrivedOn"::text, 'leftOn', r."leftOn"::text, 'pieces', r.pieces::text,
        'pallets', r.pallets::text, 'orders', r.orders::text, 'labels', r.labels::text, 'cbm', r.cbm::text, 'departures', ${departures})
        ORDER BY r."arrivedOn", r.id), '[]')
       FROM warehouse_record r WHERE r.tenant_id = $1 AND r.customer = x.customer AND r.warehouse = x.warehouse
        AND ${touches('$2::date', '$3::date')}) AS records,
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
    AND ${touches('$2::date', '$3::date')} ORDER BY 1, 2`;

/** One version, whatever its state. $1 tenant, $2 id. */
export const priceSql = `SELECT ${priceJson} AS price, p.code FROM warehouse_price p WHERE p.tenant_id = $1 AND p.id = $2`;
