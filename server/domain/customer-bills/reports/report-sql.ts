import { dayIn } from '../../../modules/module.ts';
import { firstOld, todayOf } from '../bills/bill-sql.ts';

/**
 * Weekly reports of carrier charges by currency: one for all customers and one for each. A repeated run creates the
 * next version; deleted version numbers are not reused.
 */
const weekly = `CREATE OR REPLACE FUNCTION sale.weekly(own bigint, of_day date, by_whom bigint) RETURNS integer
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE made integer; first date := date_trunc('week', of_day)::date;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('sale.weekly|' || own, 7021));
     WITH r AS MATERIALIZED (
         SELECT r.customer, r.currency, r."order", coalesce(r.package::text, r."trackingNo", r."order"::text) AS package, r.difference,
                coalesce(r.cost, 0) AS cost, ${firstOld('r')} AS first, CASE WHEN r.category = 'transport' THEN r."billedWeight" END AS weight,
                CASE WHEN r.status = 'waived' THEN r.difference ELSE 0 END AS waived, o.channel, o.service
           FROM member_bill_line r LEFT JOIN "order" o ON o.tenant_id = r.tenant_id AND o.id = r."order"
          WHERE r.tenant_id = own AND coalesce(r."billedOn", ${dayIn('r."createdAt"', 'r.tenant_id')}) BETWEEN first AND first + 6),
       heavy AS (SELECT customer, currency, package, max(weight) AS weight FROM r WHERE package IS NOT NULL GROUP BY 1, 2, 3),
       sums AS (
         SELECT r.customer, r.currency, count(DISTINCT r."order") AS orders, count(DISTINCT r.package) AS packages, sum(r.cost) AS cost,
                sum(r.first + r.difference - r.waived) AS sale, sum(r.difference - r.waived) AS adjusted FROM r GROUP BY GROUPING SETS ((r.customer, r.currency), (r.currency))),
       services AS (
         SELECT r.customer, r.currency, r.channel, r.service, count(DISTINCT r.package) AS packages, sum(r.cost) AS cost,
                sum(r.first + r.difference - r.waived) AS sale FROM r
          GROUP BY GROUPING SETS ((r.customer, r.currency, r.channel, r.service), (r.currency, r.channel, r.service))),
       reports AS (
         INSERT INTO weekly_report (tenant_id, id, "createdBy", "updatedBy", title, customer, "weekFrom", "weekTo", "versionNo", currency, orders, packages,
             weight, cost, sale, adjusted, margin, "byService")
           SELECT own, lading.new_id(), by_whom, by_whom,
                  left(to_char(first, 'IYYY-"W"IW') || coalesce(' ' || c.code, '') || ' v' || v.next, 80), s.customer, first, first + 6, v.next, s.currency,
                  s.orders, s.packages, (SELECT coalesce(sum(h.weight), 0) FROM heavy h WHERE h.currency = s.currency AND (s.customer IS NULL OR h.customer = s.customer)),
                  s.cost, s.sale, s.adjusted, s.sale - s.cost,
                  (SELECT json_agg(json_build_object('channel', n.name, 'service', x.name, 'packages', g.packages, 'cost', g.cost, 'sale', g.sale,
                            'margin', g.sale - g.cost) ORDER BY n.name, x.name)
                     FROM services g LEFT JOIN channel n ON n.tenant_id = own AND n.id = g.channel
                     LEFT JOIN channel_service x ON x.tenant_id = own AND x.id = g.service
                    WHERE g.currency = s.currency AND g.customer IS NOT DISTINCT FROM s.customer)
             FROM sums s LEFT JOIN customer c ON c.tenant_id = own AND c.id = s.customer,
             LATERAL (SELECT coalesce(max(w."versionNo"), 0) + 1 AS next FROM weekly_report w
                       WHERE w.tenant_id = own AND w."weekFrom" = first AND w.currency = s.currency AND w.customer IS NOT DISTINCT FROM s.customer) v
           RETURNING id)
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT own, 'record', 'weekly-report', w.id, 'add' FROM reports w;
     GET DIAGNOSTICS made = ROW_COUNT;
     RETURN made;
   END $$`;

/** Totals of a customer's bills per month, after adjustments and disputes. */
const finalSums = `SELECT r.customer, r.currency, date_trunc('month', b."periodTo")::date AS month, count(DISTINCT b.id) AS bills,
       count(DISTINCT coalesce(r.package::text, r."trackingNo", r."order"::text)) AS packages, sum(${firstOld('r')}) AS predicted,
       coalesce(sum(r.difference) FILTER (WHERE r.kind = 'carrier'), 0) AS charged, coalesce(sum(r.difference) FILTER (WHERE r.kind <> 'carrier'), 0) AS adjusted,
       coalesce(sum(r.difference) FILTER (WHERE r.status = 'waived'), 0) AS waived, coalesce(sum(r.cost), 0) AS cost,
       bool_or(r.status = 'disputed') AS disputed
  FROM member_bill b JOIN member_bill_line r ON r.tenant_id = b.tenant_id AND r."memberBill" = b.id
 WHERE b.tenant_id = own AND b.status = 'pushed'`;

