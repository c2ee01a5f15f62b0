import { newKey } from '../../engine/kit/index.ts';

/** Rows of a sheet that wait until their entity is published: too many for the browser's small store. */
export interface WaitingRows {
  readonly entity: string;
  /** What the person gave: the name of a file, or nothing for a pasted table. */
  readonly source: string;
  /** Fields, as they were named when the sheet was read. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Why each of the rows was refused the last time; empty before the first. */
  readonly reasons: readonly string[];
  /** Under which the rows are sent, so that no row is added twice. */
  readonly key: string;
}

export const waitingRows = (rows: Omit<WaitingRows, 'key'>): WaitingRows => ({ ...rows, key: newKey() });

const store = 'rows';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('lading-sheets', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
  });
}

async function inStore<T>(mode: IDBTransactionMode, work: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('indexedDB')));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('indexedDB')));
    });
  } finally {
    database.close();
  }
}

const keyOf = (person: string, entity: string): string => `${person} ${entity}`;

/** The rows that this person gave for an entity in this browser; null where there are none. */
export async function readWaitingRows(person: string, entity: string): Promise<WaitingRows | null> {
  // A browser that stores nothing has nothing waiting.
  const found: unknown = await inStore('readonly', (objects) => objects.get(keyOf(person, entity))).catch(() => null);
  return isWaiting(found) ? found : null;
}

export const saveWaitingRows = (person: string, rows: WaitingRows): Promise<unknown> =>
  inStore('readwrite', (objects) => objects.put(rows, keyOf(person, rows.entity)));

export const dropWaitingRows = (person: string, entity: string): Promise<unknown> =>
  inStore('readwrite', (objects) => objects.delete(keyOf(person, entity)));

const isWaiting = (value: unknown): value is WaitingRows =>
  typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows) && 'heads' in value;
