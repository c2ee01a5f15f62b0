import { useEffect, useRef, useState } from 'react';
import type { Entity } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import type { ListQueryParams } from '../data/data-client.ts';
import { listQueryParams, type ListState } from './list-state.ts';

/** Sums by the name of their field; amounts in a currency of their row's have one row of sums per currency. */
export type Totals = readonly Readonly<Record<string, unknown>>[];

/**
 * Sums of the entity's total fields over all rows that match, and its named totals under `counted.<name>`; null when there
 * are none or they fail.
 */
export function useListTotals(entity: Entity, state: ListState, generation: number): Totals | 'loading' | null {
  const client = useDataClient();
  const last = useRef<string | null>(null);
  const [totals, setTotals] = useState<Totals | 'loading' | null>('loading');
  const { sort: _order, ...matching } = listQueryParams(state);
  const query = totalsQuery(entity, matching);
  const hasTotals = query !== null;
  const question = JSON.stringify(query);
  useEffect(() => {
    if (!hasTotals) return;
    // What was summed before is no answer to another question.
    if (last.current !== question) setTotals('loading');
    last.current = question;
    const abort = new AbortController();
    client.aggregate(entity.path, JSON.parse(question) as ListQueryParams, abort.signal).then(
      (rows) => !abort.signal.aborted && setTotals(rows),
      // The rows are the screen; a missing sum is no reason to disturb.
      () => !abort.signal.aborted && setTotals(null),
    );
    return () => abort.abort();
    // `generation` grows with every reload: the same question may have another answer then.
  }, [client, entity.path, hasTotals, question, generation]);
  return hasTotals ? totals : null;
}

/** The question for the sums of an entity's lists, over the rows that match; null where its lists add nothing up. */
export function totalsQuery(
  entity: Entity,
  matching: ListQueryParams,
  { withBalances = true }: { withBalances?: boolean } = {},
): ListQueryParams | null {
  const named = entity.counted.filter(({ balance }) => withBalances || !balance);
  const fields = (entity.meta.list.totals ?? []).filter((name) => entity.byName.has(name));
  if (fields.length === 0 && named.length === 0) return null;
  const summed = [...fields, ...named.map(({ field }) => field.name)];
  const currency = summed.flatMap((name) => currencyField(entity, name) ?? [])[0];
  return {
    ...matching,
    ...(fields.length > 0 ? { sum: fields.join(',') } : {}),
    ...(named.length > 0 ? { counted: named.map(({ name }) => name).join(',') } : {}),
    ...(currency ? { group: currency } : {}),
  };
}

/** Amounts in dollars and in euros make no sum together. */
function currencyField(entity: Entity, name: string): string | null {
  const { currency = '' } = entity.byName.get(name)?.meta ?? {};
  return entity.byName.has(currency) ? currency : null;
}
