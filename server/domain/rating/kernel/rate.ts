import { allOn, onDay } from './dated.ts';
import { mulDiv, percentOf } from './exact.ts';
import { fuelAmount, fuelOn, type FuelDue } from './fuel.ts';
import { Lines, type ChargeLine } from './lines.ts';
import { NoPrice, type Box, type Shipment, type Signature, type Unavailable, type Unit } from './parcel.ts';
import type { AreaList, Limits, ServicePrices } from './prices.ts';
import { fedexSignatures, surchargeAmount, triggered, type BoxFacts, type SurchargeRule } from './surcharge.ts';
import { bookTransport, type Piece, type Transport } from './transport.ts';
import { billable, measure, type Measured, type WeightRule } from './weight.ts';
import { closestOf, zoneOf } from './zone.ts';

export interface Price {
  readonly currency: string;
  readonly zone: string;
  /** Of all boxes. */
  readonly billableWeight: number;
  /** The sum of the lines. */
  readonly total: number;
  readonly lines: readonly ChargeLine[];
}

export type Rated = { readonly ok: true; readonly price: Price } | { readonly ok: false; readonly reason: Unavailable };

/**
 * The price of a shipment on one side. Pure: the same shipment and prices give the same lines at any time. A hole in the
 * tables, a parcel over a limit or a day without fuel is answered with its reason; there is no price by default.
 */
export function rate(shipment: Shipment, prices: ServicePrices): Rated {
  try {
    return { ok: true, price: priceShipment(inUnit(shipment, prices.unit), prices) };
  } catch (error) {
    if (error instanceof NoPrice) return { ok: false, reason: error.reason };
    throw error;
  }
}

function priceShipment(shipment: Shipment, prices: ServicePrices): Price {
  const { shipDate } = shipment;
  const rule = onDay(prices.weightRules, shipDate);
  if (!rule) throw new NoPrice('rating.noWeightRule', 'shipDate', { shipDate });
  const zone = zoneOf(prices.charts, shipment.from, shipment.to, shipDate);
  const pieces = piecesOf(shipment, prices, rule, zone);
  const book = new Lines();
  const transport = bookTransport(book, pieces, { shipment, prices, rule, zone });
  bookSurcharges(book, pieces, transport);
  if (prices.fuel) bookFuel(book, pieces, transport, fuelOn(prices.fuel, shipDate, prices.concession));
  bookPercents(book, pieces, transport);
  if (prices.distribution) {
    const basis = book.total;
    book.add({
      category: 'distribution',
      box: null,
      quantity: 1,
      amount: percentOf(basis, prices.distribution),
      basis,
      rate: prices.distribution,
      rule: 'distribution',
      version: 1,
    });
  }
  return {
    currency: prices.currency,
    zone,
    billableWeight: transport.billed,
    total: book.total,
    lines: book.lines,
  };
}

function piecesOf(shipment: Shipment, prices: ServicePrices, rule: WeightRule, zone: string): Piece[] {
  const { boxes, to, shipDate, thirdParty = false, unit } = shipment;
  if (boxes.length === 0) throw new NoPrice('rating.noBoxes', 'boxes');
  const count = boxes.reduce((sum, { quantity }) => sum + quantity, 0);
  const limits = onDay(prices.limits, shipDate);
  if (limits?.boxes !== undefined && count > limits.boxes)
    throw new NoPrice('rating.tooManyBoxes', 'boxes', { max: limits.boxes, count });
  const area = tierOf(prices.areas, shipment);
  const signatures = prices.directFrom === null ? null : fedexSignatures(boxes, prices.directFrom);
  return boxes.map((box, index): Piece => {
    demandBox(box, index);
    const measured = measure(box, rule);
    if (limits) demandWithin(measured, limits, index);
    const signature: Signature = signatures?.[index]?.signature ?? box.signature ?? 'none';
    const { actual, sides, lengthPlusGirth, volume } = measured;
    const { declaredValue = 0, irregular = false } = box;
    const { residential } = to;
    // Written out, as a spread in here costs more than all the rest of a box.
    const facts: BoxFacts = {
      unit,
      zone,
      actual,
      sides,
      lengthPlusGirth,
      volume,
      residential,
      area,
      signature,
      declaredValue,
      irregular,
      thirdParty,
      pieces: count,
    };
    const rules = triggered(prices.surcharges, facts, shipDate);
    const least = rules.reduce((most, { minimumWeight = 0 }) => Math.max(most, minimumWeight), 0);
    const billed = billable(measured, rule, least);
    const freeSignature = signatures?.[index]?.free ?? false;
    return { index, quantity: box.quantity, measured, facts, freeSignature, rules, least, billed };
  });
}

