import type { ChargeFacts, LineFacts, SaleFacts } from './facts.ts';

/**
 * The unit by which an order's charges are summed: a package, or the whole order if the carrier bills it as a whole.
 */
export interface Unit {
  /** Null: the whole order, or a shipment without one. */
  readonly package: string | null;
  readonly trackingNo: string | null;
  /** Index of the package; null: all of them. */
  readonly at: number | null;
  readonly sale: ReadonlyMap<string, number>;
  readonly cost: ReadonlyMap<string, number>;
  readonly lines: readonly LineFacts[];
  /** Adjusted by earlier rows, by category. */
  readonly earlier: ReadonlyMap<string, number>;
}

const add = (sums: Map<string, number>, category: string, amount: number): void => {
  sums.set(category, (sums.get(category) ?? 0) + amount);
};

/** Splits cents evenly, with the remainder on the first parts. */
export function partsOf(amount: number, many: number): number[] {
  const sign = amount < 0 ? -1 : 1;
  const whole = Math.abs(amount);
  const each = Math.floor(whole / many);
  const odd = whole - each * many;
  return Array.from({ length: many }, (_, at) => sign * (each + (at < odd ? 1 : 0)) || 0);
}

/**
 * Predicted charges by package. A row of boxes stands for its quantity of packages, in order; charges for the whole
 * shipment go to the first package.
 */
export function byPackage(
  charges: readonly ChargeFacts[],
  boxes: readonly number[],
  side: 'sale' | 'cost',
): Map<string, number>[] {
  const many = boxes.reduce((sum, quantity) => sum + quantity, 0) || 1;
  const found = Array.from({ length: many }, () => new Map<string, number>());
  const starts = boxes.map((_, at) => boxes.slice(0, at).reduce((sum, quantity) => sum + quantity, 0));
  for (const charge of charges) {
    if (charge.side !== side) continue;
    const at = charge.box === null ? -1 : charge.box - 1;
    const start = starts[at];
    if (start === undefined) add(found[0] ?? new Map<string, number>(), charge.category, charge.amount);
    else
      for (const [next, part] of partsOf(charge.amount, boxes[at] ?? 1).entries())
        add(found[start + next] ?? new Map<string, number>(), charge.category, part);
  }
  return found;
}

const sumOf = (maps: readonly ReadonlyMap<string, number>[]): Map<string, number> => {
  const all = new Map<string, number>();
  for (const map of maps) for (const [category, amount] of map) add(all, category, amount);
  return all;
};

/** Whether a carrier has billed the unit, and not only adjusted a bill that is not here. */
export const isBilled = ({ lines }: Pick<Unit, 'lines'>): boolean => lines.some(({ kind }) => kind !== 'ADJ');

/** Whether its carriage has been billed, so that an expected charge without a line was not taken. */
export const isCarried = (unit: Pick<Unit, 'lines'>): boolean =>
  isBilled(unit) && unit.lines.some(({ category, net }) => category === 'transport' && net > 0);

/** The units of an order in its currency. `boxes`: quantities of its rows of boxes. */
export function unitsOf(facts: SaleFacts, boxes: readonly number[]): Unit[] {
  const { packages } = facts;
  const lines = facts.lines.filter(({ currency }) => facts.currency === null || currency === facts.currency);
  const rows = facts.rows.filter(({ currency }) => facts.currency === null || currency === facts.currency);
  const given = facts.refunded ? [] : facts.charges;
  const known = given.some(({ side }) => side === 'sale');
  const whole: ChargeFacts[] =
    !known && !facts.refunded && facts.charged !== null && facts.charged !== 0
      ? [{ side: 'sale', category: 'transport', box: null, amount: facts.charged, quantity: 1 }]
      : [];
  const sale = byPackage([...given, ...whole], boxes, 'sale');
  const cost = byPackage(facts.charges, boxes, 'cost');
  const fits = packages.length > 0 && packages.length === sale.length;
  const together =
    !fits ||
    (packages.length > 1 && (lines.some((line) => line.package === null) || rows.some((row) => row.package === null)));
  const earlier = (of: typeof rows) => {
    const sums = new Map<string, number>();
    for (const { category, difference } of of) add(sums, category, difference);
    return sums;
  };
  if (together) {
    const only = packages.length === 1 ? packages[0] : undefined;
    const trackingNo = only?.trackingNo ?? packages[0]?.trackingNo ?? lines[0]?.trackingNo ?? null;
    const at = packages.length === 1 ? 0 : null;
    return [
      {
        package: only?.id ?? null,
        trackingNo,
        at,
        sale: sumOf(sale),
        cost: sumOf(cost),
        lines,
        earlier: earlier(rows),
      },
    ];
  }
  const own = (id: string) => (each: { readonly package: string | null }) =>
    each.package === id || (packages.length === 1 && each.package === null);
  return packages.map(({ id, trackingNo }, at) => ({
    ...{ package: id, trackingNo, at, sale: sale[at] ?? new Map(), cost: cost[at] ?? new Map() },
    lines: lines.filter(own(id)),
    earlier: earlier(rows.filter(own(id))),
  }));
}
