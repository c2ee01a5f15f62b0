/** States in which an order's price is income: it has a label, and was not refunded. */
const counted = (order: string): string =>
  `(${order}."orderedAt" IS NOT NULL AND ${order}.status IN ('ordered', 'shipped', 'delivered', 'refunding', 'refundRejected'))`;

/** Columns that an order's figures depend on. */
const depends = [
  ...['"orderedAt"', '"predictedSale"', '"predictedCost"', 'currency', 'channel', 'customer', 'org_id'],
  ...['"boxCount"', '"totalWeight_g"'],
];
const of = (order: string): string => `(${depends.map((name) => `${order}.${name}`).join(', ')})`;

const columns = `tenant_id, order_id, org_id, at, day, currency, channel, customer, level, zone, boxes, grams, sale, cost, actual_sale, actual_cost`;

/**
 * What the customer of an order has been charged since the carrier billed it: the price of placing and every later
 * difference that was not waived. Null before the first one. All are expressions.
 */
const actualSale = (tenant: string, order: string, currency: string, sale: string): string => `(
         SELECT ${sale} + coalesce(sum(r.difference) FILTER (WHERE r.status <> 'waived'), 0) FROM member_bill_line r
          WHERE r.tenant_id = ${tenant} AND r."order" = ${order} AND r.currency = ${currency} HAVING count(*) > 0)`;

/** Orders with their figures. The level is the customer's for the channel when the order begins to count. */
const figures = (where: string): string => `
  SELECT o.tenant_id, o.id, coalesce(o.org_id, 0), o."orderedAt", (o."orderedAt" AT TIME ZONE t."timeZone")::date, coalesce(o.currency, t.currency),
         o.channel, o.customer,
         (SELECT k.level FROM customer_channel k WHERE k.tenant_id = o.tenant_id AND k.customer = o.customer AND k.channel = o.channel LIMIT 1),
         (SELECT r.zone FROM trial_result r WHERE r.tenant_id = o.tenant_id AND r."order" = o.id AND r.service = o.service AND r.available
           ORDER BY r.id DESC LIMIT 1),
         coalesce(o."boxCount", 0), coalesce(o."totalWeight_g", 0), coalesce(o."predictedSale", 0), coalesce(o."predictedCost", 0),
         ${actualSale('o.tenant_id', 'o.id', 'coalesce(o.currency, t.currency)', 'coalesce(o."predictedSale", 0)')},
         (SELECT sum(l.net) FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill AND b.status = 'locked'
           WHERE l.tenant_id = o.tenant_id AND l."order" = o.id AND l."matchState" = 'matched' AND l.currency = coalesce(o.currency, t.currency))
    FROM "order" o JOIN tenant t ON t.id = o.tenant_id WHERE ${where}`;

/** Sums, and what each order adds to them. Billed amounts are compared with the predictions of the same orders. */
const sums: Readonly<Record<string, string>> = {
  ...{ orders: '1', boxes: 'i.boxes', grams: 'i.grams', sale: 'i.sale', cost: 'i.cost' },
  billed: `(i.actual_cost IS NOT NULL)::integer`,
  billed_cost: `CASE WHEN i.actual_cost IS NOT NULL THEN i.cost ELSE 0 END`,
  actual_cost: `coalesce(i.actual_cost, 0)`,
  invoiced: `(i.actual_sale IS NOT NULL)::integer`,
  invoiced_sale: `CASE WHEN i.actual_sale IS NOT NULL THEN i.sale ELSE 0 END`,
  actual_sale: `coalesce(i.actual_sale, 0)`,
};
export const sumNames: readonly string[] = Object.keys(sums);
const keys = 'tenant_id, dim, currency, day, key, org_id, shard';

const add = (rows: string): string => `INSERT INTO boards.income_day AS d (${keys}, ${sumNames.join(', ')}) ${rows}
     ON CONFLICT (${keys}) DO UPDATE SET ${sumNames.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`;

/** Rows of orders per dimension. */
export const spread = (rows: string, shard: string): string => `
  SELECT i.tenant_id, m.dim, i.currency, i.day, m.key, i.org_id, ${shard} AS shard, ${sumNames.map((name) => `sum(i.sign * (${sums[name]})) AS ${name}`).join(', ')}
    FROM (${rows}) i, LATERAL (VALUES ('all', ''), ('channel', coalesce(i.channel::text, '')), ('customer', i.customer::text),
      ('level', coalesce(i.level::text, '')), ('zone', coalesce(i.zone, ''))) m(dim, key)
   GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`;

const definer = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public';
const told = (rows: string): string => `RETURNS trigger ${definer} AS $$
   BEGIN
     ${add(spread(rows, 'pg_backend_pid()'))};
     RETURN NULL;
   END $$`;
const news = 'SELECT *, 1 AS sign FROM news';
const olds = 'SELECT *, -1 AS sign FROM olds';

