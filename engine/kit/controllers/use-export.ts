import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import { jobFailure, type ListQueryParams } from '../data/data-client.ts';
import { newKey } from '../data/new-key.ts';
import { saveFile } from '../data/save-file.ts';
import { watchJob } from '../data/watch-job.ts';

/** Not started; running with progress; the file is downloaded; or failed, with the choice still there to retry. */
export type ExportState =
  | { state: 'idle' }
  | { state: 'running'; done: number; total: number | null }
  | { state: 'done'; file: string; rows: number }
  | { state: 'failed'; error: unknown };

/** Makes a file of a list on the server, follows the job, and gives the file to the person. */
export function useExport(path: string) {
  const client = useDataClient();
  const [state, setState] = useState<ExportState>({ state: 'idle' });
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = useCallback(
    async (request: { format: 'csv' | 'xlsx' | 'pdf'; columns: string[]; query: ListQueryParams }) => {
      const mine = new AbortController();
      abort.current?.abort();
      abort.current = mine;
      setState({ state: 'running', done: 0, total: null });
      try {
        const { job } = await client.export(path, request, newKey());
        const last = await watchJob({
          client,
          id: job,
          onState: ({ done, total }) => !mine.signal.aborted && setState({ state: 'running', done, total }),
          signal: mine.signal,
        });
        if (last.state === 'failed' || !last.file) return setState({ state: 'failed', error: jobFailure(last) });
        saveFile(await client.download(last.file));
        setState({ state: 'done', file: last.file, rows: last.done });
      } catch (error) {
        if (!mine.signal.aborted) setState({ state: 'failed', error });
      }
    },
    [client, path],
  );
  const again = useCallback(async (file: string) => saveFile(await client.download(file)), [client]);
  const reset = useCallback(() => {
    abort.current?.abort();
    setState({ state: 'idle' });
  }, []);
  return { state, start, again, reset };
}
