import { AppError } from '../errors.ts';

/**
 * Keyed mutex, so that parallel guesses are rate-limited like sequential ones. Throws `tooMany` when `longestQueue`
 * tasks of the key already wait.
 */
export function createKeyedMutex(longestQueue = 20): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, { tail: Promise<unknown>; waiting: number }>();
  return async (key, work) => {
    const queue = last.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= longestQueue) throw new AppError('tooMany');
    queue.waiting += 1;
    const turn = queue.tail.then(work);
    queue.tail = turn.catch(() => undefined);
    last.set(key, queue);
    try {
      return await turn;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) last.delete(key);
    }
  };
}
