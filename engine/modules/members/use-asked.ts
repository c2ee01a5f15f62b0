import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';

/** Sends a command, and asks again once it is done; false: refused. */
export type Run = (command: string, values: object) => Promise<boolean>;

/** The answer of a command; `again` reloads it. */
export function useAsked<T>(path: string, body: object) {
  const client = useDataClient();
  const [answer, setAnswer] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(body);
  useEffect(() => {
    let gone = false;
    setError(null);
    client.send<T>(path, JSON.parse(asked) as object, newKey()).then(
      (found) => !gone && setAnswer(found),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, path, asked, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const underWay = useRef(new Set<string>());
  const run: Run = useCallback(
    async (command, values) => {
      // Pressed twice it is one command: a second invitation would be refused for the first.
      const same = `${command} ${JSON.stringify(values)}`;
      if (underWay.current.has(same)) return false;
      underWay.current.add(same);
      setError(null);
      try {
        await client.send(command, values, newKey());
        setAttempt((count) => count + 1);
        return true;
      } catch (failure) {
        setError(failure);
        return false;
      } finally {
        underWay.current.delete(same);
      }
    },
    [client],
  );
  return { answer, error, again, run };
}
