import { done, failed, type StoreApi } from '../store.ts';

const none = failed('unsupported', 'stores.fileOnly', 'Orders of this shop come by file.');

/** Shops without an API: orders arrive by file (`reader.ts`), and people report tracking numbers. */
export const fileStore = (): StoreApi => ({
  codes: ['ebay', 'walmart', 'other'],
  check: () => Promise.resolve(done([])),
  pull: () => Promise.resolve(done({ orders: [], next: null })),
  one: () => Promise.resolve(none),
  confirm: () => Promise.resolve(none),
  consentPage: () => null,
});
