import { useState } from 'react';
import { saveFile, useDataClient } from '../../kit/index.ts';

/** Saves a file that the server makes: whether it is being made, and why it was refused last. */
export function useFile() {
  const client = useDataClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (path: string, body: object) => {
    setBusy(true);
    setError(null);
    try {
      saveFile(await client.obtain(path, body));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error };
}
