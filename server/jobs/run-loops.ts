import type { JobDeps } from './job-deps.ts';

/** Milliseconds before a failed loop runs again. */
const afterFailure = 5_000;

/** Runs modules' loops independently. `stop` waits for running rounds. */
export function startLoops({ loops, context, log }: Pick<JobDeps, 'loops' | 'context' | 'log'>): {
  stop(): Promise<void>;
} {
  const { services } = context;
  if (!services) throw new Error('loops are run by an open node');
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number) =>
    new Promise<void>((resume) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resume();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
    });
  const running = loops.map(async ({ name, every, run, settle }) => {
    while (!signal.aborted) {
      try {
        if ((await run(services)) === 0) await pause(every);
      } catch (error) {
        log(name, error);
        await pause(afterFailure);
      }
    }
    await settle();
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
