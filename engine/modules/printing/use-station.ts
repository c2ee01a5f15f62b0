import { useCallback, useEffect, useRef, useState } from 'react';
import { beep, newKey, useDataClient } from '../../kit/index.ts';
import type { StationState } from './station.ts';

const pauseAfterFailure = 2000;

/** The station as it stands, always fresh, and what is scanned sent on in the order in which it was scanned. */
export function useStation(station: string) {
  const client = useDataClient();
  const [state, setState] = useState<StationState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [busy, setBusy] = useState(0);
  const heard = useRef<string | null>(null);
  const take = useCallback((next: StationState) => {
    const last = next.last?.id ?? '';
    // What happened before this page was opened makes no sound.
    if (heard.current !== null && heard.current !== last && next.last)
      beep(next.last.outcome === 'error' ? 'error' : 'ok');
    heard.current = last;
    setState(next);
    setError(null);
  }, []);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let seen: string | undefined;
    heard.current = null;
    const look = async (): Promise<void> => {
      let wait = 0;
      try {
        const next = await client.send<StationState>('Station/state', { station, ...(seen ? { seen } : {}) }, newKey());
        if (gone) return;
        seen = next.seen;
        take(next);
      } catch (failure) {
        if (gone) return;
        setError(failure);
        wait = pauseAfterFailure;
      }
      timer = setTimeout(() => void look(), wait);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, station, take]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const scan = useCallback(
    (text: string) => {
      setBusy((count) => count + 1);
      queue.current = queue.current.then(async () => {
        try {
          take(await client.send<StationState>('Station/scan', { station, text }, newKey()));
          setRefusal(null);
        } catch (failure) {
          setRefusal(failure);
          beep('error');
        } finally {
          setBusy((count) => count - 1);
        }
      });
    },
    [client, station, take],
  );
  return { state, error, refusal, busy: busy > 0, scan };
}
