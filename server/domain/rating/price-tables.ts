import { onDay, countsOn } from './kernel/dated.ts';
import { decimal, mulDiv, percentScale, rateScale, weightScale } from './kernel/exact.ts';
import { fuelOn } from './kernel/fuel.ts';
import { NoPrice, type Packaging } from './kernel/parcel.ts';
import type { ServicePrices } from './kernel/prices.ts';
import type { SurchargeAmount } from './kernel/surcharge.ts';
import type { RatePrice, RateTable } from './kernel/table.ts';
import { discountOf } from './kernel/transport.ts';

/** A cell of a price list: its amount if it has one, and its text. */
export interface Cell {
  readonly amount: number | null;
  readonly text: string;
}

export interface PriceTable {
  readonly kind: 'table' | 'multiweight';
  readonly zones: readonly string[];
  readonly rows: readonly PriceRow[];
}

/** `to` is the highest weight of a row as decimal text; `above` covers heavier weights. */
export interface PriceRow {
  readonly to: string;
  readonly above: boolean;
  readonly cells: readonly (Cell | null)[];
  /** A row for this packaging alone. */
  readonly packaging?: Packaging;
}

export interface PricedSurcharge {
  readonly rule: string;
  readonly category: string;
  readonly text: string;
}

/** A price list for a service on a day, after discounts: transport by weight and zone, and possible surcharges. */
export interface ServiceList {
  readonly tables: readonly PriceTable[];
  readonly fixed: readonly { readonly rule: string; readonly weight: string; readonly amount: number }[];
  readonly surcharges: readonly PricedSurcharge[];
  /** Percent as decimal text; null: in the price, or no week is known. */
  readonly fuel: string | null;
  /** The least that is charged for transport. */
  readonly least: string | null;
  /** Percent on the finished price. */
  readonly share: string | null;
}

/** Pure. Throws `NoPrice` where the service has no table on the day. */
export function listOf(prices: ServicePrices, day: string, unit: string): ServiceList {
  const tables = [
    ...priced('table', onDay(prices.tables, day), prices, unit),
    ...priced('multiweight', onDay(prices.multiweight?.tables ?? [], day), prices, unit),
  ];
  const fixed = (prices.fixed ?? []).filter((each) => countsOn(each, day));
  if (tables.length + fixed.length === 0) throw new NoPrice('rating.noTable', '', {});
  const least = prices.discount?.least;
  return {
    tables,
    fixed: fixed.map(({ id, weight, amount }) => ({
      ...{ rule: id, weight: `${decimal(weight, weightScale)} ${unit}` },
      amount: Number(decimal(amount - discountOf(amount, prices), 100)),
    })),
    surcharges: prices.surcharges
      .filter((rule) => countsOn(rule, day))
      .map(({ id, category, amount }) => ({ rule: id, category, text: surchargeText(amount) })),
    fuel: fuelPercent(prices, day),
    least: least === undefined || least === 0 ? null : money(least),
    share: prices.distribution ? decimal(prices.distribution, percentScale) : null,
  };
}

function fuelPercent({ fuel, concession }: ServicePrices, day: string): string | null {
  if (!fuel || !fuel.some((week) => countsOn(week, day))) return null;
  return decimal(fuelOn(fuel, day, concession).percent, percentScale);
}

const packagings = ['letter', 'pak'] as const;

function priced(kind: PriceTable['kind'], table: RateTable | null, prices: ServicePrices, unit: string): PriceTable[] {
  if (!table) return [];
  const own = packagings.flatMap((packaging) => {
    const price = table.packaging?.[packaging];
    return price ? [{ packaging, price }] : [];
  });
  const found = new Set([...table.rows, ...own.map(({ price }) => price)].flatMap((row) => Object.keys(row.prices)));
  const zones = [...found].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const rows = table.rows.map(({ to, prices: inRow }) => ({
    ...{ to: decimal(to, weightScale), above: false },
    cells: zones.map((zone) => (inRow[zone] ? cellOf(inRow[zone], prices, unit) : null)),
  }));
  const inPackaging = own.map(({ packaging, price }) => ({
    ...{ to: decimal(price.to, weightScale), above: false, packaging },
    cells: zones.map((zone) => {
      const amount = price.prices[zone];
      return amount === undefined ? null : cellOf({ mode: 'flat', amount }, prices, unit);
    }),
  }));
  const { above } = table;
  const heaviest = rows.at(-1)?.to ?? '0';
  const last = above && {
    ...{ to: heaviest, above: true },
    cells: zones.map((zone) => {
      const rate = above[zone];
      return rate === undefined ? null : cellOf({ mode: 'perUnit', rate }, prices, unit);
    }),
  };
  return [{ kind, zones, rows: [...inPackaging, ...rows, ...(last ? [last] : [])] }];
}

const money = (minor: number): string => decimal(minor, 100, 2);

function cellOf(price: RatePrice, prices: ServicePrices, unit: string): Cell {
  const net = (amount: number): number => amount - discountOf(amount, prices);
  const fee = price.fee ? part(price.fee.amount, prices) : 0;
  const more = fee > 0 ? ` + ${money(fee)}` : '';
  switch (price.mode) {
    case 'flat': {
      const whole = net(price.amount + (price.fee?.amount ?? 0));
      return { amount: Number(decimal(whole, 100)), text: money(whole) };
    }
    case 'perUnit': {
      // The least charge holds for the whole and not for a unit.
      const off = prices.discount?.percent ?? 0;
      const rate = price.rate - mulDiv(price.rate, off, percentScale * 100);
      return { amount: null, text: `${decimal(rate, rateScale, 2)}/${unit}${more}` };
    }
    case 'firstAndSteps': {
      const { first, step } = price;
      const of = (weight: number) => `${decimal(weight, weightScale)} ${unit}`;
      const text = `${money(part(first.amount, prices))}/${of(first.weight)} + ${money(part(step.amount, prices))}/${of(step.weight)}`;
      return { amount: null, text: text + more };
    }
  }
}

/** A part of a price, less the percent alone. */
const part = (amount: number, { discount }: ServicePrices): number =>
  amount - mulDiv(amount, discount?.percent ?? 0, percentScale * 100);

function surchargeText(amount: SurchargeAmount): string {
  switch (amount.kind) {
    case 'flat':
      return money(amount.amount);
    case 'byZone':
      return Object.entries(amount.amounts)
        .map(([zone, each]) => `${zone}: ${money(each)}`)
        .join(', ');
    case 'declared':
      return `${money(amount.amount)}/${money(amount.per)}, ≥ ${money(amount.least)}`;
    case 'percent':
      return `${decimal(amount.percent, percentScale)} %${amount.least ? `, ≥ ${money(amount.least)}` : ''}`;
  }
}
