import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cells, type Cell } from './support/cells.ts';
import { ask, driveMany, type Door, type Pace, type Person, type Source } from './support/client.ts';
import { asOwner, type Cluster } from './support/cluster.ts';
import { readFacts } from './support/facts.ts';
import { openBench, root, startProduct } from './support/open-bench.ts';
import { cpuOf, cpuOfChildren, memoryOf, startServer, type Server } from './support/process.ts';
import { median, row, type Measured } from './support/report.ts';
import { hostOf, password } from './support/tenants.ts';

type Target = 'floor' | 'admin' | 'member';

/**
 * `npm run bench -- [--rows 1000000] [--seconds 2] [--rounds 3] [--at 1,16,64] [--only get,add]`: the product over HTTP
 * beside a hand-written floor, cell by cell in turn. Prints ratios; answers 1 when a goal is missed, which counts at 16
 * connections for reads and at 64 for writes.
 */
export default async function bench(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const cluster = await openBench(options.rows);
  const servers: Server[] = [];
  try {
    const product = await startProduct(cluster);
    servers.push(product);
    const places = await whereToMeasure(cluster);
    const [place] = places as [Place];
    const args = [cluster.floor, place.tenant, place.account];
    const floor = await startServer(join(root, 'dist/bench/floor.js'), args, {}, /ready (\d+)/);
    servers.push(floor);
    return await measureAll({ cluster, product, floor, places, ...options });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.embedded.stop();
  }
}

interface Options {
  rows: number;
  seconds: number;
  rounds: number;
  at: number[];
  only: string[];
}

function readOptions(args: readonly string[]): Options {
  const of = (name: string, otherwise: string) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : (args[at + 1] ?? otherwise);
  };
  return {
    rows: Number(of('rows', '1000000')),
    seconds: Number(of('seconds', '2')),
    rounds: Number(of('rounds', '3')),
    at: of('at', '1,16,64').split(',').map(Number),
    only: of('only', '').split(',').filter(Boolean),
  };
}

interface Place {
  host: string;
  tenant: string;
  account: string;
  customer: string;
}

/** How many tenants write, and how many people in each. */
const writers = { tenants: 8, people: 8 };

/** The admins of the tenants that write, the large one first, and the customer whose member is measured. */
function whereToMeasure(cluster: Cluster): Promise<Place[]> {
  return asOwner(cluster.product, async (client) => {
    const hosts = Array.from({ length: writers.tenants }, (_, at) => hostOf(at + 1));
    const { rows } = await client.query<Place>(
      `SELECT t.host, t.id AS tenant, a.id AS account, m.customer FROM tenant t
         JOIN account a ON a.tenant_id = t.id AND a.account = 'admin'
         LEFT JOIN account m ON m.tenant_id = t.id AND m.account = 'member' WHERE t.host = ANY($1)
        ORDER BY m.customer IS NULL, t.id`,
      [hosts],
    );
    if (rows.length < hosts.length) throw new Error('no tenants to measure');
    return rows;
  });
}

interface Run extends Options {
  cluster: Cluster;
  product: Server;
  floor: Server;
  places: Place[];
}

