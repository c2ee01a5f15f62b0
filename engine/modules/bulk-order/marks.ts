import { issue, type Issue } from '../../core/index.ts';
import type { CellIssue, SheetOrder } from './orders.ts';

/** A reason of the server, in its words. */
export type Told = Issue & { readonly message?: string };

/** What is known of a draft that rows were saved as, or were sent as without an answer. */
export interface Mark {
  /** Tells one draft from another, before it has an id too. */
  readonly tag: string;
  readonly id?: string;
  readonly version?: number;
  /** The order as it was saved. */
  readonly print?: string;
  /** What was sent and not answered: it is sent again, under the same key, before anything else is. */
  readonly pending?: Sent;
  /** Why the server refused the order as `print` has it. */
  readonly refused?: {
    readonly print: string;
    readonly issues: readonly Told[];
    readonly at: 'save' | 'try' | 'place';
  };
  /** Another person changed the draft: its present version. */
  readonly stands?: number;
  readonly price?: Price;
}

export interface Sent {
  readonly key: string;
  readonly print: string;
  readonly order: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly version?: number;
}

/** What a trial found for the order as `print` has it. */
export interface Price {
  readonly print: string;
  readonly currency: string;
  readonly sale: number | null;
  readonly cost: number | null;
  readonly margin: number | null;
  readonly days: number | null;
  readonly reason: string;
  /** Describes what the order's rule took and what comes next. */
  readonly pick?: string;
  /** A cheaper service, or the first one where none was chosen. */
  readonly offer: { channel: string; service: string; sale: number } | null;
}

/** By row. All rows of an order have the same one, so that it stays with any of them. */
export type Marks = Readonly<Record<string, Mark>>;

/** The mark of each order by its key: of rows that were one draft and are two orders now, the first keeps it. */
export function claim(
  orders: readonly SheetOrder[],
  marks: Marks,
): { of: ReadonlyMap<string, Mark>; issues: readonly CellIssue[] } {
  const of = new Map<string, Mark>();
  const taken = new Set<string>();
  const issues: CellIssue[] = [];
  for (const order of orders) {
    for (const row of order.rows) {
      const mark = marks[row.id];
      if (!mark || taken.has(mark.tag)) continue;
      const own = of.get(order.key);
      if (!own) {
        of.set(order.key, mark);
        taken.add(mark.tag);
      } else if (own.tag !== mark.tag && mark.id !== undefined) {
        const text = row.cells['refNo'] ?? '';
        issues.push({ ...issue('sheet.twoDrafts', ''), row: row.id, column: 'refNo', grade: 'error', text });
      }
    }
  }
  return { of, issues };
}

/** With this mark on all rows of the order; null takes it off. */
export function marked(marks: Marks, order: Pick<SheetOrder, 'rows'>, mark: Mark | null): Marks {
  const next: Record<string, Mark> = { ...marks };
  for (const { id } of order.rows) {
    if (mark) next[id] = mark;
    else delete next[id];
  }
  return next;
}

export type OrderState = 'wrong' | 'refused' | 'changed' | 'gaps' | 'unsure' | 'new' | 'edited' | 'saved' | 'priced';

/** Where an order stands, the gravest first. */
export function stateOf(order: SheetOrder, mark: Mark | undefined): OrderState {
  if (mark?.stands !== undefined) return 'changed';
  if (order.issues.some(({ grade }) => grade === 'error')) return 'wrong';
  if (mark?.refused?.print === order.print) return 'refused';
  if (mark?.pending) return 'unsure';
  if (mark?.id === undefined) return order.issues.length > 0 ? 'gaps' : 'new';
  if (mark.print !== order.print) return 'edited';
  if (order.issues.length > 0) return 'gaps';
  return mark.price?.print === order.print && mark.price.sale !== null ? 'priced' : 'saved';
}

/** The sums of what was tried, by currency; `open` orders have no price that counts. */
export function totalsOf(orders: readonly SheetOrder[], of: ReadonlyMap<string, Mark>) {
  const sums = new Map<string, { sale: number; cost: number; margin: number; hasCost: boolean }>();
  let open = 0;
  for (const order of orders) {
    const price = of.get(order.key)?.price;
    if (!price || price.print !== order.print || price.sale === null) {
      open += 1;
      continue;
    }
    const sum = sums.get(price.currency) ?? { sale: 0, cost: 0, margin: 0, hasCost: false };
    // In cents: a sum of doubles would drift.
    sum.sale += Math.round(price.sale * 100);
    sum.cost += Math.round((price.cost ?? 0) * 100);
    sum.margin += Math.round((price.margin ?? 0) * 100);
    sum.hasCost ||= price.cost !== null;
    sums.set(price.currency, sum);
  }
  const totals = [...sums].map(([currency, { sale, cost, margin, hasCost }]) => ({
    ...{ currency, sale: sale / 100 },
    ...(hasCost ? { cost: cost / 100, margin: margin / 100 } : {}),
  }));
  return { totals, open };
}
