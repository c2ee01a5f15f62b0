import type { Action, Entity } from '../../core/index.ts';
import type { DataClient, EntityAnswer, ListQueryParams, RowResult, WireRecord } from '../data/data-client.ts';
import { bulkChunk, longestPage, maxBulkRows } from './list-limits.ts';
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

interface Selected {
  readonly client: Pick<DataClient, 'page'>;
  readonly path: string;
  readonly query: ListQueryParams;
  readonly selection: Selection;
}

/** The picked rows, or so many of those that match, fetched page by page. */
export async function collectShown({
  client,
  path,
  query,
  selection,
  limit,
}: Selected & { readonly limit: number }): Promise<WireRecord[]> {
  if (!selection.all) return [...selection.picked.values()];
  const found: WireRecord[] = [];
  for (let pageNo = 1; found.length < limit; pageNo++) {
    const page = await client.page(path, { ...query, pageNo: String(pageNo), pageSize: String(longestPage) });
    found.push(...page.rows.filter(({ id }) => !selection.except.has(id)));
    if (page.rows.length < longestPage) break;
  }
  return found.slice(0, limit);
}

/** The rows a bulk action runs on, `maxBulkRows` at most. Rows that cannot are left out and counted. */
export async function collectRows({
  name,
  ...selected
}: Selected & { readonly name: string }): Promise<{ able: WireRecord[]; unable: number; cut: boolean }> {
  const found = await collectShown({ ...selected, limit: maxBulkRows + 1 });
  const rows = selected.selection.all ? found.slice(0, maxBulkRows) : found;
  const able = rows.filter((record) => record._can?.includes(name));
  return { able, unable: rows.length - able.length, cut: rows.length < found.length };
}

/**
 * Runs an action on rows, a hundred per request, each row with its own outcome: one that has changed since it was shown is
 * refused, so that nobody approves an amount that they have not seen. An undo names ids alone. A request that fails as a whole fails
 * its rows with the error's words; the rest go on.
 */
export async function runBulk(
  client: Pick<DataClient, 'actAll'>,
  call: {
    path: string;
    action: string;
    rows: readonly Pick<WireRecord, 'id' | 'version'>[];
    newKey: () => string;
    wordsOf: (error: unknown) => string;
    onProgress: (done: number) => void;
  },
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (let at = 0; at < call.rows.length; at += bulkChunk) {
    const rows = call.rows.slice(at, at + bulkChunk);
    const ids = rows.map(({ id }) => id);
    const seen = rows.filter(({ version }) => version !== undefined).map(({ id, version }) => [id, version]);
    const input = seen.length > 0 ? { versions: Object.fromEntries(seen) } : {};
    try {
      results.push(...(await client.actAll(call.path, { action: call.action, ids, input }, call.newKey())));
    } catch (error) {
      results.push(
        ...ids.map((id) => ({ id, ok: false, issues: [{ path: '', code: 'request', message: call.wordsOf(error) }] })),
      );
    }
    call.onProgress(results.length);
  }
  return results;
}
