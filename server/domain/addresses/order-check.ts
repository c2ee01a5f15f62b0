import { defineEffect, defineValue, issue, type EffectCall, type Issue } from '../../sockets/socket.ts';
import type { Checked, Suggestion, Typed } from './address.ts';
import { checkAddress } from './check-address.ts';
import { postal } from './postal/postal-data.ts';

const parts = [
  'name',
  'company',
  'address1',
  'address2',
  'address3',
  'city',
  'state',
  'postalCode',
  'country',
] as const;
const fieldOf = (part: string): string => `shipTo${part.charAt(0).toUpperCase()}${part.slice(1)}`;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const recipientOf = (record: EffectCall['record']): Typed => ({
  ...Object.fromEntries(parts.map((part) => [part, text(record[fieldOf(part)])])),
  country: text(record['shipToCountry']) ?? '',
});

/** What stands on the order: a country without data is not checked. */
const kept = ({ state }: Checked): string => (state === 'unknown' ? 'none' : state);

/** The same of an address of the book, whenever it is written. */
export const validated = defineValue('addresses.validated', (record) =>
  kept(
    checkAddress(
      {
        ...Object.fromEntries(parts.map((part) => [part, text(record[part])])),
        country: text(record['country']) ?? '',
      },
      postal(),
    ),
  ),
);

/** Notes what the postal data says of the recipient. */
export const noteCheck = defineEffect('addresses.check', async ({ record }) => ({
  patch: { addressCheck: kept(checkAddress(recipientOf(record), postal())) },
}));

/** Writes what is suggested over what was typed, and checks that. */
export const takeSuggestion = defineEffect('addresses.take', async ({ record }) => {
  const typed = recipientOf(record);
  const { suggestion } = checkAddress(typed, postal());
  if (!suggestion) return { issues: [issue('addresses.noSuggestion', 'shipToCity')] };
  return {
    patch: {
      ...Object.fromEntries(Object.entries(suggestion).map(([part, value]) => [fieldOf(part), value])),
      addressCheck: kept(checkAddress({ ...typed, ...(suggestion as Suggestion) }, postal())),
    },
  };
});

/**
 * Before an order is placed: its customer's settings say whether a recipient that does not fit is noted alone (pass, warn)
 * or held back (block). What somebody with the right has confirmed goes as it is.
 */
export const guardPlacing = defineEffect('addresses.guard', async ({ record, tenant, transaction }) => {
  if (record['addressCheck'] === 'overridden') return {};
  const checked = checkAddress(recipientOf(record), postal());
  const patch = { addressCheck: kept(checked) };
  if (checked.issues.length === 0) return { patch };
  const [settings] = await transaction.query(
    `SELECT "addressPolicy" AS policy FROM customer_config WHERE tenant_id = $1 AND customer = $2`,
    [tenant, record['customer']],
  );
  return settings?.['policy'] === 'block'
    ? { issues: [...checked.issues.map(onOrder), issue('addresses.blocked', '')] }
    : { patch };
});

const onOrder = (found: Issue): Issue => ({ ...found, path: fieldOf(found.path) });

/** Another address is not the one that was checked or confirmed, whichever way it came. */
export const forgetCheckStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS addresses`,
  `GRANT USAGE ON SCHEMA addresses TO lading_app, lading_system`,
  `CREATE OR REPLACE FUNCTION addresses.forget_check() RETURNS trigger LANGUAGE plpgsql
     SET search_path = pg_catalog, public AS $$
   BEGIN
     NEW."addressCheck" := 'none';
     NEW."addressCheckedAt" := NULL;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER forget_address_check BEFORE UPDATE ON "order" FOR EACH ROW
     WHEN (OLD."addressCheck" IS NOT DISTINCT FROM NEW."addressCheck" AND OLD."addressCheckedAt" IS NOT DISTINCT FROM NEW."addressCheckedAt"
       AND NEW."addressCheck" <> 'none'
       AND (${parts.map((part) => `OLD."${fieldOf(part)}"`).join(', ')}) IS DISTINCT FROM (${parts
         .map((part) => `NEW."${fieldOf(part)}"`)
         .join(', ')}))
     EXECUTE FUNCTION addresses.forget_check()`,
];
