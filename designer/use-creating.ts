import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { newKey, errorMessage, WireError } from '../engine/kit/index.ts';
import type { SchemaDocument } from '../engine/core/index.ts';
import type { SchemaApi } from './document/api.ts';

type Faults = Readonly<Record<string, string>>;

/**
 * What a dialog that makes a document keeps: what is wrong at which input (`keyOf` an issue's path; `''` none of them), and
 * whether it is on its way. `create` makes a draft of what `check` answers and goes to it; null is nothing to be made.
 */
export function useCreating<D extends SchemaDocument>(
  api: Pick<SchemaApi<D>, 'create'>,
  keyOf: (path: string) => string,
) {
  const navigate = useNavigate();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newKey);
  const create = async (check: () => D | null, to: string) => {
    const document = check();
    if (!document || busy) return;
    setBusy(true);
    try {
      await api.create(document, key);
      navigate(to);
    } catch (error) {
      // Refused is answered: what is sent next is another request.
      if (error instanceof WireError && error.status !== 0) setKey(newKey());
      const issues = error instanceof WireError ? error.issues : [];
      const byPath = Object.fromEntries(issues.map((issue) => [keyOf(issue.path), issue.message]));
      setFaults(Object.keys(byPath).length > 0 ? byPath : { '': errorMessage(error) });
      setBusy(false);
    }
  };
  return { faults, setFaults, busy, create };
}
