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

/** The same without a lock, for showing it. */
const row = `CREATE OR REPLACE FUNCTION tenant_shop.refund_row(of_order bigint) RETURNS json
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT json_build_object('today', (now() AT TIME ZONE t."timeZone")::date, 'amount', g.amount::text, 'rule', g."refundRule",
            'paidOn', g."paidOn", 'startsOn', g."startsOn", 'endsOn', g."endsOn",
            'orders', CASE WHEN g."ordersPer" = 'term' THEN g.orders * g.quantity END,
            'usedOrders', coalesce((SELECT u.used FROM tenant_shop.usage u WHERE u.tenant_id = t.id AND u.bucket = 'order:' || g.id), 0))
     FROM goods_order g JOIN tenant t ON t.id = g.tenant AND t.tenant_id = g.tenant_id WHERE g.id = of_order $$`;

export const termFunctions = [
  'tenant_shop.term(bigint)',
  'tenant_shop.refund_facts(bigint)',
  'tenant_shop.refund_row(bigint)',
];
/** Effects of the platform's requests call these. */
export const openFunctions = ['tenant_shop.term(bigint)', 'tenant_shop.refund_facts(bigint)'];
export const termStatements: readonly string[] = [row, term, facts];
