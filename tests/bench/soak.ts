import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifySql, type Difference } from '../../server/domain/ledger/verify-sql.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { writeBackup } from '../../server/backup/write-backup.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { asOwner } from './support/cluster.ts';
import { root } from './support/open-bench.ts';
import { databaseAt, openPlace, type Place } from './support/place.ts';
import { memoryOf, type Server } from './support/process.ts';
import { clerk, designer, importer, member, pusher, reporter, signIn, type Work } from './support/soak-people.ts';
import { keptNumbers, openPlacings } from './support/placings.ts';
import { pushedEvents, waitingPushes } from './support/pushes.ts';
import { secretKey } from './support/tenants.ts';

const goals = { growth: 1.1 };
/** Minutes after which memory is expected to stand still. */
const warm = 60;
const hosts = ['north.localhost', 'south.localhost', 't3.localhost'];
const backupKey = 'soak-backup-key-soak-backup-key-soak';

interface Options {
  readonly minutes: number;
  readonly users: number;
  readonly kill: number;
  readonly look: number;
  readonly restore: number;
}

interface Minute {
  readonly minute: number;
  readonly answered: number;
  readonly p99: number;
  readonly kills: number;
  readonly failed: number;
  readonly differences: number;
  /** Megabytes of each node. */
  readonly memory: readonly number[];
  /** What was done since the start, for the table. */
  readonly done: string;
}

/**
 * `npm run soak -- [--minutes 480] [--users 12] [--kill 10] [--look 15] [--restore 60]`: people of three tenants read,
 * write, move money, import, export, read reports from a standby and publish entities on two nodes, members buy labels
 * at a simulator, and a carrier pushes tracking events. Every so many minutes a node is killed and started again, the
 * ledger is proven, and a backup is made and restored beside; half-way both nodes are replaced by the next release. A
 * request that meets a kill is sent again under its key. Answers 1 if anything failed without a kill, a report, an
 * export or a restored backup misses an answered write, a write is there twice, a label was bought twice or is not
 * kept, a balance differs from its lines, or memory grew by a tenth after the first hour.
 */
export default async function soak(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) =>
    Number(args[args.indexOf(`--${name}`) + 1 || args.length] ?? otherwise);
  const options: Options = {
    ...{ minutes: of('minutes', 480), users: of('users', 12), kill: of('kill', 10), look: of('look', 15) },
    restore: of('restore', 60),
  };
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const place = await openPlace(hosts.length);
  try {
    return report(await run(place, options));
  } finally {
    await place.close();
  }
}

interface Found {
  readonly lines: readonly Minute[];
  /** Writes that were answered and are not there, or are there twice. */
  readonly lost: number;
}

async function run(place: Place, options: Options): Promise<Found> {
  const { nodes, product } = place;
  nodes.push(await place.start('this'), await place.start('this'));
  const doors = await signIn(nodes[0] as Server, hosts);
  const over = new AbortController();
  const work: Work = {
    ...{ nodes, over: over.signal, kills: 0, failed: [], times: [], written: new Map() },
    counts: { imports: 0, exports: 0, reports: 0, publishes: 0, pushes: 0, labels: 0 },
    pushed: 0,
  };
  const door = (at: number) => doors[at % doors.length] as (typeof doors)[number];
  const people = [
    ...Array.from({ length: options.users }, (_, at) => clerk(work, door(at), at)),
    ...doors.flatMap((each, at) => [reporter(work, each, at), member(work, each, at)]),
    ...[importer(work, door(0), 0), designer(work, door(1), 1), pusher(work, door(2), { product, who: 0 })],
  ];
  const lines = await disturb(place, options, work);
  over.abort();
  await Promise.all(people);
  const missed = (await missedEvents(product, work)) + (await unkeptLabels(place));
  for (const text of work.failed.slice(0, 5)) process.stdout.write(`! ${text}\n`);
  return { lines, lost: (await missingIn(product, work.written)) + missed };
}

/** Longest wait for the messages of a job that went with its node, in milliseconds. */
const longest = 240_000;

/** Events of answered messages that are missing or there twice, once the workers have read all of them. */
async function missedEvents(product: string, { pushed }: Work): Promise<number> {
  const until = performance.now() + longest;
  while ((await asOwner(product, waitingPushes)) > 0 && performance.now() < until) await pause(500);
  const { different, again } = await asOwner(product, pushedEvents);
  process.stdout.write(`${pushed} tracking messages answered, ${different} events stored, ${again} of them twice\n`);
  return Math.max(0, pushed - different) + again;
}

/** Labels that were bought and are not kept, which a second one of an order is as well, once nothing is under way. */
async function unkeptLabels({ product, simulator }: Place): Promise<number> {
  const until = performance.now() + longest;
  while ((await asOwner(product, openPlacings)) > 0 && performance.now() < until) await pause(500);
  const kept = new Set(await asOwner(product, keptNumbers));
  const bought = simulator.control.shipments().filter(({ voidedAt }) => voidedAt === null);
  const unkept = bought.filter(({ lead }) => !kept.has(lead)).length;
  process.stdout.write(`${bought.length} labels bought, ${unkept} of them not kept\n`);
  return unkept;
}

