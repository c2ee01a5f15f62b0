import { describe, expect, it } from 'vitest';
import { reach } from '../../../server/scripts/database/reach.ts';

const [pool, server] = ['postgres://lading@pool:6432/lading', 'postgres://lading@server:5432/lading'];

describe('the database of a command', () => {
  it('is reached past a pool of transactions, which would lend the locks of its session to others', async () => {
    const at = async (directUrl: string | null) =>
      (await reach({ databaseUrl: pool, directUrl, dataDir: '/nowhere' })).url;
    expect([await at(server), await at(null)]).toEqual([server, pool]);
  });
});
