import type { DataClient, JobState } from './data-client.ts';
import { onLive } from './live-events.ts';

/** Milliseconds between looks at a job: quick at first, then calm. */
const pauses = [300, 600, 1000, 2000, 3000] as const;

const followed = new Set<string>();

/** Whether a screen follows this job, or has followed it to its end. */
export const isWatched = (id: string): boolean => followed.has(id);

/**
 * Polls a job until it ends and calls `onState` with every state. Resolves with the last state (done or failed). Three
 * network failures in a row throw; an abort rejects with the signal's reason.
 */
export async function watchJob({
  client,
  id,
  onState,
  signal,
  pause = pauseFor,
}: {
  client: Pick<DataClient, 'job'>;
  id: string;
  onState: (state: JobState) => void;
  signal: AbortSignal;
  pause?: (milliseconds: number, signal: AbortSignal, job: string) => Promise<void>;
}): Promise<JobState> {
  let misses = 0;
  followed.add(id);
  signal.addEventListener('abort', () => followed.delete(id), { once: true });
  for (let look = 0; ; look++) {
    signal.throwIfAborted();
    try {
      const state = await client.job(id);
      misses = 0;
      onState(state);
      if (state.state === 'done' || state.state === 'failed') return state;
    } catch (error) {
      if (++misses >= 3) throw error;
    }
    await pause(pauses[Math.min(look, pauses.length - 1)]!, signal, id);
  }
}

/** Waits, or less if the server announces progress of the job. */
function pauseFor(milliseconds: number, signal: AbortSignal, job: string): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    const stop = onLive('job', ({ record }) => record === job && go());
    signal.addEventListener('abort', go, { once: true });
  });
}
