/** The balances of a customer: an account in each currency. $1 tenant, $2 customer, $3 the usual currency. `cut` is the last line that counts. */
export const accountsSql = `SELECT a.id::text, a.currency, a.version AS cut FROM ledger_account a
  WHERE a.tenant_id = $1 AND a.customer = $2 AND a.kind = 'available' ORDER BY a.currency <> $3, a.currency`;

/** Kinds of lines, debits first, then credits; each line of a balance has exactly one. */
export const takingKinds = ['shipping', 'laterCharges', 'deductions', 'withdrawals', 'other'] as const;
export const addingKinds = ['recharges', 'refunds', 'deposits'] as const;
export const kinds = [...takingKinds, ...addingKinds] as const;
export type Kind = (typeof kinds)[number];

const kindOf = `CASE
    WHEN t.kind IN ('recharge', 'onlinePayment') OR t."refEntity" IN ('recharge', 'online-payment') THEN 'recharges'
    WHEN t.kind = 'refund' THEN 'refunds'
    WHEN t."refEntity" = 'order' THEN 'shipping'
    WHEN t."refEntity" IN ('member-bill', 'member-bill-line') THEN 'laterCharges'
    WHEN t."refEntity" = 'deduction' THEN 'deductions'
    WHEN t."refEntity" = 'withdrawal' THEN 'withdrawals'
    WHEN t."refEntity" = 'deposit' THEN 'deposits'
    ELSE 'other' END`;

/**
 * The lines of one balance. Every line counts up the version of its account, and accounts are locked while they move: all
 * lines up to `cut` are there and no other ever joins them, however long the reading takes. $1 tenant, $2 customer, $3
 * account, $4 cut.
 */
const lines = `SELECT t.*, CASE WHEN t.credit = $3::bigint THEN t.amount ELSE -t.amount END AS moved
   FROM ledger_transfer t WHERE t.tenant_id = $1 AND t.customer = $2 AND $3::bigint IN (t.debit, t.credit)
    AND coalesce(CASE WHEN t.credit = $3::bigint THEN t."creditStep" ELSE t."debitStep" END, 0) <= $4::bigint`;

const startOf = (day: string, zone: string): string => `(${day}::date::timestamp AT TIME ZONE ${zone})`;
const endOf = (day: string, zone: string): string => `((${day}::date + 1)::timestamp AT TIME ZONE ${zone})`;

/** What each kind has moved before a day and up to another. $5 first day, $6 last day, $7 time zone. */
export const sumsSql = `SELECT ${kindOf} AS kind,
    coalesce(sum(t.moved) FILTER (WHERE t."createdAt" < ${startOf('$5', '$7')}), 0)::text AS before,
    coalesce(sum(t.moved) FILTER (WHERE t."createdAt" >= ${startOf('$5', '$7')}), 0)::text AS moved,
    count(*) FILTER (WHERE t."createdAt" >= ${startOf('$5', '$7')})::integer AS count
  FROM (${lines}) t WHERE t."createdAt" < ${endOf('$6', '$7')} GROUP BY 1`;

/** A page of the lines of one kind, the oldest first. $8 kind, $9 and $10 the last line before, $11 how many. */
export const linesSql = `SELECT t.id::text, t."createdAt"::text AS at, (t."createdAt" AT TIME ZONE $7)::date::text AS day, t.kind,
    t."refEntity", t."refId", t.moved::text,
    b.id::text AS bill, b.number
  FROM (${lines}) t
  LEFT JOIN member_bill b ON b.tenant_id = t.tenant_id AND t."refEntity" = 'member-bill' AND b.id::text = t."refId"
 WHERE t."createdAt" >= ${startOf('$5', '$7')} AND t."createdAt" < ${endOf('$6', '$7')} AND ${kindOf} = $8
   AND (t."createdAt", t.id) > ($9::timestamptz, $10::bigint)
 ORDER BY t."createdAt", t.id LIMIT $11`;