const functions: Readonly<Record<string, string>> = {
  'boards.take_order()': `RETURNS trigger ${definer} AS $$
   BEGIN
     IF TG_OP = 'DELETE' THEN
       DELETE FROM boards.income WHERE tenant_id = OLD.tenant_id AND order_id = OLD.id;
     ELSIF NOT ${counted('NEW')} THEN
       DELETE FROM boards.income WHERE tenant_id = NEW.tenant_id AND order_id = NEW.id;
     ELSE
       INSERT INTO boards.income AS i (${columns}) ${figures('o.tenant_id = NEW.tenant_id AND o.id = NEW.id')}
         ON CONFLICT (tenant_id, order_id) DO UPDATE SET (org_id, at, day, currency, channel, customer, boxes, grams, sale, cost, actual_sale) =
           ROW (excluded.org_id, excluded.at, excluded.day, excluded.currency, excluded.channel, excluded.customer, excluded.boxes,
             excluded.grams, excluded.sale, excluded.cost, excluded.actual_sale);
     END IF;
     RETURN NULL;
   END $$`,
  'boards.tell_added()': told(news),
  'boards.tell_removed()': told(olds),
  'boards.tell_changed()': told(`${news} UNION ALL ${olds}`),
  // Lines of a locked bill never change.
  'boards.take_bill()': `RETURNS trigger ${definer} AS $$
   BEGIN
     UPDATE boards.income i SET actual_cost = coalesce(i.actual_cost, 0) + s.net
       FROM (SELECT l."order", l.currency, sum(l.net) AS net FROM carrier_bill_line l
              WHERE l.tenant_id = NEW.tenant_id AND l.bill = NEW.id AND l."matchState" = 'matched' AND l."order" IS NOT NULL GROUP BY 1, 2) s
      WHERE i.tenant_id = NEW.tenant_id AND i.order_id = s."order" AND i.currency = s.currency;
     RETURN NULL;
   END $$`,
  'boards.take_sales()': `RETURNS trigger ${definer} AS $$
   BEGIN
     UPDATE boards.income i SET actual_sale = ${actualSale('i.tenant_id', 'i.order_id', 'i.currency', 'i.sale')}
       FROM (SELECT DISTINCT n.tenant_id, n."order" FROM news n WHERE n."order" IS NOT NULL) s
      WHERE i.tenant_id = s.tenant_id AND i.order_id = s."order";
     RETURN NULL;
   END $$`,
  'boards.take_sale()': `RETURNS trigger ${definer} AS $$
   BEGIN
     UPDATE boards.income i SET actual_sale = ${actualSale('i.tenant_id', 'i.order_id', 'i.currency', 'i.sale')}
      WHERE i.tenant_id = OLD.tenant_id AND i.order_id = OLD."order";
     RETURN NULL;
   END $$`,
  // For databases that have sold before their sums knew it.
  'boards.fill_sales()': `RETURNS void ${definer} AS $$
   BEGIN
     IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'income_charged') THEN RETURN; END IF;
     UPDATE boards.income i SET actual_sale = ${actualSale('i.tenant_id', 'i.order_id', 'i.currency', 'i.sale')}
      WHERE EXISTS (SELECT FROM member_bill_line r WHERE r.tenant_id = i.tenant_id AND r."order" = i.order_id);
   END $$`,
  'boards.move_days()': `RETURNS trigger ${definer} AS $$
   BEGIN
     UPDATE boards.income i SET day = (i.at AT TIME ZONE NEW."timeZone")::date
      WHERE i.tenant_id = NEW.id AND i.day <> (i.at AT TIME ZONE NEW."timeZone")::date;
     RETURN NULL;
   END $$`,
  'boards.gather_income()': `RETURNS bigint ${definer} AS $$
   DECLARE many bigint;
   BEGIN
     WITH over AS (SELECT ctid FROM boards.income_day WHERE shard <> 0 FOR UPDATE SKIP LOCKED),
       gone AS (DELETE FROM boards.income_day d USING over WHERE d.ctid = over.ctid RETURNING d.*)
     ${add(`SELECT tenant_id, dim, currency, day, key, org_id, 0, ${sumNames.map((name) => `sum(${name})`).join(', ')}
       FROM gone GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`)};
     GET DIAGNOSTICS many = ROW_COUNT;
     DELETE FROM boards.income_day WHERE shard = 0 AND orders = 0;
     RETURN many;
   END $$`,
  // For databases whose orders are older than these sums.
  'boards.fill_income()': `RETURNS void ${definer} AS $$
   BEGIN
     IF EXISTS (SELECT FROM boards.income) THEN RETURN; END IF;
     INSERT INTO boards.income (${columns}) ${figures(counted('o'))};
   END $$`,
};

const tables = ['income', 'income_day'];
const rowTrigger = (name: string, on: string, call: string): string =>
  `CREATE OR REPLACE TRIGGER ${name} ${on} FOR EACH ROW ${call}`;

/**
 * Figures of every counting order, and their sums by the tenant's day: updated by triggers in the transactions that
 * change orders, bills and charges, so always exact. Each connection updates rows of its own, so that writes never wait
 * for each other; a task merges them.
 */
