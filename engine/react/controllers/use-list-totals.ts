import { useEffect, useState } from 'react';
import type { Entity } from '../../index.ts';
import { useDataClient } from '../data/client.ts';
import { listQueryParams, type ListState } from './list-state.ts';

/** Sums of the entity's total fields over all rows that match; null until they come, or when there are none or they fail. */
export function useListTotals(entity: Entity, state: ListState, generation: number): Record<string, unknown> | null {
  const client = useDataClient();
  const fields = (entity.meta.list.totals ?? []).filter((name) => entity.byName.has(name)).join(',');
  const [held, setHeld] = useState<Record<string, unknown> | null>(null);
  useEffect(() => {
    if (!fields) return;
    const abort = new AbortController();
    const { sort: _order, ...query } = listQueryParams(state);
    client.aggregate(entity.path, { ...query, sum: fields }, abort.signal).then(
      (rows) => !abort.signal.aborted && setHeld(rows[0] ?? null),
      // The rows are the screen; a missing sum is no reason to disturb.
      () => !abort.signal.aborted && setHeld(null),
    );
    return () => abort.abort();
    // `generation` stands for the state: it grows with every new question and every reload.
  }, [client, entity.path, fields, generation]);
  return fields ? held : null;
}
