import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { asOwner } from './cluster.ts';

/**
 * The same orders in one plain table of the floor's own database: sub-tables as a JSON column, titles in one table.
 */
export async function loadFloor(product: string, floor: string): Promise<void> {
  await asOwner(product, async (source) => {
    const { rows } = await source.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
        WHERE attrelid = '"order"'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    );
    await asOwner(floor, async (target) => {
      await target.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
      const columns = rows.map(({ name, type }) => `"${name}" ${type.startsWith('character') ? 'text' : type}`);
      await target.query(`CREATE TABLE floor_orders (${[...columns, 'boxes jsonb', 'items jsonb'].join(', ')})`);
      const fields = rows.map(({ name }) => `o."${name}"`).join(', ');
      const boxes = `(SELECT json_agg(json_build_object('id', b.id::text, 'weight', b.weight, 'length', b.length,
        'width', b.width, 'height', b.height, 'quantity', b.quantity)) FROM order__boxes b
        WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id)`;
      const rowsOut = source.query(copyTo(`COPY (SELECT ${fields}, ${boxes}, '[]'::json FROM "order" o) TO STDOUT`));
      await pipeline(rowsOut, target.query(copyFrom('COPY floor_orders FROM STDIN')));
      await target.query(
        `CREATE TABLE floor_titles (tenant_id bigint, id bigint, title text, PRIMARY KEY (tenant_id, id))`,
      );
      const titles = ['customer', 'channel', 'channel_service', 'channel_ship_from', 'account'].map(
        (table) => `SELECT tenant_id, id, ${table === 'channel_ship_from' ? '"shortName"' : 'name'} FROM ${table}`,
      );
      const titlesOut = source.query(copyTo(`COPY (${titles.join(' UNION ALL ')}) TO STDOUT`));
      await pipeline(titlesOut, target.query(copyFrom('COPY floor_titles FROM STDIN')));
      for (const statement of finish) await target.query(statement);
    });
  });
}

const finish = [
  `ALTER TABLE floor_orders ADD COLUMN search text GENERATED ALWAYS AS
     (lower(coalesce("orderNo", '') || E'\\n' || coalesce("refNo", '') || E'\\n' || coalesce("ecommerceOrderNo", '')
       || E'\\n' || coalesce("leadTracking", '') || E'\\n' || coalesce("shipToName", ''))) STORED`,
  `ALTER TABLE floor_orders ADD PRIMARY KEY (tenant_id, id)`,
  `ALTER TABLE floor_orders ALTER "createdAt" SET DEFAULT now(), ALTER "updatedAt" SET DEFAULT now(), ALTER version SET DEFAULT 1`,
];

/** The filters that the list offers on the product's wire; the floor offers the same, each as quick. */
export const filters = ['status', 'customer', 'channel', 'source', 'shipToState', 'shipToPostalCode', 'shipDate'];

/** Brings the floor's indexes up to what its own statements want. */
export async function indexFloor(floor: string): Promise<void> {
  const sorted = '"createdAt", id';
  await asOwner(floor, async (client) => {
    for (const lead of filters) {
      await client.query(
        `CREATE INDEX IF NOT EXISTS "floor_${lead}" ON floor_orders (tenant_id, "${lead}", ${sorted})`,
      );
    }
    await client.query(`CREATE INDEX IF NOT EXISTS floor_newest ON floor_orders (tenant_id, ${sorted})`);
    await client.query(`CREATE INDEX IF NOT EXISTS floor_search ON floor_orders USING gin (search gin_trgm_ops)`);
    await client.query('VACUUM ANALYZE floor_orders');
    await client.query('VACUUM ANALYZE floor_titles');
  });
}
