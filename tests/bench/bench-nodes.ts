import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { moveTenant } from '../../server/cells/move-tenant.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { provisionTenant } from '../../server/provisioning/provision.ts';
import { send } from '../support/send.ts';
import { driveMany, type Call, type Pace, type Person } from './support/client.ts';
import { asOwner } from './support/cluster.ts';
import { root, startProduct } from './support/open-bench.ts';
import { databaseAt, openPlace, type Place } from './support/place.ts';
import { cpuOfChildren, type Server } from './support/process.ts';
import { median } from './support/report.ts';
import { signIn, type Door } from './support/soak-people.ts';
import { newOrder, openProduct, password, secretKey } from './support/tenants.ts';

const hosts = ['north.localhost', 'south.localhost'];
/** People at work at once. */
const people = 16;
const rounds = 3;
/** For the move and the first answer of the other cell, in milliseconds. */
const longest = 5 * 60_000;

/**
 * `npm run bench:nodes -- [--seconds 4]`: what lists and new orders take by one node and by two, what reports take from
 * the primary and from a standby, and what others and the tenant itself notice of a move to another cell. All of it runs
 * on this one machine, so that it says what each way costs and not what more machines gain.
 */
export default async function benchNodes(args: readonly string[]): Promise<number> {
  const seconds = Number(args[args.indexOf('--seconds') + 1 || args.length] ?? 4);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const place = await openPlace(hosts.length);
  try {
    const { nodes } = place;
    nodes.push(await place.start('this'), await place.start('this'), await place.start('this', primaryAlone));
    const doors = await signIn(nodes[0] as Server, hosts);
    say(...(await compareNodes(place, doors, seconds)));
    say(...(await compareReports(place, doors, seconds)));
    say(...(await moveUnderLoad(place, doors)));
    return 0;
  } finally {
    await place.close();
  }
}

const say = (...lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n\n`);
const primaryAlone = { REPORT_DATABASE_URL: '' };

const list: Call = { method: 'GET', path: '/api/Order/page?pageNo=1&pageSize=20&sort=-createdAt' };
const reports: readonly Call[] = [
  { method: 'GET', path: '/api/Order/aggregate' },
  { method: 'POST', path: '/api/Operations/figures', body: { period: 'week' } },
];
const orderOf = ({ references }: Door): Call => ({
  ...{ method: 'POST', path: '/api/Order/add', body: { ...newOrder, ...references } },
});

/** So many people of the tenants in turn, at the nodes in turn. */
const peopleAt = (nodes: readonly Server[], doors: readonly Door[], calls: (door: Door) => readonly Call[]): Person[] =>
  Array.from({ length: people }, (_, at) => {
    const door = doors[at % doors.length] as Door;
    const own = calls(door);
    let turn = 0;
    return {
      door: {
        port: nodes[Math.floor(at / doors.length) % nodes.length]?.port ?? 0,
        host: door.host,
        token: door.token,
      },
      source: { next: () => own[turn++ % own.length] as Call },
    };
  });

/** The middle of some rounds, taken in turn, so that what else the machine does meets both. */
async function inTurns(ways: readonly (() => Promise<Pace>)[]): Promise<Pace[]> {
  const paces: Pace[][] = ways.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, way] of ways.entries()) {
      const pace = await way();
      if (pace.failed > 0) throw new Error(pace.firstFailure ?? 'failed');
      // The first round only warms up.
      if (round > 0) paces[at]?.push(pace);
    }
  return paces.map((found) => ({
    ...(found[0] as Pace),
    ...{ rate: median(found.map(({ rate }) => rate)), p50: median(found.map(({ p50 }) => p50)) },
    p99: median(found.map(({ p99 }) => p99)),
  }));
}

const cells = ({ rate, p50, p99 }: Pace): string => `${rate.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(0)}`;

async function compareNodes({ nodes }: Place, doors: readonly Door[], seconds: number): Promise<string[]> {
  const lines = [
    `| ${people} people | lists/s | p50 ms | p99 ms | new orders/s | p50 ms | p99 ms |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  const ways = [nodes.slice(0, 1), nodes.slice(0, 2)];
  const drive = (calls: (door: Door) => readonly Call[]) =>
    inTurns(ways.map((at) => () => driveMany(peopleAt(at, doors, calls), people, seconds)));
  const read = await drive(() => [list]);
  const written = await drive((door) => [orderOf(door)]);
  for (const [at, way] of ways.entries())
    lines.push(`| ${way.length} nodes | ${cells(read[at] as Pace)} | ${cells(written[at] as Pace)} |`);
  return lines;
}

