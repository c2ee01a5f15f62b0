import { useEffect, useRef, useState } from 'react';
import { judgeOrder } from './judge-order.ts';
import { groupRows, type Judging, type SheetOrder } from './orders.ts';
import type { Row } from './sheet.ts';

/** Milliseconds of validation before input events get their turn again. */
const turn = 12;

interface Known {
  rows: readonly Row[];
  order: SheetOrder;
}

/**
 * The orders of a sheet with every reason against them. What did not change is not judged again, and a large sheet is judged
 * in pieces, so that typing is never blocked.
 */
export function useJudged(
  rows: readonly Row[],
  judging: Judging | null,
): { orders: readonly SheetOrder[]; busy: boolean } {
  const [found, setFound] = useState<{ orders: readonly SheetOrder[]; busy: boolean }>({ orders: [], busy: true });
  const known = useRef<{ by: Judging | null; orders: Map<string, Known> }>({ by: null, orders: new Map() });
  useEffect(() => {
    if (!judging) return;
    if (known.current.by !== judging) known.current = { by: judging, orders: new Map() };
    const groups = groupRows(rows);
    const held = known.current.orders;
    const orders: SheetOrder[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      const until = performance.now() + turn;
      while (orders.length < groups.length) {
        const own = groups[orders.length] as Row[];
        const key = own[0]?.id ?? '';
        const before = held.get(key);
        const same = before?.rows.length === own.length && own.every((row, at) => row === before.rows[at]);
        if (!same && performance.now() > until) {
          timer = setTimeout(go, 0);
          return;
        }
        const order = same && before ? before.order : judgeOrder(own, judging);
        if (!same) held.set(key, { rows: own, order });
        orders.push(order);
      }
      setFound({ orders, busy: false });
    };
    go();
    return () => clearTimeout(timer);
  }, [rows, judging]);
  return found;
}
