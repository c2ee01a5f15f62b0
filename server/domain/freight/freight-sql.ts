const definer = 'LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public';

/** A table with its lines as JSON, figures as texts, and the fuel percent of `of_day`. */
const asJson = `json_build_object(
    'id', f.id::text, 'code', f.code, 'name', f.name, 'carrier', f.carrier::text, 'carrierName', c.name, 'side', f.side,
    'level', f.level::text, 'customer', f.customer::text, 'currency', f.currency, 'from', f."from"::text, 'basis', f.basis,
    'deficit', f.deficit, 'discount', f."discountPercent"::text, 'minimum', f.minimum::text, 'validDays', f."validDays",
    'hasFuel', f."fuelGroup" IS NOT NULL,
    'fuel', (SELECT json_build_object('percent', w.percent::text, 'from', w."from"::text) FROM fuel_surcharge w
        WHERE w.tenant_id = f.tenant_id AND w.carrier = f.carrier AND w."serviceGroup" = f."fuelGroup" AND w.status = 'active'
          AND of_day BETWEEN w."from" AND w."to" ORDER BY w."from" DESC, w.id DESC LIMIT 1),
    'lanes', (SELECT coalesce(json_agg(json_build_object('originFrom', l."originFrom", 'originTo', l."originTo",
        'destinationFrom', l."destinationFrom", 'destinationTo', l."destinationTo", 'zone', l.zone) ORDER BY l.seq), '[]')
        FROM freight_tariff__lanes l WHERE l.tenant_id = f.tenant_id AND l.parent_id = f.id),
    'rates', (SELECT coalesce(json_agg(json_build_object('zone', r.zone, 'freightClass', r."freightClass", 'densityFrom', r."densityFrom"::text,
        'prices', json_strip_nulls(json_build_object('l5c', r.l5c::text, 'm5c', r.m5c::text, 'm1m', r.m1m::text, 'm2m', r.m2m::text,
          'm5m', r.m5m::text, 'm10m', r.m10m::text, 'm20m', r.m20m::text))) ORDER BY r.seq), '[]')
        FROM freight_tariff__rates r WHERE r.tenant_id = f.tenant_id AND r.parent_id = f.id),
    'accessorials', (SELECT coalesce(json_agg(json_build_object('accessorial', a.accessorial, 'amount', a.amount::text, 'per', a.per,
        'minimum', a.minimum::text, 'maximum', a.maximum::text) ORDER BY a.seq), '[]')
        FROM freight_tariff__accessorials a WHERE a.tenant_id = f.tenant_id AND a.parent_id = f.id))`;

/**
 * The tables that count for a customer on a day, of both sides. A member's step asks it too: what it answers is priced on
 * the server, and the costs go into a field that members never see.
 */
const tariffs = `CREATE OR REPLACE FUNCTION freight.tariffs(of_customer bigint, of_day date) RETURNS json ${definer} AS $$
   SELECT coalesce(json_agg(${asJson} ORDER BY f.id), '[]')
     FROM freight_tariff f JOIN carrier c ON c.tenant_id = f.tenant_id AND c.id = f.carrier
    WHERE f.tenant_id = lading.tenant() AND (lading.staff() OR lading.member() = of_customer)
      AND f.status = 'active' AND c.status = 'enabled' AND f."from" <= of_day AND (f."to" IS NULL OR of_day <= f."to")
      AND (f.customer IS NULL OR f.customer = of_customer)
      AND (f.level IS NULL OR EXISTS (SELECT FROM customer_channel m WHERE m.tenant_id = f.tenant_id AND m.customer = of_customer
             AND m.level = f.level AND m.status = 'enabled')) $$`;

/** Tables by id, also retired ones, because a quote is rated again with its own tables. */
const byIds = `CREATE OR REPLACE FUNCTION freight.tariffs_by_id(of_ids bigint[], of_day date) RETURNS json ${definer} AS $$
   SELECT coalesce(json_agg(${asJson} ORDER BY f.id), '[]')
     FROM freight_tariff f JOIN carrier c ON c.tenant_id = f.tenant_id AND c.id = f.carrier
    WHERE f.tenant_id = lading.tenant() AND lading.staff() AND f.id = ANY (of_ids) $$`;

export const freightStatements: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS freight',
  'GRANT USAGE ON SCHEMA freight TO lading_app, lading_system',
  'GRANT CREATE ON SCHEMA freight TO lading_system',
  ...[tariffs, byIds],
  ...['tariffs(bigint, date)', 'tariffs_by_id(bigint[], date)'].flatMap((name) => [
    `ALTER FUNCTION freight.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION freight.${name} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION freight.${name} TO lading_app`,
  ]),
  'REVOKE CREATE ON SCHEMA freight FROM lading_system',
];
