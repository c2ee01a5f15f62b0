import pg from 'pg';

/** Lock held while a command checks for a platform and creates it. */
const platformLock = 7_221_007;

/**
 * Runs work while no other command creates or removes a platform here; null if one does. The lock has its own direct
 * connection, because the work uses several connections of a pool.
 */
export async function aloneWithPlatform<T>(systemUrl: string, work: () => Promise<T>): Promise<T | null> {
  const client = new pg.Client({ connectionString: systemUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [platformLock]);
    return rows[0]?.got ? await work() : null;
  } finally {
    await client.end();
  }
}
