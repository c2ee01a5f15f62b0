import { useCallback, useRef, useState } from 'react';
import { useDataClient } from '../../kit/index.ts';
import type { SheetDesk } from './desk.ts';
import { countsOf, runOrders, serverFor, type RunKind, type RunStep } from './run-orders.ts';
import type { Placed, Work } from './save-orders.ts';

export interface Run {
  readonly kind: RunKind;
  readonly step: RunStep;
  readonly done: number;
  readonly total: number;
}

/** What the last run came to. */
export interface Outcome {
  readonly kind: RunKind;
  readonly saved: number;
  readonly refused: number;
  readonly placed: Placed | null;
  readonly stopped: boolean;
  readonly error: unknown;
}

/** Saving, trying and placing what stands on the sheet, one run at a time. A run that breaks off goes on where it was. */
export function useRuns(desk: SheetDesk | null) {
  const client = useDataClient();
  const [run, setRun] = useState<Run | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stop = useRef(false);
  const busy = useRef(false);

  const start = useCallback(
    async (kind: RunKind, works: readonly Work[]) => {
      if (!desk || busy.current) return;
      busy.current = true;
      stop.current = false;
      setOutcome(null);
      let step: RunStep = 'saving';
      const progress = (done: number, total: number) => setRun({ kind, step, done, total });
      const begin = (next: RunStep) => {
        step = next;
        progress(0, works.length);
      };
      const on = serverFor(client, desk, { progress, stopped: () => stop.current });
      const ran = await runOrders(kind, works, { on, begin });
      const { placed, error } = ran;
      setOutcome({ ...{ kind, placed, error, stopped: stop.current }, ...countsOf(works, ran) });
      setRun(null);
      busy.current = false;
    },
    [client, desk],
  );
  const halt = useCallback(() => {
    stop.current = true;
  }, []);
  const putAside = useCallback(() => setOutcome(null), []);
  return { run, outcome, start, halt, putAside };
}
