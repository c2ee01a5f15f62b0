import { useEffect, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import type { EntityAnswer, Page } from '../data/data-client.ts';

export interface RelatedList {
  entity: string;
  path: string;
  /** The field over there that points here. */
  by: string;
}

/** Lists of other entities that refer to a record, limited to what the person may read. */
export function relatedLists(answer: EntityAnswer): RelatedList[] {
  return (answer.meta.detail?.related ?? []).flatMap(({ entity, by }) => {
    const target = answer.refs[entity];
    return target?.readable ? [{ entity, path: target.path, by }] : [];
  });
}

/** How many records point here, by list; the cap shows as such. Lists that cannot be counted have no number. */
export function useRelatedCounts(
  lists: readonly RelatedList[],
  id: string,
  stamp: number,
): ReadonlyMap<string, string> {
  const client = useDataClient();
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map());
  const requested = lists.map(({ path, by }) => `${path} ${by}`).join('\n');
  useEffect(() => {
    if (requested === '') return;
    const abort = new AbortController();
    for (const key of requested.split('\n')) {
      const [path = '', by = ''] = key.split(' ');
      client.page(path, { [by]: id, pageSize: '1' }, abort.signal).then(
        (page) => setCounts((before) => new Map(before).set(key, countText(page))),
        () => undefined,
      );
    }
    return () => abort.abort();
  }, [client, requested, id, stamp]);
  return counts;
}

const countText = (page: Pick<Page, 'totalRows' | 'capped'>): string =>
  `${page.totalRows.toLocaleString()}${page.capped ? '+' : ''}`;
