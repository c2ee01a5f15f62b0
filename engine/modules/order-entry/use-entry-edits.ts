import { useCallback, useEffect } from 'react';
import { noEntry, type Choice, type Entry } from './entry.ts';
import type { Channels } from './use-channels.ts';
import type { useEntry } from './use-entry.ts';

type Change = ReturnType<typeof useEntry>['change'];

/** What a person changes; each change takes back what was told of the entry before. */
export function useEntryEdits(change: Change, forget: () => void) {
  const edit: Change = useCallback(
    (part) => {
      change(part);
      forget();
    },
    [change, forget],
  );
  const choose = useCallback((choice: Choice | null) => edit({ choice }), [edit]);
  // The rule's own choice takes back nothing that was told.
  const takePick = useCallback((choice: Choice) => change({ choice }), [change]);
  const goBy = useCallback((rateRule: string) => edit({ rateRule, choice: null }), [edit]);
  const chooseCustomer = useCallback(
    (customer: string) => edit({ customer, choice: null, rateRule: '', sender: noEntry.sender, senderMode: 'channel' }),
    [edit],
  );
  return { edit, choose, takePick, goBy, chooseCustomer };
}

/** Channels that send from the customer's address alone leave nothing to choose. */
export function useOnlySender(entry: Entry, channels: Channels['channels'], change: Change): void {
  useEffect(() => {
    const isOwnOnly = channels !== null && channels.length > 0 && channels.every(({ mode }) => mode === 'customer');
    if (isOwnOnly && entry.senderMode === 'channel') change({ senderMode: 'own' });
  }, [channels, entry.senderMode, change]);
}
