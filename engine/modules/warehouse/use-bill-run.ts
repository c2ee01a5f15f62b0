import { useEffect, useRef, useState } from 'react';
import { jobFailure, newKey, useDataClient, watchJob, type JobState } from '../../kit/index.ts';

export const outcomes = ['bills', 'already', 'nothing', 'unpriced', 'refused'] as const;
export type Made = Readonly<Record<(typeof outcomes)[number], number>>;

/** Runs the bills as a job; leaving the page stops following it. `again` runs the last once more. */
export function useBillRun() {
  const client = useDataClient();
  const [job, setJob] = useState<Pick<JobState, 'done' | 'total'> | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const leaving = useRef<AbortController | null>(null);
  const last = useRef<object>({});
  useEffect(() => () => leaving.current?.abort(), []);
  const run = async (body: object) => {
    const left = new AbortController();
    leaving.current = left;
    last.current = body;
    setMade(null);
    setFailure(null);
    setJob({ done: 0, total: null });
    try {
      const { job: id } = await client.send<{ job: string }>('WarehouseBill/run', body, newKey());
      const ended = await watchJob({ client, id, onState: setJob, signal: left.signal });
      if (ended.state === 'failed') throw jobFailure(ended);
      setMade(ended.result as unknown as Made);
    } catch (error) {
      if (!left.signal.aborted) setFailure(error);
    } finally {
      if (!left.signal.aborted) setJob(null);
    }
  };
  return { job, made, failure, run, again: () => void run(last.current) };
}
