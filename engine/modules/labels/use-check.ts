import { useCallback, useEffect, useState } from 'react';
import { newKey, useDataClient, useRecordChanges } from '../../kit/index.ts';
import type { Checked } from './labels.ts';

/** What can be printed of some orders or packages; asked again when the question or a package changes. */
export function useCheck(of: 'orders' | 'packages', ids: readonly string[] | null, order: string) {
  const client = useDataClient();
  const [found, setFound] = useState<{ checked: Checked | null; error: unknown }>({ checked: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useRecordChanges('package', again);
  const key = ids?.join(',') ?? null;
  useEffect(() => {
    if (key === null) return;
    let gone = false;
    client.send<Checked>('Label/check', { [of]: key.split(','), order }, newKey()).then(
      (checked) => !gone && setFound({ checked, error: null }),
      (error: unknown) => !gone && setFound(({ checked }) => ({ checked, error })),
    );
    return () => {
      gone = true;
    };
  }, [client, of, key, order, attempt]);
  return { ...found, again };
}
