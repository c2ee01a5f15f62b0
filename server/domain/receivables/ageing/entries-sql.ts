/**
 * What customers owe by bills, as a journal that only grows: a push adds what is to be paid, a settlement, a charge that was
 * dropped and a recall take from it. So what was owed on any past day can be said exactly. Triggers write it, in the transaction
 * of the cause and on every way in. `terms`: the customer pays later; other customers' bills are taken from their balance.
 */
const table = `CREATE TABLE IF NOT EXISTS receivables.entry (
     tenant_id bigint NOT NULL, id bigint NOT NULL, bill bigint NOT NULL, customer bigint NOT NULL, currency text NOT NULL,
     kind text NOT NULL CHECK (kind IN ('push', 'recall', 'settle', 'waive')), amount numeric(15, 2) NOT NULL, due_date date,
     terms boolean NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (tenant_id, id))`;

/** Stages of reminding that a bill has had. */
const reminded = `CREATE TABLE IF NOT EXISTS receivables.reminded (tenant_id bigint NOT NULL, bill bigint NOT NULL, stage integer NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, bill, stage))`;

const definer = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public`;
const isPostpaid = (b: string): string =>
  `coalesce((SELECT c.payment = 'postpaid' FROM customer_config c WHERE c.tenant_id = ${b}.tenant_id AND c.customer = ${b}.customer), false)`;
const add = (b: string, kind: string, amount: string): string =>
  `INSERT INTO receivables.entry (tenant_id, id, bill, customer, currency, kind, amount, due_date, terms)
     SELECT ${b}.tenant_id, lading.new_id(), ${b}.id, ${b}.customer, ${b}.currency, '${kind}', ${amount}, ${b}."dueDate",
            coalesce((SELECT e.terms FROM receivables.entry e WHERE e.tenant_id = ${b}.tenant_id AND e.bill = ${b}.id AND e.kind = 'push'
                        ORDER BY e.id DESC LIMIT 1), ${isPostpaid(b)}) WHERE (${amount}) <> 0`;

const functions = {
  'receivables.note_bill()': `RETURNS trigger ${definer} AS $$
   BEGIN
     IF TG_OP = 'UPDATE' AND OLD.status = 'pushed' AND NEW.status <> 'pushed' THEN
       ${add('OLD', 'recall', `-coalesce((SELECT sum(e.amount) FROM receivables.entry e WHERE e.tenant_id = OLD.tenant_id AND e.bill = OLD.id), 0)`)};
     ELSIF NEW.status = 'pushed' AND (TG_OP = 'INSERT' OR OLD.status <> 'pushed') AND NEW.due > 0 THEN
       INSERT INTO receivables.entry (tenant_id, id, bill, customer, currency, kind, amount, due_date, terms, at)
         VALUES (NEW.tenant_id, lading.new_id(), NEW.id, NEW.customer, NEW.currency, 'push', NEW.due, NEW."dueDate", ${isPostpaid('NEW')},
                 coalesce(NEW."pushedAt", clock_timestamp()));
     END IF;
     RETURN NULL;
   END $$`,
  'receivables.note_settlement()': `RETURNS trigger ${definer} AS $$
   DECLARE b member_bill;
   BEGIN
     SELECT * INTO b FROM member_bill x WHERE x.tenant_id = NEW.tenant_id AND x.id = NEW.bill;
     ${add('b', 'settle', '-NEW.amount')};
     RETURN NULL;
   END $$`,
  // A charge that is dropped is not owed any more. What was paid for it already is on the balance again.
  'receivables.note_waiver()': `RETURNS trigger ${definer} AS $$
   DECLARE b member_bill; less numeric;
   BEGIN
     SELECT * INTO b FROM member_bill x WHERE x.tenant_id = NEW.tenant_id AND x.id = NEW."memberBill" FOR UPDATE;
     less := least(NEW.difference, coalesce(b.due, 0) - coalesce(b."settledAmount", 0));
     IF b.status IS DISTINCT FROM 'pushed' OR coalesce(less, 0) <= 0 THEN RETURN NULL; END IF;
     UPDATE member_bill SET due = due - less, version = version + 1, "updatedAt" = now(),
            "settleState" = CASE WHEN due - less <= "settledAmount" THEN 'settled' ELSE "settleState" END
      WHERE tenant_id = b.tenant_id AND id = b.id;
     ${add('b', 'waive', '-less')};
     RETURN NULL;
   END $$`,
  // How many days the oldest bill of a customer with terms is overdue; null: none is.
  'receivables.overdue_days(own bigint, of_customer bigint)': `RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   SELECT max((now() AT TIME ZONE t."timeZone")::date - b."dueDate") FROM member_bill b JOIN tenant t ON t.id = own
     JOIN customer_config c ON c.tenant_id = own AND c.customer = of_customer AND c.payment = 'postpaid'
    WHERE b.tenant_id = own AND b.customer = of_customer AND b.status = 'pushed' AND b."settleState" <> 'settled'
      AND b.due > coalesce(b."settledAmount", 0) AND b."dueDate" < (now() AT TIME ZONE t."timeZone")::date $$`,
  /**
   * What placing meets where bills are overdue: how many days, and what is done about it. `block` and `hold` as the customer's
   * settings say for every limit; `warn` where it goes on. Null: nothing stands against it.
   */
  'receivables.standing(own bigint, of_customer bigint, OUT days integer, OUT action text)': `LANGUAGE sql STABLE SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   SELECT o.days, CASE WHEN o.days > c."overdueBlockDays" AND c."riskAction" IN ('block', 'hold') THEN c."riskAction"
                       WHEN o.days > least(c."overdueWarnDays", c."overdueBlockDays") THEN 'warn' END
     FROM customer_config c, receivables.overdue_days(own, of_customer) o(days)
    WHERE c.tenant_id = own AND c.customer = of_customer AND (c."overdueWarnDays" IS NOT NULL OR c."overdueBlockDays" IS NOT NULL) $$`,
};

const named = (signature: string): string =>
  signature.replace('own bigint, of_customer bigint', 'bigint, bigint').replace(/, OUT [^)]*/, '');

export const entryStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS receivables`,
  `GRANT USAGE ON SCHEMA receivables TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA receivables TO lading_system`,
  table,
  `CREATE INDEX IF NOT EXISTS entry_bill ON receivables.entry (tenant_id, bill)`,
  `CREATE INDEX IF NOT EXISTS entry_customer ON receivables.entry (tenant_id, customer, at)`,
  reminded,
  ...['entry', 'reminded'].flatMap((name) => [
    `ALTER TABLE receivables.${name} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE receivables.${name} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON receivables.${name}`,
    `CREATE POLICY system ON receivables.${name} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON receivables.${name} TO lading_system`,
  ]),
  ...Object.entries(functions).flatMap(([name, text]) => [
    `CREATE OR REPLACE FUNCTION ${name} ${text}`,
    `ALTER FUNCTION ${named(name)} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${named(name)} FROM PUBLIC`,
  ]),
  `REVOKE CREATE ON SCHEMA receivables FROM lading_system`,
  `CREATE OR REPLACE TRIGGER note_receivable AFTER INSERT OR UPDATE OF status ON member_bill FOR EACH ROW EXECUTE FUNCTION receivables.note_bill()`,
  `CREATE OR REPLACE TRIGGER note_receivable AFTER INSERT ON sale.settlement FOR EACH ROW EXECUTE FUNCTION receivables.note_settlement()`,
  `CREATE OR REPLACE TRIGGER note_receivable AFTER UPDATE OF status ON member_bill_line FOR EACH ROW
     WHEN (OLD.status = 'disputed' AND NEW.status = 'waived') EXECUTE FUNCTION receivables.note_waiver()`,
  // For a database that has bills from before it had a journal of them.
  `INSERT INTO receivables.entry (tenant_id, id, bill, customer, currency, kind, amount, due_date, terms, at)
     SELECT b.tenant_id, lading.new_id(), b.id, b.customer, b.currency, 'push', b.due, b."dueDate", ${isPostpaid('b')}, coalesce(b."pushedAt", b."updatedAt")
       FROM member_bill b WHERE b.status = 'pushed' AND b.due > 0 AND NOT EXISTS (SELECT FROM receivables.entry e WHERE e.tenant_id = b.tenant_id)
     UNION ALL
     SELECT b.tenant_id, lading.new_id(), b.id, b.customer, b.currency, 'settle', -s.amount, b."dueDate", ${isPostpaid('b')}, s.at
       FROM sale.settlement s JOIN member_bill b ON b.tenant_id = s.tenant_id AND b.id = s.bill
      WHERE b.status = 'pushed' AND b.due > 0 AND NOT EXISTS (SELECT FROM receivables.entry e WHERE e.tenant_id = b.tenant_id)`,
];

