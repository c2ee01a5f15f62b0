/** Semaphore: at most `max` tasks at once; the others wait. */
export function createSemaphore(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The permit passes straight to the next waiting task.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
