import { useEffect, useState } from 'react';
import { useFieldHost } from '../controls/field-host.tsx';

/** The titles of these records: those that came with the record (`given`, in the same order), the others asked for. */
export function useTitles(path: string, ids: readonly string[], initial: unknown): Record<string, string> {
  const { client } = useFieldHost();
  const [loaded, setLoaded] = useState<Record<string, string>>({});
  const known = titlesOf(ids, initial);
  const missing = ids.filter((id) => !(id in known) && !(id in loaded)).join(',');
  useEffect(() => {
    if (missing === '' || path === '') return;
    const abort = new AbortController();
    client.dropDown(path, { id: missing.split(',') }, abort.signal).then(
      (rows) => setLoaded((before) => ({ ...before, ...Object.fromEntries(rows.map((row) => [row.code, row.value])) })),
      // Without titles the ids are shown.
      () => undefined,
    );
    return () => abort.abort();
  }, [client, path, missing]);
  return { ...loaded, ...known };
}

function titlesOf(ids: readonly string[], known: unknown): Record<string, string> {
  if (Array.isArray(known)) {
    const pairs = ids.flatMap((id, at) => (typeof known[at] === 'string' ? [[id, known[at]]] : []));
    return known.length === ids.length ? Object.fromEntries(pairs) : {};
  }
  if (typeof known !== 'object' || known === null) return {};
  return Object.fromEntries(Object.entries(known).map(([id, title]) => [id, String(title)]));
}
