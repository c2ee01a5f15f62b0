import charges from './data/charges.json' with { type: 'json' };
import type { StartingRecords, SystemServices } from '../../modules/module.ts';

/** $1 tenant, $2 charges as JSON. A tenant that has any keeps its own. */
export const deliverSql = `INSERT INTO bill_basic (tenant_id, id, "carrierCode", "chargeClass", code, text, match, category, "saleMode",
    "fuelBearing", "claimRule")
  SELECT $1, lading.new_id(), c ->> 0, c ->> 1, c ->> 2, c ->> 3, c ->> 4, c ->> 5, c ->> 6, (c ->> 7)::boolean, c ->> 8
    FROM json_array_elements($2::json) c
   WHERE NOT EXISTS (SELECT FROM bill_basic b WHERE b.tenant_id = $1 AND b."carrierCode" = c ->> 0 AND b."chargeClass" IS NOT NULL)
  ON CONFLICT DO NOTHING`;

/** Gives a tenant the charges of UPS and FedEx before its first bill of them. */
export const deliverBasics = (services: SystemServices, tenant: string): Promise<unknown> =>
  services.query(deliverSql, [tenant, JSON.stringify(charges)]);

/** Those charges as records of a new tenant, with how each is sold and whether fuel is paid on it. */
export const startingBasics: StartingRecords = {
  entity: 'bill-basic',
  records: charges.map(([carrierCode, chargeClass, code, text, match, category, saleMode, fuelBearing, claimRule]) => ({
    ...{ carrierCode, chargeClass, code, text, match, category, saleMode, fuelBearing, claimRule },
  })),
};
