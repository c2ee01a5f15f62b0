import type { ServerModule } from '../../modules/module.ts';
import { storeSockets } from './calls.ts';
import { shopifyEndpoint } from './hooks.ts';
import { storeReader } from './file/reader.ts';
import { storeStatements } from './sql.ts';
import { storeTasks } from './tasks.ts';
import type { Stores } from './stores.ts';

const tokenHost = 'https://api.amazon.com/auth/o2/token';

/** Shops: pull orders, create drafts, push tracking numbers. */
export const stores = (on: { stores: Stores; tokenUrl: string | null }): ServerModule => ({
  handlers: storeSockets(on.stores, on.tokenUrl ?? tokenHost),
  webhooks: [shopifyEndpoint],
  schedules: storeTasks(on.stores),
  readers: [storeReader],
  // Personal data of buyers, whom the marketplaces protect so.
  restricted: ['store-order'],
  ddl: storeStatements,
});
