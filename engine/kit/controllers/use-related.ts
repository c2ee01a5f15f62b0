import { useEffect, useState } from 'react';
import type { Entity } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import type { EntityAnswer, Page } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { cellText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { totalsQuery, type Totals } from './use-list-totals.ts';

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

/** A total of a list as text; in more than one currency its amounts stand side by side. */
export interface RelatedTotal {
  key: string;
  label: string;
  text: string;
}

/** The sums and named totals of an entity's list over the rows that match, asked again when `stamp` changes. */
export function useRelatedTotals(
  entity: Entity,
  words: EntityLabels,
  { matching, stamp = 0 }: { matching: Readonly<Record<string, string>>; stamp?: number },
): readonly RelatedTotal[] {
  const client = useDataClient();
  const culture = useCulture();
  const [totals, setTotals] = useState<Totals>([]);
  const query = JSON.stringify(totalsQuery(entity, matching, { withBalances: false }));
  useEffect(() => {
    const asked = JSON.parse(query) as ReturnType<typeof totalsQuery>;
    if (!asked) return;
    const abort = new AbortController();
    // The rows are what one came for; a missing sum is no reason to disturb.
    client.aggregate(entity.path, asked, abort.signal).then(setTotals, () => undefined);
    return () => abort.abort();
  }, [client, entity.path, query, stamp]);
  const summed = [
    ...(entity.meta.list.totals ?? []).flatMap((name) => {
      const field = entity.byName.get(name);
      return field ? [{ key: name, label: words.field(name), field }] : [];
    }),
    ...entity.counted.flatMap(({ name, field, balance }) =>
      balance ? [] : [{ key: `counted.${name}`, label: words.counted(name), field }],
    ),
  ];
  return summed.map(({ key, label, field }) => {
    const amounts = totals.map((row) =>
      cellText(field, { ...row, [field.name]: row[key], id: '' }, { words, culture }),
    );
    return { key, label, text: amounts.filter(Boolean).join(' · ') };
  });
}
