import { mulDiv, percentScale } from './kernel/exact.ts';
import { NoPrice, type Shipment, type Unavailable } from './kernel/parcel.ts';
import type { ServicePrices } from './kernel/prices.ts';
import { rate, type Price } from './kernel/rate.ts';
import { figure } from './snapshot/compile.ts';
import type { LevelRow, ServiceRow } from './snapshot/load-sql.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Who pays: a customer on the level that they have on this channel. */
export interface Payer {
  readonly customer: string;
  readonly level: string;
  /** `percentScale`. */
  readonly discount: number;
  /** What their own supplier adds to the finished price (`percentScale`). */
  readonly distribution: number;
}

/** A customer's pricing terms. */
export const payerOf = ({ id, discountPercent, distributionPercent }: AgreedTerms, level: string): Payer => ({
  ...{ customer: id, level },
  discount: figure(discountPercent ?? '0', percentScale),
  distribution: figure(distributionPercent ?? '0', percentScale),
});

interface AgreedTerms {
  readonly id: string;
  readonly discountPercent: string | null;
  readonly distributionPercent: string | null;
}

/** Both sides of one service; a side not requested is null. */
export interface Priced {
  readonly service: ServiceRow;
  readonly sale: Price | Unavailable | null;
  readonly cost: Price | Unavailable | null;
  readonly days: number | null;
}

export const isPrice = (found: Price | Unavailable | null): found is Price => found !== null && 'total' in found;

/** What a shipment costs us and what the payer pays for it on one service. `toType` as it was typed. */
export function priceService(
  snapshot: Snapshot,
  service: ServiceRow,
  shipment: Shipment,
  asked: {
    readonly payer: Payer | null;
    readonly withSale: boolean;
    readonly withCost: boolean;
    readonly toType: string;
  },
): Priced {
  const { payer, withSale, withCost, toType } = asked;
  const fitting = { ...shipment, to: { ...shipment.to, residential: isResidential(service, toType) } };
  const attempt = (prices: () => ServicePrices): Price | Unavailable => {
    try {
      demandOpen(service, toType);
      const rated = rate(fitting, prices());
      return rated.ok ? rated.price : rated.reason;
    } catch (error) {
      if (error instanceof NoPrice) return error.reason;
      throw error;
    }
  };
  const sale = withSale ? attempt(() => salePrices(snapshot, service, payer, shipment.shipDate)) : null;
  const cost = withCost ? attempt(() => snapshot.cost(service)) : null;
  const { zone } = isPrice(sale) ? sale : isPrice(cost) ? cost : { zone: null };
  const days = zone === null ? null : snapshot.days(service.id, shipment.from, zone, shipment.shipDate);
  return { service, sale, cost, days };
}

/** Without an address it counts as residential only for services that deliver to nothing else. */
const isResidential = ({ shipToType }: ServiceRow, toType: string): boolean =>
  toType === 'residential' || (toType !== 'commercial' && shipToType === 'residential');

function demandOpen({ status, channelStatus, shipToType }: ServiceRow, toType: string): void {
  if (status !== 'enabled' || channelStatus !== 'enabled') throw new NoPrice('rating.notOpen');
  if (toType === 'residential' && shipToType === 'commercial') throw new NoPrice('rating.onlyCommercial', 'to.type');
  if (toType === 'commercial' && shipToType === 'residential') throw new NoPrice('rating.onlyResidential', 'to.type');
}

/** What a payer's prices are on a service. Throws `NoPrice` where they have none. */
export function salePrices(snapshot: Snapshot, service: ServiceRow, payer: Payer | null, day: string): ServicePrices {
  if (!payer) throw new NoPrice('rating.notOffered');
  const level = snapshot.levelOf(service.channel, payer.level);
  if (!level) throw new NoPrice('rating.noLevelPrice');
  const prices = snapshot.sale(service, level);
  const concession = snapshot.concession(service, day, payer);
  const discount = discountOf(prices, level, payer);
  return { ...prices, concession, discount, ...(payer.distribution > 0 ? { distribution: payer.distribution } : {}) };
}

/**
 * The level's percent off the list and the customer's own, as one discount that is rounded once: 18 % and 5 % are 22.1 %. The
 * least charge of the level is what is left after both.
 */
function discountOf({ discount }: ServicePrices, level: LevelRow, payer: Payer): ServicePrices['discount'] {
  const whole = percentScale * 100;
  const levels = discount?.percent ?? 0;
  const percent = whole - mulDiv(whole - levels, whole - payer.discount, whole);
  const least = level.minimumCharge === null ? {} : { least: figure(level.minimumCharge, 100) };
  return percent > 0 || discount ? { percent, ...least } : null;
}
