/** Price data of the demo: published list prices and zones, and the tenants' own conditions. */
export interface PriceFacts {
  /** Kind and whether it bears fuel, by code. */
  categories: Record<string, [string, boolean]>;
  /** The ground list of 2025: zones 2 to 8 of every pound up to 150. */
  list: string[];
  /** Zones of islands and of Canada, by what they cost times the last zone. */
  islands: Record<string, number>;
  abroad: Record<string, number>;
  /** By service: times the ground list, our cost of it, and working days by zone. */
  services: Record<string, [number, number, number[]]>;
  /** The general increase: each carrier's day, and by how much. */
  increase: { from: Record<string, string>; percent: number };
  /** Our cost of a surcharge as a share of its list amount. */
  surchargeCost: number;
  /** First three digits by zone. */
  zones: Record<'west' | 'east', Record<string, string>>;
  provinces: Record<string, string>;
  /** What fuel moves around, by carrier and group. */
  fuel: Record<string, number>;
  surcharges: SurchargeFacts[];
  /** Last two digits by the first three, by tier. */
  areas: Record<string, Record<string, string>>;
}

export interface SurchargeFacts {
  code: string;
  carrier: string;
  category: string;
  trigger: string;
  variant?: string;
  groups?: string;
  amount?: number;
  amounts?: Record<string, string>;
  per?: number;
  least?: number;
  percent?: number;
  perShipment?: boolean;
  group?: string;
  priority?: number;
  excludes?: string;
  minimum?: number;
  fuel?: boolean;
  /** Its trigger measures, in pounds and inches. */
  measured?: boolean;
  /** The same with another trigger from a day on. */
  next?: { from: string; trigger: string };
}

/** Words of prices in one language. */
export interface PriceWords {
  categories: Record<string, string>;
  variants: Record<string, string>;
  sides: Record<'list' | 'cost' | 'sale', string>;
  chart: string;
  anywhere: string;
  areas: string;
  pak: string;
  concessions: string[];
  rules: string[];
}

type Sheet = { zones: string[]; rows: object[]; above: Record<string, string> };

/** `1234` is `"12.34"`. */
const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A service's sheet: the ground list times what the service and the side cost, and an increase on it. */
export function sheetOf(facts: PriceFacts, service: string, share: number, percent = 0): Sheet {
  const [times] = facts.services[service] ?? [1];
  const by = times * share * (1 + percent / 100);
  const isAbroad = service === 'STD' || service === 'INTL';
  const far = isAbroad ? facts.abroad : facts.islands;
  const near = isAbroad ? [] : ['2', '3', '4', '5', '6', '7', '8'];
  const zones = [...near, ...Object.keys(far)];
  const rows = facts.list.map((line, at) => {
    const list = line.split(' ').map((price) => Number(price.replace('.', '')));
    const last = list.at(-1) ?? 0;
    const all = [...(isAbroad ? [] : list), ...Object.values(far).map((more) => last * more)];
    const prices = Object.fromEntries(zones.map((zone, index) => [zone, money(Math.round((all[index] ?? 0) * by))]));
    return { to: String(at + 1), mode: 'flat', prices };
  });
  const heaviest = Object.entries(rows.at(-1)?.prices ?? {});
  const above = heaviest.map(
    ([zone, price]) => [zone, money(Math.ceil(Number(price.replace('.', '')) / 150))] as const,
  );
  return { zones, rows, above: Object.fromEntries(above) };
}

const usOf = (codes: string): string[] => codes.split(' ').map((code) => `US:${code}`);

export const chartOf = (zones: Record<string, string>): object => ({
  zones: Object.fromEntries(Object.entries(zones).map(([zone, codes]) => [zone, usOf(codes)])),
});

export const provincesOf = ({ provinces }: PriceFacts): object => ({
  zones: Object.fromEntries(
    Object.entries(provinces).map(([zone, letters]) => [zone, letters.split(' ').map((letter) => `CA:${letter}`)]),
  ),
});

export const tiersOf = ({ areas }: PriceFacts): object =>
  Object.fromEntries(
    Object.entries(areas).map(([tier, places]) => [
      tier,
      Object.entries(places).flatMap(([first, last]) =>
        usOf(
          last
            .split(' ')
            .map((two) => first + two)
            .join(' '),
        ),
      ),
    ]),
  );
