import type pg from 'pg';

/** By which messages about the bench's packages are accepted. */
export const pushSecret = 'a secret that is long enough';
export const accountSecrets = { clientId: 'bench-client', clientSecret: 'bench-secret', pushSecret };

export const benchNumber = (at: number): string => `1ZBENCH${String(at).padStart(11, '0')}`;

/** A message of UPS Track Alert about one of so many packages; each has an event and a place of its own. */
export function upsPush(at: number, packages: number): object {
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(Math.floor(at / 3_600) % 24)}${two(Math.floor(at / 60) % 60)}${two(at % 60)}`;
  return {
    trackingNumber: benchNumber(at % packages),
    ...{ localActivityDate: '20260304', localActivityTime: time, gmtActivityDate: '20260304', gmtActivityTime: time },
    activityLocation: { city: `TOWN ${at}`, stateProvince: 'KY', country: 'US' },
    activityStatus: { type: 'I', code: 'AR', descriptionCode: '005', description: 'Arrived at Facility' },
  };
}

/** An account of UPS of a tenant, whose secrets are set over HTTP. */
export async function addAccount(client: pg.Client, host: string): Promise<{ id: string; version: number }> {
  const { rows } = await client.query<{ id: string; version: number }>(
    `INSERT INTO express_account (tenant_id, id, carrier, "carrierCode", name, number, currency, environment, status)
       SELECT c.tenant_id, lading.new_id(), c.id, 'UPS', 'Bench', 'A1B234', 'USD', 'production', 'enabled'
         FROM carrier c JOIN tenant t ON t.id = c.tenant_id WHERE t.host = $1 AND c.code = 'UPS'
     RETURNING id::text AS id, version`,
    [host],
  );
  if (!rows[0]) throw new Error('the bench tenant has no carrier UPS');
  return rows[0];
}

/** Packages of the orders of a tenant that have no shipment, in turn, with a shipment of each, on the bench's account. */
export async function addPackages(client: pg.Client, many: number, host: string): Promise<void> {
  await client.query(`SET session_replication_role = replica`);
  await client.query(
    `INSERT INTO shipment (tenant_id, id, "leadTracking", "order", customer, "carrierCode", account, "packageCount", "shipDate", key, status)
       SELECT o.tenant_id, o.id, '1ZBENCH-' || o.id, o.id, o.customer, 'UPS', a.id, 1, '2026-03-02', 'bench-' || o.id, 'active'
         FROM "order" o JOIN tenant t ON t.id = o.tenant_id JOIN express_account a ON a.tenant_id = o.tenant_id AND a.name = 'Bench'
        WHERE t.host = $1 AND NOT EXISTS (SELECT FROM shipment s WHERE s.tenant_id = o.tenant_id AND s."order" = o.id)`,
    [host],
  );
  await client.query(
    `WITH o AS (SELECT row_number() OVER (ORDER BY x.id) - 1 AS at, x.* FROM "order" x JOIN tenant t ON t.id = x.tenant_id
                 WHERE t.host = $2 AND EXISTS (SELECT FROM shipment s WHERE s.tenant_id = x.tenant_id AND s.id = x.id)),
          many AS (SELECT count(*) AS count FROM o)
     INSERT INTO package (tenant_id, id, "trackingNo", "order", customer, shipment, seq, "carrierCode", account, "shipDate", status, "trackingStatus", logistics)
       SELECT o.tenant_id, lading.new_id(), '1ZBENCH' || lpad(g::text, 11, '0'), o.id, o.customer, o.id, 1 + g / many.count, 'UPS',
              (SELECT a.id FROM express_account a WHERE a.tenant_id = o.tenant_id AND a.name = 'Bench'), '2026-03-02', 'labelled', 'pending', 'notIssued'
         FROM generate_series(0, $1::integer - 1) g, many JOIN o ON true WHERE o.at = g % many.count`,
    [many, host],
  );
  await client.query(`SET session_replication_role = origin`);
}

/** Messages that no worker has read yet. */
export const waitingPushes = (client: pg.Client): Promise<number> =>
  count(client, `SELECT count(*) FROM tracking.pushed WHERE taken_at IS NULL`);

/** Events that messages have left: how many different ones, and how many of them are there again. */
export async function pushedEvents(client: pg.Client): Promise<{ different: number; again: number }> {
  const different = await count(client, `SELECT count(DISTINCT city) FROM track_event WHERE city LIKE 'TOWN %'`);
  const all = await count(client, `SELECT count(*) FROM track_event WHERE city LIKE 'TOWN %'`);
  return { different, again: all - different };
}

const count = async (client: pg.Client, text: string): Promise<number> =>
  Number((await client.query<{ count: string }>(text)).rows[0]?.count ?? 0);
