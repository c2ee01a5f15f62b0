/** The last three-digit postal code of each stretch within one state. */
const stretches = (
  '005NY 009PR 027MA 029RI 038NH 049ME 054VT 055MA 059VT 069CT 089NJ 098AE 149NY 196PA 199DE 200DC 201VA 205DC 219MD ' +
  '246VA 268WV 289NC 299SC 319GA 339FL 340AA 349FL 369AL 385TN 397MS 399GA 427KY 459OH 479IN 499MI 528IA 549WI 567MN ' +
  '569DC 577SD 588ND 599MT 629IL 658MO 679KS 693NE 714LA 729AR 731OK 733TX 749OK 799TX 816CO 831WY 838ID 847UT 865AZ ' +
  '884NM 885TX 898NV 961CA 966AP 968HI 969GU 979OR 994WA 999AK'
)
  .split(' ')
  .map((stretch) => ({ last: Number(stretch.slice(0, 3)), state: stretch.slice(3) }));

/** The state of an American postal code. */
export function stateOf(postalCode: string): string | null {
  if (!/^\d{5}/.test(postalCode)) return null;
  const three = Number(postalCode.slice(0, 3));
  return stretches.find(({ last }) => three <= last)?.state ?? null;
}

/** Most of each state's people live by the clock of this zone. */
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
  [...Object.keys(zones), 'America/New_York'].map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
  ]),
);

const zoneByState = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);
/** Offsets by zone and hour: they change on the hour, and asking is slow. */
const known = new Map<string, number>();

/** Minutes that a place's own time is ahead of Greenwich; the eastern one where nothing is known. */
export function offsetAt({ state }: { state: string }, at: number): number {
  const zone = zoneByState.get(state) ?? 'America/New_York';
  const key = `${zone} ${Math.floor(at / 3_600_000)}`;
  const offset = known.get(key) ?? askOffset(zone, at);
  known.set(key, offset);
  return offset;
}

function askOffset(zone: string, at: number): number {
  const parts = clocks.get(zone)?.formatToParts(at) ?? [];
  const [, sign, hours = '0', minutes = '0'] =
    /GMT([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** `2026-02-28T13:45:00` by the clock of a place. */
export const localTime = (at: number, offset: number): string =>
  new Date(at + offset * 60_000).toISOString().slice(0, 19);

/** `-05:00` */
export function offsetText(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
