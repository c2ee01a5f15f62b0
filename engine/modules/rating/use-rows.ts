import { useCallback, useEffect, useState } from 'react';
import { useDataClient, useRecordChanges, type WireRecord } from '../../kit/index.ts';

export interface Rows {
  rows: readonly WireRecord[] | null;
  error: unknown;
  again: () => void;
}

/** Every record of an entity that belongs to an order, read again whenever one of them changes. */
export function useRowsOf(of: { entity: string; path: string }, order: string, stamp: number): Rows {
  const client = useDataClient();
  const [found, setFound] = useState<{ rows: readonly WireRecord[] | null; error: unknown }>({
    rows: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useRecordChanges(of.entity, again);
  useEffect(() => {
    let gone = false;
    client.list(of.path, { order }).then(
      (rows) => !gone && setFound({ rows, error: null }),
      (error: unknown) => !gone && setFound(({ rows }) => ({ rows, error })),
    );
    return () => {
      gone = true;
    };
  }, [client, of.path, order, stamp, attempt]);
  return { ...found, again };
}
