import pg from 'pg';
import { secretKeysOf, type Config } from '../../config.ts';
import { keyCheck } from '../../secrets/secrets.ts';
import { keyInForce } from '../../store/nodes/key-roles.ts';

/** The key that seals secrets and opens the database's roles now; while the key is changed it may be the previous one. */
export async function secretInForce(databaseUrl: string, config: Config): Promise<string> {
  const keys = secretKeysOf(config);
  if (keys.length === 1) return keys[0];
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const check = await keyInForce(owner);
    return keys.find((key) => keyCheck(key) === check) ?? keys[0];
  } finally {
    await owner.end();
  }
}