/** What happens to the nodes by the clock, until the time is over; answers a line for each look. */
async function disturb(place: Place, options: Options, work: Work): Promise<Minute[]> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 60_000;
  const lines: Minute[] = [];
  const due = { kill: options.kill, look: options.look, restore: options.restore, upgrade: options.minutes / 2 };
  let release: 'this' | 'next' = 'this';
  let restored = 0;
  while (elapsed() < options.minutes) {
    await pause(1_000);
    if (elapsed() >= due.upgrade) {
      due.upgrade = Infinity;
      release = 'next';
      for (const at of place.nodes.keys()) await replaceNode(place, at, release);
    }
    if (elapsed() >= due.kill) {
      due.kill += options.kill;
      work.kills += 1;
      const at = work.kills % place.nodes.length;
      process.kill((place.nodes[at] as Server).pid, 'SIGKILL');
      place.nodes[at] = await place.start(release);
    }
    if (elapsed() >= due.restore) {
      due.restore += options.restore;
      work.failed.push(...(await restoreBeside(place, work, (restored += 1))));
    }
    if (elapsed() >= due.look || elapsed() >= options.minutes) {
      due.look += options.look;
      const { imports, exports, reports, publishes, pushes, labels } = work.counts;
      const done = `${labels} labels, ${reports} reports, ${exports} exports, ${imports} imports, ${publishes} published, ${pushes} pushes, ${restored} restored, ${release} release`;
      lines.push(await look(place, work, { minute: elapsed(), done }));
    }
  }
  return lines;
}

/** A new node serves before the old one is asked to end, as in a rolling upgrade. */
async function replaceNode(place: Place, at: number, release: 'this' | 'next'): Promise<void> {
  const old = place.nodes[at];
  place.nodes[at] = await place.start(release);
  await old?.stop();
}

async function look(place: Place, work: Work, at: Pick<Minute, 'minute' | 'done'>): Promise<Minute> {
  const times = work.times.splice(0).toSorted((one, other) => one - other);
  const line: Minute = {
    ...{ minute: Math.round(at.minute * 10) / 10, done: at.done, answered: times.length, kills: work.kills },
    ...{ p99: times[Math.floor(times.length * 0.99)] ?? 0, failed: work.failed.length },
    differences: await differencesIn(place.product),
    memory: place.nodes.map(({ pid }) => Math.round(memoryOf(pid))),
  };
  process.stdout.write(row(line));
  return line;
}

const differencesIn = (database: string): Promise<number> =>
  asOwner(database, async (client) => (await client.query<Difference>(verifySql)).rows.length);

/** A backup of the busy product into a database of its own; answers what is wrong with it. */
async function restoreBeside({ product, primary, folder, files }: Place, work: Work, turn: number): Promise<string[]> {
  const name = `restored_${turn}`;
  const before = new Map([...work.written].map(([host, refs]) => [host, [...refs]]));
  const database = databaseAt(primary, name);
  const backup = join(folder, name);
  const { file } = await writeBackup({
    ...{ folder: backup, databaseUrl: product, files: createFileStore(files), backupKey, secretKey },
  });
  await asOwner(primary.url, (client) => client.query(`CREATE DATABASE ${name}`));
  try {
    await restoreBackup({
      ...{ file, databaseUrl: database, files: createFileStore(join(backup, 'files')), backupKey },
      secretKeys: [secretKey],
    });
    const lost = await missingIn(database, before);
    const differences = await differencesIn(database);
    return [
      ...(lost > 0 ? [`backup ${turn}: ${lost} answered writes are not in it once`] : []),
      ...(differences > 0 ? [`backup ${turn}: ${differences} differences in its ledger`] : []),
    ];
  } finally {
    await asOwner(primary.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    rmSync(backup, { recursive: true, force: true });
  }
}

async function missingIn(database: string, written: ReadonlyMap<string, readonly string[]>): Promise<number> {
  const found = await asOwner(database, async (client) =>
    client.query<{ ref: string }>(`SELECT "refNo" AS ref FROM "order" WHERE "refNo" LIKE 'S-%'`),
  );
  const there = new Map<string, number>();
  for (const { ref } of found.rows) there.set(ref, (there.get(ref) ?? 0) + 1);
  return [...written.values()].flat().filter((ref) => there.get(ref) !== 1).length;
}

const head =
  '| minutes | answered | p99 ms | kills | failed | ledger | MB | done |\n' +
  '| --- | --- | --- | --- | --- | --- | --- | --- |\n';
const row = ({ minute, answered, p99, kills, failed, differences, memory, done }: Minute): string =>
  `| ${minute} | ${answered} | ${Math.round(p99)} | ${kills} | ${failed} | ${differences === 0 ? 'proven' : `${differences} differ`} | ${memory.join(', ')} | ${done} |\n`;

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
