import type { Pool } from 'pg';

/** Block size. Unused numbers of a stopped node are skipped: numbers are unique and rising, with gaps. */
const block = 20;

/**
 * The next number of a tenant's named sequence. Each node reserves blocks in separate statements, so that writes never
 * wait for each other's numbers.
 */
export function createCounters(pool: Pool): (tenant: string, key: string, expected?: number) => Promise<number> {
  const blocks = new Map<string, { next: number; end: number }>();
  const taking = new Map<string, Promise<void>>();

  const take = async (id: string, tenant: string, key: string, count: number) => {
    const { rows } = await pool.query<{ next: string }>(
      `INSERT INTO lading.counter (tenant_id, key, next) VALUES ($1, $2, $3 + 1)
         ON CONFLICT (tenant_id, key) DO UPDATE SET next = lading.counter.next + $3 RETURNING next`,
      [tenant, key, count],
    );
    const end = Number(rows[0]?.next);
    blocks.set(id, { next: end - count, end });
  };

  return async (tenant, key, expected = 1) => {
    const id = `${tenant} ${key}`;
    for (;;) {
      const held = blocks.get(id);
      if (held && held.next < held.end) return held.next++;
      const busy = taking.get(id) ?? take(id, tenant, key, Math.max(block, expected)).finally(() => taking.delete(id));
      taking.set(id, busy);
      await busy;
    }
  };
}
