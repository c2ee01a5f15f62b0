/**
 * The term of a goods order that is paid now, in days of the tenant's zone: from today, or after what it continues (the
 * tenant's plans and free start; of an add-on the same set) while that runs or is within its grace. Orders of one tenant
 * are paid one after the other, so that two renewals follow each other.
 */
const term = `CREATE OR REPLACE FUNCTION tenant_shop.term(of_order bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); g goods_order; t tenant; today date; grace integer; last record; starts date;
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     SELECT * INTO g FROM goods_order WHERE tenant_id = own AND id = of_order;
     SELECT * INTO t FROM tenant WHERE tenant_id = own AND id = g.tenant AND kind = 'tenant';
     IF t.id IS NULL THEN RETURN NULL; END IF;
     PERFORM tenant_shop.lock_usage(t.id);
     today := (now() AT TIME ZONE t."timeZone")::date;
     grace := tenant_shop.grace_days(own);
     SELECT x."endsOn", coalesce(x."graceDays", 0)::integer AS grace INTO last FROM goods_order x
      WHERE x.tenant_id = own AND x.tenant = g.tenant AND x.id <> g.id AND x.status IN ('paid', 'active', 'expired') AND x.kind = g.kind
        AND (g.kind = 'plan' OR (x.goods, x."setCode") = (g.goods, g."setCode"))
      ORDER BY x."endsOn" DESC LIMIT 1;
     starts := CASE WHEN g.begins = 'after' AND last."endsOn" + last.grace >= today THEN last."endsOn" + 1 ELSE today END;
     IF g.kind = 'plan' AND g.begins = 'after' AND t.status = 'trial' AND t."trialUntil" >= starts THEN starts := t."trialUntil" + 1; END IF;
     UPDATE tenant SET "planRequired" = true, version = version + 1, "updatedAt" = now()
      WHERE tenant_id = own AND id = t.id AND g.kind = 'plan' AND "planRequired" IS NOT TRUE;
     RETURN json_build_object('paidOn', today, 'startsOn', starts, 'graceDays', grace,
       'endsOn', starts + (g.days * CASE WHEN g.kind = 'plan' THEN g.quantity ELSE 1 END)::integer - 1);
   END $$`;

/** The facts of a goods order's refund, with the usage locked. */
const facts = `CREATE OR REPLACE FUNCTION tenant_shop.refund_facts(of_order bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE g goods_order; t tenant;
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     SELECT * INTO g FROM goods_order WHERE tenant_id = lading.tenant() AND id = of_order;
     SELECT * INTO t FROM tenant WHERE tenant_id = lading.tenant() AND id = g.tenant;
     IF t.id IS NULL THEN RETURN NULL; END IF;
     PERFORM tenant_shop.lock_usage(t.id);
     RETURN tenant_shop.refund_row(of_order);
   END $$`;

/**
 * What a goods order with a monthly quota gave in the calendar months of its term, and what of it was used: the orders
 * of its days that neither the plan nor the add-ons beside it would have covered. Null where it gives none or all.
 */
const monthly = `CREATE OR REPLACE FUNCTION tenant_shop.monthly_use(g goods_order, zone text, OUT given bigint, OUT used bigint)
     LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
   SELECT sum(m.own)::bigint, sum(least(m.own, greatest(0, m.counted - m.others)))::bigint FROM (
     SELECT g.orders * CASE WHEN g.kind = 'plan' THEN 1 ELSE g.quantity END AS own,
            CASE WHEN g."startsOn" < x.first THEN coalesce((SELECT u.used FROM tenant_shop.usage u
                WHERE u.tenant_id = g.tenant AND u.bucket = 'month:' || to_char(x.first, 'YYYY-MM')), 0)
              -- What was placed before the term took nothing from it.
              ELSE (SELECT count(*) FROM tenant_shop.counted c JOIN "order" o ON o.tenant_id = c.tenant_id AND o.id = c."order"
                WHERE c.tenant_id = g.tenant AND c.bucket = 'month:' || to_char(x.first, 'YYYY-MM')
                  AND date_trunc('second', coalesce(o."submittedAt", o."placingSince", o."orderedAt", now()))
                      > greatest(g."paidAt", g."startsOn"::timestamp AT TIME ZONE zone - interval '1 second')) END AS counted,
            (SELECT coalesce(max(coalesce(o.orders, 1000000000)) FILTER (WHERE o.kind = 'plan'), 0)
                  + coalesce(sum(o.orders * o.quantity) FILTER (WHERE o.kind = 'addOn'), 0)
               FROM goods_order o WHERE o.tenant_id = g.tenant_id AND o.tenant = g.tenant AND o.id <> g.id
                AND (o."ordersPer" = 'month' OR o.kind = 'plan' AND o.orders IS NULL) AND o.status IN ('paid', 'active', 'expired')
                AND o."startsOn" <= least(x.first + interval '1 month' - interval '1 day', g."endsOn", (now() AT TIME ZONE zone)::date)
                AND o."endsOn" >= greatest(x.first, g."startsOn")) AS others
       FROM (SELECT f::date AS first FROM generate_series(date_trunc('month', g."startsOn"::timestamp), g."endsOn"::timestamp, interval '1 month') f) x
      WHERE g."ordersPer" = 'month') m $$`;

/** The same without a lock, for showing it. */
const row = `CREATE OR REPLACE FUNCTION tenant_shop.refund_row(of_order bigint) RETURNS json
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT json_build_object('today', (now() AT TIME ZONE t."timeZone")::date, 'amount', g.amount::text, 'rule', g."refundRule",
            'paidOn', g."paidOn", 'startsOn', g."startsOn", 'endsOn', g."endsOn",
            'orders', CASE WHEN g."ordersPer" = 'term' THEN g.orders * g.quantity ELSE m.given END,
            'usedOrders', coalesce(m.used, (SELECT u.used FROM tenant_shop.usage u WHERE u.tenant_id = t.id AND u.bucket = 'order:' || g.id), 0))
     FROM goods_order g JOIN tenant t ON t.id = g.tenant AND t.tenant_id = g.tenant_id
       CROSS JOIN LATERAL tenant_shop.monthly_use(g, t."timeZone") m WHERE g.id = of_order $$`;

export const termFunctions = [
  'tenant_shop.term(bigint)',
  'tenant_shop.refund_facts(bigint)',
  'tenant_shop.refund_row(bigint)',
  'tenant_shop.monthly_use(goods_order, text)',
];
/** Effects of the platform's requests call these. */
export const openFunctions = ['tenant_shop.term(bigint)', 'tenant_shop.refund_facts(bigint)'];
export const termStatements: readonly string[] = [monthly, row, term, facts];
