import { amazon } from './amazon/amazon.ts';
import { fileStore } from './file/file.ts';
import { shopify } from './shopify/shopify.ts';
import { failed, type Platform, type StoreApi, type StoreBases } from './store.ts';
import { createStoreClient, type StoreSettings } from './wire/client.ts';

/** The platforms, one line each. */
const makers: readonly ((on: StoreSettings) => StoreApi)[] = [amazon, shopify, fileStore];

export interface Stores {
  of(platform: Platform): StoreApi;
  now(): Date;
}

const notOffered = failed('unavailable', 'stores.notOffered', 'Shops are not asked by this process.');
/** The API of every platform if stores are disabled. */
const silent: StoreApi = {
  codes: [],
  check: () => Promise.resolve(notOffered),
  pull: () => Promise.resolve(notOffered),
  one: () => Promise.resolve(notOffered),
  confirm: () => Promise.resolve(notOffered),
  consentPage: () => null,
};

/** Selects the API of a shop. One per node, because it caches tokens, limits and pauses. */
export function createStores({
  bases,
  now = () => new Date(),
}: {
  bases: StoreBases | null;
  now?: () => Date;
}): Stores {
  if (!bases) return { now, of: () => silent };
  const on = { client: createStoreClient(now), bases, now };
  const apis = new Map(makers.map((make) => make(on)).flatMap((api) => api.codes.map((code) => [code, api] as const)));
  return {
    now,
    of(platform) {
      const found = apis.get(platform);
      if (!found) throw new Error(`no platform ${platform}`);
      return found;
    },
  };
}
