import { useCallback, useEffect, useState } from 'react';
import { newKey, useDataClient, useRecordChanges } from '../../kit/index.ts';
import type { Cause } from './causes.ts';

/** What keeps the orders of a batch (without one: all failed orders) from going on; asked again when orders change. */
export function useCauses(batch: string | null, stamp: number) {
  const client = useDataClient();
  const [found, setFound] = useState<{ causes: readonly Cause[] | null; error: unknown }>({
    causes: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useRecordChanges(batch ? 'order-batch' : 'order', again);
  useEffect(() => {
    let gone = false;
    client.send<{ causes: Cause[] }>('Order/causes', batch ? { batch } : {}, newKey()).then(
      ({ causes }) => !gone && setFound({ causes, error: null }),
      (error: unknown) => !gone && setFound((held) => ({ ...held, error })),
    );
    return () => {
      gone = true;
    };
  }, [client, batch, stamp, attempt]);
  return { ...found, again };
}
