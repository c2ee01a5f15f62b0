-- A second proof of the ledger, written apart from its code: every line is two entries, and everything else must follow
-- from the entries. A row for each thing that does not.
WITH entry AS (
  SELECT t.tenant_id, t.id AS line, s.account, s.amount, s.noted, s.counter
    FROM ledger_transfer t,
         LATERAL (VALUES (t.debit, 0 - t.amount, t."debitBalance", t."debitStep"),
                         (t.credit, t.amount, t."creditBalance", t."creditStep")) AS s (account, amount, noted, counter)
), told AS (
  SELECT a.tenant_id, a.id, a.kind, a.customer, a.tenant, a.currency, a.balance AS row_balance,
         a.balance + (SELECT coalesce(sum(amount), 0) FROM ledger.unrolled u WHERE (u.tenant_id, u.account) = (a.tenant_id, a.id)) AS amount,
         (SELECT coalesce(sum(amount), 0) FROM entry e WHERE (e.tenant_id, e.account) = (a.tenant_id, a.id)) AS entries
    FROM ledger_account a
)
SELECT 'sum of entries' AS rule, tenant_id, id::text AS thing FROM told WHERE amount IS DISTINCT FROM entries
UNION ALL
SELECT 'a tenant owes what it has', tenant_id, currency FROM told GROUP BY tenant_id, currency HAVING sum(amount) <> 0
UNION ALL
SELECT 'an entry of nobody', e.tenant_id, e.line::text FROM entry e WHERE NOT EXISTS (SELECT FROM told a WHERE (a.tenant_id, a.id) = (e.tenant_id, e.account))
UNION ALL
SELECT 'nothing frozen or kept below nought', tenant_id, id::text FROM told WHERE kind IN ('frozen', 'deposit') AND amount < 0
UNION ALL
SELECT 'running balance', e.tenant_id, e.line::text
  FROM (SELECT *, sum(amount) OVER (PARTITION BY tenant_id, account ORDER BY counter) AS ran FROM entry) e
  JOIN told a ON (a.tenant_id, a.id) = (e.tenant_id, e.account)
 WHERE (a.customer IS NOT NULL OR a.tenant IS NOT NULL) AND e.noted IS DISTINCT FROM e.ran
UNION ALL
SELECT 'counted without gaps', tenant_id, account::text FROM entry WHERE counter IS NOT NULL
 GROUP BY tenant_id, account HAVING count(*) <> max(counter) - min(counter) + 1 OR count(DISTINCT counter) <> count(*)
UNION ALL
SELECT 'open holds are frozen', coalesce(a.tenant_id, h.tenant_id), coalesce(a.customer, h.customer)::text
  FROM (SELECT * FROM told WHERE kind = 'frozen') a
  FULL JOIN (SELECT tenant_id, customer, currency, sum(amount) - sum(captured) - sum(released) AS open FROM ledger.hold GROUP BY 1, 2, 3) h
    ON (h.tenant_id, h.customer, h.currency) = (a.tenant_id, a.customer, a.currency)
 WHERE coalesce(a.amount, 0) <> coalesce(h.open, 0)
UNION ALL
SELECT 'one line an operation', tenant_id, "opKey" FROM ledger_transfer GROUP BY tenant_id, "opKey" HAVING count(*) <> 1
UNION ALL
SELECT 'reversed once, and to nought', o.tenant_id, o."opKey" FROM ledger_transfer o JOIN ledger_transfer r ON (r.tenant_id, r.reverses) = (o.tenant_id, o.id)
 GROUP BY o.tenant_id, o.id, o."opKey", o.amount, o.debit, o.credit
HAVING count(*) <> 1 OR sum(r.amount) <> o.amount OR min(r.debit) <> o.credit OR min(r.credit) <> o.debit
UNION ALL
SELECT 'within the limit, or marked', t.tenant_id, t."opKey" FROM ledger_transfer t
  JOIN told a ON (a.tenant_id, a.id) = (t.tenant_id, t.debit) AND a.kind = 'available'
  LEFT JOIN customer_config c ON (c.tenant_id, c.customer) = (a.tenant_id, a.customer)
 WHERE t."pastFloor" IS NULL AND (c.id IS NULL OR c."updatedAt" + interval '10 seconds' < t."createdAt")
   AND t."debitBalance" < CASE a.currency WHEN (SELECT n.currency FROM tenant n WHERE n.id = t.tenant_id) THEN coalesce(c."minBalance" - c."overDraftAmount", 0) ELSE 0 END
UNION ALL
SELECT 'the sums of an hour', s.tenant_id, s.hour || ' ' || s.kind
  FROM (SELECT tenant_id, hour, kind, currency, nullif("refEntity", '') AS cause, lines, amount, "moneyIn" AS came, "moneyOut" AS went FROM ledger.turnover
        UNION ALL
        SELECT tenant_id, to_timestamp(floor(extract(epoch FROM "createdAt") / 3600) * 3600), kind, currency, "refEntity", -1, 0 - amount,
               0 - "moneyIn", 0 - "moneyOut" FROM ledger_transfer) s
 GROUP BY s.tenant_id, s.hour, s.kind, s.currency, s.cause
HAVING sum(s.lines) <> 0 OR sum(s.amount) <> 0 OR coalesce(sum(s.came), 0) <> 0 OR coalesce(sum(s.went), 0) <> 0
