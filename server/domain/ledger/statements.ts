import { holdStatements } from './hold-sql.ts';
import { postStatements } from './post-sql.ts';

/** Ledger tables that are no entities, with their own policies. */
const ownTables = ['unrolled', 'hold'];
/**
 * Functions open to requests, and those they depend on; all belong to the system role and act on the entered tenant.
 */
const open = [
  'ledger.post(json)',
  'ledger.post_each(json)',
  'ledger.reverse(text, text, text, text, text)',
  'ledger.hold(text, bigint, numeric, text, text, text)',
  'ledger.settle(text, text, text, text, numeric, numeric, text, text)',
];
const inner = [
  'ledger.hold_past(text, bigint, numeric, text, text, text)',
  'ledger.limit_of(text, bigint, text)',
  'ledger.account_for(text, bigint, text)',
  'ledger.shortage(text, numeric, numeric, text, numeric, text)',
  'ledger.book_leg(json, bigint, bigint)',
  'ledger.book_together(json, integer, boolean)',
  'ledger.book_in_turn(json, bigint[], bigint[])',
  'ledger.book_all(json, boolean)',
  'ledger.book(json)',
  'ledger.roll_up()',
];

/**
 * Each append-only row has a debit account, a credit account and one amount, so an unbalanced posting cannot be written
 * (DOMAIN.md D3). The operation key is unique: a repeated posting changes nothing. Requests may call the functions and
 * read; they cannot insert, change or delete lines.
 */
export const ledgerStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS ledger`,
  `GRANT USAGE ON SCHEMA ledger TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  ...postStatements,
  ...holdStatements,
  ...ownTables.flatMap((table) => [
    `ALTER TABLE ledger.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ledger.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON ledger.${table}`,
    `CREATE POLICY system ON ledger.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ledger.${table} TO lading_system`,
  ]),
  // Readable by staff, and by the member whose money it holds.
  `DROP POLICY IF EXISTS wall ON ledger.hold`,
  `CREATE POLICY wall ON ledger.hold FOR SELECT TO lading_app USING (tenant_id = (SELECT lading.tenant())
     AND ((SELECT lading.staff()) OR customer = (SELECT lading.member())))`,
  `GRANT SELECT ON ledger.hold TO lading_app`,
  ...[...open, ...inner].flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  ...open.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO lading_app`),
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
  `GRANT EXECUTE ON FUNCTION lading.new_id(), lading.new_ids(integer) TO lading_system`,
  `REVOKE INSERT, UPDATE, DELETE ON ledger_account, ledger_transfer FROM lading_app`,
  // Leaves room for HOT updates, which touch no index.
  `ALTER TABLE ledger_account SET (fillfactor = 50)`,
  // Lines only hold account numbers without foreign keys, so accounts must never be deleted.
  `CREATE OR REPLACE FUNCTION ledger.keep() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN RAISE restrict_violation USING MESSAGE = 'an account of the ledger is kept', TABLE = TG_TABLE_NAME; END $$`,
  `CREATE OR REPLACE TRIGGER keep BEFORE DELETE ON ledger_account FOR EACH ROW EXECUTE FUNCTION ledger.keep()`,
];
