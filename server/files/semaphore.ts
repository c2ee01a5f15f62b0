/** Lets so many works run at once; the others wait their turn. */
export function createSemaphore(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // A place that is passed on stays taken.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
