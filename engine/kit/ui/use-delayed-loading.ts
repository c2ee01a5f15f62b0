import { useEffect, useRef, useState } from 'react';

/** Waits shorter than this are not shown at all. */
const silentMilliseconds = 200;
/** What is shown stays at least this long, so that nothing flickers. */
const shownMilliseconds = 300;

/** Whether to show a skeleton for `loading`: after 200 ms, and then for at least 300 ms. */
export function useDelayedLoading(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (loading === shown) return;
    const wait = loading ? silentMilliseconds : Math.max(0, since.current + shownMilliseconds - Date.now());
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  return shown;
}
