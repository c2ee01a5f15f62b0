const definer = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public';

/** What a customer used up in the last 14 days, as money of their own currency; what came back is taken off. */
export const usedSql = (tenant: string, customer: string, currency: string): string => `(SELECT coalesce(sum(CASE
      WHEN x.kind IN ('capture', 'charge', 'deduction', 'fee', 'billUnderpaid') THEN x.amount
      WHEN x.kind = 'billOverpaid' OR (x.kind IN ('refund', 'reversal') AND x."refEntity" IN ('order', 'deduction')) THEN -x.amount END), 0)
    FROM ledger_transfer x WHERE x.tenant_id = ${tenant} AND x.customer = ${customer} AND x.currency = ${currency}
     AND x."createdAt" > now() - interval '14 days')`;

/** Whole days that a balance lasts at that use; null where nothing is used. */
export const daysSql = (balance: string, used: string): string =>
  `CASE WHEN ${used} > 0 THEN greatest(floor(${balance} * 14 / ${used}), 0)::integer END`;

/** Where each watched balance stood when it was looked at last; `crossing` counts the times that it fell below. */
const table = `CREATE TABLE IF NOT EXISTS members.balance_watch (
     tenant_id bigint NOT NULL, customer bigint NOT NULL, threshold numeric NOT NULL, below boolean NOT NULL,
     crossing integer NOT NULL DEFAULT 0, told integer NOT NULL DEFAULT 0, balance numeric, days integer, currency text,
     PRIMARY KEY (tenant_id, customer))`;

const balanceOf = (
  tenant: string,
  customer: string,
): string => `coalesce((SELECT a.balance FROM ledger_account a JOIN tenant t ON t.id = a.tenant_id AND t.currency = a.currency
        WHERE a.tenant_id = ${tenant} AND a.kind = 'available' AND a.customer = ${customer}), 0)`;

/** Stores the current side of a new or changed threshold without a notification. */
const note = `CREATE OR REPLACE FUNCTION members.note_threshold() RETURNS trigger ${definer} AS $$
   BEGIN
     IF NEW."alertBalance" IS NULL THEN
       DELETE FROM members.balance_watch WHERE tenant_id = NEW.tenant_id AND customer = NEW.customer;
     ELSE
       INSERT INTO members.balance_watch AS w (tenant_id, customer, threshold, below)
         VALUES (NEW.tenant_id, NEW.customer, NEW."alertBalance", ${balanceOf('NEW.tenant_id', 'NEW.customer')} < NEW."alertBalance")
       ON CONFLICT (tenant_id, customer) DO UPDATE SET threshold = excluded.threshold, below = excluded.below;
     END IF;
     RETURN NULL;
   END $$`;

export const balanceStatements: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS members',
  'GRANT USAGE ON SCHEMA members TO lading_app, lading_system',
  table,
  'ALTER TABLE members.balance_watch ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE members.balance_watch FORCE ROW LEVEL SECURITY',
  'DROP POLICY IF EXISTS system ON members.balance_watch',
  'CREATE POLICY system ON members.balance_watch TO lading_system USING (true)',
  'GRANT SELECT, INSERT, UPDATE, DELETE ON members.balance_watch TO lading_system',
  'GRANT CREATE ON SCHEMA members TO lading_system',
  note,
  'ALTER FUNCTION members.note_threshold() OWNER TO lading_system',
  'REVOKE ALL ON FUNCTION members.note_threshold() FROM PUBLIC',
  'REVOKE CREATE ON SCHEMA members FROM lading_system',
  `CREATE OR REPLACE TRIGGER note_threshold_new AFTER INSERT ON customer_config FOR EACH ROW
     WHEN (NEW."alertBalance" IS NOT NULL) EXECUTE FUNCTION members.note_threshold()`,
  `CREATE OR REPLACE TRIGGER note_threshold AFTER UPDATE ON customer_config FOR EACH ROW
     WHEN (NEW."alertBalance" IS DISTINCT FROM OLD."alertBalance") EXECUTE FUNCTION members.note_threshold()`,
  // Groups of staff hear of it by their robots.
  `CREATE OR REPLACE TRIGGER robots_balance_low AFTER UPDATE ON members.balance_watch FOR EACH ROW
     WHEN (NEW.crossing > OLD.crossing) EXECUTE FUNCTION robots.note('balanceLow', 'balance', 'days')`,
];

/** Stores every balance that crossed its threshold; fallen ones need a notification. */
export const watchSql = `UPDATE members.balance_watch w SET below = s.balance < w.threshold, balance = s.balance, currency = s.currency,
    days = ${daysSql('s.balance', 's.used')}, crossing = w.crossing + CASE WHEN s.balance < w.threshold THEN 1 ELSE 0 END
  FROM (SELECT b.tenant_id, b.customer, t.currency, ${balanceOf('b.tenant_id', 'b.customer')} AS balance,
           ${usedSql('b.tenant_id', 'b.customer', 't.currency')} AS used
          FROM members.balance_watch b JOIN tenant t ON t.id = b.tenant_id) s
 WHERE s.tenant_id = w.tenant_id AND s.customer = w.customer AND (s.balance < w.threshold) <> w.below`;

export const untoldSql = `SELECT w.tenant_id::text AS tenant, w.customer::text AS customer, w.crossing, w.balance::numeric(14, 2)::text AS balance,
    w.threshold::numeric(14, 2)::text AS threshold, w.days, w.currency, t."defaultLocale" AS culture, t.name AS "tenantName",
    coalesce(nullif(c.email, ''), (SELECT a.email FROM account a WHERE a.tenant_id = w.tenant_id AND a.customer = w.customer
      AND a.status = '0' AND a.email <> '' ORDER BY a.id LIMIT 1)) AS mail
  FROM members.balance_watch w JOIN tenant t ON t.id = w.tenant_id JOIN customer c ON c.tenant_id = w.tenant_id AND c.id = w.customer
 WHERE w.told < w.crossing ORDER BY w.tenant_id, w.customer LIMIT 500`;

/** Adds a notification for each of the customer's people and marks the crossing as notified. $4 message as JSON. */
export const tellSql = `WITH told AS (UPDATE members.balance_watch SET told = $3 WHERE tenant_id = $1 AND customer = $2 AND told < $3 RETURNING 1)
  INSERT INTO lading.event (tenant_id, kind, account_id, payload)
  SELECT a.tenant_id, 'message', a.id, $4::json FROM account a, told WHERE a.tenant_id = $1 AND a.customer = $2 AND a.status = '0'`;

/** Customers whose balance lasts for at most $2 days. $3: organisations, null for all. */
export const drySql = `SELECT s.customer::text AS customer, s.name, s.currency, s.balance::float8 AS balance, round(s.used / 14, 2)::float8 AS daily, s.days
  FROM (SELECT u.*, ${daysSql('u.balance', 'u.used')} AS days FROM (
    SELECT c.id AS customer, c.name, t.currency, ${balanceOf('c.tenant_id', 'c.id')} AS balance, ${usedSql('c.tenant_id', 'c.id', 't.currency')} AS used
      FROM customer c JOIN tenant t ON t.id = c.tenant_id
     WHERE c.tenant_id = $1 AND c.status = 'enabled' AND ($3::bigint[] IS NULL OR c.org = ANY ($3::bigint[]))) u) s
 WHERE s.days <= $2 ORDER BY s.days, s.balance LIMIT 500`;
