/** What the scale of a printer says. $1 tenant, $2 printer, $3 connected, $4 weight or null, $5 unit or null, $6 stable. */
export const weighSql = `INSERT INTO printing.scale (tenant_id, printer, connected, weight, unit, stable) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (tenant_id, printer) DO UPDATE SET connected = EXCLUDED.connected, weight = EXCLUDED.weight, unit = EXCLUDED.unit,
    stable = EXCLUDED.stable, at = now(), seq = printing.scale.seq + 1`;
