import fedex from './fedex.json';
import upsExceptions from './ups-exceptions.json';
import ups from './ups.json';
import type { TrackingState } from '../events/state.ts';
import type { CodeRow } from './meaning.ts';

/** A line of the delivered tables: code, category, kind of exception, description, and whether it takes a delivery back. */
export interface DeliveredCode extends CodeRow {
  readonly category: TrackingState;
  readonly description: string;
}

const read = (carrier: string, tables: Readonly<Record<string, readonly string[]>>): DeliveredCode[] =>
  Object.entries(tables).flatMap(([section, lines]) =>
    lines.map((line) => {
      const [code = '', category = '', exception = '', description = '', correction] = line.split('|');
      return {
        carrier,
        section,
        code,
        category: category as TrackingState,
        exceptionType: exception || null,
        description,
        correction: !!correction,
      };
    }),
  );

/** The codes of UPS and FedEx as they stand in every tenant from its start; what a tenant changes of them stays. */
export const deliveredCodes: readonly DeliveredCode[] = [
  ...read('UPS', ups),
  ...read('UPS', upsExceptions),
  ...read('FEDEX', fedex),
];

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const columns = `carrier, section, code, category, "exceptionType", description, correction`;

const own = columns
  .split(', ')
  .map((name) => `d.${name}`)
  .join(', ');

export const codeStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS tracking.delivered_code (
     carrier text, section text, code text, category text, "exceptionType" text, description text, correction boolean,
     PRIMARY KEY (carrier, section, code))`,
  `GRANT SELECT ON tracking.delivered_code TO lading_system`,
  `INSERT INTO tracking.delivered_code (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::tracking.delivered_code, ${quoted(deliveredCodes)}::jsonb)
     ON CONFLICT (carrier, section, code) DO UPDATE SET category = EXCLUDED.category,
       "exceptionType" = EXCLUDED."exceptionType", description = EXCLUDED.description, correction = EXCLUDED.correction`,
  // Older tenants have none at all; where one is missing from a table that exists, a person removed it.
  `CREATE OR REPLACE FUNCTION tracking.deliver_codes_to(tenants bigint[]) RETURNS void
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     INSERT INTO tracking_status_code (tenant_id, id, ${columns}, seen)
       SELECT t.id, lading.new_id(), ${own}, 0
         FROM tenant t CROSS JOIN tracking.delivered_code d
        WHERE t.kind <> 'platform' AND (tenants IS NULL OR t.id = ANY (tenants)) AND NOT EXISTS (
          SELECT FROM tracking_status_code c WHERE c.tenant_id = t.id AND c.carrier IN ('UPS', 'FEDEX'))
       ON CONFLICT DO NOTHING
   $$`,
  `CREATE OR REPLACE FUNCTION tracking.deliver_codes() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     PERFORM tracking.deliver_codes_to(ARRAY[NEW.id]);
     RETURN NULL;
   END $$`,
  `GRANT CREATE ON SCHEMA tracking TO lading_system`,
  ...['deliver_codes()', 'deliver_codes_to(bigint[])'].flatMap((name) => [
    `ALTER FUNCTION tracking.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION tracking.${name} FROM PUBLIC`,
  ]),
  `REVOKE CREATE ON SCHEMA tracking FROM lading_system`,
  `CREATE OR REPLACE TRIGGER deliver_codes AFTER INSERT ON tenant FOR EACH ROW
     WHEN (NEW.kind <> 'platform') EXECUTE FUNCTION tracking.deliver_codes()`,
  `GRANT EXECUTE ON FUNCTION tracking.deliver_codes_to(bigint[]) TO CURRENT_USER`,
  `SELECT tracking.deliver_codes_to(NULL)`,
];
