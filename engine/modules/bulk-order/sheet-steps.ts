import type { Mark, Marks, Price } from './marks.ts';
import type { SheetOrder } from './orders.ts';
import type { Work } from './save-orders.ts';
import type { OrderRow } from './sheet-view.ts';
import type { CellChange } from './sheet.ts';
import type { Judged } from './use-sheet-view.ts';

const hasErrors = ({ order, state }: OrderRow): boolean =>
  state === 'changed' || order.issues.some(({ grade }) => grade === 'error');

/** A refusal is asked again each time: its cause may be gone. */
export const workOf = ({ order, mark }: OrderRow): Work => {
  if (!mark) return { order, mark };
  const { refused: _refused, ...rest } = mark;
  return { order, mark: rest };
};

/** The orders that can be saved, and those of them that can be placed. */
export function readyOf({ orders, causes }: Judged): { sound: OrderRow[]; whole: OrderRow[] } {
  const twice = new Set(
    causes.flatMap(({ issue, cells }) => (issue.code === 'sheet.twoDrafts' ? cells : [])).map(({ row }) => row),
  );
  const sound = orders.filter((each) => !hasErrors(each) && !each.order.rows.some(({ id }) => twice.has(id)));
  return { sound, whole: sound.filter(({ order }) => order.issues.length === 0) };
}

interface Offered {
  readonly order: SheetOrder;
  readonly price: Price;
  readonly offer: NonNullable<Price['offer']>;
}

/** Orders that another service would take: where their own has no price, and where it costs more. */
export function offersOf(orders: readonly OrderRow[]): Record<'without' | 'cheaper', Offered[]> {
  const offered = orders.flatMap(({ order, mark }): Offered[] => {
    const price = mark?.price;
    return price?.offer && price.print === order.print ? [{ order, price, offer: price.offer }] : [];
  });
  return {
    without: offered.filter(({ price }) => price.sale === null),
    cheaper: offered.filter(({ price }) => price.sale !== null),
  };
}

export const savingOf = (cheaper: readonly Offered[]): number =>
  cheaper.reduce((all, { price, offer }) => all + Math.round(((price.sale ?? 0) - offer.sale) * 100), 0) / 100;

/** Offers as they are written into their orders. */
export const takeAll = (offers: readonly Offered[]): CellChange[] =>
  offers.flatMap(({ order, offer }) =>
    order.rows.flatMap(({ id }, at) => [
      { row: id, column: 'channel', text: at === 0 ? offer.channel : '' },
      { row: id, column: 'service', text: at === 0 ? offer.service : '' },
    ]),
  );

/** The orders that have one of these rows. */
export function ordersOfRows(orders: readonly OrderRow[], rows: readonly string[]): OrderRow[] {
  const wanted = new Set(rows);
  return orders.filter(({ order }) => order.rows.some(({ id }) => wanted.has(id)));
}

/** What stands on the sheet counts for these orders, whatever was changed elsewhere. */
export function overwritten(marks: Marks, orders: readonly OrderRow[]): Marks {
  const next: Record<string, Mark> = { ...marks };
  for (const { order, mark } of orders) {
    if (!mark) continue;
    const { stands, refused: _refused, print: _print, ...rest } = mark;
    const own = { ...rest, ...(stands === undefined ? {} : { version: stands }) };
    for (const { id } of order.rows) next[id] = own;
  }
  return next;
}
