import { useEffect, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import type { EntityAnswer, Page } from '../data/data-client.ts';

export interface RelatedList {
  entity: string;
  path: string;
  /** The field over there that points here. */
  by: string;
  /** Whether its totals stand in the head of the page. */
  head: boolean;
}

/** Lists of other entities that refer to a record, limited to what the person may read. */
export function relatedLists(answer: EntityAnswer): RelatedList[] {
  return (answer.meta.detail?.related ?? []).flatMap(({ entity, by, head }) => {
    const target = answer.refs[entity];
    return target?.readable ? [{ entity, path: target.path, by, head: head === true }] : [];
  });
}

/** How many records of a list its card shows. */
const shownRows = 3;

export const relatedKey = ({ path, by }: RelatedList): string => `${path} ${by}`;

/** The newest few records that point here and how many there are, by list. Lists that cannot be read are not in it. */
export function useRelatedPages(lists: readonly RelatedList[], id: string, stamp: number): ReadonlyMap<string, Page> {
  const client = useDataClient();
  const [pages, setPages] = useState<ReadonlyMap<string, Page>>(new Map());
  const requested = lists.map(relatedKey).join('\n');
  useEffect(() => {
    if (requested === '') return;
    const abort = new AbortController();
    for (const key of requested.split('\n')) {
      const [path = '', by = ''] = key.split(' ');
      client.page(path, { [by]: id, pageSize: String(shownRows) }, abort.signal).then(
        (page) => setPages((before) => new Map(before).set(key, page)),
        () => undefined,
      );
    }
    return () => abort.abort();
  }, [client, requested, id, stamp]);
  return pages;
}

/** How many records point here; the cap shows as such. */
export const countText = (page: Pick<Page, 'totalRows' | 'capped'>): string =>
  `${page.totalRows.toLocaleString()}${page.capped ? '+' : ''}`;