export const incomeStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS boards`,
  `GRANT USAGE ON SCHEMA boards TO lading_app, lading_system`,
  `CREATE TABLE IF NOT EXISTS boards.income (
     tenant_id bigint NOT NULL, order_id bigint NOT NULL, org_id bigint NOT NULL, at timestamptz NOT NULL, day date NOT NULL, currency text NOT NULL,
     channel bigint, customer bigint NOT NULL, level bigint, zone text, boxes numeric NOT NULL, grams bigint NOT NULL,
     sale numeric NOT NULL, cost numeric NOT NULL, actual_sale numeric, actual_cost numeric, PRIMARY KEY (tenant_id, order_id))`,
  `CREATE INDEX IF NOT EXISTS income_at ON boards.income (tenant_id, at)`,
  `CREATE INDEX IF NOT EXISTS income_customer ON boards.income (tenant_id, customer, at)`,
  `CREATE TABLE IF NOT EXISTS boards.income_day (
     tenant_id bigint NOT NULL, dim text NOT NULL, currency text NOT NULL, day date NOT NULL, key text NOT NULL, org_id bigint NOT NULL,
     shard integer NOT NULL, orders bigint NOT NULL, boxes numeric NOT NULL, grams numeric NOT NULL, sale numeric NOT NULL, cost numeric NOT NULL,
     billed bigint NOT NULL, billed_cost numeric NOT NULL, actual_cost numeric NOT NULL, invoiced bigint NOT NULL, invoiced_sale numeric NOT NULL,
     actual_sale numeric NOT NULL, PRIMARY KEY (${keys})) WITH (fillfactor = 70)`,
  ...tables.flatMap((table) => [
    `ALTER TABLE boards.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE boards.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON boards.${table}`,
    `CREATE POLICY system ON boards.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON boards.${table} TO lading_system`,
    `DROP POLICY IF EXISTS wall ON boards.${table}`,
    `CREATE POLICY wall ON boards.${table} FOR SELECT TO lading_app USING (tenant_id = (SELECT lading.staff_tenant()))`,
    `GRANT SELECT ON boards.${table} TO lading_app`,
  ]),
  `GRANT CREATE ON SCHEMA boards TO lading_system`,
  ...Object.entries(functions).flatMap(([name, body]) => [
    `CREATE OR REPLACE FUNCTION ${name} ${body}`,
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  ...['fill_income', 'fill_sales'].map((name) => `GRANT EXECUTE ON FUNCTION boards.${name}() TO CURRENT_USER`),
  `REVOKE CREATE ON SCHEMA boards FROM lading_system`,
  ...[
    ['tell_added', 'INSERT', 'NEW TABLE AS news'],
    ['tell_removed', 'DELETE', 'OLD TABLE AS olds'],
    ['tell_changed', 'UPDATE', 'NEW TABLE AS news OLD TABLE AS olds'],
  ].map(
    ([name, verb, seen]) => `CREATE OR REPLACE TRIGGER ${name} AFTER ${verb} ON boards.income REFERENCING ${seen}
       FOR EACH STATEMENT EXECUTE FUNCTION boards.${name}()`,
  ),
  rowTrigger(
    'income_added',
    'AFTER INSERT ON "order"',
    `WHEN (${counted('NEW')}) EXECUTE FUNCTION boards.take_order()`,
  ),
  rowTrigger(
    'income_changed',
    'AFTER UPDATE ON "order"',
    `WHEN (${counted('OLD')} <> ${counted('NEW')} OR (${counted('NEW')} AND ${of('OLD')} IS DISTINCT FROM ${of('NEW')}))
       EXECUTE FUNCTION boards.take_order()`,
  ),
  rowTrigger(
    'income_removed',
    'AFTER DELETE ON "order"',
    `WHEN (${counted('OLD')}) EXECUTE FUNCTION boards.take_order()`,
  ),
  rowTrigger(
    'income_billed',
    'AFTER UPDATE ON carrier_bill',
    `WHEN (NEW.status = 'locked' AND OLD.status <> 'locked') EXECUTE FUNCTION boards.take_bill()`,
  ),
  `CREATE OR REPLACE TRIGGER income_sold AFTER INSERT ON member_bill_line REFERENCING NEW TABLE AS news
     FOR EACH STATEMENT EXECUTE FUNCTION boards.take_sales()`,
  rowTrigger(
    'income_waived',
    'AFTER UPDATE OF status ON member_bill_line',
    `WHEN (OLD."order" IS NOT NULL AND (OLD.status = 'waived') <> (NEW.status = 'waived')) EXECUTE FUNCTION boards.take_sale()`,
  ),
  rowTrigger(
    'income_unsold',
    'AFTER DELETE ON member_bill_line',
    `WHEN (OLD."order" IS NOT NULL) EXECUTE FUNCTION boards.take_sale()`,
  ),
  rowTrigger(
    'income_days',
    'AFTER UPDATE ON tenant',
    `WHEN (OLD."timeZone" <> NEW."timeZone") EXECUTE FUNCTION boards.move_days()`,
  ),
  `SELECT boards.fill_income()`,
  `SELECT boards.fill_sales()`,
  `DROP TRIGGER IF EXISTS income_charged ON order_charge`,
  `DROP FUNCTION IF EXISTS boards.take_charges()`,
];
