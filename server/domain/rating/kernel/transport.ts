import { allOn, onDay } from './dated.ts';
import { percentOf } from './exact.ts';
import type { ChargeLine, Lines, Weighed } from './lines.ts';
import { NoPrice, type Packaging, type Shipment } from './parcel.ts';
import type { ServicePrices } from './prices.ts';
import type { BoxFacts, SurchargeRule } from './surcharge.ts';
import { packagePrice, priceOf, type Priced, type RateTable } from './table.ts';
import { billableTotal, type Measured, type WeightRule } from './weight.ts';

/** One kind of box as it is priced: measured, with the surcharges that it triggers and the weight that is billed. */
export interface Piece {
  readonly index: number;
  readonly quantity: number;
  readonly measured: Measured;
  readonly facts: BoxFacts;
  readonly freeSignature: boolean;
  readonly rules: readonly SurchargeRule[];
  readonly least: number;
  readonly billed: number;
}

/** What transport costs after discounts: for each piece one box, or for the shipment as a whole. */
export interface Transport {
  readonly whole: number | null;
  /** By piece, for one box of it; empty where the shipment is priced as a whole. */
  readonly each: readonly number[];
  readonly sum: number;
  readonly billed: number;
}

interface TransportInput {
  readonly shipment: Shipment;
  readonly prices: ServicePrices;
  readonly rule: WeightRule;
  readonly zone: string;
}

/** Adds transport and its discount, per box or per shipment, as the service defines or whichever is cheaper. */
export function bookTransport(book: Lines, pieces: readonly Piece[], input: TransportInput): Transport {
  const { shipment, prices, rule } = input;
  const boxes = pieces.map(({ measured, quantity, least }) => ({ box: measured, quantity, least }));
  if (prices.mode === 'perShipment') {
    const billed = billableTotal(boxes, rule);
    return bookWhole(book, input, prices.tables, { rule, boxes, as: 'shipment', billed });
  }
  const billed = pieces.reduce((sum, piece) => sum + piece.billed * piece.quantity, 0);
  const table = onDay(prices.tables, shipment.shipDate);
  const each = pieces.map((piece) =>
    cheaper(
      tableChoice(table, input, piece, shipment.boxes[piece.index]?.packaging),
      fixedChoice(prices, shipment, piece),
    ),
  );
  const sum = pieces.reduce((total, piece, at) => total + netOf(each[at]?.amount ?? 0, prices) * piece.quantity, 0);
  const multi = multiweightChoice(pieces, input);
  if (multi && netOf(multi.amount, prices) < sum)
    return bookWhole(book, input, prices.multiweight?.tables ?? [], {
      ...{ rule, boxes, as: 'together', billed: multi.billed },
    });
  const net = pieces.map((piece, at) => {
    const choice = each[at] as Choice;
    const { index, quantity } = piece;
    book.add({
      category: 'transport',
      box: index,
      quantity,
      amount: choice.amount * quantity,
      basis: choice.weight,
      rate: choice.rate,
      rule: choice.rule,
      version: choice.version,
      ...(choice.weighed ? { weighed: choice.weighed } : {}),
    });
    const off = discountOf(choice.amount, prices);
    if (off !== 0) book.add(discountLine(prices, { box: index, quantity, off, basis: choice.amount }));
    return choice.amount - off;
  });
  return {
    whole: null,
    each: net,
    sum: pieces.reduce((total, { quantity }, at) => total + (net[at] ?? 0) * quantity, 0),
    billed,
  };
}

interface Choice extends Priced {
  readonly rule: string;
  readonly version: number;
  readonly weighed?: Weighed;
}

function tableChoice(
  table: RateTable | null,
  { zone, rule }: TransportInput,
  { measured, least, billed }: Piece,
  packaging: Packaging | undefined,
): Choice | NoPrice {
  if (!table) return new NoPrice('rating.noTable', '', {});
  try {
    const own = packaging ? packagePrice(table, zone, measured.actual, packaging) : null;
    if (own) return { ...own, rule: table.id, version: table.version };
    const found = priceOf(table, { zone, weight: billed, pieces: 1, rounding: rule.rounding });
    const { amount, weight, mode, rate } = found;
    const boxes = [{ box: measured, quantity: 1, least }];
    const weighed: Weighed = { rule, boxes, as: 'box', billed, higher: found.higher ?? false };
    return { amount, weight, mode, rate, rule: table.id, version: table.version, weighed };
  } catch (error) {
    if (error instanceof NoPrice) return error;
    throw error;
  }
}

