import { shutMenus } from './plan-menus.ts';

/**
 * What a tenant may use, from its paid goods orders as the platform stores them: the copies that the tenant reads
 * decide nothing. `state`: `unlimited` (no plan is required), `free` (free start), `active`, `grace` (the plan has
 * ended, its last days), `ended`. Null limits are none. The plan bought last counts where two run; add-ons add to it.
 * After its end the last plan's limits stay, so that nothing else changes but that new orders are refused.
 */
const allowance = `CREATE OR REPLACE FUNCTION tenant_shop.allowance(of_tenant bigint, at timestamptz DEFAULT now(),
       OUT state text, OUT today date, OUT until date, OUT grace_until date, OUT plan bigint, OUT monthly bigint,
       OUT term bigint, OUT seats bigint, OUT modules text[])
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE t tenant; p goods_order; more record;
   BEGIN
     SELECT * INTO t FROM tenant WHERE id = of_tenant AND tenant_id <> id;
     today := (at AT TIME ZONE coalesce(t."timeZone", 'UTC'))::date;
     IF t.id IS NULL OR t."planRequired" IS NOT TRUE THEN state := 'unlimited'; RETURN; END IF;
     SELECT * INTO p FROM goods_order g WHERE g.tenant_id = t.tenant_id AND g.tenant = of_tenant AND g.kind = 'plan'
        AND g.status IN ('paid', 'active', 'expired') AND g."startsOn" <= today
      ORDER BY g."endsOn" >= today DESC, CASE WHEN g."endsOn" >= today THEN g.id END DESC, g."endsOn" DESC, g.id DESC LIMIT 1;
     -- Plans that follow without a gap are one term; one that begins later, because the one before it was paid back, is not yet.
     WITH RECURSIVE terms AS (
       SELECT greatest(p."endsOn", t."trialUntil") AS ends
       UNION SELECT g."endsOn" FROM terms x JOIN goods_order g ON g."startsOn" <= x.ends + 1 AND g."endsOn" > x.ends
        WHERE g.tenant_id = t.tenant_id AND g.tenant = of_tenant AND g.kind = 'plan' AND g.status IN ('paid', 'active', 'expired'))
     SELECT max(ends) INTO until FROM terms;
     IF t.status = 'trial' AND t."trialUntil" >= today AND (p.id IS NULL OR p."endsOn" < today) THEN
       state := 'free'; RETURN;
     END IF;
     plan := p.id;
     grace_until := until + coalesce(p."graceDays", tenant_shop.grace_days(t.tenant_id))::integer;
     IF p."endsOn" >= today THEN state := 'active';
     ELSIF today <= grace_until THEN state := 'grace';
     ELSE state := 'ended'; END IF;
     IF p.id IS NULL THEN RETURN; END IF;
     SELECT sum(g.orders * g.quantity) FILTER (WHERE g."ordersPer" = 'month') AS monthly,
            sum(g.orders * g.quantity) FILTER (WHERE g."ordersPer" = 'term') AS term, sum(g.seats * g.quantity) AS seats,
            (SELECT array_agg(DISTINCT m) FROM goods_order x, unnest(x.modules) m WHERE x.tenant_id = t.tenant_id AND x.tenant = of_tenant
                AND x.kind = 'addOn' AND x.status IN ('paid', 'active', 'expired') AND today BETWEEN x."startsOn" AND x."endsOn") AS modules
       INTO more FROM goods_order g
      WHERE g.tenant_id = t.tenant_id AND g.tenant = of_tenant AND g.kind = 'addOn' AND g.status IN ('paid', 'active', 'expired')
        AND today BETWEEN g."startsOn" AND g."endsOn";
     IF p.orders IS NOT NULL THEN
       monthly := CASE WHEN p."ordersPer" = 'month' THEN p.orders ELSE 0 END + coalesce(more.monthly, 0);
       term := CASE WHEN p."ordersPer" = 'term' THEN p.orders * p.quantity ELSE 0 END + coalesce(more.term, 0);
     END IF;
     IF p.seats IS NOT NULL THEN seats := p.seats + coalesce(more.seats, 0); END IF;
     IF cardinality(p.modules) > 0 THEN modules := p.modules || coalesce(more.modules, '{}'); END IF;
   END $$`;