const finals = `CREATE OR REPLACE FUNCTION sale.finals(own bigint, of_month date, by_whom bigint) RETURNS integer
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE made integer; many integer;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('sale.finals|' || own, 7021));
     UPDATE final_bill f SET bills = s.bills, packages = s.packages, predicted = s.predicted, charged = s.charged, adjusted = s.adjusted,
            waived = s.waived, amount = s.predicted + s.charged + s.adjusted - s.waived, cost = s.cost,
            margin = s.predicted + s.charged + s.adjusted - s.waived - s.cost, version = f.version + 1, "updatedAt" = now(), "updatedBy" = by_whom
       FROM (${finalSums} AND date_trunc('month', b."periodTo") = date_trunc('month', of_month) GROUP BY 1, 2, 3) s
      WHERE f.tenant_id = own AND f.status = 'open' AND (f.customer, f.currency, f.month) = (s.customer, s.currency, s.month);
     GET DIAGNOSTICS many = ROW_COUNT;
     INSERT INTO final_bill (tenant_id, id, org_id, "createdBy", "updatedBy", status, number, customer, currency, month, bills, packages, predicted, charged,
         adjusted, waived, amount, cost, margin)
       SELECT own, lading.new_id(), c.org_id, by_whom, by_whom, 'open',
              c.code || '-' || to_char(s.month, 'YYMM') || CASE WHEN s.currency <> t.currency THEN '-' || s.currency ELSE '' END,
              s.customer, s.currency, s.month, s.bills, s.packages, s.predicted, s.charged, s.adjusted, s.waived,
              s.predicted + s.charged + s.adjusted - s.waived, s.cost, s.predicted + s.charged + s.adjusted - s.waived - s.cost
         FROM (${finalSums} AND date_trunc('month', b."periodTo") = date_trunc('month', of_month) GROUP BY 1, 2, 3) s
         JOIN customer c ON c.tenant_id = own AND c.id = s.customer JOIN tenant t ON t.id = own
        WHERE NOT EXISTS (SELECT FROM final_bill f WHERE f.tenant_id = own AND (f.customer, f.currency, f.month) = (s.customer, s.currency, s.month));
     GET DIAGNOSTICS made = ROW_COUNT;
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
       SELECT own, 'record', 'final-bill', max(f.id), 'edit' FROM final_bill f WHERE f.tenant_id = own HAVING max(f.id) IS NOT NULL;
     RETURN made + many;
   END $$`;

/** The figures for locking a final bill, or why it cannot be locked. The month must be over. */
const lockFinal = `CREATE OR REPLACE FUNCTION sale.lock_final(of_final bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); f final_bill; s record;
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     SELECT * INTO f FROM final_bill x WHERE x.tenant_id = own AND x.id = of_final;
     IF (f.month + interval '1 month')::date > ${todayOf} THEN RETURN json_build_object('code', 'monthRuns'); END IF;
     -- A bill that is pushed or recalled meanwhile waits, and finds the final one locked.
     PERFORM FROM member_bill b WHERE b.tenant_id = own AND b.customer = f.customer AND b.currency = f.currency
        AND date_trunc('month', b."periodTo") = f.month FOR SHARE;
     IF EXISTS (SELECT FROM member_bill b WHERE b.tenant_id = own AND b.customer = f.customer AND b.currency = f.currency
                   AND date_trunc('month', b."periodTo") = f.month AND b.status = 'generated') THEN
       RETURN json_build_object('code', 'notAllPushed'); END IF;
     SELECT * INTO s FROM (${finalSums} AND b.customer = f.customer AND b.currency = f.currency
        AND date_trunc('month', b."periodTo") = f.month GROUP BY 1, 2, 3) x;
     IF s.disputed THEN RETURN json_build_object('code', 'stillDisputed'); END IF;
     RETURN json_build_object('bills', coalesce(s.bills, 0), 'packages', coalesce(s.packages, 0), 'predicted', coalesce(s.predicted, 0),
       'charged', coalesce(s.charged, 0), 'adjusted', coalesce(s.adjusted, 0), 'waived', coalesce(s.waived, 0),
       'amount', coalesce(s.predicted + s.charged + s.adjusted - s.waived, 0), 'cost', coalesce(s.cost, 0),
       'margin', coalesce(s.predicted + s.charged + s.adjusted - s.waived - s.cost, 0));
   END $$`;

export const reportStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA sale TO lading_system`,
  weekly,
  finals,
  lockFinal,
  ...['sale.weekly(bigint, date, bigint)', 'sale.finals(bigint, date, bigint)', 'sale.lock_final(bigint)'].flatMap(
    (name) => [`ALTER FUNCTION ${name} OWNER TO lading_system`, `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`],
  ),
  `GRANT EXECUTE ON FUNCTION sale.lock_final(bigint) TO lading_app`,
  `REVOKE CREATE ON SCHEMA sale FROM lading_system`,
];
