import { exact, rateScale, sideScale, weightScale } from '../../../server/domain/rating/kernel/exact.ts';
import type { Box, Shipment, Signature } from '../../../server/domain/rating/kernel/parcel.ts';
import type { ServicePrices } from '../../../server/domain/rating/kernel/prices.ts';
import { rate, type Price, type Rated } from '../../../server/domain/rating/kernel/rate.ts';
import type { SurchargeRule } from '../../../server/domain/rating/kernel/surcharge.ts';
import type { RateTable } from '../../../server/domain/rating/kernel/table.ts';
import type { WeightRule } from '../../../server/domain/rating/kernel/weight.ts';
import { zoneKey } from '../../../server/domain/rating/kernel/zone.ts';

/** Figures as people write them, in the parts of the kernel. Throws for what the kernel cannot hold. */
const whole = (text: string | number, scale: number): number => {
  const value = exact(text, scale);
  if (value === null) throw new Error(`${text} is no figure in parts of ${scale}`);
  return value;
};
export const lb = (text: string | number): number => whole(text, weightScale);
export const inch = (text: string | number): number => whole(text, sideScale);
export const usd = (text: string | number): number => whole(text, 100);
export const perUnit = (text: string | number): number => whole(text, rateScale);
export const percent = (text: string | number): number => whole(text, 10_000);

export const always = { from: '2000-01-01', to: null };

/** The US domestic rule of both carriers from 18 August 2025 on. */
export const upRule: WeightRule = {
  ...always,
  sides: 'up',
  divisor: 139,
  basis: 'greater',
  pieces: 'each',
  rounding: { step: lb(1) },
  minimum: lb(1),
};

export function box(text: string, more: Partial<Box> = {}): Box {
  const [weight = '', sides = '10x8x6', quantity = '1'] = text.split(' ');
  const [length = '', width = '', height = ''] = sides.split('x');
  return {
    weight: lb(weight),
    sides: [inch(length), inch(width), inch(height)],
    quantity: Number(quantity),
    ...more,
  };
}

export function shipment(boxes: readonly Box[], more: Partial<Shipment> = {}): Shipment {
  return {
    unit: 'lbIn',
    shipDate: '2025-10-01',
    from: { country: 'US', postalCode: '85001', residential: false },
    to: { country: 'US', postalCode: '10001', residential: false },
    boxes,
    ...more,
  };
}

/** Flat prices by zone, one row a line: `5: 10.00 12.00`. */
export function table(lines: readonly string[], more: Partial<RateTable> = {}): RateTable {
  const [head = '', ...rows] = lines;
  const zones = head.split(' ');
  return {
    ...always,
    id: 'ground',
    version: 1,
    rows: rows.map((line) => {
      const [to = '', prices = ''] = line.split(': ');
      const cells = prices.split(' ').map((cell, at) => [zones[at] ?? '', cell] as const);
      return {
        to: lb(to),
        prices: Object.fromEntries(
          cells.filter(([, cell]) => cell !== '/').map(([zone, cell]) => [zone, { mode: 'flat', amount: usd(cell) }]),
        ),
      };
    }),
    ...more,
  };
}

/** One origin, three destinations: 10001 in zone 8, 90210 in zone 2, 99501 not served. */
export const charts = [
  {
    ...always,
    country: 'US',
    origin: '850',
    zones: new Map([
      [zoneKey('US', '100'), '8'],
      [zoneKey('US', '90210'), '2'],
      [zoneKey('US', '902'), '3'],
      [zoneKey('US', '995'), '-'],
    ]),
  },
];

export function service(more: Partial<ServicePrices> = {}): ServicePrices {
  return {
    currency: 'USD',
    unit: 'lbIn',
    weightRules: [upRule],
    limits: [],
    charts,
    tables: [
      table(['2 3 8', '1: 5.00 6.00 8.00', '5: 7.00 8.00 10.00', '10: 9.00 10.00 15.00', '150: 40.00 50.00 90.00']),
    ],
    mode: 'perBox',
    areas: [],
    surcharges: [],
    fuel: null,
    concession: null,
    discount: null,
    directFrom: null,
    ...more,
  };
}

export const rule = (id: string, more: Partial<SurchargeRule> = {}): SurchargeRule => ({
  ...always,
  id,
  version: 1,
  category: id,
  applies: () => true,
  amount: { kind: 'flat', amount: usd('5.00') },
  priority: 1,
  fuelBearing: false,
  ...more,
});

/** The price, or a thrown reason, so that a case that expects a price shows why there is none. */
export function priceOf(rated: Rated): Price {
  if (!rated.ok) throw new Error(JSON.stringify(rated.reason));
  return rated.price;
}

export const priced = (asked: Shipment, prices: ServicePrices): Price => priceOf(rate(asked, prices));

/** `transport 10.00, fuel 1.50`, in the order of the lines. */
export const told = ({ lines }: Price): string =>
  lines.map(({ category, amount }) => `${category} ${(amount / 100).toFixed(2)}`).join(', ');

export const reasonOf = (rated: Rated): string =>
  rated.ok ? `priced at ${rated.price.total}` : `${rated.reason.code} ${rated.reason.path}`.trim();

export const signed = (signature: Signature): Partial<Box> => ({ signature });
