import { defineCommand, issue, type CommandCall } from '../../modules/module.ts';
import { shipDatesSql } from '../orders/ship-date.ts';
import type { Unavailable } from './kernel/parcel.ts';
import type { Price } from './kernel/rate.ts';
import { money, reasonOf, weight, wireLine, type WireLine } from './explain.ts';
import { isPrice, payerOf, priceService, type Payer, type Priced } from './price-service.ts';
import { quoteAnswer, quoteBody } from './quote-schema.ts';
import { readShipment, type Typed } from './read-shipment.ts';
import { unitOf } from './snapshot/compile.ts';
import { termsSql, type Terms } from './snapshot/load-sql.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { snapshotsOf } from './snapshot/snapshots.ts';

interface WirePrice {
  readonly total: number;
  readonly lines: readonly WireLine[];
}

export interface Quote {
  readonly channel: { readonly id: string; readonly code: string; readonly name: string };
  readonly service: { readonly id: string; readonly code: string; readonly name: string };
  readonly available: boolean;
  readonly reason?: { readonly code: string; readonly path: string; readonly message: string };
  readonly currency?: string;
  readonly zone?: string;
  readonly billableWeight?: number;
  readonly unitType?: string;
  readonly days?: number | null;
  /** When it would ship. */
  readonly shipDate: string;
  readonly sale?: WirePrice;
  readonly cost?: WirePrice;
  readonly margin?: number;
}

/** What the reader of prices is shown. */
export interface Sight {
  readonly sale: boolean;
  /** Lines of the sale side; a member sees them where the tenant said so. */
  readonly lines: boolean;
  /** Never a member's, whatever the roles say. */
  readonly cost: boolean;
}

/** People who may read the cost of trial results see cost everywhere; members never do. */
export const seesCost = ({ actor, can }: Pick<CommandCall, 'actor' | 'can'>): boolean =>
  actor.member === null && can('trial-result', 'read', 'cost');

/** What a shipment costs on each channel, the cheapest first. */
export const quote = defineCommand({
  path: 'Rate/quote',
  body: quoteBody,
  answer: quoteAnswer,
  perMinute: 300,
  async run(call) {
    const body = call.body as Body;
    const customer = await whose(call, body.customer);
    const terms = await termsOf(call, customer);
    const read = readShipment({ ...body, shipDate: body.shipDate ?? terms.today });
    if ('issues' in read) return call.refuse(...read.issues);
    const shipDateOf = await shipDates(call, body);
    const snapshot = await snapshotsOf(call.services).of(call, terms.state);
    const sight = {
      sale: customer !== null,
      lines: call.actor.member === null || terms.customer?.showValuationDetail === true,
      cost: seesCost(call),
    };
    const toType = body.to.type ?? 'unknown';
    const quotes = servicesFor(snapshot, terms, body.channels).map((service) => {
      const payer = payerOn(terms, service.channel);
      const asked = { payer, withSale: sight.sale, withCost: sight.cost, toType };
      const shipDate = shipDateOf(service.channel);
      const priced = priceService(snapshot, service, { ...read.shipment, shipDate }, asked);
      return { ...wireQuote(priced, snapshot, sight, call), shipDate };
    });
    return { quotes: quotes.toSorted(cheapestFirst) };
  },
});

type Body = Omit<Typed, 'shipDate'> & {
  readonly shipDate?: string;
  readonly senderMode?: 'channel' | 'own';
  readonly customer?: string;
  readonly channels?: readonly string[];
};

/** The day on which the parcels of a channel ship: an order that is placed now is charged by it, not by the day of today. */
async function shipDates(call: CommandCall, { shipDate, senderMode }: Body): Promise<(channel: string) => string> {
  if (shipDate !== undefined && senderMode === undefined) return () => shipDate;
  const asked = [shipDate ?? null, senderMode === 'channel'];
  const [found] = (await call.read<{ own: string; channels: Record<string, string> }>(shipDatesSql, asked)) as [
    { own: string; channels: Record<string, string> },
  ];
  return (channel) => found.channels[channel] ?? found.own;
}

