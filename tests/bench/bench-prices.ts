import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Node } from '../../server/node.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { ask, drive, type Door } from './support/client.ts';
import { asOwner, openCluster, type Cluster } from './support/cluster.ts';
import { jobEnd, sampleUntil } from './support/ended.ts';
import { loadOrders } from './support/load-orders.ts';
import { root, startProduct } from './support/open-bench.ts';
import { cpuOf, memoryOf } from './support/process.ts';
import { median } from './support/report.ts';
import { hostOf, makeTenants, openProduct, password, type LoadedTenant } from './support/tenants.ts';

const goals = { whatIf: 60_000, memory: 1_000, trial: 300 };
/** Raise it when loading changes, so that older data is made again. */
const loader = 1;
const channels = 10;
const zones = ['2', '3', '4', '5', '6', '7', '8'];
const [from, to] = ['2026-01-01', '2026-12-31'];

/**
 * `npm run bench:prices -- [--rows 1000000] [--rounds 9]`: a what-if over all orders of a tenant with a draft of every list, by
 * the clock and by memory; and the trial of forty drafts on ten channels while sixteen others list orders. Answers 1 where a
 * goal is missed.
 */
export default async function benchPrices(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const rows = of('rows', 1_000_000);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const dir = join(process.env['BENCH_DIR'] ?? join(root, '.data/bench'), 'prices');
  const cluster = await openCluster(dir, `prices ${rows} ${loader}`);
  try {
    const node = await openProduct(cluster.product, root);
    if (!cluster.loaded) {
      const started = Date.now();
      const [tenant] = await makeTenants(node, root, 1);
      if (!tenant) throw new Error('no tenant');
      const carriage = await addPrices(node, tenant);
      await asOwner(cluster.product, (client) => loadOrders(client, [tenant], rows, variety(carriage)));
      cluster.keep();
      process.stdout.write(`${rows} orders loaded in ${Math.round((Date.now() - started) / 1000)} s\n`);
    }
    await node.close();
    return await measure(cluster, of('rounds', 9));
  } finally {
    await cluster.embedded.stop();
  }
}

interface Carriage {
  readonly channels: readonly string[];
  readonly services: readonly string[];
  readonly shipFroms: readonly string[];
}

/** Orders over all channels, zones and days, of boxes from 1 to 70 lb in many sizes. */
const variety = ({ channels: all, services, shipFroms }: Carriage) => {
  const pick = (ids: readonly string[]) => `('{${ids.join(',')}}'::bigint[])[1 + g % ${ids.length}]`;
  const side = (least: number, by: number) => `${least} + (o.id >> 3) % ${by}`;
  return {
    order: {
      ...{ channel: pick(all), service: pick(services), shipFrom: pick(shipFroms) },
      shipToType: `(ARRAY['residential', 'commercial', 'residential'])[1 + g % 3]`,
    },
    box: {
      ...{ weight: '1 + (o.id % 690) / 10.0', weight_g: '500 + o.id % 30000' },
      ...{ length: side(10, 20), width: side(6, 14), height: side(4, 10) },
    },
  };
};

