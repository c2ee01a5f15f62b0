import { stateSql } from './state-sql.ts';

/** The prices of one tenant as its tables hold them, all of one moment. Figures are decimal text, ids are text. */
export interface PriceRows {
  readonly state: string;
  readonly services: readonly ServiceRow[];
  readonly levels: readonly LevelRow[];
  readonly tables: readonly TableRow[];
  readonly fixed: readonly FixedRow[];
  readonly charts: readonly ChartRow[];
  readonly areas: readonly AreaRow[];
  readonly surcharges: readonly SurchargeRow[];
  readonly fuel: readonly FuelRow[];
  readonly concessions: readonly ConcessionRow[];
  readonly transit: readonly TransitRow[];
}

type Figure = string | null;

export interface ServiceRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: string;
  readonly shipToType: string;
  readonly serviceGroup: string;
  readonly unitType: string;
  readonly mode: string;
  readonly fuelIncluded: boolean | null;
  readonly directSignatureFrom: Figure;
  readonly maxWeight: Figure;
  readonly maxLength: Figure;
  readonly maxGirth: Figure;
  readonly maxBoxes: number | null;
  readonly multiweightFrom: Figure;
  readonly multiweightAverage: Figure;
  readonly dimDivisor: number;
  readonly weightRounding: string;
  readonly channel: string;
  readonly channelCode: string;
  readonly channelName: string;
  readonly channelStatus: string;
  readonly carrier: string;
  readonly weightRules: readonly WeightRuleRow[] | null;
}

export interface WeightRuleRow {
  readonly from: string;
  readonly to: string | null;
  /** Null: both sides. */
  readonly side?: string | null;
  readonly sides: string;
  readonly divisor: number;
  readonly divisorAboveVolume: number | null;
  readonly divisorAbove: number | null;
  readonly freeVolume: number | null;
  readonly basis: string;
  readonly excessPercent: Figure;
  readonly pieces: string;
  readonly step: Figure;
  readonly stepAboveWeight: Figure;
  readonly stepAbove: Figure;
  readonly minimum: Figure;
}

export interface LevelRow {
  readonly channel: string;
  readonly level: string;
  readonly priceBasis: string;
  readonly percent: Figure;
  readonly minimumCharge: Figure;
  /** Of the minimum charge. */
  readonly currency: string | null;
  readonly surchargeBasis: string;
  readonly surchargePercent: Figure;
  /** Charge categories with a basis of their own; null: none. */
  readonly surchargeTerms?: readonly SurchargeTerm[] | null;
}

export interface SurchargeTerm {
  readonly category: string;
  readonly basis: string;
  readonly percent: Figure;
}

/** One version of something that is never changed; `retired` is the day on which it was taken back. */
export interface VersionRow {
  readonly id: string;
  /** Of the row: another one means other contents. */
  readonly stamp: string;
  readonly code: string;
  readonly version: number;
  readonly from: string;
  readonly to: string | null;
  readonly retired: string | null;
}

/** `null`: the contents are known here already. */
interface Contents {
  readonly contents: unknown;
}

interface Sided {
  readonly side: 'list' | 'cost' | 'sale';
  readonly level: string | null;
  readonly currency: string;
}

export interface TableRow extends VersionRow, Contents, Sided {
  readonly name: string;
  readonly service: string;
  readonly unitType: string;
  readonly multiweight: boolean | null;
  readonly deficit: boolean | null;
}

export interface FixedRow extends VersionRow, Sided {
  readonly name: string;
  readonly service: string;
  readonly unitType: string;
  readonly amount: string;
  readonly maxWeight: string;
  readonly length: Figure;
  readonly width: Figure;
  readonly height: Figure;
}

export interface ChartRow extends VersionRow, Contents {
  readonly carrier: string;
  readonly serviceGroup: string;
  readonly country: string;
  readonly origin: string | null;
}

export interface AreaRow extends VersionRow, Contents {
  readonly carrier: string;
  readonly serviceGroups: string | null;
  readonly recipients: string;
}

export interface SurchargeRow extends VersionRow, Sided {
  readonly name: string;
  readonly carrier: string;
  readonly category: string;
  readonly serviceGroups: string | null;
  /** The terms as the record holds them. */
  readonly terms: Readonly<Record<string, unknown>>;
}

export interface FuelRow {
  readonly carrier: string;
  readonly serviceGroup: string;
  readonly from: string;
  readonly to: string;
  readonly percent: string;
}

export interface ConcessionRow {
  readonly customer: string | null;
  readonly level: string | null;
  readonly carrier: string;
  readonly serviceGroup: string | null;
  readonly offKind: string;
  readonly off: Figure;
  readonly cap: Figure;
  readonly from: string;
  readonly to: string | null;
}

export interface TransitRow {
  readonly service: string;
  readonly origin: string | null;
  readonly zone: string;
  readonly days: number;
  readonly from: string;
  readonly to: string | null;
}

const rows = (name: keyof PriceRows, sql: string): string =>
  `(SELECT coalesce(json_agg(r), '[]') FROM (${sql}) r) AS ${name}`;

const text = (...names: string[]): string => names.map((name) => `t."${name}"::text AS "${name}"`).join(', ');
const plain = (...names: string[]): string => names.map((name) => `t."${name}"`).join(', ');

/** The days count in the zone of the tenant, which the connection has. */
const version = `t.id::text, t.id || ':' || t.version AS stamp, t.code, t."versionNo" AS version, t."from", t."to",
  CASE WHEN t.status = 'retired' THEN coalesce(t."retiredOn", t."updatedAt"::date) END AS retired`;
const active = `t.status IN ('active', 'retired')`;
const contents = (column: string): string =>
  `CASE WHEN t.id || ':' || t.version = ANY ($1::text[]) THEN NULL ELSE t."${column}" END AS contents`;
