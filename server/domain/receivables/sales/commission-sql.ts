const functions = {
  /**
   * Commissions of a month, for the salesperson of its last day, from the current records: of the margin of final bills that are locked, or of what was received. What has
   * been settled stays as it is; what comes later is a correction of its own, at the percent of today.
   */
  'receivables.commission(own bigint, of_month date)': `RETURNS integer LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE first date := date_trunc('month', of_month)::date; made integer; many integer;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('receivables.commission|' || own, 7021));
     CREATE TEMP TABLE IF NOT EXISTS commission_due (customer bigint, currency text, salesperson bigint, base text, percent numeric, basis numeric, amount numeric,
       open bigint, later boolean) ON COMMIT DROP;
     DELETE FROM commission_due;
     INSERT INTO commission_due
       SELECT x.customer, x.currency, w.salesperson, x.base, f."commissionPercent", x.basis - coalesce(s.basis, 0),
              round((x.basis - coalesce(s.basis, 0)) * f."commissionPercent" / 100, 2), o.id, s.basis IS NOT NULL
         FROM (SELECT b.customer, b.currency, 'margin' AS base, sum(b.margin) AS basis FROM final_bill b
                WHERE b.tenant_id = own AND b.status = 'locked' AND b.month = first GROUP BY 1, 2
               UNION ALL
               SELECT b.customer, b.currency, 'receipts', sum(e.amount) FROM sale.settlement e JOIN member_bill b ON b.tenant_id = e.tenant_id AND b.id = e.bill
                 JOIN tenant t ON t.id = own
                WHERE e.tenant_id = own AND date_trunc('month', e.at AT TIME ZONE t."timeZone")::date = first GROUP BY 1, 2) x
         JOIN customer_config f ON f.tenant_id = own AND f.customer = x.customer AND f."commissionBase" = x.base AND f."commissionPercent" > 0
         JOIN LATERAL (SELECT receivables.seller_on(own, x.customer, (first + interval '1 month')::date - 1) AS salesperson) w
           ON w.salesperson IS NOT NULL
         LEFT JOIN LATERAL (SELECT sum(c.basis) AS basis FROM commission c WHERE c.tenant_id = own AND c.customer = x.customer AND c.currency = x.currency
                          AND c.month = first AND c.status = 'settled') s ON true
         LEFT JOIN commission o ON o.tenant_id = own AND o.customer = x.customer AND o.currency = x.currency AND o.month = first AND o.status = 'open';
     UPDATE commission c SET salesperson = d.salesperson, base = d.base, percent = d.percent, basis = d.basis, amount = d.amount,
            version = c.version + 1, "updatedAt" = now()
       FROM commission_due d WHERE c.tenant_id = own AND c.id = d.open AND (c.basis, c.percent, c.salesperson) IS DISTINCT FROM (d.basis, d.percent, d.salesperson);
     GET DIAGNOSTICS many = ROW_COUNT;
     INSERT INTO commission (tenant_id, id, status, title, salesperson, customer, month, currency, kind, base, basis, percent, amount)
       SELECT own, lading.new_id(), 'open', left(to_char(first, 'YYYY-MM') || ' ' || c.code, 60), d.salesperson, d.customer, first, d.currency,
              CASE WHEN d.later THEN 'correction' ELSE 'commission' END, d.base, d.basis, d.percent, d.amount
         FROM commission_due d JOIN customer c ON c.tenant_id = own AND c.id = d.customer WHERE d.open IS NULL AND d.basis <> 0;
     GET DIAGNOSTICS made = ROW_COUNT;
     RETURN made + many;
   END $$`,
};

const named = (signature: string): string => signature.replace('own bigint, of_month date', 'bigint, date');

export const commissionStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA receivables TO lading_system`,
  ...Object.entries(functions).flatMap(([name, text]) => [
    `CREATE OR REPLACE FUNCTION ${name} ${text}`,
    `ALTER FUNCTION ${named(name)} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${named(name)} FROM PUBLIC`,
  ]),
  `REVOKE CREATE ON SCHEMA receivables FROM lading_system`,
];
