import { useSyncExternalStore } from 'react';
import { isText, storeLocally, readStored } from './local-storage.ts';

/** The server's edits of the built-in texts (`GET /api/texts`). */
export interface Edits {
  /** The culture that was meant; the default where the one asked for is not offered. */
  culture: string;
  cultures: readonly OfferedCulture[];
  /** By file and key, every text that differs from the built-in one. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface OfferedCulture {
  code: string;
  name: string;
}

const key = (culture: string) => `TEXTS_${culture}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOfferedList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => isObject(one) && isText(one['code']) && isText(one['name']));
const isEdits = (value: unknown): boolean =>
  isObject(value) &&
  isOfferedList(value['cultures']) &&
  isObject(value['texts']) &&
  Object.values(value['texts']).every((words) => isObject(words) && Object.values(words).every(isText));

let offered = readStored<readonly OfferedCulture[]>('CULTURES', isOfferedList);
const listeners = new Set<() => void>();

/** Edited texts of the last visit; null before the first. */
export const storedEdits = (culture: string): Edits | null => readStored<Edits>(key(culture), isEdits);

export const editsOf = (culture: string): Edits['texts'] => storedEdits(culture)?.texts ?? {};

export const isOffered = ({ cultures }: Edits, culture: string): boolean =>
  cultures.some(({ code }) => code === culture);

/** Loads edited texts; null if the server does not answer. Uses plain fetch, because it works without a session. */
export async function fetchEdits(culture: string): Promise<Edits | null> {
  try {
    const response = await fetch(`/api/texts?culture=${encodeURIComponent(culture)}`);
    const { success, data } = (await response.json()) as { success: boolean; data: Edits };
    if (!success) return null;
    if (data.culture === culture) storeLocally(key(culture), { culture, cultures: data.cultures, texts: data.texts });
    if (JSON.stringify(data.cultures) !== JSON.stringify(offered)) {
      offered = data.cultures;
      storeLocally('CULTURES', offered);
      for (const notify of listeners) notify();
    }
    return data;
  } catch {
    return null;
  }
}

/** The languages that the server offers; null until loaded. */
export function useOfferedCultures(): readonly OfferedCulture[] | null {
  return useSyncExternalStore(listen, () => offered);
}

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