function demandBox({ weight, sides, quantity }: Box, index: number): void {
  const at = `boxes[${index}]`;
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new NoPrice('rating.quantity', `${at}.quantity`);
  if (!Number.isSafeInteger(weight) || weight <= 0) throw new NoPrice('rating.weight', `${at}.weight`);
  const wrong = sides.findIndex((side) => !Number.isSafeInteger(side) || side <= 0);
  if (wrong >= 0) throw new NoPrice('rating.side', `${at}.${['length', 'width', 'height'][wrong]}`);
}

function demandWithin(box: Measured, limits: Limits, index: number): void {
  const at = `boxes[${index}]`;
  const over = (code: string, path: string, value: number, max: number | undefined) => {
    if (max !== undefined && value > max) throw new NoPrice(code, path, { value, max });
  };
  over('rating.overWeight', `${at}.weight`, box.actual, limits.weight);
  over('rating.overLength', `${at}.length`, box.sides[0], limits.longest);
  over('rating.overGirth', at, box.lengthPlusGirth, limits.lengthPlusGirth);
}

/** The tier of a destination: as with zones the longest code that fits counts. */
function tierOf(areas: readonly AreaList[], { to, shipDate }: Shipment): string | null {
  const recipients = to.residential ? 'residential' : 'commercial';
  let list: AreaList | null = null;
  for (const each of allOn(areas, shipDate)) {
    if (each.recipients !== undefined && each.recipients !== recipients) continue;
    // A list for these recipients alone comes before one for everybody, and of two the one that began last.
    const closer = list === null || (each.recipients !== undefined && list.recipients === undefined);
    if (closer || (each.recipients === list?.recipients && each.from > (list?.from ?? ''))) list = each;
  }
  return list ? (closestOf(list.tiers, to) ?? null) : null;
}

const isOfAll = ({ amount }: SurchargeRule): boolean => amount.kind === 'percent' && amount.of === 'all';
const isFree = (piece: Piece, rule: SurchargeRule): boolean => rule.category === 'signature' && piece.freeSignature;

/** Once a shipment: by the rule, or as a percent of transport that is one price for all boxes, however many there are. */
const isOnce = ({ perShipment, amount }: SurchargeRule, { whole }: Transport): boolean =>
  perShipment === true || (whole !== null && amount.kind === 'percent' && amount.of === 'transport');

/** Rules that count once a shipment, each with the first piece that triggers it. */
function onceForAll(pieces: readonly Piece[], transport: Transport): readonly { rule: SurchargeRule; piece: Piece }[] {
  const found = new Map<SurchargeRule, Piece>();
  for (const piece of pieces)
    for (const rule of piece.rules) if (isOnce(rule, transport) && !found.has(rule)) found.set(rule, piece);
  return [...found].map(([rule, piece]) => ({ rule, piece }));
}

const transportOf = (piece: Piece, { whole, each }: Transport): number => whole ?? each[piece.index] ?? 0;

/** What a surcharge is taken of: transport, or the declared value; null where its amount stands by itself. */
function basisOf({ amount: { kind } }: SurchargeRule, { facts }: Piece, transport: number): number | null {
  if (kind === 'percent') return transport;
  return kind === 'declared' ? facts.declaredValue : null;
}

