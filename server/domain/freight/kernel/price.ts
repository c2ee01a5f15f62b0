import { decimal, mulDiv, percentOf, percentScale, rateScale } from '../../rating/kernel/exact.ts';
import { isAtLeast, type Density, type FreightClass } from './density.ts';
import { breaks, zoneOf, type Rate, type Tariff } from './tariff.ts';

/** What is priced of one line: whole pounds, class, and density for tables by density. */
export interface Item {
  readonly line: number;
  readonly quantity: number;
  readonly pounds: number;
  readonly freightClass: FreightClass;
  readonly exactDensity: Density | null;
}

export interface Load {
  readonly origin: string;
  readonly destination: string;
  readonly items: readonly Item[];
  readonly accessorials: readonly string[];
}

/** A line of a price in minor units, with the figures that its explanation names. */
export interface Line {
  readonly kind: 'linehaul' | 'deficit' | 'discount' | 'minimum' | 'fuel' | 'accessorial';
  readonly amount: number;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface Price {
  readonly lines: readonly Line[];
  readonly total: number;
  /** Transport after discount and minimum: what fuel is taken of. */
  readonly net: number;
  readonly fuel: number;
}

/** Why a table has no price for a load; a code of the module `freight`. */
export interface NoPrice {
  readonly code: 'noLane' | 'noRate' | 'noFuel' | 'noAccessorial';
  readonly params: Readonly<Record<string, string>>;
}

/** Minor units: a hundredweight has as many pounds as a unit of money has minor units, so both hundreds cancel out. */
const charge = (pounds: number, rate: number): number => mulDiv(pounds, rate, rateScale);
const money = (cents: number): string => decimal(cents, 100, 2);
const rateText = (rate: number): string => decimal(rate, rateScale, 2);

/** The price of a break: its own, or that of the last break before it that has one. */
function rateAt({ prices }: Rate, at: number): number | null {
  for (let index = at; index >= 0; index -= 1) {
    const name = breaks[index]?.name;
    const price = name && prices[name];
    if (price !== undefined) return price;
  }
  return null;
}

function rowOf(tariff: Tariff, zone: string, item: Item): Rate | null {
  const rows = tariff.rates.filter((row) => row.zone === zone);
  if (tariff.basis === 'class') return rows.find(({ freightClass }) => freightClass === item.freightClass) ?? null;
  const { exactDensity } = item;
  if (!exactDensity) return null;
  let best: Rate | null = null;
  for (const row of rows) {
    if (row.densityFrom === null || !isAtLeast(exactDensity, row.densityFrom)) continue;
    if (!best || Number(row.densityFrom) > Number(best.densityFrom)) best = row;
  }
  return best;
}

interface RatedItem {
  readonly item: Item;
  readonly row: Rate;
}

/** Transport at a break, for the weight that is missing to it too: that is priced at the lowest rate of the load. */
function linesAt(rated: readonly RatedItem[], at: number, total: number): Line[] {
  const from = breaks[at]?.from ?? 0;
  const name = (breaks[at]?.name ?? 'l5c').toUpperCase();
  const lines = rated.map(({ item, row }): Line => {
    const rate = rateAt(row, at) ?? 0;
    return {
      kind: 'linehaul',
      amount: charge(item.pounds, rate),
      params: { line: item.line, pounds: item.pounds, class: item.freightClass, rate: rateText(rate), break: name },
    };
  });
  const missing = from - total;
  if (missing <= 0) return lines;
  const rate = Math.min(...rated.map(({ row }) => rateAt(row, at) ?? 0));
  const params = { pounds: missing, rate: rateText(rate), break: name, from };
  return [...lines, { kind: 'deficit', amount: charge(missing, rate), params }];
}

const sum = (lines: readonly Line[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** Transport for the items: at the break of their weight, or at a higher one where that is cheaper and the table allows it. */
function transport(tariff: Tariff, rated: readonly RatedItem[]): Line[] {
  const total = rated.reduce((pounds, { item }) => pounds + item.pounds, 0);
  const own = breaks.findLastIndex(({ from }) => from <= total);
  let best = linesAt(rated, own, total);
  if (!tariff.deficit) return best;
  for (let at = own + 1; at < breaks.length; at += 1) {
    const name = breaks[at]?.name;
    if (!rated.every(({ row }) => name && row.prices[name] !== undefined)) continue;
    const other = linesAt(rated, at, total);
    if (sum(other) < sum(best)) best = other;
  }
  return best;
}

/** What a table asks for a load: each line, and their sum. Nothing else is in the total. */
export function priceOf(tariff: Tariff, load: Load): Price | NoPrice {
  const zone = zoneOf(tariff, load.origin, load.destination);
  if (zone === null) return { code: 'noLane', params: { from: load.origin, to: load.destination } };
  const rated: RatedItem[] = [];
  for (const item of load.items) {
    const row = rowOf(tariff, zone, item);
    if (!row) return { code: 'noRate', params: { zone, class: item.freightClass } };
    rated.push({ item, row });
  }
  const lines = transport(tariff, rated);
  const gross = sum(lines);
  const discount = percentOf(gross, tariff.discount);
  if (discount > 0) {
    const params = { percent: decimal(tariff.discount, percentScale), base: money(gross) };
    lines.push({ kind: 'discount', amount: -discount, params });
  }
  const missing = tariff.minimum - (gross - discount);
  if (missing > 0) {
    lines.push({
      kind: 'minimum',
      amount: missing,
      params: { minimum: money(tariff.minimum), net: money(gross - discount) },
    });
  }
  const net = sum(lines);
  let fuel = 0;
  if (tariff.hasFuel) {
    if (!tariff.fuel) return { code: 'noFuel', params: {} };
    fuel = percentOf(net, tariff.fuel.percent);
    const params = { percent: decimal(tariff.fuel.percent, percentScale), base: money(net), week: tariff.fuel.from };
    if (fuel > 0) lines.push({ kind: 'fuel', amount: fuel, params });
  }
  for (const accessorial of load.accessorials) {
    const amount = accessorialAmount(tariff, accessorial, load.items);
    if (amount === null) return { code: 'noAccessorial', params: { accessorial } };
    lines.push({ kind: 'accessorial', amount, params: { accessorial } });
  }
  return { lines, total: sum(lines), net, fuel };
}

/** Minor units of one accessorial for a load; null where the table has no price for it. */
export function accessorialAmount(tariff: Tariff, accessorial: string, items: readonly Item[]): number | null {
  const price = tariff.accessorials.find((each) => each.accessorial === accessorial);
  if (!price) return null;
  const units = items.reduce((total, { quantity }) => total + quantity, 0);
  const pounds = items.reduce((total, item) => total + item.pounds, 0);
  const plain =
    price.per === 'unit'
      ? price.amount * units
      : price.per === 'cwt'
        ? mulDiv(price.amount, pounds, 100)
        : price.amount;
  return Math.min(Math.max(plain, price.minimum ?? 0), price.maximum ?? Infinity);
}

export const isPrice = (found: Price | NoPrice): found is Price => 'lines' in found;
