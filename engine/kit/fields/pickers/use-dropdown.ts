import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataClient, ListQueryParams } from '../../data/data-client.ts';

export interface Choice {
  value: string;
  label: string;
  /** What tells it from others of a similar name. */
  subtitle?: string | undefined;
}

export interface DropDown {
  choices: readonly Choice[];
  state: 'idle' | 'loading' | 'ready' | 'failed';
  search: (text: string) => void;
}

const typingPause = 250;

/**
 * Type-ahead on the server. Waits for a pause in typing, calls off the question before, and drops an answer that comes
 * late, so that what is shown always belongs to what was typed last.
 */
export function useDropDown(client: DataClient, path: string, query: () => ListQueryParams): DropDown {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [state, setState] = useState<DropDown['state']>('idle');
  const pending = useRef<{ timer: number; abort: AbortController } | null>(null);
  const latestQuery = useRef(query);
  latestQuery.current = query;

  const search = useCallback(
    (text: string) => {
      callOff(pending.current);
      const abort = new AbortController();
      setState('loading');
      const search = async () => {
        try {
          const rows = await client.dropDown(path, { ...latestQuery.current(), searchValue: text }, abort.signal);
          if (abort.signal.aborted) return;
          setChoices(rows.map((row) => ({ value: row.code, label: row.value, subtitle: row.subtitle })));
          setState('ready');
        } catch {
          if (!abort.signal.aborted) setState('failed');
        }
      };
      // The first opening has nothing to wait for.
      pending.current = { abort, timer: window.setTimeout(search, text === '' ? 0 : typingPause) };
    },
    [client, path],
  );
  useEffect(() => () => callOff(pending.current), []);
  return { choices, state, search };
}

function callOff(pending: { timer: number; abort: AbortController } | null): void {
  if (!pending) return;
  window.clearTimeout(pending.timer);
  pending.abort.abort();
}
