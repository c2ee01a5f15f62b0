import { amount, at, text, whole } from '../../wire/read.ts';
import type { PlatformHold, ShopOrder } from '../store.ts';
import { figureOf, hundredths } from '../weights.ts';
import { problemOf, readAddress, stateOf } from './orders.ts';

export type OldItems = readonly unknown[];

/** Parses an order of `orders/v0` with its items from a separate call; null: that call was refused. */
export function readOldOrder(order: unknown, items: OldItems | null): ShopOrder {
  const no = text(at(order, 'AmazonOrderId')) ?? '';
  const status = text(at(order, 'OrderStatus')) ?? '';
  const named = status.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const read = (items ?? []).map((item) => {
    const ordered = whole(at(item, 'QuantityOrdered')) ?? 0;
    return {
      ...{ id: text(at(item, 'OrderItemId')) ?? '', sku: text(at(item, 'SellerSKU')) },
      ...{ title: text(at(item, 'Title')) ?? '', price: unitPrice(item, ordered), weight: null },
      quantity: Math.max(ordered - (whole(at(item, 'QuantityShipped')) ?? 0), 0),
    };
  });
  const open = read.filter(({ quantity }) => quantity > 0);
  const state = stateOf(named, open.length > 0);
  const hold = state === 'open' ? holdOf(order, status) : null;
  const to = readAddress(at(order, 'ShippingAddress'));
  const problem = items === null ? 'itemsMissing' : problemOf(no, to, read);
  return {
    ...{ no, id: no, state, hold, to, items: open.length > 0 ? open : read },
    problem: state === 'open' && hold === null ? problem : null,
    placedAt: text(at(order, 'PurchaseDate')) ?? new Date(0).toISOString(),
    changedAt: text(at(order, 'LastUpdateDate')) ?? new Date(0).toISOString(),
    shipBy: text(at(order, 'LatestShipDate')),
    total: amount(at(order, 'OrderTotal', 'Amount')),
    currency: text(at(order, 'OrderTotal', 'CurrencyCode')),
  };
}

/** `ItemPrice` is the price of all pieces of the line. */
function unitPrice(item: unknown, ordered: number): string | null {
  const total = amount(at(item, 'ItemPrice', 'Amount'));
  return total === null || ordered < 1 ? null : String(figureOf(hundredths(total) / BigInt(ordered)));
}

function holdOf(order: unknown, status: string): PlatformHold | null {
  if (text(at(order, 'FulfillmentChannel')) === 'AFN' || text(at(order, 'IsISPU')) === 'true') return 'platformShips';
  if (['Pending', 'PendingAvailability', 'Unfulfillable', 'InvoiceUnconfirmed'].includes(status)) return 'notReady';
  const easyShip = text(at(order, 'EasyShipShipmentStatus')) !== null;
  return easyShip || text(at(order, 'IsPrime')) === 'true' ? 'platformLabel' : null;
}
