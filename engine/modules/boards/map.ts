import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json';

export interface Place {
  place: string;
  packages: number;
  delivered: number;
  late: number;
  open: number;
  delayed: number;
  days: number | null;
}
export type Shown = 'packages' | 'late';

/** Postal codes of the states by their numbers in the atlas. */
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 ' +
    'MN27 MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 ' +
    'VA51 WA53 WV54 WI55 WY56 PR72'
  )
    .split(' ')
    .map((each) => [each.slice(2), each.slice(0, 2)]),
);

const topology = atlas as unknown as Topology<{ states: GeometryCollection<{ name: string }> }>;
const states = topology.objects.states;

export const stateNames: ReadonlyMap<string, string> = new Map(
  states.geometries.flatMap(({ id, properties }) => {
    const code = codes[String(id)];
    return code && properties && 'name' in properties ? [[code, properties.name] as const] : [];
  }),
);

/** The outline of each state as the path of a drawing of 975 by 610; the atlas is projected already. */
export function statePaths(): { code: string; name: string; path: string }[] {
  return feature(topology, states).features.flatMap(({ id, properties, geometry }) => {
    const code = codes[String(id)];
    if (!code || (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')) return [];
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const path = polygons
      .flat()
      .map((ring) => `M${ring.map((point) => pair(point)).join('L')}Z`)
      .join('');
    return [{ code, name: properties.name, path }];
  });
}

const pair = ([x = 0, y = 0]: readonly number[]): string => `${x.toFixed(1)},${y.toFixed(1)}`;

/** The share of what arrived that came after the promised day; null where nothing arrived. */
export const lateShare = ({ delivered, late }: Place): number | null => (delivered === 0 ? null : late / delivered);

/** 0 nothing, 1 little to 5 much: packages by their square root, so that small states are seen; late ones by their share. */
export function shadeOf(place: Place | undefined, shown: Shown, most: number): number {
  if (!place || place.packages === 0) return 0;
  if (shown === 'packages') return Math.max(1, Math.ceil(Math.sqrt(place.packages / most) * 5));
  const share = lateShare(place);
  return share === null ? 0 : Math.min(5, 1 + Math.ceil(share * 10));
}
