/** Where an order's parcels are handed over, as one line. The same place is the same text. */
const placeOf = (street: string, city: string, state: string, postal: string, country: string): string =>
  `left(concat_ws(', ', nullif(${street}, ''), nullif(concat_ws(' ', concat_ws(', ', nullif(${city}, ''), nullif(${state}, '')), nullif(${postal}, '')), ''), nullif(${country}, '')), 200)`;

/**
 * Invariants of manifests, enforced by triggers: a package is in one manifest, of its own account, place and day, while
 * neither is final; a void label leaves an open manifest; a closed one never changes.
 */
export const manifestStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA labels TO lading_system`,
  `CREATE OR REPLACE FUNCTION labels.place(tenant bigint, order_id bigint) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
   SELECT CASE WHEN f.id IS NULL
     THEN ${placeOf('o."shipFromAddress1"', 'o."shipFromCity"', 'o."shipFromState"', 'o."shipFromPostalCode"', 'o."shipFromCountry"')}
     ELSE ${placeOf('f.address1', 'f.city', 'f.state', 'f."postalCode"', 'f.country')} END
     FROM "order" o LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom" AND o."senderMode" = 'channel'
    WHERE o.tenant_id = tenant AND o.id = order_id $$`,
  `CREATE OR REPLACE FUNCTION labels.guard_package() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE held manifest; given bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.manifest END;
   BEGIN
     IF NEW.manifest IS NOT DISTINCT FROM given AND (NEW.manifest IS NULL OR NEW.status = 'labelled') THEN RETURN NEW; END IF;
     IF NEW.manifest IS NOT NULL AND NEW.manifest IS NOT DISTINCT FROM given THEN
       UPDATE manifest m SET count = m.count - 1 WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.manifest AND m.status = 'open';
       IF FOUND THEN NEW.manifest := NULL; END IF;
       RETURN NEW;
     END IF;
     IF given IS NOT NULL THEN
       SELECT * INTO held FROM manifest m WHERE m.tenant_id = OLD.tenant_id AND m.id = given FOR SHARE;
       IF held.status IN ('closing', 'closed') THEN
         RAISE EXCEPTION 'labels.manifestClosed' USING ERRCODE = 'LD411', COLUMN = 'manifest', DETAIL = json_build_object('manifest', held."manifestNo")::text;
       END IF;
       IF NEW.manifest IS NOT NULL THEN
         RAISE EXCEPTION 'labels.inOtherManifest' USING ERRCODE = 'LD411', COLUMN = 'manifest', DETAIL = json_build_object('manifest', held."manifestNo")::text;
       END IF;
       RETURN NEW;
     END IF;
     SELECT * INTO held FROM manifest m WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.manifest FOR SHARE;
     IF held.status IS DISTINCT FROM 'open' THEN
       RAISE EXCEPTION 'labels.manifestClosed' USING ERRCODE = 'LD411', COLUMN = 'manifest', DETAIL = json_build_object('manifest', held."manifestNo")::text;
     END IF;
     IF NEW.status <> 'labelled' OR held.account IS DISTINCT FROM NEW.account OR held."shipDate" IS DISTINCT FROM NEW."shipDate"
        OR held."shipFrom" IS DISTINCT FROM labels.place(NEW.tenant_id, NEW."order") THEN
       RAISE EXCEPTION 'labels.notOfManifest' USING ERRCODE = 'LD411', COLUMN = 'manifest', DETAIL = json_build_object('manifest', held."manifestNo", 'tracking', NEW."trackingNo")::text;
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE FUNCTION labels.guard_manifest() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   BEGIN
     IF (OLD.status = 'closed' AND (NEW.status <> OLD.status OR NEW.number IS DISTINCT FROM OLD.number))
        OR OLD.account <> NEW.account OR OLD."shipDate" <> NEW."shipDate" OR OLD."shipFrom" <> NEW."shipFrom" OR OLD.count <> NEW.count THEN
       RAISE EXCEPTION 'labels.manifestClosed' USING ERRCODE = 'LD411', COLUMN = 'status', DETAIL = json_build_object('manifest', OLD."manifestNo")::text;
     END IF;
     RETURN NEW;
   END $$`,
  `ALTER FUNCTION labels.guard_package() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION labels.guard_package() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION labels.place(bigint, bigint) TO lading_app, lading_system`,
  `REVOKE CREATE ON SCHEMA labels FROM lading_system`,
  `CREATE OR REPLACE TRIGGER guard_manifest BEFORE INSERT OR UPDATE OF manifest, status ON package FOR EACH ROW
     EXECUTE FUNCTION labels.guard_package()`,
  `CREATE OR REPLACE TRIGGER guard_closed BEFORE UPDATE ON manifest FOR EACH ROW
     WHEN (OLD.status IN ('closing', 'closed')) EXECUTE FUNCTION labels.guard_manifest()`,
];

/** Takes what fits into an open manifest, in the step's own transaction. $1 manifest, $2 account, $3 day, $4 place. */
export const fillSql = `WITH m AS (
    SELECT $1::bigint AS id, $2::bigint AS account, $3::date AS day, $4::text AS place),
  taken AS (
    UPDATE package p SET manifest = m.id FROM m
     WHERE p.manifest IS NULL AND p.status = 'labelled' AND p.account = m.account AND p."shipDate" = m.day
       AND labels.place(p.tenant_id, p."order") = m.place
    RETURNING p.id)
  SELECT count(*)::integer AS taken,
         (SELECT count(*)::integer FROM package p WHERE p.manifest = $1::bigint AND p.status = 'labelled') AS before FROM taken`;

/** Frees the packages of a manifest. $1 manifest. */
export const emptySql = `UPDATE package SET manifest = NULL WHERE manifest = $1::bigint`;

/** The packages of a manifest, for its document and its carrier. $1 tenant, $2 manifest. */
export const packagesSql = `SELECT p."trackingNo", p.seq::integer, p."unitType", p.weight::text AS weight, p."carrierCode", o."orderNo", o."shipToName",
    concat_ws(', ', o."shipToCity", concat_ws(' ', o."shipToState", o."shipToPostalCode"), o."shipToCountry") AS "to",
    (SELECT s.name FROM channel_service s WHERE s.tenant_id = p.tenant_id AND s.id = p.service) AS service
  FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
 WHERE p.tenant_id = $1 AND p.manifest = $2 AND p.status = 'labelled' ORDER BY o."orderNo", p.seq`;

/** Packages for an end of day. $1 packages, $2 the reader's time zone for places without one. */
export const groupsSql = `SELECT g.*, g."shipDate" < g.now::date::text OR (g."shipDate" = g.now::date::text AND coalesce(g.now::time >= g."cutOff"::time, false)) AS late
  FROM (
    SELECT p.id::text, p.account::text, a.name AS "accountName", p."carrierCode", p."shipDate"::text AS "shipDate",
           coalesce(labels.place(p.tenant_id, p."order"), '') AS place, p."trackingNo", o."orderNo", o.id::text AS "order",
           floor(extract(epoch FROM now() - p."createdAt") / 3600)::integer AS age, f."cutOff"::text AS "cutOff",
           now() AT TIME ZONE coalesce(f."timeZone", $2) AS now
      FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
      LEFT JOIN express_account a ON a.tenant_id = p.tenant_id AND a.id = p.account
      LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom" AND o."senderMode" = 'channel'
     WHERE p.id = ANY ($1::bigint[])) g`;
