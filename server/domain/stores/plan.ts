import { checkAddress } from '../addresses/check-address.ts';
import { postal } from '../addresses/postal/postal-data.ts';
import { stateCode } from '../addresses/states.ts';
import { pack, type Content, type Gauge } from './boxes.ts';
import type { ChannelRule, Pending, ShopFacts } from './draft-rows.ts';
import { shortened } from '../wire/read.ts';
import { figureOf, hundredths } from './weights.ts';

/** Why a store order needs a person. */
export interface Hold {
  readonly hold: 'address' | 'weight' | 'value' | 'box' | 'channel';
  /** The cause: a SKU, an amount, or codes of address problems. */
  readonly about: string;
}
export interface Plan {
  readonly orders: readonly Pending[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly contents: readonly (readonly Content[])[];
}

const longest = 35;

/** Plans the store orders of one address: a draft, or a reason against it. */
export function planDraft(
  orders: readonly Pending[],
  shop: ShopFacts,
  gauges: ReadonlyMap<string, Gauge>,
): Plan | Hold {
  const [first] = orders;
  if (!first) return { hold: 'box', about: '' };
  const worth = worthAbove(orders, shop.holdAbove);
  if (worth !== null) return { hold: 'value', about: worth };
  const to = shipTo(first);
  if (!to) return { hold: 'address', about: 'tooLong' };
  if (shop.addressPolicy !== 'pass') {
    const { country, ...rest } = to;
    const checked = checkAddress({ ...rest, country: country ?? '' }, postal());
    if (checked.state === 'doubtful')
      return { hold: 'address', about: checked.issues.map(({ code }) => code.split('.').at(-1)).join(', ') };
  }
  const packed = pack(
    orders.flatMap(({ items }) => items),
    gauges,
    shop.box,
    shop.unitType,
  );
  if ('hold' in packed) return packed;
  const channel = channelFor(shop, packed.weight, to);
  if (channel === null) return { hold: 'channel', about: `${to.country ?? ''} ${to.postalCode ?? ''}`.trim() };
  const numbers = orders.map(({ no }) => no);
  return {
    orders,
    contents: packed.contents,
    values: {
      ...{ customer: first.customer, source: 'ecommerce', platform: first.platform, ecommerceOrderNo: first.no },
      ...{ unitType: shop.unitType, boxes: packed.boxes, reference1: shortened(first.no, longest), ...channel },
      ...(numbers.length > 1 ? { remarks: shortened(numbers.join(', '), 200) } : {}),
      ...Object.fromEntries(
        Object.entries(to)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [`shipTo${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
      ),
    },
  };
}

/** What a parcel is worth, if that is more than the shop sends without a person who has let each of its orders pass. */
function worthAbove(orders: readonly Pending[], most: string | null): string | null {
  if (most === null || orders.every(({ letValue }) => letValue === true)) return null;
  const sum = orders.reduce((all, { total }) => all + (total === null ? 0n : hundredths(total)), 0n);
  return sum > hundredths(most) ? figureOf(sum).toFixed(2) : null;
}

const cut = (text: string | null, most: number): string | null => (text === null ? null : shortened(text, most));

/** The ship-to address for labels; null if it needs more than three lines. */
function shipTo(order: Pending) {
  const lines = wrap([order.address1, order.address2, order.address3].filter((line) => line !== null));
  if (lines === null) return null;
  const country = order.country;
  const american = country === 'US' || country === 'CA' ? country : null;
  const state = american && order.state ? (stateCode(american, order.state) ?? order.state) : order.state;
  const [address1 = null, address2 = null, address3 = null] = lines;
  const name = order.name ?? order.company;
  return {
    ...{
      name: cut(name, longest),
      company: order.name ? cut(order.company, longest) : null,
    },
    ...{
      address1,
      address2,
      address3,
      city: cut(order.city, longest),
      state: cut(state, 30),
    },
    ...{ postalCode: order.postalCode, country, phone: phoneOf(order.phone), email: order.email, type: order.type },
  };
}

/** Phone numbers may have extensions or characters that our field refuses. */
const phoneOf = (phone: string | null): string | null => {
  const plain = (phone ?? '')
    .replace(/(ext|x).*$/i, '')
    .replace(/[^0-9+() -]/g, '')
    .trim();
  return plain.replace(/\D/g, '').length >= 7 ? plain.slice(0, 20) : null;
};

/** Wraps text into lines of at most 35 characters; null if three are not enough. */
export function wrap(given: readonly string[]): readonly string[] | null {
  const lines: string[] = [];
  for (const each of given) {
    let line = '';
    for (const word of each.trim().split(/\s+/)) {
      if (word.length > longest) return null;
      if (line === '') line = word;
      else if (line.length + 1 + word.length <= longest) line += ` ${word}`;
      else {
        lines.push(line);
        line = word;
      }
    }
    if (line !== '') lines.push(line);
  }
  return lines.length <= 3 ? lines : null;
}

interface Choice {
  readonly channel?: string;
  readonly service?: string;
  readonly shipFrom?: string;
}

/** The channel by the shop's rule; empty if a person or price chooses; null: no rule matches. */
function channelFor(
  shop: ShopFacts,
  weight: bigint,
  to: { country: string | null; postalCode: string | null },
): Choice | null {
  const chosen = (channel: string, service: string): Choice => {
    const shipFrom = shop.places[channel];
    return { channel, service, ...(shipFrom ? { shipFrom } : {}) };
  };
  if (shop.channelMode === 'fixed') return shop.channel && shop.service ? chosen(shop.channel, shop.service) : null;
  if (shop.channelMode !== 'rules') return {};
  const rule = shop.rules.find((each) => fits(each, weight, to));
  return rule ? chosen(rule.channel, rule.service) : null;
}

function fits(
  { maxWeight, country, postalCodes }: ChannelRule,
  weight: bigint,
  to: { country: string | null; postalCode: string | null },
): boolean {
  if (maxWeight !== null && weight > hundredths(maxWeight)) return false;
  if (country !== null && country !== to.country) return false;
  if (postalCodes === null) return true;
  const code = (to.postalCode ?? '').replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  return postalCodes.split(' ').some((range) => {
    const [from = '', last = from] = range.split('-');
    const [begin, end] = [code.slice(0, from.length), code.slice(0, last.length)];
    return begin >= from && end <= last;
  });
}