async function compareReports(place: Place, doors: readonly Door[], seconds: number): Promise<string[]> {
  const { nodes, primary } = place;
  const postmaster = Number(readFileSync(join(primary.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const lines = [
    '| reports from | reports/s | p50 ms | p99 ms | primary, CPU ms a report | new orders/s meanwhile |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  for (const [name, node] of [
    ['the primary', nodes[2]],
    ['a standby', nodes[0]],
  ] as const) {
    const at = [node as Server];
    const alone = peopleAt(at, doors, () => reports);
    await driveMany(alone, people / 4, seconds);
    const before = cpuOfChildren(postmaster);
    const pace = await driveMany(alone, people / 4, seconds);
    const spent = (cpuOfChildren(postmaster) - before) / pace.requests;
    const [, orders] = await Promise.all([
      driveMany(alone, people / 4, seconds),
      driveMany(
        peopleAt(at, doors, (door) => [orderOf(door)]),
        people / 2,
        seconds,
      ),
    ]);
    lines.push(`| ${name} | ${cells(pace)} | ${spent.toFixed(2)} | ${orders.rate.toFixed(0)} |`);
  }
  return lines;
}

/** Where a tenant was answered last, and how long it was not. */
async function moveUnderLoad(place: Place, [north, south]: readonly Door[]): Promise<string[]> {
  const [here] = place.nodes;
  if (!here || !north || !south) throw new Error('two tenants and a node');
  const other = databaseAt(place.primary, 'other');
  await asOwner(place.primary.url, (client) => client.query('CREATE DATABASE other'));
  const made = await openProduct(other, root);
  const admin = { account: 'superAdmin', password };
  const facts = { adminName: 'Ada', timeZone: 'America/New_York', locale: 'en-US', email: 'p@example.com' } as const;
  await provisionTenant(
    { ...made, root },
    { ...facts, name: 'Lading', code: 'platform', host: 'localhost', kind: 'platform', admin },
    null,
  );
  await made.close();
  const otherFiles = join(place.folder, 'other-files');
  const there = await startProduct({ product: other }, { FILE_STORE: otherFiles });
  place.nodes.push(there);
  const stays = () =>
    driveMany(
      peopleAt([here], [south], () => [list, orderOf(south)]),
      people / 2,
      4,
    );
  const before = await stays();
  const gap = gapOf({ north, here, there, over: AbortSignal.timeout(longest) });
  const began = performance.now();
  const moving = moveTenant({
    ...{ code: 'north', address: 'http://north.other.example' },
    from: { databaseUrl: place.product, files: createFileStore(place.files), secretKeys: [secretKey] },
    to: { databaseUrl: other, files: createFileStore(otherFiles), secretKeys: [secretKey] },
  }).then(() => performance.now() - began);
  const [took, meanwhile] = await Promise.all([moving, stays()]);
  const away = await gap;
  return [
    '| a tenant moves | move s | not served s | the others: requests/s | p50 ms | p99 ms | meanwhile requests/s | p50 ms | p99 ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    `| ${(await rowsOf(other)).toFixed(0)} orders | ${(took / 1000).toFixed(1)} | ${(away / 1000).toFixed(1)} | ${cells(before)} | ${cells(meanwhile)} |`,
  ];
}

const rowsOf = (database: string): Promise<number> =>
  asOwner(database, async (client) =>
    Number((await client.query<{ n: string }>('SELECT count(*) AS n FROM "order"')).rows[0]?.n),
  );

/** Milliseconds from the last answer of the one cell to the first of the other, to a client that asks all the time. */
async function gapOf(of: { north: Door; here: Server; there: Server; over: AbortSignal }): Promise<number> {
  const { north, here, there, over } = of;
  let last = performance.now();
  for (let at = here; !over.aborted;) {
    const reply = await send(at.port, list.path, north);
    if (reply?.status === 200 && at === there) return performance.now() - last;
    if (reply?.status === 200) last = performance.now();
    else if (reply?.status === 421) at = there;
    await pause(10);
  }
  return Number.NaN;
}
