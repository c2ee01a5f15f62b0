import { useCallback, useEffect, useState } from 'react';
import { useDataClient } from './client.ts';
import type { RecordComment } from './data-client.ts';
import { whenIdle } from '../ui/when-idle.ts';

export interface LoadedComments {
  /** Null until they are there. */
  comments: readonly RecordComment[] | null;
  error: unknown;
  reload: () => void;
}

/** The comments on a record; asked for when the page has come to rest, for they are not what it waits for. */
export function useComments(path: string, record: string, stamp: number): LoadedComments {
  const client = useDataClient();
  const [attempt, setAttempt] = useState(0);
  const [comments, setComments] = useState<readonly RecordComment[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isOpen = true;
    const take = (found: readonly RecordComment[] | null, failure: unknown) => {
      if (!isOpen) return;
      setComments((before) => found ?? before);
      setError(failure);
    };
    const cancel = whenIdle(() => {
      client.comments(path, record).then(
        (found) => take(found, null),
        (failure: unknown) => take(null, failure),
      );
    });
    return () => {
      isOpen = false;
      cancel();
    };
  }, [client, path, record, stamp, attempt]);
  return { comments, error, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
