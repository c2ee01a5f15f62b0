import { exact, sideScale, weightScale } from '../../server/domain/rating/kernel/exact.ts';
import type { Shipment } from '../../server/domain/rating/kernel/parcel.ts';
import { rate } from '../../server/domain/rating/kernel/rate.ts';
import { priceOf } from '../../server/domain/rating/kernel/table.ts';
import { zoneOf } from '../../server/domain/rating/kernel/zone.ts';
import type { PriceRows, ServiceRow } from '../../server/domain/rating/snapshot/load-sql.ts';
import { Snapshot, type Contents } from '../../server/domain/rating/snapshot/snapshot.ts';
import { median } from './support/report.ts';

const goals = { parcels: 60_000, built: 1_500 };
const zones = [
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '12',
  '14',
  '17',
  '22',
  '23',
  '25',
  '44',
  '45',
  '46',
  '92',
  '96',
];
const tables = 50;
/** 150 rows by 20 zones. */
const rowsOfTable = 150;
const places = 40_000;
const day = '2026-01-14';

/**
 * `npm run bench:rating -- [--seconds 2] [--rounds 3]`: parcels a second on one core with cost, sale and all surcharges,
 * beside a bare look-up of zone and rate in the same tables; and how long a snapshot takes that is built from the rows of the
 * database: 50 tables of 3,000 cells and 40,000 places. Answers 1 where a goal is missed.
 */
export default async function benchRating(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const [seconds, rounds] = [of('seconds', 2), of('rounds', 3)];
  const text = JSON.stringify(priceRows());
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    snapshotOf(text).compileAll();
    return performance.now() - started;
  });
  const built = median(times);
  const snapshot = snapshotOf(text);
  const parcels = parcelsOf(5_000);
  const [full, bare] = [[], []] as [number[], number[]];
  paceOf(1, parcels, priceBoth(snapshot));
  for (let round = 0; round < rounds; round++) {
    full.push(paceOf(seconds, parcels, priceBoth(snapshot)));
    bare.push(paceOf(seconds, parcels, lookUp(snapshot)));
  }
  const [pace, floor] = [median(full), median(bare)];
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`snapshot of ${tables} tables and ${places} places    ${built.toFixed(0)} ms (goal ${goals.built})`);
  say(`parcels/s, cost and sale, every surcharge     ${pace.toFixed(0)} (goal ${goals.parcels})`);
  say(`look-ups/s of zone and rate alone             ${floor.toFixed(0)}, ratio ${(pace / floor).toFixed(3)}`);
  const missed = Number(built > goals.built) + Number(pace < goals.parcels);
  say(missed === 0 ? 'every goal is met' : `${missed} missed`);
  return missed === 0 ? 0 : 1;
}

/** From the text that the database answers, as a node makes it. */
function snapshotOf(text: string): Snapshot {
  const rows = JSON.parse(text) as PriceRows;
  const contents: Contents = new Map();
  for (const kind of ['tables', 'charts', 'areas'] as const)
    for (const { stamp, contents: raw } of rows[kind]) contents.set(`${kind} ${stamp}`, { raw, size: 0 });
  for (const { stamp, terms } of rows.surcharges) contents.set(`surcharges ${stamp}`, { raw: terms, size: 0 });
  return new Snapshot(rows, contents);
}

/** Both sides of a parcel; answers a figure, so that nothing of the work can be left out. */
function priceBoth(snapshot: Snapshot): (parcel: Shipment, at: number) => number {
  const services = [...snapshot.services.values()];
  const both = services.map((service) => {
    const level = snapshot.levelOf(service.channel, 'level');
    if (!level) throw new Error('a service without its level');
    return [snapshot.cost(service), snapshot.sale(service, level)] as const;
  });
  return (parcel, at) => {
    const [cost, sale] = both[at % both.length] ?? [];
    if (!cost || !sale) return 0;
    const [one, other] = [rate(parcel, cost), rate(parcel, sale)];
    if (!one.ok || !other.ok) throw new Error(JSON.stringify([one, other]));
    return other.price.total - one.price.total;
  };
}

function lookUp(snapshot: Snapshot): (parcel: Shipment, at: number) => number {
  const prices = [...snapshot.services.values()].map((service) => snapshot.cost(service));
  return (parcel, at) => {
    const own = prices[at % prices.length];
    const table = own?.tables[0];
    if (!own || !table) return 0;
    const zone = zoneOf(own.charts, parcel.from, parcel.to, parcel.shipDate);
    return priceOf(table, { zone, weight: parcel.boxes[0]?.weight ?? 0, pieces: 1 }).amount;
  };
}

/** How many a second of processor time: others on the machine take turns, which says nothing of the work. */
function paceOf(seconds: number, parcels: readonly Shipment[], work: (parcel: Shipment, at: number) => number): number {
  let [done, sum] = [0, 0];
  const some = parcels.slice(0, 500);
  const spent = (from?: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1e6;
  };
  const from = process.cpuUsage();
  while (spent(from) < seconds) for (const parcel of some) sum += work(parcel, done++);
  if (!Number.isFinite(sum)) throw new Error('no figure');
  return done / spent(from);
}

