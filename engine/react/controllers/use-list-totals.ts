import { useEffect, useState } from 'react';
import type { Entity } from '../../index.ts';
import { useDataClient } from '../data/client.ts';
import type { ListQueryParams } from '../data/data-client.ts';
import { listQueryParams, type ListState } from './list-state.ts';

/** Sums of the entity's total fields over all rows that match; null until they come, or when there are none or they fail. */
export function useListTotals(entity: Entity, state: ListState, generation: number): Record<string, unknown> | null {
  const client = useDataClient();
  const fields = (entity.meta.list.totals ?? []).filter((name) => entity.byName.has(name)).join(',');
  const [held, setHeld] = useState<Record<string, unknown> | null>(null);
  const { sort: _order, ...matching } = listQueryParams(state);
  const question = JSON.stringify({ ...matching, sum: fields });
  useEffect(() => {
    if (!fields) return;
    const abort = new AbortController();
    client.aggregate(entity.path, JSON.parse(question) as ListQueryParams, abort.signal).then(
      (rows) => !abort.signal.aborted && setHeld(rows[0] ?? null),
      // The rows are the screen; a missing sum is no reason to disturb.
      () => !abort.signal.aborted && setHeld(null),
    );
    return () => abort.abort();
    // `generation` grows with every reload: the same question may have another answer then.
  }, [client, entity.path, fields, question, generation]);
  return fields ? held : null;
}
