/** Milliseconds are counted from 2026-01-01 UTC. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * Makes ids that order by time and never meet: milliseconds, a node number (10 bits, drawn from the database at boot)
 * and a count (12 bits). Decimal text, because a double cannot carry them.
 */
export function createIds(node: number, clock: () => number = Date.now): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const now = Math.max(clock() - epoch, last);
    count = now === last ? count + 1 : 0;
    last = count > 0xfff ? now + 1 : now;
    count &= 0xfff;
    return String((BigInt(last) << 22n) | (BigInt(node & 0x3ff) << 12n) | BigInt(count));
  };
}

/**
 * An id of this moment in SQL, for statements that write many rows at once: `count` tells those of one moment apart. It
 * has the last node's number, behind which no node is started before there are a thousand of them.
 */
export const idNowSql = (count: number): string =>
  `(((floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${epoch}) << 22) | ${(0x3ff << 12) | (count & 0xfff)})`;
