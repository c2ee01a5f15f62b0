import { defineEffect, defineValue, issue, type EffectCall, type Issue } from '../../modules/module.ts';
import { addressParts, shipToField, textOrNull, type Checked, type Suggestion, type Typed } from './address.ts';
import { checkAddress } from './check-address.ts';
import { postal } from './postal/postal-data.ts';

export const recipientOf = (record: EffectCall['record']): Typed => ({
  ...Object.fromEntries(addressParts.map((part) => [part, textOrNull(record[shipToField(part)])])),
  country: textOrNull(record['shipToCountry']) ?? '',
});

/** The recipient of the order; a country without data is not checked. */
const kept = ({ state }: Checked): string => (state === 'unknown' ? 'none' : state);

/** The same of an address of the book, whenever it is written. */
export const validated = defineValue('addresses.validated', (record) =>
  kept(
    checkAddress(
      {
        ...Object.fromEntries(addressParts.map((part) => [part, textOrNull(record[part])])),
        country: textOrNull(record['country']) ?? '',
      },
      postal(),
    ),
  ),
);

/** Stores the result of checking the recipient against the postal data. */
export const noteCheck = defineEffect('addresses.check', async ({ record }) => ({
  patch: { addressCheck: kept(checkAddress(recipientOf(record), postal())) },
}));

/** Replaces the address with the suggestion and checks it again. */
export const takeSuggestion = defineEffect('addresses.take', async ({ record }) => {
  const typed = recipientOf(record);
  const { suggestion } = checkAddress(typed, postal());
  if (!suggestion) return { issues: [issue('addresses.noSuggestion', 'shipToCity')] };
  return {
    patch: {
      ...Object.fromEntries(Object.entries(suggestion).map(([part, value]) => [shipToField(part), value])),
      addressCheck: kept(checkAddress({ ...typed, ...(suggestion as Suggestion) }, postal())),
    },
  };
});

/**
 * Before an order is placed: its customer's settings say whether a recipient that does not fit is noted alone (pass, warn)
 * or held back (block). What a person with the right has confirmed is sent as it is.
 */
export const guardPlacing = defineEffect('addresses.guard', async ({ record, tenant, transaction }) => {
  if (record['addressCheck'] === 'overridden') return {};
  const checked = checkAddress(recipientOf(record), postal());
  // The carrier has more detail on streets; the postal data still checks what fits on a label.
  const byCarrier = record['addressSource'] === 'carrier' && record['addressCheck'] !== 'none';
  const doubted = byCarrier && record['addressCheck'] === 'doubtful';
  const patch = byCarrier ? {} : { addressCheck: kept(checked), addressSource: 'postal' };
  const found = doubted ? [...checked.issues, issue('addresses.carrierDoubts', 'address1')] : checked.issues;
  if (found.length === 0 || (byCarrier && !doubted)) return { patch };
  const [settings] = await transaction.query(
    `SELECT "addressPolicy" AS policy FROM customer_config WHERE tenant_id = $1 AND customer = $2`,
    [tenant, record['customer']],
  );
  return settings?.['policy'] === 'block'
    ? { issues: [...found.map(onOrder), issue('addresses.blocked', '')] }
    : { patch };
});

const onOrder = (found: Issue): Issue => ({ ...found, path: shipToField(found.path) });

/** Another address is not the one that was checked or confirmed, whichever way it came. */
export const forgetCheckStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS addresses`,
  `GRANT USAGE ON SCHEMA addresses TO lading_app, lading_system`,
  `CREATE OR REPLACE FUNCTION addresses.forget_check() RETURNS trigger LANGUAGE plpgsql
     SET search_path = pg_catalog, public AS $$
   BEGIN
     NEW."addressCheck" := 'none';
     NEW."addressCheckedAt" := NULL;
     NEW."addressSource" := NULL;
     NEW."addressCheckedBy" := NULL;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER forget_address_check BEFORE UPDATE ON "order" FOR EACH ROW
     WHEN (OLD."addressCheck" IS NOT DISTINCT FROM NEW."addressCheck" AND OLD."addressCheckedAt" IS NOT DISTINCT FROM NEW."addressCheckedAt"
       AND NEW."addressCheck" <> 'none'
       AND (${addressParts.map((part) => `OLD."${shipToField(part)}"`).join(', ')}) IS DISTINCT FROM (${addressParts
         .map((part) => `NEW."${shipToField(part)}"`)
         .join(', ')}))
     EXECUTE FUNCTION addresses.forget_check()`,
];
