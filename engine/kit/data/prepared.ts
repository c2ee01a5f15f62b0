import type { DataClient } from './data-client.ts';

/** As long as what was asked for ahead is worth anything (`wire.ts`). */
const freshMilliseconds = 15_000;

const answers = new WeakMap<DataClient, Map<string, { value: unknown; at: number }>>();
const coming = new WeakMap<DataClient, Map<string, Promise<unknown>>>();

/**
 * Holds a prefetched answer until its screen asks for it, so that the screen renders without a request. It is used
 * once; later callers request again.
 */
export async function prepare<T>(client: DataClient, key: string, asked: Promise<T>): Promise<void> {
  const under = coming.get(client) ?? new Map<string, Promise<unknown>>();
  coming.set(client, under.set(key, asked));
  try {
    const value = await asked;
    const known = answers.get(client) ?? new Map<string, { value: unknown; at: number }>();
    answers.set(client, known.set(key, { value, at: Date.now() }));
  } finally {
    under.delete(key);
  }
}

/** The answer, undefined where there is none; it stays until it is taken. */
export function prepared<T>(client: DataClient, key: string): T | undefined {
  const held = answers.get(client)?.get(key);
  return held && Date.now() - held.at < freshMilliseconds ? (held.value as T) : undefined;
}

/** Whether there is one; from now on there is none. */
export function takePrepared(client: DataClient, key: string): boolean {
  const isThere = prepared(client, key) !== undefined;
  answers.get(client)?.delete(key);
  return isThere;
}

/** The answer that is on its way already, which is taken with it; a new one where none is, or where it fails. */
export function requestOnce<T>(client: DataClient, key: string, ask: () => Promise<T>): Promise<T> {
  const early = coming.get(client)?.get(key) as Promise<T> | undefined;
  if (!early) return ask();
  return early.then((value) => {
    takePrepared(client, key);
    return value;
  }, ask);
}
