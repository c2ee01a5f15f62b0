import type { Party, Shipment } from '../model.ts';
import { offsetAt } from './places.ts';

export type What =
  | 'labelMade'
  | 'pickedUp'
  | 'departed'
  | 'arrived'
  | 'customs'
  | 'cleared'
  | 'delayed'
  | 'badAddress'
  | 'readdressed'
  | 'outForDelivery'
  | 'attempted'
  | 'held'
  | 'ready'
  | 'delivered'
  | 'undone'
  | 'returning'
  | 'returned'
  | 'voided';

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

export interface Step {
  readonly what: What;
  /** Hours after the label. */
  readonly after: number;
  readonly at: 'origin' | 'hub' | 'elsewhere' | 'destination';
  /** Hours after the label at which it is first reported; absent: when it happens. */
  readonly told?: number;
}

/** An event as it can be seen now. */
export interface Visible {
  readonly what: What;
  /** Milliseconds of the epoch. */
  readonly at: number;
  readonly told: number;
  /** Minutes that the place's own time is ahead of Greenwich. */
  readonly offset: number;
  readonly place: Place;
}

/** From the label to the van of the last day: what every story that gets anywhere has in common. */
const way = (days: number): Step[] => [
  { what: 'labelMade', after: 0, at: 'origin' },
  { what: 'pickedUp', after: 6, at: 'origin' },
  { what: 'departed', after: 10, at: 'origin' },
  { what: 'arrived', after: 12 * days, at: 'hub' },
  { what: 'departed', after: 12 * days + 3, at: 'hub' },
  { what: 'arrived', after: 24 * days - 8, at: 'destination' },
  { what: 'outForDelivery', after: 24 * days - 4, at: 'destination' },
];
const end = (what: What, after: number, at: Step['at'] = 'destination'): Step => ({ what, after, at });
const later = (steps: readonly Step[], hours: number): Step[] =>
  steps.map((step) => ({ ...step, after: step.after + hours }));

/** What may become of a package, by name; each for a service that takes so many days. */
export const stories: Readonly<Record<string, (days: number) => Step[]>> = {
  onTime: (days) => [...way(days), end('delivered', 24 * days)],
  late: (days) => [
    ...way(days).slice(0, 4),
    end('delayed', 12 * days + 2, 'hub'),
    ...later(way(days).slice(4), 48),
    end('delivered', 24 * days + 48),
  ],
  doubled: (days) => [...way(days), end('delivered', 24 * days)].flatMap((step) => [step, { ...step }]),
  // Every second event is reported half a day late, after its successors.
  disordered: (days) =>
    [...way(days), end('delivered', 24 * days)].map((step, place) =>
      place % 2 === 1 ? { ...step, told: step.after + 14 } : step,
    ),
  attempted: (days) => [
    ...way(days),
    end('attempted', 24 * days),
    end('outForDelivery', 24 * days + 20),
    end('delivered', 24 * days + 25),
  ],
  pickup: (days) => [...way(days), end('attempted', 24 * days), end('ready', 24 * days + 4)],
  held: (days) => [...way(days).slice(0, 6), end('held', 24 * days - 6)],
  address: (days) => [
    ...way(days),
    end('badAddress', 24 * days),
    end('readdressed', 24 * days + 18),
    end('outForDelivery', 24 * days + 20),
    end('delivered', 24 * days + 26),
  ],
  returned: (days) => [
    ...way(days),
    end('attempted', 24 * days),
    end('attempted', 24 * days + 24),
    end('returning', 24 * days + 30),
    end('arrived', 36 * days + 40, 'hub'),
    end('returned', 48 * days + 48, 'origin'),
  ],
  customs: (days) => [
    ...way(days).slice(0, 5),
    end('customs', 12 * days + 6, 'hub'),
    end('cleared', 12 * days + 40, 'hub'),
    ...later(way(days).slice(5), 36),
    end('delivered', 24 * days + 36),
  ],
  stuck: (days) => way(days).slice(0, 4),
  neverScanned: (days) => way(days).slice(0, 1),
  astray: (days) => [
    ...way(days).slice(0, 4),
    end('arrived', 12 * days + 9, 'elsewhere'),
    ...later(way(days).slice(4), 30),
    end('delivered', 24 * days + 30),
  ],
  undone: (days) => [
    ...way(days),
    end('delivered', 24 * days),
    end('undone', 24 * days + 3),
    end('delivered', 24 * days + 22),
  ],
};

/** The share of each story where they are mixed. */
const mixture = [
  ...Array<string>(12).fill('onTime'),
  ...['late', 'attempted', 'address', 'disordered', 'doubled', 'late', 'returned', 'stuck', 'neverScanned', 'astray'],
];

export const isStory = (name: string): boolean => name === 'mixed' || name in stories;

/** The story of a shipment that is made under a wish: `mixed` is another for each. */
export const chooseStory = (wish: string, id: number): string =>
  wish === 'mixed' ? (mixture[(id * 7) % mixture.length] ?? 'onTime') : wish;

const hubs = {
  ups: { city: 'Louisville', state: 'KY', postalCode: '40213', country: 'US' },
  fedex: { city: 'Memphis', state: 'TN', postalCode: '38116', country: 'US' },
};
const elsewhere = { city: 'Anchorage', state: 'AK', postalCode: '99502', country: 'US' };

/** What can be seen of a shipment's way at a moment, the earliest first. */
export function eventsAt(shipment: Shipment, days: number, now: number): Visible[] {
  const { madeAt, voidedAt, story, brand, from, to } = shipment;
  const places = { origin: placeOf(from), hub: hubs[brand], elsewhere, destination: placeOf(to) };
  const steps = (stories[story] ?? stories['onTime'] ?? way)(days);
  const events = steps.map(({ what, after, at, told = after }) => {
    const moment = madeAt + after * 3_600_000;
    const place = places[at];
    return { what, at: moment, told: madeAt + told * 3_600_000, offset: offsetAt(place, moment), place };
  });
  const seen = events.filter((event) => event.told <= now && (voidedAt === null || event.at < voidedAt));
  if (voidedAt !== null)
    seen.push({
      ...{ what: 'voided', at: voidedAt, told: voidedAt },
      offset: offsetAt(places.origin, voidedAt),
      place: places.origin,
    });
  return seen.toSorted((a, b) => a.at - b.at);
}

/** When it is promised: a day without delivery moves it on. */
export function promiseOf(shipment: Shipment, days: number, events: readonly Visible[]): number {
  const slips = events.filter(({ what }) => what === 'delayed' || what === 'attempted' || what === 'badAddress').length;
  return shipment.madeAt + (24 * days + 24 * slips * (shipment.story === 'late' ? 2 : 1)) * 3_600_000;
}

export const wasPickedUp = (events: readonly Visible[]): boolean =>
  events.some(({ what }) => what !== 'labelMade' && what !== 'voided');

const placeOf = ({ city, state, postalCode, country }: Party): Place => ({ city, state, postalCode, country });
