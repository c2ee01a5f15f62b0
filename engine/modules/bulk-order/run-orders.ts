import { newKey, watchJob, WireError, type DataClient } from '../../kit/index.ts';
import type { SheetDesk } from './desk.ts';
import type { Mark } from './marks.ts';
import { placeOrders, saveOrders, tryOrders, type Desk, type Placed, type Work } from './save-orders.ts';

export type RunKind = 'save' | 'try' | 'place';
export type RunStep = 'saving' | 'trying' | 'placing';

/** What came of the orders of a run, as far as it got. */
export interface Ran {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly placed: Placed | null;
  readonly error: unknown;
}

/** Saves orders, and then tries or places them. */
export async function runOrders(
  kind: RunKind,
  works: readonly Work[],
  { on, begin }: { on: Desk; begin: (step: RunStep) => void },
): Promise<Ran> {
  let marks: ReadonlyMap<string, Mark> = new Map();
  let placed: Placed | null = null;
  try {
    begin('saving');
    marks = await saveOrders(works, on);
    const saved = works.map(({ order }) => ({ order, mark: marks.get(order.key) }));
    if (kind === 'try' && !on.stopped()) {
      begin('trying');
      marks = new Map([...marks, ...(await tryOrders(saved, on))]);
    }
    if (kind === 'place' && !on.stopped()) {
      begin('placing');
      placed = await placeOrders(saved, on);
    }
    return { marks, placed, error: null };
  } catch (error) {
    return { marks, placed, error };
  }
}

/** How many orders were saved and refused by a run. */
export function countsOf(works: readonly Work[], { marks, placed }: Ran): { saved: number; refused: number } {
  const of = works.map(({ order }) => ({ order, mark: marks.get(order.key) }));
  const refused = of.filter(({ order, mark }) => mark?.refused?.print === order.print).length;
  return {
    saved: of.filter(({ order, mark }) => mark?.id !== undefined && mark.print === order.print).length,
    refused: refused + (placed?.refused ?? 0),
  };
}

/** The server for the orders of a sheet, which keeps what it answers. */
export function serverFor(
  client: DataClient,
  desk: SheetDesk,
  { progress, stopped }: Pick<Desk, 'progress' | 'stopped'>,
): Desk {
  return {
    send: (path, body, key) => client.send(path, body, key),
    ...{ newKey, progress, stopped },
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
          onState: ({ done, total }) => progress(done, total ?? ids.length),
          signal: new AbortController().signal,
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
    takeOut: (orders) => desk.takeOut(new Set(orders.flatMap(({ rows }) => rows.map(({ id }) => id)))),
  };
}
