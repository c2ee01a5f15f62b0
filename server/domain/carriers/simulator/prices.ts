import type { Asked, ChargeKind, Piece, PiecePrice, Price } from './model.ts';

/** What a service costs: cents of the first pound, cents of each further one, and how much a zone adds. */
const figures: Readonly<Record<string, { first: number; pound: number; zone: number }>> = {
  '03': { first: 820, pound: 42, zone: 0.06 },
  '11': { first: 1650, pound: 95, zone: 0.05 },
  '12': { first: 1480, pound: 110, zone: 0.09 },
  '02': { first: 1930, pound: 160, zone: 0.11 },
  '13': { first: 3150, pound: 240, zone: 0.12 },
  '01': { first: 3420, pound: 260, zone: 0.12 },
  FEDEX_GROUND: { first: 815, pound: 41, zone: 0.06 },
  GROUND_HOME_DELIVERY: { first: 830, pound: 43, zone: 0.06 },
  FEDEX_EXPRESS_SAVER: { first: 1510, pound: 115, zone: 0.09 },
  FEDEX_2_DAY: { first: 1890, pound: 155, zone: 0.11 },
  STANDARD_OVERNIGHT: { first: 3190, pound: 245, zone: 0.12 },
  PRIORITY_OVERNIGHT: { first: 3480, pound: 265, zone: 0.12 },
};
const other = { first: 4200, pound: 380, zone: 0.05 };

/** Percents of fuel, for the ground and in the air. */
const fuel = { ground: 18.5, air: 21 };
const inchOf = { LB: 1, KG: 1 / 2.54 };
const poundOf = { LB: 1, KG: 2.20462 };

/** Prices that are of the right size and add up: no contract's. */
export function priceOf(asked: Asked): Price {
  const ground = asked.service === '03' || asked.service.includes('GROUND');
  const zone = zoneBetween(asked.from.postalCode, asked.to.postalCode);
  const fuelPercent = ground ? fuel.ground : fuel.air;
  const pieces = asked.pieces.map((piece) => pricePiece(asked, piece, zone, fuelPercent));
  return { currency: asked.currency, zone: String(zone).padStart(3, '0'), fuelPercent, pieces };
}

function pricePiece(asked: Asked, piece: Piece, zone: number, fuelPercent: number): PiecePrice {
  const figure = figures[asked.service] ?? other;
  const sides = (piece.sides ?? [1, 1, 1]).map((side) => Math.ceil(side * inchOf[piece.unit]));
  const [longest = 0, second = 0, third = 0] = sides.toSorted((one, other) => other - one);
  const around = longest + 2 * (second + third);
  const actual = piece.weight * poundOf[piece.unit];
  const oversize = longest > 96 || around > 130;
  const long = longest > 48 || second > 30 || around > 105;
  const least = oversize ? 90 : long ? 40 : 1;
  const billed = Math.max(least, Math.ceil(actual), Math.ceil((longest * second * third) / 139));
  const base = Math.round((figure.first + figure.pound * (billed - 1)) * (1 + figure.zone * (zone - 2)));
  const bearing: [ChargeKind, number][] = [];
  if (asked.to.residential) bearing.push(['residential', asked.brand === 'ups' ? 565 : 595]);
  if (oversize) bearing.push(['oversize', 26_000]);
  else if (long || actual > 50) bearing.push(['handling', 2_800]);
  const plain: [ChargeKind, number][] = [];
  if (piece.signature !== 'none') plain.push(['signature', piece.signature === 'adult' ? 865 : 715]);
  if (piece.declared > 100) plain.push(['declared', Math.max(435, Math.ceil(piece.declared / 100) * 145)]);
  // Fuel is rounded for each package, and only then added up.
  const bears = base + bearing.reduce((sum, [, amount]) => sum + amount, 0);
  const extras = [...bearing, ...plain, ['fuel', Math.round((bears * fuelPercent) / 100)] as const];
  return { base, billed, extras: extras.map(([kind, amount]) => ({ kind, amount })) };
}

/** From two to eight, the further the first digits of two postal codes lie apart. */
function zoneBetween(from: string, to: string): number {
  const [here, there] = [Number.parseInt(from, 10), Number.parseInt(to, 10)].map((code) => code / 10_000);
  if (here === undefined || there === undefined || !Number.isFinite(here - there)) return 8;
  return Math.min(8, 2 + Math.round(Math.abs(here - there) * 0.75));
}

export const sum = (price: Price, pick: (piece: PiecePrice) => number): number =>
  price.pieces.reduce((total, piece) => total + pick(piece), 0);

export const extra = (piece: PiecePrice, ...kinds: readonly ChargeKind[]): number =>
  piece.extras.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0);

export const totalOf = (piece: PiecePrice): number =>
  piece.base + piece.extras.reduce((total, { amount }) => total + amount, 0);

/** `1234` cents as `12.34`. */
export const money = (cents: number): string => (cents / 100).toFixed(2);
