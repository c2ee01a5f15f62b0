/** The figures of a main bill by its orders. $1 main bill. */
export const loadSql = `SELECT count(*)::integer AS orders, coalesce(sum(o."unitCount"), 0)::integer AS units,
    coalesce(sum((SELECT sum((c ->> 'pounds')::bigint) FROM jsonb_array_elements(o.classification) c)), 0)::integer AS pounds,
    coalesce(sum(o."predictedCost"), 0)::text AS charge
  FROM ltl_order o WHERE o."mainBill" = $1`;

/** A main bill, locked against printing while an order joins or leaves it. $1 main bill. */
export const lockBillSql = `SELECT status, carrier::text AS carrier, "mainBillNo" FROM ltl_main_bill WHERE id = $1 FOR SHARE`;

/** The orders of a main bill with what they were quoted with. $1 main bill. */
export const ordersSql = `SELECT o.id::text, o."orderNo", o.customer::text AS customer, o."pickupDate"::text AS "pickupDate", o."unitType",
    o."shipFromPostalCode", o."shipToPostalCode", o.accessorials, o.currency, coalesce(o."predictedCost", 0)::text AS cost, o.offer,
    o."costOffers",
    (SELECT json_agg(json_build_object('length', u.length::text, 'width', u.width::text, 'height', u.height::text, 'weight', u.weight::text,
        'quantity', u.quantity, 'description', u.description, 'nmfcItem', u."nmfcItem", 'statedClass', u."statedClass",
        'notDensityBased', u."notDensityBased") ORDER BY u.seq)
       FROM "ltl_order__handlingUnits" u WHERE u.parent_id = o.id) AS "handlingUnits"
  FROM ltl_order o WHERE o."mainBill" = $1 ORDER BY o.id`;

/** Another main bill of the carrier that was billed under the same number. $1 main bill, $2 carrier, $3 PRO number, $4 freight bill. */
export const duplicateSql = `SELECT "mainBillNo" FROM ltl_main_bill WHERE id <> $1 AND carrier = $2 AND "invoiceNo" IS NOT NULL
    AND (upper("proNo") = upper($3) OR "invoiceNo" = $4) ORDER BY id LIMIT 1`;