/** What orders were charged by category, as far as the reader may know it. $1 tenant, $2 ids, $3 whether details that are hidden count. */
export const ordersSql = `SELECT o.id::text, o."orderNo", o."leadTracking", o."shipDate"::text,
    coalesce((SELECT r.zone FROM trial_result r WHERE r.tenant_id = o.tenant_id AND r."order" = o.id AND r.service = o.service AND r.zone IS NOT NULL
                ORDER BY r.id DESC LIMIT 1),
             (SELECT l.zone FROM member_bill_line l WHERE l.tenant_id = o.tenant_id AND l."order" = o.id AND l.zone IS NOT NULL LIMIT 1)) AS zone,
    c.weight::text, c."fuelBase"::text, c."fuelPercent"::text, coalesce(c.charges, '{}') AS charges
  FROM "order" o LEFT JOIN LATERAL (
    SELECT json_object_agg(x.category, x.amount::text) AS charges, max(x.weight) AS weight, max(x.base) AS "fuelBase", max(x.rate) AS "fuelPercent" FROM (
      SELECT c.category, sum(c.amount) AS amount, sum(c.basis * coalesce(c.quantity, 1)) FILTER (WHERE c.category = 'transport') AS weight,
             sum(c.basis) FILTER (WHERE c.category = 'fuel') AS base, max(c.rate) FILTER (WHERE c.category = 'fuel') AS rate
        FROM order_charge c WHERE c.tenant_id = o.tenant_id AND c."order" = o.id AND c.side = 'sale' AND c.phase = 'predicted'
         AND ($3::boolean OR c.sight = 'shown') GROUP BY c.category) x) c ON true
 WHERE o.tenant_id = $1 AND o.id = ANY ($2::bigint[])`;

/**
 * Bills whose latest push a line is. What was pushed and taken back stands as one line, because its rows may be on another
 * bill by now. $1 tenant, $2 ids of lines.
 */
export const pushedSql = `SELECT t.id::text FROM ledger_transfer t JOIN member_bill b ON b.tenant_id = t.tenant_id AND b.id::text = t."refId"
  WHERE t.tenant_id = $1 AND t.id = ANY ($2::bigint[]) AND t."refEntity" = 'member-bill' AND b.status = 'pushed'
    AND t."opKey" = 'member-bill:' || b.id || ':' || b."pushCount"`;

/** The rows of a bill by package. $1 tenant, $2 bill, $3 the last one before, $4 how many. */
export const packagesSql = `SELECT x.* FROM (
    SELECT coalesce(l.package::text, l."trackingNo", l."order"::text, l.id::text) AS key, max(l."trackingNo") AS "trackingNo", max(o."orderNo") AS "orderNo",
           max(l."shipDate")::text AS "shipDate", max(l.zone) AS zone, max(l."billedWeight") FILTER (WHERE l.category = 'transport')::text AS weight,
           json_agg(json_build_array(l.category, l.difference::text)) AS charges
      FROM member_bill_line l LEFT JOIN "order" o ON o.tenant_id = l.tenant_id AND o.id = l."order"
     WHERE l.tenant_id = $1 AND l."memberBill" = $2 AND l.difference <> 0 GROUP BY 1) x
 WHERE x.key > $3 ORDER BY x.key LIMIT $4`;

/** Lines of bills by id. $1 tenant, $2 ids. */
export const billLinesSql = `SELECT l.id::text, l."trackingNo", o."orderNo", l."shipDate"::text, l.zone, l."billedWeight"::text AS weight, l.category
  FROM member_bill_line l LEFT JOIN "order" o ON o.tenant_id = l.tenant_id AND o.id = l."order" WHERE l.tenant_id = $1 AND l.id = ANY ($2::bigint[])`;

/** What was paid in. $1 tenant, $2 ids of recharges, $3 ids of payments. */
export const paidSql = `SELECT 'recharge' AS entity, r.id::text, r."rechargeNo" AS number, coalesce(r."paidAmount", r.amount)::text AS paid,
    coalesce(CASE WHEN r."paidAmount" IS NOT NULL THEN r."paidCurrency" END, r.currency) AS currency,
    CASE WHEN r."paidAmount" IS NULL THEN '1' ELSE r.rate::text END AS rate
    FROM recharge r WHERE r.tenant_id = $1 AND r.id = ANY ($2::bigint[])
  UNION ALL
  SELECT 'online-payment', p.id::text, p."paymentNo", coalesce(p."paidAmount", p.amount)::text, coalesce(p."paidCurrency", p.currency), '1'
    FROM online_payment p WHERE p.tenant_id = $1 AND p.id = ANY ($3::bigint[])`;

/** What else a line may be about, by its number. $1 tenant, $2 deductions, $3 withdrawals, $4 deposits, $5 orders. */
export const othersSql = `SELECT 'deduction' AS entity, d.id::text, d."deductionNo" AS number, d.description AS text FROM deduction d WHERE d.tenant_id = $1 AND d.id = ANY ($2::bigint[])
  UNION ALL SELECT 'withdrawal', w.id::text, w."withdrawalNo", NULL FROM withdrawal w WHERE w.tenant_id = $1 AND w.id = ANY ($3::bigint[])
  UNION ALL SELECT 'deposit', d.id::text, d."depositNo", NULL FROM deposit d WHERE d.tenant_id = $1 AND d.id = ANY ($4::bigint[])
  UNION ALL SELECT 'order', o.id::text, o."orderNo", o."leadTracking" FROM "order" o WHERE o.tenant_id = $1 AND o.id = ANY ($5::bigint[])`;
