import { useCallback, useEffect, useRef, useState } from 'react';

export interface BlockAnswer<T> {
  data: T | null;
  error: unknown;
  /** A request is running; the previous answer is still shown. */
  waiting: boolean;
  retry(): void;
}

/**
 * The answer of `load`, loaded again when `key` or `stamp` changes. An earlier answer for the same key stays on the screen
 * until the next arrives, so that nothing flickers; one for another key is dropped.
 */
export function useAnswer<T>(load: (signal: AbortSignal) => Promise<T>, key: string, stamp: number): BlockAnswer<T> {
  const [cached, setCached] = useState<{ key: string; data: T } | null>(null);
  const [failure, setFailure] = useState<{ key: string; error: unknown } | null>(null);
  const [waiting, setWaiting] = useState(true);
  const [attempt, setAttempt] = useState(0);
  // Only the key identifies the query: a new function does not reload.
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const abort = new AbortController();
    setWaiting(true);
    latest.current(abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return;
        setCached({ key, data });
        setFailure(null);
        setWaiting(false);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setFailure({ key, error });
        setWaiting(false);
      },
    );
    return () => abort.abort();
  }, [latest, key, stamp, attempt]);
  const retry = useCallback(() => {
    setFailure(null);
    setAttempt((count) => count + 1);
  }, []);
  return {
    data: cached?.key === key ? cached.data : null,
    error: failure?.key === key ? failure.error : null,
    waiting,
    retry,
  };
}
