import { useCallback, useEffect, useState } from 'react';
import { useDataClient } from './client.ts';
import type { DataClient } from './data-client.ts';
import { whenIdle } from '../ui/when-idle.ts';

export interface LoadedAtRest<T> {
  /** Null until it is there. */
  found: T | null;
  error: unknown;
  reload: () => void;
}

interface Of {
  path: string;
  record: string;
  stamp: number;
}

/** What belongs to a record and is asked for when the page has come to rest, for it is not what the page waits for; `ask` is the same function each time. */
export function useAtRest<T>(
  { path, record, stamp }: Of,
  ask: (client: DataClient, path: string, record: string) => Promise<T>,
): LoadedAtRest<T> {
  const client = useDataClient();
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isOpen = true;
    const take = (answer: T | null, failure: unknown) => {
      if (!isOpen) return;
      setFound((before) => answer ?? before);
      setError(failure);
    };
    const cancel = whenIdle(() => {
      ask(client, path, record).then(
        (answer) => take(answer, null),
        (failure: unknown) => take(null, failure),
      );
    });
    return () => {
      isOpen = false;
      cancel();
    };
  }, [client, ask, path, record, stamp, attempt]);
  return { found, error, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