function fixedChoice({ fixed = [] }: ServicePrices, { shipDate }: Shipment, piece: Piece): Choice | null {
  const { actual, sides } = piece.measured;
  if (fixed.length === 0) return null;
  const fits = allOn(fixed, shipDate).filter(
    (each) =>
      actual <= each.weight &&
      (each.sides === undefined || each.sides.toSorted((a, b) => b - a).every((side, at) => (sides[at] ?? 0) <= side)),
  );
  const [best] = fits.toSorted((one, other) => one.amount - other.amount);
  return best
    ? { amount: best.amount, weight: actual, mode: 'flat', rate: null, rule: best.id, version: best.version }
    : null;
}

/** The cheaper of table and fixed rate; a hole in the table counts only where no fixed rate fits. */
function cheaper(table: Choice | NoPrice, fixed: Choice | null): Choice {
  if (table instanceof NoPrice) {
    if (fixed) return fixed;
    throw table;
  }
  return fixed && fixed.amount < table.amount ? fixed : table;
}

function multiweightChoice(
  pieces: readonly Piece[],
  { shipment, prices, rule, zone }: TransportInput,
): (Priced & { readonly billed: number }) | null {
  const { multiweight } = prices;
  const table = multiweight && onDay(multiweight.tables, shipment.shipDate);
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  if (!multiweight || !table || count < 2) return null;
  const total = pieces.reduce((sum, { billed, quantity }) => sum + billed * quantity, 0);
  const weight = Math.max(total, multiweight.average * count);
  if (weight < multiweight.from) return null;
  try {
    return { ...priceOf(table, { zone, weight, pieces: count, rounding: rule.rounding }), billed: weight };
  } catch (error) {
    // A zone or weight that the multiweight table does not have is priced box by box, as without it.
    if (error instanceof NoPrice) return null;
    throw error;
  }
}

function bookWhole(
  book: Lines,
  { shipment, prices, rule, zone }: TransportInput,
  tables: readonly RateTable[],
  weighed: Omit<Weighed, 'higher'>,
): Transport {
  const table = onDay(tables, shipment.shipDate);
  if (!table) throw new NoPrice('rating.noTable', 'shipDate', { shipDate: shipment.shipDate });
  const count = shipment.boxes.reduce((sum, { quantity }) => sum + quantity, 0);
  const { billed } = weighed;
  const found = priceOf(table, { zone, weight: billed, pieces: count, rounding: rule.rounding });
  const { amount, weight, rate: unitRate } = found;
  book.add({
    category: 'transport',
    box: null,
    quantity: 1,
    amount,
    basis: weight,
    rate: unitRate,
    rule: table.id,
    version: table.version,
    weighed: { ...weighed, higher: found.higher ?? false },
  });
  const off = discountOf(amount, prices);
  if (off !== 0) book.add(discountLine(prices, { box: null, quantity: 1, off, basis: amount }));
  return { whole: amount - off, each: [], sum: amount - off, billed };
}

/** What comes off: the percent, but the least charge is always left; below zero where the price itself is less than it. */
export function discountOf(amount: number, { discount }: ServicePrices): number {
  if (!discount) return 0;
  return amount - Math.max(discount.least ?? 0, amount - percentOf(amount, discount.percent));
}

const netOf = (amount: number, prices: ServicePrices): number => amount - discountOf(amount, prices);

const discountLine = (
  { discount }: ServicePrices,
  { box, quantity, off, basis }: { box: number | null; quantity: number; off: number; basis: number },
): ChargeLine => ({
  category: 'discount',
  box,
  quantity,
  amount: -off * quantity,
  basis,
  // Without a percent: what is left is the least charge.
  rate: discount && percentOf(basis, discount.percent) === off ? discount.percent : null,
  rule: 'discount',
  version: 1,
});
