import { join } from 'node:path';
import { readJson } from '../catalog.ts';
import type { Config } from '../config.ts';
import { startStandIns, type StandIns } from '../domain/stand-ins.ts';
import type { PriceFacts } from '../domain/demo/price-facts.ts';
import type { Network } from '../domain/demo/words.ts';

/** Servers on this machine in place of those elsewhere that the demo would ask, where no setting names any. */
export const startDemoStandIns = (
  root: string,
  { apiBases, dataDir }: Pick<Config, 'apiBases' | 'dataDir'>,
): Promise<StandIns | null> =>
  startStandIns({
    bases: apiBases,
    keep: join(dataDir, 'simulator.jsonl'),
    prices: readJson(join(root, 'server/demo/prices.json')) as PriceFacts,
    network: readJson(join(root, 'server/demo/network.json')) as Network,
  });
