import { useCallback, useRef, useState } from 'react';
import { beep, newKey, useDataClient, type DataClient, type WireRecord } from '../../kit/index.ts';
import { lineOf } from './line.ts';

export interface Totals {
  readonly count: number;
  readonly weight: number;
  readonly unweighed: number;
  readonly unknown: number;
}

interface Scanned {
  readonly outcome: 'bill' | 'added' | 'unknown' | 'waiting' | 'twice' | 'elsewhere' | 'gone' | 'totals';
  readonly bill: WireRecord;
  readonly box: WireRecord | null;
  readonly totals: Totals;
}

/** A refusal of the page itself: the key of a word, with its figures. */
export class PageRefusal extends Error {
  constructor(
    readonly word: string,
    readonly params: Readonly<Record<string, string>> = {},
  ) {
    super(word);
  }
}

export interface Loading {
  readonly bill: WireRecord | null;
  /** The box that weights, sides and customers are said of. */
  readonly box: WireRecord | null;
  readonly totals: Totals | null;
  /** What happened last, as the key of a word. */
  readonly word: string;
  /** Boxes of this session, the newest first. */
  readonly boxes: readonly WireRecord[];
  readonly takesOff: boolean;
  readonly error: unknown;
}

const start: Loading = {
  ...{ bill: null, box: null, totals: null, word: 'ready', boxes: [], takesOff: false, error: null },
};
const shown = 12;

/** Answers that stop a person although nothing was refused. */
const stops: ReadonlySet<string> = new Set(['twice', 'elsewhere', 'gone', 'unknown']);

/** Loads a main bill line by line; lines are worked off in the order in which they were scanned. */
export function useLoading() {
  const client = useDataClient();
  const [state, setState] = useState(start);
  const now = useRef(state);
  const put = useCallback((next: Partial<Loading>) => {
    now.current = { ...now.current, error: null, ...next };
    setState(now.current);
    beep(now.current.error || stops.has(now.current.word) ? 'error' : 'ok');
  }, []);
  const take = useCallback(
    async (text: string) => {
      const next = await answerTo(client, now.current, text);
      const listed = next.box && next.word !== 'removed' ? withBox(now.current.boxes, next.box) : now.current.boxes;
      put({ ...next, boxes: next.boxes ?? listed });
    },
    [client, put],
  );
  const queue = useRef<Promise<void>>(Promise.resolve());
  const after = useCallback(
    (step: () => Promise<void>) => {
      queue.current = queue.current.then(step).catch((error: unknown) => put({ error }));
    },
    [put],
  );
  return {
    state,
    scan: useCallback((text: string) => after(() => take(text)), [after, take]),
    choose: useCallback(
      (id: string) =>
        after(async () => {
          const { bill, totals } = await scanned(client, { mainBill: id });
          put({ ...start, bill, totals, word: 'bill' });
        }),
      [after, client, put],
    ),
  };
}

const withBox = (boxes: readonly WireRecord[], box: WireRecord): readonly WireRecord[] =>
  [box, ...boxes.filter(({ id }) => id !== box.id)].slice(0, shown);

const scanned = (client: DataClient, body: { mainBill?: string; text?: string }): Promise<Scanned> =>
  client.send<Scanned>('MainBill/scan', body, newKey());

/** A step of a box, and the box and its main bill as they are after it. */
async function step(
  client: DataClient,
  { bill, box }: { bill: WireRecord; box: WireRecord },
  [action, input]: readonly [string, Record<string, unknown>],
): Promise<{ box: WireRecord; totals: Totals }> {
  await client.act('MainBillBox', { action, input: { id: box.id, version: box['version'], ...input } }, newKey());
  const [after, { totals }] = await Promise.all([
    client.detail('MainBillBox', box.id),
    scanned(client, { mainBill: bill.id }),
  ]);
  return { box: after, totals };
}

async function answerTo(client: DataClient, state: Loading, text: string): Promise<Partial<Loading>> {
  const { bill, box } = state;
  const line = lineOf(text);
  if (line.kind === 'off') return { takesOff: true, word: 'off' };
  if (line.kind === 'undo') return { takesOff: false, word: 'ready' };
  if (line.kind === 'number') return state.takesOff ? takeOff(client, state, text) : takeIn(client, state, text);
  if (!bill || !box) throw new PageRefusal('noBox');
  if (line.kind === 'weight') {
    const input = { weight: line.weight, unitType: line.unitType ?? box['unitType'] };
    return { ...(await step(client, { bill, box }, ['weigh', input])), word: 'weighed' };
  }
  const [length, width, height] = line.sides;
  return { ...(await step(client, { bill, box }, ['measure', { length, width, height }])), word: 'sized' };
}

async function takeOff(client: DataClient, { bill, boxes }: Loading, text: string): Promise<Partial<Loading>> {
  const boxNo = text.trim().toUpperCase();
  if (!bill) throw new PageRefusal('noBox');
  const [box] = (await client.page('MainBillBox', { boxNo, mainBill: bill.id, pageSize: '1' })).rows;
  if (!box) throw new PageRefusal('notOn', { box: boxNo });
  const { totals } = await step(client, { bill, box }, ['unload', {}]);
  return { box: null, totals, word: 'removed', takesOff: false, boxes: boxes.filter(({ id }) => id !== box.id) };
}

async function takeIn(client: DataClient, { bill, box }: Loading, text: string): Promise<Partial<Loading>> {
  if (bill && box && !box['customer']) {
    const [customer] = (await client.page('Customer', { code: text.trim(), status: 'enabled', pageSize: '1' })).rows;
    if (customer)
      return { ...(await step(client, { bill, box }, ['assign', { customer: customer.id }])), word: 'assigned' };
  }
  const found = await scanned(client, { ...(bill ? { mainBill: bill.id } : {}), text: text.slice(0, 100) });
  if (!found.box) return { ...start, bill: found.bill, totals: found.totals, word: 'bill' };
  if (found.outcome !== 'waiting') return { ...found, word: found.outcome };
  const at = { bill: found.bill, box: found.box };
  const done = await step(client, at, ['load', { mainBill: found.bill.id }]);
  return { ...done, bill: found.bill, word: done.box['customer'] ? 'loaded' : 'unknown' };
}
