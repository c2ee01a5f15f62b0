import type pg from 'pg';
import type { LoadedTenant } from './tenants.ts';

/** The share of all orders that the first tenant has; the rest is spread over the others. */
const bigShare = 0.62;

/**
 * Multiplies each tenant's order by SQL: every column as the product wrote it, and what differs between orders (number,
 * customer, state and its moments, address) laid over it. The columns are read from the table, so that the rows always
 * fit the schema of today.
 */
export async function loadOrders(
  client: pg.Client,
  tenants: readonly LoadedTenant[],
  rows: number,
  more: { readonly order?: Record<string, string>; readonly box?: Record<string, string> } = {},
): Promise<void> {
  const indexes = await dropIndexes(client, 'order');
  const big = tenants.length === 1 ? rows : Math.round(rows * bigShare);
  const each = Math.floor((rows - big) / Math.max(1, tenants.length - 1));
  await client.query(`SET session_replication_role = replica`);
  const columns = await columnsOf(client, 'order');
  const boxes = await columnsOf(client, 'order__boxes');
  for (const [at, tenant] of tenants.entries()) {
    const count = at === 0 ? big : each;
    await client.query(cloneSql('order', columns, { ...varied, ...more.order }), [
      tenant.id,
      tenant.template,
      count,
      tenant.customers,
    ]);
    await client.query(cloneBoxesSql(boxes, more.box), [tenant.id, tenant.template]);
  }
  for (const definition of indexes) await client.query(definition);
  await client.query(
    `INSERT INTO lading.counter (tenant_id, key, next)
       SELECT t.tenant_id, t.key, $1 FROM lading.counter t WHERE t.key LIKE 'order.%'
       ON CONFLICT (tenant_id, key) DO UPDATE SET next = EXCLUDED.next`,
    [rows + 1000],
  );
  await client.query(`SET session_replication_role = origin`);
  for (const table of ['"order"', 'order__boxes', 'customer', 'account']) await client.query(`VACUUM ANALYZE ${table}`);
}

/** What differs from order to order. `g` counts the orders of a tenant; `k` is a number below a thousand that
 * looks drawn by chance. */
const varied: Record<string, string> = {
  id: `((extract(epoch FROM s.at) * 1000)::bigint - 1767225600000) << 22 | (g & 1048575)`,
  orderNo: `'SO-2611-' || lpad(g::text, 7, '0')`,
  refNo: `'PO-' || ((g * 7919) % 10000019)`,
  customer: `($4::bigint[])[1 + (hashint8(g * 31) & 2147483647) % cardinality($4::bigint[])]`,
  status: 's.status',
  createdAt: 's.at',
  updatedAt: 's.at',
  submittedAt: `CASE WHEN s.status <> 'draft' THEN s.at END`,
  shipDate: `CASE WHEN s.status <> 'draft' THEN s.at::date END`,
  orderedAt: `CASE WHEN s.status NOT IN ('draft', 'placing') THEN s.at END`,
  shippedAt: `CASE WHEN s.status = 'shipped' THEN s.at END`,
  leadTracking: `CASE WHEN s.status NOT IN ('draft', 'placing') THEN '1Z' || lpad((g * 104729 % 10000000000000000)::text, 16, '0') END`,
  shipToName: `(ARRAY['Hugo Lindqvist', 'Tess Aguilar', 'Grace Holloway', 'Miguel Santos', 'Ada Byron'])[1 + g % 5] || ' ' || (g % 9973)`,
  shipToState: `(ARRAY['MA', 'CA', 'TX', 'NY', 'FL', 'WA', 'IL', 'GA'])[1 + (g / 7) % 8]`,
  shipToPostalCode: `lpad((1000 + (g * 13) % 98000)::text, 5, '0')`,
};

const statusOf = `CASE WHEN k < 820 THEN 'shipped' WHEN k < 940 THEN 'ordered' WHEN k < 950 THEN 'refunding'
  WHEN k < 990 THEN 'draft' ELSE 'placing' END`;

function cloneSql(table: string, columns: readonly string[], over: Record<string, string>): string {
  const values = columns.map((name) => over[name] ?? `t."${name}"`);
  return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${values.join(', ')} FROM "${table}" t,
      LATERAL (SELECT g::bigint, (hashint8(g) & 2147483647) % 1000 AS k FROM generate_series(1, $3::bigint) g) d,
      LATERAL (SELECT ${statusOf} AS status,
        date_trunc('milliseconds', timestamptz '2026-11-01' - interval '290 days' * (g::float8 / $3::bigint)) AS at) s
     WHERE t.tenant_id = $1 AND t.id = $2`;
}

/** One box for every order, like the first one's. */
function cloneBoxesSql(columns: readonly string[], more: Record<string, string> = {}): string {
  const over: Record<string, string> = { parent_id: 'o.id', id: 'o.id', owner_id: 'o.customer', ...more };
  return `INSERT INTO order__boxes (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${columns.map((name) => over[name] ?? `b."${name}"`).join(', ')}
      FROM order__boxes b JOIN "order" o ON o.tenant_id = b.tenant_id AND o.id <> b.parent_id
     WHERE b.tenant_id = $1 AND b.parent_id = $2`;
}

/** The columns of a table that a row may be given, in their order. */
export async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = quote_ident($1)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Drops the plain indexes of a table and answers how to make them again: once, over all rows, is quicker. */
export async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
      WHERE i.indrelid = quote_ident($1)::regclass AND NOT i.indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
