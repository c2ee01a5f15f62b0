import { useCallback, useEffect, useRef, useState } from 'react';
import { compileEntity, type Entity } from '../../core/index.ts';
import { useCulture } from '../ui/culture.ts';
import { useDataClient } from './client.ts';
import { onLive } from './live-events.ts';
import { WireError, type DataClient, type EntityAnswer } from './data-client.ts';

export interface ReadyEntity {
  entity: Entity;
  answer: EntityAnswer;
}

export interface EntityState {
  state: 'loading' | 'ready' | 'failed';
  entity?: Entity;
  answer?: EntityAnswer;
  error?: unknown;
  retry(): void;
}

/**
 * An entity as this person may see it, compiled, with its words in the present culture. Asked once per session and culture.
 * While another language is on its way, or does not come, the words of the last one stand: what was typed on the page stays.
 */
export function useEntity(path: string): EntityState {
  const client = useDataClient();
  const culture = useCulture();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<{ key: string; error: unknown } | null>(null);
  const [, setArrived] = useState(0);
  const key = `${culture}/${path}`;
  const cached = cacheOf(client).get(key);
  const latest = useRef<{ client: DataClient; path: string; ready: ReadyEntity } | null>(null);
  if (cached?.ready) latest.current = { client, path, ready: cached.ready };

  useEffect(() => {
    if (cached?.ready) return;
    let cancelled = false;
    loadEntity(client, culture, path).then(
      () => !cancelled && setArrived((count) => count + 1),
      (error: unknown) => !cancelled && setFailure({ key, error }),
    );
    return () => {
      cancelled = true;
    };
  }, [client, culture, path, key, attempt, cached?.ready]);

  // A new revision was published: open screens switch to it if it changes anything for them.
  useEffect(() => {
    let cancelled = false;
    const renew = () => {
      void renewEntity(client, culture, path).then(
        (renewed) => renewed && !cancelled && setArrived((count) => count + 1),
      );
    };
    // After missed events this entity may have changed too.
    const stops = (['design', 'reload'] as const).map((kind) => onLive(kind, renew));
    return () => {
      cancelled = true;
      for (const stop of stops) stop();
    };
  }, [client, culture, path]);

  const retry = useCallback(() => {
    setFailure(null);
    setAttempt((count) => count + 1);
  }, []);

  const { current } = latest;
  if (current?.client === client && current.path === path) return { state: 'ready', ...current.ready, retry };
  return failure?.key === key ? { state: 'failed', error: failure.error, retry } : { state: 'loading', retry };
}

/** The same outside a component; a failure is not kept, so that the next call asks again. */
export function loadEntity(client: DataClient, culture: string, path: string): Promise<ReadyEntity> {
  const cache = cacheOf(client);
  const key = `${culture}/${path}`;
  const cached = cache.get(key);
  if (cached) return cached.promise;
  const entry: CachedEntity = { promise: load(client, path), ready: null };
  cache.set(key, entry);
  entry.promise.then(
    (ready) => {
      entry.ready = ready;
    },
    () => cache.delete(key),
  );
  return entry.promise;
}

/** Reloads an entity and replaces the cached one; false if nothing changed or the server did not answer. */
async function renewEntity(client: DataClient, culture: string, path: string): Promise<boolean> {
  const cache = cacheOf(client);
  const key = `${culture}/${path}`;
  const cached = cache.get(key);
  try {
    const fresh = await load(client, path);
    if (cached?.ready && JSON.stringify(cached.ready.answer) === JSON.stringify(fresh.answer)) return false;
    cache.set(key, { promise: Promise.resolve(fresh), ready: fresh });
    return true;
  } catch {
    cache.delete(key);
    return cached === undefined;
  }
}

interface CachedEntity {
  promise: Promise<ReadyEntity>;
  ready: ReadyEntity | null;
}

/** By client, because another session may see other fields. */
const caches = new WeakMap<DataClient, Map<string, CachedEntity>>();

function cacheOf(client: DataClient): Map<string, CachedEntity> {
  let cache = caches.get(client);
  if (!cache) caches.set(client, (cache = new Map()));
  return cache;
}

async function load(client: DataClient, path: string): Promise<ReadyEntity> {
  const answer = await client.entity(path);
  const outcome = compileEntity(answer.meta, null, { trusts: true });
  if (outcome.ok) return Object.freeze({ entity: outcome.value, answer });
  throw new WireError(200, 0, { issues: outcome.issues.map((found) => ({ ...found, message: '' })) });
}
