import { NoPrice, type Unavailable } from '../../rating/kernel/parcel.ts';
import { allOn } from '../../rating/kernel/dated.ts';
import { weightScale } from '../../rating/kernel/exact.ts';
import type { ServicePrices } from '../../rating/kernel/prices.ts';
import { rate, type Price } from '../../rating/kernel/rate.ts';
import { payerOf, salePrices } from '../../rating/price-service.ts';
import { readShipment, type TypedPlace } from '../../rating/read-shipment.ts';
import type { Snapshot } from '../../rating/snapshot/snapshot.ts';
import { measuredOf, type Measured } from './measured.ts';
import type { PackageFacts } from './facts.ts';
import { byPackage, isCarried, type Unit } from './units.ts';

/** Origin, destination, service and customer of an order: what its price depends on beside its packages. */
export interface Route {
  readonly service: string | null;
  readonly shipDate: string;
  readonly unitType: string;
  readonly from: TypedPlace | null;
  readonly to: TypedPlace & { readonly type: string };
  readonly signature: string;
  readonly thirdParty?: boolean;
  readonly payer: {
    readonly id: string;
    readonly discountPercent: string | null;
    readonly distributionPercent: string | null;
  } | null;
  readonly level: string | null;
}

/** An order's prices by the customer's price list, by package and category in cents. */
export interface Rerated {
  readonly ordered: readonly ReadonlyMap<string, number>[];
  readonly measured: readonly ReadonlyMap<string, number>[];
  readonly facts: readonly (Measured | null)[];
  /** Whether the residential flag differs from the order. */
  readonly homeDiffers: boolean;
  /** Whether the price list has charges of this category. */
  knows(category: string): boolean;
}

export type Rerating = Rerated | { readonly reason: Unavailable };

/** Whether the carrier considers the address residential, by its surcharge; null: as ordered. */
function homeOf(units: readonly Unit[]): boolean | null {
  const net = (unit: Unit) =>
    unit.lines.reduce((sum, line) => (line.category === 'residential' ? sum + line.net : sum), 0);
  if (units.some((unit) => net(unit) > 0)) return true;
  // A residential charge was expected, freight was billed, and the charge is missing.
  const expected = units.filter((unit) => (unit.cost.get('residential') ?? 0) > 0);
  return expected.length > 0 && expected.every((unit) => isCarried(unit)) ? false : null;
}

/** Prices an order as ordered and as measured, by the same price list of its ship date. */
export function rerate(
  snapshot: Snapshot,
  route: Route,
  packages: readonly PackageFacts[],
  units: readonly Unit[],
): Rerating {
  try {
    const service = snapshot.services.get(route.service ?? '');
    if (!service) throw new NoPrice('rating.notOffered');
    if (!route.from) throw new NoPrice('rating.noSender', 'shipFrom');
    const payer = route.payer && route.level !== null ? payerOf(route.payer, route.level) : null;
    const prices = salePrices(snapshot, service, payer, route.shipDate);
    const expected = expectedWeight(snapshot, route);
    const facts = packages.map((each, at) => {
      const unit = units.find((one) => one.at === at);
      return measuredOf(each, unit?.lines ?? [], (sides) => expected(each, sides));
    });
    if (packages.length === 0 || facts.some((each) => each === null)) throw new NoPrice('rating.noBoxes', 'boxes');
    const home = homeOf(units);
    const ordered =
      service.shipToType === 'residential' ? route.to.type !== 'commercial' : route.to.type === 'residential';
    const boxes = packages.map(() => 1);
    const priced = (typed: boolean, residential: boolean): Map<string, number>[] => {
      const price = priceOf(
        route,
        prices,
        residential,
        packages.map((each, at) => boxOf(each, typed ? null : (facts[at] ?? null))),
      );
      const charges = price.lines.map(({ category, box, amount }) => ({
        ...{ side: 'sale' as const, category, amount, quantity: 1, box: box === null ? null : box + 1 },
      }));
      return byPackage(charges, boxes, 'sale');
    };
    const known = new Set(allOn(prices.surcharges, route.shipDate).map(({ category }) => category));
    const residential = home ?? ordered;
    return {
      ordered: priced(true, ordered),
      measured: priced(false, residential),
      facts,
      homeDiffers: residential !== ordered,
      knows: (category) => known.has(category),
    };
  } catch (error) {
    if (error instanceof NoPrice) return { reason: error.reason };
    throw error;
  }
}

/** The billable weight that the carrier should find for a package as ordered, by our contract; null if unknown. */
function expectedWeight(snapshot: Snapshot, route: Route) {
  return (each: PackageFacts, sides: readonly [string, string, string]): number | null => {
    const service = snapshot.services.get(route.service ?? '');
    if (!service) return null;
    try {
      const own = { ...boxOf(each, null), length: sides[0], width: sides[1], height: sides[2] };
      return priceOf(route, snapshot.cost(service), false, [own]).billableWeight / weightScale;
    } catch (error) {
      if (error instanceof NoPrice) return null;
      throw error;
    }
  };
}

const boxOf = (each: PackageFacts, found: Measured | null) => ({
  weight: found?.weight ?? each.weight ?? '0',
  length: found?.sides[0] ?? each.length ?? '0',
  width: found?.sides[1] ?? each.width ?? '0',
  height: found?.sides[2] ?? each.height ?? '0',
  quantity: 1,
  declaredValue: each.declaredValue,
  signature: each.signature,
  packaging: each.packaging ?? null,
});

function priceOf(
  route: Route,
  prices: ServicePrices,
  residential: boolean,
  boxes: readonly ReturnType<typeof boxOf>[],
): Price {
  const { unitType, shipDate, from, to, signature, thirdParty = false } = route;
  if (!from) throw new NoPrice('rating.noSender', 'shipFrom');
  const read = readShipment({
    ...{ unitType, shipDate, from, thirdParty },
    to: { postalCode: to.postalCode, country: to.country, type: residential ? 'residential' : 'commercial' },
    boxes: boxes.map((box) => ({ ...box, signature: box.signature ?? signature })),
  });
  if ('issues' in read) throw new NoPrice('rating.weight', read.issues[0]?.path ?? 'boxes');
  const found = rate(read.shipment, prices);
  if (!found.ok) throw new NoPrice(found.reason.code, found.reason.path, found.reason.params);
  return found.price;
}
