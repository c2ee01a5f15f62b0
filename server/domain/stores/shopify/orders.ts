import { amount, at, list, text, whole } from '../../wire/read.ts';
import type { PlatformHold, PullProblem, ShopAddress, ShopItem, ShopOrder, ShopWeight } from '../store.ts';

const units: Readonly<Record<string, ShopWeight['unit']>> = { POUNDS: 'lb', OUNCES: 'oz', KILOGRAMS: 'kg', GRAMS: 'g' };

/** Parses an order of the Admin API. */
export function readOrder(order: unknown): ShopOrder {
  const fulfilments = list(at(order, 'fulfillmentOrders', 'nodes'));
  const statuses = fulfilments.map((each) => text(at(each, 'status')) ?? '');
  const items = list(at(order, 'lineItems', 'nodes')).flatMap(readItem);
  const open = items.filter(({ quantity }) => quantity > 0);
  const cancelled = text(at(order, 'cancelledAt')) !== null;
  const state = cancelled ? 'cancelled' : items.length > 0 && open.length === 0 ? 'shipped' : 'open';
  const to = readAddress(order);
  const hold = state === 'open' ? holdOf(fulfilments, statuses) : null;
  const cut = at(order, 'lineItems', 'pageInfo', 'hasNextPage') === true;
  const problem = (): PullProblem | null => {
    if (cut) return 'tooManyItems';
    if (to === null || to.lines.length === 0 || (to.name === null && to.company === null)) return 'noAddress';
    // Without the scope the list is silently empty.
    return items.length === 0 ? 'noItems' : fulfilments.length === 0 ? 'itemsMissing' : null;
  };
  return {
    ...{ no: text(at(order, 'name')) ?? '', id: text(at(order, 'id')) ?? '', state, hold, to },
    items: open.length > 0 ? open : items,
    problem: state === 'open' && hold === null ? problem() : null,
    placedAt: text(at(order, 'createdAt')) ?? new Date(0).toISOString(),
    changedAt: text(at(order, 'updatedAt')) ?? new Date(0).toISOString(),
    shipBy: null,
    total: amount(at(order, 'currentTotalPriceSet', 'shopMoney', 'amount')),
    currency: text(at(order, 'currentTotalPriceSet', 'shopMoney', 'currencyCode')),
  };
}

/** Holds of the shop, or fulfilment by others. */
function holdOf(fulfilments: readonly unknown[], statuses: readonly string[]): PlatformHold | null {
  const live = fulfilments.filter((_, place) => !['CLOSED', 'CANCELLED', 'INCOMPLETE'].includes(statuses[place] ?? ''));
  if (live.length === 0) return null;
  if (statuses.includes('ON_HOLD')) return 'platformHold';
  if (live.every((each) => text(at(each, 'status')) === 'SCHEDULED')) return 'scheduled';
  const methods = live.map((each) => text(at(each, 'deliveryMethod', 'methodType')) ?? 'SHIPPING');
  return methods.every((each) => each !== 'SHIPPING') ? 'platformShips' : null;
}

function readItem(item: unknown): ShopItem[] {
  // Services and vouchers need no shipping.
  if (at(item, 'requiresShipping') === false) return [];
  const measure = at(item, 'variant', 'inventoryItem', 'measurement', 'weight');
  const unit = units[text(at(measure, 'unit')) ?? ''];
  const value = amount(at(measure, 'value'));
  return [
    {
      ...{ id: text(at(item, 'id')) ?? '', sku: text(at(item, 'sku')), title: text(at(item, 'name')) ?? '' },
      quantity: whole(at(item, 'unfulfilledQuantity')) ?? whole(at(item, 'currentQuantity')) ?? 0,
      price: amount(at(item, 'originalUnitPriceSet', 'shopMoney', 'amount')),
      // A variant without a weight reports zero.
      weight: unit && value !== null && Number(value) > 0 ? { value, unit } : null,
    },
  ];
}

function readAddress(order: unknown): ShopAddress | null {
  const address = at(order, 'shippingAddress');
  if (typeof address !== 'object' || address === null) return null;
  const of = (name: string) => text(at(address, name));
  return {
    ...{ name: of('name'), company: of('company'), city: of('city'), state: of('provinceCode') },
    lines: ['address1', 'address2'].flatMap((name) => of(name) ?? []),
    ...{ postalCode: of('zip'), country: of('countryCodeV2'), phone: of('phone'), email: text(at(order, 'email')) },
    type: 'unknown',
  };
}
