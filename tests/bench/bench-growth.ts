import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openHub } from '../support/hub-client.ts';
import { cells } from './support/cells.ts';
import { ask, drive, type Door } from './support/client.ts';
import { asOwner, type Cluster } from './support/cluster.ts';
import { readFacts } from './support/facts.ts';
import { openBench, root, startProduct } from './support/open-bench.ts';
import { memoryOf, type Server } from './support/process.ts';
import { median } from './support/report.ts';
import { hostOf, newOrder, password, tenantCount } from './support/tenants.ts';

/** What one step of growth may cost, and how long a start may take (ms). */
const goals = { ratio: 1.2, start: 8_000 };
const measured = ['page, few match', 'search a number', 'get', 'add'];
/** A connection more of one account would be refused. */
const linksEach = 10;

interface Figures {
  readonly rows: number;
  readonly start: number;
  /** Milliseconds by cell: the least median of the rounds, which other work on the machine hardly changes. */
  readonly cells: ReadonlyMap<string, number>;
  readonly online: { readonly people: number; readonly megabytes: number; readonly delay: number } | null;
}

interface Options {
  readonly rows: readonly number[];
  readonly tenants: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly sockets: number;
}

/**
 * `npm run bench:growth -- [--rows 100000,1000000,10000000] [--tenants 50] [--seconds 2] [--rounds 3] [--sockets 500]`:
 * start, lists, a record, a new order and a statement of a customer with as many orders in so many tenants, step by step, and so many
 * connections that receive each order. Answers 1 where a step costs more than the goal.
 */
export default async function benchGrowth(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: string) => args[args.indexOf(`--${name}`) + 1 || args.length] ?? otherwise;
  const options: Options = {
    rows: of('rows', '100000,1000000,10000000').split(',').map(Number),
    tenants: Number(of('tenants', String(tenantCount))),
    ...{ seconds: Number(of('seconds', '2')), rounds: Number(of('rounds', '3')) },
    sockets: Number(of('sockets', '500')),
  };
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const steps: Figures[] = [];
  const missed: string[] = [];
  for (const rows of options.rows) {
    const before = steps.at(-1);
    const now = await measure(rows, options);
    steps.push(now);
    if (now.start > goals.start) missed.push(`start at ${rows}`);
    for (const [name, time] of now.cells)
      if (time > (before?.cells.get(name) ?? Infinity) * goals.ratio) missed.push(`${name} at ${rows}`);
  }
  const names = [...(steps[0]?.cells.keys() ?? [])];
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |\n`;
  process.stdout.write(line(['orders', 'start ms', ...names.map((name) => `${name} ms`), 'online', 'MB', 'event ms']));
  process.stdout.write(line(Array.from({ length: names.length + 5 }, () => '---')));
  for (const { rows, start, cells: times, online } of steps) {
    const told = online ? [String(online.people), online.megabytes.toFixed(0), online.delay.toFixed(0)] : ['', '', ''];
    process.stdout.write(
      line([String(rows), start.toFixed(0), ...names.map((name) => (times.get(name) ?? 0).toFixed(1)), ...told]),
    );
  }
  process.stdout.write(missed.length > 0 ? `missed: ${missed.join(', ')}\n` : 'all goals met\n');
  return missed.length > 0 ? 1 : 0;
}

async function measure(rows: number, { tenants, seconds, rounds, sockets }: Options): Promise<Figures> {
  const cluster = await openBench(rows, tenants, false);
  try {
    const began = performance.now();
    const server = await startProduct(cluster);
    const start = performance.now() - began;
    try {
      const host = hostOf(1);
      const door = await enter(server, host);
      const tenant = await tenantAt(cluster, host);
      const facts = await readFacts(cluster.product, 'order', tenant, null);
      const times = new Map<string, number>();
      for (const cell of cells.filter(({ name }) => measured.includes(name))) {
        const source = cell.source(facts);
        const paces: number[] = [];
        // The first round only warms up.
        for (let round = 0; round <= rounds; round += 1) {
          const { p50, failed, firstFailure } = await drive(door, 1, seconds, source);
          if (failed > 0) throw new Error(firstFailure ?? cell.name);
          if (round > 0) paces.push(p50);
        }
        times.set(cell.name, Math.min(...paces));
      }
      times.set('statement', await measureStatement(door, facts.references['customer'] ?? ''));
      const online =
        sockets > 0
          ? await measureOnline(server, door, {
              people: Math.min(sockets, tenants * linksEach),
              references: facts.references,
            })
          : null;
      return { rows, start, cells: times, online };
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.embedded.stop();
  }
}

/** A few, because a person may ask for no more in a minute. */
async function measureStatement(door: Door, customer: string): Promise<number> {
  const body = { customer, from: '2026-01-01', to: '2026-12-31' };
  const times: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const began = performance.now();
    await ask(door, { method: 'POST', path: '/api/Statement/summary', body });
    times.push(performance.now() - began);
  }
  return median(times);
}

async function enter(server: Server, host: string): Promise<Door> {
  const login = { method: 'POST', path: '/api/login', body: { account: 'admin', password } } as const;
  return { port: server.port, host, token: String(await ask({ port: server.port, host, token: '' }, login)) };
}

const tenantAt = (cluster: Cluster, host: string): Promise<string> =>
  asOwner(cluster.product, async (client) => {
    const { rows } = await client.query<{ id: string }>('SELECT id::text AS id FROM tenant WHERE host = $1', [host]);
    return rows[0]?.id ?? '';
  });

/** Many people who look at the list of orders, and how long after an order was answered the last of its tenant knows. */
async function measureOnline(
  server: Server,
  door: Door,
  { people, references }: { people: number; references: Readonly<Record<string, string>> },
): Promise<Figures['online']> {
  const before = memoryOf(server.pid);
  const links: { hub: ReturnType<typeof openHub>; host: string }[] = [];
  for (let at = 1; links.length < people; at += 1) {
    const own = at === 1 ? door : await enter(server, hostOf(at));
    for (let link = 0; link < linksEach && links.length < people; link += 1) {
      const { ticket } = (await ask(own, { method: 'POST', path: '/api/hub/ticket', body: {} })) as { ticket: string };
      const handshake = { protocol: 'json', version: 1, watch: ['order'] };
      const hub = openHub(`ws://127.0.0.1:${server.port}/hubs/chathub`, { ticket }, { host: own.host, handshake });
      await hub.event('cursor', 20_000);
      links.push({ hub, host: own.host });
    }
  }
  const megabytes = memoryOf(server.pid) - before;
  const near = links.filter(({ host }) => host === door.host);
  const delays: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const body = { ...newOrder, ...references, refNo: `G-${turn}` };
    const { id } = (await ask(door, { method: 'POST', path: '/api/Order/add', body })) as { id: string };
    const answered = performance.now();
    const isTold = (record: Record<string, unknown>) => JSON.stringify(record).includes(id);
    await Promise.all(near.map(({ hub }) => hub.next(isTold, 20_000)));
    delays.push(performance.now() - answered);
  }
  for (const { hub } of links) hub.close();
  return { people: links.length, megabytes, delay: median(delays) };
}
