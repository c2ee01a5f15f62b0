import { useEffect, useState } from 'react';
import { useDataClient } from '../data/client.ts';

/** Titles of records by id, loaded on demand; an unknown record shows its id. */
export function useReferenceTitles(path: string | null, ids: readonly string[]): (id: string) => string {
  const client = useDataClient();
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const missing = path ? ids.filter((id) => !(id in titles)).join(',') : '';
  useEffect(() => {
    if (!path || !missing) return;
    const abort = new AbortController();
    const requested = missing.split(',');
    client.dropDown(path, { id: requested }, abort.signal).then(
      (rows) =>
        setTitles((before) => ({
          ...before,
          ...Object.fromEntries(requested.map((id) => [id, id])),
          ...Object.fromEntries(rows.map(({ code, value }) => [code, value])),
        })),
      () => undefined,
    );
    return () => abort.abort();
  }, [client, path, missing]);
  return (id) => titles[id] ?? id;
}
