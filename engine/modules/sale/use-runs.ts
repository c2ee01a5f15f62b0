import { useCallback, useEffect, useRef, useState } from 'react';
import { jobFailure, newKey, useDataClient, watchJob, type JobState } from '../../kit/index.ts';

export type Made = 'bills' | 'weekly' | 'finals';

export type Runs = ReturnType<typeof useRuns>;

/** Starts runs, one at a time, and says what each has made. */
export function useRuns() {
  const client = useDataClient();
  const [job, setJob] = useState<JobState | null>(null);
  const [busy, setBusy] = useState<Made | null>(null);
  const [done, setDone] = useState<{ of: Made; many: number } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [last, setLast] = useState<{ of: Made; work: () => Promise<number> } | null>(null);
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  const start = useCallback(async (of: Made, work: () => Promise<number>) => {
    setBusy(of);
    setDone(null);
    setFailure(null);
    setLast({ of, work });
    try {
      setDone({ of, many: await work() });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
      setJob(null);
    }
  }, []);
  const bills = (until: string) =>
    start('bills', async () => {
      const { job: id } = await client.send<{ job: string }>('MemberBill/run', until ? { until } : {}, newKey());
      const ended = await new Promise<JobState>((resolve, reject) => {
        const { signal } = gone.current;
        watchJob({
          client,
          id,
          onState: (state) => {
            setJob(state);
            if (state.state === 'done' || state.state === 'failed') resolve(state);
          },
          signal,
        }).catch((error: unknown) => !signal.aborted && reject(error as Error));
      });
      if (ended.state === 'failed') throw jobFailure(ended);
      return Number((ended.result as { bills?: number } | null)?.bills ?? 0);
    });
  const periodic = (of: Made, path: string, day: string) =>
    start(of, async () => (await client.send<{ made: number }>(path, { day }, newKey())).made);
  // What failed last, once more.
  const again = failure === null || !last ? null : () => void start(last.of, last.work);
  return { job, busy, done, failure, again, bills, periodic };
}
