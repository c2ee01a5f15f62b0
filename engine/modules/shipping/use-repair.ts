import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createKeyring, newKey, useDataClient, type DataClient, type WireRecord } from '../../kit/index.ts';
import type { Cause } from './causes.ts';
import { dearerThanShown, pricesOf, triedPrices, type Dearer, type Prices, type Tried } from './dearer.ts';

interface Repaired {
  readonly changed: number;
  readonly running: number;
  readonly again: number;
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

interface Repairing {
  readonly batch: string | null;
  readonly cause: Cause;
}

/** Most orders of one trial. */
const portion = 40;

async function ordersOf(client: DataClient, ids: readonly string[]): Promise<readonly WireRecord[]> {
  const found: WireRecord[] = [];
  for (let at = 0; at < ids.length; at += portion)
    found.push(...(await client.list('Order', { 'id.in': ids.slice(at, at + portion).join(',') })));
  return found;
}

/** The prices of the orders as the person knows them, and how they are tried again. */
function useKnownPrices(cause: Cause) {
  const client = useDataClient();
  // What they cost when the person began, and what was told of them since: others may try them meanwhile.
  const shown = useRef<Promise<Prices> | null>(null);
  useEffect(() => {
    if (cause.group === 'label' || shown.current) return;
    const first = ordersOf(client, cause.ids).then(pricesOf);
    shown.current = first;
    first.catch(() => {
      shown.current = null;
    });
  }, [client, cause]);

  /** Tries the cost of orders again. Those that cost more have their new price as the shown one once that is told. */
  return async (ids: readonly string[]): Promise<{ risen: Dearer | null; prices: Prices }> => {
    const orders = await ordersOf(client, ids);
    const before = (await shown.current) ?? pricesOf(orders);
    const tried: Tried[] = [];
    for (let at = 0; at < ids.length; at += portion) {
      const some = ids.slice(at, at + portion);
      tried.push(...(await client.send<{ results: Tried[] }>('Order/trial', { ids: some }, newKey())).results);
    }
    const now = triedPrices(orders, tried);
    shown.current = Promise.resolve({ ...before, ...now.prices });
    return { risen: dearerThanShown(before, now), prices: now.prices };
  };
}

/** Runs the orders again; the same key for the same press: one that is repeated runs nothing twice. */
function useRunAgain({ batch, cause }: Repairing) {
  const client = useDataClient();
  const navigate = useNavigate();
  const [keys] = useState(() => createKeyring(newKey));
  /** Within the batch, or as a batch of their own where the orders are of several. */
  const runAgain = async (ids: readonly string[], prices: Prices) => {
    if (ids.length === 0) return;
    if (batch || cause.group === 'label') {
      const body = { ids, prices, ...(batch ? { batch } : {}) };
      await client.send<Repaired>('Order/repair', body, keys.keyFor(body));
      return;
    }
    const body = { ids, prices };
    const placed = await client.send<{ batch: string }>('Order/placeMany', body, keys.keyFor(body));
    await navigate(`/OrderBatch/${encodeURIComponent(placed.batch)}`);
  };
  return { runAgain, answered: () => keys.answered() };
}

/** A change for all orders of a cause, after which they run again. */
export function useRepair({ batch, cause, onDone }: Repairing & { onDone: () => void }) {
  const client = useDataClient();
  const [left, setLeft] = useState<Repaired['refused']>([]);
  const [dearer, setDearer] = useState<Dearer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [keys] = useState(() => createKeyring(newKey));
  const tryAgain = useKnownPrices(cause);
  const { runAgain, answered } = useRunAgain({ batch, cause });
  const run = async (values: Readonly<Record<string, string>>) => {
    setBusy(true);
    setError(null);
    setDearer(null);
    try {
      const ids = [...cause.ids];
      const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
      const refused =
        Object.keys(changes).length > 0
          ? (await client.send<Repaired>('Order/repair', { ids, changes }, keys.keyFor(changes))).refused
          : [];
      const stays = new Set(refused.map(({ id }) => id));
      const going = ids.filter((id) => !stays.has(id));
      // Orders are placed at a price that was tried, and a change or some days make another one.
      const { risen, prices } = cause.group === 'label' ? { risen: null, prices: {} } : await tryAgain(going);
      if (risen === null) await runAgain(going, prices);
      keys.answered();
      answered();
      setDearer(risen);
      if (refused.length > 0) setLeft(refused);
      else if (risen === null) onDone();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return { left, dearer, error, busy, run };
}
