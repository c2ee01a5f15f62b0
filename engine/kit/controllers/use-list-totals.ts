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
  const fields = (entity.meta.list.totals ?? []).filter((name) => entity.byName.has(name)).join(',');
  const counted = entity.counted.map(({ name }) => name).join(',');
  const hasTotals = fields !== '' || counted !== '';
  const summed = [...fields.split(','), ...entity.counted.map(({ field }) => field.name)];
  const last = useRef<string | null>(null);
  const [totals, setTotals] = useState<Totals | 'loading' | null>('loading');
  const { sort: _order, ...matching } = listQueryParams(state);
  const currency = summed.flatMap((name) => currencyField(entity, name) ?? [])[0];
  const question = JSON.stringify({
    ...matching,
    ...(fields ? { sum: fields } : {}),
    ...(counted ? { counted } : {}),
    ...(currency ? { group: currency } : {}),
  });
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

/** Amounts in dollars and in euros make no sum together. */
function currencyField(entity: Entity, name: string): string | null {
  const { currency = '' } = entity.byName.get(name)?.meta ?? {};
  return entity.byName.has(currency) ? currency : null;
}
