/**
 * The rules once more, written as they are read, without any of the kernel: fractions of whole numbers, loops over
 * everything, nothing compiled. It prices one kind of box and is used to hold the kernel to the rules on random parcels.
 */
export interface PlainRule {
  readonly name: string;
  readonly group: string | null;
  readonly order: number;
  readonly cancels: string | null;
  readonly cents: number;
  readonly leastPounds: number;
  readonly fuel: boolean;
  /** Longer than, second side over, around over, heavier than; null: not asked. */
  readonly over: {
    readonly length?: number;
    readonly second?: number;
    readonly around?: number;
    readonly pounds?: number;
  };
}

export interface PlainPrices {
  readonly roundSides: 'none' | 'nearest' | 'up';
  readonly divisor: number;
  readonly basis: 'greater' | 'volume' | { readonly sharePercent: number };
  readonly stepPounds: number;
  readonly minimumPounds: number;
  /** Pounds and cents, ascending; above the last, cents a pound. */
  readonly rows: readonly (readonly [number, number])[];
  readonly centsAboveAPound: number;
  readonly rules: readonly PlainRule[];
  /** What a letter costs up to a weight; heavier it goes as a box. */
  readonly letter: { readonly pounds: number; readonly cents: number } | null;
  /** Lists of delivery areas, and what one costs that names the place; null: there is none. */
  readonly areas: Readonly<Record<'homes' | 'businesses' | 'everybody', { readonly cents: number | null } | null>>;
  readonly discountPercent: number;
  readonly fuelPercent: number;
}

export interface PlainBox {
  /** Ten-thousandths of a pound and thousandths of an inch. */
  readonly weight: number;
  readonly sides: readonly [number, number, number];
  readonly quantity: number;
  readonly letter: boolean;
  readonly home: boolean;
}

/** Total in cents, and the billed weight in ten-thousandths of a pound. */
export function slowly(box: PlainBox, prices: PlainPrices): { total: number; billed: number; lines: string[] } {
  const sides = box.sides.map((side) => roundedSide(side, prices.roundSides)).sort((a, b) => b - a);
  const [length = 0, second = 0, third = 0] = sides;
  const around = length + 2 * second + 2 * third;
  const charged = surchargesOf(prices.rules, { length, second, around, weight: box.weight });

  let billed = billedWeight(box.weight, sides, prices);
  billed = Math.max(billed, prices.minimumPounds * 10_000);
  for (const rule of charged) billed = Math.max(billed, rule.leastPounds * 10_000);

  const { letter } = prices;
  const isLetter = box.letter && letter !== null && box.weight <= letter.pounds * 10_000;
  const transport = isLetter ? letter.cents : transportCents(billed, prices);
  const off = halfUp(BigInt(transport) * BigInt(Math.round(prices.discountPercent * 100)), 10_000n);
  const net = transport - off;
  const base = net + charged.filter(({ fuel }) => fuel).reduce((sum, { cents }) => sum + cents, 0);
  const fuel = halfUp(BigInt(base) * BigInt(Math.round(prices.fuelPercent * 100)), 10_000n);
  const area = areaCents(box.home, prices.areas);
  const one = net + charged.reduce((sum, { cents }) => sum + cents, 0) + fuel + area;
  return { total: one * box.quantity, billed: billed * box.quantity, lines: charged.map(({ name }) => name) };
}

/** A list made for these recipients decides, also where it does not name the place; else the list for everybody. */
function areaCents(home: boolean, areas: PlainPrices['areas']): number {
  const own = home ? areas.homes : areas.businesses;
  if (own !== null) return own.cents ?? 0;
  return areas.everybody === null ? 0 : (areas.everybody.cents ?? 0);
}

function roundedSide(side: number, way: PlainPrices['roundSides']): number {
  if (way === 'none') return side;
  const inches = way === 'up' ? Math.ceil(side / 1000) : Math.floor((side + 500) / 1000);
  return Math.max(1, inches) * 1000;
}

function billedWeight(weight: number, sides: readonly number[], { divisor, basis, stepPounds }: PlainPrices): number {
  const [length = 0, second = 0, third = 0] = sides;
  // Cubic inches to the nearest thousandth, as fractions of whole numbers.
  const thousandths = (BigInt(length) * BigInt(second) * BigInt(third) * 2n + 1_000_000n) / 2_000_000n;
  const upTo = (value: bigint, by: bigint) => (value + by - 1n) / by;
  const volume = Number(upTo(thousandths * 10n, BigInt(divisor)));
  let compared = Math.max(weight, volume);
  if (basis === 'volume') compared = volume;
  if (typeof basis === 'object') {
    const excess = Math.max(0, volume - weight);
    compared = weight + halfUp(BigInt(excess) * BigInt(basis.sharePercent), 100n);
  }
  if (stepPounds === 0) return compared;
  const step = Math.round(stepPounds * 10_000);
  let billed = 0;
  billed = Math.floor(compared / step) * step;
  return billed < compared ? billed + step : billed;
}

function surchargesOf(
  rules: readonly PlainRule[],
  box: { length: number; second: number; around: number; weight: number },
): PlainRule[] {
  const found = rules.filter(({ over }) => {
    if (over.length !== undefined && box.length > over.length * 1000) return true;
    if (over.second !== undefined && box.second > over.second * 1000) return true;
    if (over.around !== undefined && box.around > over.around * 1000) return true;
    return over.pounds !== undefined && box.weight > over.pounds * 10_000;
  });
  const first = found.filter(
    (rule) => rule.group === null || found.every((other) => other.group !== rule.group || other.order >= rule.order),
  );
  return first.filter((rule) => first.every(({ cancels }) => cancels === null || cancels !== rule.group));
}

function transportCents(billed: number, { rows, centsAboveAPound }: PlainPrices): number {
  for (const [pounds, cents] of rows) if (billed <= pounds * 10_000) return cents;
  return halfUp(BigInt(centsAboveAPound) * BigInt(billed), 10_000n);
}

const halfUp = (value: bigint, over: bigint): number => Number((value * 2n + over) / (over * 2n));
