import type { DataClient } from './data-client.ts';

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

/** Asks once what was changed here has been sent; null for an answer that came after a newer change, or that is the same. */
export async function askAgain<T>(
  client: DataClient,
  key: string,
  ask: () => Promise<T>,
): Promise<{ value: T } | null> {
  const before = of(client).get(key);
  await before?.sent.catch(() => undefined);
  const value = await ask();
  if (of(client).get(key) !== before) return null;
  if (before && JSON.stringify(before.value) === JSON.stringify(value)) return null;
  remember(client, key, value);
  return { value };
}
