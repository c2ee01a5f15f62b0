import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifySql, type Difference } from '../../server/domain/ledger/verify-sql.ts';
import { send } from '../support/send.ts';
import { asOwner, openCluster, type Cluster } from './support/cluster.ts';
import { readFacts } from './support/facts.ts';
import { root, startProduct } from './support/open-bench.ts';
import { memoryOf, type Server } from './support/process.ts';
import { hostOf, makeTenants, newOrder, openProduct, password } from './support/tenants.ts';

const goals = { growth: 1.1 };
/** Minutes after which memory is expected to stand still. */
const warm = 60;
const tenants = 3;

interface Minute {
  readonly minute: number;
  readonly answered: number;
  readonly p99: number;
  readonly kills: number;
  readonly failed: number;
  readonly differences: number;
  /** Megabytes of each node. */
  readonly memory: readonly number[];
}

/**
 * `npm run soak -- [--minutes 480] [--users 12] [--kill 10] [--look 15]`: people of three tenants read, write and move
 * money on two nodes, of which one is killed every so many minutes and started again, and the ledger is proven whenever
 * the table gets a line. A request that meets a kill is sent again under its key. Answers 1 if anything failed without a
 * kill, a balance differs from its lines, an answered write is missing, or memory grew by a tenth after the first hour.
 */