/** Ten channels for all customers of a tenant, each with a list, a contract and a draft of the next list. */
async function addPrices(node: Node, tenant: LoadedTenant): Promise<Carriage> {
  const row = await node.system.db
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  const actor = await node.actors.systemIn({ ...row, platform: false });
  const add = (entity: string, status: string | null, inputs: readonly object[], locked: object = {}) =>
    insertOrFail(
      node.context,
      actor,
      entity,
      inputs.map((input) => ({ input: { ...input }, given: { ...(status ? { status } : {}), locked: { ...locked } } })),
    );
  const many = <T>(make: (at: number) => T): T[] => Array.from({ length: channels }, (_, at) => make(at));
  const version = { versionNo: 1 };
  const [carrier = ''] = await add('carrier', 'enabled', [{ code: 'TST', name: 'Test carrier' }]);
  const [level = ''] = await add('level', null, [{ code: 'BENCH', name: 'Bench' }]);
  const all = await add(
    'channel',
    'enabled',
    many((at) => ({ carrier, code: `B${at}`, name: `Channel ${at}`, shipFromMode: 'channel' })),
  );
  const service = {
    name: 'Ground',
    carrierServiceCode: '03',
    shipToType: 'auto',
    dimDivisor: 139,
    weightRounding: 'whole',
  };
  const services = await add(
    'channel-service',
    'enabled',
    all.map((channel) => ({ ...service, channel, code: 'GND', serviceGroup: 'ground', maxWeight: 150 })),
  );
  const place = { address1: '1 Dock Road', city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US' };
  const shipFroms = await add(
    'channel-ship-from',
    'enabled',
    all.map((channel) => ({ ...place, channel, shortName: 'Ontario', company: 'Bench', phone: '+1 909 555 0100' })),
  );
  const terms = { level, priceBasis: 'listMinus', percent: 18, minimumCharge: 8.5, currency: 'USD' };
  await add(
    'channel-level',
    null,
    all.map((channel) => ({ ...terms, channel, surchargeBasis: 'list', surchargePercent: 10 })),
  );
  for (const customer of tenant.customers)
    await add(
      'customer-channel',
      'enabled',
      all.map((channel) => ({ customer, channel, level })),
    );
  const table = { currency: 'USD', unitType: '0', from };
  const tables = (code: string, side: string, more: number) =>
    services.map((of, at) => ({
      ...{ ...table, code: `${code}-${at}`, name: `${code} ${at}`, side, service: of },
      sheet: sheet(at + more),
    }));
  await add('rate-table', 'active', tables('LIST', 'list', 20), version);
  await add('rate-table', 'active', tables('COST', 'cost', 0), version);
  await add('rate-table', 'draft', tables('LIST', 'list', 25), { versionNo: 2 });
  const chart = Object.fromEntries(
    zones.map((zone, at) => [
      zone,
      Array.from({ length: 143 }, (_, n) => n * 7 + at)
        .filter((n) => n < 1000)
        .map((n) => `US:${String(n).padStart(3, '0')}`),
    ]),
  );
  const origin = { carrier, serviceGroup: 'ground', country: 'US', origin: '917', from };
  await add(
    'zone-chart',
    'active',
    [{ ...origin, code: 'BENCH', name: 'Bench', zones: { unserved: '-', zones: chart } }],
    version,
  );
  const areas = { das: ['US:10000-12999'], extended: ['US:13000-14999'] };
  await add('area-list', 'active', [{ code: 'BENCH', name: 'Bench', carrier, from, tiers: areas }], version);
  const categories = await add(
    'charge-category',
    null,
    kinds.map((code) => ({ code, name: code, kind: 'surcharge' })),
  );
  await add('surcharge-rule', 'active', rulesOf(carrier, categories), version);
  await add('fuel-surcharge', 'active', [{ carrier, serviceGroup: 'ground', from, to, percent: 20.25 }]);
  return { channels: all, services, shipFroms };
}

const kinds = ['residential', 'area', 'additionalHandling', 'largePackage', 'signature'];

function rulesOf(carrier: string, categories: readonly string[]): object[] {
  const category = new Map(kinds.map((kind, at) => [kind, categories[at]]));
  const rule = (code: string, of: string, trigger: string, amount: number, more: object = {}) =>
    (['cost', 'list'] as const).map((side) => ({
      ...{ code: `${code}-${side}`, name: code, category: category.get(of), carrier, side, currency: 'USD', trigger },
      ...{ unitType: '0', amountKind: 'flat', amount, priority: 10, fuelBearing: true, from, ...more },
    }));
  return [
    ...rule('RES', 'residential', 'residential', 5.95),
    ...rule('DAS', 'area', "area == 'das'", 4.45, { exclusiveGroup: 'area' }),
    ...rule('EXT', 'area', "area == 'extended'", 5.6, { exclusiveGroup: 'area', priority: 5 }),
    ...rule('AHW', 'additionalHandling', 'weight > 50', 43.5, { exclusiveGroup: 'ah' }),
    ...rule('AHS', 'additionalHandling', 'longest > 48 || second > 30', 29, {
      ...{ exclusiveGroup: 'ah', priority: 20, minimumWeight: 40 },
    }),
    ...rule('LPS', 'largePackage', 'longest > 96 || volume > 17280', 240, {
      ...{ exclusiveGroup: 'lp', excludes: 'ah', minimumWeight: 90 },
    }),
    ...rule('SIG', 'signature', "signature == 'direct'", 6.45, { fuelBearing: false }),
  ];
}

const sheet = (more: number) => ({
  zones,
  rows: Array.from({ length: 150 }, (_, row) => ({
    ...{ to: String(row + 1), mode: 'flat' },
    prices: Object.fromEntries(zones.map((zone, z) => [zone, (8 + row * 0.37 + z * 0.81 + more * 0.05).toFixed(2)])),
  })),
});

async function measure(cluster: Cluster, rounds: number): Promise<number> {
  const server = await startProduct(cluster);
  try {
    const host = hostOf(1);
    const login = { method: 'POST', path: '/api/login', body: { account: 'admin', password } } as const;
    const token = String(await ask({ port: server.port, host, token: '' }, login));
    const door = { port: server.port, host, token };
    const tried = await measureTrial(door, server.pid, rounds);
    const { took, memory, cpu, orders } = await measureWhatIf(door, server.pid);
    const say = (line: string) => process.stdout.write(`${line}\n`);
    say(`40 drafts on ${channels} channels, 16 listing  ${tried.toFixed(0)} ms (goal ${goals.trial})`);
    say(
      `what-if of ${orders} orders             ${(took / 1000).toFixed(1)} s (goal ${goals.whatIf / 1000}), ${(cpu / 1000).toFixed(1)} s CPU of the server`,
    );
    say(`memory of the server at most        ${memory.toFixed(0)} MB (goal ${goals.memory})`);
    const missed = [took > goals.whatIf, memory > goals.memory, tried > goals.trial].filter(Boolean).length;
    say(missed === 0 ? 'every goal is met' : `${missed} missed`);
    return missed === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}

interface Page {
  readonly rows: readonly { readonly id: string }[];
}

/** The median of trials of forty drafts while sixteen others list orders without a pause. */
async function measureTrial(door: Door, pid: number, rounds: number): Promise<number> {
  const list = '/api/Order/page?pageNo=1&pageSize=20&sort=-createdAt';
  const times: number[] = [];
  const seconds = rounds + 3;
  const alone = await measureAlone(door, pid, rounds);
  process.stdout.write(`a trial alone: ${alone.took.toFixed(0)} ms, ${alone.cpu.toFixed(0)} ms CPU of the server\n`);
  const busy = drive(door, 16, seconds, { next: () => ({ method: 'GET', path: list }) });
  for (let round = 0; round <= rounds; round += 1) {
    const page = (await ask(door, {
      ...{ method: 'GET', path: `/api/Order/page?status=draft&pageSize=40&pageNo=${round + 1}&sort=-createdAt` },
    })) as Page;
    const began = performance.now();
    await ask(door, { method: 'POST', path: '/api/Order/trial', body: { ids: page.rows.map(({ id }) => id) } });
    times.push(performance.now() - began);
  }
  const { requests, failed, p50 } = await busy;
  process.stdout.write(`${requests} lists meanwhile, ${failed} failed, ${p50.toFixed(0)} ms each\n`);
  // The first one compiles the prices.
  return median(times.slice(1));
}

/** The same with nobody else, and the processor time of one. */
async function measureAlone(door: Door, pid: number, rounds: number): Promise<{ took: number; cpu: number }> {
  const drafts = '/api/Order/page?status=draft&pageSize=40&pageNo=1&sort=-createdAt';
  const { rows } = (await ask(door, { method: 'GET', path: drafts })) as Page;
  const body = { ids: rows.map(({ id }) => id) };
  await ask(door, { method: 'POST', path: '/api/Order/trial', body });
  const times: number[] = [];
  const cpu = cpuOf(pid);
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await ask(door, { method: 'POST', path: '/api/Order/trial', body });
    times.push(performance.now() - began);
  }
  return { took: median(times), cpu: (cpuOf(pid) - cpu) / rounds };
}

interface WhatIfJob {
  readonly state: string;
  readonly result: { readonly orders: number; readonly priced: number } | null;
}

async function measureWhatIf(
  door: Door,
  pid: number,
): Promise<{ took: number; memory: number; cpu: number; orders: number }> {
  const drafts = (await ask(door, { method: 'GET', path: '/api/RateTable/page?status=draft&pageSize=50' })) as Page;
  const values = { name: 'Every list', from, to, rateTables: drafts.rows.map(({ id }) => id) };
  const { id } = (await ask(door, { method: 'POST', path: '/api/WhatIf/add', body: values })) as { id: string };
  const [began, cpu] = [performance.now(), cpuOf(pid)];
  let memory = 0;
  const { job } = (await ask(door, { method: 'POST', path: '/api/WhatIf/run', body: { id } })) as { job: string };
  const { result } = await sampleUntil(jobEnd<WhatIfJob>(door, job), 200, () => {
    memory = Math.max(memory, memoryOf(pid));
  });
  if (!result || result.priced !== result.orders) throw new Error(JSON.stringify(result));
  return { took: performance.now() - began, memory, cpu: cpuOf(pid) - cpu, orders: result.orders };
}
