import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntityMeta } from '../../engine/core/index.ts';
import { jobFailure, useDataClient, useViewer, watchJob, type DataClient } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { sheetOfFile } from './read-sheet.ts';
import { csvOf } from './sheet-document.ts';
import { dropWaitingRows, readWaitingRows, saveWaitingRows, waitingRows, type WaitingRows } from './waiting-rows.ts';

/**
 * What becomes of the rows of a sheet: `waiting` for the publish, `lost` columns are asked about first, `running`, then `done`
 * or `refused` with those rows that were not taken; `failed` keeps all of them.
 */
export type WaitingState =
  | { readonly step: 'none' }
  | { readonly step: 'waiting'; readonly rows: WaitingRows }
  | { readonly step: 'lost'; readonly rows: WaitingRows; readonly heads: readonly string[] }
  | { readonly step: 'running'; readonly rows: WaitingRows; readonly done: number }
  | { readonly step: 'refused'; readonly rows: WaitingRows; readonly added: number }
  | { readonly step: 'done'; readonly added: number }
  | { readonly step: 'failed'; readonly rows: WaitingRows; readonly error: unknown };

/** The field of each head as the entity is published: one that was renamed still has its column. */
export const mappingOf = (heads: readonly string[], { fields }: EntityMeta): (string | null)[] =>
  heads.map((head) => (fields[head] ? head : (Object.entries(fields).find(([, { id }]) => id === head)?.[0] ?? null)));

/** The rows that were given for the entity being designed: they are added as soon as it is published. */
export function useWaitingRows() {
  const client = useDataClient();
  const viewer = useViewer();
  const entity = useDesigner((state) => state.entity);
  const meta = useDesigner((state) => state.published?.meta ?? null);
  const [state, setState] = useState<WaitingState>({ step: 'none' });
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const send = useCallback(
    async (rows: WaitingRows, into: EntityMeta) => {
      const mine = new AbortController();
      abort.current?.abort();
      abort.current = mine;
      const note = (done: number) => !mine.signal.aborted && setState({ step: 'running', rows, done });
      note(0);
      try {
        const { added, refused } = await addRows(client, { rows, into, note }, mine.signal);
        if (refused) await saveWaitingRows(viewer.id, refused);
        else await dropWaitingRows(viewer.id, entity);
        setState(refused ? { step: 'refused', rows: refused, added } : { step: 'done', added });
      } catch (error) {
        if (!mine.signal.aborted) setState({ step: 'failed', rows, error });
      }
    },
    [client, viewer.id, entity],
  );

  // Ask about a column without a field, because its values would be lost silently.
  const start = useCallback(
    (rows: WaitingRows) => {
      if (!meta) return setState({ step: 'waiting', rows });
      if (rows.reasons.length > 0) return setState({ step: 'refused', rows, added: 0 });
      const heads = rows.heads.filter((_, at) => mappingOf(rows.heads, meta)[at] === null);
      if (heads.length === 0) void send(rows, meta);
      else setState({ step: 'lost', rows, heads });
    },
    [meta, send],
  );

  const path = meta?.path;
  const isLive = meta !== null;
  const latest = useRef(start);
  latest.current = start;
  useStoredRows({ person: viewer.id, entity, isLive }, latest);
  return {
    state,
    path,
    goOn: () => state.step === 'lost' && meta && void send(state.rows, meta),
    // Another request than the first: the rows may have been mended.
    again: (rows: WaitingRows) => {
      const { key: _, ...next } = { ...rows, reasons: [] };
      const fresh = waitingRows(next);
      if (meta) void saveWaitingRows(viewer.id, fresh).finally(() => void send(fresh, meta));
    },
    drop: () => void dropWaitingRows(viewer.id, entity).finally(() => setState({ step: 'none' })),
    close: () => setState({ step: 'none' }),
  };
}

/** Hands the rows that were put aside over, and once more with the first publish: from then on there is where to put them. */
function useStoredRows(
  { person, entity, isLive }: { person: string; entity: string; isLive: boolean },
  latest: { readonly current: (rows: WaitingRows) => void },
): void {
  useEffect(() => {
    let cancelled = false;
    void readWaitingRows(person, entity).then((rows) => {
      if (!cancelled && rows) latest.current(rows);
    });
    return () => {
      cancelled = true;
    };
  }, [person, entity, isLive, latest]);
}

/** Sends the rows through the import of the entity and follows it to its end. */
async function addRows(
  client: DataClient,
  { rows, into, note }: { rows: WaitingRows; into: EntityMeta; note: (done: number) => void },
  signal: AbortSignal,
): Promise<{ added: number; refused: WaitingRows | null }> {
  const text = csvOf([rows.heads, ...rows.rows]);
  const file = new File([text], `${rows.source.replace(/\.[a-z]+$/i, '') || into.entity}.csv`, { type: 'text/csv' });
  const { job } = await client.import(into.path, { file, mapping: mappingOf(rows.heads, into) }, rows.key);
  const last = await watchJob({ client, id: job, onState: ({ done }) => note(done), signal });
  if (last.state === 'failed') throw jobFailure(last);
  const { added, errorFile } = last.result as { added: number; errorFile: string | null };
  if (!errorFile) return { added, refused: null };
  return { added, refused: refusedRows(rows, await sheetOfFile((await client.download(errorFile)).blob)) };
}

/** The rows of the file of refused rows, with the reason in the last column. */
function refusedRows(before: WaitingRows, { rows }: { rows: readonly (readonly string[])[] }): WaitingRows {
  const width = before.heads.length;
  const { key: _, ...rest } = before;
  return waitingRows({
    ...rest,
    // Files for spreadsheets have an apostrophe before what would be a formula.
    rows: rows.map((row) => row.slice(0, width).map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))),
    reasons: rows.map((row) => row[width] ?? ''),
  });
}
