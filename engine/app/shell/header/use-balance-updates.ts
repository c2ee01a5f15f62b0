import { useEffect } from 'react';
import { askedAt } from '../../../kit/data/asked-at.ts';
import { followRecords } from '../../../kit/data/live-events.ts';
import { loadBalance, useShellData } from '../shell-data.ts';

/** Milliseconds: what happens together is asked for once, and a busy day does not ask without end. */
const gather = 300;
const minPause = 3000;

/** Asks for the balance again when a record that may have moved it has changed, or when changes were missed. */
export function useBalanceUpdates(): void {
  const watched = useShellData(({ balance }) => (balance?.watch ?? []).join(' '));
  useEffect(() => {
    if (watched === '') return;
    const entities = watched.split(' ');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const soon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          latest = Date.now();
          void loadBalance();
        },
        Math.max(gather, latest + minPause - Date.now()),
      );
    };
    const { balance } = useShellData.getState();
    const unfollow = followRecords(entities, soon, balance ? askedAt(balance) : undefined);
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [watched]);
}