export default async function soak(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) =>
    Number(args[args.indexOf(`--${name}`) + 1 || args.length] ?? otherwise);
  const options = { minutes: of('minutes', 480), users: of('users', 12), kill: of('kill', 10), look: of('look', 15) };
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const folder = mkdtempSync(join(tmpdir(), 'lading-soak-'));
  const cluster = await openCluster(join(folder, 'data'), 'none');
  const nodes: Server[] = [];
  try {
    const node = await openProduct(cluster.product, root);
    await makeTenants(node, root, tenants);
    await node.close();
    const start = () => startProduct(cluster, { FILE_STORE: join(folder, 'files') });
    nodes.push(await start(), await start());
    return report(await run({ cluster, nodes, start, ...options }));
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await cluster.embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Soak {
  readonly cluster: Cluster;
  readonly nodes: Server[];
  start(): Promise<Server>;
  readonly minutes: number;
  readonly users: number;
  readonly kill: number;
  readonly look: number;
}

interface Found {
  readonly lines: readonly Minute[];
  /** Writes that were answered and are not there, or are there twice. */
  readonly lost: number;
}

async function run({ cluster, nodes, start, minutes, users, kill, look }: Soak): Promise<Found> {
  const over = new AbortController();
  const doors = await doorsOf(cluster, nodes);
  const state = { kills: 0, failed: [] as string[], times: [] as number[], written: [] as string[] };
  const people = Array.from({ length: users }, (_, at) => {
    const door = doors[at % doors.length];
    return door ? person({ door, nodes, state, over: over.signal }, at) : Promise.resolve();
  });
  const lines: Minute[] = [];
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 60_000;
  let killAt = kill;
  for (let lookAt = Math.min(look, minutes); lookAt <= minutes + 0.01; lookAt += look) {
    while (elapsed() < lookAt) {
      await pause(Math.min(1_000, Math.max(0, (lookAt - elapsed()) * 60_000)));
      if (elapsed() < killAt) continue;
      killAt += kill;
      state.kills += 1;
      const at = state.kills % nodes.length;
      const victim = nodes[at];
      if (victim) process.kill(victim.pid, 'SIGKILL');
      nodes[at] = await start();
    }
    const times = state.times.splice(0).toSorted((one, other) => one - other);
    const line: Minute = {
      ...{ minute: Math.round(elapsed() * 10) / 10, answered: times.length, kills: state.kills },
      ...{ p99: times[Math.floor(times.length * 0.99)] ?? 0, failed: state.failed.length },
      differences: await asOwner(
        cluster.product,
        async (client) => (await client.query<Difference>(verifySql)).rows.length,
      ),
      memory: nodes.map(({ pid }) => Math.round(memoryOf(pid))),
    };
    lines.push(line);
    process.stdout.write(row(line));
  }
  over.abort();
  await Promise.all(people);
  for (const text of state.failed.slice(0, 5)) process.stdout.write(`! ${text}\n`);
  const found = await asOwner(cluster.product, async (client) =>
    (await client.query<{ ref: string }>(`SELECT "refNo" AS ref FROM "order" WHERE "refNo" LIKE 'S-%'`)).rows.map(
      ({ ref }) => ref,
    ),
  );
  const there = new Map<string, number>();
  for (const ref of found) there.set(ref, (there.get(ref) ?? 0) + 1);
  const lost = state.written.filter((ref) => there.get(ref) !== 1).length;
  return { lines, lost };
}

interface Door {
  readonly host: string;
  readonly token: string;
  readonly references: Readonly<Record<string, string>>;
}

async function doorsOf(cluster: Cluster, nodes: readonly Server[]): Promise<Door[]> {
  const doors: Door[] = [];
  for (let at = 1; at <= tenants; at += 1) {
    const host = hostOf(at);
    const entered = await send(nodes[0]?.port ?? 0, '/api/login', { host, body: { account: 'admin', password } });
    const tenant = await asOwner(cluster.product, async (client) => {
      const { rows } = await client.query<{ id: string }>('SELECT id::text AS id FROM tenant WHERE host = $1', [host]);
      return rows[0]?.id ?? '';
    });
    const { references } = await readFacts(cluster.product, 'order', tenant, null);
    doors.push({ host, token: String(entered?.json.data), references });
  }
  return doors;
}

interface Work {
  readonly door: Door;
  readonly nodes: readonly Server[];
  readonly state: { kills: number; failed: string[]; times: number[]; written: string[] };
  readonly over: AbortSignal;
}

/** Someone who works all the time: lists, a new order, its change, a deduction. */
async function person({ door, nodes, state, over }: Work, who: number): Promise<void> {
  const { host, token, references } = door;
  /** Goes to the other node where one does not answer, as a balancer does. */
  const ask = async (path: string, body?: object): Promise<{ data: unknown } | null> => {
    const key = randomUUID();
    for (let tries = 0; !over.aborted; tries += 1) {
      const { kills } = state;
      const began = performance.now();
      const reply = await send(nodes[(who + tries) % nodes.length]?.port ?? 0, path, {
        ...{ host, token },
        ...(body ? { body, key } : {}),
      });
      if (reply?.status === 200 && reply.json.success === true) {
        state.times.push(performance.now() - began);
        return { data: reply.json.data };
      }
      // A kill is noticed a moment later, and its node is away until it has started.
      const isKilled = reply === null || reply.status === 0 || (reply.status === 503 && state.kills >= kills);
      if (!isKilled) {
        state.failed.push(`${path} ${reply.status} ${JSON.stringify(reply.json).slice(0, 300)}`);
        return null;
      }
      await pause(50);
    }
    return null;
  };
  for (let turn = 0; !over.aborted; turn += 1) {
    await ask('/api/Order/page?pageNo=1&pageSize=20&sort=-createdAt');
    const refNo = `S-${who}-${turn}`;
    const added = await ask('/api/Order/add', { ...newOrder, ...references, refNo });
    if (!added) continue;
    state.written.push(refNo);
    const { id, version } = added.data as { id: string; version: number };
    await ask(`/api/Order/detail?id=${id}`);
    await ask('/api/Order/edit', { id, version, remarks: `Call before ${turn % 24}:00` });
    const { customer } = references;
    await ask('/api/Deduction/add', {
      customer,
      amount: 0.01,
      reason: 'other',
      description: 'Soak',
      trackingNo: refNo,
    });
  }
}

const head =
  '| minutes | answered | p99 ms | kills | failed | ledger | MB |\n| --- | --- | --- | --- | --- | --- | --- |\n';
const row = ({ minute, answered, p99, kills, failed, differences, memory }: Minute): string =>
  `| ${minute} | ${answered} | ${Math.round(p99)} | ${kills} | ${failed} | ${differences === 0 ? 'proven' : `${differences} differ`} | ${memory.join(', ')} |\n`;

function report({ lines, lost }: Found): number {
  const total = (of: (line: Minute) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const last = lines.at(-1);
  const first = lines.find(({ minute }) => minute >= warm);
  const most = ({ memory }: Minute) => Math.max(...memory);
  const missed = [
    ...(last?.failed ? ['requests failed'] : []),
    ...(total(({ differences }) => differences) > 0 ? ['the ledger'] : []),
    ...(lost > 0 ? [`${lost} writes`] : []),
    ...(first && last && most(last) > most(first) * goals.growth ? ['memory'] : []),
  ];
  process.stdout.write(`${head}${lines.map(row).join('')}`);
  process.stdout.write(
    missed.length > 0
      ? `missed: ${missed.join(', ')}\n`
      : `all goals met, ${total(({ answered }) => answered)} answers\n`,
  );
  return missed.length > 0 ? 1 : 0;
}
