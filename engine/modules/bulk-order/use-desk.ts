import { useEffect, useState, useSyncExternalStore } from 'react';
import { createDesk, type SheetDesk } from './desk.ts';
import type { DeskState, Outset } from './sheet-store.ts';

const nothing = () => () => undefined;

/** The sheet of this tab; null until it was found. It is opened once how a sheet begins is known. */
export function useDesk(owner: string, outset: Outset | null): { desk: SheetDesk | null; state: DeskState | null } {
  const [desk, setDesk] = useState<SheetDesk | null>(null);
  const begins = outset !== null;
  const [start] = useState<{ outset: Outset | null }>({ outset });
  start.outset = outset;
  useEffect(() => {
    if (!begins) return;
    const made = createDesk(owner, () => start.outset ?? { columns: [], defaults: {} });
    setDesk(made);
    const goes = () => made.keepNow();
    const hides = () => document.visibilityState === 'hidden' && made.keepNow();
    window.addEventListener('pagehide', goes);
    document.addEventListener('visibilitychange', hides);
    return () => {
      window.removeEventListener('pagehide', goes);
      document.removeEventListener('visibilitychange', hides);
      made.close();
    };
  }, [owner, begins, start]);
  const state = useSyncExternalStore(desk?.subscribe ?? nothing, () => desk?.state() ?? null);
  return { desk, state };
}
