import { useEffect, useState } from 'react';
import { useFieldHost } from '../controls/field-host.tsx';

/** The titles of these records: those that came with the record (`given`, in the same order), the others asked for. */
export function useTitles(path: string, ids: readonly string[], given: unknown): Record<string, string> {
  const { client } = useFieldHost();
  const [asked, setAsked] = useState<Record<string, string>>({});
  const known = titlesOf(ids, given);
  const missing = ids.filter((id) => !(id in known) && !(id in asked)).join(',');
  useEffect(() => {
    if (missing === '' || path === '') return;
    const abort = new AbortController();
    client.dropDown(path, { id: missing.split(',') }, abort.signal).then(
      (rows) => setAsked((before) => ({ ...before, ...Object.fromEntries(rows.map((row) => [row.code, row.value])) })),
      // Without titles the ids stand for themselves.
      () => undefined,
    );
    return () => abort.abort();
  }, [client, path, missing]);
  return { ...asked, ...known };
}

function titlesOf(ids: readonly string[], given: unknown): Record<string, string> {
  if (Array.isArray(given)) {
    const pairs = ids.flatMap((id, at) => (typeof given[at] === 'string' ? [[id, given[at]]] : []));
    return given.length === ids.length ? Object.fromEntries(pairs) : {};
  }
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(Object.entries(given).map(([id, title]) => [id, String(title)]));
}
