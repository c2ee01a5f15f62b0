import type { Seeder, SeededRecord } from './seeder.ts';
import { chartOf, provincesOf, sheetOf, tiersOf, type SurchargeFacts } from './price-facts.ts';

/** What prices hang on: ids of the network by their codes. */
export interface Priced {
  carriers: ReadonlyMap<string, string>;
  services: readonly { id: string; code: string; carrier: string; channel: string; name: string }[];
  levels: readonly string[];
}

const began = '2024-01-01';
const west = ['8', '9'];
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** An active version, or one that still needs a review. */
const version = (
  input: Readonly<Record<string, unknown>>,
  versionNo = 1,
  more: { status?: string; previous?: string } = {},
): SeededRecord => {
  const { status = 'active', previous } = more;
  return { input, given: { status, locked: { versionNo, ...(previous ? { previous } : {}) } } };
};

/** List and cost of every service with the year's increase, zones, fuel by the week, surcharges, areas and days on the road. */
export async function tellPrices(pen: Seeder, on: Priced): Promise<void> {
  const { prices, words } = pen;
  const carrier = (code: string) => on.carriers.get(code) ?? '';
  const categories = pen.add(
    'charge-category',
    Object.entries(prices.categories).map(([code, [kind, fuelBearing]]) => ({
      input: { code, name: words.prices.categories[code] ?? code, kind, fuelBearing },
    })),
  );
  const idOf = (ids: readonly string[]) => new Map(Object.keys(prices.categories).map((code, at) => [code, ids[at]]));
  await Promise.all([
    tellTables(pen, on),
    tellCharts(pen, carrier),
    tellFuel(pen, carrier),
    categories.then((ids) => tellSurcharges(pen, carrier, idOf(ids))),
    pen.add(
      'area-list',
      ['FEDEX', 'UPS'].map((code) => {
        const name = `${code === 'UPS' ? 'UPS' : 'FedEx'} ${words.prices.areas}`;
        return version({ code: `${code}-DAS`, name, carrier: carrier(code), from: began, tiers: tiersOf(prices) });
      }),
    ),
    pen.add('transit-time', daysOnTheRoad(pen, on)),
    tellOffers(pen, on, carrier),
  ]);
}

async function tellTables(pen: Seeder, { services }: Priced): Promise<void> {
  const { prices, words, calendar } = pen;
  const { from, percent } = prices.increase;
  const tables = services.flatMap((service) =>
    (['list', 'cost'] as const).map((side) => {
      const share = side === 'cost' ? (prices.services[service.code]?.[1] ?? 1) : 1;
      const base = {
        code: `${service.channel}-${service.code}-${side}`.toUpperCase(),
        name: `${service.name} ${service.channel} ${words.prices.sides[side]}`,
        ...{ side, service: service.id, currency: 'USD', unitType: '0', multiweight: false, deficit: false },
      };
      return { service, share, base, side };
    }),
  );
  const first = await pen.add(
    'rate-table',
    tables.map(({ base, service, share }) => {
      const next = from[service.carrier];
      return version({
        ...{ ...base, from: began, sheet: sheetOf(prices, service.code, share) },
        ...(next ? { to: dayBefore(next) } : {}),
      });
    }),
  );
  const second = await pen.add(
    'rate-table',
    tables.map(({ base, service, share }, at) =>
      version(
        { ...base, from: from[service.carrier] ?? began, sheet: sheetOf(prices, service.code, share, percent) },
        2,
        { previous: first[at] ?? '' },
      ),
    ),
  );
  // The next increase waits for a second look.
  const coming = tables.flatMap(({ base, service, share, side }, at) =>
    side === 'list' && service.code === 'FGND'
      ? [
          version({ ...base, from: calendar.day(-35), sheet: sheetOf(prices, service.code, share, percent * 2.1) }, 3, {
            status: 'review',
            previous: second[at] ?? '',
          }),
        ]
      : [],
  );
  await pen.add('rate-table', coming);
}

