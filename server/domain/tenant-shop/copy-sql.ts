/** Columns that a tenant reads of its orders; the references to the platform's records stay behind. */
const columns = [
  ...['orderNo', 'quantity', 'begins', 'orderedBy', 'goodsName', 'goodsNameZh', 'setName', 'setNameZh', 'kind'],
  ...['unitPrice', 'amount', 'currency', 'days', 'orders', 'ordersPer', 'seats', 'modules', 'refundRule', 'graceDays'],
  ...['paidAt', 'paidOn', 'startsOn', 'endsOn', 'refundAmount', 'unusedDays', 'unusedOrders', 'refundedAt', 'status'],
].map((name) => `"${name}"`);

/**
 * A goods order has two rows with one id: the platform's, which counts, and a copy within the tenant that bought, so
 * that each reads its own behind its own wall.
 */
const copy = `CREATE OR REPLACE FUNCTION tenant_shop.copy_order() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF NOT EXISTS (SELECT FROM tenant t WHERE t.id = NEW.tenant AND t.tenant_id = NEW.tenant_id AND t.id <> t.tenant_id) THEN
       RAISE EXCEPTION 'reference.missing' USING ERRCODE = 'LD411', COLUMN = 'tenant';
     END IF;
     INSERT INTO goods_order AS c (tenant_id, id, "createdAt", ${columns.join(', ')})
       VALUES (NEW.tenant, NEW.id, NEW."createdAt", ${columns.map((name) => `NEW.${name}`).join(', ')})
       ON CONFLICT (tenant_id, id) DO UPDATE SET version = c.version + 1, "updatedAt" = now(),
         ${columns.map((name) => `${name} = excluded.${name}`).join(', ')};
     IF TG_OP = 'UPDATE' AND NEW.status <> OLD.status THEN
       INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
         SELECT c.tenant_id, lading.new_id(), 'goods-order', c.id, 'edit', c.version, NULL,
                json_build_array(json_build_object('field', 'status', 'before', OLD.status, 'after', NEW.status))
           FROM goods_order c WHERE c.tenant_id = NEW.tenant AND c.id = NEW.id;
     END IF;
     RETURN NULL;
   END $$`;

/** Whatever flow a tenant gives itself, its copies only follow the platform's orders. */
const keep = `CREATE OR REPLACE FUNCTION tenant_shop.keep_copy() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF pg_trigger_depth() = 1 AND session_user ~ '^lading_app' AND EXISTS (SELECT FROM tenant t WHERE t.id = OLD.tenant_id AND t.tenant_id <> t.id) THEN
       RAISE EXCEPTION 'plans.atPlatform' USING ERRCODE = 'LD411', COLUMN = '';
     END IF;
     RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
   END $$`;

/** A set's value is one of its specification's, where the goods name one. */
const values = `CREATE OR REPLACE FUNCTION tenant_shop.check_value() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF EXISTS (SELECT FROM goods g WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.parent_id AND g.spec IS NOT NULL
          AND NOT EXISTS (SELECT FROM "goods_spec__values" v WHERE v.tenant_id = g.tenant_id AND v.parent_id = g.spec AND v.value = NEW.value)) THEN
       RAISE EXCEPTION 'plans.unknownValue' USING ERRCODE = 'LD411', COLUMN = 'sets',
         DETAIL = json_build_object('value', NEW.value)::text;
     END IF;
     RETURN NULL;
   END $$`;

export const copyFunctions = ['tenant_shop.copy_order()', 'tenant_shop.keep_copy()', 'tenant_shop.check_value()'];

export const copyStatements: readonly string[] = [
  ...[copy, keep, values],
  `CREATE OR REPLACE TRIGGER copy_order AFTER INSERT OR UPDATE ON goods_order FOR EACH ROW WHEN (NEW.tenant IS NOT NULL)
     EXECUTE FUNCTION tenant_shop.copy_order()`,
  `CREATE OR REPLACE TRIGGER keep_copy BEFORE UPDATE OR DELETE ON goods_order FOR EACH ROW EXECUTE FUNCTION tenant_shop.keep_copy()`,
  // At the end of the transaction: lines are written after their record.
  `DROP TRIGGER IF EXISTS check_value ON "goods__sets"`,
  `CREATE CONSTRAINT TRIGGER check_value AFTER INSERT OR UPDATE ON "goods__sets" DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION tenant_shop.check_value()`,
];
