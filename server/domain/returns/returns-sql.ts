import { rulesOf } from './rules.ts';

const definer = 'LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public';
const zone = `(SELECT "timeZone" FROM tenant WHERE id = lading.tenant())`;

/** The current time, and the claim deadline of a parcel arriving now. */
const dates = `CREATE OR REPLACE FUNCTION returns.dates() RETURNS TABLE (now text, until text) ${definer} AS $$
   SELECT to_char(now(), 'YYYY-MM-DD HH24:MI:SS'), ((now() AT TIME ZONE ${zone})::date + r.claim_days)::text
     FROM ${rulesOf('lading.tenant()')} r $$`;

/** Days and money at the end of a parcel's stay: handling, each day after the free ones, and destroying where it was destroyed. */
const fee = `CREATE OR REPLACE FUNCTION returns.fee(of_parcel bigint, destroyed boolean) RETURNS TABLE (days integer, fee text) ${definer} AS $$
   SELECT d.days, round(r.handling_fee + greatest(d.days - r.free_days, 0) * r.storage_fee
            + CASE WHEN destroyed THEN r.destroy_fee ELSE 0 END, 2)::text
     FROM returned_parcel p CROSS JOIN ${rulesOf('lading.tenant()')} r CROSS JOIN LATERAL (
       SELECT greatest((now() AT TIME ZONE ${zone})::date - (p."arrivedAt" AT TIME ZONE ${zone})::date, 0) AS days) d
    WHERE p.tenant_id = lading.tenant() AND p.id = of_parcel AND lading.staff() $$`;

export const returnStatements: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS returns',
  'GRANT USAGE ON SCHEMA returns TO lading_app, lading_system',
  'GRANT CREATE ON SCHEMA returns TO lading_system',
  ...[dates, fee],
  ...['dates()', 'fee(bigint, boolean)'].flatMap((name) => [
    `ALTER FUNCTION returns.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION returns.${name} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION returns.${name} TO lading_app`,
  ]),
  'REVOKE CREATE ON SCHEMA returns FROM lading_system',
];
