import type { Projection } from '../../modules/module.ts';

/** Hourly turnover by kind, currency and cause, so that company totals do not slow down as lines grow. */
export const turnover: Projection = {
  entity: 'ledger-transfer',
  table: 'ledger.turnover',
  time: 'createdAt',
  by: ['kind', 'currency', 'refEntity'],
  sums: ['amount', 'moneyIn', 'moneyOut'],
};

const keys = `tenant_id, hour, kind, currency, "refEntity", shard`;
const hourOf = (moment: string): string => `date_bin('1 hour', ${moment}, timestamptz '2000-01-01 00:00Z')`;
const plus = (name: string): string =>
  `${name} = CASE WHEN coalesce(t.${name}, excluded.${name}) IS NOT NULL THEN coalesce(t.${name}, 0) + coalesce(excluded.${name}, 0) END`;
const values = `lines, amount, "moneyIn", "moneyOut"`;
const add = (rows: string): string => `INSERT INTO ledger.turnover AS t (${keys}, ${values}) ${rows}
     ON CONFLICT (${keys}) DO UPDATE SET lines = t.lines + excluded.lines,
       ${['amount', '"moneyIn"', '"moneyOut"'].map(plus).join(', ')}`;
const sumsOf = (
  shard: string,
): string => `SELECT tenant_id, ${hourOf('"createdAt"')}, kind, currency, coalesce("refEntity", ''), ${shard},
       count(*), sum(amount), sum("moneyIn"), sum("moneyOut")`;

/**
 * Every statement that writes lines adds their sums. Each connection updates rows of its own (keyed by process id), so
 * that writers never wait; the roll-up merges the rows of past hours.
 */
const functions = {
  'ledger.tell_turnover()': `RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     ${add(`${sumsOf('pg_backend_pid()')} FROM written GROUP BY 1, 2, 3, 4, 5`)};
     RETURN NULL;
   END $$`,
  // Only the system may backdate a line.
  'ledger.date_turnover()': `RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     ${add(`SELECT OLD.tenant_id, ${hourOf('OLD."createdAt"')}, OLD.kind, OLD.currency, coalesce(OLD."refEntity", ''), pg_backend_pid(), -1,
         -OLD.amount, -OLD."moneyIn", -OLD."moneyOut"
       UNION ALL SELECT NEW.tenant_id, ${hourOf('NEW."createdAt"')}, NEW.kind, NEW.currency, coalesce(NEW."refEntity", ''), pg_backend_pid(), 1,
         NEW.amount, NEW."moneyIn", NEW."moneyOut"`)};
     RETURN NULL;
   END $$`,
  'ledger.gather_turnover()': `RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     WITH over AS (
         SELECT ctid FROM ledger.turnover WHERE shard <> 0 AND hour < now() - interval '2 hours' FOR UPDATE SKIP LOCKED),
       gone AS (DELETE FROM ledger.turnover t USING over WHERE t.ctid = over.ctid RETURNING t.*)
     ${add(`SELECT tenant_id, hour, kind, currency, "refEntity", 0, sum(lines), sum(amount), sum("moneyIn"), sum("moneyOut")
       FROM gone GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`)};
   END $$`,
  // For databases whose lines are older than these sums.
  'ledger.fill_turnover()': `RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF EXISTS (SELECT FROM ledger.turnover) THEN RETURN; END IF;
     ${add(`${sumsOf('0')} FROM ledger_transfer GROUP BY 1, 2, 3, 4, 5`)};
   END $$`,
};

export const turnoverStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ledger.turnover (
     tenant_id bigint NOT NULL, hour timestamptz NOT NULL, kind text NOT NULL, currency text NOT NULL, "refEntity" text NOT NULL,
     shard integer NOT NULL, lines bigint NOT NULL, amount numeric NOT NULL, "moneyIn" numeric, "moneyOut" numeric,
     PRIMARY KEY (${keys})) WITH (fillfactor = 70)`,
  `ALTER TABLE ledger.turnover ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ledger.turnover FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON ledger.turnover`,
  `CREATE POLICY system ON ledger.turnover TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ledger.turnover TO lading_system`,
  // Company-wide sums are for staff.
  `DROP POLICY IF EXISTS wall ON ledger.turnover`,
  `CREATE POLICY wall ON ledger.turnover FOR SELECT TO lading_app USING (tenant_id = (SELECT lading.staff_tenant()))`,
  `GRANT SELECT ON ledger.turnover TO lading_app`,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  ...Object.entries(functions).flatMap(([name, body]) => [
    `CREATE OR REPLACE FUNCTION ${name} ${body}`,
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  `GRANT EXECUTE ON FUNCTION ledger.fill_turnover() TO CURRENT_USER`,
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
  // No line can be written in between: creating the trigger locks the table until the sums are filled.
  `CREATE OR REPLACE TRIGGER tell_turnover AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS written
     FOR EACH STATEMENT EXECUTE FUNCTION ledger.tell_turnover()`,
  `CREATE OR REPLACE TRIGGER date_turnover AFTER UPDATE OF "createdAt" ON ledger_transfer FOR EACH ROW
     WHEN (${hourOf('OLD."createdAt"')} <> ${hourOf('NEW."createdAt"')}) EXECUTE FUNCTION ledger.date_turnover()`,
  `SELECT ledger.fill_turnover()`,
];
