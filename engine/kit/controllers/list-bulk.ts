import type { Action, Entity } from '../../core/index.ts';
import type { DataClient, EntityAnswer, ListQueryParams, RowResult, WireRecord } from '../data/data-client.ts';
import { bulkChunk, maxBulkRows } from './list-limits.ts';
import type { Selection } from './list-selection.ts';

/** A bulk action for a selection. */
export interface BulkAction {
  name: string;
  /** Null for delete. */
  action: Action | null;
  /** Rows of the selection that can; null when not all of them are known here. */
  able: number | null;
  danger: boolean;
}

/** The actions the person's role has and the schema offers for many, with how many of the picked rows can. */
export function bulkActions(entity: Entity, answer: EntityAnswer, selection: Selection): BulkAction[] {
  const able = (name: string) =>
    selection.all ? null : [...selection.picked.values()].filter((record) => record._can?.includes(name)).length;
  const offered = [...entity.actions.values()]
    .filter((action) => action.meta.bulk && (answer.codes.includes(action.name) || answer.codes.includes(action.needs)))
    .map((action): BulkAction => ({
      name: action.name,
      action,
      able: able(action.name),
      danger: action.meta.tone === 'bad',
    }));
  return answer.codes.includes('delete') && !entity.appendOnly
    ? [...offered, { name: 'delete', action: null, able: able('delete'), danger: true }]
    : offered;
}

/** Whether an action asks for something before it runs. */
export const needsInput = (action: Action | null): boolean =>
  action !== null && (action.form.length > 0 || action.input.length > 0);

/**
 * The rows a bulk action runs on: the picked ones, or all that match, fetched page by page up to `mostBulkRows`. Rows that
 * cannot are left out and counted.
 */
export async function collectRows({
  client,
  path,
  query,
  selection,
  name,
}: {
  client: Pick<DataClient, 'page'>;
  path: string;
  query: ListQueryParams;
  selection: Selection;
  name: string;
}): Promise<{ able: WireRecord[]; unable: number; cut: boolean }> {
  let found: WireRecord[] = [];
  let cut = false;
  if (!selection.all) found = [...selection.picked.values()];
  else {
    const pageSize = 200;
    for (let pageNo = 1; ; pageNo++) {
      const page = await client.page(path, { ...query, pageNo: String(pageNo), pageSize: String(pageSize) });
      found.push(...page.rows.filter(({ id }) => !selection.except.has(id)));
      if (page.rows.length < pageSize) break;
      if (found.length >= maxBulkRows) {
        cut = found.length > maxBulkRows || page.totalRows > pageNo * pageSize;
        found = found.slice(0, maxBulkRows);
        break;
      }
    }
  }
  const able = found.filter((record) => record._can?.includes(name));
  return { able, unable: found.length - able.length, cut };
}

/** The selected rows for something that takes only so many at once; its button is off where there are more. */
export async function collectShown({
  client,
  path,
  query,
  selection,
  limit,
}: {
  client: Pick<DataClient, 'page'>;
  path: string;
  query: ListQueryParams;
  selection: Selection;
  limit: number;
}): Promise<WireRecord[]> {
  if (!selection.all) return [...selection.picked.values()];
  const page = await client.page(path, { ...query, pageNo: '1', pageSize: String(limit + selection.except.size) });
  return page.rows.filter(({ id }) => !selection.except.has(id)).slice(0, limit);
}

/**
 * Runs an action on rows, a hundred per request, each row with its own outcome. A request that fails as a whole fails
 * its rows with the error's words; the rest go on.
 */
export async function runBulk(
  client: Pick<DataClient, 'actAll'>,
  call: {
    path: string;
    action: string;
    ids: readonly string[];
    newKey: () => string;
    wordsOf: (error: unknown) => string;
    onProgress: (done: number) => void;
  },
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (let at = 0; at < call.ids.length; at += bulkChunk) {
    const ids = call.ids.slice(at, at + bulkChunk);
    try {
      results.push(...(await client.actAll(call.path, call.action, ids, {}, call.newKey())));
    } catch (error) {
      results.push(
        ...ids.map((id) => ({ id, ok: false, issues: [{ path: '', code: 'request', message: call.wordsOf(error) }] })),
      );
    }
    call.onProgress(results.length);
  }
  return results;
}
