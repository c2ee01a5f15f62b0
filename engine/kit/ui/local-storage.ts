const namespace = 'pro__';

interface StoredEntry {
  value: unknown;
  /** Milliseconds since the epoch; null: no expiry. */
  expire: number | null;
}

/** What this browser keeps under `key`; null when there is nothing, or it has expired, cannot be read, or does not fit. */
export function readStored<T>(key: string, fits: (value: unknown) => boolean = () => true): T | null {
  try {
    const entry = JSON.parse(localStorage.getItem(namespace + key) ?? 'null') as StoredEntry | null;
    if (!entry || (entry.expire !== null && entry.expire !== undefined && entry.expire < Date.now())) return null;
    return fits(entry.value) ? (entry.value as T) : null;
  } catch {
    return null;
  }
}

/** For what must be a text, and for what must be a list of them. */
export const isText = (value: unknown): boolean => typeof value === 'string';
export const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Whether something was kept under `key` and its time is over. */
export function hasExpired(key: string): boolean {
  try {
    const entry = JSON.parse(localStorage.getItem(namespace + key) ?? 'null') as StoredEntry | null;
    return typeof entry?.expire === 'number' && entry.expire < Date.now();
  } catch {
    return false;
  }
}

/** Calls back when another tab of this browser keeps or drops something under `key`. */
export function onStoredInOtherTab(key: string, changed: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === namespace + key || event.key === null) changed();
  });
}

/** Stores `value` in this browser, for `milliseconds` or without expiry. A full or blocked storage is no error. */
export function storeLocally(key: string, value: unknown, milliseconds?: number): void {
  try {
    const entry: StoredEntry = { value, expire: milliseconds === undefined ? null : Date.now() + milliseconds };
    localStorage.setItem(namespace + key, JSON.stringify(entry));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(namespace + key);
  } catch {
    // Nothing was kept.
  }
}
