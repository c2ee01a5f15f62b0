import { useEffect, useRef, useState } from 'react';
import { issue } from '../../core/index.ts';
import { newKey, useDataClient, type DataClient } from '../../kit/index.ts';
import { addressColumns } from './columns.ts';
import { cellKey, type CellIssue, type SheetOrder } from './orders.ts';
import type { CellChange } from './sheet.ts';

const parts = ['address1', 'address2', 'address3', 'city', 'state', 'postalCode'] as const;
const suggested = ['address1', 'address2', 'city', 'state', 'postalCode'] as const;

interface Checked {
  state: string;
  issues: { code: string; path: string; message: string }[];
  suggestion?: Partial<Record<(typeof suggested)[number], string>>;
  /** The carrier of the order's channel was asked, by a person. */
  byCarrier?: true;
}

/** Most addresses of one question, and the pause after typing before they are asked. */
const together = 500;
const pause = 1_200;

export interface AddressWords {
  /** What the postal data say against addresses, on their cells. It holds nothing up. */
  readonly notes: readonly CellIssue[];
  /** What should stand in a cell, by the cell. */
  readonly suggestions: ReadonlyMap<string, string>;
  /** What the carrier would write otherwise, taken over by one key. */
  readonly changes: readonly CellChange[];
}

/** Most addresses that a carrier is asked about in one call. */
const askedAtOnce = 20;

/** Asks what the postal data know of the addresses on the sheet. Without an answer nothing is said, and nothing waits. */
export function useAddresses(orders: readonly SheetOrder[]) {
  const client = useDataClient();
  const known = useRef(new Map<string, Checked>());
  const [found, setFound] = useState<AddressWords>({ notes: [], suggestions: new Map(), changes: [] });
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    setFound(wordsOf(orders, known.current));
    const open = new Map(
      orders.flatMap((order) => {
        const address = addressOf(order);
        const sign = JSON.stringify(address);
        return address && !known.current.has(sign) ? [[sign, address] as const] : [];
      }),
    );
    if (open.size === 0) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const asked = [...open].slice(0, together);
      try {
        const addresses = asked.map(([, address]) => address);
        const { results } = await client.send<{ results: Checked[] }>('Address/check', { addresses }, newKey());
        for (const [at, [sign]] of asked.entries()) {
          const result = results[at];
          if (result) known.current.set(sign, result);
        }
        if (!gone) setFound(wordsOf(orders, known.current));
      } catch {
        // It is asked again with the next change.
      }
    }, pause);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, orders]);

  /** Asks the carriers about every address that has a channel and was not asked about; answers how many, and throws refusals. */
  const askCarriers = async (): Promise<number> => {
    setIsAsking(true);
    try {
      return await askEach(client, known.current, orders);
    } finally {
      setIsAsking(false);
      setFound(wordsOf(orders, known.current));
    }
  };
  return { ...found, askCarriers, isAsking };
}

/** Asks channel by channel, in groups; what was answered before a refusal stands. */
async function askEach(
  client: DataClient,
  known: Map<string, Checked>,
  orders: readonly SheetOrder[],
): Promise<number> {
  const open = new Map<string, Map<string, Record<string, string | null>>>();
  for (const order of orders) {
    const address = addressOf(order);
    const { channel } = order.body;
    const sign = JSON.stringify(address);
    if (!address || typeof channel !== 'string' || known.get(sign)?.byCarrier) continue;
    open.set(channel, (open.get(channel) ?? new Map<string, Record<string, string | null>>()).set(sign, address));
  }
  let count = 0;
  for (const [channel, addresses] of open) {
    const all = [...addresses];
    for (let at = 0; at < all.length; at += askedAtOnce) {
      const group = all.slice(at, at + askedAtOnce);
      const body = { channel, addresses: group.map(([, address]) => address) };
      const { results } = await client.send<{ results: Checked[] }>('Address/check', body, newKey());
      for (const [place, [sign]] of group.entries()) {
        const result = results[place];
        if (result) known.set(sign, { ...result, byCarrier: true });
      }
      count += group.length;
    }
  }
  return count;
}

/** The address of an order as it was typed, where there is a postal code to look up. */
function addressOf(order: SheetOrder): Record<string, string | null> | null {
  const country = order.body['shipToCountry'];
  const textOf = (part: string) => {
    const column = addressColumns('shipTo', part);
    const value = order.body[column];
    return typeof value === 'string' ? value : (order.rows.find(({ cells }) => cells[column])?.cells[column] ?? null);
  };
  if (typeof country !== 'string' || !['US', 'CA', 'PR'].includes(country) || !textOf('postalCode')) return null;
  const limits: Readonly<Record<string, number>> = { postalCode: 20, state: 60, city: 100 };
  const entries = parts.map((part) => [part, textOf(part)?.slice(0, limits[part] ?? 200) ?? null] as const);
  return { ...Object.fromEntries(entries), country };
}

function wordsOf(orders: readonly SheetOrder[], known: ReadonlyMap<string, Checked>): AddressWords {
  const notes: CellIssue[] = [];
  const suggestions = new Map<string, string>();
  const changes: CellChange[] = [];
  for (const order of orders) {
    const result = known.get(JSON.stringify(addressOf(order)));
    if (!result) continue;
    const rowOf = (column: string) => order.rows.find(({ cells }) => (cells[column] ?? '') !== '') ?? order.rows[0];
    for (const part of suggested) {
      const text = result.suggestion?.[part];
      const column = addressColumns('shipTo', part);
      const row = rowOf(column);
      const typed = row?.cells[column] ?? '';
      if (!text || !row || typed.toUpperCase() === text.toUpperCase()) continue;
      suggestions.set(cellKey(row.id, column), text);
      if (!result.byCarrier) continue;
      changes.push({ row: row.id, column, text });
      const params = { value: `${typed || '–'} → ${text}` };
      notes.push({ ...issue('sheet.carrierSays', column, params), row: row.id, column, grade: 'note', text: typed });
    }
    for (const { code, path, message } of result.issues) {
      const column = addressColumns('shipTo', path);
      const row = rowOf(column);
      const isSaid = order.issues.some((each) => each.column === column && each.row === row?.id);
      if (!row || isSaid) continue;
      const said = { code, path: column, params: { value: message }, text: row.cells[column] ?? '', message };
      notes.push({ ...said, row: row.id, column, grade: 'note' } as CellIssue);
    }
  }
  return { notes, suggestions, changes };
}
