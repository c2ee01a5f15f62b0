import { spread } from './spread.ts';

export type Basis = 'weight' | 'volume' | 'value' | 'boxes';

/** A box with what costs are spread by, in whole units. */
export interface LoadedBox {
  readonly id: string;
  readonly boxNo: string;
  readonly customer: string;
  readonly grams: bigint;
  readonly cubicCentimetres: bigint;
  readonly valueCents: bigint;
  readonly chargeableGrams: bigint;
  /** Of the declared value. */
  readonly currency: string;
}

export interface CostLine {
  readonly kind: string;
  readonly amount: string;
  readonly currency: string;
  readonly basis: Basis | null;
}

/** How a customer is charged: a markup on the cost, or a price per chargeable kilogram with a minimum per box. */
export type Sale =
  | { readonly mode: 'markup'; readonly percent: string }
  | { readonly mode: 'perKg'; readonly price: string; readonly minimum: string; readonly currency: string };

export interface Charge {
  readonly box: LoadedBox;
  readonly currency: string;
  readonly cost: bigint | null;
  readonly sale: bigint;
}

/** A cost line whose basis is zero for every box, or whose values are in several currencies. */
export interface NoBasis {
  readonly kind: string;
  /** With its currency. */
  readonly amount: string;
  readonly basis: Basis;
  readonly mixed: boolean;
}

const sizes: Readonly<Record<Basis, (box: LoadedBox) => bigint>> = {
  weight: ({ grams }) => grams,
  volume: ({ cubicCentimetres }) => cubicCentimetres,
  value: ({ valueCents }) => valueCents,
  boxes: () => 1n,
};

/** A decimal text in units of 10^-places; digits beyond are rounded half away from zero. */
export function scaled(text: string, places: number): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = BigInt(whole + fraction.padEnd(places + 1, '0').slice(0, places + 1));
  return (sign === '-' ? -1n : 1n) * ((digits + 5n) / 10n);
}

export function decimalOf(value: bigint, places = 2): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Half away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const sign = value < 0n ? -1n : 1n;
  return sign * ((value * sign + by / 2n) / by);
}

/** Each cost line's shares by box, in cents; `noBasis` names the lines that cannot be spread. */
export function spreadCosts(
  boxes: readonly LoadedBox[],
  costs: readonly CostLine[],
  usual: Basis,
): { shares: readonly { line: CostLine; of: ReadonlyMap<string, bigint> }[]; noBasis: readonly NoBasis[] } {
  const noBasis: NoBasis[] = [];
  const shares = costs.flatMap((line) => {
    const basis = line.basis ?? usual;
    const mixed = basis === 'value' && new Set(boxes.map(({ currency }) => currency)).size > 1;
    const parts = boxes.map((box) => ({ key: box.id, size: sizes[basis](box) }));
    const of = mixed ? null : spread(scaled(line.amount, 2), parts);
    if (!of) noBasis.push({ kind: line.kind, amount: `${line.amount} ${line.currency}`, basis, mixed });
    return of ? [{ line, of }] : [];
  });
  return { shares, noBasis };
}

/** Cost of each box by currency, and its sale amount. */
export function chargesOf(
  boxes: readonly LoadedBox[],
  shares: ReturnType<typeof spreadCosts>['shares'],
  saleOf: (customer: string) => Sale,
): readonly Charge[] {
  return boxes.flatMap((box) => {
    const costs = new Map<string, bigint>();
    for (const { line, of } of shares)
      costs.set(line.currency, (costs.get(line.currency) ?? 0n) + (of.get(box.id) ?? 0n));
    const sale = saleOf(box.customer);
    if (sale.mode === 'markup') {
      const factor = 1_000_000n + scaled(sale.percent, 4);
      return [...costs].map(([currency, cost]) => ({
        ...{ box, currency, cost },
        sale: divided(cost * factor, 1_000_000n),
      }));
    }
    const byWeight = divided(box.chargeableGrams * scaled(sale.price, 4), 100_000n);
    const minimum = scaled(sale.minimum, 2);
    return [
      {
        ...{ box, currency: sale.currency, cost: costs.get(sale.currency) ?? null },
        sale: byWeight < minimum ? minimum : byWeight,
      },
    ];
  });
}
