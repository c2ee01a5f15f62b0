import { useCallback, useEffect, useState } from 'react';

export interface AsyncAnswer<T> {
  readonly answer: T | null;
  readonly error: unknown;
  readonly again: () => void;
}

/** Asks once, and again when told to; an old answer stands until the new one is there, beside the error of a later try. */
export function useAnswer<T>(ask: () => Promise<T>): AsyncAnswer<T> {
  const [state, setState] = useState<{ answer: T | null; error: unknown }>({ answer: null, error: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let gone = false;
    ask().then(
      (answer) => gone || setState({ answer, error: null }),
      (error: unknown) => gone || setState(({ answer }) => ({ answer, error })),
    );
    return () => {
      gone = true;
    };
  }, [ask, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { ...state, again };
}
