import type { Marks } from './marks.ts';
import type { Row } from './sheet.ts';

/** A sheet as this browser keeps it. */
export interface KeptSheet {
  readonly id: string;
  /** Tenant and person, so that another person's sheet is never opened. */
  readonly owner: string;
  /** Milliseconds of the last change. */
  readonly at: number;
  readonly customer: { readonly id: string; readonly name: string } | null;
  readonly columns: readonly string[];
  readonly defaults: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  readonly marks: Marks;
}

const database = 'lading-sheets';
const store = 'sheets';
const keptDays = 30;
const lastWords = 'lading.sheet:';

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

let opened: Promise<IDBDatabase> | null = null;

async function ask<T>(mode: IDBTransactionMode, work: (sheets: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  opened ??= open();
  const held = await opened.catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return new Promise((done, failed) => {
    const transaction = held.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => failed(transaction.error);
    transaction.onerror = () => failed(transaction.error);
  });
}

/** Keeps a sheet. False where this browser has no room or keeps nothing. */
export async function keepSheet(sheet: KeptSheet): Promise<boolean> {
  try {
    await ask('readwrite', (sheets) => sheets.put(sheet));
    // What was written in the meantime is newer, and stands until it is kept itself.
    if ((readLast(lastWords + sheet.id)?.at ?? 0) <= sheet.at) localStorage.removeItem(lastWords + sheet.id);
    return true;
  } catch {
    return false;
  }
}

/** The same when the page is about to go, and nothing can be waited for. */
export function keepAtOnce(sheet: KeptSheet): void {
  try {
    localStorage.setItem(lastWords + sheet.id, JSON.stringify(sheet));
  } catch {
    // What was kept a moment ago stands.
  }
}

export async function dropSheet(id: string): Promise<void> {
  try {
    localStorage.removeItem(lastWords + id);
    await ask('readwrite', (sheets) => sheets.delete(id));
  } catch {
    // Nothing was kept.
  }
}

/** Every sheet of this person, the newest first; what is older than a month goes. */
export async function readSheets(owner: string): Promise<KeptSheet[]> {
  try {
    const all = ((await ask('readonly', (sheets) => sheets.getAll())) as KeptSheet[]).filter(isSheet);
    const old = all.filter(({ at }) => Date.now() - at > keptDays * 86_400_000);
    for (const { id } of old) void dropSheet(id);
    const byId = new Map(all.filter((each) => !old.includes(each)).map((each) => [each.id, each]));
    for (const later of lastOnes()) {
      const held = byId.get(later.id);
      if (!held || later.at > held.at) byId.set(later.id, later);
    }
    return [...byId.values()].filter((each) => each.owner === owner).toSorted((one, other) => other.at - one.at);
  } catch {
    return lastOnes().filter((each) => each.owner === owner);
  }
}

function lastOnes(): KeptSheet[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(lastWords))
      .map(readLast)
      .filter((sheet) => sheet !== null);
  } catch {
    return [];
  }
}

function readLast(key: string): KeptSheet | null {
  const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  return isSheet(found) ? found : null;
}

const isSheet = (found: unknown): found is KeptSheet =>
  typeof found === 'object' && found !== null && 'rows' in found && Array.isArray(found.rows) && 'owner' in found;

const tabsOwn = 'lading.sheet';

/** The sheet that this tab had before it was reloaded. */
export function sheetOfTab(): string | null {
  try {
    return sessionStorage.getItem(tabsOwn);
  } catch {
    return null;
  }
}

/** Milliseconds for a page that was reloaded to let go of its sheet. */
const patience = 3_000;

/**
 * Holds a sheet for this tab until it goes: another tab that opens the page takes another sheet. Null where a tab holds
 * it already; the tab's own sheet is waited for, because the page before a reload may not have let go of it yet. A browser
 * without locks holds everything.
 */
export async function holdSheet(id: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return () => undefined;
  const until = later();
  const held = later<boolean>();
  const patient = id === sheetOfTab() ? AbortSignal.timeout(patience) : null;
  const options = patient ? { signal: patient } : { ifAvailable: true };
  const asked = navigator.locks.request(`lading.sheet:${id}`, options, (lock) => {
    held.resolve(lock !== null);
    return lock ? until.promise : undefined;
  });
  asked.then(
    () => held.resolve(false),
    // Out of patience, or a browser that grants no locks at all.
    () => held.resolve(patient?.aborted !== true),
  );
  if (!(await held.promise)) return null;
  try {
    sessionStorage.setItem(tabsOwn, id);
  } catch {
    // The tab finds its sheet as any other would.
  }
  return () => until.resolve();
}

function later<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
