import { useEffect, useState } from 'react';
import type { Entity } from '../../index.ts';
import { useDataClient } from '../data/client.ts';
import type { ListQueryParams } from '../data/data-client.ts';
import { listQueryParams, type ListState } from './list-state.ts';

/** Sums by the name of their field; amounts in a currency of their row's have one row of sums per currency. */
export type Totals = readonly Readonly<Record<string, unknown>>[];

/** Sums of the entity's total fields over all rows that match; null until they come, or when there are none or they fail. */
export function useListTotals(entity: Entity, state: ListState, generation: number): Totals | null {
  const client = useDataClient();
  const fields = (entity.meta.list.totals ?? []).filter((name) => entity.byName.has(name)).join(',');
  const [held, setHeld] = useState<Totals | null>(null);
  const { sort: _order, ...matching } = listQueryParams(state);
  const currency = fields.split(',').flatMap((name) => currencyField(entity, name) ?? [])[0];
  const question = JSON.stringify({ ...matching, sum: fields, ...(currency ? { group: currency } : {}) });
  useEffect(() => {
    if (!fields) return;
    const abort = new AbortController();
    client.aggregate(entity.path, JSON.parse(question) as ListQueryParams, abort.signal).then(
      (rows) => !abort.signal.aborted && setHeld(rows),
      // The rows are the screen; a missing sum is no reason to disturb.
      () => !abort.signal.aborted && setHeld(null),
    );
    return () => abort.abort();
    // `generation` grows with every reload: the same question may have another answer then.
  }, [client, entity.path, fields, question, generation]);
  return fields ? held : null;
}

/** Amounts in dollars and in euros make no sum together. */
function currencyField(entity: Entity, name: string): string | null {
  const { currency = '' } = entity.byName.get(name)?.meta ?? {};
  return entity.byName.has(currency) ? currency : null;
}
