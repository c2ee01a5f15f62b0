import type { TrackEvent } from '../../carriers/carrier.ts';

/** A stored event. */
export interface KeptEvent {
  readonly at: string;
  readonly localTime: string;
  readonly offset: string | null;
  readonly type: string;
  readonly code: string;
  readonly text: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly key: string;
}

/** Most people of each state live by the clock of this zone; where a carrier leaves the offset out, it is worked out by it. */
const zones: Readonly<Record<string, string>> = {
  'America/Los_Angeles': 'CA WA OR NV BC',
  'America/Denver': 'CO UT NM WY MT ID AB',
  'America/Phoenix': 'AZ',
  'America/Chicago': 'TX IL WI MN IA MO AR LA MS AL TN OK KS NE SD ND MB SK',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
};
const clocks = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.split(' ').map((state) => [state, clockOf(zone)] as const)),
);
const eastern = clockOf('America/New_York');

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
}

/** Offset from UTC in minutes at a place around that time; 0 outside of North America. */
function offsetAt({ state, country }: TrackEvent, local: number): number {
  if (country !== null && country !== 'US' && country !== 'CA') return 0;
  const parts = (clocks.get(state?.toUpperCase() ?? '') ?? eastern).formatToParts(local + 5 * 3_600_000);
  return minutesOf(/GMT(.*)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')?.[1] ?? '');
}

function minutesOf(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

const [earliest, latest] = [Date.parse('2000-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')];
/** A year far from ours is a slip of the carrier's, and no date that the database keeps. */
export const isReadable = (at: number): boolean => at > earliest && at < latest;

/**
 * Hours that a true event may lie ahead of us: a time without an offset, read as UTC, by up to fourteen; and an hour for
 * clocks.
 */
const aheadHours = 15;
/** Whether an event lies so far ahead that it cannot have happened: an estimate, or a wrong date of the carrier's. */
export const isAhead = ({ at }: KeptEvent, now: Date): boolean =>
  Date.parse(at) > now.getTime() + aheadHours * 3_600_000;

/**
 * A carrier's event for storage: its time by its own offset, else by the time zone of its place, and a key of time, code and
 * place. Null without a readable time.
 */
export function keepable(event: TrackEvent): KeptEvent | null {
  const [, localTime, zone = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(event.at) ?? [];
  const local = Date.parse(`${localTime}Z`);
  if (localTime === undefined || !isReadable(local)) return null;
  const offset = event.offset ?? (zone === 'Z' ? '+00:00' : zone || null);
  const minutes = offset === null ? offsetAt(event, local) : minutesOf(offset);
  const short = (text: string | null, most: number) => text?.trim().slice(0, most) || null;
  const place = [event.city, event.state, event.country].map((part) => part?.trim().toUpperCase() ?? '').join('|');
  const code = short(event.code, 20) ?? '';
  return {
    at: new Date(local - minutes * 60_000).toISOString(),
    ...{ localTime, offset: offset?.slice(0, 6) ?? null, code, type: short(event.type, 40) ?? '' },
    text: short(event.text, 200) ?? (code || '-'),
    ...{ city: short(event.city, 60), state: short(event.state, 30), postalCode: short(event.postalCode, 15) },
    country: short(event.country, 2),
    key: `${localTime}|${code}|${place}`.slice(0, 200),
  };
}