/** Zones as they are from Phoenix; senders in the east have charts of their own. */
async function tellCharts({ prices, words, add }: Seeder, carrier: (code: string) => string): Promise<void> {
  const { chart, anywhere } = words.prices;
  const domestic = ['UPS', 'FEDEX'].flatMap((of) =>
    ['ground', 'air'].flatMap((serviceGroup) =>
      [...west, ''].map((origin) => {
        const code = `${of}-${serviceGroup}-${origin || 'E'}`.toUpperCase();
        const name = `${of === 'UPS' ? 'UPS' : 'FedEx'} ${chart} ${origin ? `${origin}xxxx` : anywhere}`;
        const zones = chartOf(prices.zones[origin ? 'west' : 'east']);
        const place = { country: 'US', ...(origin ? { origin } : {}) };
        return version({ code, name, carrier: carrier(of), serviceGroup, ...place, from: began, zones });
      }),
    ),
  );
  const abroad = [
    ['UPS', 'canada'],
    ['FEDEX', 'international'],
  ].map(([of = '', serviceGroup = '']) => {
    const code = `${of}-${serviceGroup}`.toUpperCase();
    const name = `${of === 'UPS' ? 'UPS' : 'FedEx'} CA`;
    const zones = provincesOf(prices);
    return version({ code, name, carrier: carrier(of), serviceGroup, country: 'US', from: began, zones });
  });
  await add('zone-chart', [...domestic, ...abroad]);
}

/** Two years of weeks, Monday to Sunday, up to the next one; each moves a quarter of a point at most. */
async function tellFuel(pen: Seeder, carrier: (code: string) => string): Promise<void> {
  const { calendar } = pen;
  const random = pen.random('fuel');
  const weekday = (calendar.weekday(0) + 6) % 7;
  const weeks = Array.from({ length: 106 }, (_, at) => weekday + (104 - at) * 7);
  const told = Object.entries(pen.prices.fuel).flatMap(([group, around]) => {
    const [of = '', serviceGroup] = group.split(' ');
    let quarters = 0;
    return weeks.map((daysAgo) => {
      quarters = Math.max(-8, Math.min(8, quarters + random.pick([-1, 0, 0, 1])));
      const days = { from: calendar.day(daysAgo), to: calendar.day(daysAgo - 6) };
      const input = { carrier: carrier(of), serviceGroup, ...days, percent: around + quarters / 4 };
      return { given: { status: 'active' }, input };
    });
  });
  await pen.add('fuel-surcharge', told);
}

async function tellSurcharges(
  { prices, words, add }: Seeder,
  carrier: (code: string) => string,
  categories: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  const cents = (amount: number) => Math.round(amount * 100) / 100;
  const input = (rule: SurchargeFacts, side: 'list' | 'cost') => {
    const share = side === 'cost' ? prices.surchargeCost : 1;
    const { amount, amounts, per, least, percent } = rule;
    const kind = amounts ? 'byZone' : per ? 'declared' : percent ? 'percent' : 'flat';
    const priced = Object.entries(amounts ?? {}).map(([zone, each]) => [zone, cents(Number(each) * share).toFixed(2)]);
    const variants = (rule.variant ?? '').split(' ').flatMap((each) => words.prices.variants[each] ?? []);
    return {
      code: `${rule.code}-${side}`.toUpperCase(),
      name: [words.prices.categories[rule.category], ...variants, words.prices.sides[side]].join(' · '),
      ...{ category: categories.get(rule.category), carrier: carrier(rule.carrier), side, currency: 'USD' },
      ...{ trigger: rule.trigger, unitType: rule.measured || rule.minimum ? '0' : null, amountKind: kind },
      ...(amount === undefined ? {} : { amount: cents(amount * share) }),
      ...(amounts ? { amounts: Object.fromEntries(priced) } : {}),
      ...(per === undefined ? {} : { per }),
      ...(least === undefined ? {} : { least: cents(least * share) }),
      ...(percent === undefined ? {} : { percent, percentOf: 'all' }),
      ...{ serviceGroups: rule.groups ?? null, exclusiveGroup: rule.group ?? null, excludes: rule.excludes ?? null },
      ...{ priority: rule.priority ?? 100, minimumWeight: rule.minimum ?? null },
      ...{ fuelBearing: rule.fuel ?? false, perShipment: rule.perShipment ?? false },
    };
  };
  const both = prices.surcharges.flatMap((rule) => (['list', 'cost'] as const).map((side) => ({ rule, side })));
  const first = await add(
    'surcharge-rule',
    both.map(({ rule, side }) => version({ ...input(rule, side), from: began })),
  );
  // Large boxes by volume, since January 2026.
  const next = both.flatMap(({ rule, side }, at) =>
    rule.next ? [version({ ...input(rule, side), ...rule.next }, 2, { previous: first[at] ?? '' })] : [],
  );
  await add('surcharge-rule', next);
}

