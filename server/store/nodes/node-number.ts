import type pg from 'pg';
import { checkOfLocks, standingConnection } from '../standing-connection.ts';

/** Lock class of node numbers; the object is the number. */
export const nodeLockClass = 7_221_005;
/** Numbers 0 to 1022; the database itself uses the last one. */
const numbers = 1023;
/** Milliseconds before a lost connection is reopened. */
const again = 500;

/** The numbers of all nodes that are connected. */
export const livingNodesSql = `SELECT objid::integer AS number FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = ${nodeLockClass}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export interface NodeNumber {
  current(): number;
  release(): Promise<void>;
}

/**
 * Leases a number that no other living node has: a lock on a connection of its own. A node that dies gives it back with
 * its connection; one that only lost its connection takes the same number again, or another one if it is taken.
 */
export async function leaseNodeNumber(connectionString: string): Promise<NodeNumber> {
  let held = -1;

  const lock = async (open: pg.Client, number: number): Promise<boolean> => {
    const { rows } = await open.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [
      nodeLockClass,
      number,
    ]);
    return rows[0]?.got === true;
  };
  const take = async (open: pg.Client): Promise<number> => {
    if (held >= 0 && (await lock(open, held))) return held;
    for (let tries = 0; tries < numbers; tries += 1) {
      const { rows } = await open.query<{ next: string }>(`SELECT nextval('lading.node') AS next`);
      const number = Number(rows[0]?.next) % numbers;
      if (await lock(open, number)) return number;
    }
    throw new Error('every node number is taken');
  };
  const connection = standingConnection(connectionString, {
    pause: { first: again, max: again },
    check: checkOfLocks,
    async prepare(client) {
      held = await take(client);
    },
  });
  const failure = await connection.firstAttempt;
  if (failure) {
    await connection.close();
    throw failure;
  }
  return { current: () => held, release: connection.close };
}
