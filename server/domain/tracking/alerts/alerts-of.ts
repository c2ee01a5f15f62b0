import type { PackageState, ReadEvent } from '../events/state.ts';

export const alertKinds = [
  ...(['expired', 'crossRegion', 'brokenUpdate', 'delay', 'expectedChange', 'abnormalAddress', 'orderReturn'] as const),
];
export type AlertKind = (typeof alertKinds)[number];

export interface AlertRule {
  readonly kind: AlertKind;
  readonly enabled: boolean;
  readonly hours: number | null;
  /** Codes with a space between; null: all. */
  readonly carriers: string | null;
}

/** What holds where a tenant has said nothing of a kind. */
const usual: Readonly<Record<AlertKind, number | null>> = {
  ...{ expired: 48, crossRegion: null, brokenUpdate: 72, delay: null, expectedChange: 24 },
  ...{ abnormalAddress: null, orderReturn: null },
};

export interface AlertFacts {
  readonly carrier: string;
  /** Whether the label still counts. */
  readonly counts: boolean;
  readonly labelledAt: number;
  readonly state: PackageState;
  readonly estimatedAt: number | null;
  /** The first date that was promised. */
  readonly promisedAt: number | null;
  /** State of the sender, where it is known. */
  readonly fromState: string | null;
  /** Where an event was, by its key. */
  readonly stateOf: (event: ReadEvent) => string | null;
}

/** Something that is wrong now. The same cause has the same key, so that it is raised once. */
export interface Alert {
  readonly kind: AlertKind;
  readonly key: string;
  readonly text: string;
}

const hour = 3_600_000;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The hours of a kind for a carrier; null if no alert is raised, 0 if the kind needs none. */
export function hoursOf(rules: readonly AlertRule[], kind: AlertKind, carrier: string): number | null {
  const rule = rules.find((each) => each.kind === kind);
  if (rule && (!rule.enabled || (rule.carriers !== null && !rule.carriers.split(' ').includes(carrier)))) return null;
  return rule?.hours ?? usual[kind] ?? 0;
}

/** Everything that is wrong with a package at a moment. What is no longer in it has come to its end. */
export function alertsOf(facts: AlertFacts, rules: readonly AlertRule[], now: number): readonly Alert[] {
  const { state, counts } = facts;
  if (!counts || state.state === 'delivered' || state.state === 'cancelled') return [];
  return alertKinds.flatMap((kind) => {
    const hours = hoursOf(rules, kind, facts.carrier);
    const found = hours === null ? null : causes[kind](facts, hours * hour, now);
    return found ? [{ kind, ...found }] : [];
  });
}

type Cause = (facts: AlertFacts, after: number, now: number) => Omit<Alert, 'kind'> | null;

/** The last event with a location state. */
const latest = ({ state }: AlertFacts): ReadEvent | null =>
  state.history.findLast((each) => each.state !== 'unknown') ?? null;
const about = (event: ReadEvent): Omit<Alert, 'kind'> => ({ key: new Date(event.at).toISOString(), text: event.text });

const causes: Readonly<Record<AlertKind, Cause>> = {
  expired: ({ state, labelledAt }, after, now) =>
    state.firstScanAt === null && labelledAt + after <= now ? { key: 'label', text: state.last?.text ?? '' } : null,
  crossRegion({ state, fromState, stateOf }) {
    const first = state.history.find(({ at }) => at === state.firstScanAt);
    const at = first ? stateOf(first) : null;
    return first && at && fromState && at !== fromState ? { key: at, text: `${first.text} (${at})` } : null;
  },
  brokenUpdate: ({ state }, after, now) =>
    state.firstScanAt !== null && state.last && state.last.at + after <= now ? about(state.last) : null,
  delay({ state }) {
    const event = state.history.findLast((each) => each.state === 'delivery_delayed');
    return state.state === 'delivery_delayed' && event ? about(event) : null;
  },
  expectedChange({ estimatedAt, promisedAt }, after) {
    if (estimatedAt === null || promisedAt === null || Math.abs(estimatedAt - promisedAt) < after) return null;
    return { key: day(estimatedAt), text: `${day(promisedAt)} → ${day(estimatedAt)}` };
  },
  abnormalAddress(facts) {
    const event = latest(facts);
    return event?.exception === 'address' ? about(event) : null;
  },
  orderReturn({ state }) {
    const event = state.history.find((each) => each.state === 'return_to_sender');
    return state.state === 'return_to_sender' && event ? about(event) : null;
  },
};
