/** Checks of customer bills against the ledger, their rows and the carrier bills. */
export const customerBillChecks: readonly string[] = [
  // A pushed bill has posted its difference, whatever was pushed and recalled before; other bills have posted nothing.
  `SELECT 'memberBill', coalesce(x.tenant_id, y.tenant_id)::text, 'member-bill ' || coalesce(x.id::text, y.id), coalesce(y.sum, 0)::text,
          coalesce(x.difference, 0)::text
     FROM (SELECT tenant_id, id, CASE WHEN status = 'pushed' THEN difference ELSE 0 END AS difference FROM member_bill) x
     FULL JOIN (SELECT t.tenant_id, t."refId" AS id, sum(CASE WHEN d.kind = 'available' THEN t.amount ELSE -t.amount END) AS sum
                  FROM ledger_transfer t JOIN account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
                 WHERE t."refEntity" = 'member-bill' GROUP BY 1, 2) y ON y.tenant_id = x.tenant_id AND y.id = x.id::text
    WHERE coalesce(x.difference, 0) <> coalesce(y.sum, 0)`,
  // A bill is the sum of its rows, and a row is on a bill exactly if its state says so.
  `SELECT 'memberBillRows', x.tenant_id::text, 'member-bill ' || x.id, x.difference || ' ' || x."lineCount", coalesce(y.sum, 0) || ' ' || coalesce(y.many, 0)
     FROM member_bill x LEFT JOIN (SELECT tenant_id, "memberBill", sum(difference), count(*) AS many FROM member_bill_line GROUP BY 1, 2) y
       ON y.tenant_id = x.tenant_id AND y."memberBill" = x.id
    WHERE x.difference <> coalesce(y.sum, 0) OR x."lineCount" <> coalesce(y.many, 0)`,
  `SELECT 'memberBillState', r.tenant_id::text, 'member-bill-line ' || r.id, r.status, coalesce(b.status, 'nothing')
     FROM member_bill_line r LEFT JOIN member_bill b ON b.tenant_id = r.tenant_id AND b.id = r."memberBill"
    WHERE CASE r.status WHEN 'open' THEN 'none' WHEN 'billed' THEN 'generated' ELSE 'pushed' END <> coalesce(b.status, 'none')
       OR r.difference <> coalesce(r.new, 0) - coalesce(r.old, 0)`,
  // A disputed charge is held, an upheld one captured, a refunded one released; each exactly once.
  `SELECT 'dispute', coalesce(x.tenant_id, h.tenant_id)::text, concat_ws(' ', 'member-bill-line', coalesce(x.id::text, h.record), x.status),
          concat_ws(' ', coalesce(h.amount::text, 'nothing'), h.captured, h.released), coalesce(x.difference::text, 'nothing')
     FROM (SELECT * FROM member_bill_line WHERE "disputedAt" IS NOT NULL AND difference <> 0) x
     FULL JOIN (SELECT * FROM ledger.hold WHERE entity = 'member-bill-line') h ON h.tenant_id = x.tenant_id AND h.key = 'dispute:' || x.id
    WHERE CASE x.status WHEN 'disputed' THEN (h.amount, h.captured, h.released) = (x.difference, 0, 0)
               WHEN 'accepted' THEN (h.amount, h.captured) = (x.difference, x.difference)
               WHEN 'waived' THEN (h.amount, h.released) = (x.difference, x.difference) ELSE false END IS NOT TRUE`,
  // Every line of a sold carrier bill appears in one row per customer and category; the rest is the company's or
  // unmatched.
  `SELECT 'soldLines', s.tenant_id::text, concat_ws(' ', 'carrier-bill', s.bill, coalesce(x.category, y.category)), coalesce(y.cost, 0)::text,
          coalesce(x.net, 0)::text
     FROM sale.sold s
     CROSS JOIN LATERAL (
       SELECT coalesce(l.category, 'unknown') AS category, sum(l.net) AS net FROM carrier_bill_line l
        WHERE l.tenant_id = s.tenant_id AND l.bill = s.bill AND l."matchState" = 'matched' AND l.customer IS NOT NULL GROUP BY 1) x
     LEFT JOIN LATERAL (
       SELECT r.category, sum(r.cost) AS cost FROM member_bill_line r
        WHERE r.tenant_id = s.tenant_id AND r."carrierBill" = s.bill AND r.category = x.category GROUP BY 1) y ON true
    WHERE x.net <> coalesce(y.cost, 0)`,
  `SELECT 'soldSum', s.tenant_id::text, 'carrier-bill ' || s.bill, coalesce(y.cost, 0)::text, b."matchedSum"::text
     FROM sale.sold s JOIN carrier_bill b ON b.tenant_id = s.tenant_id AND b.id = s.bill
     LEFT JOIN (SELECT tenant_id, "carrierBill" AS bill, sum(cost) AS cost FROM member_bill_line GROUP BY 1, 2) y
       ON y.tenant_id = s.tenant_id AND y.bill = s.bill
    WHERE b."matchedSum" <> coalesce(y.cost, 0)`,
  // The settled amount of a bill equals its noted settlements, and no recharge settles more than it received.
  `SELECT 'settlement', x.tenant_id::text, 'member-bill ' || x.id, coalesce(x."settledAmount", 0)::text, coalesce(y.sum, 0)::text
     FROM member_bill x LEFT JOIN (SELECT tenant_id, bill, sum(amount) FROM sale.settlement GROUP BY 1, 2) y
       ON y.tenant_id = x.tenant_id AND y.bill = x.id
    WHERE coalesce(x."settledAmount", 0) <> coalesce(y.sum, 0)`,
  `SELECT 'settledRecharge', y.tenant_id::text, 'recharge ' || y.recharge, y.sum::text, coalesce(x."postedAmount", 0)::text
     FROM (SELECT tenant_id, recharge, sum(amount) FROM sale.settlement WHERE recharge IS NOT NULL GROUP BY 1, 2) y
     LEFT JOIN recharge x ON x.tenant_id = y.tenant_id AND x.id = y.recharge
    WHERE y.sum > coalesce(x."postedAmount", 0)`,
  // The receivable of pushed bills equals the sum of their journal.
  `SELECT 'receivable', x.tenant_id::text, 'member-bill ' || x.id, x.owed::text, coalesce(y.sum, 0)::text
   FROM (SELECT b.tenant_id, b.id, CASE WHEN b.status = 'pushed' AND b.due > 0 THEN b.due - coalesce(b."settledAmount", 0) ELSE 0 END AS owed FROM member_bill b) x
   LEFT JOIN (SELECT tenant_id, bill, sum(amount) FROM receivables.entry GROUP BY 1, 2) y ON y.tenant_id = x.tenant_id AND y.bill = x.id
  WHERE x.owed <> coalesce(y.sum, 0)`,
];
