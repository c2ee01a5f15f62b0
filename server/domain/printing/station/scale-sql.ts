/**
 * Stores a scale's reading. An empty, moving or disconnected scale is ready for the next parcel. $1 tenant, $2 printer,
 * $3 connected, $4 weight or null, $5 unit or null, $6 stable.
 */
export const weighSql = `INSERT INTO printing.scale (tenant_id, printer, connected, weight, unit, stable) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (tenant_id, printer) DO UPDATE SET connected = EXCLUDED.connected, weight = EXCLUDED.weight, unit = EXCLUDED.unit,
    stable = EXCLUDED.stable, at = now(),
    used = printing.scale.used AND EXCLUDED.connected AND EXCLUDED.stable AND EXCLUDED.weight = printing.scale.weight`;

export const usedSql = `UPDATE printing.scale SET used = true WHERE tenant_id = $1 AND printer = $2`;

/** $1 tenant, $2 package, $3 grams: stores the measured weight in the order's unit. */
export const measuredSql = `UPDATE package SET "measuredWeight" = round($3::numeric / CASE "unitType" WHEN '1' THEN 1000 ELSE 453.59237 END, 2),
    "measuredWeight_g" = round($3::numeric) WHERE tenant_id = $1 AND id = $2`;

/** Readings older than this are ignored. */
const fresh = `interval '15 seconds'`;

/** A station's printer with its scale's reading and open order. $1 tenant, $2 printer, $3 account. */
export const deskSql = `SELECT p.name, coalesce(p.scale, false) AS scale, p.status, p.online, coalesce(s.connected AND s.at > now() - ${fresh}, false) AS connected,
    s.weight::text, s.unit, coalesce(s.stable, false) AS stable, coalesce(s.used, false) AS used, r."order"::text, r.package::text, r.box::text,
    b.name AS "boxName", r.as_ordered AS "asOrdered", r.grams::text, r.told
  FROM printer p LEFT JOIN printing.scale s ON s.tenant_id = p.tenant_id AND s.printer = p.id
  LEFT JOIN printing.reservation r ON r.tenant_id = p.tenant_id AND r.printer = p.id AND r.account = $3 AND r.until > now()
  LEFT JOIN box_size b ON b.tenant_id = p.tenant_id AND b.id = r.box
 WHERE p.tenant_id = $1 AND p.id = $2`;

/**
 * Opens an order at a station, closing its previous one; no row if another station has it. $1 tenant, $2 order, $3
 * printer, $4 account, $5 package, $6 whether the next person at this printer takes over, as at a shared station.
 */
export const reserveSql = `WITH closed AS (
    DELETE FROM printing.reservation r WHERE r.tenant_id = $1 AND r.printer = $3 AND r.account = $4 AND r."order" <> $2)
  INSERT INTO printing.reservation AS r (tenant_id, "order", printer, account, package, until)
    VALUES ($1, $2, $3, $4, $5, now() + interval '15 minutes')
  ON CONFLICT (tenant_id, "order") DO UPDATE SET printer = EXCLUDED.printer, account = EXCLUDED.account, package = EXCLUDED.package, box = NULL,
      as_ordered = false, grams = NULL, told = NULL, until = EXCLUDED.until
    WHERE (r.printer = EXCLUDED.printer AND (r.account = EXCLUDED.account OR $6)) OR r.until < now() RETURNING r."order"`;

/** The printer of an open shared station. $1 tenant, $2 station. */
export const placeSql = `SELECT place::text AS place FROM shared_station WHERE tenant_id = $1 AND id = $2 AND status = 'open'`;

export const holderSql = `SELECT p.name, a.name AS who FROM printing.reservation r JOIN printer p ON p.tenant_id = r.tenant_id AND p.id = r.printer
   LEFT JOIN account a ON a.tenant_id = r.tenant_id AND a.id = r.account WHERE r.tenant_id = $1 AND r."order" = $2`;

export const releaseSql = `DELETE FROM printing.reservation WHERE tenant_id = $1 AND printer = $2 AND account = $3`;

/** $1 tenant, $2 order, $3 box or null, $4 as ordered. */
export const boxSql = `UPDATE printing.reservation SET box = $3, as_ordered = $4, told = NULL WHERE tenant_id = $1 AND "order" = $2`;

/**
 * Stores a weighing: $3 grams or null, $4 the reported weight or null, $5 whether to continue with the order's next
 * parcel.
 */
export const weightSql = `UPDATE printing.reservation SET grams = $3, told = $4, package = CASE WHEN $5 THEN NULL ELSE package END,
    until = now() + interval '15 minutes' WHERE tenant_id = $1 AND "order" = $2`;
