/** What this browser stores by the key, in an object store that holds more than its small one. Every call rejects where it stores nothing. */
export interface BrowserStore {
  get(key: string): Promise<unknown>;
  all(): Promise<unknown[]>;
  put(key: string, value: unknown): Promise<unknown>;
  drop(key: string): Promise<unknown>;
}

export function openBrowserStore(name: string): BrowserStore {
  const objects = 'rows';
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(objects));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error(name)));
    });
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(objects, mode);
        const request = work(transaction.objectStore(objects));
        const fail = () => reject(transaction.error ?? new Error(name));
        transaction.addEventListener('complete', () => resolve(request.result));
        transaction.addEventListener('error', fail);
        transaction.addEventListener('abort', fail);
      });
    } finally {
      database.close();
    }
  };
  return {
    get: (key) => run<unknown>('readonly', (store) => store.get(key)),
    all: () => run<unknown[]>('readonly', (store) => store.getAll()),
    put: (key, value) => run('readwrite', (store) => store.put(value, key)),
    drop: (key) => run('readwrite', (store) => store.delete(key)),
  };
}
