import { shipDateOf } from '../orders/ship-date.ts';
import { byHandFunctions, byHandStatements } from './by-hand-sql.ts';
import { referenceSql } from './reference-sql.ts';

/**
 * The state of a placing, stored before each carrier call: a row per attempt to place an order, with its own key.
 * `ready`: nothing was asked. `asking`: the carrier may have made a label. `made`: it has; `result` holds the answer,
 * labels included, until the order has it. `ended`: the order knows. The worker holds the lease.
 */
const table = `CREATE TABLE IF NOT EXISTS shipping.placing (
     tenant_id bigint NOT NULL, key text NOT NULL, "order" bigint NOT NULL,
     state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'asking', 'made', 'ended')),
     attempts integer NOT NULL DEFAULT 0, account bigint, result jsonb, asked_at timestamptz, leased_until timestamptz,
     next_at timestamptz NOT NULL DEFAULT now(), created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, key))`;

/** When to query the carrier once more: for a late label after a lost answer, for a second one after any purchase. */
const doubt = `ALTER TABLE shipping.placing ADD COLUMN IF NOT EXISTS doubt_at timestamptz`;

/** Which process holds the lease, and the numbers of the packages that were made. */
const holder = `ALTER TABLE shipping.placing ADD COLUMN IF NOT EXISTS leased_by text, ADD COLUMN IF NOT EXISTS numbers text[]`;

/** An order has at most one open placing. */
const indexes = [
  `CREATE UNIQUE INDEX IF NOT EXISTS placing_open ON shipping.placing (tenant_id, "order") WHERE state <> 'ended'`,
  `CREATE INDEX IF NOT EXISTS placing_doubt ON shipping.placing (doubt_at) WHERE doubt_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS placing_due ON shipping.placing (tenant_id, next_at) WHERE state <> 'ended'`,
];