/** The customer of the quote: a member's own, or one that the person may read. A quote of cost alone needs none. */
export async function whose(call: CommandCall, asked: string | undefined): Promise<string | null> {
  const { member } = call.actor;
  if (member !== null) return asked === undefined || asked === member ? member : call.forbid();
  if (asked !== undefined) {
    const found = await call.list('customer', { id: asked }, 1);
    return found.length > 0 ? asked : call.refuse(issue('reference.missing', 'customer'));
  }
  return seesCost(call) ? null : call.refuse(issue('required', 'customer'));
}

export async function termsOf(call: Pick<CommandCall, 'read'>, customer: string | null): Promise<Terms> {
  const [terms] = (await call.read<Terms>(termsSql, [customer])) as [Terms];
  return terms;
}

export function payerOn({ customer, channels }: Terms, channel: string): Payer | null {
  const found = channels.find((each) => each.channel === channel);
  if (!customer || !found) return null;
  return payerOf(customer, found.level);
}

/** The services of the requested channels, else of the customer's channels, else of all. */
function servicesFor(snapshot: Snapshot, { customer, channels }: Terms, asked: readonly string[] | undefined) {
  const services = [...snapshot.services.values()];
  if (asked !== undefined) return services.filter(({ channel }) => asked.includes(channel));
  const open = services.filter(({ status, channelStatus }) => status === 'enabled' && channelStatus === 'enabled');
  const own = new Set(channels.map(({ channel }) => channel));
  return customer ? open.filter(({ channel }) => own.has(channel)) : open;
}

/** A quote as this reader may have it, whatever was counted for others. */
export function wireQuote(
  { service, days, ...priced }: Priced,
  snapshot: Snapshot,
  sight: Sight,
  words: Pick<CommandCall, 'say' | 'explain'>,
): Omit<Quote, 'shipDate'> {
  const unit = unitOf(service.unitType);
  const [sale, cost] = [sight.sale ? priced.sale : null, sight.cost ? priced.cost : null];
  const named = {
    channel: { id: service.channel, code: service.channelCode, name: service.channelName },
    service: { id: service.id, code: service.code, name: service.name },
  };
  const decisive = sight.sale ? sale : cost;
  if (!isPrice(decisive)) {
    const { code, path, message } = reasonOf(decisive ?? nothing, unit, words);
    return { ...named, available: false, reason: { code, path, message } };
  }
  const wire = (price: Price, lines: boolean): WirePrice => ({
    total: money(price.total),
    lines: lines ? price.lines.map((line) => wireLine(line, price, { unit, snapshot, words })) : [],
  });
  return {
    ...named,
    available: true,
    ...{ currency: decisive.currency, zone: decisive.zone, billableWeight: weight(decisive.billableWeight) },
    ...{ unitType: service.unitType, days },
    ...(isPrice(sale) ? { sale: wire(sale, sight.lines) } : {}),
    ...(isPrice(cost) ? { cost: wire(cost, true) } : {}),
    ...(isPrice(sale) && isPrice(cost) && sale.currency === cost.currency
      ? { margin: money(sale.total - cost.total) }
      : {}),
  };
}

const nothing: Unavailable = { code: 'rating.notOffered', path: '', params: {} };

/** Those with a price first, by what the reader pays, the faster of equals before the slower. */
export function cheapestFirst(one: Quote, other: Quote): number {
  if (one.available !== other.available) return one.available ? -1 : 1;
  const total = ({ sale, cost }: Quote): number => (sale ?? cost)?.total ?? 0;
  return (
    total(one) - total(other) ||
    (one.days ?? Infinity) - (other.days ?? Infinity) ||
    (one.channel.code < other.channel.code ? -1 : 1)
  );
}
