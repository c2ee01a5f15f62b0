import { defineCommand } from '../../modules/module.ts';
import { addressParts, shipToField, textOrNull, type Typed } from './address.ts';
import { nameKey } from './names.ts';

const most = { orders: 1000, addresses: 200 };
const reach = ['phone', 'email'] as const;

/** An address that orders went to. */
export interface Used extends Typed {
  readonly customer: string;
  readonly customerName: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly addressType: string;
  readonly addressCheck: string | null;
  readonly orders: number;
  /** The newest of them, and when it was made. */
  readonly order: string;
  readonly at: string;
}

/** The addresses of orders, newest first, each once however it was written. */
export function usedAddresses(orders: readonly Readonly<Record<string, unknown>>[]): Used[] {
  const found = new Map<string, Used>();
  for (const order of orders) {
    if (order['status'] === 'draft') continue;
    const address = Object.fromEntries(
      [...addressParts, ...reach].map((part) => [part, textOrNull(order[shipToField(part)])]),
    );
    const key = [order['customer'], ...addressParts.map((part) => nameKey(address[part] ?? ''))].join('|');
    const known = found.get(key);
    const [id, at] = [String(order['id']), String(order['createdAt'] ?? '')];
    const count = (known?.orders ?? 0) + 1;
    if (known && known.at >= at) {
      found.set(key, { ...known, orders: count });
      continue;
    }
    found.set(key, {
      ...address,
      ...{ country: address['country'] ?? '', phone: address['phone'] ?? null, email: address['email'] ?? null },
      ...{ customer: String(order['customer']), customerName: textOrNull(order['$customer']) },
      ...{ addressType: textOrNull(order['shipToType']) ?? 'unknown', addressCheck: textOrNull(order['addressCheck']) },
      ...{ orders: count, order: id, at },
    });
  }
  return [...found.values()].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

const words = { type: ['string', 'null'] };

/** Where parcels went, to ship there again or to save it in the address book. */
export const history = defineCommand({
  path: 'Address/history',
  body: {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 100, description: 'As the list of orders searches.' },
      customer: { type: 'string', pattern: '^[0-9]{1,19}$' },
    },
    examples: [{ search: 'Whitaker' }],
  },
  answer: {
    type: 'object',
    required: ['addresses'],
    properties: {
      addresses: {
        type: 'array',
        maxItems: most.addresses,
        description: 'Of the newest thousand orders that the reader may see, the last used first.',
        items: {
          type: 'object',
          required: ['customer', 'country', 'orders', 'order', 'at'],
          properties: {
            ...Object.fromEntries([...addressParts, ...reach].map((part) => [part, words])),
            ...{
              customer: { type: 'string' },
              customerName: words,
              addressType: { type: 'string' },
              addressCheck: words,
            },
            orders: { type: 'integer', description: 'How many went there.' },
            order: { type: 'string', description: 'The newest of them.' },
            at: { type: 'string' },
          },
        },
      },
    },
  },
  needs: { entity: 'order', code: 'read' },
  perMinute: 60,
  async run(call) {
    const { search, customer } = call.body as { search?: string; customer?: string };
    const orders = await call.list(
      'order',
      { ...(search ? { searchValue: search } : {}), ...(customer ? { customer } : {}), sort: '-createdAt' },
      most.orders,
    );
    return { addresses: usedAddresses(orders).slice(0, most.addresses) };
  },
});
