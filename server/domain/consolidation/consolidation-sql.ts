/**
 * Sums of a main bill follow its boxes, and the number that boxes show follows their main bill. Goods of a box that is
 * closed never change, and belong to the customer of their box.
 */
const count = `CREATE OR REPLACE FUNCTION consolidation.count_boxes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     IF TG_OP <> 'INSERT' AND OLD."mainBill" IS NOT NULL THEN
       UPDATE main_bill m SET "boxCount" = m."boxCount" - 1, weight = m.weight - coalesce(OLD."weightKg", 0),
              "volumeWeight" = m."volumeWeight" - coalesce(OLD."volumeWeight", 0), volume = m.volume - coalesce(OLD.volume, 0)
        WHERE m.tenant_id = OLD.tenant_id AND m.id = OLD."mainBill";
     END IF;
     IF TG_OP <> 'DELETE' AND NEW."mainBill" IS NOT NULL THEN
       UPDATE main_bill m SET "boxCount" = m."boxCount" + 1, weight = m.weight + coalesce(NEW."weightKg", 0),
              "volumeWeight" = m."volumeWeight" + coalesce(NEW."volumeWeight", 0), volume = m.volume + coalesce(NEW.volume, 0)
        WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW."mainBill";
     END IF;
     RETURN NULL;
   END $$`;

const rename = `CREATE OR REPLACE FUNCTION consolidation.rename_boxes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     UPDATE main_bill_box b SET "mainBillNo" = NEW.number WHERE b.tenant_id = NEW.tenant_id AND b."mainBill" = NEW.id;
     RETURN NULL;
   END $$`;

const guard = `CREATE OR REPLACE FUNCTION consolidation.guard_goods() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE b record; g goods_declare := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
   BEGIN
     SELECT x."boxNo", x.status, x.customer INTO b FROM main_bill_box x WHERE x.tenant_id = g.tenant_id AND x.id = g.box FOR SHARE;
     IF b.status NOT IN ('waiting', 'loaded') THEN
       RAISE EXCEPTION 'consolidation.boxClosed' USING ERRCODE = 'LD411', COLUMN = 'box', DETAIL = json_build_object('box', b."boxNo")::text;
     END IF;
     IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
     IF TG_OP = 'INSERT' THEN NEW.customer := b.customer; END IF;
     RETURN NEW;
   END $$`;

const names = ['count_boxes()', 'rename_boxes()', 'guard_goods()'];
const counted = `"mainBill", "weightKg", "volumeWeight", volume`;

export const consolidationStatements: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS consolidation',
  'GRANT USAGE ON SCHEMA consolidation TO lading_app, lading_system',
  'GRANT CREATE ON SCHEMA consolidation TO lading_system',
  ...[count, rename, guard],
  ...names.flatMap((name) => [
    `ALTER FUNCTION consolidation.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION consolidation.${name} FROM PUBLIC`,
  ]),
  'REVOKE CREATE ON SCHEMA consolidation FROM lading_system',
  `CREATE OR REPLACE TRIGGER count_changed AFTER INSERT OR DELETE OR UPDATE OF ${counted} ON main_bill_box FOR EACH ROW
     EXECUTE FUNCTION consolidation.count_boxes()`,
  `CREATE OR REPLACE TRIGGER rename_boxes AFTER UPDATE OF number ON main_bill FOR EACH ROW
     WHEN (OLD.number IS DISTINCT FROM NEW.number) EXECUTE FUNCTION consolidation.rename_boxes()`,
  `CREATE OR REPLACE TRIGGER guard_goods BEFORE INSERT OR UPDATE OR DELETE ON goods_declare FOR EACH ROW
     EXECUTE FUNCTION consolidation.guard_goods()`,
];
