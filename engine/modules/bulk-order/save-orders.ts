import { issue } from '../../core/index.ts';
import type { Mark, Marks, Price, Sent, Told } from './marks.ts';
import { marked } from './marks.ts';
import type { SheetOrder } from './orders.ts';

/** The part of the server that a sheet needs; refusals are thrown. */
export interface Desk {
  send<T>(path: string, body: object, key: string): Promise<T>;
  newKey(): string;
  /** Places drafts at no more than their shown prices, as one batch, and waits until each was submitted or refused; null where none is a draft any more. */
  place(ids: readonly string[], prices: Readonly<Record<string, number>>): Promise<string | null>;
  /** How orders stand now. */
  states(ids: readonly string[]): Promise<readonly OrderState[]>;
  /** Keeps the marks before and after each call, so that whatever happens meanwhile nothing is added twice. */
  keep(change: (marks: Marks) => Marks): Promise<void>;
  progress(done: number, total: number): void;
  /** Orders that went out leave the sheet. */
  takeOut(orders: readonly SheetOrder[]): Promise<void>;
  /** Whether the person who ordered it has stopped it. */
  stopped(): boolean;
}

export interface Work {
  readonly order: SheetOrder;
  readonly mark: Mark | undefined;
}

/** Orders of one call: their answer comes within the client's time limit. */
const together = 100;
const tried = 40;

interface SavedRow {
  key: string;
  ok: boolean;
  id?: string;
  version?: number;
  issues?: Told[];
}

/**
 * Saves orders as drafts: new ones are added, those that are there changed, as they stand. What was sent before without an
 * answer goes first, under its key, so that it is known what became of it. Throws where the server does not answer.
 */
export async function saveOrders(works: readonly Work[], desk: Desk): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map(works.flatMap(({ order, mark }) => (mark ? [[order.key, mark] as const] : [])));
  const dirty = (order: SheetOrder) => {
    const mark = marks.get(order.key);
    return mark?.id === undefined || mark.print !== order.print || mark.pending !== undefined;
  };
  const all = works.map(({ order }) => order).filter(dirty);
  let done = 0;
  // Twice: what was unsure the first time may have to be changed the second.
  for (let round = 0; round < 2; round += 1) {
    const open = all.filter((order) => dirty(order) && marks.get(order.key)?.refused?.print !== order.print);
    for (let at = 0; at < open.length; at += together) {
      if (desk.stopped()) return marks;
      const group = open.slice(at, at + together);
      const sent = new Map(group.map((order) => [order.key, sentOf(order, marks.get(order.key), desk)]));
      const noteAll = async (change: (order: SheetOrder) => Mark) => {
        for (const order of group) marks.set(order.key, change(order));
        await desk.keep((held) =>
          group.reduce((next, order) => marked(next, order, marks.get(order.key) ?? null), held),
        );
      };
      await noteAll(
        (order) => ({ ...(marks.get(order.key) ?? { tag: desk.newKey() }), pending: sent.get(order.key) }) as Mark,
      );
      const rows = group.map((order) => {
        const { key, id, version, order: values } = sent.get(order.key) as Sent;
        return {
          key,
          order: values,
          ...(id === undefined ? {} : { id }),
          ...(version === undefined ? {} : { version }),
        };
      });
      const { results } = await desk.send<{ results: SavedRow[] }>('Order/saveDrafts', { rows }, desk.newKey());
      const byKey = new Map(results.map((each) => [each.key, each]));
      await noteAll((order) => answered(marks.get(order.key) as Mark, byKey.get(sent.get(order.key)?.key ?? '')));
      done += round === 0 ? group.length : 0;
      desk.progress(done, all.length);
    }
  }
  return marks;
}

function sentOf(order: SheetOrder, mark: Mark | undefined, desk: Desk): Sent {
  if (mark?.pending) return mark.pending;
  const { print, body } = order;
  const { id, version } = mark ?? {};
  return {
    ...{ key: desk.newKey(), print, order: body },
    ...(id === undefined ? {} : { id, ...(version === undefined ? {} : { version }) }),
  };
}

function answered(mark: Mark, row: SavedRow | undefined): Mark {
  const { pending, refused: _refused, stands: _stands, ...rest } = mark;
  if (!row || !pending) return mark;
  if (row.ok) return { ...rest, id: row.id ?? rest.id ?? '', version: row.version ?? 1, print: pending.print };
  const issues = row.issues ?? [];
  const refused = { print: pending.print, issues, at: 'save' as const };
  // A draft that no longer exists is added again; one that another person changed waits for a decision.
  if (issues.some(({ code }) => code === 'error.notFound')) {
    const { id: _id, version: _version, print: _print, ...fresh } = rest;
    return fresh;
  }
  return row.version === undefined ? { ...rest, refused } : { ...rest, refused, stands: row.version };
}

interface Quote {
  channel: { id: string; name: string };
  service: { id: string; name: string };
  available: boolean;
  reason?: { message: string };
  currency?: string;
  days?: number | null;
  sale?: { total: number };
  cost?: { total: number };
  margin?: number;
}

interface TriedRow {
  id: string;
  ok: boolean;
  issues?: Told[];
  quotes?: Quote[];
  version?: number;
  pick?: Pick;
}

