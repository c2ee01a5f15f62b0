/** Seconds without a sign of life after which an agent loses a job. */
export const leaseSeconds = 60;

const told = (of: string) => `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
    SELECT tenant_id, 'record', 'print-job', id, 'edit' FROM ${of}`;

/**
 * Jobs with an expired lease: back into the queue if no byte was handed out, else uncertain, for a person to decide. $1
 * tenant or null, $2 printer or null.
 */
export const expireSql = `WITH over AS MATERIALIZED (
    SELECT j.tenant_id, j.id, l.handed FROM print_job j JOIN printing.lease l ON l.tenant_id = j.tenant_id AND l.job = j.id
     WHERE j.status = 'taken' AND l.until < now() AND ($1::bigint IS NULL OR j.tenant_id = $1) AND ($2::bigint IS NULL OR j.printer = $2)
       FOR UPDATE OF j SKIP LOCKED),
  moved AS (
    UPDATE print_job j SET status = CASE WHEN o.handed THEN 'uncertain' ELSE 'queued' END,
           "errorCode" = CASE WHEN o.handed THEN 'agentGone' END, version = j.version + 1, "updatedAt" = now()
      FROM over o WHERE j.tenant_id = o.tenant_id AND j.id = o.id RETURNING j.tenant_id, j.id),
  noted AS (${told('moved')})
  SELECT count(*)::integer AS many FROM moved`;

/** Leases a printer's oldest job. $1 tenant, $2 printer, $3 lease, $4 seconds. */
export const takeSql = `WITH next AS MATERIALIZED (
    SELECT j.tenant_id, j.id FROM print_job j WHERE j.tenant_id = $1 AND j.printer = $2 AND j.status = 'queued'
     ORDER BY j.id LIMIT 1 FOR UPDATE SKIP LOCKED),
  moved AS (
    UPDATE print_job j SET status = 'taken', "takenAt" = now(), attempts = coalesce(j.attempts, 0) + 1, "errorCode" = NULL, "errorText" = NULL,
           version = j.version + 1, "updatedAt" = now()
      FROM next n WHERE j.tenant_id = n.tenant_id AND j.id = n.id RETURNING j.tenant_id, j.id, j.name, j.cause, j.position, j.package),
  leased AS (
    INSERT INTO printing.lease (tenant_id, job, printer, token, until)
      SELECT tenant_id, id, $2, $3, now() + make_interval(secs => $4) FROM moved
    ON CONFLICT (tenant_id, job) DO UPDATE SET token = EXCLUDED.token, until = EXCLUDED.until, handed = false, printer = EXCLUDED.printer),
  noted AS (${told('moved')})
  SELECT m.id::text AS job, m.name, m.cause, m.position, CASE WHEN m.package IS NULL OR p.language <> 'pdf' THEN p.language ELSE 'pdf' END AS format
    FROM moved m JOIN printer p ON p.tenant_id = m.tenant_id AND p.id = $2`;

/** A leased job with the data for its page. $1 tenant, $2 printer, $3 job, $4 lease. */
export const leasedSql = `SELECT j.id::text, j.name, j.cause, j.position, j.reason, j.note, j.attempts::integer, j.package::text, j."createdBy"::text AS by,
    k."labelFormat" AS format, k."labelSize" AS size, k.dpi::integer AS "labelDpi", printing.fault(p, k."labelFormat", k."labelSize", k.dpi::integer) AS fault,
    p.name AS printer, p.language, p."labelSize" AS stock, p.dpi::integer AS dpi, p.rotation, p."offsetX"::float8 AS "offsetX",
    p."offsetY"::float8 AS "offsetY", p."mediaGap"
  FROM print_job j JOIN printing.lease l ON l.tenant_id = j.tenant_id AND l.job = j.id AND l.token = $4 AND l.until > now()
  JOIN printer p ON p.tenant_id = j.tenant_id AND p.id = j.printer
  LEFT JOIN package k ON k.tenant_id = j.tenant_id AND k.id = j.package
 WHERE j.tenant_id = $1 AND j.printer = $2 AND j.id = $3 AND j.status = 'taken'`;