/** Days of grace by the platform's setting. */
const graceDays = `CREATE OR REPLACE FUNCTION tenant_shop.grace_days(platform bigint) RETURNS integer
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT coalesce((SELECT c.value::integer FROM config c WHERE c.tenant_id = platform AND c.code = 'PLAN_GRACE_DAYS'
                      AND c.value ~ '^[0-9]{1,3}$'), 7) $$`;

/** Locks a tenant's usage until the transaction ends; it is the last lock of an order. */
const lock = `CREATE OR REPLACE FUNCTION tenant_shop.lock_usage(of_tenant bigint) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     INSERT INTO tenant_shop.usage (tenant_id, bucket, used) VALUES (of_tenant, 'lock', 0) ON CONFLICT DO NOTHING;
     PERFORM FROM tenant_shop.usage WHERE tenant_id = of_tenant AND bucket = 'lock' FOR NO KEY UPDATE;
   END $$`;

/**
 * The bucket that an order takes from: the month's orders, then orders sold by the term, which end first. Null: all
 * are used.
 */
const bucket = `CREATE OR REPLACE FUNCTION tenant_shop.open_bucket(of_tenant bigint, today date, monthly bigint) RETURNS text
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE month text := 'month:' || to_char(today, 'YYYY-MM'); found_bucket text;
   BEGIN
     IF monthly IS NULL OR monthly > coalesce((SELECT used FROM tenant_shop.usage WHERE tenant_id = of_tenant AND usage.bucket = month), 0) THEN
       RETURN month;
     END IF;
     SELECT 'order:' || g.id INTO found_bucket FROM goods_order g JOIN tenant t ON t.id = of_tenant AND t.tenant_id = g.tenant_id
       LEFT JOIN tenant_shop.usage u ON u.tenant_id = of_tenant AND u.bucket = 'order:' || g.id
      WHERE g.tenant = of_tenant AND g."ordersPer" = 'term' AND g.status IN ('paid', 'active', 'expired')
        AND today BETWEEN g."startsOn" AND g."endsOn" + CASE WHEN g.kind = 'plan' THEN coalesce(g."graceDays", 0)::integer ELSE 0 END
        AND g.orders * g.quantity > coalesce(u.used, 0)
      ORDER BY g."endsOn", g.id LIMIT 1;
     RETURN found_bucket;
   END $$`;

/**
 * An order that is placed counts, once; one that goes back to a draft or fails gives its place back. Staff are notified of what
 * is used up; customers only that there are no new orders, since the company's plan is not their business.
 */
const count = `CREATE OR REPLACE FUNCTION tenant_shop.count_order() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE a record; taken text; given text; own_staff boolean; leaves boolean := NEW.status NOT IN ('draft', 'failed');
   BEGIN
     IF NOT EXISTS (SELECT FROM tenant t WHERE t.id = NEW.tenant_id AND t."planRequired") THEN RETURN NEW; END IF;
     PERFORM tenant_shop.lock_usage(NEW.tenant_id);
     IF NOT leaves THEN
       DELETE FROM tenant_shop.counted WHERE tenant_id = NEW.tenant_id AND "order" = NEW.id RETURNING bucket INTO given;
       UPDATE tenant_shop.usage SET used = used - 1 WHERE tenant_id = NEW.tenant_id AND bucket = given;
       RETURN NEW;
     END IF;
     IF EXISTS (SELECT FROM tenant_shop.counted c WHERE c.tenant_id = NEW.tenant_id AND c."order" = NEW.id) THEN RETURN NEW; END IF;
     SELECT * INTO a FROM tenant_shop.allowance(NEW.tenant_id);
     IF a.state <> 'ended' THEN
       taken := tenant_shop.open_bucket(NEW.tenant_id, a.today, CASE WHEN a.state = 'free' THEN NULL ELSE a.monthly END);
     END IF;
     own_staff := taken IS NOT NULL OR EXISTS (SELECT FROM account x WHERE x.tenant_id = NEW.tenant_id AND x."adminType" <> '4'
       AND x.id = coalesce(nullif(current_setting('lading.account', true), '')::bigint,
         (SELECT b."createdBy" FROM order_batch b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.batch)));
     IF NOT own_staff THEN RAISE EXCEPTION 'plans.closed' USING ERRCODE = 'LD411', COLUMN = ''; END IF;
     IF a.state = 'ended' THEN
       IF a.until IS NULL THEN RAISE EXCEPTION 'plans.noPlan' USING ERRCODE = 'LD411', COLUMN = ''; END IF;
       RAISE EXCEPTION 'plans.planEnded' USING ERRCODE = 'LD411', COLUMN = '',
         DETAIL = json_build_object('until', a.until)::text;
     END IF;
     IF taken IS NULL THEN
       RAISE EXCEPTION 'plans.ordersUsed' USING ERRCODE = 'LD411', COLUMN = '',
         DETAIL = json_build_object('allowed', a.monthly + a.term, 'renewsOn', (date_trunc('month', a.today) + interval '1 month')::date)::text;
     END IF;
     INSERT INTO tenant_shop.usage AS u (tenant_id, bucket, used) VALUES (NEW.tenant_id, taken, 1)
       ON CONFLICT (tenant_id, bucket) DO UPDATE SET used = u.used + 1;
     INSERT INTO tenant_shop.counted (tenant_id, "order", bucket) VALUES (NEW.tenant_id, NEW.id, taken);
     RETURN NEW;
   END $$`;

