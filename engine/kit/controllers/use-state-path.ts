import { useEffect, useState } from 'react';
import type { Entity } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import { isAmbiguous, pathTaken, type Move } from './state-steps.ts';

interface StatePathRequest {
  path: string;
  id: string;
  current: string;
  stamp: number;
  moves?: readonly Move[];
}

/** The states that a record went through. Its history is asked only where more than one way leads here; null until then. */
export function useStatePath(entity: Entity, { path, id, current, stamp, moves }: StatePathRequest): string[] | null {
  const client = useDataClient();
  const [came, setCame] = useState<{ key: string; path: string[] | null }>({ key: '', path: null });
  const key = `${path}/${id} ${current}`;
  useEffect(() => {
    if (!isAmbiguous(entity, current, moves)) return;
    let cancelled = false;
    client.history(path, id).then(
      (entries) => !cancelled && setCame({ key, path: pathTaken(entity, current, entries) }),
      // The shortest way stands: a missing history is no reason to disturb.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [client, entity, path, id, current, moves, stamp, key]);
  return came.key === key ? came.path : null;
}