/** What the rate rule of an order took. */
interface Pick {
  picked: { channel: string; service: string } | null;
  text: string;
}

/** Prices saved orders, in groups; the prices stand with the orders as they were saved. */
export async function tryOrders(works: readonly Work[], desk: Desk): Promise<ReadonlyMap<string, Mark>> {
  const saved = works.filter(({ order, mark }) => mark?.id !== undefined && mark.print === order.print);
  const marks = new Map<string, Mark>();
  for (let at = 0; at < saved.length; at += tried) {
    if (desk.stopped()) break;
    const group = saved.slice(at, at + tried);
    const ids = group.map(({ mark }) => mark?.id ?? '');
    const { results } = await desk.send<{ results: TriedRow[] }>('Order/trial', { ids }, desk.newKey());
    const byId = new Map(results.map((each) => [each.id, each]));
    for (const { order, mark } of group) {
      const found = byId.get(mark?.id ?? '');
      if (found && mark) marks.set(order.key, withPrice(order, mark, found));
    }
    await desk.keep((held) =>
      group.reduce((next, { order, mark }) => marked(next, order, marks.get(order.key) ?? mark ?? null), held),
    );
    desk.progress(Math.min(saved.length, at + tried), saved.length);
  }
  return marks;
}

function withPrice(order: SheetOrder, mark: Mark, { ok, issues = [], quotes = [], version, pick }: TriedRow): Mark {
  const { print } = order;
  if (!ok) return { ...mark, refused: { print, issues, at: 'try' } };
  const { refused: _refused, ...rest } = mark;
  return { ...rest, ...(version ? { version } : {}), price: priceOf(order, quotes, pick) };
}

export function priceOf({ body, print }: SheetOrder, quotes: readonly Quote[], pick?: Pick): Price {
  const open = quotes.filter(({ available, sale }) => available && sale);
  const total = (quote: Quote | undefined) => quote?.sale?.total ?? null;
  const [cheapest] = open.toSorted((one, other) => Number(total(one)) - Number(total(other)));
  const taken = pick ? pick.picked : body;
  const own = quotes.find(
    ({ channel, service }) => channel.id === taken?.['channel'] && service.id === taken['service'],
  );
  const chosen = own?.available ? own : undefined;
  const sale = total(chosen);
  const isBetter = !pick && cheapest && cheapest !== chosen && (sale === null || Number(total(cheapest)) < sale);
  const offer = { channel: cheapest?.channel.name ?? '', service: cheapest?.service.name ?? '' };
  return {
    ...{ print, sale, currency: chosen?.currency ?? cheapest?.currency ?? '', cost: chosen?.cost?.total ?? null },
    ...{ margin: chosen?.margin ?? null, days: chosen?.days ?? null },
    ...(pick ? { pick: pick.text } : {}),
    reason:
      sale === null && pick
        ? pick.text
        : sale === null
          ? (own?.reason?.message ?? (cheapest ? '' : (quotes[0]?.reason?.message ?? '')))
          : '',
    offer: isBetter ? { ...offer, sale: Number(total(cheapest)) } : null,
  };
}

export interface Placed {
  /** Where their outcome is reported; null where nothing was left to place. */
  readonly batch: string | null;
  readonly placed: number;
  readonly refused: number;
}

interface OrderState {
  id: string;
  status?: unknown;
  errorText?: unknown;
}

/** Most ids of one question. */
const portion = 100;

/**
 * Places saved orders as one batch, and reads what stands in the orders then: that alone says what became of them, also where
 * an answer was lost. One that is refused stays with its reason.
 */
export async function placeOrders(works: readonly Work[], desk: Desk): Promise<Placed> {
  const saved = works.filter(({ order, mark }) => mark?.id !== undefined && mark.print === order.print);
  const ids = saved.map(({ mark }) => mark?.id ?? '');
  if (ids.length === 0) return { batch: null, placed: 0, refused: 0 };
  const prices = saved.flatMap(({ mark, order }) => {
    const { id, price } = mark ?? {};
    return id !== undefined && price?.print === order.print && price.sale !== null ? [[id, price.sale] as const] : [];
  });
  const batch = await desk.place(ids, Object.fromEntries(prices));
  const states = new Map<string, OrderState>();
  for (let at = 0; at < ids.length; at += portion)
    for (const row of await desk.states(ids.slice(at, at + portion))) states.set(row.id, row);
  const gone = saved.filter(({ mark }) => {
    const found = states.get(mark?.id ?? '');
    return found !== undefined && found.status !== 'draft';
  });
  const refused = saved.flatMap(({ order, mark }) => {
    const found = states.get(mark?.id ?? '');
    const message = typeof found?.errorText === 'string' ? found.errorText : '';
    if (!mark || found?.status !== 'draft' || message === '') return [];
    const issues: Told[] = [{ ...issue('sheet.refused', ''), message }];
    return [{ order, mark: { ...mark, refused: { print: order.print, issues, at: 'place' as const } } }];
  });
  await desk.keep((held) => refused.reduce((next, { order, mark }) => marked(next, order, mark), held));
  await desk.takeOut(gone.map(({ order }) => order));
  return { batch, placed: gone.length, refused: refused.length };
}
