import { join } from 'node:path';
import { readJson } from '../catalog.ts';
import type { Config } from '../config.ts';
import { startStandIns, type StandIns } from '../domain/stand-ins.ts';
import type { PriceFacts } from '../domain/demo/price-facts.ts';
import type { Network } from '../domain/demo/words.ts';

/**
 * Starts local simulators of the external services that the demo uses and no setting overrides. None with a
 * `DATABASE_URL`, where purchases are real.
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
