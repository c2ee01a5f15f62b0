/** Where a package is, in the words that all carriers have in common. */
export const trackingStates = [
  ...(['pending', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered', 'ready_for_pickup'] as const),
  ...(['on_hold', 'delivery_delayed', 'delivery_failed', 'return_to_sender', 'cancelled', 'unknown'] as const),
];
export type TrackingState = (typeof trackingStates)[number];

/** The meaning of a code. Without a state the event does not change where the package is. */
export interface Meaning {
  readonly state: TrackingState;
  /** The carrier takes back that it has delivered. */
  readonly correction: boolean;
  readonly exception: string | null;
}

/** An event with its place in time and what its code means. */
export interface ReadEvent extends Meaning {
  /** Milliseconds of the epoch. */
  readonly at: number;
  /** The same for the same event, whichever way and how often it came. */
  readonly key: string;
  readonly text: string;
}

export interface PackageState {
  readonly state: TrackingState;
  readonly logistics: 'notIssued' | 'onTheWay' | 'signed';
  /** Every event once, the earliest first. */
  readonly history: readonly ReadEvent[];
  readonly last: ReadEvent | null;
  /** The first time that the carrier had it in its hands. */
  readonly firstScanAt: number | null;
  readonly deliveredAt: number | null;
}

const physical: ReadonlySet<TrackingState> = new Set([
  ...(['picked_up', 'in_transit', 'out_for_delivery', 'delivered', 'ready_for_pickup'] as const),
  ...(['delivery_failed', 'return_to_sender'] as const),
]);
/** What happens at one moment happens in this order. */
const ranks = new Map(trackingStates.map((state, rank) => [state, state === 'delivered' ? 99 : rank]));

const compare = (a: ReadEvent, b: ReadEvent): number =>
  a.at - b.at ||
  (ranks.get(a.state) ?? 0) - (ranks.get(b.state) ?? 0) ||
  (a.key < b.key ? -1 : Number(a.key > b.key)) ||
  (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The state of a package from all its events, independent of their order and of repetitions. */
export function stateOf(events: readonly ReadEvent[]): PackageState {
  const seen = new Set<string>();
  const history = events.toSorted(compare).filter(({ key }) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  let state: TrackingState = 'pending';
  let firstScanAt: number | null = null;
  let deliveredAt: number | null = null;
  for (const event of history) {
    const next = after(state, event);
    if (physical.has(event.state)) firstScanAt ??= event.at;
    if (next !== 'delivered') deliveredAt = null;
    else if (state !== 'delivered') deliveredAt = event.at;
    state = next;
  }
  // Paper that is dated after the first scan, by another clock, is not where the package is.
  const isNews = (event: ReadEvent) => event.state !== 'unknown' && (firstScanAt === null || event.state !== 'pending');
  const last = history.findLast(isNews) ?? history.at(-1) ?? null;
  return { state, logistics: logisticsOf(state, firstScanAt), history, last, firstScanAt, deliveredAt };
}

function after(state: TrackingState, event: ReadEvent): TrackingState {
  if (event.correction) return event.state === 'unknown' ? 'in_transit' : event.state;
  if (event.state === 'unknown') return state;
  if (event.state === 'return_to_sender') return 'return_to_sender';
  // On the way back, and handed back, it is still a return; delivered stays delivered.
  if (state === 'return_to_sender' || state === 'delivered') return state;
  // Paper that comes after the first scan moves nothing back.
  if (event.state === 'pending' && state !== 'cancelled') return state;
  return event.state;
}

function logisticsOf(state: TrackingState, firstScanAt: number | null): PackageState['logistics'] {
  if (state === 'delivered') return 'signed';
  return firstScanAt === null ? 'notIssued' : 'onTheWay';
}