const daysOnTheRoad = ({ prices }: Seeder, { services }: Priced): SeededRecord[] =>
  services.flatMap(({ id, code }) => {
    const [, , days = []] = prices.services[code] ?? [];
    const isAbroad = code === 'STD' || code === 'INTL';
    const zones = isAbroad ? Object.keys(prices.abroad) : ['2', '3', '4', '5', '6', '7', '8', '9', '17'];
    return zones.map((zone, at) => ({ input: { service: id, zone, days: days[at] ?? 9, from: began } }));
  });

/** Special conditions of levels and customers: fuel, a flat box, company rules. */
async function tellOffers(pen: Seeder, { services, levels }: Priced, carrier: (code: string) => string): Promise<void> {
  const { words } = pen;
  const [, , gold, trade] = levels;
  const [goldUps = '', goldFedex = '', tradeUps = ''] = words.prices.concessions;
  const enabled = { status: 'enabled' };
  const off = (name: string, level: string | undefined, of: string, more: object): SeededRecord => ({
    given: enabled,
    input: { name, level, carrier: carrier(of), from: began, ...more },
  });
  const ground = services.filter(({ code }) => code === 'FGND' || code === 'GND');
  const homes = services.filter(({ code }) => ['FGND', 'GND', 'HOME', '3DS', '2DA', '2DAY'].includes(code));
  const [cheapest = '', threeDays = '', preferred = ''] = words.prices.rules;
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
  await Promise.all([
    pen.add('fuel-concession', [
      off(goldUps, gold, 'UPS', { serviceGroup: 'ground', offKind: 'percent', off: 10, cap: 18.5 }),
      off(goldFedex, gold, 'FEDEX', { offKind: 'points', off: 1.5 }),
      off(tradeUps, trade, 'UPS', { offKind: 'percent', off: 25 }),
    ]),
    pen.add('rate-rule', [
      { given: enabled, input: { code: 'CHEAPEST', name: cheapest, services: ids(homes) } },
      { given: enabled, input: { code: '3DAYS', name: threeDays, services: ids(homes), latestDays: 3 } },
      {
        given: enabled,
        input: {
          ...{ code: 'FEDEX-5', name: preferred, services: ids(ground) },
          ...{ preferredCarrier: carrier('FEDEX'), withinPercent: 5 },
        },
      },
    ]),
    pen.add(
      'fixed-rate',
      (['list', 'cost'] as const).flatMap((side) =>
        services
          .filter(({ code }) => code === 'FGND')
          .map(({ id, channel }) =>
            version({
              ...{ code: `${channel}-PAK-${side}`.toUpperCase(), side, service: id, currency: 'USD', from: began },
              name: `${words.prices.pak} ${channel} ${words.prices.sides[side]}`,
              ...{
                amount: side === 'list' ? 10.95 : 6.6,
                unitType: '0',
                maxWeight: 2,
                length: 12,
                width: 9,
                height: 2,
              },
            }),
          ),
      ),
    ),
  ]);
}
