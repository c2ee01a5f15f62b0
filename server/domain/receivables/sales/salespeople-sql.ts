import { dayIn } from '../../../modules/module.ts';

const definer = `SECURITY DEFINER SET search_path = pg_catalog, public`;

/** The history of salespeople per customer: each entry counts from its day until the next one. */
const history = [
  `CREATE TABLE IF NOT EXISTS receivables.sold_by (tenant_id bigint NOT NULL, id bigint NOT NULL, customer bigint NOT NULL, salesperson bigint,
     since date NOT NULL, PRIMARY KEY (tenant_id, id))`,
  `CREATE INDEX IF NOT EXISTS sold_by_customer ON receivables.sold_by (tenant_id, customer, since)`,
  // The earliest day whose orders do not have their salesperson yet; null when all have.
  `ALTER TABLE receivables.sold_by ADD COLUMN IF NOT EXISTS marks_from date DEFAULT '2000-01-01'`,
  `ALTER TABLE receivables.sold_by ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE receivables.sold_by FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON receivables.sold_by`,
  `CREATE POLICY system ON receivables.sold_by TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON receivables.sold_by TO lading_system`,
];

const functions = {
  'receivables.seller_on(own bigint, of_customer bigint, of_day date)': `RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
   SELECT w.salesperson FROM receivables.sold_by w WHERE w.tenant_id = own AND w.customer = of_customer AND w.since <= of_day
    ORDER BY w.since DESC, w.id DESC LIMIT 1 $$`,
  // Another person without another day counts from today: earlier sales stay with the earlier salesperson.
  'receivables.date_salesperson()': `RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
   BEGIN
     IF NEW.salesperson IS NULL OR NEW."salesFrom" IS NULL
        OR (NEW.salesperson IS DISTINCT FROM OLD.salesperson AND NEW."salesFrom" IS NOT DISTINCT FROM OLD."salesFrom") THEN
       NEW."salesFrom" := ${dayIn('now()', 'NEW.tenant_id')};
     END IF;
     RETURN NEW;
   END $$`,
  // A day that is corrected moves its entry; what was entered for later days gives way. Bills belong to their last day.
  'receivables.note_salesperson()': `RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
   DECLARE since date := NEW."salesFrom"; affected date := NEW."salesFrom"; today date := ${dayIn('now()', 'NEW.tenant_id')};
   BEGIN
     IF TG_OP = 'UPDATE' AND OLD.salesperson = NEW.salesperson THEN
       affected := least(affected, OLD."salesFrom");
     END IF;
     DELETE FROM receivables.sold_by w WHERE w.tenant_id = NEW.tenant_id AND w.customer = NEW.customer
        AND (w.since >= NEW."salesFrom" OR (w.since = affected AND w.salesperson = NEW.salesperson));
     INSERT INTO receivables.sold_by (tenant_id, id, customer, salesperson, since, marks_from)
       VALUES (NEW.tenant_id, lading.new_id(), NEW.customer, NEW.salesperson, since, affected);
     UPDATE member_bill b SET salesperson = receivables.seller_on(b.tenant_id, b.customer, b."periodTo")
      WHERE b.tenant_id = NEW.tenant_id AND b.customer = NEW.customer AND b."periodTo" >= affected
        AND b.salesperson IS DISTINCT FROM receivables.seller_on(b.tenant_id, b.customer, b."periodTo");
     UPDATE customer c SET salesperson = receivables.seller_on(c.tenant_id, c.id, today)
      WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.customer AND c.salesperson IS DISTINCT FROM receivables.seller_on(c.tenant_id, c.id, today);
     RETURN NULL;
   END $$`,
  'receivables.mark_salesperson()': `RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
   BEGIN
     NEW.salesperson := receivables.seller_on(NEW.tenant_id, NEW.customer, NEW."periodTo");
     RETURN NEW;
   END $$`,
  'receivables.mark_order()': `RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
   BEGIN
     NEW.salesperson := receivables.seller_on(NEW.tenant_id, NEW.customer, ${dayIn('coalesce(NEW."createdAt", now())', 'NEW.tenant_id')});
     RETURN NEW;
   END $$`,
  /** Marks what a day that has come changes: orders made since, and who sells to the customer now. Answers the number of orders. */
  'receivables.mark_sold()': `RETURNS integer LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE many integer := 0; made integer; w record;
   BEGIN
     FOR w IN SELECT s.tenant_id, s.id, s.customer, s.marks_from, t."timeZone" AS zone, (now() AT TIME ZONE t."timeZone")::date AS today
                FROM receivables.sold_by s JOIN tenant t ON t.id = s.tenant_id
               WHERE s.marks_from IS NOT NULL AND s.since <= (now() AT TIME ZONE t."timeZone")::date ORDER BY s.tenant_id, s.id FOR UPDATE OF s SKIP LOCKED LOOP
       UPDATE "order" o SET salesperson = n.salesperson
         FROM (SELECT x.id, receivables.seller_on(x.tenant_id, x.customer, (x."createdAt" AT TIME ZONE w.zone)::date) AS salesperson
                 FROM "order" x WHERE x.tenant_id = w.tenant_id AND x.customer = w.customer AND x."createdAt" >= w.marks_from::timestamp AT TIME ZONE w.zone) n
        WHERE o.tenant_id = w.tenant_id AND o.id = n.id AND o.salesperson IS DISTINCT FROM n.salesperson;
       GET DIAGNOSTICS made = ROW_COUNT;
       many := many + made;
       UPDATE customer c SET salesperson = receivables.seller_on(c.tenant_id, c.id, w.today)
        WHERE c.tenant_id = w.tenant_id AND c.id = w.customer AND c.salesperson IS DISTINCT FROM receivables.seller_on(c.tenant_id, c.id, w.today);
       UPDATE receivables.sold_by s SET marks_from = NULL WHERE s.tenant_id = w.tenant_id AND s.id = w.id;
     END LOOP;
     RETURN many;
   END $$`,
  /** Everybody who sells or has sold to a customer of the entered tenant. */
  'receivables.salespeople()': `RETURNS TABLE (id text, name text) LANGUAGE sql STABLE ${definer} AS $$
   SELECT a.id::text, a.name FROM account a WHERE a.tenant_id = lading.tenant() AND lading.staff()
      AND a.id IN (SELECT w.salesperson FROM receivables.sold_by w WHERE w.tenant_id = lading.tenant()) ORDER BY 2, 1 $$`,
};

