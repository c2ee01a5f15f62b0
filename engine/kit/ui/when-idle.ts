/** Runs work when the browser is idle, at the latest after this delay. */
const latestMilliseconds = 2_000;

/** Runs when the page has come to rest; the answer calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: latestMilliseconds });
  return () => cancelIdleCallback(handle);
}
