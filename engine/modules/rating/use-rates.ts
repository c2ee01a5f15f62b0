import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';
import type { Quote, QuoteBody } from './quotes.ts';

/** A question for prices, and the rule that picks among them where one is named. */
export type Question = QuoteBody & { rule?: string };

/** What a rule takes, and why. */
export interface Picked {
  picked: { channel: string; service: string } | null;
  text: string;
}

export interface Rates {
  step: 'idle' | 'asking' | 'done' | 'failed';
  /** It takes longer than usual. */
  slow: boolean;
  /** The last answer, and what it was the answer to; it stands until there is a newer one. */
  answer: { quotes: readonly Quote[]; pick?: Picked; body: Question } | null;
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
    async (body: Question) => {
      const mine = ++asked.current;
      setRates(({ answer }) => ({ step: 'asking', slow: false, answer, error: null }));
      const timer = setTimeout(() => {
        if (asked.current === mine) setRates((now) => ({ ...now, slow: true }));
      }, patience);
      try {
        const path = body.rule ? 'Rate/pick' : 'Rate/quote';
        const answer = await client.send<{ quotes: Quote[]; pick?: Picked }>(path, body, newKey());
        if (asked.current === mine) setRates({ step: 'done', slow: false, answer: { ...answer, body }, error: null });
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
