import { issue, type Issue } from '../../../modules/module.ts';
import { NoPrice, type Shipment } from '../kernel/parcel.ts';
import { isPrice, payerOf, priceService, type Priced } from '../price-service.ts';
import { readShipment } from '../read-shipment.ts';
import type { ServiceRow } from '../snapshot/load-sql.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Orders to be priced, of one moment. */
export interface OrderRows {
  readonly state: string;
  readonly orders: readonly OrderRow[];
  readonly shipFroms: readonly ShipFrom[];
  readonly customers: readonly CustomerRow[];
}

export interface OrderRow {
  readonly id: string;
  readonly orderNo: string;
  readonly customer: string;
  readonly status: string;
  readonly service: string | null;
  readonly channel: string | null;
  readonly unitType: string;
  readonly holdKey: string | null;
  readonly shipDate: string;
  /** What a draft asks for; each channel's address may ship later. */
  readonly requested?: string | null;
  /** Its day is that of the address that it would ship from; left out where orders are priced as they went. */
  readonly byDock?: boolean;
  readonly senderMode: string;
  readonly shipFrom: string | null;
  readonly shipFromPostalCode: string | null;
  readonly shipFromCountry: string | null;
  readonly shipToPostalCode: string;
  readonly shipToCountry: string;
  readonly shipToType: string;
  readonly signatureOption: string;
  /** Transport is billed to another account. */
  readonly thirdParty: boolean;
  readonly fingerprint: string;
  /** The named rule that takes its service; left out where orders are priced as they went. */
  readonly rateRule?: string | null;
  /** As it was read, after what its rule took. */
  readonly version?: number;
  readonly boxes: readonly BoxRow[] | null;
}

interface BoxRow {
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly quantity: number;
  readonly declaredValue: string | null;
  readonly signature: string | null;
  readonly packaging: string | null;
}

interface ShipFrom {
  readonly id: string;
  readonly channel: string;
  readonly postalCode: string;
  readonly country: string;
  /** When an order that is placed now ships from here. */
  readonly earliest?: string;
}

interface CustomerRow {
  readonly id: string;
  readonly name: string;
  readonly discountPercent: string | null;
  readonly distributionPercent: string | null;
  readonly showValuationDetail: boolean | null;
  readonly hasSettings?: boolean;
  readonly channels: readonly { readonly channel: string; readonly level: string }[];
}

/** The services that an order may go by: those of its customer's channels, and its own. */
export function servicesOf(order: OrderRow, rows: OrderRows, snapshot: Snapshot): ServiceRow[] {
  const customer = customerOf(rows, order.customer);
  const own = new Set(customer?.channels.map(({ channel }) => channel));
  return [...snapshot.services.values()].filter(
    ({ id, channel, status, channelStatus }) =>
      id === order.service || (own.has(channel) && status === 'enabled' && channelStatus === 'enabled'),
  );
}

/** Why a customer without any channel has no price at all, in the words in which an order of theirs is refused. */
export function unopened(order: OrderRow, rows: OrderRows): Issue | null {
  const customer = customerOf(rows, order.customer);
  if (!customer || customer.channels.length > 0) return null;
  return issue(customer.hasSettings ? 'order.noPrice' : 'order.notConfigured', 'service');
}

const indexes = new WeakMap<readonly CustomerRow[], ReadonlyMap<string, CustomerRow>>();

/** One of many customers: made into a map once, as runs over many orders ask for each. */
function customerOf({ customers }: OrderRows, id: string): CustomerRow | undefined {
  let index = indexes.get(customers);
  if (!index) indexes.set(customers, (index = new Map(customers.map((each) => [each.id, each]))));
  return index.get(id);
}

/** What an order costs on a service, and when it would ship by it. */
export type PricedOrder = Priced & { readonly shipDate: string };

/** An order on one service, on both sides unless one is enough. */
export function priceOrder(
  order: OrderRow,
  service: ServiceRow,
  rows: OrderRows,
  snapshot: Snapshot,
  sides: { readonly withSale: boolean; readonly withCost: boolean } = { withSale: true, withCost: true },
): PricedOrder {
  const customer = customerOf(rows, order.customer);
  const level = customer?.channels.find(({ channel }) => channel === service.channel)?.level;
  const payer = customer && level !== undefined ? payerOf(customer, level) : null;
  const shipDate = shipDateOn(order, service, rows.shipFroms);
  try {
    const shipment = shipmentOf({ ...order, shipDate }, service, rows.shipFroms);
    const priced = priceService(snapshot, service, shipment, {
      ...{ ...sides, payer, toType: order.shipToType },
    });
    return { ...priced, shipDate };
  } catch (error) {
    if (!(error instanceof NoPrice)) throw error;
    return { service, sale: error.reason, cost: error.reason, days: null, shipDate };
  }
}

/** The day on which an order ships by a service: a draft that takes another channel ships by the calendar of its address. */
function shipDateOn(order: OrderRow, { channel }: ServiceRow, shipFroms: readonly ShipFrom[]): string {
  const earliest = order.byDock ? dockOf(order, channel, shipFroms)?.earliest : undefined;
  if (earliest === undefined) return order.shipDate;
  const { requested } = order;
  return requested && requested > earliest ? requested : earliest;
}

function shipmentOf(order: OrderRow, service: ServiceRow, shipFroms: readonly ShipFrom[]): Shipment {
  const { unitType, shipDate, shipToPostalCode, shipToCountry, shipToType, signatureOption, thirdParty } = order;
  const boxes = order.boxes ?? [];
  if (boxes.length === 0) throw new NoPrice('rating.noBoxes', 'boxes');
  const read = readShipment({
    ...{ unitType, shipDate, thirdParty, from: senderOf(order, service, shipFroms) },
    to: { postalCode: shipToPostalCode, country: shipToCountry, type: shipToType },
    boxes: boxes.map((box) => ({ ...box, signature: box.signature ?? signatureOption })),
  });
  if ('issues' in read) throw new NoPrice('rating.weight', read.issues[0]?.path ?? 'boxes');
  return read.shipment;
}

/** The customer's own address, or the one that the channel sends from: the order's on its own channel, else the first. */
function senderOf(order: OrderRow, { channel }: ServiceRow, shipFroms: readonly ShipFrom[]) {
  if (order.senderMode === 'own') {
    const { shipFromPostalCode: postalCode, shipFromCountry: country } = order;
    if (postalCode === null || country === null) throw new NoPrice('rating.noSender', 'shipFromPostalCode');
    return { postalCode, country };
  }
  const found = dockOf(order, channel, shipFroms);
  if (!found) throw new NoPrice('rating.noSender', 'shipFrom');
  return found;
}

/** Where an order would leave from on a channel. */
export function dockOf(order: OrderRow, channel: string, shipFroms: readonly ShipFrom[]): ShipFrom | null {
  const here = shipFroms.filter((each) => each.channel === channel);
  return here.find(({ id }) => id === order.shipFrom) ?? here[0] ?? null;
}

export const totals = ({ sale, cost }: Priced) => ({
  sale: isPrice(sale) ? sale : null,
  // A cost in another currency is no cost of this price.
  cost: isPrice(cost) && (!isPrice(sale) || cost.currency === sale.currency) ? cost : null,
});
