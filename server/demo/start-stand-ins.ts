import { join } from 'node:path';
import { readJson } from '../catalog.ts';
import type { Config } from '../config.ts';
import { startStandIns, type StandIns } from '../domain/stand-ins.ts';
import type { PriceFacts } from '../domain/demo/price-facts.ts';
import type { Network } from '../domain/demo/words.ts';

/**
 * Servers on this machine in place of those elsewhere that the demo would ask, where no setting names any. None with a
 * database of one's own: what is bought there is meant.
 */
export async function startDemoStandIns(
  root: string,
  {
    apiBases,
    storeBases,
    dataDir,
    databaseUrl,
  }: Pick<Config, 'apiBases' | 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'storeBases'>>,
): Promise<StandIns | null> {
  if (databaseUrl !== null) return null;
  return startStandIns({
    bases: apiBases,
    ...(storeBases ? { storeBases } : {}),
    keep: join(dataDir, 'simulator.jsonl'),
    prices: readJson(join(root, 'server/demo/prices.json')) as PriceFacts,
    network: readJson(join(root, 'server/demo/network.json')) as Network,
  });
}