const definer = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public`;

/**
 * Starts placing an order: ship date, the price of its trial and hold. `code`: why not. `state`: `placing`, or the waiting
 * state if the balance does not suffice.
 */
const begin = `CREATE OR REPLACE FUNCTION shipping.begin(of_order bigint, of_hold text, of_key text) RETURNS json ${definer} AS $$
   DECLARE own bigint := lading.tenant(); o "order"; t trial_result; sale numeric; cost numeric; cur text; ship date;
           refusal json; waits boolean; state text := 'placing'; k customer_config; late record; agreed record;
   BEGIN
     SELECT * INTO o FROM "order" WHERE tenant_id = own AND id = of_order AND (lading.staff() OR customer = lading.member());
     IF NOT FOUND THEN RAISE insufficient_privilege; END IF;
     -- A label that replaces another is bought once that one is void.
     IF o.replaces IS NOT NULL AND NOT EXISTS (SELECT FROM "order" r WHERE r.tenant_id = own AND r.id = o.replaces
          AND r.status IN ('refunded', 'cancelled')) THEN
       RETURN json_build_object('code', 'shipping.firstNotVoid');
     END IF;
     ship := ${shipDateOf('o')};
     SELECT * INTO k FROM customer_config WHERE tenant_id = own AND customer = o.customer;
     -- The contract that counts now, where the tenant asks that it is accepted first.
     SELECT c.* INTO agreed FROM (SELECT c.id, c.title, c.edition, c."mustAccept" FROM contract c WHERE c.tenant_id = own AND c.status = 'published'
       ORDER BY c."publishedAt" DESC, c.id DESC LIMIT 1) c WHERE c."mustAccept" AND c.id IS DISTINCT FROM k.contract;
     IF FOUND THEN RETURN json_build_object('code', 'members.contractOpen', 'title', agreed.title, 'edition', agreed.edition); END IF;
     SELECT * INTO t FROM rating.fresh_trial(own, of_order, o.service) r WHERE r.available;
     IF NOT FOUND THEN RETURN json_build_object('code', rating.refusal(own, of_order), 'path', 'service'); END IF;
     sale := t.sale; cost := t.cost; cur := t.currency;
     SELECT * INTO late FROM receivables.standing(own, o.customer);
     IF late.action = 'block' THEN RETURN json_build_object('code', 'receivables.overdue', 'days', late.days);
     ELSIF late.action = 'hold' THEN state := 'held';
     ELSIF sale > 0 THEN
       cur := coalesce(cur, (SELECT currency FROM tenant WHERE id = own));
       refusal := ledger.hold(of_hold, o.customer, sale, cur, 'order', of_order::text);
       waits := k."waitForFunds";
       IF refusal ->> 'code' = 'onHold' THEN state := 'held';
       ELSIF refusal ->> 'code' = 'belowFloor' AND coalesce(waits, true) THEN state := 'waitingForFunds';
       ELSIF refusal IS NOT NULL THEN RETURN jsonb_set(refusal::jsonb, '{code}', to_jsonb('ledger.' || (refusal ->> 'code')))::json;
       END IF;
     END IF;
     IF state = 'placing' THEN
       INSERT INTO shipping.placing (tenant_id, key, "order") VALUES (own, of_key, of_order);
     END IF;
     RETURN json_build_object('state', state, 'shipDate', ship, 'sale', sale, 'cost', cost, 'currency', cur,
       'missing', refusal ->> 'short', 'held', refusal IS NULL AND late.action IS DISTINCT FROM 'hold' AND sale > 0,
       'overdue', CASE WHEN late.action IS NOT NULL THEN late.days END,
       'reference1', coalesce(nullif(o.reference1, ''), shipping.reference(own, o, k."reference1Template")),
       'reference2', coalesce(nullif(o.reference2, ''), shipping.reference(own, o, k."reference2Template")));
   END $$`;

/** Continues a waiting order: holds its money now, past the floor if staff allowed it, and updates a past ship date. */
const goOn = `CREATE OR REPLACE FUNCTION shipping.go_on(of_order bigint, of_hold text, of_key text, past boolean) RETURNS json ${definer} AS $$
   DECLARE own bigint := lading.tenant(); o "order"; cur text; refusal json;
   BEGIN
     IF NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     SELECT * INTO o FROM "order" WHERE tenant_id = own AND id = of_order;
     cur := coalesce(o.currency, (SELECT currency FROM tenant WHERE id = own));
     IF o."predictedSale" IS NULL THEN RETURN json_build_object('code', 'order.noPrice'); END IF;
     IF o."predictedSale" > 0 THEN
       IF past THEN refusal := ledger.hold_past(of_hold, o.customer, o."predictedSale", cur, 'order', of_order::text);
       ELSE refusal := ledger.hold(of_hold, o.customer, o."predictedSale", cur, 'order', of_order::text); END IF;
       IF refusal IS NOT NULL THEN RETURN json_build_object('refusal', refusal); END IF;
     END IF;
     INSERT INTO shipping.placing (tenant_id, key, "order") VALUES (own, of_key, of_order);
     RETURN json_build_object('shipDate', ${shipDateOf('o')});
   END $$`;

/** True: the carrier was not called and will not be. Otherwise the order can no longer be withdrawn. */
const withdraw = `CREATE OR REPLACE FUNCTION shipping.withdraw(of_order bigint) RETURNS boolean ${definer} AS $$
   BEGIN
     UPDATE shipping.placing SET state = 'ended' WHERE tenant_id = lading.tenant() AND "order" = of_order AND state = 'ready'
        AND coalesce(leased_until, '-infinity') < now();
     RETURN NOT EXISTS (SELECT FROM shipping.placing WHERE tenant_id = lading.tenant() AND "order" = of_order AND state <> 'ended');
   END $$`;

/** Fails an order. False: the carrier has made its label meanwhile. */
const end = `CREATE OR REPLACE FUNCTION shipping.end_unmade(of_order bigint) RETURNS boolean ${definer} AS $$
   BEGIN
     UPDATE shipping.placing SET state = 'ended', leased_until = NULL, result = NULL
      WHERE tenant_id = lading.tenant() AND "order" = of_order AND state IN ('ready', 'asking');
     RETURN NOT EXISTS (SELECT FROM shipping.placing WHERE tenant_id = lading.tenant() AND "order" = of_order AND state <> 'ended');
   END $$`;

/**
 * The order has its number: creates a shipment and a package per box from the carrier's answer, or from the boxes if
 * staff typed the number. Answers the account used, or the code of a refusal. Does nothing for an order that has them.
 */
const take = `CREATE OR REPLACE FUNCTION shipping.take_labels(of_order bigint, typed text, of_key text, by_system boolean) RETURNS json ${definer} AS $$
   DECLARE own bigint := lading.tenant(); o "order"; p shipping.placing; made boolean; ship bigint := lading.new_id(); by_whom bigint;
           boxes integer;
   BEGIN
     SELECT * INTO o FROM "order" WHERE tenant_id = own AND id = of_order;
     SELECT * INTO p FROM shipping.placing WHERE tenant_id = own AND "order" = of_order AND state <> 'ended' FOR UPDATE;
     made := FOUND AND p.state = 'made';
     IF by_system IS DISTINCT FROM coalesce(made, false) OR (NOT by_system AND (p.state = 'asking' OR p.leased_until > now())) THEN
       RETURN json_build_object('code', 'shipping.underway');
     END IF;
     by_whom := nullif(current_setting('lading.account', true), '')::bigint;
     SELECT coalesce(sum(b.quantity), 1) INTO boxes FROM "order__boxes" b WHERE b.tenant_id = own AND b.parent_id = of_order;
     INSERT INTO shipment (tenant_id, id, org_id, "createdBy", "updatedBy", status, "leadTracking", "order", customer, "carrierCode",
         account, "serviceCode", "packageCount", "shipDate", "carrierCharge", currency, key, reply, environment)
       SELECT own, ship, o.org_id, by_whom, by_whom, 'active', typed, of_order, o.customer, o."carrierCode", p.account, s."carrierServiceCode",
              boxes, o."shipDate", (p.result #>> '{charge,total}')::numeric, p.result #>> '{charge,currency}',
              coalesce(p.key, of_key), p.result -> 'reply', a.environment
         FROM (SELECT) one LEFT JOIN channel_service s ON s.tenant_id = own AND s.id = o.service
         LEFT JOIN express_account a ON a.tenant_id = own AND a.id = p.account;
     INSERT INTO package (tenant_id, id, org_id, "createdBy", "updatedBy", status, "trackingNo", "order", customer, shipment, seq,
         "carrierCode", service, account, "shipDate", "unitType", weight, weight_g, length, length_mm, width, width_mm, height,
         height_mm, "declaredValue", signature, packaging, reference1, reference2, "labelFile", "labelFormat", "labelSize", dpi, "printCount",
         "trackingStatus", logistics)
       SELECT own, lading.new_id(), o.org_id, by_whom, by_whom, 'labelled',
              coalesce(m."trackingNo", CASE WHEN b.seq = 1 THEN typed END), of_order, o.customer, ship, b.seq, o."carrierCode", o.service,
              p.account, o."shipDate", o."unitType", b.weight, b.weight_g, b.length, b.length_mm, b.width, b.width_mm, b.height,
              b.height_mm, b."declaredValue", coalesce(b.signature, o."signatureOption"), b.packaging, o.reference1, o.reference2, m."labelFile",
              m."labelFormat", coalesce(b."labelSize", o."labelSize"), CASE WHEN m."labelFile" IS NOT NULL THEN 203 END, 0,
              'pending', 'notIssued'
         FROM (SELECT (row_number() OVER (ORDER BY b.seq, n))::integer AS seq, b.weight, b.weight_g, b.length, b.length_mm, b.width,
                      b.width_mm, b.height, b.height_mm, b."declaredValue", b.signature, b.packaging, b."labelSize"
                 FROM "order__boxes" b, generate_series(1, b.quantity) n WHERE b.tenant_id = own AND b.parent_id = of_order) b
         LEFT JOIN jsonb_to_recordset(p.result -> 'packages') AS m(seq integer, "trackingNo" text, "labelFile" bigint, "labelFormat" text)
           ON m.seq = b.seq;
     UPDATE shipping.placing SET state = 'ended', leased_until = NULL, result = NULL WHERE tenant_id = own AND key = p.key;
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES (own, 'record', 'shipment', ship, 'add');
     RETURN json_build_object('account', p.account::text);
   END $$`;

/** Moves an order's labels from given states to another; answers how many, or -1 if one was scanned. */
const mark = `CREATE OR REPLACE FUNCTION shipping.mark(of_order bigint, of_packages text[], of_shipment text[], to_package text,
       to_shipment text, unscanned boolean) RETURNS integer ${definer} AS $$
   DECLARE own bigint := lading.tenant(); many integer;
   BEGIN
     IF unscanned AND EXISTS (SELECT FROM package WHERE tenant_id = own AND "order" = of_order AND status <> 'voided'
                                 AND "firstScanAt" IS NOT NULL) THEN RETURN -1; END IF;
     WITH moved AS (
         UPDATE package SET status = to_package, version = version + 1, "updatedAt" = now()
          WHERE tenant_id = own AND "order" = of_order AND status = ANY (of_packages) RETURNING id)
     SELECT count(*) INTO many FROM moved;
     WITH moved AS (
         UPDATE shipment SET status = to_shipment, version = version + 1, "updatedAt" = now(),
                "voidedAt" = CASE WHEN to_shipment = 'voided' THEN now() END
          WHERE tenant_id = own AND "order" = of_order AND status = ANY (of_shipment) RETURNING id)
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT own, 'record', 'shipment', id, 'edit' FROM moved;
     RETURN many;
   END $$`;

/**
 * The part of an order's accrued cost that locked carrier bills have taken. Bills take theirs under the same lock, so one that is
 * being locked is waited for, and one that begins later waits for the refund. Only an order without a line on any bill does
 * not wait for a long one, nor is it waited for by the next.
 */
const billed = `CREATE OR REPLACE FUNCTION shipping.billed_cost(of_order bigint) RETURNS numeric ${definer} AS $$
   DECLARE own bigint := lading.tenant(); turn bigint := hashtextextended('billing.used|' || own, 7019);
   BEGIN
     IF NOT pg_try_advisory_xact_lock_shared(turn) THEN
       IF NOT EXISTS (SELECT FROM carrier_bill_line WHERE tenant_id = own AND "order" = of_order) THEN RETURN 0; END IF;
       PERFORM pg_advisory_xact_lock_shared(turn);
     END IF;
     RETURN (SELECT coalesce(sum(u.amount), 0) FROM billing.used u WHERE u.tenant_id = own AND u.order_id = of_order);
   END $$`;

/**
 * Stores what the carrier made under a key. Carriers use numbers again after years, so only those of the last months
 * belong to another order; two orders with the same number wait for each other.
 */
const noteMade = `CREATE OR REPLACE FUNCTION shipping.note_made(of_tenant bigint, of_key text, made jsonb, made_numbers text[], is_direct boolean)
   RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE own bigint;
   BEGIN
     SELECT "order" INTO own FROM shipping.placing WHERE tenant_id = of_tenant AND key = of_key;
     PERFORM pg_advisory_xact_lock(hashtextextended(n, of_tenant)) FROM (SELECT n FROM unnest(made_numbers) n ORDER BY n) sorted;
     IF is_direct AND (
       EXISTS (SELECT FROM package p WHERE p.tenant_id = of_tenant AND p."trackingNo" = ANY (made_numbers) AND p."order" <> own
                  AND p."createdAt" > now() - interval '180 days')
       OR EXISTS (SELECT FROM shipping.placing o WHERE o.tenant_id = of_tenant AND o.state = 'made' AND o."order" <> own
                     AND o.numbers && made_numbers)) THEN
       RETURN 'elsewhere';
     END IF;
     UPDATE shipping.placing SET state = 'made', result = made, numbers = made_numbers, doubt_at = now()
      WHERE tenant_id = of_tenant AND key = of_key AND state IN ('ready', 'asking');
     RETURN CASE WHEN FOUND THEN 'made' ELSE 'gone' END;
   END $$`;

const open = [
  'begin(bigint, text, text)',
  'go_on(bigint, text, text, boolean)',
  'withdraw(bigint)',
  'end_unmade(bigint)',
  'take_labels(bigint, text, text, boolean)',
  'mark(bigint, text[], text[], text, text, boolean)',
  'billed_cost(bigint)',
  ...byHandFunctions,
];

export const placingStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS shipping`,
  `GRANT USAGE ON SCHEMA shipping TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA shipping TO lading_system`,
  table,
  doubt,
  holder,
  ...indexes,
  `ALTER TABLE shipping.placing ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE shipping.placing FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON shipping.placing`,
  `CREATE POLICY system ON shipping.placing TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON shipping.placing TO lading_system`,
  ...[referenceSql, begin, goOn, withdraw, end, take, mark, billed, noteMade, ...byHandStatements],
  ...open.flatMap((name) => [
    `ALTER FUNCTION shipping.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION shipping.${name} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION shipping.${name} TO lading_app`,
  ]),
  `REVOKE ALL ON FUNCTION shipping.note_made(bigint, text, jsonb, text[], boolean) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION shipping.note_made(bigint, text, jsonb, text[], boolean) TO lading_system`,
  `REVOKE CREATE ON SCHEMA shipping FROM lading_system`,
];
