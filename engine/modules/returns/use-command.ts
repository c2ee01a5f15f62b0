import { useCallback, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';

/** A command of the server: whether it runs, and why it was refused last. */
export function useCommand() {
  const client = useDataClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = useCallback(
    async <T>(path: string, body: object): Promise<T | null> => {
      setBusy(true);
      setError(null);
      try {
        return await client.send<T>(path, body, newKey());
      } catch (failure) {
        setError(failure);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [client],
  );
  return { run, busy, error };
}
