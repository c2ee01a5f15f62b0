import type pg from 'pg';

/** Orders that are being placed. */
export async function openPlacings(client: pg.Client): Promise<number> {
  const text = `SELECT count(*)::integer AS count FROM shipping.placing WHERE state <> 'ended'`;
  return (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}

/** The leading numbers of all shipments. */
export async function keptNumbers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ lead: string }>(`SELECT "leadTracking" AS lead FROM shipment`);
  return rows.map(({ lead }) => lead);
}
