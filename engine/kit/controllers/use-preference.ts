import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import { knownAtFirst, loadRecalled, remember, rememberSending } from '../data/recalled.ts';

/** How long a person may go on changing before it is sent. */
const debounceMilliseconds = 600;

/** Under which name an answer is kept that came before its screen. */
export const preparedPreference = (key: string): string => `preference/${key}`;

/**
 * What this person keeps on the server under `key`: the value (null while unknown or never set), whether the server has
 * answered once in this session, and a setter that shows at once and is sent when the person pauses. Not reaching the
 * server is borne: the choice then lasts as long as the page.
 */
export function usePreference<T>(key: string): [value: T | null, known: boolean, save: (value: T | null) => void] {
  const client = useDataClient();
  const [stored, setStored] = useState<{ key: string; value: T | null } | null>(() => {
    const value = knownAtFirst<T | null>(client, preparedPreference(key));
    return value === undefined ? null : { key, value };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef<(() => void) | null>(null);

  useEffect(() => {
    let cancelled = false;
    const show = (value: T | null) =>
      !cancelled && setStored((before) => (before?.key === key ? before : { key, value }));
    loadRecalled<T | null>(client, preparedPreference(key), {
      ask: () => client.preference<T>(key),
      show,
      replace: (value) => !cancelled && setStored({ key, value }),
    }).catch(() => show(null));
    return () => {
      cancelled = true;
      clearTimeout(timer.current);
      unsent.current?.();
    };
  }, [client, key]);

  const save = useCallback(
    (value: T | null) => {
      const name = preparedPreference(key);
      setStored({ key, value });
      remember(client, name, value);
      clearTimeout(timer.current);
      unsent.current = () => {
        unsent.current = null;
        const sent = client.savePreference(key, value);
        sent.catch(() => undefined);
        rememberSending(client, name, { value, sent });
      };
      timer.current = setTimeout(() => unsent.current?.(), debounceMilliseconds);
    },
    [client, key],
  );
  return [stored?.key === key ? stored.value : null, stored?.key === key, save];
}
