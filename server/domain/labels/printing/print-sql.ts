/** States of an order in which a label of it is no longer used. */
const ended = `('refunding', 'refunded', 'cancelled')`;

/** Condition for a printable label: not void or being voided, with a file, of an active order. `p` package, `o` order. */
const printable = `p.status = 'labelled' AND p."labelFile" IS NOT NULL AND o.status NOT IN ${ended}`;

/** Whether a package `p` was taken in this very run already: a request repeated after a lost answer prints no second time. */
const repeated = `EXISTS (SELECT FROM label_print l
    WHERE l.tenant_id = p.tenant_id AND l.package = p.id AND l.run = $5 AND l."createdBy" = $6 AND l."createdAt" > now() - interval '10 minutes')`;

/**
 * The files of labels, all or none of them, and that they were taken: counted, with who, how and why. The packages are locked,
 * so that a label that is voided at the same time is either counted before or not handed out. No row: one of them may not be
 * printed any more, or was printed meanwhile and no reason was given.
 * $1 tenant, $2 packages, $3 how, $4 reason or null, $5 run or null, $6 who.
 */
export const takeSql = `WITH locked AS MATERIALIZED (
    SELECT p.tenant_id, p.id, p."order", p.customer, p.org_id, p."trackingNo", p."labelFile", p.status, p."printCount"
      FROM package p WHERE p.tenant_id = $1 AND p.id = ANY ($2::bigint[]) ORDER BY p.id FOR UPDATE),
  fit AS MATERIALIZED (
    SELECT p.*, ${repeated} AS again FROM locked p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
     WHERE ${printable} AND (coalesce(p."printCount", 0) = 0 OR $4::text IS NOT NULL OR ${repeated})),
  taken AS MATERIALIZED (SELECT * FROM fit WHERE (SELECT count(*) FROM fit) = cardinality($2::bigint[])),
  counted AS (
    UPDATE package p SET "printCount" = coalesce(p."printCount", 0) + 1, "printedAt" = now()
      FROM taken t WHERE p.tenant_id = $1 AND p.id = t.id AND NOT t.again RETURNING p.id, p."printCount"),
  noted AS (
    INSERT INTO label_print (tenant_id, id, org_id, "createdBy", "updatedBy", package, "order", customer, "trackingNo", how, copy, reason, run)
      SELECT $1, lading.new_id(), t.org_id, $6, $6, t.id, t."order", t.customer, t."trackingNo", $3, c."printCount",
             CASE WHEN c."printCount" > 1 THEN $4::text END, $5::text
        FROM counted c JOIN taken t ON t.id = c.id),
  told AS (
    INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
      SELECT $1, 'record', 'package', c.id, 'edit' FROM counted c)
  SELECT t.id::text, t."labelFile"::text AS file FROM taken t`;

/** Facts of packages that decide whether and in which order they are printed. $1 packages, $2 zone of the reader. */
export const factsSql = `SELECT p.id::text, p."order"::text, p.seq::integer, p."trackingNo", p.status, p."labelFile" IS NOT NULL AS "hasFile",
    p."labelFormat" AS format, p."labelSize" AS size, p.dpi::integer, coalesce(p."printCount", 0)::integer AS "printCount",
    to_char(p."printedAt" AT TIME ZONE $2, 'YYYY-MM-DD HH24:MI:SS') AS "printedAt", p."carrierCode",
    (SELECT count(*)::integer FROM package q WHERE q.tenant_id = p.tenant_id AND q."order" = p."order" AND q.status = 'labelled') AS boxes,
    o."orderNo", o.status IN ${ended} AS ended, coalesce(o."orderedAt", o."createdAt")::text AS "orderedAt", o."shipToName", o."shipToState",
    o."shipToPostalCode", o."shipToCountry", (SELECT c.name FROM channel c WHERE c.tenant_id = o.tenant_id AND c.id = o.channel) AS channel,
    (SELECT i.description || ' x ' || i.quantity FROM "order__items" i WHERE i.tenant_id = o.tenant_id AND i.parent_id = o.id
      ORDER BY i.seq LIMIT 1) AS item,
    (SELECT m."manifestNo" FROM manifest m WHERE m.tenant_id = p.tenant_id AND m.id = p.manifest AND m.status <> 'open') AS manifest
  FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
 WHERE p.id = ANY ($1::bigint[])`;

/**
 * Files of labels are sealed: they leave only here, where states are checked and prints are counted, also not for who
 * uploaded one, and not by the id of the file.
 */
export const sealStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS labels`,
  `GRANT USAGE ON SCHEMA labels TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA labels TO lading_system`,
  `CREATE OR REPLACE FUNCTION labels.seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     UPDATE file f SET sealed = true WHERE f.tenant_id = NEW.tenant_id AND f.id = NEW."labelFile" AND f.sealed IS NOT TRUE;
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION labels.seal() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION labels.seal() FROM PUBLIC`,
  `REVOKE CREATE ON SCHEMA labels FROM lading_system`,
  `CREATE OR REPLACE TRIGGER seal_label AFTER INSERT OR UPDATE OF "labelFile" ON package FOR EACH ROW
     WHEN (NEW."labelFile" IS NOT NULL) EXECUTE FUNCTION labels.seal()`,
];
