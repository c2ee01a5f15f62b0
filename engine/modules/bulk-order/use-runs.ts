import { useCallback, useRef, useState } from 'react';
import { newKey, useDataClient, watchJob, WireError } from '../../kit/index.ts';
import type { SheetDesk } from './desk.ts';
import type { Mark } from './marks.ts';
import { placeOrders, saveOrders, tryOrders, type Desk, type Placed, type Work } from './save-orders.ts';

export type RunKind = 'save' | 'try' | 'place';

export interface Run {
  readonly kind: RunKind;
  readonly step: 'saving' | 'trying' | 'placing';
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
      let step: Run['step'] = 'saving';
      const left = new AbortController();
      const on: Desk = {
        send: (path, body, key) => client.send(path, body, key),
        newKey,
        async place(ids, prices) {
          try {
            const { batch, job } = await client.send<{ batch: string; job: string }>(
              'Order/placeMany',
              { ids, prices },
              newKey(),
            );
            await watchJob({
              client,
              id: job,
              onState: ({ done, total }) => setRun({ kind, step, done, total: total ?? ids.length }),
              signal: left.signal,
            });
            return batch;
          } catch (failure) {
            // All of them were placed by a call whose answer was lost.
            const isDone =
              failure instanceof WireError && failure.issues.some(({ code }) => code === 'shipping.noDraftOrder');
            if (isDone) return null;
            throw failure;
          }
        },
        states: (ids) => client.list('Order', { 'id.in': ids.join(',') }),
        keep: (change) => desk.mark(change),
        progress: (done, total) => setRun({ kind, step, done, total }),
        takeOut: (orders) => desk.takeOut(new Set(orders.flatMap(({ rows }) => rows.map(({ id }) => id)))),
        stopped: () => stop.current,
      };
      setRun({ kind, step, done: 0, total: works.length });
      let marks: ReadonlyMap<string, Mark> = new Map();
      let placed: Placed | null = null;
      let error: unknown = null;
      try {
        marks = await saveOrders(works, on);
        const saved = works.map(({ order }) => ({ order, mark: marks.get(order.key) }));
        if (kind === 'try' && !stop.current) {
          step = 'trying';
          setRun({ kind, step, done: 0, total: works.length });
          marks = new Map([...marks, ...(await tryOrders(saved, on))]);
        }
        if (kind === 'place' && !stop.current) {
          step = 'placing';
          setRun({ kind, step, done: 0, total: works.length });
          placed = await placeOrders(saved, on);
        }
      } catch (failure) {
        error = failure;
      }
      const of = works.map(({ order }) => ({ order, mark: marks.get(order.key) }));
      const refused = of.filter(({ order, mark }) => mark?.refused?.print === order.print).length;
      setOutcome({
        ...{ kind, placed, error, stopped: stop.current },
        saved: of.filter(({ order, mark }) => mark?.id !== undefined && mark.print === order.print).length,
        refused: refused + (placed?.refused ?? 0),
      });
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
