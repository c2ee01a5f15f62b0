import type { Cast } from './company.ts';
import type { Seeder, SeededRecord, StorySteps } from './seeder.ts';

const carriers = [
  { code: 'SIERRA', name: 'Sierra Freight Lines', discount: 58, margin: 9 },
  { code: 'PLAINS', name: 'Plains LTL', discount: 61, margin: 11 },
] as const;

/** Dollars per 100 lb by class, before the discount, up to 500 lb; heavier breaks take a share of them. */
const byClass: readonly (readonly [string, number])[] = [
  ...([
    ['50', 47],
    ['55', 51],
    ['60', 55],
    ['65', 60],
    ['70', 64],
    ['77.5', 70],
    ['85', 76],
    ['92.5', 83],
  ] as const),
  ...([
    ['100', 91],
    ['110', 99],
    ['125', 112],
    ['150', 134],
    ['175', 156],
    ['200', 178],
    ['250', 223],
  ] as const),
  ...([
    ['300', 267],
    ['400', 356],
    ['500', 445],
  ] as const),
];
const shares = { l5c: 1, m5c: 0.86, m1m: 0.74, m2m: 0.62, m5m: 0.5, m10m: 0.42 };
const zones = [
  { zone: 'near', factor: 1, lane: ['900', '961', '850', '994'] },
  { zone: 'near', factor: 0, lane: ['060', '199', '010', '268'] },
  { zone: 'far', factor: 1.7, lane: ['000', '999', '000', '999'] },
] as const;
const accessorials = [
  ...[
    ['liftgatePickup', 75],
    ['liftgateDelivery', 75],
    ['residential', 95],
    ['appointment', 25],
    ['limitedAccess', 110],
  ],
  ...[
    ['inside', 120],
    ['hazardous', 60],
  ],
] as const;

/** Where the pallets go: fictional addresses. */
const docks = [
  { shipToName: 'Receiving desk', shipToAddress1: '2200 Commerce Way', city: ['Reno', 'NV', '89502'] },
  { shipToName: 'Dock 12', shipToAddress1: '55 Port Street', city: ['Newark', 'NJ', '07114'] },
  { shipToName: 'Warehouse B', shipToAddress1: '910 Industrial Road', city: ['Phoenix', 'AZ', '85009'] },
  { shipToName: 'Returns and freight', shipToAddress1: '1801 Stockyard Lane', city: ['Dallas', 'TX', '75212'] },
] as const;

const cents = (value: number): number => Math.round(value * 100) / 100;

function tables(pen: Seeder, ids: readonly string[]) {
  return carriers.flatMap(({ code, name, discount, margin }, at) =>
    (['cost', 'sale'] as const).map((side) => ({
      given: { status: 'active' },
      input: {
        ...{ code: `${code}-${side.toUpperCase()}`, name: `${name} ${side}`, carrier: ids[at], side, currency: 'USD' },
        ...{ from: pen.calendar.day(300), basis: 'class', deficit: true, fuelGroup: 'ltl', validDays: 7 },
        discountPercent: side === 'cost' ? discount : discount - margin,
        minimum: side === 'cost' ? 98 : 129,
        lanes: zones.map(({ zone, lane: [originFrom, originTo, destinationFrom, destinationTo] }) => ({
          ...{ originFrom, originTo, destinationFrom, destinationTo, zone },
        })),
        rates: zones
          .filter(({ factor }) => factor > 0)
          .flatMap(({ zone, factor }) =>
            byClass.map(([freightClass, base]) => ({
              ...{ zone, freightClass },
              ...Object.fromEntries(
                Object.entries(shares).map(([name, share]) => [name, cents(base * factor * share)]),
              ),
            })),
          ),
        accessorials: accessorials.map(([accessorial, amount]) => ({
          ...{ accessorial, per: 'shipment', amount: cents(Number(amount) * (side === 'cost' ? 1 : 1.2)) },
        })),
      },
    })),
  );
}

/** The fuel weeks of the carriers, some before today and some after. */
function fuelWeeks(pen: Seeder, carriers: readonly string[]): SeededRecord[] {
  const monday = (pen.calendar.weekday(0) + 6) % 7;
  const weeks = Array.from({ length: 8 }, (_, at) => at - 4);
  return carriers.flatMap((carrier, which) =>
    weeks.map((week) => ({
      given: { status: 'active' },
      input: {
        ...{ carrier, serviceGroup: 'ltl', percent: 30 + which + week / 4 },
        ...{ from: pen.calendar.day(monday - 7 * week), to: pen.calendar.day(monday - 7 * week - 6) },
      },
    })),
  );
}

const unit = (description: string, weight: number, height: number, quantity: number) => ({
  ...{ kind: 'pallet', quantity, length: 48, width: 40, height, weight, description, notDensityBased: false },
});
const crate = { kind: 'crate', nmfcItem: '87500-2', statedClass: '85', notDensityBased: true };

interface Load {
  readonly units: readonly object[];
  readonly wishes?: readonly string[];
  readonly steps: readonly string[];
}

const loads: readonly Load[] = [
  { units: [unit('Camping stoves, boxed', 500, 48, 2)], steps: ['quote'] },
  { units: [unit('Tents, nylon', 310, 60, 3)], wishes: ['liftgateDelivery', 'appointment'], steps: ['quote'] },
  { units: [{ ...unit('Glassware in crates', 380, 40, 1), ...crate }], steps: ['quote'] },
  { units: [unit('Steel fittings', 1450, 30, 2), unit('Foam mats', 90, 72, 1)], steps: [] },
];

const shipFrom = {
  shipFromName: 'Dock 4',
  shipFromAddress1: '4100 Fillmore Street',
  shipFromCity: 'Chino',
  shipFromState: 'CA',
  shipFromPostalCode: '91710',
  shipFromCountry: 'US',
};

/** Two carriers of pallets with their tables and fuel weeks, and a few orders of the customers that sign in. */
export async function tellFreight(pen: Seeder, cast: Cast): Promise<readonly StorySteps[]> {
  const random = pen.random('freight');
  const ids = await pen.add(
    'carrier',
    carriers.map(({ code, name }) => ({ given: { status: 'enabled' }, input: { code, name } })),
  );
  await pen.add('fuel-surcharge', fuelWeeks(pen, ids));
  await pen.add('freight-tariff', tables(pen, ids));
  const owners = cast.customers.filter(({ enabled, member }) => enabled && member !== null);
  const stories: StorySteps[] = [];
  for (const [at, { units, wishes = [], steps }] of loads.entries()) {
    const owner = owners[at % Math.max(owners.length, 1)];
    if (!owner) break;
    const { city, ...dock } = docks[at] ?? docks[0];
    const [order = ''] = await pen.add('ltl-order', [
      {
        given: { by: owner.member ?? cast.clerks[owner.branch] },
        input: {
          ...{ customer: owner.id, refNo: `PO-${random.digits(5)}`, pickupDate: pen.calendar.day(-2 - at) },
          ...{ pickupFrom: '09:00:00', pickupTo: '16:00:00', unitType: '0' },
          ...{ handlingUnits: units, accessorials: wishes },
          ...{ ...shipFrom, shipFromCompany: owner.name.slice(0, 35) },
          ...{ ...dock, shipToCity: city[0], shipToState: city[1], shipToPostalCode: city[2], shipToCountry: 'US' },
        },
      },
    ]);
    stories.push({ entity: 'ltl-order', record: order, steps: steps.map((step) => [step, {}] as const) });
  }
  return stories;
}
