import { useEffect, useState } from 'react';
import { useCulture, useDataClient } from '../../../kit/index.ts';

/** What a call beside the entities answers; `undefined` until it has, null where it is refused. Asked again for another language. */
export function useAnswer<T>(path: string, query: Readonly<Record<string, string>> = {}): T | null | undefined {
  const client = useDataClient();
  const culture = useCulture();
  const [answer, setAnswer] = useState<T | null | undefined>(undefined);
  const key = JSON.stringify(query);
  useEffect(() => {
    const abort = new AbortController();
    client.answer<T>(path, JSON.parse(key) as Record<string, string>, abort.signal).then(
      (found) => setAnswer(found),
      () => !abort.signal.aborted && setAnswer(null),
    );
    return () => abort.abort();
  }, [client, culture, path, key]);
  return answer;
}