/** Marks a label as possibly on paper and renews the lease. $1 tenant, $2 job, $3 lease, $4 seconds. */
export const handSql = `UPDATE printing.lease SET handed = true, until = now() + make_interval(secs => $4)
  WHERE tenant_id = $1 AND job = $2 AND token = $3 AND until > now() RETURNING job`;

/**
 * Stores a job's result from the holder of its last lease; also after the lease expired, unless a person has decided.
 * $1 tenant, $2 printer, $3 job, $4 lease, $5 state, $6 code or null, $7 text or null.
 */
export const doneSql = `WITH moved AS (
    UPDATE print_job j SET status = $5, "spooledAt" = CASE WHEN $5 = 'spooled' THEN now() END, "errorCode" = $6, "errorText" = left($7, 300),
           version = j.version + 1, "updatedAt" = now()
      FROM printing.lease l
     WHERE l.tenant_id = j.tenant_id AND l.job = j.id AND l.token = $4 AND j.tenant_id = $1 AND j.printer = $2 AND j.id = $3
       AND j.status IN ('taken', 'uncertain') RETURNING j.tenant_id, j.id),
  ended AS (UPDATE printing.lease l SET until = now() FROM moved m WHERE l.tenant_id = m.tenant_id AND l.job = m.id),
  noted AS (${told('moved')})
  SELECT id::text FROM moved`;

/** The device of a token. */
export const deviceSql = `SELECT d.tenant_id::text AS tenant, d.printer::text, p.name, p.scale, d.seen_at < now() - interval '10 seconds' OR NOT coalesce(p.online, false) AS stale
  FROM printing.device d JOIN printer p ON p.tenant_id = d.tenant_id AND p.id = d.printer AND p.status = 'paired' WHERE d.token_hash = sha256(convert_to($1, 'UTF8'))`;

/** $1 tenant, $2 printer, $3 version, $4 whether it is too old. */
export const seenSql = `WITH seen AS (UPDATE printing.device SET seen_at = now() WHERE tenant_id = $1 AND printer = $2),
  moved AS (UPDATE printer SET online = true, "lastSeenAt" = now(), "agentVersion" = left($3, 20), "agentOld" = $4
             WHERE tenant_id = $1 AND id = $2 RETURNING tenant_id, id)
  INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT tenant_id, 'record', 'printer', id, 'edit' FROM moved`;

/** Redeems a pairing code for its printer. $1 code, $2 token, $3 version, $4 computer, $5 whether it is too old. */
export const pairSql = `WITH found AS MATERIALIZED (
    SELECT p.tenant_id, p.id FROM printer p WHERE p."pairingCode" = $1 AND p."pairingUntil" > now() AND p.status <> 'disabled' FOR UPDATE),
  moved AS (
    UPDATE printer p SET status = 'paired', "pairingCode" = NULL, "pairingUntil" = NULL, online = true, "lastSeenAt" = now(), "agentVersion" = left($3, 20),
           "agentHost" = left($4, 60), "agentOld" = $5, version = p.version + 1, "updatedAt" = now()
      FROM found f WHERE p.tenant_id = f.tenant_id AND p.id = f.id RETURNING p.tenant_id, p.id, p.name),
  device AS (
    INSERT INTO printing.device (tenant_id, printer, token_hash) SELECT tenant_id, id, sha256(convert_to($2, 'UTF8')) FROM moved
    ON CONFLICT (tenant_id, printer) DO UPDATE SET token_hash = EXCLUDED.token_hash, paired_at = now(), seen_at = now()),
  told AS (INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT tenant_id, 'record', 'printer', id, 'edit' FROM moved)
  SELECT id::text, name FROM moved`;

/** Printers whose agents have been silent for a minute. */
export const offlineSql = `WITH gone AS (
    UPDATE printer SET online = false WHERE online AND "lastSeenAt" < now() - interval '60 seconds' RETURNING tenant_id, id),
  told AS (INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT tenant_id, 'record', 'printer', id, 'edit' FROM gone)
  SELECT count(*)::integer AS many FROM gone`;