async function measureAll(run: Run): Promise<number> {
  const { cluster, product, floor, places } = run;
  const [place] = places as [Place];
  const enter = async (port: number, path: string, account: string, { host, ...at }: Place = place): Promise<Door> => {
    const body = path === '/api/login' && port === floor.port ? at : { account, password };
    const token = await ask({ port, host, token: '' }, { method: 'POST', path, body });
    return { port, host, token: String(token) };
  };
  const targets: Record<Target, { door: Door; server: Server; facts: Awaited<ReturnType<typeof readFacts>> }> = {
    floor: {
      door: await enter(floor.port, '/api/login', 'admin'),
      server: floor,
      facts: await readFacts(cluster.floor, 'floor_orders', place.tenant, null),
    },
    admin: {
      door: await enter(product.port, '/api/login', 'admin'),
      server: product,
      facts: await readFacts(cluster.product, 'order', place.tenant, null),
    },
    member: {
      door: await enter(product.port, '/api/MembershipLogin', 'member'),
      server: product,
      facts: await readFacts(cluster.product, 'order', place.tenant, place.customer),
    },
  };

  const sources = new Map<string, Source>();
  const sourceOf = (cell: Cell, target: Target): Source => {
    const key = `${cell.name} ${target}`;
    const source = sources.get(key) ?? cell.source(targets[target].facts);
    sources.set(key, source);
    return source;
  };
  const crews = await Promise.all(places.map((each) => crewOf(run, each, enter)));
  const peopleOf = (cell: Cell, target: Target): Person[] => {
    if (!cell.writes || target === 'member') return [{ door: targets[target].door, source: sourceOf(cell, target) }];
    // The first people are of different tenants, so that few connections are of many tenants, too.
    return Array.from({ length: writers.people }, (_, at) => at).flatMap((at) =>
      crews.map(({ doors, sourceFor }) => ({ door: doors[target][at] as Door, source: sourceFor(cell, target) })),
    );
  };
  const once = async (cell: Cell, target: Target, concurrency: number, seconds: number): Promise<Measured> => {
    const { server } = targets[target];
    let memory = 0;
    const watch = setInterval(() => (memory = Math.max(memory, memoryOf(server.pid))), 50);
    const cpu = cpuOf(server.pid);
    const stored = cpuOfChildren(cluster.embedded.pid);
    const pace: Pace = await driveMany(peopleOf(cell, target), concurrency, seconds).finally(() =>
      clearInterval(watch),
    );
    return {
      ...pace,
      cpu: (cpuOf(server.pid) - cpu) / pace.requests,
      stored: (cpuOfChildren(cluster.embedded.pid) - stored) / pace.requests,
      memory,
    };
  };

  let missed = 0;
  let memory = 0;
  const started = new Date();
  const wanted = cells.filter(({ name }) => run.only.length === 0 || run.only.some((word) => name.includes(word)));
  process.stdout.write(row.head);
  const everyTable = async (statement: (table: string) => string, values: unknown[] = []) => {
    await asOwner(cluster.product, (client) => client.query(statement('"order"'), values));
    await asOwner(cluster.floor, (client) => client.query(statement('floor_orders'), values));
  };
  for (const writes of [false, true]) {
    await everyTable((table) => `VACUUM ANALYZE ${table}`);
    for (const cell of wanted.filter((each) => each.writes === writes)) {
      const order: Target[] = writes ? ['floor', 'admin'] : ['floor', 'admin', 'member'];
      for (const target of order) await once(cell, target, 4, 0.5);
      for (const concurrency of run.at) {
        const found: Record<Target, Measured[]> = { floor: [], admin: [], member: [] };
        for (let round = 0; round < run.rounds; round += 1) {
          // Anyone who goes first meets a colder machine, so that turns rotate.
          for (const target of rotated(order, round))
            found[target].push(await once(cell, target, concurrency, run.seconds));
        }
        const ratio = median(found.admin.map(({ rate }, at) => rate / (found.floor[at]?.rate ?? rate)));
        const beside = writes
          ? null
          : median(found.member.map(({ rate }, at) => (found.admin[at]?.rate ?? rate) / rate));
        memory = Math.max(
          memory,
          ...found.admin.map((each) => each.memory),
          ...found.member.map((each) => each.memory),
        );
        const good = concurrency !== (writes ? 64 : 16) || (ratio >= cell.goal && (beside === null || beside <= 1.5));
        if (!good) missed += 1;
        process.stdout.write(row.line(cell, concurrency, found, ratio, beside, good));
      }
    }
  }
  // The next run must meet the rows of this one's start, not ten thousand more of one customer.
  await everyTable((table) => `DELETE FROM ${table} WHERE "createdAt" >= $1`, [started]);
  if (memory > 200) missed += 1;
  process.stdout.write(`\nserver memory under load: ${memory.toFixed(0)} MB (at most 200)\n`);
  process.stdout.write(missed === 0 ? 'every goal is met\n' : `${missed} missed\n`);
  return missed === 0 ? 0 : 1;
}

type Enter = (port: number, path: string, account: string, place: Place) => Promise<Door>;

interface Crew {
  readonly doors: Readonly<Record<'floor' | 'admin', readonly Door[]>>;
  sourceFor(cell: Cell, target: 'floor' | 'admin'): Source;
}

/** The people of one tenant who write: a session each, and the tenant's own records. */
async function crewOf({ cluster, product, floor }: Run, place: Place, enter: Enter): Promise<Crew> {
  const signIn = (port: number) =>
    Promise.all(Array.from({ length: writers.people }, () => enter(port, '/api/login', 'admin', place)));
  const facts = {
    floor: await readFacts(cluster.floor, 'floor_orders', place.tenant, null),
    admin: await readFacts(cluster.product, 'order', place.tenant, null),
  };
  const sources = new Map<string, Source>();
  return {
    doors: { floor: await signIn(floor.port), admin: await signIn(product.port) },
    sourceFor(cell, target) {
      const key = `${cell.name} ${target}`;
      const source = sources.get(key) ?? cell.source(facts[target]);
      sources.set(key, source);
      return source;
    },
  };
}

const rotated = <T>(list: readonly T[], by: number): T[] => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
];
