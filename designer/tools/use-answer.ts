import { useCallback, useEffect, useState } from 'react';

export interface AsyncAnswer<T> {
  readonly answer: T | null;
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * Loads once, and again on request; keeps the previous answer while it loads, together with the error of a failed reload.
 */
export function useAnswer<T>(load: () => Promise<T>): AsyncAnswer<T> {
  const [state, setState] = useState<{ answer: T | null; error: unknown }>({ answer: null, error: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let cancelled = false;
    load().then(
      (answer) => cancelled || setState({ answer, error: null }),
      (error: unknown) => cancelled || setState(({ answer }) => ({ answer, error })),
    );
    return () => {
      cancelled = true;
    };
  }, [load, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { ...state, again };
}
