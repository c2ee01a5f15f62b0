import type { DataClient } from './data-client.ts';
import { prepared, requestOnce, takePrepared } from './prepared.ts';

/*
 * A cache for small answers (preferences, saved views) that is revalidated on every opening: a screen is drawn at once from
 * what this session last knew, and again if the server knows better.
 */

/** A value of the server as this session last knew it. */
interface Recalled {
  readonly value: unknown;
  /** Settles when what was changed here has been sent: an answer asked for earlier would be older. */
  readonly sent: Promise<unknown>;
}

/** By client, because another person has others. */
const memory = new WeakMap<DataClient, Map<string, Recalled>>();

const of = (client: DataClient): Map<string, Recalled> => {
  const known = memory.get(client) ?? new Map<string, Recalled>();
  memory.set(client, known);
  return known;
};

/** What a screen that opens again shows until the server answers; undefined where it never has. */
export const recall = <T>(client: DataClient, key: string): T | undefined =>
  of(client).get(key)?.value as T | undefined;

/** Keeps a value for the next opening. */
export const remember = (client: DataClient, key: string, value: unknown): void =>
  void of(client).set(key, { value, sent: sentAlready });

/** The same for what was changed here and is on its way to the server. */
export const rememberSending = (
  client: DataClient,
  key: string,
  { value, sent }: { value: unknown; sent: Promise<unknown> },
): void => void of(client).set(key, { value, sent });

const sentAlready = Promise.resolve();

/** What a screen can draw before any request: the answer that came ahead of it, else what is recalled. */
export function knownAtFirst<T>(client: DataClient, key: string): T | undefined {
  const early = prepared<T>(client, key);
  return early === undefined ? recall<T>(client, key) : early;
}

interface Loading<T> {
  readonly ask: () => Promise<T>;
  /** For what is known; not if the screen shows something already. */
  readonly show: (value: T) => void;
  /** For a newer answer than what was shown. */
  readonly replace: (value: T) => void;
}

/** Loads an answer for a screen that opens. Throws as `ask` does where nothing is known; else what is known stands. */
export async function loadRecalled<T>(
  client: DataClient,
  key: string,
  { ask, show, replace }: Loading<T>,
): Promise<void> {
  const early = prepared<T>(client, key);
  if (takePrepared(client, key)) return remember(client, key, early);
  const known = recall<T>(client, key);
  if (known === undefined) {
    const value = await requestOnce(client, key, ask);
    if (recall(client, key) === undefined) remember(client, key, value);
    return show(value);
  }
  show(known);
  const fresh = await askAgain(client, key, ask).catch(() => null);
  if (fresh) replace(fresh.value);
}

/**
 * Asks once what was changed here has been sent; null for the same answer. What was changed or answered meanwhile is newer
 * and stands instead.
 */
export async function askAgain<T>(
  client: DataClient,
  key: string,
  ask: () => Promise<T>,
): Promise<{ value: T } | null> {
  const before = of(client).get(key);
  await before?.sent.catch(() => undefined);
  const value = await ask();
  const now = of(client).get(key);
  if (now && now !== before) return { value: now.value as T };
  if (before && JSON.stringify(before.value) === JSON.stringify(value)) return null;
  remember(client, key, value);
  return { value };
}