const sided = `t.side, t.level::text, t.currency`;

/**
 * Everything in one statement, which sees one moment: no price is ever made of two states. $1: the contents that are known
 * here, by row and version, so that they do not travel again.
 */
export const loadSql = pricesSql(active);

/** The same with versions that do not count yet. $2: their ids. */
export const loadWithSql = pricesSql(`(${active} OR t.id = ANY ($2::bigint[]))`);

function pricesSql(counts: string): string {
  return `SELECT ${stateSql} AS state,
  ${rows(
    'services',
    `SELECT ${text('id', 'directSignatureFrom', 'maxWeight', 'maxLength', 'maxGirth', 'multiweightFrom', 'multiweightAverage')},
       ${plain('code', 'name', 'status', 'shipToType', 'serviceGroup', 'unitType', 'mode', 'fuelIncluded', 'maxBoxes', 'dimDivisor', 'weightRounding')},
       c.id::text AS channel, c.code AS "channelCode", c.name AS "channelName", c.status AS "channelStatus", c.carrier::text,
       (SELECT json_agg(w ORDER BY w."from") FROM (
          SELECT t."from", t."to", t.side, t.sides, t.divisor, t."divisorAboveVolume", t."divisorAbove", t."freeVolume", t.basis, t.pieces,
                 ${text('excessPercent', 'step', 'stepAboveWeight', 'stepAbove', 'minimum')}
            FROM "channel_service__weightRules" t WHERE t.tenant_id = s.tenant_id AND t.parent_id = s.id) w) AS "weightRules"
     FROM channel_service s JOIN channel c ON c.tenant_id = s.tenant_id AND c.id = s.channel, LATERAL (SELECT s.*) t`,
  )},
  ${rows(
    'levels',
    `SELECT ${text('channel', 'level', 'percent', 'minimumCharge', 'surchargePercent')}, ${plain('priceBasis', 'surchargeBasis', 'currency')},
       (SELECT json_agg(json_build_object('category', k.code, 'basis', m.basis, 'percent', m.percent::text) ORDER BY m.seq)
          FROM "channel_level__surchargeTerms" m JOIN charge_category k ON k.tenant_id = m.tenant_id AND k.id = m.category
         WHERE m.tenant_id = t.tenant_id AND m.parent_id = t.id) AS "surchargeTerms"
       FROM channel_level t`,
  )},
  ${rows(
    'tables',
    `SELECT ${version}, ${sided}, t.name, t.service::text, ${plain('unitType', 'multiweight', 'deficit')}, ${contents('sheet')}
       FROM rate_table t WHERE ${counts}`,
  )},
  ${rows(
    'fixed',
    `SELECT ${version}, ${sided}, t.name, ${text('service', 'amount', 'maxWeight', 'length', 'width', 'height')}, t."unitType"
       FROM fixed_rate t WHERE ${counts}`,
  )},
  ${rows(
    'charts',
    `SELECT ${version}, t.carrier::text, ${plain('serviceGroup', 'country', 'origin')}, ${contents('zones')}
       FROM zone_chart t WHERE ${counts}`,
  )},
  ${rows('areas', `SELECT ${version}, t.carrier::text, ${plain('serviceGroups', 'recipients')}, ${contents('tiers')} FROM area_list t WHERE ${counts}`)},
  ${rows(
    'surcharges',
    `SELECT ${version}, ${sided}, t.name, t.carrier::text, k.code AS category, t."serviceGroups",
       (SELECT row_to_json(o) FROM (SELECT ${plain('trigger', 'unitType', 'amountKind', 'amounts', 'percentOf', 'exclusiveGroup', 'priority', 'excludes', 'fuelBearing', 'perShipment')},
          ${text('amount', 'per', 'percent', 'least', 'minimumWeight')}) o) AS terms
     FROM surcharge_rule t JOIN charge_category k ON k.tenant_id = t.tenant_id AND k.id = t.category WHERE ${counts}`,
  )},
  ${rows(
    'fuel',
    `SELECT t.carrier::text, t."serviceGroup", t."from", t."to", t.percent::text FROM fuel_surcharge t WHERE t.status = 'active' ORDER BY t."from"`,
  )},
  ${rows(
    'concessions',
    `SELECT ${text('customer', 'level', 'carrier', 'off', 'cap')}, ${plain('serviceGroup', 'offKind', 'from', 'to')}
       FROM fuel_concession t WHERE t.status = 'enabled'`,
  )},
  ${rows('transit', `SELECT t.service::text, ${plain('origin', 'zone', 'days', 'from', 'to')} FROM transit_time t`)}`;
}

/** What one customer has beside the prices of everybody, and the state that the prices are in now. $1 customer, or null. */
export const termsSql = `SELECT ${stateSql} AS state, current_date::text AS today,
  (SELECT row_to_json(r) FROM (
     SELECT c.id::text, c.name, c.status, f."discountPercent"::text, f."distributionPercent"::text,
            -- What a reseller adds is not for the reseller's customers to see.
            (f."showValuationDetail" AND coalesce(f."distributionPercent", 0) = 0) AS "showValuationDetail"
       FROM customer c LEFT JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id WHERE c.id = $1) r) AS customer,
  (SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT t.channel::text, t.level::text FROM customer_channel t WHERE t.customer = $1 AND t.status = 'enabled') r) AS channels`;

export interface Terms {
  readonly state: string;
  /** In the zone of the tenant. */
  readonly today: string;
  readonly customer: {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly discountPercent: string | null;
    /** On top of everything: what their own supplier adds. */
    readonly distributionPercent: string | null;
    readonly showValuationDetail: boolean | null;
  } | null;
  readonly channels: readonly { readonly channel: string; readonly level: string }[];
}
