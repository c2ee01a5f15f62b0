import { useCallback, useEffect, useRef, useState } from 'react';
import { jobFailure, newKey, useDataClient, watchJob, type JobState } from '../../kit/index.ts';

export interface GivenTable {
  readonly file: string;
  readonly name: string;
  readonly headings: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly count: number;
}

/** Hands in tables to be looked at; what came of it, and what went wrong. */
export function useTables(): {
  tables: readonly GivenTable[];
  refused: readonly { file: string; message: string }[];
  busy: boolean;
  failure: unknown;
  hand: (files: readonly File[]) => void;
  run: <T>(path: string, body: object) => Promise<T>;
} {
  const client = useDataClient();
  const [state, setState] = useState<{
    tables: readonly GivenTable[];
    refused: readonly { file: string; message: string }[];
  }>({
    tables: [],
    refused: [],
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const gone = useRef(new AbortController());
  useEffect(() => {
    const open = new AbortController();
    gone.current = open;
    return () => open.abort();
  }, []);
  const ended = useCallback(
    async (job: string): Promise<JobState> => {
      const last = await watchJob({ client, id: job, onState: () => undefined, signal: gone.current.signal });
      if (last.state === 'failed') throw jobFailure(last);
      return last;
    },
    [client],
  );
  const hand = (files: readonly File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    setFailure(null);
    client
      .handIn('BillTable/upload', { files: files.slice(0, 2) }, newKey())
      .then(({ job }) => ended(job))
      .then((job) => {
        const { tables, refused } = job.result as unknown as typeof state;
        setState({ tables, refused });
      })
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  const run = async <T>(path: string, body: object): Promise<T> => {
    const { job } = await client.send<{ job: string }>(path, body, newKey());
    return (await ended(job)).result as unknown as T;
  };
  return { ...state, busy, failure, hand, run };
}