/** Accounts of staff that are enabled take a seat; people of customers do not. */
const seat = `CREATE OR REPLACE FUNCTION tenant_shop.take_seat() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE a record;
   BEGIN
     IF TG_OP = 'UPDATE' AND OLD.status = '0' AND OLD."adminType" <> '4' THEN RETURN NEW; END IF;
     IF NOT EXISTS (SELECT FROM tenant t WHERE t.id = NEW.tenant_id AND t."planRequired") THEN RETURN NEW; END IF;
     PERFORM tenant_shop.lock_usage(NEW.tenant_id);
     SELECT * INTO a FROM tenant_shop.allowance(NEW.tenant_id);
     IF a.state = 'free' OR a.seats IS NULL THEN RETURN NEW; END IF;
     IF (SELECT count(*) FROM account x WHERE x.tenant_id = NEW.tenant_id AND x.id <> NEW.id AND x.status = '0' AND x."adminType" <> '4') >= a.seats THEN
       RAISE EXCEPTION 'plans.seatsUsed' USING ERRCODE = 'LD411', COLUMN = '',
         DETAIL = json_build_object('allowed', a.seats)::text;
     END IF;
     RETURN NEW;
   END $$`;

export const planFunctions = [
  'tenant_shop.grace_days(bigint)',
  'tenant_shop.shut_menus(text[])',
  'tenant_shop.allowance(bigint, timestamptz)',
  'tenant_shop.lock_usage(bigint)',
  'tenant_shop.open_bucket(bigint, date, bigint)',
  'tenant_shop.count_order()',
  'tenant_shop.take_seat()',
];

export const planStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS tenant_shop.usage (tenant_id bigint NOT NULL, bucket text NOT NULL, used bigint NOT NULL CHECK (used >= 0),
     PRIMARY KEY (tenant_id, bucket))`,
  `CREATE TABLE IF NOT EXISTS tenant_shop.counted (tenant_id bigint NOT NULL, "order" bigint NOT NULL, bucket text NOT NULL,
     PRIMARY KEY (tenant_id, "order"))`,
  ...[graceDays, shutMenus, allowance, lock, bucket, count, seat],
  `CREATE OR REPLACE TRIGGER count_order BEFORE UPDATE ON "order" FOR EACH ROW
     WHEN ((OLD.status IN ('draft', 'failed')) <> (NEW.status IN ('draft', 'failed'))) EXECUTE FUNCTION tenant_shop.count_order()`,
  `CREATE OR REPLACE TRIGGER take_seat BEFORE INSERT OR UPDATE ON account FOR EACH ROW
     WHEN (NEW.status = '0' AND NEW."adminType" <> '4') EXECUTE FUNCTION tenant_shop.take_seat()`,
];
