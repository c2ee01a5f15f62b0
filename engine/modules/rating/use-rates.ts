import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey, useDataClient } from '../../react/index.ts';
import type { Quote, QuoteBody } from './quotes.ts';

export interface Rates {
  step: 'idle' | 'asking' | 'done' | 'failed';
  /** It takes longer than usual. */
  slow: boolean;
  /** The last answer, and what it was the answer to; it stands until there is a newer one. */
  answer: { quotes: readonly Quote[]; body: QuoteBody } | null;
  error: unknown;
}

const patience = 4_000;
const start: Rates = { step: 'idle', slow: false, answer: null, error: null };

/** Asks for prices; of several questions only the last one counts. */
export function useRates() {
  const client = useDataClient();
  const [rates, setRates] = useState<Rates>(start);
  const asked = useRef(0);
  const ask = useCallback(
    async (body: QuoteBody) => {
      const mine = ++asked.current;
      setRates(({ answer }) => ({ step: 'asking', slow: false, answer, error: null }));
      const timer = setTimeout(() => {
        if (asked.current === mine) setRates((now) => ({ ...now, slow: true }));
      }, patience);
      try {
        const { quotes } = await client.send<{ quotes: Quote[] }>('Rate/quote', body, newKey());
        if (asked.current === mine) setRates({ step: 'done', slow: false, answer: { quotes, body }, error: null });
      } catch (error) {
        if (asked.current === mine) setRates(({ answer }) => ({ step: 'failed', slow: false, answer, error }));
      } finally {
        clearTimeout(timer);
      }
    },
    [client],
  );
  /** Whatever comes now is no longer wanted. */
  const giveUp = useCallback(() => {
    asked.current += 1;
    setRates(({ answer }) => ({ step: answer ? 'done' : 'idle', slow: false, answer, error: null }));
  }, []);
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  return { rates, ask, giveUp };
}