/**
 * Bills of customers with terms that were not paid on a day, with what was owed then. $1 tenant, $2 day or null for today, $3
 * customer or null, $4 organisations or null for all. Days count in the tenant's zone.
 */
export const ageingSql = `WITH d AS (
    SELECT coalesce($2::date, (now() AT TIME ZONE t."timeZone")::date) AS day, t."timeZone" AS zone, t.currency AS usual FROM tenant t WHERE t.id = $1),
  owed AS (
    SELECT e.bill, e.customer, e.currency, sum(e.amount) AS amount,
           (array_agg(e.due_date ORDER BY e.at DESC, e.id DESC) FILTER (WHERE e.kind = 'push'))[1] AS due_date
      FROM d, receivables.entry e
     WHERE e.tenant_id = $1 AND e.terms AND e.at < ((d.day + 1)::timestamp AT TIME ZONE d.zone) AND ($3::bigint IS NULL OR e.customer = $3::bigint)
     GROUP BY 1, 2, 3 HAVING sum(e.amount) <> 0),
  aged AS (SELECT o.*, greatest(d.day - o.due_date, 0) AS days FROM owed o, d)
  SELECT a.currency, a.customer::text AS id, c.code, c.name, count(*)::integer AS bills, max(a.days)::integer AS days,
         coalesce(sum(a.amount) FILTER (WHERE a.days = 0), 0)::text AS "notDue",
         coalesce(sum(a.amount) FILTER (WHERE a.days BETWEEN 1 AND 30), 0)::text AS to30,
         coalesce(sum(a.amount) FILTER (WHERE a.days BETWEEN 31 AND 60), 0)::text AS to60,
         coalesce(sum(a.amount) FILTER (WHERE a.days BETWEEN 61 AND 90), 0)::text AS to90,
         coalesce(sum(a.amount) FILTER (WHERE a.days > 90), 0)::text AS over90, sum(a.amount)::text AS total
    FROM aged a JOIN customer c ON c.tenant_id = $1 AND c.id = a.customer, d
   WHERE $4::bigint[] IS NULL OR c.org_id = ANY ($4::bigint[])
   GROUP BY 1, 2, 3, 4, d.usual ORDER BY a.currency <> d.usual, a.currency, max(a.days) DESC, c.code`;
