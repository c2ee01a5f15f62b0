import { useEffect, useRef, useState } from 'react';
import { watchJob, type JobState } from '../../engine/kit/index.ts';
import type { SchemaApi } from '../document/api.ts';

/** Follows a publish to its end; `going` is how far it has come, null where none is under way. */
export function useFollowed(api: Pick<SchemaApi, 'job'>) {
  const [going, setGoing] = useState<JobState | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => {
    const open = new AbortController();
    abort.current = open;
    return () => open.abort();
  }, []);
  const follow = async (job: string): Promise<JobState> => {
    const signal = abort.current?.signal ?? new AbortController().signal;
    const ended = await watchJob({ client: api, id: job, onState: setGoing, signal });
    setGoing(null);
    return ended;
  };
  return { going, follow };
}