/** Parcels of all kinds, the same in each run. */
function parcelsOf(count: number): Shipment[] {
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const part = (value: number, scale: number): number => exact(value, scale) ?? 0;
  return Array.from({ length: count }, () => ({
    ...{ unit: 'lbIn' as const, shipDate: day },
    from: { country: 'US', postalCode: '91761', residential: false },
    to: { country: 'US', postalCode: String(10_000 + next(places)), residential: next(2) === 0 },
    boxes: [
      {
        weight: part(1 + next(900) / 10, weightScale),
        sides: [part(4 + next(24), sideScale), part(4 + next(16), sideScale), part(4 + next(12), sideScale)],
        quantity: 1,
        ...(next(4) === 0 ? { declaredValue: 20_000 + next(80_000) } : {}),
        ...(next(5) === 0 ? { signature: 'direct' as const } : {}),
      },
    ],
  }));
}

function priceRows(): PriceRows {
  const version = { version: 1, from: '2026-01-01', to: null, retired: null };
  const side = (at: number) => (at % 2 === 0 ? 'cost' : 'list');
  const service = (at: number): ServiceRow => ({
    ...{ id: `s${at}`, code: 'GND', name: 'Ground', status: 'enabled', shipToType: 'auto', serviceGroup: 'ground' },
    ...{ unitType: '0', mode: 'perBox', fuelIncluded: false, directSignatureFrom: '500', maxWeight: '150' },
    ...{ maxLength: '108', maxGirth: '165', maxBoxes: null, multiweightFrom: null, multiweightAverage: null },
    ...{ dimDivisor: 139, weightRounding: 'whole', channel: `c${at}`, channelCode: `C${at}`, channelName: 'Channel' },
    ...{ channelStatus: 'enabled', carrier: '1', weightRules: null },
  });
  const sheet = (at: number) => ({
    zones,
    rows: Array.from({ length: rowsOfTable }, (_, row) => ({
      ...{ to: String(row + 1), mode: 'flat' },
      prices: Object.fromEntries(zones.map((zone, z) => [zone, (8 + row * 0.37 + z * 0.81 + at * 0.05).toFixed(2)])),
    })),
  });
  const chart = Object.fromEntries(
    zones.map((zone, z) => [
      zone,
      Array.from({ length: places / zones.length }, (_, at) => `US:${10_000 + at * zones.length + z}`),
    ]),
  );
  const surcharge = (code: string, category: string, trigger: string, amount: string, more: object = {}) =>
    (['cost', 'list'] as const).map((of, at) => ({
      ...{ id: `${code}${at}`, stamp: `${code}${at}:1`, code: `${code}-${of}`, name: code, category, carrier: '1' },
      ...{ ...version, side: of, level: null, currency: 'USD', serviceGroups: null },
      terms: {
        ...{ trigger, unitType: '0', amountKind: 'flat', amount, priority: 10, fuelBearing: true, perShipment: false },
        ...more,
      },
    }));
  const services = Array.from({ length: tables / 2 }, (_, at) => service(at));
  return {
    state: '1',
    services,
    levels: services.map(({ channel }) => ({
      ...{ channel, level: 'level', priceBasis: 'listMinus', percent: '18', minimumCharge: '8.50', currency: 'USD' },
      ...{ surchargeBasis: 'list', surchargePercent: '10' },
    })),
    tables: Array.from({ length: tables }, (_, at) => ({
      ...{
        ...version,
        id: `t${at}`,
        stamp: `t${at}:1`,
        code: `T${at}`,
        name: `Table ${at}`,
        side: side(at),
        level: null,
      },
      ...{ currency: 'USD', service: `s${at >> 1}`, unitType: '0', multiweight: false, deficit: false },
      contents: sheet(at),
    })),
    fixed: [],
    charts: [
      {
        ...{
          ...version,
          id: 'z',
          stamp: 'z:1',
          code: 'Z',
          carrier: '1',
          serviceGroup: 'ground',
          country: 'US',
          origin: '917',
        },
        contents: { unserved: '-', zones: chart },
      },
    ],
    areas: [
      {
        ...{ ...version, id: 'a', stamp: 'a:1', code: 'A', carrier: '1', serviceGroups: null, recipients: 'all' },
        contents: { das: ['US:10000-12999'], extended: ['US:13000-14999'] },
      },
    ],
    surcharges: [
      ...surcharge('RES', 'residential', 'residential', '5.95'),
      ...surcharge('DAS', 'area', "area == 'das'", '4.45', { exclusiveGroup: 'area' }),
      ...surcharge('EXT', 'area', "area == 'extended'", '5.60', { exclusiveGroup: 'area', priority: 5 }),
      ...surcharge('AHW', 'additionalHandling', 'weight > 50', '43.50', { exclusiveGroup: 'ah' }),
      ...surcharge('AHS', 'additionalHandling', 'longest > 48 || second > 30 || lengthPlusGirth > 105', '29', {
        ...{ exclusiveGroup: 'ah', priority: 20, minimumWeight: '40' },
      }),
      ...surcharge('LPS', 'largePackage', 'longest > 96 || lengthPlusGirth > 130 || volume > 17280', '240', {
        ...{ exclusiveGroup: 'lp', excludes: 'ah', minimumWeight: '90' },
      }),
      ...surcharge('SIG', 'signature', "signature == 'direct'", '6.45', { fuelBearing: false }),
      ...surcharge('VAL', 'declaredValue', 'declaredValue > 100', '1.20', {
        ...{ amountKind: 'declared', per: '100', least: '3.60', fuelBearing: false },
      }),
    ],
    fuel: [{ carrier: '1', serviceGroup: 'ground', from: '2026-01-12', to: '2026-01-18', percent: '20.25' }],
    concessions: [],
    transit: [],
  };
}
