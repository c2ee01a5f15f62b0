import { amount, at, list, text, whole } from '../../wire/read.ts';
import type { PlatformHold, PullProblem, ShopAddress, ShopItem, ShopOrder, ShopWeight } from '../store.ts';

/** Programs in which Amazon makes the label or fulfils the order. */
const labelPrograms = ['AMAZON_EASY_SHIP', 'DELIVERY_BY_AMAZON', 'PRIME'];
export const orderNo = /^\d{3}-\d{7}-\d{7}$/;

/** Parses an order of `orders/2026-01-01`. */
export function readOrder(order: unknown, now: Date): ShopOrder {
  const no = text(at(order, 'orderId')) ?? '';
  const fulfilment = at(order, 'fulfillment');
  const status = text(at(fulfilment, 'fulfillmentStatus'));
  const items = list(at(order, 'orderItems')).map(readItem);
  const to = readAddress(at(order, 'recipient', 'deliveryAddress'));
  const open = items.filter(({ quantity }) => quantity > 0);
  const state = stateOf(status, open.length > 0);
  const hold = state === 'open' ? holdOf(order, status, now) : null;
  return {
    ...{ no, id: no, state, hold, items: open.length > 0 ? open : items, to },
    problem: state === 'open' && hold === null ? problemOf(no, to, items) : orderNo.test(no) ? null : 'badNumber',
    placedAt: text(at(order, 'createdTime')) ?? now.toISOString(),
    changedAt: text(at(order, 'lastUpdatedTime')) ?? now.toISOString(),
    shipBy: text(at(fulfilment, 'shipByWindow', 'latestDateTime')),
    total: amount(at(order, 'proceeds', 'grandTotal', 'amount')),
    currency: text(at(order, 'proceeds', 'grandTotal', 'currencyCode')),
  };
}

export const stateOf = (status: string | null, hasOpen: boolean): ShopOrder['state'] => {
  const named = (status ?? '').toUpperCase();
  if (named.startsWith('CANCEL')) return 'cancelled';
  return named === 'SHIPPED' || (named === 'PARTIALLY_SHIPPED' && !hasOpen) ? 'shipped' : 'open';
};

function holdOf(order: unknown, status: string | null, now: Date): PlatformHold | null {
  const programs = list(at(order, 'programs')).map(text);
  if (text(at(order, 'fulfillment', 'fulfilledBy')) === 'AMAZON' || programs.includes('IN_STORE_PICK_UP'))
    return 'platformShips';
  if (status === 'PENDING' || status === 'PENDING_AVAILABILITY' || status === 'UNFULFILLABLE') return 'notReady';
  if (programs.some((each) => labelPrograms.includes(each ?? ''))) return 'platformLabel';
  const from = text(at(order, 'fulfillment', 'labelPrintingWindow', 'earliestDateTime'));
  return from !== null && Date.parse(from) > now.getTime() ? 'scheduled' : null;
}

/** Without the role for addresses they are silently empty. */
export function problemOf(no: string, to: ShopAddress | null, items: readonly ShopItem[]): PullProblem | null {
  if (!orderNo.test(no)) return 'badNumber';
  if (to === null || (to.name === null && to.company === null) || to.lines.length === 0) return 'noAddress';
  return items.length === 0 ? 'noItems' : null;
}

function readItem(item: unknown): ShopItem {
  const left = whole(at(item, 'fulfillment', 'quantityUnfulfilled'));
  return {
    id: text(at(item, 'orderItemId')) ?? '',
    sku: text(at(item, 'product', 'sellerSku')),
    title: text(at(item, 'product', 'title')) ?? '',
    quantity: left ?? whole(at(item, 'quantityOrdered')) ?? 0,
    price: amount(at(item, 'product', 'price', 'unitPrice', 'amount')),
    weight: readMeasure(at(item, 'measurement')),
  };
}

const units: Readonly<Record<string, ShopWeight['unit']>> = { POUNDS: 'lb', OUNCES: 'oz', KILOGRAMS: 'kg', GRAMS: 'g' };

/** Items sold by weight state the measure of the whole item; other measures are no weight. */
function readMeasure(measure: unknown): ShopWeight | null {
  const unit = units[text(at(measure, 'unit')) ?? ''];
  const value = amount(at(measure, 'value'));
  return unit && value !== null && Number(value) > 0 ? { value, unit } : null;
}

export function readAddress(address: unknown): ShopAddress | null {
  if (typeof address !== 'object' || address === null) return null;
  const of = (name: string) =>
    text(at(address, name)) ?? text(at(address, name.charAt(0).toUpperCase() + name.slice(1)));
  const type = of('addressType')?.toLowerCase();
  return {
    ...{ name: of('name'), company: of('companyName'), city: of('city') ?? of('municipality') },
    lines: ['addressLine1', 'addressLine2', 'addressLine3'].flatMap((name) => of(name) ?? []),
    ...{ state: of('stateOrRegion'), postalCode: of('postalCode'), country: of('countryCode'), phone: of('phone') },
    email: null,
    type: type === 'residential' || type === 'commercial' ? type : 'unknown',
  };
}

/** Tracking numbers that the order already has. */
export const readPackages = (order: unknown): string[] =>
  list(at(order, 'packages')).flatMap((each) => text(at(each, 'trackingNumber')) ?? []);
