import { useEffect, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import type { HistoryEntry } from '../data/data-client.ts';

export interface LoadedHistory {
  entries: readonly HistoryEntry[] | null;
  error: unknown;
  retry: () => void;
}

/** Who did what when to a record, newest first. */
export function useHistory(path: string, id: string, stamp: number): LoadedHistory {
  const client = useDataClient();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ entries: readonly HistoryEntry[] | null; error: unknown }>({
    entries: null,
    error: null,
  });
  useEffect(() => {
    let cancelled = false;
    client.history(path, id).then(
      (entries) => !cancelled && setAnswer({ entries, error: null }),
      (error: unknown) => !cancelled && setAnswer({ entries: null, error }),
    );
    return () => {
      cancelled = true;
    };
  }, [client, path, id, stamp, attempt]);
  return { ...answer, retry: () => setAttempt((count) => count + 1) };
}
