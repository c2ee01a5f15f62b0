import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { newKey, useCulture, useDataClient, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('plans')).t;

export interface Money {
  readonly currency: string;
  readonly balance: string;
}

/** An amount with its currency, as the language writes it. */
export function useMoney(): (amount: string | number, currency: string) => string {
  const culture = useCulture();
  return useCallback((amount, currency) => moneyText(amount, { currency, culture }), [culture]);
}

/** A name of the platform's in the language of the reader; without a Chinese one, the same for all. */
export function useNames(): (name: string | null, zh: string | null) => string {
  const culture = useCulture();
  return useCallback((name, zh) => (culture === 'zh-CN' && zh ? zh : (name ?? '')), [culture]);
}

/** The answer of a command, loaded again after each command. */
export function useAsked<T>(path: string) {
  const client = useDataClient();
  const [answer, setAnswer] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    client.send<T>(path, {}, newKey()).then(
      (found) => !gone && setAnswer(found),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, path, attempt]);
  const again = useCallback(() => {
    setError(null);
    setAttempt((count) => count + 1);
  }, []);
  const run = useCallback(
    async (command: string, values: object): Promise<boolean> => {
      setError(null);
      try {
        await client.send(command, values, newKey());
        return true;
      } catch (failure) {
        setError(failure);
        return false;
      } finally {
        setAttempt((count) => count + 1);
      }
    },
    [client],
  );
  return { answer, error, again, run };
}

export type Run = (command: string, values: object) => Promise<boolean>;
