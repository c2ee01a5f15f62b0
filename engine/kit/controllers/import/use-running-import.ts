import { useCallback, useEffect, useRef } from 'react';
import { useDataClient } from '../../data/client.ts';
import { jobFailure } from '../../data/data-client.ts';
import { watchJob } from '../../data/watch-job.ts';
import { readStored, removeStored, storeLocally } from '../../ui/local-storage.ts';
import type { ImportResult, ImportState } from './import-state.ts';

/** An import on the server; `file` is null where another page started it. */
interface RunningImport {
  readonly job: string;
  readonly name: string;
  /** The same file was imported before: the server answers what became of it then. */
  readonly repeated: boolean;
  readonly file: File | null;
}

/** Follows the import that runs on the server to its end; one that was started before goes on where it is. */
export function useRunningImport(path: string, setState: (state: ImportState) => void, onAdded: () => void) {
  const client = useDataClient();
  const abort = useRef<AbortController>(null);
  const place = `IMPORT.${path}`;
  const added = useRef(onAdded);
  added.current = onAdded;

  const follow = useCallback(
    async ({ job, name, repeated, file }: RunningImport) => {
      const mine = new AbortController();
      abort.current?.abort();
      abort.current = mine;
      setState({ step: 'running', name, done: 0, total: null });
      try {
        const last = await watchJob({
          client,
          id: job,
          onState: ({ done, total }) => !mine.signal.aborted && setState({ step: 'running', name, done, total }),
          signal: mine.signal,
        });
        removeStored(place);
        if (last.state === 'failed') return setState({ step: 'failed', error: jobFailure(last), file });
        setState({ step: 'done', name, result: last.result as ImportResult, repeated, file });
        added.current();
      } catch (error) {
        if (!mine.signal.aborted) setState({ step: 'failed', error, file });
      }
    },
    [client, place, setState],
  );

  useEffect(() => {
    const running = readStored<{ job: string; name: string }>(place);
    if (running) void follow({ ...running, repeated: false, file: null });
    return () => abort.current?.abort();
  }, [place, follow]);

  return async (started: RunningImport) => {
    storeLocally(place, { job: started.job, name: started.name }, storedMilliseconds);
    await follow(started);
  };
}

const storedMilliseconds = 24 * 3_600_000;
