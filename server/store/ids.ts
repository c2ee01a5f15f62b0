/** Milliseconds are counted from 2026-01-01 UTC. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * Creates unique, time-ordered ids: milliseconds, a node number (10 bits, leased from the database) and a
 * counter (12 bits). Decimal text, because a double cannot hold them.
 */
export function createIds(node: () => number, clock: () => number = Date.now): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const now = Math.max(clock() - epoch, last);
    count = now === last ? count + 1 : 0;
    last = count > 0xfff ? now + 1 : now;
    count &= 0xfff;
    return String((BigInt(last) << 22n) | (BigInt(node() & 0x3ff) << 12n) | BigInt(count));
  };
}

/**
 * SQL for an id of this moment, for statements that write many rows; `count` separates ids of one millisecond. It uses
 * the last node number, which no node gets before a thousand have been assigned.
 */
export const idNowSql = (count: number): string =>
  `(((floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${epoch}) << 22) | ${(0x3ff << 12) | (count & 0xfff)})`;
