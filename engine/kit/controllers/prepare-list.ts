import type { DataClient } from '../data/data-client.ts';
import { prepare } from '../data/prepared.ts';
import { loadEntity } from '../data/use-entity.ts';
import { pagingNow, rowsPerRequest } from './paging.ts';
import { preparedPage } from './use-list.ts';
import { preparedViews } from './use-list-views.ts';
import { preparedPreference } from './use-preference.ts';

/** Where a list begins whose address says no more than its path. */
const firstPage = () => ({ pageNo: '1', pageSize: String(rowsPerRequest(pagingNow())) });

/** Loads everything that a list shows at first, with its rows where the address asks for the usual ones. */
export async function prepareList(
  client: DataClient,
  { culture, path, hasNoQuery }: { culture: string; path: string; hasNoQuery: boolean },
): Promise<void> {
  const key = `list.${path}`;
  const first = firstPage();
  await Promise.all([
    loadEntity(client, culture, path),
    prepare(client, preparedPreference(key), client.preference(key)),
    prepare(client, preparedViews(path), client.savedViews(path)),
    hasNoQuery && prepare(client, preparedPage(path, first), client.page(path, first)),
  ]);
}