const named = (signature: string): string =>
  signature.replace('own bigint, of_customer bigint, of_day date', 'bigint, bigint, date');

export const salespeopleStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA receivables TO lading_system`,
  ...history,
  ...Object.entries(functions).flatMap(([name, text]) => [
    `CREATE OR REPLACE FUNCTION ${name} ${text}`,
    `ALTER FUNCTION ${named(name)} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${named(name)} FROM PUBLIC`,
  ]),
  `GRANT EXECUTE ON FUNCTION receivables.salespeople() TO lading_app`,
  `REVOKE CREATE ON SCHEMA receivables FROM lading_system`,
  `CREATE OR REPLACE TRIGGER date_salesperson BEFORE UPDATE OF salesperson, "salesFrom" ON customer_config FOR EACH ROW
     WHEN ((OLD.salesperson, OLD."salesFrom") IS DISTINCT FROM (NEW.salesperson, NEW."salesFrom")) EXECUTE FUNCTION receivables.date_salesperson()`,
  `CREATE OR REPLACE TRIGGER note_salesperson AFTER UPDATE OF salesperson, "salesFrom" ON customer_config FOR EACH ROW
     WHEN ((OLD.salesperson, OLD."salesFrom") IS DISTINCT FROM (NEW.salesperson, NEW."salesFrom")) EXECUTE FUNCTION receivables.note_salesperson()`,
  `CREATE OR REPLACE TRIGGER first_salesperson AFTER INSERT ON customer_config FOR EACH ROW
     WHEN (NEW.salesperson IS NOT NULL) EXECUTE FUNCTION receivables.note_salesperson()`,
  `CREATE OR REPLACE TRIGGER mark_salesperson BEFORE INSERT ON member_bill FOR EACH ROW EXECUTE FUNCTION receivables.mark_salesperson()`,
  `CREATE OR REPLACE TRIGGER mark_order BEFORE INSERT ON "order" FOR EACH ROW EXECUTE FUNCTION receivables.mark_order()`,
];