function bookSurcharges(book: Lines, pieces: readonly Piece[], transport: Transport): void {
  const line = (rule: SurchargeRule, piece: Piece, box: number | null, quantity: number) => {
    const base = { transport: box === null ? transport.sum : transportOf(piece, transport), all: 0 };
    const amount = surchargeAmount(rule, piece.facts, base);
    book.add({
      category: rule.category,
      box,
      quantity,
      amount: amount * quantity,
      basis: basisOf(rule, piece, base.transport),
      rate: rule.amount.kind === 'percent' ? rule.amount.percent : null,
      rule: rule.id,
      version: rule.version,
    });
  };
  for (const piece of pieces)
    for (const rule of piece.rules)
      if (!isOnce(rule, transport) && !isOfAll(rule) && !isFree(piece, rule))
        line(rule, piece, piece.index, piece.quantity);
  for (const { rule, piece } of onceForAll(pieces, transport)) if (!isOfAll(rule)) line(rule, piece, null, 1);
}

/** Fuel applies to discounted charges, rounded per box, then summed. */
function bookFuel(book: Lines, pieces: readonly Piece[], transport: Transport, { percent, from }: FuelDue): void {
  const bearing = (piece: Piece) =>
    piece.rules.reduce((sum, rule) => {
      if (!rule.fuelBearing || isOnce(rule, transport) || isOfAll(rule) || isFree(piece, rule)) return sum;
      return sum + surchargeAmount(rule, piece.facts, { transport: transportOf(piece, transport), all: 0 });
    }, 0);
  const add = (box: number | null, quantity: number, basis: number) =>
    book.add({
      category: 'fuel',
      box,
      quantity,
      amount: fuelAmount(basis, percent) * quantity,
      basis,
      rate: percent,
      rule: `fuel ${from}`,
      version: 1,
    });
  const once = onceForAll(pieces, transport).reduce(
    (sum, { rule, piece }) =>
      rule.fuelBearing && !isOfAll(rule)
        ? sum + surchargeAmount(rule, piece.facts, { transport: transport.sum, all: 0 })
        : sum,
    0,
  );
  if (transport.whole !== null)
    add(null, 1, transport.whole + once + pieces.reduce((sum, piece) => sum + bearing(piece) * piece.quantity, 0));
  else {
    for (const piece of pieces) add(piece.index, piece.quantity, transportOf(piece, transport) + bearing(piece));
    if (once > 0) add(null, 1, once);
  }
}

/** Fees on everything charged before them, such as billing to a third party. */
function bookPercents(book: Lines, pieces: readonly Piece[], transport: Transport): void {
  const all = book.total;
  const seen = new Set<SurchargeRule>();
  for (const piece of pieces)
    for (const rule of piece.rules) {
      if (!isOfAll(rule) || seen.has(rule)) continue;
      seen.add(rule);
      const amount = surchargeAmount(rule, piece.facts, { transport: transport.sum, all });
      const percent = rule.amount.kind === 'percent' ? rule.amount.percent : null;
      book.add({
        category: rule.category,
        box: null,
        quantity: 1,
        amount,
        basis: all,
        rate: percent,
        rule: rule.id,
        version: rule.version,
      });
    }
}

/** A pound is 0.45359237 kg and an inch 2.54 cm, both exactly. */
function inUnit(shipment: Shipment, unit: Unit): Shipment {
  if (shipment.unit === unit) return shipment;
  const [weight, over] = unit === 'lbIn' ? [100_000_000, 45_359_237] : [45_359_237, 100_000_000];
  const [side, by] = unit === 'lbIn' ? [100, 254] : [254, 100];
  const boxes = shipment.boxes.map((box) => ({
    ...box,
    weight: mulDiv(box.weight, weight, over),
    sides: box.sides.map((each) => mulDiv(each, side, by)) as [number, number, number],
  }));
  return { ...shipment, unit, boxes };
}
