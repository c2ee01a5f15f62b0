import { useCallback, useEffect, useRef, useState } from 'react';

export interface BlockAnswer<T> {
  data: T | null;
  error: unknown;
  /** An answer is on its way; what stood before still stands. */
  waiting: boolean;
  retry(): void;
}

/**
 * What `ask` answers, asked anew when `key` or `stamp` changes. An earlier answer to the same question stays on the screen
 * while the next is on its way, so that nothing flickers; one to another question is dropped.
 */
export function useAnswer<T>(load: (signal: AbortSignal) => Promise<T>, key: string, stamp: number): BlockAnswer<T> {
  const [cached, setCached] = useState<{ key: string; data: T } | null>(null);
  const [failure, setFailure] = useState<{ key: string; error: unknown } | null>(null);
  const [waiting, setWaiting] = useState(true);
  const [attempt, setAttempt] = useState(0);
  // The question is its key: a new function alone asks nothing.
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
